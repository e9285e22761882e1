"""Engines. Each is given a position of a game and plays that game; none knows a rules module.

README.md shows the way from here to a kernel. engine.py has the contract, and verdict.py what an engine finds out. What
plays a position: the stages of lines/ or groups/, or else minimax.py, which plays anything.
"""

from glowgrid import overlay
from glowgrid.search.engine import TICK_WORK, Engine, Limits, work_in
from glowgrid.search.memory import Memory
from glowgrid.search.verdict import DRAWN, NO_ESTIMATE, NO_MOVE

_IMAGINED = "imagined"  # the module for games that hide something


def making_engine(position, memory=None, family=None, blind=False):
    """Make an engine for the game of this position, step by step: yields None until at last the Engine.

    A step takes 50 ms on the Pico at most. `memory` (a `Memory`) is what engines share, one after
    the other; `family` is what plays instead of the position's own family: "lines", "groups" or "minimax". `blind`: the
    engine is to know no more than the side to move sees, where the game lets it (`checking_sight`).
    """
    family = family or position.family() or "minimax"
    if memory:
        memory.forget()
    if family == "minimax":
        blind = blind and hides(position)
        names = ["minimax"] + ["maxn"] * (position.sides > 2) + [_IMAGINED] * blind
        for _ in overlay.load_engine(names):
            yield None
        minimax = overlay.load("glowgrid.search.minimax")
        stages = [minimax.Minimax(position)]
        if position.sides > 2:
            stages.insert(0, overlay.load("glowgrid.search.maxn").MaxN(position))
        if blind:
            sees_all = None
            for sees_all in checking_sight(position):
                yield None
            if not sees_all:
                engine = Engine(position.moves, stages)
                yield Engine(position.moves, [_imagined().Imagined(position, engine)], True)
                return
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


def engine_for(position, memory=None, family=None, blind=False) -> Engine:
    """The same at once."""
    for engine in making_engine(position, memory, family, blind):
        pass
    return engine


def hides(position):
    """Return whether the game hides anything from anybody."""
    return position.view(1) is not position


def checking_sight(position):
    """Find out whether a blind engine would see all of this game: yields None, step by step, and at last whether so.

    It does if the game hides nothing, or if no position can be drawn from what a side sees.
    """
    if not hides(position):
        yield True
        return
    yield from _imagined().checking(position)


def next_best(position, verdict, refused):
    """Return the best move but those that the rules have refused to a blind engine, this one too; NO_MOVE: none."""
    return _imagined().next_best(position.view(position.to_move), verdict, refused)


def _imagined():
    return overlay.load("glowgrid.search." + _IMAGINED)
