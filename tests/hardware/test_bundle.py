"""The modules in one file, on the emulated Pico: found like separate files, with a person's games beside them."""

import json

import pytest
from compiled import tables_of
from emulator import image_or_skip
from flashed import flashed

from host_sim.console.golden import BOARD
from host_sim.pico.bench import DeviceError, Pico
from tools.device.bundle import MODULES, unbundled
from tools.device.mpy import compile_mpy
from tools.paths import ROOT

pytestmark = pytest.mark.emulator

MISERE = (ROOT / "tests/own_games/misere.py").read_bytes()
CORNER = {"name": "corner", "field": ["ooo", "o.o"], "lines": ["a1 b1", "b1 c1", "a1 a2"]}
GAMES = "/glowgrid/games/"
OWN = {
    GAMES + "contrary.py": MISERE.replace(b'"misere"', b'"contrary"'),
    GAMES + "compiled.mpy": compile_mpy(MISERE, "compiled.py")[0],
    GAMES + "corner.tables": tables_of(json.dumps(CORNER)),
    GAMES + "broken.py": b"GAME = 1 / 0\n",
    GAMES + "hex.py": MISERE.replace(b'"misere"', b'"hex"'),  # not in place of Glowgrid's
    GAMES + "chess.tables": tables_of(json.dumps({**CORNER, "name": "y"})),
    "/games/against.mpy": compile_mpy(MISERE.replace(b'"misere"', b'"against"'), "games/against.py")[0],
    "/games/edge.tables": tables_of(json.dumps({**CORNER, "name": "edge"})),
    "/games/hex.py": MISERE.replace(b'"misere"', b'"hex"'),
    "/games/json.py": MISERE,  # the name of a module that MicroPython has
    "/glowgrid/extra/__init__.py": b"",
    "/glowgrid/extra/words.py": b"HELLO = 'hello'\n",
    "/tiles/__init__.py": b"from . import json\nfrom .json import SIDES\n",
    "/tiles/json.py": b"SIDES = 6\n",
}

LOAD_EACH = """
import gc, sys
for name in %r:
    __import__(name)
    for each in list(sys.modules):  # together they do not fit
        if each.startswith("glowgrid."):
            del sys.modules[each]
    gc.collect()
print("all")
"""


# Import with more and more memory until it suffices; what failed must leave nothing half-loaded.
SHORT = """
import gc, sys, glowgrid
from glowgrid import search
def attempt(room):
    gc.collect()
    hogs = []
    try:
        while gc.mem_free() > room:
            hogs.append(bytearray(500))
    except MemoryError:
        pass
    try:
        from glowgrid.console.screens import results
        return "all"
    except MemoryError:
        return "short"
print([attempt(room) for room in range(2000, 50000, 4000)])
from glowgrid.console.screens.results import Results
print([hasattr(sys.modules["glowgrid.console.match"], "Match"), "glowgrid.m" not in sys.modules])
"""


@pytest.fixture(params=[None, pytest.param("1.28.0", marks=pytest.mark.long)], scope="module")
def pico(request):
    """A Pico with the firmware in one file and a person's own files. Only for use by `.forked`."""
    files = {**flashed(BOARD), **OWN}
    del files["/main.py"]
    assert MODULES in files
    return Pico(image_or_skip(request.param), files=files).boot()


def run(pico, code):
    return pico.forked(lambda pico: pico.exec(code)).splitlines()


def test_own_games_are_found_and_replace_nothing(pico):
    code = (
        "from glowgrid.games import discover\ngames, errors = discover()\nprint([g.name for g in games])\nprint(errors)"
    )
    games, errors = map(eval, run(pico, code))
    own = ["contrary", "corner", "misere"]
    built_in = "dark-hex fano havannah hex mnk phantom-tic-tac-toe three-player tic-tac-toe y".split()
    assert sorted(games) == sorted([*own, *built_in])
    assert len(errors) == 2 and "broken.py: ZeroDivisionError" in errors[0]
    assert "chess.tables: another game is already named y" in errors[1]
    code = "from glowgrid.games import hex\nprint(hex.GAME.engine)"
    assert run(pico, code) == ["groups"]


def test_games_in_the_own_games_folder_are_found_too(pico):
    code = (
        "from glowgrid import games\nfound, errors = games.discover(own=games.own_folder)\n"
        "print([g.name for g in found])\nprint(errors[2:])\nimport sys\nprint(games.own_folder in sys.path)"
    )
    found, errors, left = map(eval, run(pico, code))
    assert {"against", "edge", "contrary", "hex"} < set(found) and not left
    assert len(errors) == 2 and errors[0] == "/games/hex.py: another game is already named hex"
    assert errors[1] == "/games/json.py: another game is already named misere"


def test_other_own_modules_are_found_too(pico):
    assert run(pico, "from glowgrid.extra.words import HELLO\nprint(HELLO)") == ["hello"]
    with pytest.raises(DeviceError, match="ImportError: no module named 'glowgrid.nothing'"):
        run(pico, "import glowgrid.nothing")
    with pytest.raises(DeviceError, match="ImportError"):
        run(pico, "import glowgrid.rules.app")


@pytest.mark.parametrize(
    "code, printed",
    [
        ("import glowgrid.search.verdict\nprint(glowgrid.search.verdict.DRAWN)", "4"),
        ("from glowgrid.rules.lines import Lines\nimport glowgrid.rules.lines as n\nprint(n.Lines is Lines)", "True"),
        ("import tiles.json\nprint(tiles.json.SIDES, tiles.SIDES)", "6 6"),  # also a module of MicroPython
        ("import asyncio\nprint(asyncio.Lock().locked())", "False"),  # MicroPython's own relative imports
    ],
)
def test_every_form_of_import_works(pico, code, printed):
    assert run(pico, "import glowgrid\n" + code) == [printed]


@pytest.mark.long
def test_every_module_loads_from_the_bundle(pico):
    paths = [path for path in unbundled(flashed(BOARD)) if path.endswith(".mpy")]
    names = [path[1:-4].replace("/", ".").removesuffix(".__init__") for path in paths]
    assert run(pico, LOAD_EACH % names) == ["all"]


@pytest.mark.long
def test_after_an_import_for_which_memory_was_short_the_next_one_works(pico):
    tried, whole = map(eval, run(pico, SHORT))
    assert {*tried} == {"short", "all"} and tried[-1] == "all"
    assert whole == [True, True]
