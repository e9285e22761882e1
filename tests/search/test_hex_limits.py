"""The solver of Hex with the limits of the handheld, and with much smaller ones: it claims nothing false at any time.

Here it runs as on the handheld, in its buffers. Stones may be of any side, as in a position that a person sets up.
"""

from random import Random

import pytest
from exact_hex import judged

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from glowgrid.memory import Memory
from glowgrid.rules.placed import place
from glowgrid.search.engine import Engine, Limits
from glowgrid.search.groups.hex_solver import HexSolver
from glowgrid.search.verdict import DRAW

WORK = 2_000_000
LIMITS = {  # see hex_links.py
    "handheld": None,
    "few connections": bytes((24, 1, 2, 2, 22, 4)),
    "few groups": bytes((3, 4, 6, 8, 22, 4)),
    "few positions": bytes((24, 4, 6, 8, 22, 0)),
    "few plies": bytes((24, 4, 6, 8, 3, 4)),
}


def random_position(size, empty, random):
    """Return stones of random sides, the side to move, and its winning moves."""
    while True:
        points = random.sample(range(size * size), size * size - empty)
        stones, to_move = {point: random.randrange(1, 3) for point in points}, random.randrange(1, 3)
        wins = judged(size, [stones.get(point, 0) for point in range(size * size)], to_move)
        if wins is not None:
            return stones, to_move, wins


@pytest.mark.parametrize("most", LIMITS.values(), ids=LIMITS)
@pytest.mark.parametrize("size, empty", [(3, 6), (4, 8), (5, 9), (6, 9), (7, 9)])
def test_every_claim_is_true_whenever_the_search_is_looked_at(size, empty, most):
    random, proven = Random(size), 0
    solver = HexSolver(Memory(), most) if most else HexSolver(Memory())
    engine = Engine(size * size + 1, [solver])
    for number in range(8):
        stones, to_move, wins = random_position(size, empty, random)
        position, every = place(hex.setup(size), stones, to_move), bool(number % 2)
        engine.start(position, Limits(WORK), every)
        done = False
        while not done:
            done = engine.step(random.choice((1, 100, 5000)))
            if random.randrange(10) == 0:  # as if it were stopped here
                solver.stop()
            verdict = engine.verdict
            for point, outcome in enumerate(verdict.outcomes[: size * size]):
                assert not outcome or (outcome == to_move) == (point in wins), (stones, to_move, point)
            assert not verdict.proven or (verdict.score > DRAW) == bool(wins), (stones, to_move)
            assert verdict.score <= DRAW or verdict.best in wins, (stones, to_move)
        proven += verdict.proven
    assert proven
