"""Game-tree search by its definitions: on hand-made boards, against each other, and the engine against all of them.

`glowgrid/answers.py` asks the engine for `w_star`, `m_hat`, and `w_k` for every k from 0 to 10 on each of the 4,520
unfinished and 958 finished positions of 3x3.
"""

import runpy
from pathlib import Path

import pytest
from line_games import searched

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import answers
from glowgrid.games import tic_tac_toe
from glowgrid.search import DRAWN, Limits, engine_for
from host_sim.formal import formal_game as fg
from host_sim.formal import game_tree_search as gts

OWN = Path(__file__).resolve().parents[1] / "own_games"
GAME = gts.tic_tac_toe()
REACHABLE = gts.reachable(GAME)
X_WINS_IN_ONE = ((1, 1, 0), (-1, -1, 0), (0, 0, 0))
# O has answered a corner at the edge beside it: X makes a threat, then a double threat, then wins.
X_WINS_IN_FIVE = ((1, -1, 0), (0, 0, 0), (0, 0, 0))
O_MUST_BLOCK = ((1, 1, 0), (0, -1, 0), (0, 0, 0))


def test_the_standard_definitions_of_tic_tac_toe():
    assert GAME.b0 == ((0, 0, 0),) * 3 and GAME.p(GAME.b0) == 1
    assert GAME.m(X_WINS_IN_ONE) == {(1, 3), (2, 3), (3, 1), (3, 2), (3, 3)}
    after = GAME.after((1, 3), X_WINS_IN_ONE)
    assert after == ((1, 1, 1), (-1, -1, 0), (0, 0, 0))
    assert (GAME.w0(X_WINS_IN_ONE), GAME.w0(after), GAME.p(after)) == (0, 1, -1)
    assert GAME.w0(((0, 1, -1), (1, -1, 1), (-1, 0, 0))) == -1


def test_the_board_size_is_a_parameter():
    four = gts.tic_tac_toe(4)
    assert len(four.m(four.b0)) == 16
    assert four.w0(((0, 0, 0, 1), (0, 0, 1, -1), (0, 1, -1, 0), (1, -1, 0, 0))) == 1
    assert four.w0(((1, 1, 1, 0), (0, 0, 0, 0), (-1, -1, 0, 0), (-1, 0, 0, 0))) == 0
    assert gts.w_star(gts.tic_tac_toe(1), ((0,),)) == 1
    assert gts.w_star(gts.tic_tac_toe(2), ((0, 0), (0, 0))) == 1


def test_a_win_in_one_move():
    assert [gts.w_k(GAME, k, X_WINS_IN_ONE) for k in range(4)] == [0, 1, 1, 1]
    assert gts.w_1(GAME, X_WINS_IN_ONE) == gts.w_star(GAME, X_WINS_IN_ONE) == 1
    assert (1, 3) in gts.m_hat(GAME, X_WINS_IN_ONE)


def test_a_cut_game_is_undecided_until_the_cut_is_late_enough():
    b = X_WINS_IN_FIVE
    assert [gts.w_k(GAME, k, b) for k in range(9)] == [0, 0, 0, 0, 0, 1, 1, 1, 1]
    assert gts.m_hat(GAME, b) == {(2, 1), (2, 2), (3, 1)}


def test_o_loses_all_but_the_block():
    assert gts.m_hat(GAME, O_MUST_BLOCK) == {(1, 3)}
    assert gts.w_star(GAME, O_MUST_BLOCK) == 0
    assert gts.w_k(GAME, 2, GAME.after((3, 3), O_MUST_BLOCK)) == 1


def test_m_hat_is_empty_when_the_game_is_over():
    won = GAME.after((1, 3), X_WINS_IN_ONE)
    drawn = ((1, -1, 1), (1, -1, -1), (-1, 1, 1))
    assert gts.m_hat(GAME, won) == gts.m_hat(GAME, drawn) == frozenset()
    assert gts.w_star(GAME, won) == 1 and gts.w_star(GAME, drawn) == 0


def test_tic_tac_toe_is_a_draw_by_every_opening():
    assert gts.w_star(GAME, GAME.b0) == 0
    assert len(gts.m_hat(GAME, GAME.b0)) == 9


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_the_definitions_agree_with_each_other_on_reachable_boards(step):
    assert len(REACHABLE) == 5478
    for b in sorted(REACHABLE)[::step]:
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


