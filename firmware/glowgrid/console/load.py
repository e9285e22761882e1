"""Modules that the console loads when they are needed: load.menu is screens/menu.py, and so on.

The overlay unloads most of them for a match (glowgrid/overlay.py); the next use loads them again. load.pyi lists them
for editors and type checkers. Nothing else in the console imports in a function.
"""

from glowgrid import overlay

_ELSEWHERE = {  # a module that is not named here is a screen
    "battery": "console.battery",
    "edges": "console.edges",
    "finished": "console.finished",
    "games": "games",
    "levels": "levels",
    "link": "console.link",
    "match": "console.match",
    "memory": "memory",
    "palettes": "console.palettes",
    "placed": "rules.placed",
    "pointing": "console.pointing",
    "puzzle": "console.puzzle",
    "rotation": "console.rotation",
    "search": "search",
    "set_aside": "console.set_aside",
    "shortage": "console.shortage",
    "shrinking": "console.shrinking",
    "sounds": "console.sounds",
    "statistics": "console.statistics",
    "strategy_answers": "console.strategy_answers",
    "strategy_file": "console.strategy_file",
    "tried": "console.tried",
    "view": "console.view",
    "your_level": "console.your_level",
}


def __getattr__(name):
    return ahead(name)


def ahead(name):
    """Load a module by its name and return it."""
    if name == "starting":
        ahead("search")  # it is not there yet at power-up, and imports within imports would nest too deep for the Pico
    return overlay.load("glowgrid." + _ELSEWHERE.get(name, "console.screens." + name))


def steps_to_menu():
    """Leave a match whose engine is dropped: unload all engines and screens, then import what the menu needs."""
    yield  # the lights answer the key first
    overlay.unload_engine()
    overlay.make_room(None)
    yield
    for name in "pictures", "choice", "sizes", "menu":
        ahead(name)
        yield
