"""Who wins within k plies, w_k, against brute force over the rules.

Each answer for k up to a depth must be right or unknown; for every searched depth it must be known.
"""

import random

import pytest
from random_play import after_random_moves
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


def searched(engine, position, plies, limits):
    """Return the verdict after this many plies were searched, or all is done."""
    engine.start(position, limits, True)
    while not engine.step(5_000) and engine.verdict.depth < plies:
        pass
    return engine.verdict


def check_every_k(engine, position, most, known):
    verdict = searched(engine, position, most, Limits(WORK))
    for k in range(1, most + 1):
        if position.sides > 2:
            verdict = searched(engine, position, 255, Limits(WORK, cut=k))
        answer = w_k(verdict, position, k)
        assert (0 if answer in (DRAWN, UNDECIDED) else answer) == brute(position, k, known)[0], k
        assert answer, k


def check_rows(verdict, position, most, known):
    """A winner is right, its plies too if they are known, and both are known as deep as was searched."""
    for move in range(position.moves) if position.sides == 2 else ():
        if position.play(move):
            winner, plies = brute(position, most - 1, known)
            position.undo()
            said, within = verdict.outcomes[move], verdict.plies[move]
            if winner and plies < verdict.depth:
                assert (said, within) == (winner, plies + 1), move
            elif winner:
                assert (said, within) == (winner, plies + 1) or not within and said in (0, winner), move
            else:
                assert said in (0, DRAWN) or not 0 < within <= most, move


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.sample(3)
def test_w_k_is_exact(kind, night_seed):
    name, size, fewest, most, plies = kind
    chance = random.Random(night_seed)
    engine, known = engine_for(set_up(name, size)[0]), {}
    for _ in range(4):
        position = after_random_moves(lambda: set_up(name, size)[0], chance.randint(fewest, most), chance)
        check_every_k(engine, position, plies, known)
        check_rows(engine.verdict, position, plies, known)
