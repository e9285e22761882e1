"""Engines. Each is given a position of a game and plays that game; none knows a rules module.

engine.py has the contract. What plays a position: the stages of lines/ or groups/, or else minimax.py, which plays
anything.
"""

from glowgrid import overlay
from glowgrid.search.engine import DRAWN, NO_ESTIMATE, NO_MOVE, TICK_WORK, Engine, Limits, Memory, work_in


def making_engine(position, memory=None, family=None):
    """Make an engine for the game of this position, step by step: yields None until at last the Engine.

    A step takes 50 ms on the Pico at most. `memory` (a `Memory`) is what engines share, one after
    the other; `family` is what plays instead of the position's own family: "lines", "groups" or "minimax".
    """
    family = family or position.family() or "minimax"
    if memory:
        memory.forget()
    if family == "minimax":
        for _ in overlay.load_engine(["minimax", "maxn"] if position.sides > 2 else ["minimax"]):
            yield None
        minimax = overlay.load("glowgrid.search.minimax")
        stages = [minimax.Minimax(position)]
        if position.sides > 2:
            stages.insert(0, overlay.load("glowgrid.search.maxn").MaxN(position))
    else:
        package = overlay.load("glowgrid.search." + family)
        for _ in overlay.load_engine(package.parts(position)):
            yield None
        for stages in package.stages(position, memory or Memory()):
            if not stages:
                yield None
                overlay.collect()  # a stage leaves garbage behind, among which the next one would lie
                yield None
    yield Engine(position.moves, stages)


def engine_for(position, memory=None, family=None) -> Engine:
    """The same at once."""
    for engine in making_engine(position, memory, family):
        pass
    return engine
