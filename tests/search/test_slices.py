"""What holds for every engine: slices and earlier searches change nothing, work has its limit, levels move legally."""

from random import Random

import pytest
from compiled import own_games
from line_games import searched
from random_play import after_random_moves

from glowgrid import games
from glowgrid.games import discover
from glowgrid.levels import LEVELS, chosen, level_limits
from glowgrid.search import NO_MOVE, Limits, engine_for

FOLDER = str(own_games())
games.__path__.append(FOLDER)  # modules of games are imported as glowgrid.games.NAME
GAMES = {game.name: game for game in discover()[0] + discover(FOLDER)[0]}
LONGEST = {"lines": 4_000}  # work units: a root move whose answers are ranked
LONGEST_OF_OTHERS = 12_000

CASES = [  # game, size, random moves before the search
    ("tic-tac-toe", (), (0, 3)),
    ("mnk", (5, 5, 4), (2, 15)),
    ("mnk", (8, 8, 5), (0, 9)),
    ("three-player", (), (0, 5, 9)),
    ("fano", (), (2,)),
    ("hex", (4,), (0, 6)),
    ("hex", (6,), (5, 18)),
    ("hex", (8,), (1,)),
    ("havannah", (3,), (0, 6)),
    ("havannah", (4,), (2,)),
    ("y", (4,), (1,)),
    *((name, (), (2,)) for name in ("avoid", "gravity", "fenced", "replacing", "three-apart", "two-stones", "blind")),
    ("passing", (2, 2), (0, 2)),
    ("phantom-tic-tac-toe", (), (0, 3)),
]


def at_random(name, size, plies, random):
    def make():
        position = GAMES[name].setup(size)
        position.swap_rule = GAMES[name].swap
        return position

    return after_random_moves(make, plies, random)


def longest(position):
    return LONGEST.get(position.family(), LONGEST_OF_OTHERS)


def everything(position):
    return bytes(position.cells), bytes(position.history[: position.plies]), position.to_move, position.winner


@pytest.mark.parametrize("name, size, plies", CASES, ids=str)
@pytest.mark.parametrize("every", [False, True], ids=["best", "every"])
def test_slices_and_earlier_searches_change_nothing(name, size, plies, every):
    random = Random(f"{name}{size}{every}")
    used = engine_for(GAMES[name].setup(size), blind=True)
    for work in (50, 3_000, 40_000):
        position, said = at_random(name, size, random.choice(plies), random), set()
        before = everything(position)
        for engine, budget in ((engine_for(position, blind=True), 10**9), (used, 1), (used, 700), (used, 6_000)):
            verdict = searched(engine, position, Limits(work), every, budget)
            assert engine.blind or verdict.work <= work + longest(position)
            assert everything(position) == before
            rows = bytes(verdict.outcomes), bytes(verdict.plies), bytes(verdict.estimates)
            said.add((verdict.best, verdict.score, verdict.work, verdict.nodes, verdict.depth, verdict.proven, rows))
            used.start(at_random(name, size, random.choice(plies), random), Limits(10**6), random.random() < 0.5)
            used.step(random.choice((1, 3_000, 20_000)))  # and one that is given up
        assert len(said) == 1


@pytest.mark.parametrize("name, size, plies", CASES, ids=str)
@pytest.mark.sample(3)
def test_a_slice_hardly_exceeds_its_budget(name, size, plies):
    position = at_random(name, size, plies[0], Random(1))
    engine = engine_for(position, blind=True)
    for every in (False, True):
        engine.start(position, Limits(200_000), every)
        before = engine.verdict.work
        while not engine.step(6_000):
            assert before <= engine.verdict.work <= before + 6_000 + longest(position)
            before = engine.verdict.work


@pytest.mark.parametrize("name, size, plies", CASES, ids=str)
def test_each_level_moves_legally_to_the_end_where_no_move_is_best(name, size, plies):
    position = at_random(name, size, plies[0], Random(2))
    engine = engine_for(position, blind=True)
    while not position.is_over():
        level = position.plies % LEVELS + 1
        limits = level_limits(position, level, 3)
        limits.work = min(limits.work, 30_000)
        move = chosen(position, searched(engine, position, limits, limits.rough), level, 3)
        if not engine.blind or position.is_legal(move):
            assert position.play(move)
        else:  # a stone is there that this side does not see
            position.play(next(move for move in range(position.moves) if position.is_legal(move)))
    engine.start(position, Limits(10**6))
    assert engine.done and engine.verdict.best == NO_MOVE and engine.verdict.nodes == 0
