"""The firmware's Hex and Havannah against the definitions: small fields completely, larger ones in random games."""

from random import Random

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import havannah, hex
from host_sim.formal import positional_games as pg
from host_sim.formal import winners


def hex_points(field):
    """Return (x, y) of each point: column = x, row number = size - y."""
    return [(field.columns[p], field.height - 1 - field.rows[p]) for p in range(field.points)]


def havannah_points(field):
    """Return (x, y, z) of each point: x along a row; down a column y falls and z grows."""
    middle = field.width // 2
    around = [(field.columns[p] - middle, field.rows[p] - middle) for p in range(field.points)]
    return [(column, -row, row - column) for column, row in around]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_small_hex_matches_the_definitions(size):
    position = hex.GAME.setup((size,))
    played = winners.game_played_by(position, hex_points(position.field))
    assert vars(played) == vars(pg.spg_game(pg.Hex_game(size)))


@pytest.mark.parametrize("size", [1, 2])
def test_small_havannah_matches_the_definitions(size):
    position = havannah.GAME.setup((size,))
    played = winners.game_played_by(position, havannah_points(position.field))
    assert vars(played) == vars(pg.spg_game(pg.Havannah_game(size)))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_points_neighbours_edges_and_corners_match_the_definitions(size):
    field = hex.GAME.setup((size,)).field
    points = hex_points(field)
    assert sorted(points) == sorted(pg.Hex_points(size))
    assert near(field, points) == pg.Hex_near(size)
    top, bottom, left, right = borders(field, points, range(4))
    assert {top, bottom} == set(pg.Hex_edges(size, 1)) and {left, right} == set(pg.Hex_edges(size, 2))

    field = havannah.GAME.setup((size,)).field
    points = havannah_points(field)
    assert sorted(points) == sorted(pg.Havannah_points(size))
    assert near(field, points) == pg.Havannah_near(size)
    assert set(borders(field, points, range(6))) - {frozenset()} == pg.Havannah_edges(size)
    assert frozenset().union(*borders(field, points, range(6, 12))) == pg.Havannah_corner_points(size)


def near(field, points):
    return {
        point: frozenset(points[q] for q in field.near[6 * p : 6 * p + 6] if q != field.points)
        for p, point in enumerate(points)
    }


def borders(field, points, numbers):
    return [frozenset(q for p, q in enumerate(points) if field.borders[p] >> number & 1) for number in numbers]


def check_random_hex(size, seeds):
    wins = {side: winners.hex_wins(size, side) for side in (1, 2)}
    for seed in seeds:
        position = hex.GAME.setup((size,))
        points = hex_points(position.field)
        assert winners.first_disagreement(position, points, wins, Random(seed), lambda stones: {"edges"}) is None


def check_random_havannah(size, seeds):
    def types(stones):
        return winners.havannah_win_types(size, stones)

    wins = dict.fromkeys((1, 2), lambda stones: bool(types(stones)))
    for seed in seeds:
        position = havannah.GAME.setup((size,))
        assert winners.first_disagreement(position, havannah_points(position.field), wins, Random(seed), types) is None


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_random_hex(size):
    check_random_hex(size, range(60))


@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_random_havannah(size):
    check_random_havannah(size, range(60))


@pytest.mark.long
def test_larger_fields(night_seed):
    seeds = range(100 * night_seed, 100 * night_seed + 10)
    for size in (7, 8, 11):
        check_random_hex(size, seeds)
    check_random_havannah(6, seeds)
