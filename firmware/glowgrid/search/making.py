"""How an engine is made, step by step: what it needs is loaded, what other engines need is unloaded. Unloaded then."""

import sys

from glowgrid import search
from glowgrid.modules import forget
from glowgrid.search.minimax import Minimax, solvable

# Modules that only some games need; on the Pico they take 5 to 8 KB of heap, so those of other games are unloaded. In the order
# in which they load one another.
_SET_UP = ("line_words",)
_THREE_SIDES = ("playout", "solved", "max_n", "three_sides")
_SOLVER = ("bitboard", "solver", "every_move")
_THREATS = ("attack", "threats")
_CONNECTION = ("unions", "uct", "connection", "hex_playout", "groups_playout")
_CONNECTION_SOLVERS = ("exact_first", "hex_shape", "hex_kernel", "hex_solver", "hex_narrow", "hex_wide", "hex_book", "group_kernel",
                       "group_solver")


def making_engine(tables, table=None):
    """The same step by step, 20 to 70 ms on the Pico each: yields None until at last what `engine_for` returns."""
    if hasattr(tables, "goals"):
        return _making_connection(tables, table)
    return _making_lines(tables, table)


def _making_lines(tables, table):
    _unload(_CONNECTION)
    _unload(_CONNECTION_SOLVERS)
    if tables.sides == 3:
        _unload(_SOLVER)
        _unload(_THREATS)
        for name in _THREE_SIDES:
            yield _load(name)
        from glowgrid.search.three_sides import ThreeSides

        engine = ThreeSides(tables, table)
        _unload(_SET_UP)
        yield engine
        return
    _unload(_THREE_SIDES)
    suits = solvable(tables)
    _unload(_THREATS if suits else _SOLVER)
    for name in _SOLVER[:2] if suits else _THREATS if tables.sides == 2 else ():
        yield _load(name)
    engine = Minimax(tables, table)
    _unload(_SET_UP)
    yield engine


def _making_connection(tables, table):
    _unload(_SOLVER)
    _unload(_THREATS)
    _unload(_THREE_SIDES)
    for name in _CONNECTION[:3]:
        yield _load(name)
    from glowgrid.search.connection import MOST_SMALL, Connection

    _unload(_CONNECTION_SOLVERS)
    engine = Connection(tables, table)
    if tables.points > MOST_SMALL:
        yield engine
        return
    yield
    for name in _CONNECTION_SOLVERS[:4] if engine.hex else ("exact_first", "group_solver"):
        yield _load(name)
    from glowgrid.search.exact_first import ExactFirst, solver_for

    solver = solver_for(engine, tables)
    _unload(("hex_shape",))
    yield ExactFirst(engine, solver) if solver else engine


def _load(name):
    """Import a module of this package."""
    __import__(search.__name__ + "." + name, None, None, ("",))


def forget_engines():
    """Unload what any engine needs besides search/minimax.py."""
    for names in (_SET_UP, _THREE_SIDES, _SOLVER, _THREATS, _CONNECTION, _CONNECTION_SOLVERS):
        _unload(names)


def _unload(names):
    if sys.implementation.name == "micropython":
        for name in names:
            forget(search, name)
