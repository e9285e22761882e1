"""Checks the judges of tests/support/judges against exhaustive search."""

from collections import Counter
from functools import lru_cache
from random import Random

import pytest
from support.judges import groups, lines


def masks(cells, to_move, sides):
    """Return stones as masks: of the side to move, of the next, ..."""
    return [sum(1 << p for p, cell in enumerate(cells) if cell == (to_move - 1 + i) % sides + 1) for i in range(sides)]


@lru_cache
def oracle_of(size):
    return lines.Oracle(lines.mnk(*size))


def random_cells(oracle, plies, random):
    """Return a position after random moves, with no winner yet and the game going on."""
    while True:
        cells = oracle.empty()
        for point in random.sample(range(oracle.points), plies):
            cells = oracle.after(cells, point) if oracle.moves(cells) else cells
        if sum(map(bool, cells)) == plies and oracle.moves(cells):
            return cells


def random_group_cells(oracle, empty, random):
    """Return the same for a connection game, with `empty` points empty."""
    while True:
        cells = [0] * oracle.points
        for ply, point in enumerate(random.sample(range(oracle.points), oracle.points - empty)):
            cells[point] = ply % 2 + 1
        if oracle.moves(tuple(cells)):
            return tuple(cells)


@pytest.mark.parametrize(
    "size, number",
    [
        ((3, 3, 3), 1000),
        ((2, 4, 2), 200),
        ((2, 4, 3), 300),
        ((1, 8, 3), 300),
        ((3, 3, 1), 1),
        pytest.param((3, 3, 3), 4520, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_the_judge_of_two_sides_matches_exhaustive_search(size, number):
    oracle, judge = oracle_of(size), lines.Two(*size)
    positions = sorted(cells for cells in oracle.reachable() if oracle.moves(cells))
    for cells in positions if number >= len(positions) else Random(1).sample(positions, number):
        me = oracle.to_move(cells)
        for point, (value, plies) in judge.values(*masks(cells, me, 2)).items():
            outcome, after = oracle.solved(oracle.after(cells, point))
            assert (value, plies) == (0 if outcome == lines.DRAW else 1 if outcome == me else -1, after + 1), (
                cells,
                point,
            )


@pytest.mark.parametrize("size", [(2, 3, 2), (2, 4, 3), (1, 8, 2), (3, 3, 3)], ids=str)
def test_the_judge_of_three_sides_matches_exhaustive_search(size):
    oracle, judge = lines.Oracle(lines.mnk(*size, sides=3)), lines.Three(*size)
    positions = sorted(cells for cells in oracle.reachable() if oracle.moves(cells))
    for cells in Random(1).sample(positions, min(len(positions), 150)):
        me = oracle.to_move(cells)
        stones = masks(cells, me, 3)
        for point, seen in judge.moves(*stones).items():
            outcome = oracle.max_n(oracle.after(cells, point))
            assert (seen and (me + seen - 2) % 3 + 1 or lines.DRAW) == outcome, (cells, point)
        for point, forced in judge.forced(*stones).items():
            assert forced == oracle.paranoid(oracle.after(cells, point), me), (cells, point)


@pytest.mark.parametrize("size, plies", [((4, 4, 3), 7), ((5, 4, 4), 12), ((5, 4, 4), 13), ((3, 5, 3), 6)], ids=str)
def test_the_judge_of_threats_matches_plain_search(size, plies):
    oracle, judge, random = oracle_of(size), lines.Threats(*size), Random(plies)
    seen = Counter()
    for _ in range(25):
        cells = random_cells(oracle, plies, random)
        mine, other = masks(cells, oracle.to_move(cells), 2)
        for within in (1, 3, 5):
            wins = oracle.wins_within(cells, within)
            seen[within, wins] += 1
            assert judge.wins_within(mine, other, within) == wins
            assert judge.wins_by_threats_within(mine, other, within) == wins
            for after, point in [(oracle.after(cells, point), point) for point in oracle.moves(cells) if within > 1]:
                if not oracle.winner(after):
                    assert judge.wins_after(mine | 1 << point, other, within - 1) == oracle.has_won_within(
                        after, within - 1
                    )
            if wins:
                move = judge.winning_moves(mine, other, within)[0]
                assert oracle.has_won_within(oracle.after(cells, move), within - 1)
    assert seen[5, True] > seen[1, True] and seen[5, False]


def test_the_judge_of_threats_sees_sequences_of_fours_and_open_threes():
    """Two rows of two cross: the corner makes two open threes at once, a win in seven plies."""
    judge = lines.Threats(8, 8, 5)
    mine = sum(1 << 8 * row + column for row, column in ((3, 2), (3, 3), (4, 4), (5, 4)))
    other = sum(1 << point for point in (0, 7, 56, 63))
    assert not judge.wins_within(mine, other, 3)
    assert judge.wins_within(mine, other, 5)
    assert not judge.wins_within(mine, other | 1 << 8 * 3 + 4, 5)
    three = mine & ~(1 << 8 * 5 + 4)
    assert not judge.wins_within(three, other, 5)


@pytest.mark.parametrize(
    "name, size, empty",
    [("hex", 3, 9), ("hex", 4, 8), ("hex", 5, 7), ("y", 4, 8), ("havannah", 2, 7), ("havannah", 3, 7)]
    + [pytest.param(*each, marks=pytest.mark.long) for each in (("hex", 4, 9), ("hex", 5, 8), ("havannah", 3, 8))],
)
def test_the_judge_of_connection_games_matches_exhaustive_search(name, size, empty):
    oracle, judge, random = groups.Oracle(groups.game(name, size)), groups.Judge(name, size), Random(size)
    for _ in range(10):
        cells = random_group_cells(oracle, empty, random)
        side = oracle.to_move(cells)
        stones = masks(cells, side, 2)
        assert judge.value(*stones, side) == oracle.value(cells, side), cells
        for point in oracle.moves(cells):
            assert judge.after(*stones, point, side) == oracle.after(cells, point, side), (cells, point)


@pytest.mark.parametrize(
    "name, size, empty",
    [("hex", 3, 9), ("hex", 4, 8), ("hex", 5, 7), ("y", 4, 8), ("y", 5, 7)]
    + [pytest.param(*each, marks=pytest.mark.long) for each in (("hex", 4, 9), ("hex", 5, 8))],
)
def test_the_judge_of_hex_and_y_matches_exhaustive_search(name, size, empty):
    oracle, random = groups.Oracle(groups.game(name, size)), Random(size)
    for _ in range(10):
        cells, judge = random_group_cells(oracle, empty, random), groups.Joining(name, size)
        side = oracle.to_move(cells)
        stones = masks(cells, side, 2)
        assert judge.value(*stones, side) == oracle.value(cells, side), cells
        wins = [point for point in oracle.moves(cells) if oracle.after(cells, point, side) > 0]
        assert judge.winning(*stones, side) == wins, cells


def test_what_a_winner_needs_is_enough():
    """With the loser's stones on all other free points, the winner still wins."""
    random, judge, checked = Random(1), groups.Joining("hex", 5), 0
    oracle = groups.Oracle(groups.game("hex", 5))
    for _ in range(30):
        cells = random_group_cells(oracle, 10, random)
        side = oracle.to_move(cells)
        mine, other = masks(cells, side, 2)
        wins, needed = judge.decided(mine, other, side)
        rest = (1 << 25) - 1 & ~(mine | other | needed)
        assert not needed & (mine | other)
        if wins:
            assert groups.Judge("hex", 5).value(mine, other | rest, side) == 1, cells
        elif needed:
            assert groups.Judge("hex", 5).value(mine | rest, other, side) == -1, cells
        checked += bool(rest)
    assert checked > 10