def test_765_boards_up_to_symmetry():
    def turned(b):
        return tuple(zip(*b[::-1]))

    def images(b):
        for _ in range(4):
            b = turned(b)
            yield b
            yield b[::-1]

    assert len({min(images(b)) for b in REACHABLE}) == 765


# The engine ------------------------------------------------------------------------------------------------------


def walk(position, b, seen, game=GAME, number=lambda m: 3 * m[0] + m[1] - 4):
    """Every board that play from b reaches, once, with the position that plays along; `number` of a move is its."""
    seen.add(b)
    yield position, b
    for m in sorted(game.m(b)) if game.w0(b) == 0 else ():
        after = game.after(m, b)
        if after not in seen:
            assert position.play(number(m))
            yield from walk(position, after, seen, game, number)
            position.undo()


def player(side):
    """Return a side or outcome of the firmware as a player of the lecture."""
    return {1: 1, 2: -1, answers.UNDECIDED: 0, DRAWN: 0}[side]


@pytest.fixture(scope="module")
def engine():
    return engine_for(tic_tac_toe.GAME.setup())


def test_the_engine_knows_w_star_m_hat_and_w_k_on_every_reachable_board_and_for_every_k(engine):
    marks, searches, seen = bytearray(9), 0, set()
    for position, b in walk(tic_tac_toe.GAME.setup(), GAME.b0, seen):
        assert tuple(position.cells) == tuple({1: 1, -1: 2, 0: 0}[x] for row in b for x in row)
        verdict = searched(engine, position, Limits(10**6), every=True)
        searches += not position.is_over()
        assert player(answers.w_star(verdict, position)) == gts.w_star(GAME, b), b
        number = answers.m_hat(verdict, position, marks)
        found = {(p // 3 + 1, p % 3 + 1) for p in range(9) if marks[p]}
        assert found == gts.m_hat(GAME, b) and len(found) == number, b
        for k in range(11):
            assert player(answers.w_k(verdict, position, k)) == gts.w_k(GAME, k, b), (k, b)
    assert seen == REACHABLE and searches == 4520


def test_an_engine_stopped_early_admits_that_it_does_not_know(engine):
    position = tic_tac_toe.GAME.setup()
    verdict = searched(engine, position, Limits(5), every=True)
    marks = bytearray(b"\1" * 9)
    assert answers.w_star(verdict, position) == 0
    assert answers.w_k(verdict, position, 0) == answers.UNDECIDED and answers.w_k(verdict, position, 9) == 0
    assert answers.m_hat(verdict, position, marks) == 0 and not any(marks)


# A side without a legal move -------------------------------------------------------------------------------------

ROWS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def fenced():
    """The game of tests/own_games/fenced.py in the lecture's terms: b is (p, cells), and -1 has the first row."""

    def m(b):
        return frozenset(i for i, x in enumerate(b[1]) if not x and (b[0] == 1 or i < 3))

    def after(i, b):
        return -b[0], (*b[1][:i], b[0], *b[1][i + 1 :])

    def w0(b):
        return next((x for x in (1, -1) for row in ROWS if all(b[1][i] == x for i in row)), 0)

    return gts.Game((1, (0,) * 9), lambda b: b[0], m, after, w0)


def test_the_engine_matches_the_definitions_if_a_side_may_be_stuck():
    game, own = fenced(), runpy.run_path(str(OWN / "fenced.py"))["GAME"]
    engine, marks, stuck, seen = engine_for(own.setup()), bytearray(9), 0, set()
    for position, b in walk(own.setup(), game.b0, seen, game, int):
        assert player(answers.w0(position)) == game.w0(b) and position.is_over() == bool(game.w0(b) or not game.m(b)), b
        stuck += not (game.w0(b) or game.m(b))
        if position.plies < 3:
            continue  # it takes long and shows little more
        verdict = searched(engine, position, Limits(10**9), every=True)
        assert player(answers.w_star(verdict, position)) == gts.w_star(game, b), b
        answers.m_hat(verdict, position, marks)
        assert {i for i in range(9) if marks[i]} == gts.m_hat(game, b), b
        for k in range(8):
            assert player(answers.w_k(verdict, position, k)) == gts.w_k(game, k, b), (k, b)
    assert seen == gts.reachable(game) and stuck == 43
