"""Known facts of the games: positions, games and nodes, counted through the rules and by brute force."""

import pytest
from line_games import tables_of
from support.judges.lines import Oracle, mnk, three_player

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import three_player as three_player_game
from glowgrid.games import tic_tac_toe
from glowgrid.games.mnk import GAME as MNK
from glowgrid.rules.lines import rows_of
from glowgrid.rules.position import perft

SYMMETRIES = [
    lambda x, y, n: (x, y),
    lambda x, y, n: (n - x, y),
    lambda x, y, n: (x, n - y),
    lambda x, y, n: (n - x, n - y),
    lambda x, y, n: (y, x),
    lambda x, y, n: (n - y, x),
    lambda x, y, n: (y, n - x),
    lambda x, y, n: (n - y, n - x),
]


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


def up_to_symmetry(positions, size):
    """Return the number of positions of a square field, up to rotations and reflections."""
    turns = [
        [size * turn(x, y, size - 1)[1] + turn(x, y, size - 1)[0] for y in range(size) for x in range(size)]
        for turn in SYMMETRIES
    ]
    return len({min(bytes(cells[point] for point in turn) for turn in turns) for cells in positions})


def test_tic_tac_toe_has_5478_positions_and_765_up_to_symmetry():
    positions = walked(tic_tac_toe.GAME.setup())
    assert len(positions) == 5478
    assert up_to_symmetry(positions, 3) == 765
    assert positions == {bytes(cells) for cells in Oracle(mnk(3, 3, 3)).reachable()}


def test_tic_tac_toe_has_255168_games_46080_of_them_drawn_and_549946_nodes():
    position = tic_tac_toe.GAME.setup()
    counts = {"nodes": 0, "games": 0, "drawn": 0}

    def walk():
        counts["nodes"] += 1
        if position.is_over():
            counts["games"] += 1
            counts["drawn"] += position.is_draw()
            return
        for point in range(9):
            if position.play(point):
                walk()
                position.undo()

    walk()
    assert counts == {"nodes": 549_946, "games": 255_168, "drawn": 46_080}


@pytest.mark.parametrize("plies", [6, pytest.param(10, marks=pytest.mark.long)])
def test_perft_of_tic_tac_toe(plies):
    known = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]
    assert sum(known) == 549_946
    counts = [perft(tic_tac_toe.GAME.setup(), depth) for depth in range(plies + 1)]
    assert counts == known[: plies + 1] == Oracle(mnk(3, 3, 3)).sequences(plies)


@pytest.mark.parametrize("plies", [4, pytest.param(6, marks=pytest.mark.long)])
def test_perft_of_three_players(plies):
    known = [1, 16, 240, 3360, 43680, 524160, 5765760]  # no side has three stones before ply 7
    counts = [perft(three_player_game.GAME.setup(), depth) for depth in range(plies + 1)]
    assert counts == known[: plies + 1]
    assert counts[:6] == Oracle(three_player()).sequences(min(plies, 5))


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


@pytest.mark.parametrize("plies, openings", [(3, [0]), pytest.param(4, [0, 1, 5], marks=pytest.mark.long)])
def test_positions_of_three_players_match_brute_force(plies, openings):
    oracle = Oracle(three_player())
    assert walked(three_player_game.GAME.setup(), plies) == {bytes(cells) for cells in oracle.reachable(plies)}
    # One more ply, from each kind of opening: a corner, an edge point, a middle point.
    for opening in openings:
        position = three_player_game.GAME.setup()
        assert position.play(opening)
        cells = oracle.after((0,) * 16, opening)
        oracle.empty = lambda cells=cells: cells
        assert walked(position, plies) == {bytes(found) for found in oracle.reachable(plies)}


def test_three_players_have_the_24_lines_of_the_four_sub_squares():
    lines = {frozenset(line) for line in rows_of(4, 4, 3)}
    assert len(lines) == len(rows_of(4, 4, 3)) == 24
    assert lines == {pattern for pattern, _ in three_player()[2]}


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
    [(1, 1, 1), (2, 2, 2), (2, 4, 3), (4, 2, 3), (3, 3, 2), (2, 5, 4), pytest.param((3, 4, 3), marks=pytest.mark.long)],
)
def test_mnk_reaches_the_positions_and_sequences_of_brute_force(size):
    oracle = Oracle(mnk(*size))
    depth = min(size[0] * size[1], 6)
    assert [perft(MNK.setup(size), plies) for plies in range(depth + 1)] == oracle.sequences(depth)
    assert walked(MNK.setup(size), depth) == {bytes(cells) for cells in oracle.reachable(depth)}


def test_a_finished_game_has_no_sequences():
    position = tables_of(mnk(1, 3, 1)).position()
    position.play(0)
    assert [perft(position, depth) for depth in range(3)] == [1, 0, 0]
