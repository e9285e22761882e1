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
from glowgrid.rules.notation import column_name, parse_point, point_name
from host_sim.data_games.reader import game_from

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


def cases():
    """Return (id, game, size, game as sets) of all games that are known as sets, and of some fields no menu offers."""
    for game in GAMES:
        for size in game.sizes:
            if game.name == "tic-tac-toe":
                sets = mnk(3, 3, 3)
            elif game.name == "three-player":
                sets = three_player()
            elif game.name == "mnk":
                sets = mnk(*size)
            elif game.name == "fano":
                sets = data_patterns(FANO)
            elif game.name in groups.AROUND:
                sets = groups.game(game.name, *size)
            else:
                continue
            yield f"{game.name} {size_name(size)}".strip(), game, size, sets
    for size in ((1, 1, 1), (1, 250, 4), (250, 1, 250), (10, 25, 5), (2, 3, 1)):
        yield f"mnk {size_name(size)}", MNK, size, mnk(*size)
    yield "large", game_from(LARGE), (), data_patterns(LARGE)


CASES = list(cases())
every_game = pytest.mark.parametrize("game, size, sets", [case[1:] for case in CASES], ids=[case[0] for case in CASES])


def state_of(position):
    return (
        bytes(position.cells),
        bytes(position.history[: position.plies]),
        position.plies,
        position.to_move,
        position.stones,
        position.winner,
    )


def playouts(game, size, number=6):
    """Play random games: yield the position before every move and the move; the caller may inspect it in between."""
    random = Random(game.name + size_name(size))
    for _ in range(number):
        position = game.setup(size)
        while not position.is_over():
            point = random.choice([p for p in range(position.points) if not position.cells[p]])
            yield position, point
            assert position.play(point)
        yield position, None


@every_game
def test_points_and_sides_match_the_sets(game, size, sets):
    position = game.setup(size)
    assert (position.points, position.sides) == sets[:2] == (position.field.points, game.sides)
    assert state_of(position) == (bytes(sets[0]), b"", 0, 1, 0, 0)


@every_game
def test_turns_winner_draw_and_winning_points_match_the_sets(game, size, sets):
    oracle = groups.Oracle(sets) if game.name in groups.AROUND else Oracle(sets)
    number = 2 if game.name in groups.AROUND else 6  # slow on large fields; test_groups.py plays more
    for position, _ in playouts(game, size, number):
        cells = tuple(position.cells)
        winner = oracle.winner(cells)
        assert position.winner == winner
        assert position.to_move == oracle.to_move(cells)
        assert position.is_draw() == (not winner and 0 not in cells)
        assert position.is_over() == (not oracle.moves(cells))
        assert position.win_type() in (oracle.win_types(cells) if winner else {None})
        marks = bytearray(b"\xee" * position.points)
        position.winning_points(marks)
        assert oracle.is_what_won(cells, {p for p, mark in enumerate(marks) if mark})
        assert set(marks) <= {0, 1}
        assert position.view(1) is position


@every_game
def test_an_illegal_play_says_why_and_changes_nothing(game, size, sets):
    for position, _ in playouts(game, size, 2):
        state = state_of(position)
        others = [side for side in range(1, position.sides + 1) if side != position.to_move]
        for point in (-1, -250, position.moves, position.moves + 7, 10**9):
            why = "the game is over" if position.is_over() else "no such point"
            assert position.refusal(position.to_move, point) == why
            assert position.play(point) is False
        for point in range(position.points):
            if position.is_over():
                assert {position.refusal(side, point) for side in (1, 2, 3)} == {"the game is over"}
                assert position.play(point) is False
                continue
            for side in others:
                assert position.refusal(side, point) == "it is the turn of side %d" % position.to_move
            if position.cells[point]:
                assert position.refusal(position.to_move, point) == "a stone is there"
                assert position.play(point) is False
            else:
                assert position.refusal(position.to_move, point) is None
        assert state_of(position) == state


@every_game
def test_names_of_points_are_distinct_and_can_be_read_back(game, size, sets):
    field = game.setup(size).field
    names = [point_name(field, point) for point in range(field.points)]
    assert len(set(names)) == field.points
    assert [parse_point(field, name) for name in names] == list(range(field.points))
    assert [parse_point(field, f"  {name.upper()} ") for name in names] == list(range(field.points))
    assert names == [column_name(field.columns[p]) + str(field.rows[p] + 1) for p in range(field.points)]
    assert [(field.rows[p], field.columns[p]) for p in range(field.points)] == sorted(
        (field.rows[p], field.columns[p]) for p in range(field.points)
    )


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "a",
        "1",
        "a0",
        "a4",
        "d1",
        "1a",
        "a-1",
        "a1b",
        "a 1",
        "aa1",
        "aaa1",
        "a0001",
        "ä1",
        "a¹",
        "a1.",
        "pass",
        "\0",
        "a1" * 50,
    ],
)
def test_names_that_are_no_point_of_3x3(name):
    assert parse_point(MNK.setup((3, 3, 3)).field, name) == -1


@pytest.mark.parametrize(
    "column, name", [(0, "a"), (8, "i"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (249, "ip")]
)
def test_columns_are_letters_and_i_is_not_skipped(column, name):
    assert column_name(column) == name


def test_a1_is_top_left_and_numbers_go_down():
    field = MNK.setup((3, 4, 3)).field
    assert [point_name(field, point) for point in (0, 3, 4, 11)] == ["a1", "d1", "a2", "d3"]


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
