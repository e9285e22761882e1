"""The bitboard solver and the shipped engine on real fields, with their symmetries, against brute force."""

from random import Random

import pytest
from line_games import engine_of, random_position, searched
from support.judges.lines import Oracle, mnk

from glowgrid.games import mnk as mnk_game
from glowgrid.memory import new_table
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines
from glowgrid.search import DRAWN, Engine, Limits, lines
from glowgrid.search.lines.solver import BitSolver, Solve
from glowgrid.search.lines.stones import Stones

SIZES = [(3, 3, 3), (2, 5, 3), (1, 9, 4)]
LONG_SIZES = [pytest.param(*size, marks=pytest.mark.long) for size in ((3, 4, 3), (4, 3, 3), (3, 4, 4), (2, 6, 3))]
MOST_POSITIONS = 400


def solver_of(tables):
    solver = BitSolver(tables, Stones(tables).order, new_table())
    solver.find_symmetries(tables.field)
    return solver


@pytest.mark.parametrize("m, n, k", SIZES + LONG_SIZES, ids=str)
def test_value_and_move_from_the_empty_field_on(m, n, k):
    """Early plies, where positions are looked up by their least mirror image, and later ones."""
    oracle, tables = Oracle(mnk(m, n, k)), mnk_game.setup(m, n, k).tables
    assert lines.is_small(tables)
    engine, random, seen = Engine(tables.points, [Solve(solver_of(tables))]), Random(m * n + k), set()
    positions = [tables.position()] + [random_position(tables, random, 6) for _ in range(MOST_POSITIONS)]
    for position in positions:
        cells, me = tuple(position.cells), position.to_move
        if cells in seen:
            continue
        seen.add(cells)
        verdict = searched(engine, position, Limits(10**9), budget=1000)
        truth = oracle.paranoid(cells, me)
        assert verdict.settled and verdict.outcomes[verdict.best] == {1: me, 0: DRAWN, -1: 3 - me}[truth], cells
        assert oracle.paranoid(oracle.after(cells, verdict.best), me) == truth, (cells, verdict.best)
    assert len(seen) > MOST_POSITIONS // 8


@pytest.mark.parametrize("m, n, k, images", [(3, 3, 3, 8), (4, 4, 4, 8), (3, 4, 3, 4)])
def test_all_symmetries_of_the_field_are_used(m, n, k, images):
    tables = mnk_game.setup(m, n, k).tables
    permutations = bytes(solver_of(tables).images[1])
    assert len(permutations) == images * tables.points
    assert permutations[: tables.points] == bytes(range(tables.points))
    assert len({permutations[i : i + tables.points] for i in range(0, len(permutations), tables.points)}) == images


def test_games_with_too_many_lines_get_alpha_beta():
    random = Random(1)
    many = {tuple(sorted(random.sample(range(24), 12))) for _ in range(5461)}
    tables = Lines(square(5, 5), 2, sorted(many))
    assert not lines.is_small(tables)
    assert tables.position().play(searched(engine_of(tables), tables.position(), Limits(20_000)).best)
