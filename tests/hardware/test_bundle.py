"""The modules in one file, on the emulated Pico: found like separate files, with a person's games beside them."""

import json

import pytest
from compiled import tables_of
from emulator import image_or_skip
from flashed import flashed

from host_sim.console.golden import BOARD
from host_sim.pico.bench import Pico
from tools.compile.layout.bundle import unbundled
from tools.compile.layout.places import MODULES
from tools.compile.mpy import compile_mpy
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

FIND = """
import sys
from glowgrid import games
found, errors = games.discover()
print([game.name for game in found])
print(errors)
found, errors = games.discover(own=games.own_folder)
print([game.name for game in found])
print(errors[2:])
print(games.own_folder in sys.path)
from glowgrid.games import hex
print(hex.GAME.engine)
"""
IMPORTS = """
from glowgrid.extra.words import HELLO
print(HELLO)
import glowgrid.search.verdict
print(glowgrid.search.verdict.DRAWN)
from glowgrid.rules.lines import Lines
import glowgrid.rules.lines as n
print(n.Lines is Lines)
import tiles.json  # also a module of MicroPython
print(tiles.json.SIDES, tiles.SIDES)
import asyncio  # MicroPython's own relative imports
print(asyncio.Lock().locked())
for name in "glowgrid.nothing", "glowgrid.rules.app":
    try:
        __import__(name)
    except ImportError:
        print("ImportError")
"""
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
    found, errors, more, others, left, engine = run(pico, FIND)
    built_in = "dark-hex fano havannah hex mnk phantom-tic-tac-toe three-player tic-tac-toe y".split()
    assert sorted(eval(found)) == sorted(["contrary", "corner", "misere", *built_in])
    errors, others = eval(errors), eval(others)
    assert len(errors) == 2 and "broken.py: ZeroDivisionError" in errors[0]
    assert "chess.tables: another game is already named y" in errors[1]
    assert {"against", "edge", "contrary", "hex"} < set(eval(more)) and left == "False"
    assert others == [
        f"/games/{name}.py: another game is already named {as_}" for name, as_ in (("hex", "hex"), ("json", "misere"))
    ]
    assert engine == "groups"


def test_every_form_of_import_works(pico):
    assert run(pico, IMPORTS) == ["hello", "4", "True", "6 6", "False", *["ImportError"] * 2]


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
