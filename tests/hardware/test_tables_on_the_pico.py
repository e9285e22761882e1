"""A compiled data game on the emulated Pico: quickly there, with an engine; its JSON instead of it says what to do."""

import pytest
from compiled import tables_of
from support.evening import CONNECTIONS, LINES, Evening

from glowgrid.console.storage import SETTINGS, Storage
from host_sim.boards.files import load_board
from host_sim.console.golden import BOARD
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.pico.play_on_pico import at_the_prompt, flashed_files

TEXTS = {"my-game": LINES, "my-hex": CONNECTIONS % 5}
TABLES = {name: tables_of(text) for name, text in TEXTS.items()}
READERS = [f"glowgrid.{name}" for name in ("console.tried", "rules.mine", "rules.tables", "rules.trial")]


def path_of(name):
    return f"/games/{name.replace('-', '_')}.tables"


@pytest.mark.long
@pytest.mark.parametrize("name", TEXTS)
def test_an_evening_with_a_data_game_keeps_every_engine(pico_image, name):
    evening = Evening(load_board(BOARD), 1, pico_image, {path_of(name): TABLES[name]})
    evening.offered()
    assert eval(evening.pico.exec(f"import sys\nprint([name for name in {READERS} if name in sys.modules])")) == []
    for match in name, "hex, 3, 01", "hex, 7, 00":
        row = evening.do(f"play {match}")
        assert row.free >= 30_000 and row.largest >= 8_000, row


@pytest.mark.long
@pytest.mark.parametrize("name", ["my-hex", "my-game"])
def test_the_menu_is_there_as_soon_as_without_own_games(pico_image, tmp_path, name):
    """When all files were tried at an earlier power-up."""
    Storage(str(tmp_path)).save(SETTINGS, {})  # not a first start
    board = load_board(BOARD)
    settings = {f"/saves/{SETTINGS}": (tmp_path / SETTINGS).read_bytes()}
    pico = Pico(
        pico_image, files={**flashed_files(board), path_of(name): TABLES[name], **settings}, parts=Hardware(board).parts
    )
    for start in pico.boot, pico.power_cycle:
        start().boot()
        pico.run_until(b"the menu is on the lights")
    assert pico.now_ns < 670e6


DAMAGED = {
    "cut": TABLES["my-game"][:-1],
    "another bit": TABLES["my-game"][:-9] + b"\xff" + TABLES["my-game"][-8:],
    "older": TABLES["my-game"].replace(b"tables 1", b"tables 0"),
}
FOUND = """
from glowgrid import games
from glowgrid.console import storage, tried
for found in games.discovering(None, "/games", lambda: tried.Tried(storage.Storage("/saves"))):
    pass
games, errors = found
print(([(game.name, game.setup().tables.count) for game in games], errors))
"""


def test_what_is_not_whole_says_what_to_do_and_the_rest_plays(pico_image):
    files = {f"/games/{name.replace(' ', '_')}.tables": data for name, data in DAMAGED.items()}
    files |= {"/games/json.json": TEXTS["my-game"].encode(), path_of("my-game"): TABLES["my-game"]}
    pico = at_the_prompt(load_board(BOARD), pico_image, files)
    copy = "copy the .tables file that `glowgrid game compile` or the page makes"
    assert eval(pico.exec(FOUND)) == (
        [("my-game", 2)],
        [
            f"/games/another_bit.tables: damaged; {copy}",
            f"/games/cut.tables: damaged; {copy}",
            f"/games/json.json: not compiled for this version of Glowgrid; {copy}",
            f"/games/older.tables: not compiled for this version of Glowgrid; {copy}",
        ],
    )
