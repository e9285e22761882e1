"""Answers on positions that are given as stones: those on the position that moves lead to, and the truth."""

import random

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.placed import place
from glowgrid.search.verdict import DRAWN
from host_sim.engine.engine_program import Answers
from host_sim.engine.worker import ENGINE_PROGRAM, Worker, engine_command, unix_micropython

GAMES = {game.name: game for game in discover()[0]}
SMALL = (
    ("hex", (3,)),
    ("hex", (4,)),
    ("hex", (5,)),
    ("havannah", (2,)),
    ("havannah", (3,)),
    ("y", (3,)),
    ("y", (4,)),
    ("y", (5,)),
    ("mnk", (3, 3, 3)),
    ("mnk", (4, 3, 3)),
    ("mnk", (4, 4, 3)),
    ("mnk", (5, 4, 4)),
    ("tic-tac-toe", ()),
    ("fano", ()),
    ("three-player", ()),
)
LEFT = 7  # points that are empty where the truth is looked up
WORK = 30_000_000
MANY = 134  # positions of each game: 2,000 in all


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


def truth(position):
    """(who wins by best play, in how many plies: of wins the soonest, of losses the latest) for two sides."""
    if position.is_over():
        return position.winner or DRAWN, 0
    side, found = position.to_move, []
    for point in range(position.points):
        if position.play(point):
            outcome, plies = truth(position)
            found.append((outcome, plies + 1))
            position.undo()
    wins = [plies for outcome, plies in found if outcome == side]
    if wins:
        return side, min(wins)
    if any(outcome == DRAWN for outcome, _ in found):
        return DRAWN, position.empty
    return 3 - side, max(plies for _, plies in found)


def check_equal(ask, name, size, chance, work=WORK):
    game = GAMES[name]
    position = moved(game, size, chance.randint(1, max(2, game.setup(size).points - 4)), chance)
    if position is None:
        return 0
    by_moves = ask(**question(name, size, work=work, moves=list(position.history[: position.plies])))
    by_stones = ask(**question(name, size, work=work, placed=given(position)))
    assert by_stones == by_moves, (name, size, given(position))
    return 1


def check_true(ask, name, size, chance):
    position = scattered(GAMES[name], size, chance)
    if position is None or position.sides > 2:
        return 0
    answer = ask(**question(name, size, placed=given(position)))
    for point in range(position.points):
        if position.play(point):
            outcome, plies = truth(position)
            position.undo()
            said = answer["outcomes"][point], answer["plies"][point]
            assert said == (outcome, plies + 1), (name, size, given(position), point, said, outcome, plies + 1)
    return 1


@pytest.mark.parametrize("ask", ["micropython"], indirect=True)
@pytest.mark.parametrize("stones, to_move", [({12: 2}, 2), ({2: 2, 12: 2}, 2), ({12: 1, 7: 1}, 1), ({12: 2}, 1)])
def test_the_book_of_openings_is_of_sides_that_move_in_turn(ask, stones, to_move):
    """On 5x5 two stones are looked up; with others in the place of these the book would name any point."""
    cells = [stones.get(point, 0) for point in range(25)]
    answer = ask(**question("hex", (5,), every=False, placed=[cells, to_move]))
    assert not cells[answer["best"]] and answer["proven"]
    answer = ask(**question("hex", (5,), placed=[cells, to_move]))
    winner = max(stones.values())
    assert answer["w_star"] == winner and (winner != to_move or answer["outcomes"][answer["best"]] == winner)


# On CPython few: it is slow.
FEW = (("hex", (3,)), ("havannah", (2,)), ("y", (4,)), ("mnk", (4, 3, 3)), ("fano", ()), ("three-player", ()))


@pytest.mark.parametrize("ask", ["cpython"], indirect=True)
@pytest.mark.parametrize("name, size", FEW, ids=str)
def test_answers_are_those_of_the_position_that_moves_lead_to(ask, name, size):
    chance = random.Random(f"{name} {size}")
    assert sum(check_equal(ask, name, size, chance) for _ in range(2)) > 0
    assert sum(check_true(ask, name, size, chance) for _ in range(9)) or name == "three-player"


@pytest.mark.parametrize("ask", ["micropython"], indirect=True)
def test_answers_on_micropython_are_those_too(ask):
    for name, size in FEW:
        chance = random.Random(f"{name} {size}")
        assert sum(check_equal(ask, name, size, chance) for _ in range(2)) > 0
        assert sum(check_true(ask, name, size, chance) for _ in range(9)) or name == "three-player"


@pytest.mark.long
@pytest.mark.parametrize("ask", ["micropython"], indirect=True)
@pytest.mark.parametrize("name, size", SMALL, ids=str)
def test_answers_on_2000_random_positions(ask, name, size):
    chance, equal = random.Random(f"2000 {name} {size}"), 0
    while equal < MANY:
        equal += check_equal(ask, name, size, chance, 2_000_000)
    assert sum(check_true(ask, name, size, chance) for _ in range(2 * MANY)) or name == "three-player"
