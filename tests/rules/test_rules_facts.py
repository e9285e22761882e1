"""Known facts of the games: positions, games and nodes, counted through the rules and by brute force."""

import pytest
from support.judges.lines import Oracle, mnk, three_player

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import three_player as three_player_game
from glowgrid.games import tic_tac_toe
from glowgrid.games.mnk import GAME as MNK
from glowgrid.rules.lines import rows_of
from glowgrid.rules.position import perft


def walked(position, depth=None):
    """Return the cells (bytes) of every position that play and undo reach within `depth` plies, as a set."""
    seen = {bytes(position.cells)}

    def walk(left):
        if left == 0:
            return
        for point in range(position.points):
            if position.play(point):
                cells = bytes(position.cells)
                if cells not in seen:
                    seen.add(cells)
                    walk(left - 1)
                position.undo()

    # Each position has only one number of plies, so a position seen before was already expanded.
    walk(-1 if depth is None else depth)
    return seen


def test_tic_tac_toe_has_5478_positions():
    positions = walked(tic_tac_toe.GAME.setup())
    assert len(positions) == 5478
    assert positions == {bytes(cells) for cells in Oracle(mnk(3, 3, 3)).reachable()}


def test_tic_tac_toe_has_255168_games_46080_of_them_drawn_and_its_known_perft():
    position = tic_tac_toe.GAME.setup()
    perft_of, counts = [0] * 10, {"games": 0, "drawn": 0}

    def walk():
        perft_of[position.plies] += 1
        if position.is_over():
            counts["games"] += 1
            counts["drawn"] += position.is_draw()
            return
        for point in range(9):
            if position.play(point):
                walk()
                position.undo()

    walk()
    assert counts == {"games": 255_168, "drawn": 46_080}
    assert perft_of == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [perft(position, depth) for depth in range(7)] == perft_of[:7]


def test_perft_of_three_players():
    counts = [perft(three_player_game.GAME.setup(), depth) for depth in range(5)]
    assert counts == [1, 16, 240, 3360, 43680]  # no side has three stones before ply 7


def test_perft_of_three_players_where_games_end():
    position, opening = three_player_game.GAME.setup(), (5, 6, 9, 10, 0, 3)
    oracle = Oracle(three_player())
    cells = oracle.empty()
    for point in opening:
        assert position.play(point)
        cells = oracle.after(cells, point)
    oracle.empty = lambda: cells
    assert [perft(position, depth) for depth in range(5)] == oracle.sequences(4)
    assert perft(position, 2) == 10 * 9 - 9  # side 1 has 5 and 10, so 15 ends the game


def test_positions_of_three_players_match_brute_force():
    oracle = Oracle(three_player())
    assert walked(three_player_game.GAME.setup(), 3) == {bytes(cells) for cells in oracle.reachable(3)}


@pytest.mark.parametrize(
    "rows, columns, k, lines",
    [
        (3, 3, 3, 8),
        (4, 4, 4, 10),
        (5, 4, 4, 2 * 4 + 5 + 2 * 2),
        (8, 8, 5, 2 * 8 * 4 + 2 * 16),
        (1, 7, 2, 6),
        (4, 5, 1, 20),
    ],
)
def test_the_lines_of_mnk_are_all_straight_rows_once_each(rows, columns, k, lines):
    found = [frozenset(line) for line in rows_of(rows, columns, k)]
    assert len(found) == len(set(found)) == lines
    assert set(found) == {pattern for pattern, _ in mnk(rows, columns, k)[2]}


@pytest.mark.parametrize(
    "size",
    [(1, 1, 1), (2, 2, 2), (2, 4, 3), (4, 2, 3), (3, 3, 2), (2, 5, 4)],
)
def test_mnk_reaches_the_positions_and_sequences_of_brute_force(size):
    oracle = Oracle(mnk(*size))
    depth = min(size[0] * size[1], 6)
    assert [perft(MNK.setup(size), plies) for plies in range(depth + 1)] == oracle.sequences(depth)
    assert walked(MNK.setup(size), depth) == {bytes(cells) for cells in oracle.reachable(depth)}
