"""Games against the same games as sets of points, derived here independently; data files, and one of 250 points.

The contract that every game keeps, ours or a user's, is in test_every_game.py.
"""

from random import Random

import pytest
from support.judges import groups
from support.judges.lines import Oracle, mnk, three_player

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.games.mnk import GAME as MNK
from glowgrid.rules.game import parse_size, size_name
from glowgrid.rules.notation import column_name, parse_point
from host_sim.own_games.data.reader import game_from

GAMES = discover()[0]
LARGE = {  # 250 points in a ragged drawing, three sides, lines shared and owned
    "name": "large",
    "sides": 3,
    "field": ["o" * 25 + "." + "o" * (i % 2) for i in range(9)] + ["o" * 21],
    "lines": ["a%d b%d c%d" % (row, row, row) for row in range(1, 10)] + ["a1 y9"],
    "lines_of": {"1": ["%s1 %s2" % (letter, letter) for letter in "abcdef"], "3": ["u10"]},
}


def data_patterns(data):
    """Return the lines of a data file as (points, sides, patterns), read with nothing but the drawing."""
    places = [
        (row, column) for row, text in enumerate(data["field"]) for column, sign in enumerate(text) if sign not in ". "
    ]

    def points(line):
        return frozenset(places.index((int(name[1:]) - 1, ord(name[0]) - ord("a"))) for name in line.split())

    sides = data.get("sides", 2)
    patterns = [(points(line), set(range(1, sides + 1))) for line in data.get("lines", [])]
    for side, lines in data.get("lines_of", {}).items():
        patterns += [(points(line), {int(side)}) for line in lines]
    return len(places), sides, patterns


FANO = {
    "field": ["..o..", ".o.o.", "..o..", "o.o.o"],
    "lines": ["c1 b2 a4", "c1 d2 e4", "a4 c4 e4", "c1 c3 c4", "a4 c3 d2", "e4 c3 b2", "b2 d2 c4"],
}


CASES = {
    "tic-tac-toe": ((), mnk(3, 3, 3)),
    "three-player": ((), three_player()),
    "fano": ((), data_patterns(FANO)),
    **{
        "mnk " + size_name(size): (size, mnk(*size))
        for size in (*MNK.sizes, (1, 1, 1), (1, 250, 4), (250, 1, 250), (10, 25, 5), (2, 3, 1))
    },
    "large": ((), data_patterns(LARGE)),
    "hex 4": ((4,), groups.game("hex", 4)),  # test_groups.py plays more
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sample(3)
def test_turns_winner_draw_and_winning_points_match_the_sets(name):
    size, sets = CASES[name]
    game = game_from(LARGE) if name == "large" else next(game for game in GAMES if game.name == name.split()[0])
    oracle, random = groups.Oracle(sets) if game.name == "hex" else Oracle(sets), Random(name)
    for _ in range(6):
        position = game.setup(size)
        assert (position.points, position.sides) == sets[:2] == (position.field.points, game.sides)
        over = False
        while not over:
            cells, over = tuple(position.cells), position.is_over()
            winner = oracle.winner(cells)
            assert position.winner == winner
            assert position.to_move == oracle.to_move(cells)
            assert position.is_draw() == (not winner and 0 not in cells)
            assert over == (not oracle.moves(cells))
            assert position.win_type() in (oracle.win_types(cells) if winner else {None})
            marks = bytearray(b"\xee" * position.points)
            position.winning_points(marks)
            assert oracle.is_what_won(cells, {p for p, mark in enumerate(marks) if mark})
            assert set(marks) <= {0, 1}
            assert position.view(1) is position
            assert over or position.play(random.choice([p for p in range(position.points) if not cells[p]]))


NO_POINTS = "a 1 a0 a4 d1 1a a-1 a1b aa1 a0001 ä1 a¹ a1. pass \0".split()


@pytest.mark.parametrize("name", ["", " ", "a 1", *NO_POINTS, "a1" * 50])
def test_names_that_are_no_point_of_3x3(name):
    assert parse_point(MNK.setup((3, 3, 3)).field, name) == -1


@pytest.mark.parametrize(
    "column, name", [(0, "a"), (8, "i"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (249, "ip")]
)
def test_columns_are_letters_and_i_is_not_skipped(column, name):
    assert column_name(column) == name


@pytest.mark.parametrize(
    "size, message",
    [
        ((0, 3, 1), "mnk: 0x3 field; rows and columns are 1 to 250, points at most 250"),
        ((3, -3, 1), "mnk: 3x-3 field; rows and columns are 1 to 250, points at most 250"),
        ((-3, -3, 1), "mnk: -3x-3 field; rows and columns are 1 to 250, points at most 250"),
        ((16, 16, 5), "mnk: 16x16 field; rows and columns are 1 to 250, points at most 250"),
        ((3, 3, 4), "mnk: 4 in a row does not fit a 3x3 field"),
        ((3, 3, 0), "mnk: 0 in a row does not fit a 3x3 field"),
        ((3, 3), "mnk: size 3,3; expected one like 4,3,3"),
        ((), "mnk: size none; expected one like 4,3,3"),
    ],
)
def test_a_size_that_does_not_fit_is_refused_in_one_line(size, message):
    with pytest.raises(ValueError) as error:
        MNK.setup(size)
    assert str(error.value) == message


def test_a_game_of_one_size_says_so():
    with pytest.raises(ValueError, match="tic-tac-toe: size 3; it has only one, give none"):
        GAMES[0].setup((3,))


@pytest.mark.parametrize(
    "name, size, title",
    [
        ("mnk", (8, 8, 5), "Five in a row 8x8"),
        ("mnk", (2, 12, 10), "10 in a row 2x12"),
        ("mnk", (), "K in a row"),
        ("hex", (5,), "Hex 5"),
        ("hex", (), "Hex"),
        ("tic-tac-toe", (), "Tic-tac-toe"),
    ],
)
def test_games_have_their_common_names(name, size, title):
    (game,) = [game for game in discover()[0] if game.name == name]
    assert game.title(size) == title


def test_sizes_are_typed_as_numbers_between_commas():
    assert parse_size("5,4,4") == (5, 4, 4) and size_name((5, 4, 4)) == "5,4,4"
    assert parse_size("5, 4,4 ") == (5, 4, 4)
    for text in ("", "5;4", "5,,4", "five", "1.5", "1_0", "+4", "-4", "\u0665", "9" * 5000):
        with pytest.raises(ValueError, match="expected whole numbers between commas"):
            parse_size(text)
