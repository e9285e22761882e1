"""The bitboard solver and the shipped engine on real fields, with their symmetries, against brute force."""

from random import Random

import pytest
from brute_force import Oracle, mnk
from glowgrid.games import mnk as mnk_game
from glowgrid.games import tic_tac_toe
from glowgrid.search import LEVELS, engine_for, level_limits
from glowgrid.search.minimax import new_table, solvable
from glowgrid.search.solver import Solver
from glowgrid.search.state import LineState
from line_games import position_with, random_position, searched

SIZES = [(3, 3, 3), (3, 4, 3), (4, 3, 3), (3, 4, 4), (2, 6, 3), (1, 9, 4)]
MOST_POSITIONS = 400


def solver_of(tables):
    return Solver(tables, LineState(tables).order, new_table())


@pytest.mark.parametrize("m, n, k", SIZES, ids=str)
def test_value_and_move_from_the_empty_field_on(m, n, k):
    """Early plies, where positions are looked up by their least mirror image, and later ones."""
    oracle, tables = Oracle(mnk(m, n, k)), mnk_game.setup(m, n, k).tables
    assert solvable(tables)
    solver, random, seen = solver_of(tables), Random(m * n + k), set()
    positions = [tables.position()] + [random_position(tables, random, 6) for _ in range(MOST_POSITIONS)]
    for position in positions:
        cells, me = tuple(position.cells), position.to_move
        if cells in seen:
            continue
        seen.add(cells)
        solver.start(position)
        while not solver.step(50):
            pass
        truth = oracle.paranoid(cells, me)
        assert solver.value == truth + 2, cells
        assert oracle.paranoid(oracle.after(cells, solver.best), me) == truth, (cells, solver.best)
    assert len(seen) > MOST_POSITIONS // 8


@pytest.mark.parametrize("m, n, k, images", [(3, 3, 3, 8), (4, 4, 4, 8), (3, 4, 3, 4)])
def test_the_symmetries_of_the_field_are_all_used(m, n, k, images):
    tables = mnk_game.setup(m, n, k).tables
    permutations = bytes(solver_of(tables).images)
    assert len(permutations) == images * tables.points
    assert permutations[: tables.points] == bytes(range(tables.points))
    assert len({permutations[i : i + tables.points] for i in range(0, len(permutations), tables.points)}) == images


def test_the_shipped_engine_never_loses_3x3_from_any_position_that_is_not_lost():
    """Exhaustive over the real game: at its strongest level every move keeps the outcome, so no reply can beat it."""
    tables, oracle = tic_tac_toe.GAME.setup().tables, Oracle(mnk(3, 3, 3))
    engine = engine_for(tables)
    limits = level_limits(LEVELS, engine.node_us)
    searches = 0
    for cells in oracle.reachable():
        if oracle.moves(cells):
            position = position_with(tables, cells)
            me = position.to_move
            searched(engine, position, limits)
            assert oracle.paranoid(oracle.after(cells, engine.best), me) == oracle.paranoid(cells, me), cells
            searches += 1
    assert searches == 4520


def test_games_with_too_many_lines_are_left_to_the_kernel():
    from glowgrid.rules.geometry import square
    from glowgrid.rules.lines import Lines

    random = Random(1)
    lines = {tuple(sorted(random.sample(range(24), 12))) for _ in range(5461)}
    tables = Lines(square(5, 5), 2, sorted(lines))
    assert not solvable(tables)
    assert engine_for(tables).line_state.words
