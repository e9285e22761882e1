"""What shares the Pico's memory: two slots, each of which holds only what is needed now.

The engine slot holds the modules of one engine (some of search/lines/ or of search/groups/, or search/minimax.py and
search/maxn.py). The screen slot holds the screens outside a match (console/screens/), and at first what finds the
games. Loading an engine unloads the one before; going to a match empties the screen slot. Nothing else in the firmware
unloads anything. CPython has memory enough: there all stays.
"""

import gc
import sys

_SMALL = sys.implementation.name == "micropython"
_SEARCH = "glowgrid.search."
_ENGINES = _SEARCH + "lines", _SEARCH + "groups", _SEARCH + "minimax", _SEARCH + "maxn"
_SCREENS = "glowgrid.console.screens."
_BESIDE_SCREENS = (
    "glowgrid.games",  # what finds the games, which stay with the console
    "glowgrid.rules.data",
    "glowgrid.rules.generators",
    "glowgrid.rules.notation",
    "glowgrid.console.finished",
    "glowgrid.console.statistics",
    "glowgrid.console.look",
    "glowgrid.console.palettes",
    "glowgrid.hardware.board_check",
    "glowgrid.hardware.fault",
)
_IN_A_MATCH = _SCREENS + "play", _SCREENS + "coach"  # screens that stay while a match is played


def load_engine(names):
    """Put the modules with these names, such as "lines.solver", into the engine slot; yields between the imports.

    They are of one folder. A step takes 5 to 45 ms on the Pico: keys are read in between.
    """
    wanted = [_SEARCH + name for name in names]
    _unload(_ENGINES, [wanted[0].rpartition(".")[0]] + wanted, True)
    _collect()
    yield
    for name in wanted:
        load(name)
        yield
    _collect()  # what importing leaves behind would lie between the engine's buffers
    yield


def _collect():
    if _SMALL:
        gc.collect()


def keep_whole():
    """Return bytes to hold while the parts of an engine, all of them small, fill the heap.

    Then a match finds a block as large in one piece. After an evening without it the largest was of 3 to 4 KB.
    """
    return bytearray(8192 if _SMALL else 0)


def unload_engine():
    """Empty the engine slot."""
    _unload(_ENGINES, (), True)


def load_screen(name):
    """Put a module of console/screens/ into the screen slot and return it."""
    return load(_SCREENS + name)


def unload_screens():
    """A match begins: empty the screen slot of what no match needs."""
    _unload((_SCREENS,) + _BESIDE_SCREENS, _IN_A_MATCH)


def load(name):
    """Import the module with this dotted name and return it."""
    if name not in sys.modules:  # to ask for it again takes 1 ms on the Pico
        __import__(name)
    return sys.modules[name]


def _unload(beginnings, keep, done=False):
    """Unload the modules whose dotted name begins so, all but some. done: whether nothing of them is called any more.

    If so, they are emptied too. The garbage collector takes any word for an address, so now and then it keeps a
    function that is not in use. Left full, the module of that function would keep all that it has imported.
    """
    if not _SMALL:
        return
    for name in list(sys.modules):
        for beginning in beginnings:
            if name.startswith(beginning) and name not in keep:
                if done:
                    sys.modules[name].__dict__.clear()
                del sys.modules[name]
                package, _, leaf = name.rpartition(".")
                if hasattr(sys.modules.get(package), leaf):
                    delattr(sys.modules[package], leaf)
