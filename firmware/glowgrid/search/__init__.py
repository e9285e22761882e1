"""Engines. Each is given the tables of a game and answers for its positions; none knows a rules module."""

from glowgrid.search.limits import LEVELS, Limits, level_limits
from glowgrid.search.minimax import Minimax, new_table
from glowgrid.search.state import DRAWN, NO_POINT
from glowgrid.search.three_sides import ThreeSides


def engine_for(tables, table=None):
    """The engine for a game with these tables (see search/minimax.py for what an engine offers).

    `table` is the transposition table (`new_table()`) where one is kept for all engines, one after the other.
    """
    return ThreeSides(tables, table) if tables.sides == 3 else Minimax(tables, table)
