"""The firmware's Hex and Havannah against the definitions: small fields completely, larger ones in random games."""

from random import Random

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import havannah, hex
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.formal import winners


def hex_points(field):
    """Return (x, y) of each point: column = x, row number = size - y."""
    return [(field.columns[p], field.height - 1 - field.rows[p]) for p in range(field.points)]


def havannah_points(field):
    """Return (x, y, z) of each point: x along a row; down a column y falls and z grows."""
    middle = field.width // 2
    around = [(field.columns[p] - middle, field.rows[p] - middle) for p in range(field.points)]
    return [(column, -row, row - column) for column, row in around]


GAMES = {"hex": hex.GAME, "havannah": havannah.GAME}


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


def disagreement(name, size, seed, wrong=None):
    """Return what a random game shows that the definitions do not allow, or None; `wrong` breaks the firmware."""
    position = GAMES[name].setup((size,))
    if wrong:
        position = type("Wrong", (type(position),), wrong)(position.tables)
    if name == "hex":
        wins = {side: winners.hex_wins(size, side) for side in (1, 2)}
        points, types = hex_points(position.field), lambda stones: {"edges"}
    else:
        points, types = havannah_points(position.field), lambda stones: winners.havannah_win_types(size, stones)
        wins = dict.fromkeys((1, 2), lambda stones: bool(types(stones)))
    return winners.first_disagreement(position, points, wins, Random(seed), types)


SIZES = [*(("hex", size) for size in range(1, 7)), ("havannah", 3), ("havannah", 4)]
LARGE = [("havannah", 5), ("havannah", 6), *(("hex", size) for size in (7, 8, 11))]


@pytest.mark.parametrize("name, size", SIZES + [pytest.param(*each, marks=pytest.mark.long) for each in LARGE])
@pytest.mark.sample(3)
def test_random_games_match_the_definitions(name, size, night_seed):
    for seed in range(100 * night_seed, 100 * night_seed + 30):
        assert disagreement(name, size, seed) is None, seed


def plays_anything(self, point):
    self.cells[point], self.history[self.plies] = self.to_move, point
    self.plies, self.to_move = self.plies + 1, 3 - self.to_move
    return True


@pytest.mark.parametrize(
    "name, wrong, text",
    [
        ("hex", {"wins_at": lambda self, point: False}, "winner"),
        ("hex", {"winning_points": lambda self, marks: None}, "do not win"),
        ("hex", {"is_draw": lambda self: True}, "is_draw"),
        ("hex", {"is_over": lambda self: False}, "over"),
        ("hex", {"play": lambda self, point: False}, "refuses"),
        ("hex", {"play": plays_anything}, "accepts"),
        ("hex", {"undo": lambda self: -1}, "undo does not"),
        ("havannah", {"win_type": lambda self: "line"}, "win type line"),
        ("havannah", {"winning_points": lambda self, marks: marks.__setitem__(0, 1)}, "nobody"),
    ],
)
def test_a_fault_is_found(name, wrong, text):
    assert any(text in (disagreement(name, 3, seed, wrong) or "") for seed in range(5))
