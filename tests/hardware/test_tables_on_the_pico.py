"""A person's data game on the emulated Pico, from its tables and from the file itself: quickly there, with an engine.

After a match of it, Hex 7 with the coach has as much room as in any evening: what reads the file is unloaded.
"""

import json
from pathlib import Path

import pytest

from glowgrid.console.storage import SETTINGS, Storage
from host_sim.boards import load_board
from host_sim.console.golden import BOARD
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.user_games.tables import TABLES, tables_of
from tools.device.mpy import compile_mpy
from tools.device.play_on_pico import at_the_prompt, flashed_files
from tools.lab.pico.play_evenings import HEAP

pytestmark = pytest.mark.emulator

EVENING = Path(__file__).with_name("evening.py")
TEXTS = {  # the first data game of README, and a connection game
    "my-game": b'{"name": "my-game", "sides": 2, "field": [".o.", "ooo", ".o."], "lines": ["b1 b2 b3", "a2 b2 c2"]}',
    "my-hex": b"""{"name": "my-hex", "shape": "rhombus 5",
        "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}}""",
}
READERS = [f"glowgrid.{name}" for name in ("rules.connections", "rules.data", "rules.generators", "rules.mine")]
READERS += ["glowgrid.rules.tables", "glowgrid.rules.trial", "glowgrid.console.tried"]
# What runs on the Pico: a match against a level, Hex 3, then Hex 7 with the coach. It prints, as JSON, for the menu and
# for Hex 7: free bytes and the largest block; then which engines were there, the coach, and the readers in the menu.
PROGRAM = """
import json, sys
from heap_program import heap_free
import evening
evening.app = app = evening._console()
evening._until("menu")
evening._tick(60)
loaded = [name for name in %r if name in sys.modules]
found = [heap_free()]
games = {game.name: game for game in app.games}
engines = []
for name, size, seats, moves in ((%r, (), [0, 1], 3), ("hex", (3,), [0, 1], 4), ("hex", (7,), [0, 0], 0)):
    evening._play(games[name], size, seats, moves)
    evening._tick(20)
    engines.append(bool(app.match.engine))
found.append(heap_free())
print(json.dumps([found, engines, app.match.coach, loaded]))
"""


def files_of(name, with_tables):
    """Return {path: bytes} of a game of TEXTS on the Pico."""
    path, text = f"/games/{name.replace('-', '_')}", TEXTS[name]
    tables = {path + TABLES: tables_of(text)} if with_tables else {}
    return {f"{path}.json": text, **tables}


def evening_on(image, files, name):
    """Return what PROGRAM prints for the game with this name."""
    programs = {f"/{path.stem}.mpy": compile_mpy(path.read_bytes(), path.name)[0] for path in (EVENING, HEAP)}
    pico = at_the_prompt(load_board(BOARD), image, {**programs, **files})
    return json.loads(pico.exec(PROGRAM % (READERS, name), limit_s=900).splitlines()[-1])


@pytest.mark.parametrize(
    "name, with_tables, free, block",
    [
        ("my-hex", True, 30_000, 10_000),
        pytest.param("my-hex", False, 30_000, 8_000, marks=pytest.mark.long),
        pytest.param("my-game", True, 30_000, 10_000, marks=pytest.mark.long),
        pytest.param("my-game", False, 30_000, 10_000, marks=pytest.mark.long),
    ],
)
def test_an_evening_with_a_data_game_keeps_every_engine(pico_image, name, with_tables, free, block):
    (menu, hex_7), engines, coach, loaded = evening_on(pico_image, files_of(name, with_tables), name)
    assert loaded == [] and engines == [True] * 3 and coach
    assert menu[0] >= 40_000, menu
    assert hex_7[0] >= free and hex_7[1] >= block, hex_7


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
    assert from_tables < 650 and from_tables < read - 50, (from_tables, read)


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
