"""What shares the Pico's memory: two slots, each of which holds only what is needed now.

The engine slot holds the modules of one engine (some of search/lines/ or of search/groups/, or search/minimax.py,
search/maxn.py and search/imagined.py). The screen slot holds the screens outside a match (console/screens/), and at
first what finds the games. Loading an engine unloads the one before; going to a match empties the screen slot. Nothing
else in the firmware unloads anything. CPython has memory enough: there all stays.
"""

import gc
import io
import sys

PLACE_OF_GAMES = 49_152  # bytes, with what making them leaves behind
NAMES_STEPS = 4  # in which the names are made, 30 ms each on the Pico

_NAMES = __file__[: __file__.rfind("/")] + "/names.txt"  # see tools/device/later_names.py
_MODULES = 80  # more than are ever loaded at once
_slot = []  # what the engine slot holds: names of modules
_named = False  # whether the names were made
_SMALL = sys.implementation.name == "micropython"
_SEARCH = "glowgrid.search."
_ENGINES = _SEARCH + "lines", _SEARCH + "groups", _SEARCH + "minimax", _SEARCH + "maxn", _SEARCH + "imagined"
_SCREENS = "glowgrid.console.screens."
_BESIDE_SCREENS = (
    "glowgrid.games",  # what finds the games, which stay with the console
    "glowgrid.rules.data",
    "glowgrid.rules.generators",
    "glowgrid.rules.notation",
    "glowgrid.rules.trial",
    "glowgrid.console.tried",
    "glowgrid.console.finished",
    "glowgrid.console.statistics",
    "glowgrid.console.look",
    "glowgrid.console.palettes",
    "glowgrid.hardware.board_check",
    "glowgrid.hardware.fault",
)
_PLAY, _COACH = _SCREENS + "play", _SCREENS + "coach"  # screens that stay while a match is played


def hold(size):
    """Return a block of `size` bytes to hold while other things are loaded. Then `clear` frees it, in one piece.

    It is a list, because what a bytearray took is free only when garbage is collected. It is empty if there is no room:
    then power_up.py was called at the prompt, while the console before is still in memory.
    """
    try:
        return [None] * (size // 4) if _SMALL else []
    except MemoryError:
        return []


def begin():
    """A console begins: its engine slot is empty. Collects what importing has left behind."""
    global _named
    _named = False
    _slot.clear()
    collect()


def making_names():
    """Make all names that engines and screens bring, once; yields NAMES_STEPS + 1 times, on every machine.

    A name stays for ever. Made when it is loaded, it would lie among what is unloaded again, and so would the table of
    modules when it grows. Garbage is collected first, so that they lie low.
    """
    global _named
    if _named:
        return
    _named = True
    collect()
    yield
    if _SMALL:
        for number in range(len(sys.modules), _MODULES):
            sys.modules[number] = None
        for number in range(_MODULES):
            sys.modules.pop(number, None)
    try:
        file = open(_NAMES)
    except OSError:  # only a build has it
        file = io.StringIO()
    with file:
        for _ in range(NAMES_STEPS):
            for name in file.read(int(file.read(4) or 0)).split("\n"):
                hasattr(sys, name)  # MicroPython makes a name of the text, to look for it
            yield
    collect()


def load_engine(names):
    """Put the modules with these names, such as "lines.solver", into the engine slot; yields between the imports.

    They are of one folder. A step, with up to two modules, takes 5 to 30 ms on the Pico: keys are read in between.
    """
    wanted = [_SEARCH + name for name in names]
    _unload(_ENGINES, [wanted[0].rpartition(".")[0]] + wanted, True)
    new = [name for name in wanted if name not in _slot]
    _slot[:] = wanted
    for at in range(0, len(new), 2):
        collect()  # what importing leaves behind would lie between the modules
        yield
        for name in new[at : at + 2]:
            load(name)
        yield
    collect()  # and between the engine's buffers
    yield


def collect():
    """Collect garbage where memory is small; CPython does that by itself."""
    if _SMALL:
        gc.collect()


def unload_engine():
    """Empty the engine slot."""
    _slot.clear()
    _unload(_ENGINES, (), True)


def load_screen(name):
    """Put a module of console/screens/ into the screen slot and return it."""
    return load(_SCREENS + name)


def unload_screens(between_matches=False):
    """Empty the screen slot of what no match needs; between matches of the coach too, which few matches need."""
    _unload((_SCREENS,) + _BESIDE_SCREENS, (_PLAY, "" if between_matches else _COACH))


def load(name):
    """Import the module with this dotted name and return it."""
    if name not in sys.modules:  # to ask for it again takes 1 ms on the Pico
        __import__(name)
    return sys.modules[name]


def _unload(beginnings, keep, done=False):
    """Unload the modules whose dotted name begins so, all but some. done: whether nothing of them is called any more.

    If so, they are emptied too. The garbage collector takes any word for an address, so now and then it keeps a
    function that is not in use. Left full, the module of that function would keep all that it has imported. For the
    same reason an engine that is left is emptied (Match.drop_engine): once a screen that was kept kept 11 KB of it.
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
