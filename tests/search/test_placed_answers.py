"""Answers on positions that are given as stones: those on the position that moves lead to, and the truth."""

import random

import pytest
from all_games import GAMES
from cases import long
from support.judges.brute import brute

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.placed import place
from glowgrid.search.verdict import DRAWN
from host_sim.engine.engine_program import Answers
from host_sim.engine.worker import ENGINE_PROGRAM, Worker, engine_command, unix_micropython

SMALL = [
    *[("hex", (size,)) for size in (3, 4, 5)],
    *[("havannah", (size,)) for size in (2, 3)],
    *[("y", (size,)) for size in (3, 4, 5)],
    *[("mnk", size) for size in ((3, 3, 3), (4, 3, 3), (4, 4, 3), (5, 4, 4))],
    *[(name, ()) for name in ("tic-tac-toe", "fano", "three-player")],
]
LEFT = 7  # points that are empty where the truth is looked up
WORK = 30_000_000


@pytest.fixture(params=["cpython", "micropython"])
def ask(request):
    """What answers questions as engine_program.py has them."""
    if request.param == "cpython":
        answers = Answers()
        yield lambda **asked: answers.to(asked)
        return
    if not unix_micropython():
        pytest.skip("needs unix MicroPython")
    worker = Worker(engine_command(ENGINE_PROGRAM))
    yield worker.ask
    worker.kill()


def moved(game, size, plies, chance):
    """A position after a number of random moves that is not over; None where it is. Some begin with a swap."""
    position = game.setup(size)
    position.swap_rule = game.swap and chance.random() < 0.3
    if position.swap_rule:
        position.play(chance.randrange(position.points))
        position.play(position.swap)
    while position.plies < plies and not position.is_over():
        position.play(chance.choice([point for point in range(position.points) if position.is_legal(point)]))
    return None if position.is_over() else position


def scattered(game, size, chance):
    """A position with any stones, any side to move, and few empty points; None where it is over."""
    position = game.setup(size)
    points = list(range(position.points))
    chance.shuffle(points)
    empty = chance.randint(1, min(LEFT, position.points))
    stones = {point: chance.randint(1, position.sides) for point in points[empty:]}
    try:
        position = place(position, stones, chance.randint(1, position.sides))
    except ValueError:  # won twice
        return None
    return None if position.is_over() else position


def question(name, size, **more):
    return {"game": name, "size": list(size), "work": WORK, "every": True, "whole": True, "moves": [], **more}


def given(position):
    return [list(position.cells), position.to_move]


def check_equal(ask, name, size, chance):
    game = GAMES[name]
    position = moved(game, size, chance.randint(1, max(2, game.setup(size).points - 4)), chance)
    if position is None:
        return 0
    by_moves = ask(**question(name, size, moves=list(position.history[: position.plies])))
    by_stones = ask(**question(name, size, placed=given(position)))
    assert by_stones == by_moves, (name, size, given(position))
    return 1


def check_true(ask, name, size, chance):
    position = scattered(GAMES[name], size, chance)
    if position is None or position.sides > 2:
        return 0
    answer = ask(**question(name, size, placed=given(position)))
    for point in range(position.points):
        if position.play(point):
            winner, plies = brute(position, position.points, {})
            right = winner or DRAWN, 1 + (plies if winner else position.empty)
            position.undo()
            said = answer["outcomes"][point], answer["plies"][point]
            assert said == right, (name, size, given(position), point)
    return 1


# On CPython few: it is slow.
FEW = (("hex", (3,)), ("havannah", (2,)), ("y", (4,)), ("mnk", (4, 3, 3)), ("fano", ()), ("three-player", ()))


@pytest.mark.parametrize(
    "ask, games", [("cpython", FEW), long("micropython", SMALL)], indirect=["ask"], ids=["cpython", "micropython"]
)
def test_answers_are_true_and_those_of_the_position_that_moves_lead_to(ask, games, night_seed):
    for name, size in games:
        chance = random.Random(f"{name} {size} {night_seed}")
        assert sum(check_equal(ask, name, size, chance) for _ in range(4)) > 0
        assert sum(check_true(ask, name, size, chance) for _ in range(9)) or name == "three-player"
