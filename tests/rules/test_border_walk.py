"""The walk along the border of a full field of Hex ends at the winner's corner; the winner's hand joins its edges."""

import random
from itertools import product

import pytest

from glowgrid.games.hex import setup
from glowgrid.rules.border_walk import BorderWalk
from host_sim.theory.formal import winners
from host_sim.theory.formal.report import subject_of


def fields(size):
    """Full fields: all of them while there are few, else random ones."""
    if size < 4:
        return product((1, 2), repeat=size * size)
    rng = random.Random(size)
    return ([rng.choice((1, 2)) for _ in range(size * size)] for _ in range(200))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 11, 14])
def test_the_winners_hand_joins_its_edges(size):
    named = subject_of("hex", str(size)).names  # by the points of the definitions
    field = setup(size).field
    points = sorted(named, key=lambda p: field.point_at(ord(named[p][0]) - 97, int(named[p][1:]) - 1))
    wins = {side: winners.hex_wins(size, side) for side in (1, 2)}
    for cells in fields(size):
        walk = BorderWalk(size, bytes(cells))
        while walk.step():
            assert walk.steps <= 4 * (size + 1) ** 2
        stones = {side: frozenset(p for p, cell in zip(points, cells) if cell == side) for side in (1, 2)}
        hands = {side: frozenset(p for p, hand in zip(points, walk.trail) if hand == side) for side in (1, 2)}
        assert [side for side in (1, 2) if wins[side](stones[side])] == [walk.winner]
        assert [side for side in (1, 2) if wins[side](hands[side])] == [walk.winner]
        assert all(hands[side] <= stones[side] for side in (1, 2))


def test_each_step_goes_to_the_hand_of_its_colour():
    rng = random.Random(3)
    cells = bytes(rng.choice((1, 2)) for _ in range(25))
    walk = BorderWalk(5, cells)
    assert walk.hands == [(0, -1), (-1, 0)]
    taken = []
    while walk.step():
        point = walk.point(walk.place)
        if point >= 0:
            assert walk.side == cells[point] == walk.trail[point]
            taken.append(point)
        assert walk.hands[walk.side - 1] == walk.place
    assert taken[0] == 0 and walk.winner
