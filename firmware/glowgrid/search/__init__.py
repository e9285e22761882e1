"""Engines. Each is given the tables of a game and answers for its positions; none knows a rules module."""

import sys

from glowgrid.modules import forget
from glowgrid.search.limits import LEVELS, Limits, level_limits
from glowgrid.search.minimax import new_table
from glowgrid.search.state import DRAWN, NO_POINT


def engine_for(tables, table=None):
    """The engine for a game with these tables (see search/minimax.py for what an engine offers).

    `table` is the transposition table (`new_table()`) where one is kept for all engines, one after the other.
    """
    from glowgrid.search.making import making_engine

    for engine in making_engine(tables, table):
        pass
    forget(sys.modules[__name__], "making")
    return engine
