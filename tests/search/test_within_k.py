"""Who wins within k plies, w_k, against brute force over the rules.

Each answer for k up to a depth must be right or unknown; for every searched depth it must be known.
"""

import random
from functools import cache
from typing import Any

import pytest
from support.judges.brute import brute

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.answers import UNDECIDED, w_k
from glowgrid.search import DRAWN, Limits, engine_for
from host_sim.engine.engine_program import set_up

WORK = 1_500_000
# Name, size, fewest and most stones, plies to look ahead; "three": the lines of m,n,k with three sides.
KINDS = [
    ("tic-tac-toe", (), 0, 8, 5),
    ("mnk", (4, 4, 3), 3, 14, 4),
    ("mnk", (5, 5, 4), 8, 22, 4),
    ("mnk", (6, 6, 4), 14, 34, 3),
    ("mnk", (8, 8, 5), 30, 62, 3),
    ("fano", (), 0, 6, 7),
    ("hex", (3,), 0, 7, 7),
    ("hex", (5,), 8, 22, 4),
    ("hex", (7,), 18, 44, 3),
    ("havannah", (3,), 5, 17, 4),
    ("havannah", (4,), 10, 34, 3),
    ("y", (4,), 1, 8, 5),
    ("three-player", (), 2, 15, 4),
    ("three", (4, 5, 3), 6, 19, 3),
]


@cache
def engine_of(name, size):
    return engine_for(set_up(name, size)[0])


def random_position(name, size, fewest, most, chance, swap=False):
    while True:
        position: Any = set_up(name, size)[0]
        position.swap_rule = swap
        for _ in range(chance.randint(fewest, most)):
            if not position.is_over():
                position.play(chance.choice([move for move in range(position.moves) if position.is_legal(move)]))
        if not position.is_over():
            return position


def searched(engine, position, plies, limits):
    """Return the verdict after this many plies were searched, or all is done."""
    engine.start(position, limits, True)
    while not engine.step(5_000) and engine.verdict.depth < plies:
        pass
    return engine.verdict


def faults(engine, position, most):
    """Return (wrong answers of w_k and its rows for a position, for k up to `most`; the share of k that is known)."""
    found, known, answered = [], {}, 0
    verdict = searched(engine, position, most, Limits(WORK))
    for k in range(1, most + 1):
        if position.sides > 2:
            verdict = searched(engine, position, 255, Limits(WORK, cut=k))
        answer = w_k(verdict, position, k)
        answered += answer != 0
        right = brute(position, k, known)[0]
        if answer and (0 if answer in (DRAWN, UNDECIDED) else answer) != right:
            found.append(f"w_{k} {answer}, but it is {right}")
        if not answer and k <= verdict.depth:
            found.append(f"w_{k} unknown, but {verdict.depth} plies were searched")
    for move in range(position.moves) if position.sides == 2 else ():
        if position.play(move):
            winner, plies = brute(position, most - 1, known)
            position.undo()
            row = verdict.outcomes[move], verdict.plies[move]
            if winner and row != (winner, plies + 1) and (row[1] or plies < verdict.depth or row[0] not in (0, winner)):
                found.append(f"move {move} leads to {row}, but {(winner, plies + 1)} is right")
            if not winner and row[0] not in (0, DRAWN) and 0 < row[1] <= most:
                found.append(f"move {move} leads to {row}, but no side wins within {most} plies")
    return found, answered / most


def positions(kind, number, seed):
    """Yield (the moves to a random position of this kind, what is wrong there, the share of k that is known)."""
    name, size, fewest, most, plies = kind
    chance = random.Random(seed)
    for _ in range(number):
        position = random_position(name, size, fewest, most, chance)
        yield list(position.history[: position.plies]), *faults(engine_of(name, size), position, plies)


def judge(kind, number, seed):
    known = 0
    for moves, wrong, share in positions(kind, number, seed):
        assert not wrong, (kind, moves)
        known += share
    return known / number


@pytest.mark.parametrize("number", [3, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_w_k_is_exact(kind, number):
    assert judge(kind, number, 1) == 1


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_w_k_is_exact_on_many_positions(kind, night_seed):
    assert judge(kind, 200, night_seed + 1) == 1
