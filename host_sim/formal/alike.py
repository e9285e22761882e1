"""When two positions of a game are one: both have the same stones, side to move and number of moves.

Rules may remember more than that: each attribute that the game's own code names, such as `history`, has to be the same,
too. The positions of the families have nothing more.
"""

from array import array

HOUSE = "glowgrid.", "builtins"  # modules of classes that are not the game's own
LOOKS_BACK = {"last_stone": "history"}  # method of all positions: the attribute that it looks at


def own_attributes(position):
    """Return the attributes of the position that code of the game's own modules names, sorted."""
    named = set()
    for kind in type(position).__mro__:
        for part in vars(kind).values() if not kind.__module__.startswith(HOUSE) else ():
            function = getattr(part, "__func__", getattr(part, "fget", part))
            named.update(_names(getattr(function, "__code__", None)))
            for other in getattr(function, "__globals__", {}).values():  # functions that get the position
                if getattr(other, "__globals__", None) is function.__globals__:
                    named.update(_names(getattr(other, "__code__", None)))
    named.update(LOOKS_BACK[name] for name in LOOKS_BACK if name in named)
    return sorted(named.intersection(vars(position)))


def _names(code):
    """Yield the names in code, and in what it defines within: a lambda, a generator."""
    if code:
        yield from code.co_names
        for part in code.co_consts:
            yield from _names(part if hasattr(part, "co_names") else None)


def key_of(position, attributes):
    """Return what makes a position the same as another."""
    own = [position.history[: position.plies] if name == "history" else getattr(position, name) for name in attributes]
    return bytes(position.cells), position.to_move, position.plies, *map(_frozen, own)


def _frozen(value):
    """Return a value that can be a key, equal if these are; an object of the house counts as constant."""
    if isinstance(value, (array, bytearray, bytes)):
        return bytes(value)
    if isinstance(value, (list, tuple)):
        return tuple(map(_frozen, value))
    if isinstance(value, (set, frozenset)):
        return frozenset(map(_frozen, value))
    if isinstance(value, dict):
        return tuple((_frozen(name), _frozen(of_name)) for name, of_name in value.items())
    if hasattr(value, "__dict__"):
        return None if type(value).__module__.startswith(HOUSE) else _frozen(vars(value))
    return value
