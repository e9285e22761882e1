"""Engines. Each gets positions of one game and plays it; none knows a rules module.

README.md shows the way to a kernel. engine.py has the contract, verdict.py what an engine finds out. The
stages of lines/ or groups/ play a position; minimax.py plays any other.
"""

from glowgrid import overlay
from glowgrid.memory import Memory
from glowgrid.search.engine import TICK_WORK, Engine, Limits, work_in
from glowgrid.search.verdict import DRAWN, NO_ESTIMATE, NO_MOVE, SURE_LOSS, SURE_WIN

_IMAGINED = "imagined"  # for games that hide stones


def making_engine(position, memory=None, family=None, blind=False):
    """Make an engine for the game of this position, step by step: yield None until at last the Engine.

    A step takes at most 50 ms on the Pico. `memory`: a `Memory`, whose buffers engines use in turn. `family` replaces
    the position's own: "lines", "groups" or "minimax". `blind`: the engine must know no more than the side to move
    sees, if the game allows it (`checking_sight`); then what it imagines is searched by the fastest family that can.
    """
    if memory:
        memory.forget()
    family, searched = family or position.family() or "minimax", position
    blind = blind and family == "minimax" and hides(position)
    if blind:
        searched = position.uncovered()
        family = searched.family() or "minimax"
    for stages in _making_stages(searched, memory, family, blind):
        if not stages:
            yield None
    engine = Engine(searched.moves, stages)
    if blind:
        sees_all = None
        for sees_all in checking_sight(position):
            yield None
        if not sees_all:
            engine = Engine(position.moves, [_imagined().Imagined(position, engine)], True)
    yield engine


def _making_stages(position, memory, family, blind):
    """Load the modules of a family, then make its stages: yield None step by step, at last their list."""
    more = [_IMAGINED] * blind
    if family == "minimax":
        names = ["minimax"] + ["maxn"] * (position.sides > 2) + more
        for _ in overlay.load_engine(names):
            yield None
        stages = [overlay.load("glowgrid.search.minimax").Minimax(position)]
        if position.sides > 2:
            stages.insert(0, overlay.load("glowgrid.search.maxn").MaxN(position))
        yield stages
        return
    package = overlay.load("glowgrid.search." + family)
    for _ in overlay.load_engine(package.parts(position, blind) + more):
        yield None
    for stages in package.stages(position, memory or Memory(), blind):
        if not stages:
            yield None
            overlay.collect()  # a stage leaves garbage, and the next one would lie among it
            yield None
    overlay.unload("glowgrid.search." + family)  # the stages are made
    yield stages


def engine_for(position, memory=None, family=None, blind=False) -> Engine:
    """Do the same at once."""
    for engine in making_engine(position, memory, family, blind):
        pass
    return engine


def loading_steps():
    """Load minimax_steps.py, which shows a search step by step: yield None after each part, at last the module."""
    for _ in overlay.load_engine(["minimax", "minimax_steps"]):
        yield None
    yield overlay.load("glowgrid.search.minimax_steps")


def hides(position):
    """Return whether the game hides anything from a side."""
    return position.view(1) is not position


def checking_sight(position):
    """Find out whether a blind engine would see all of this game: yield None step by step, at last the answer.

    True if the game hides nothing, or if no position can be drawn from what a side sees.
    """
    if not hides(position):
        yield True
        return
    yield from _imagined().checking(position)


def next_best(position, engine, refused):
    """Return a blind engine's best move that was not refused, now or before; NO_MOVE if all were."""
    return engine.stages[0].next_best(position.view(position.to_move), refused)


def _imagined():
    return overlay.load("glowgrid.search." + _IMAGINED)
