"""The way of a key: what one reads to follow a press in a match, from the scan of the keys to the light, stays short.

It is the modules that handle a press, and all that these import at their top, one through the other. What they only
load by name (console/load.py) is not on it: sounds, saves, engines, other screens.
"""

import source

CONSOLE = "glowgrid.console."
HANDLES = [CONSOLE + name for name in ("key_to_light", "keypad", "screens.play", "match", "panel")]
BY_NAME = CONSOLE + "load"
FILES, LINES = 12, 1600


def way(edges):
    """Return the modules on the way. edges: {module: what it imports}."""
    found, to_do = set(HANDLES), list(HANDLES)
    while to_do:
        for following in edges[to_do.pop()] - found - {BY_NAME}:
            found.add(following)
            to_do.append(following)
    return found


def test_the_way_of_a_key_is_short():
    modules = source.modules()
    lines = {name: len(modules[name].read_text().splitlines()) for name in way(source.graph(modules))}
    assert len(lines) <= FILES, sorted(lines)
    assert sum(lines.values()) <= LINES, lines
