"""What shares the Pico's memory: two slots, each of which holds only what is needed now.

The engine slot holds the modules of one engine (some of search/lines/ or search/groups/, or search/minimax.py,
search/maxn.py and search/imagined.py). The screen slot holds the screens outside a match (console/screens/, which
console/load.py imports), and at first the modules that find the games. Loading an engine unloads the one before, and
the package that lists its stages once they are made; setting up a match empties the screen slot, and so do the screens
that the pause opens. Splash unloads what reads a person's games, and in the menu the engine of a match goes, with its
coach and pause. Nothing else in the firmware unloads anything, unless memory runs out. On CPython everything stays
loaded.
"""

import gc
import sys

PLACE_OF_GAMES = 49_152  # bytes, including the garbage of making them

_MODULES = 90  # more than are ever loaded at once, which is 80
_slot = []  # names of the modules in the engine slot
_SMALL = sys.implementation.name == "micropython"
_SEARCH = "glowgrid.search."
_GROUPS = _SEARCH + "groups"
_ENGINES = _SEARCH + "lines", _GROUPS, _SEARCH + "minimax", _SEARCH + "maxn", _SEARCH + "imagined"
_SCREENS = "glowgrid.console.screens."
_OUTSIDE = (
    _SCREENS,
    "glowgrid.games",  # finds the games, which stay loaded
    "glowgrid.rules.border_walk",
    "glowgrid.rules.notation",
    "glowgrid.rules.hidden",  # a match holds on to it
    "glowgrid.rules.misere",
    "glowgrid.rules.placed",  # so does one that began from stones
    "glowgrid.console.finished",
    "glowgrid.console.puzzle",  # and one of a puzzle
    "glowgrid.console.set_aside",
    "glowgrid.console.sharing",
    "glowgrid.console.statistics",
    "glowgrid.console.strategy_answers",
    "glowgrid.console.strategy_file",
    "glowgrid.console.taking_back",
    "glowgrid.console.your_level",
    "glowgrid.console.palettes",
    "glowgrid.hardware.board_check",
    "glowgrid.hardware.fault",
)
# What a match needs at any moment; words scroll in every screen.
_PLAY = _SCREENS + "play", _SCREENS + "play_picture", _SCREENS + "lines_through", _SCREENS + "words"
_ANY_PLAY = _PLAY + (  # and what few matches need
    _SCREENS + "play_mono",
    _SCREENS + "coach",
    _SCREENS + "coach_picture",
    "glowgrid.console.strategy_answers",
    "glowgrid.console.strategy_file",
)
_MATCH = _ENGINES + (_SCREENS + "coach", _SCREENS + "pause")


def hold(size):
    """Return a block of `size` bytes to hold while other things are loaded. `clear` frees it in one piece.

    It is a list, because the memory of a bytearray is only freed when garbage is collected. It is empty if there is no
    room: then power_up.py was called at the prompt, while the previous console is still in memory.
    """
    try:
        return [None] * (size // 4) if _SMALL else []
    except MemoryError:
        return []


def begin():
    """A console begins: its engine slot is empty."""
    _slot.clear()


def grow_table():
    """Grow the table of modules once for all: it doubles, and later it would lie among what is unloaded."""
    if _SMALL and len(sys.modules) < _MODULES:
        collect()
        for number in range(len(sys.modules), _MODULES):
            sys.modules[number] = None
        for number in range(_MODULES):
            sys.modules.pop(number, None)


def load_engine(names):
    """Put the modules with these names, such as "lines.solver", into the engine slot; yield between the imports.

    All are from one folder. A step imports up to two modules of search/lines/, 5 to 30 ms on the Pico, or one of
    search/groups/, 5 to 25 ms; keys are read in between.
    """
    wanted = [_SEARCH + name for name in names]
    keep = [wanted[0].rpartition(".")[0]]
    if any(name in _slot for name in wanted):
        keep += wanted + [name for name in sys.modules if name not in _slot]  # the rest may be imported by these
    _unload(_ENGINES, keep, True)
    new = [name for name in wanted if name not in _slot]
    _slot[:] = wanted
    for at in range(0, len(new), 2):
        collect()  # the garbage of importing would lie between the modules
        yield
        for name in new[at : at + 2]:
            if keep[0] == _GROUPS and name != new[at]:  # two of these, and collecting garbage, would take up to 63 ms
                yield
            load(name)
        yield
    collect()  # and between the engine's buffers
    yield


def collect():
    """Collect garbage if memory is small; CPython does that by itself."""
    if _SMALL:
        gc.collect()


def unload_engine():
    """Empty the engine slot."""
    _slot.clear()
    _unload(_ENGINES, (), True)


def unload_match():
    """Unload what only a match needs while it is played: its engine, which is dropped, its coach and its pause."""
    _slot.clear()
    _unload(_MATCH, (), True)


def make_room(match):
    """Drop the engine of the match under way, which going on makes again, and the screens outside a match."""
    if match and match.engine:
        match.drop_engine()
        unload_engine()
    unload_screens()
    collect()


def unload(name):
    """Unload one module, if it is loaded, none of whose code runs any more."""
    if _SMALL and name in sys.modules:
        _drop(name, True)


def unload_screens(in_match=False):
    """Empty the screen slot of what no match needs, and, unless in a match, of what few matches need."""
    _unload(_OUTSIDE, _ANY_PLAY if in_match else _PLAY)


def unload_play():
    """Unload the screen of a match, which is not shown any more, and its coach."""
    _unload((_SCREENS,), (_SCREENS + "starting", _SCREENS + "pictures", _SCREENS + "words"), True)


def load(name):
    """Import the module with this dotted name and return it."""
    if name not in sys.modules:  # importing it again takes 1 ms on the Pico
        __import__(name, None, None, ("*",))
    return sys.modules[name]


def _unload(beginnings, keep, done=False):
    """Unload the modules whose dotted name begins so, except those to keep. done: none of their code runs any more.

    Then they are emptied too. The garbage collector takes any word for an address, so now and then it keeps a function
    that is not in use. If its module were not empty, everything imported there would be kept too. So an engine that is
    left is emptied as well (Match.drop_engine): a screen that was kept once held 11 KB of it. Memory may have run out,
    so no list is made: MicroPython lets go of entries while it goes through a dict.
    """
    if not _SMALL:
        return
    for name in sys.modules:
        for beginning in beginnings:
            if name.startswith(beginning) and name not in keep:
                _drop(name, done)


def _drop(name, done):
    if done:
        sys.modules[name].__dict__.clear()
    del sys.modules[name]
    package, _, leaf = name.rpartition(".")
    if package in sys.modules:
        sys.modules[package].__dict__.pop(leaf, None)
