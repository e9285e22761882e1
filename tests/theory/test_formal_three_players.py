"""The three-player state space on hand-made states, max^n and paranoid play, and the firmware against them.

On 3x3 (one sub-square) everything is whole: the rules on all 26,930 states, `w_star`, `m_hat` and what the mover can
force on all of them up to symmetry (and `w_star` and `m_hat` on all of them in `make test-all`). On 4x4 games start
from thinned positions: random moves until few points are left.
"""

from random import Random

import pytest
from line_games import alpha_beta_of, engine_of, searched

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import answers
from glowgrid.games import three_player
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.search import DRAWN, Limits
from glowgrid.search.verdict import SURE_LOSS, SURE_WIN
from host_sim.theory.formal import max_n
from host_sim.theory.formal import three_players as tp

TO_THE_END = Limits(10**6)


def board(text):
    return tuple(tuple(map(int, row)) for row in text.split())


def test_no_operator_acts_on_a_goal_state():
    won = tp.o(3, 3, (board("1230 0120 0000 0000"), 1))
    assert won == (board("1230 0120 0010 0000"), 2) and tp.is_goal_state(won) and tp.winner(won) == 1
    assert tp.applicable(won) == () and not tp.in_dom(4, 4, won)
    with pytest.raises(ValueError):
        tp.o(4, 4, won)


def test_the_24_lines_are_what_row_col_and_diag_find():
    assert [len(tp.lines(size)) for size in (3, 4, 5)] == [8, 24, 48]
    for size in (3, 4):
        for line in tp.lines(size):
            for k in tp.J:
                a = tp.a_0(size)
                for _number, (i, j) in enumerate(sorted(line)):
                    assert not tp.has_line(a)
                    a = tp.l(i, j, k, a)
                assert tp.has_line(a)


def test_26930_states_of_3x3_are_reachable_and_the_first_plies_of_4x4():
    assert len(tp.reachable(tp.initial(3))) == 26_930
    # Without repetition: 16; 16 * 15; 16 * 15 * 14; four stones, two of side 1 in either order.
    assert len(tp.reachable(tp.initial(), 4)) == 1 + 16 + 240 + 3360 + 16 * 15 * 14 * 13 // 2


def test_a_player_takes_its_win_then_a_draw_then_the_first_of_what_is_left():
    # 3 to move on the two last entries: (2, 3) completes its row, (3, 1) does not.
    state = (board("112 330 021"), 3)
    assert max_n.w_star(state) == 3 and max_n.m_hat(state) == {(2, 3)}
    assert (max_n.forced(state, 3), max_n.forced(state, 1), max_n.forced(state, 2)) == (2, 0, 0)
    # A last entry that completes nothing.
    drawn = (board("121 132 210"), 3)
    assert tp.applicable(drawn) == ((3, 3),)
    assert max_n.w_star(drawn) == 0 and max_n.m_hat(drawn) == {(3, 3)} and max_n.forced(drawn, 1) == 1


def test_among_moves_that_all_lose_the_first_decides_who_wins():
    """2 is to move. 3 wins at (1, 3); if 2 takes that, 1 wins at (2, 3) or (3, 3), of which 3 can stop one."""
    state = (board("330 110 110"), 2)
    outcomes = {m: max_n.w_star(tp.o(*m, state)) for m in tp.applicable(state)}
    assert outcomes == {(1, 3): 1, (2, 3): 3, (3, 3): 3}
    assert max_n.w_star(state) == 1  # by (1, 3), the first in reading order
    assert max_n.m_hat(state) == {(1, 3), (2, 3), (3, 3)}  # all are as bad for 2


def tables_of(size):
    return Lines(square(size, size), 3, rows_of(size, size, 3))


def walk(position, state, seen=None):
    """Every state that operators lead to, once, with the position that plays along."""
    seen = set() if seen is None else seen
    seen.add(state)
    yield position, state
    size = len(state[0])
    for i, j in tp.applicable(state):
        after = tp.o(i, j, state)
        if after not in seen:
            assert position.play(size * (i - 1) + j - 1)
            yield from walk(position, after, seen)
            position.undo()


def check_rules(position, state):
    """Turn, winner, end and legal moves of the position are those of the state."""
    assert position.to_move == state[1]
    assert position.winner == tp.winner(state)
    assert position.is_draw() == tp.DRAW(state[0])
    assert position.is_over() == tp.is_goal_state(state)
    size = len(state[0])
    for point in range(position.points):
        i, j = point // size + 1, point % size + 1
        played = position.play(point)
        assert played == tp.in_dom(i, j, state)
        if played:
            after = tp.o(i, j, state)
            assert (tuple(position.cells), position.to_move) == (sum(after[0], ()), after[1])
            position.undo()


def check_search(engine, position, state):
    """w_star and m_hat of the engine are those of max^n."""
    marks, size = bytearray(position.points), len(state[0])
    verdict = searched(engine, position, TO_THE_END, every=True)
    assert answers.w_star(verdict, position) == (max_n.w_star(state) or DRAWN), state
    number = answers.m_hat(verdict, position, marks)
    found = {(p // size + 1, p % size + 1) for p in range(position.points) if marks[p]}
    assert found == max_n.m_hat(state) and number == len(found), state


def check_forced(alone, position, state):
    """A search of one side against all others proves what the mover can force."""
    if not position.is_over():
        verdict = searched(alone, position, TO_THE_END)
        assert verdict.proven
        claimed = (verdict.score > SURE_WIN) - (verdict.score < SURE_LOSS) + 1
        assert claimed == max_n.forced(state, state[1]), state


def is_first_of_its_images(state):
    """Return whether the board is the least of those that turns and reflections make of it."""
    a, images = state[0], []
    for _ in range(4):
        a = tuple(zip(*a[::-1]))
        images += [a, a[::-1]]
    return state[0] == min(images)


@pytest.mark.long
def test_rules_and_engine_on_3x3():
    """The rules on every state; up to symmetry what the engine knows, and what a side can force."""
    tables = tables_of(3)
    engine, alone = engine_of(tables), alpha_beta_of(tables)
    number = goals = searches = 0
    for position, state in walk(tables.position(), tp.initial(3)):
        check_rules(position, state)
        number += 1
        goals += tp.is_goal_state(state)
        if is_first_of_its_images(state):
            check_search(engine, position, state)
            check_forced(alone, position, state)
            searches += 1
    assert (number, goals, searches) == (26_930, 2536, 3495)


def thinned(random, empty):
    """Return a position of 4x4 under way after random moves, with `empty` points left, and its state."""
    while True:
        position, state = three_player.GAME.setup(), tp.initial()
        while not tp.is_goal_state(state):
            if len(tp.applicable(state)) == empty:
                return position, state
            i, j = random.choice(tp.applicable(state))
            state = tp.o(i, j, state)
            assert position.play(4 * (i - 1) + j - 1)


@pytest.mark.parametrize("empty, number", [(4, 12), (5, 5), (6, 2)])
def test_4x4_from_thinned_positions_whole(empty, number):
    random, checked = Random(empty), 0
    tables = three_player.GAME.setup().tables
    engine, alone = engine_of(tables), alpha_beta_of(tables)
    for _ in range(number):
        for position, state in walk(*thinned(random, empty)):
            check_rules(position, state)
            check_search(engine, position, state)
            check_forced(alone, position, state)
            checked += 1
    assert checked > 200
