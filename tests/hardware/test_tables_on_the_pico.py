"""A person's data game on the emulated Pico, from its tables and from the file itself: quickly there, with an engine.

After a match of it, Hex 7 with the coach has as much room as in any evening: what reads the file is unloaded.
"""

import pytest

from glowgrid.console.storage import SETTINGS, Storage
from host_sim.boards import load_board
from host_sim.console.golden import BOARD
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.user_games.tables import TABLES, tables_of
from tools.device.play_on_pico import at_the_prompt, flashed_files
from tools.lab.pico.evening import Evening

pytestmark = pytest.mark.emulator

TEXTS = {  # the first data game of README, and a connection game
    "my-game": b'{"name": "my-game", "sides": 2, "field": [".o.", "ooo", ".o."], "lines": ["b1 b2 b3", "a2 b2 c2"]}',
    "my-hex": b"""{"name": "my-hex", "shape": "rhombus 5",
        "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}}""",
}
READERS = [f"glowgrid.{name}" for name in ("rules.connections", "rules.data", "rules.generators", "rules.mine")]
READERS += ["glowgrid.rules.tables", "glowgrid.rules.trial", "glowgrid.console.tried"]


def files_of(name, with_tables):
    """Return {path: bytes} of a game of TEXTS on the Pico."""
    path, text = f"/games/{name.replace('-', '_')}", TEXTS[name]
    tables = {path + TABLES: tables_of(text)} if with_tables else {}
    return {f"{path}.json": text, **tables}


@pytest.mark.parametrize(
    "name, with_tables",
    [
        ("my-hex", True),
        pytest.param("my-hex", False, marks=pytest.mark.long),
        pytest.param("my-game", True, marks=pytest.mark.long),
        pytest.param("my-game", False, marks=pytest.mark.long),
    ],
)
def test_an_evening_with_a_data_game_keeps_every_engine(pico_image, name, with_tables):
    evening = Evening(load_board(BOARD), 1, pico_image, files_of(name, with_tables))
    evening.offered()
    assert eval(evening.pico.exec(f"import sys\nprint([name for name in {READERS} if name in sys.modules])")) == []
    for game, size, seats in ((name, "", [0, 1]), ("hex", "3", [0, 1]), ("hex", "7", [0, 0])):
        row = evening.do(("play", (game, size, seats)))
        assert row.free >= 30_000 and row.largest >= 8_000, row


def power_up_ms(image, files, folder):
    """Return the ms from power-up to the menu, when all files were tried at an earlier one."""
    Storage(str(folder)).save(SETTINGS, {})  # not a first start
    board = load_board(BOARD)
    files = {**flashed_files(board), **files, f"/saves/{SETTINGS}": (folder / SETTINGS).read_bytes()}
    pico = Pico(image, files=files, parts=Hardware(board).parts)
    for start in pico.boot, pico.power_cycle:
        start().boot()
        pico.run_until(b"the menu is on the lights")
    return pico.now_ns / 1e6


@pytest.mark.parametrize("name", TEXTS)
def test_tables_bring_the_menu_sooner_than_the_file(pico_image, tmp_path, name):
    from_tables, read = (power_up_ms(pico_image, files_of(name, tables), tmp_path) for tables in (True, False))
    assert from_tables < 670 and from_tables < read - 50, (from_tables, read)


CHANGE = """
with open("/games/my_game.json") as file:
    text = file.read()
with open("/games/my_game.json", "w") as file:
    file.write(text.replace('"lines": [', '"about": "Now with corners.", "lines": ["a2 b1", '))
"""
FOUND = """
from glowgrid import games
from glowgrid.console import storage, tried
for found in games.discovering(None, "/games", lambda: tried.Tried(storage.Storage("/saves"))):
    pass
games, errors = found
print([(game.name, game.about, game.setup().tables.count) for game in games], errors, "glowgrid.rules.data" in %s)
"""


def test_a_file_changed_on_the_pico_plays_as_it_is_there(pico_image):
    pico = at_the_prompt(load_board(BOARD), pico_image, files_of("my-game", True))
    found = FOUND % "__import__('sys').modules"
    assert pico.exec(found).strip() == "[('my-game', '', 2)] [] False"
    pico.exec(CHANGE)
    assert pico.exec(found).strip() == "[('my-game', 'Now with corners.', 3)] [] True"
