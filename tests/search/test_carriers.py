"""The carrier in a verdict of Hex: with all else the loser's, the winner still wins, as another solver finds."""

from ast import literal_eval
from random import Random

import pytest
from three_tiers import on_cpython, on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from glowgrid.rules.placed import place
from glowgrid.search import Limits, engine_for
from glowgrid.search.verdict import DRAW
from host_sim.theory.proofs.solver import Solver
from host_sim.theory.proofs.tables import mask_of, tables_of

SOLVER = """
from glowgrid.search.engine import Engine
from glowgrid.search.groups.hex_solver import HexSolver
engine_of = lambda position: Engine(position.moves, [HexSolver(memory)])
"""
WHOLE_ENGINE = """
from glowgrid.search import engine_for
engine_of = lambda position: engine_for(position, memory)
"""
PROGRAM = """
from glowgrid.games import hex
from glowgrid.memory import Memory
from glowgrid.rules.placed import place
from glowgrid.search.engine import Limits
memory, engines = Memory(), {}
%s
for size, stones, to_move, every in POSITIONS:
    position = place(hex.setup(size), stones, to_move)
    position.swap_rule = False
    if size not in engines:
        engines[size] = engine_of(position)
    engine, verdict = engines[size], engines[size].verdict
    engine.start(position, Limits(3_000_000), every)
    while not engine.step(100_000):
        pass
    print([verdict.score, verdict.proven, verdict.carrier and list(verdict.carrier)[: size * size]])
"""


def random_positions(size, count, seed):
    """Return unfinished positions of a size as (size, stones, side to move, whether every move is asked for)."""
    random, found = Random(seed), []
    while len(found) < count:
        points = random.sample(range(size * size), random.randrange(size * size - 5))
        stones = {point: 1 + number % 2 for number, point in enumerate(points)}
        if not place(hex.setup(size), stones, 1).is_over():
            found.append((size, stones, random.randrange(1, 3), bool(random.randrange(2))))
    return found


def program(positions, engine):
    return f"POSITIONS = {positions}\n{PROGRAM % engine}"


def wins_with(position, winner, carrier):
    """Return whether the winner wins with its stones and these points free, all else the loser's."""
    tables = tables_of(position)
    own = tables.stones[winner - 1]
    solver = Solver(tables, winner, True, 1_000_000, lambda met: None)
    return solver.carrier(own, tables.full & ~(own | carrier), int(position.to_move != winner))[0]


def judged(positions, printed):
    """Check each carrier that was printed; return how many there were, and how many leave a point out."""
    count = smaller = 0
    for (size, stones, to_move, _), line in zip(positions, printed, strict=True):
        score, proven, carrier = literal_eval(line)
        assert proven == bool(carrier)
        if carrier:
            carrier = mask_of(point for point, needed in enumerate(carrier) if needed)
            empty = mask_of(point for point in range(size * size) if point not in stones)
            position, winner = place(hex.setup(size), stones, to_move), to_move if score > DRAW else 3 - to_move
            assert not carrier & ~empty and wins_with(position, winner, carrier), (size, stones, to_move, carrier)
            count += 1
            smaller += carrier != empty
    return count, smaller


@pytest.mark.parametrize(
    "size, count",
    [(3, 60), (4, 60), (5, 60), (6, 15), *(pytest.param(size, 300, marks=pytest.mark.long) for size in (3, 4, 5, 6))],
)
def test_the_winner_needs_no_other_point(size, count):
    positions = random_positions(size, count, size)
    proven, smaller = judged(positions, on_unix_micropython(program(positions, SOLVER)))
    assert proven > 0.9 * count and smaller > 0.5 * proven


def test_cpython_finds_the_same_ones():
    positions = random_positions(3, 30, 1) + random_positions(4, 6, 1)
    text = program(positions, SOLVER)
    assert on_cpython(text) == on_unix_micropython(text)


def test_who_asks_for_every_move_of_a_lost_position_learns_it():
    """Even where the end is so near that the horizon finds all plies first."""
    positions = [(*position[:3], True) for size in (3, 4, 5) for position in random_positions(size, 30, 7)]
    lost = [row for row in map(literal_eval, on_unix_micropython(program(positions, WHOLE_ENGINE))) if row[0] < DRAW]
    assert len(lost) > 10 and all(carrier for _, proven, carrier in lost if proven)


def test_a_first_stone_that_may_be_taken_over_has_none():
    position = hex.setup(3)
    position.play(4)
    engine = engine_for(position)
    for swap in True, False:
        position.swap_rule = swap
        engine.start(position, Limits(3_000_000), True)
        while not engine.step(100_000):
            pass
        assert bool(engine.verdict.carrier) == (not swap)
