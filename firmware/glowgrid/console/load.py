"""Modules that the console loads when they are needed: load.menu is screens/menu.py, and so on.

The overlay unloads most of them for a match (glowgrid/overlay.py); the next use loads them again. load.pyi lists them
for editors and type checkers. Nothing else in the console imports in a function.
"""

from glowgrid import overlay

# Where modules are; the others are screens. Two texts take less memory than a dict of paths.
_CONSOLE = (
    " battery edges finished link match palettes pointing puzzle rotation set_aside sharing shortage shrinking"
    " sounds statistics strategy_answers strategy_file taking_back tried view your_level "
)
_ABOVE = " games levels memory search "


def __getattr__(name):
    return ahead(name)


def ahead(name):
    """Load a module by its name and return it."""
    if name == "starting":
        ahead("search")  # it is not there yet at power-up, and imports within imports would nest too deep for the Pico
    if name == "placed":
        place = "rules."
    elif " " + name + " " in _CONSOLE:
        place = "console."
    else:
        place = "" if " " + name + " " in _ABOVE else "console.screens."
    return overlay.load("glowgrid." + place + name)


def steps_to_menu():
    """Leave a match whose engine is dropped: unload all engines and screens, then import what the menu needs."""
    yield  # the lights answer the key first
    overlay.unload_engine()
    overlay.make_room(None)
    yield
    for name in "pictures", "choice", "sizes", "menu":
        ahead(name)
        yield
