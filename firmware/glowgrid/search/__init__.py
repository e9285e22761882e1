"""Engines. Each is given the tables of a game and answers for its positions; none knows a rules module."""

import sys

from glowgrid.search.limits import LEVELS, Limits, level_limits
from glowgrid.search.minimax import Minimax, new_table, solvable
from glowgrid.search.state import DRAWN, NO_POINT

# Modules that only some games need; on the Pico they take 5 to 8 KB of heap, so those of other games are unloaded.
_THREE_SIDES = ("three_sides", "max_n", "playout", "solved")
_SOLVER = ("solver", "bitboard", "every_move")
_CONNECTION = ("connection", "uct", "unions", "hex_playout", "groups_playout")
_CONNECTION_SOLVERS = ("exact_first", "hex_solver", "hex_kernel", "hex_narrow", "hex_wide", "hex_book", "hex_shape", "group_solver",
                       "group_kernel")
MOST_SOLVED = 49  # points of a connection game: Hex 7x7


def engine_for(tables, table=None):
    """The engine for a game with these tables (see search/minimax.py for what an engine offers).

    `table` is the transposition table (`new_table()`) where one is kept for all engines, one after the other.
    """
    if hasattr(tables, "goals"):
        _unload(_SOLVER)
        _unload(_THREE_SIDES)
        from glowgrid.search.connection import Connection

        _unload(_CONNECTION_SOLVERS)
        engine = Connection(tables, table)
        if tables.points > MOST_SOLVED:
            return engine
        from glowgrid.search.exact_first import ExactFirst, solver_for

        solver = solver_for(engine, tables)
        _unload(("hex_shape",))
        return ExactFirst(engine, solver) if solver else engine
    _unload(_CONNECTION)
    _unload(_CONNECTION_SOLVERS)
    if tables.sides == 3:
        _unload(_SOLVER)
        from glowgrid.search.three_sides import ThreeSides

        return ThreeSides(tables, table)
    _unload(_THREE_SIDES)
    if not solvable(tables):
        _unload(_SOLVER)
    return Minimax(tables, table)


def _unload(names):
    if sys.implementation.name != "micropython":
        return
    for name in names:
        if sys.modules.pop(__name__ + "." + name, None):
            delattr(sys.modules[__name__], name)
