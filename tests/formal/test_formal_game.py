"""The formal game of the first document on hand-made states: setup, actions, victory, draw, progress, view."""

from itertools import product

import pytest

from host_sim.formal import formal_game as fg

MIXED = ((1, -1, 1), (0, -1, 0), (0, 0, 1))
FULL_DRAW = ((1, -1, 1), (1, -1, -1), (-1, 1, 1))


def test_there_are_two_players_19683_boards_and_39366_states():
    assert fg.P == {1, -1}
    assert len(set(fg.B())) == 3**9
    assert len(set(fg.S())) == 2 * 3**9
    assert fg.setup() in set(fg.S())


def test_a_state_is_a_player_and_a_board():
    s = fg.state(-1, MIXED)
    assert (fg.player(s), fg.board(s)) == (-1, MIXED)
    assert fg.setup() == (1, ((0, 0, 0),) * 3)
    assert (fg.next_player(1), fg.next_player(-1)) == (-1, 1)


def test_place_changes_one_entry():
    assert fg.place(MIXED, -1, 2, 1) == ((1, -1, 1), (-1, -1, 0), (0, 0, 1))
    assert fg.place(MIXED, 1, 3, 2) == ((1, -1, 1), (0, -1, 0), (0, 1, 1))


def test_columns_rows_and_diagonals_are_sets_of_entries():
    s = (1, MIXED)
    assert [fg.col(s, j) for j in (1, 2, 3)] == [{1, 0}, {-1, 0}, {1, 0}]
    assert [fg.row(s, i) for i in (1, 2, 3)] == [{1, -1}, {0, -1}, {0, 1}]
    assert fg.dd(s) == {1, -1}
    assert fg.ad(s) == {1, -1, 0}


def test_a_player_sees_the_whole_state():
    assert fg.view((1, MIXED), -1) == fg.view((1, MIXED), 1) == (1, MIXED)


def test_a_legal_action_puts_a_mark_and_passes_the_turn():
    assert fg.action((1, MIXED), 1, 3, 1) == (-1, ((1, -1, 1), (0, -1, 0), (1, 0, 1)))


@pytest.mark.parametrize(
    "q, i, j",
    [
        (-1, 2, 1),  # not the turn of -1
        (1, 1, 1),
        (1, 2, 2),  # taken
        (1, 0, 1),
        (1, 1, 0),
        (1, 4, 1),
        (1, 1, 4),
        (1, -1, 1),
        (1, 2, -1),  # off the board; 0 passes as printed
        (0, 2, 1),
        (2, 2, 1),  # no player
    ],
)
def test_an_illegal_action_leaves_the_state(q, i, j):
    assert fg.action((1, MIXED), q, i, j) == fg.progress((1, MIXED), q, i, j) == (1, MIXED)


@pytest.mark.parametrize(
    "line",
    [
        [(1, 1), (1, 2), (1, 3)],
        [(2, 1), (2, 2), (2, 3)],
        [(3, 1), (3, 2), (3, 3)],
        [(1, 1), (2, 1), (3, 1)],
        [(1, 2), (2, 2), (3, 2)],
        [(1, 3), (2, 3), (3, 3)],
        [(1, 1), (2, 2), (3, 3)],
        [(1, 3), (2, 2), (3, 1)],
    ],
)
@pytest.mark.parametrize("q", [1, -1])
def test_each_of_the_eight_lines_wins_and_two_thirds_of_it_do_not(line, q):
    b = fg.board(fg.setup())
    for i, j in line:
        assert not fg.victory((q, b), q)
        b = fg.place(b, q, i, j)
    assert fg.victory((q, b), q) and not fg.victory((q, b), -q) and not fg.victory((q, b), 0)


def test_the_empty_board_has_no_winner_and_0_is_none():
    assert not any(fg.victory(fg.setup(), q) for q in (1, 0, -1))


def test_a_full_board_without_a_line_is_a_draw():
    assert fg.draw((-1, FULL_DRAW))
    assert not fg.draw((1, MIXED))
    assert not fg.draw((-1, ((1, 1, 1), (-1, -1, 1), (-1, 1, -1))))  # full, and 1 has won


def test_progress_ends_with_a_victory_of_either_player_and_with_a_draw():
    won = ((1, 1, 1), (-1, -1, 0), (0, 0, 0))
    for p, (i, j) in product((1, -1), ((2, 3), (3, 1), (1, 1))):
        assert fg.progress((p, won), p, i, j) == (p, won)
    assert fg.progress((-1, FULL_DRAW), -1, 1, 1) == (-1, FULL_DRAW)


def test_progress_reaches_5478_states_and_255168_ends_of_games():
    ways = {fg.setup(): 1}
    states, games = 0, 0
    while ways:
        states += len(ways)
        after = {}
        for s, number in ways.items():
            nexts = {fg.progress(s, fg.player(s), i, j) for i, j in product((1, 2, 3), repeat=2)} - {s}
            games += 0 if nexts else number
            for following in nexts:
                after[following] = after.get(following, 0) + number
        ways = after
    assert (states, games) == (5478, 255_168)
