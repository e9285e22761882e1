"""Game-tree search by its definitions: on hand-made boards, against each other, and the engine against all of them."""

import pytest
from line_games import searched

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import answers
from glowgrid.games import tic_tac_toe
from glowgrid.search import DRAWN, Limits, engine_for
from host_sim.theory.formal import formal_game as fg
from host_sim.theory.formal import game_tree_search as gts

GAME = gts.tic_tac_toe()
REACHABLE = gts.reachable(GAME)
# O has answered a corner at the edge beside it: X makes a threat, then a double threat, then wins.
X_WINS_IN_FIVE = ((1, -1, 0), (0, 0, 0), (0, 0, 0))


def test_the_board_size_is_a_parameter():
    four = gts.tic_tac_toe(4)
    assert len(four.m(four.b0)) == 16
    assert four.w0(((0, 0, 0, 1), (0, 0, 1, -1), (0, 1, -1, 0), (1, -1, 0, 0))) == 1
    assert four.w0(((1, 1, 1, 0), (0, 0, 0, 0), (-1, -1, 0, 0), (-1, 0, 0, 0))) == 0
    assert gts.w_star(gts.tic_tac_toe(1), ((0,),)) == 1
    assert gts.w_star(gts.tic_tac_toe(2), ((0, 0), (0, 0))) == 1


def test_a_cut_game_is_undecided_until_the_cut_is_late_enough():
    b = X_WINS_IN_FIVE
    assert [gts.w_k(GAME, k, b) for k in range(9)] == [0, 0, 0, 0, 0, 1, 1, 1, 1]
    assert gts.m_hat(GAME, b) == {(2, 1), (2, 2), (3, 1)}


def test_the_definitions_agree_with_each_other_on_reachable_boards():
    assert len(REACHABLE) == 5478
    for b in sorted(REACHABLE)[::10]:
        assert gts.w_k(GAME, 0, b) == GAME.w0(b)
        assert gts.w_k(GAME, 1, b) == gts.w_1(GAME, b)
        assert gts.w_k(GAME, 9, b) == gts.w_star(GAME, b)
        series = [gts.w_k(GAME, k, b) for k in range(10)]
        assert series == [0] * series.count(0) + [gts.w_star(GAME, b)] * (10 - series.count(0))
        assert bool(gts.m_hat(GAME, b)) == (GAME.w0(b) == 0 and bool(GAME.m(b)))


def test_boards_and_winners_match_the_formal_game():
    for b in REACHABLE:
        won = [q for q in (1, -1) if fg.victory((GAME.p(b), b), q)]
        assert won == ([GAME.w0(b)] if GAME.w0(b) else [])
        if not won:
            for m in GAME.m(b):
                assert fg.progress((GAME.p(b), b), GAME.p(b), *m) == (-GAME.p(b), GAME.after(m, b))


def walk(position, b, seen):
    """Every board that play from b reaches, once, with the position that plays along."""
    seen.add(b)
    yield position, b
    for i, j in sorted(GAME.m(b)) if GAME.w0(b) == 0 else ():
        after = GAME.after((i, j), b)
        if after not in seen:
            assert position.play(3 * i + j - 4)
            yield from walk(position, after, seen)
            position.undo()


def player(side):
    """Return a side or outcome of the firmware as a player of the lecture."""
    return {1: 1, 2: -1, answers.UNDECIDED: 0, DRAWN: 0}[side]


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.long)])
def test_the_engine_knows_w_star_m_hat_and_w_k_on_every_reachable_board_and_for_every_k(step):
    engine, marks, searches, seen = engine_for(tic_tac_toe.GAME.setup()), bytearray(9), 0, set()
    for position, b in walk(tic_tac_toe.GAME.setup(), GAME.b0, seen):
        searches += not position.is_over()
        if len(seen) % step:
            continue
        assert tuple(position.cells) == tuple({1: 1, -1: 2, 0: 0}[x] for row in b for x in row)
        verdict = searched(engine, position, Limits(10**6), every=True)
        assert player(answers.w_star(verdict, position)) == gts.w_star(GAME, b), b
        number = answers.m_hat(verdict, position, marks)
        found = {(p // 3 + 1, p % 3 + 1) for p in range(9) if marks[p]}
        assert found == gts.m_hat(GAME, b) and len(found) == number, b
        for k in range(11):
            assert player(answers.w_k(verdict, position, k)) == gts.w_k(GAME, k, b), (k, b)
    assert seen == REACHABLE and searches == 4520


def test_an_engine_stopped_early_admits_that_it_does_not_know():
    position = tic_tac_toe.GAME.setup()
    verdict = searched(engine_for(position), position, Limits(5), every=True)
    marks = bytearray(b"\1" * 9)
    assert answers.w_star(verdict, position) == 0
    assert answers.w_k(verdict, position, 0) == answers.UNDECIDED and answers.w_k(verdict, position, 9) == 0
    assert answers.m_hat(verdict, position, marks) == 0 and not any(marks)
