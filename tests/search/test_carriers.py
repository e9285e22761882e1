"""The carrier in a verdict of Hex: with all else the loser's, the winner still wins, as another solver finds."""

from ast import literal_eval
from random import Random

import pytest
from three_tiers import on_cpython, on_unix_micropython

from glowgrid.games import hex
from glowgrid.rules.placed import place
from glowgrid.search import Limits, engine_for
from host_sim.theory.proofs.solver import Solver
from host_sim.theory.proofs.tables import bits, mask_of, tables_of

PROGRAM = """
from glowgrid.games import hex
from glowgrid.memory import Memory
from glowgrid.rules.placed import place
from glowgrid.search import Limits, engine_for
memory, engines = Memory(), {}
for size, stones, to_move, every in POSITIONS:
    position = place(hex.setup(size), stones, to_move)
    if size not in engines:
        engines[size] = engine_for(position, memory)
    engine = engines[size]
    engine.start(position, Limits(WORK), every)
    while not engine.step(100_000):
        pass
    print(engine.verdict.score, engine.verdict.proven, engine.verdict.carrier and list(engine.verdict.carrier))
"""


def random_positions(size, count, seed):
    """Return unfinished positions of a size as (size, stones, side to move), with as many stones of each side."""
    random, found = Random(seed), []
    while len(found) < count:
        points = random.sample(range(size * size), random.randrange(size * size - 5))
        stones = {point: 1 + number % 2 for number, point in enumerate(points)}
        if not place(hex.setup(size), stones, 1).is_over():
            found.append((size, stones, random.randrange(1, 3), bool(random.randrange(2))))
    return found


def wins_with(position, winner, carrier):
    """Return whether the winner wins with its stones and these points free, all else the loser's."""
    tables = tables_of(position)
    own = tables.stones[winner - 1]
    solver = Solver(tables, winner, True, 1_000_000, lambda met: None)
    return solver.carrier(own, tables.full & ~(own | carrier), int(position.to_move != winner))[0]


def judge(positions, printed):
    """Check what was printed of each position; return how many had a carrier, and the share of points in it."""
    judged, share = 0, 0
    for (size, stones, to_move, _), line in zip(positions, printed, strict=True):
        score, proven, carrier = line.split(" ", 2)
        if carrier == "None":
            continue
        carrier = mask_of(point for point, needed in enumerate(literal_eval(carrier)) if needed)
        position = place(hex.setup(size), stones, to_move)
        empty = mask_of(point for point in range(size * size) if not position.cells[point])
        assert not carrier & ~empty and proven == "True"
        winner = to_move if int(score) > 2048 else 3 - to_move
        assert wins_with(position, winner, carrier), (size, stones, to_move, carrier)
        judged += 1
        share += carrier.bit_count() / empty.bit_count()
    return judged, share / max(judged, 1)
