"""Outcome and plies of every move on fields that the bit masks solve, against brute force."""

from random import Random

import pytest
from cases import long
from line_games import TO_THE_END, as_oracle, engine_of, position_with, searched
from random_play import after_random_moves
from support.judges.lines import DRAW, Oracle, mnk

from glowgrid.answers import UNDECIDED, m_hat, w_k, w_star
from glowgrid.games import mnk as mnk_game
from glowgrid.games import tic_tac_toe
from glowgrid.levels import LEVELS, level_limits
from glowgrid.search import DRAWN, Limits, lines


def answers(verdict, oracle, cells):
    return {move: (as_oracle(verdict.outcomes[move]), verdict.plies[move]) for move in oracle.moves(cells)}


def truths(oracle, cells):
    found = {}
    for move in oracle.moves(cells):
        outcome, plies = oracle.solved(oracle.after(cells, move))
        found[move] = outcome, plies + 1
    return found


@pytest.mark.parametrize("step", [4, long(1)])
def test_all_positions_and_exact_answers_of_3x3(step):
    tables, oracle = tic_tac_toe.GAME.setup().tables, Oracle(mnk(3, 3, 3))
    engine, marks = engine_of(tables), bytearray(9)
    strongest = level_limits(tables.position(), LEVELS)
    positions = sorted(cells for cells in oracle.reachable() if oracle.moves(cells))
    assert len(positions) == 4520  # 5,478 minus the 958 finished ones
    for cells in positions[::step]:
        position = position_with(tables, cells)
        verdict = searched(engine, position, TO_THE_END, every=True)
        assert answers(verdict, oracle, cells) == truths(oracle, cells), cells
        outcome, plies = oracle.solved(cells)
        assert as_oracle(w_star(verdict, position)) == outcome
        for k in range(10):
            late = DRAWN if outcome == DRAW and k else UNDECIDED
            assert w_k(verdict, position, k) == (late if outcome == DRAW or plies > k else outcome), (cells, k)
        held = [move for move in oracle.moves(cells) if oracle.solved(oracle.after(cells, move))[0] == outcome]
        assert m_hat(verdict, position, marks) == len(held)
        assert [point for point in range(9) if marks[point]] == held
        assert truths(oracle, cells)[verdict.best] == (outcome, plies), cells
        best = searched(engine, position, strongest).best  # so no reply can ever beat the last level
        assert oracle.solved(oracle.after(cells, best))[0] == outcome, cells


@pytest.mark.parametrize(
    "m, n, k, plies, number",
    [
        (3, 4, 3, 3, 15),
        long(4, 3, 3, 2, 20),
        long(2, 6, 3, 2, 20),
        (1, 9, 4, 0, 20),
        (4, 4, 3, 7, 15),
        long(4, 4, 4, 8, 40),
        (5, 4, 4, 12, 12),
        (5, 5, 3, 17, 20),
    ],
    ids=str,
)
def test_random_positions_on_larger_fields(m, n, k, plies, number):
    """Also that best is the quickest win or the longest loss, move by move and without `every`."""
    tables, oracle, random = mnk_game.setup(m, n, k).tables, Oracle(mnk(m, n, k)), Random(m + n + k)
    assert lines.is_small(tables)
    engine = engine_of(tables)
    for _ in range(number):
        position = after_random_moves(tables.position, plies + random.randint(0, 3), random)
        cells = tuple(position.cells)
        truth = truths(oracle, cells)
        verdict = searched(engine, position, TO_THE_END, every=True)
        assert verdict.proven and answers(verdict, oracle, cells) == truth, cells
        score = verdict.score
        assert truth[verdict.best] == oracle.solved(cells), cells
        verdict = searched(engine, position, TO_THE_END)
        assert verdict.proven and truth[verdict.best] == oracle.solved(cells), cells
        assert verdict.score == score, cells


@pytest.mark.parametrize("m, n, k, plies", [(3, 3, 3, 0), long(4, 4, 3, 6), (4, 4, 4, 8)], ids=str)
def test_answers_come_one_by_one_and_are_never_withdrawn(m, n, k, plies):
    """With any amount of work: every answer is true, and the best move is never one known to be worse."""
    tables, oracle, random = mnk_game.setup(m, n, k).tables, Oracle(mnk(m, n, k)), Random(m * n)
    engine, partly = engine_of(tables), 0
    for _ in range(30):
        position = after_random_moves(tables.position, plies + random.randint(0, 3), random)
        cells = tuple(position.cells)
        truth = truths(oracle, cells)
        work = random.choice((20, 100, 400, 2000, 10**8))
        engine.start(position, Limits(work), True)
        verdict, done = engine.verdict, False
        while not done:
            done = engine.step(random.randint(20, 180))
            known = 0
            for move, (outcome, here) in answers(verdict, oracle, cells).items():
                assert outcome in (None, truth[move][0]) and here in (0, truth[move][1]), (cells, move)
                known += outcome is not None
            partly += 0 < known < len(truth)
        assert not cells[verdict.best]
        if verdict.outcomes[verdict.best] not in (0, DRAWN, position.to_move):
            assert all(verdict.outcomes[move] for move in truth)
    assert partly > 4
