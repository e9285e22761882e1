"""A person's own game in a data file: a good one is played; faults are named in one line."""

import json
import re
import sys
from itertools import combinations, islice

import pytest
from compiled import tables_of

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import games
from glowgrid.console import palette
from glowgrid.games import discover
from glowgrid.rules.notation import parse_point
from glowgrid.rules.trial import trying
from host_sim.own_games.data.room import Room
from host_sim.own_games.load import game_in, load_own_data

GOOD = {
    "name": "corner",
    "about": "Two in the same row.",
    "sides": 2,
    "field": ["ooo", "o.o"],
    "lines": ["a1 b1", "b1 c1"],
}
COPY = "copy the .tables file that `glowgrid game compile` or the page makes"
LINE = 'not a line; expected names of points such as "a1 b1 c1"'


def load(folder, data):
    """Return the game in a file of that folder: `data` as JSON, or unchanged if it is text or bytes."""
    path = folder / "own.json"
    if not isinstance(data, (str, bytes)):
        data = json.dumps(data)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return load_own_data(str(path))


def played(game, names):
    """Return a position of the game after these moves."""
    position = game.setup()
    for name in names.split():
        assert position.play(parse_point(position.field, name)), name
    return position


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"name": None}, "name: expected 1 to 32 small letters, digits, dashes and underscores"),
        ({"name": "Two Words"}, "name: expected 1 to 32 small letters, digits, dashes and underscores"),
        ({"name": ""}, "name: expected 1 to 32 small letters, digits, dashes and underscores"),
        ({"about": 5}, "about: expected a text"),
        ({"source": ["me"]}, "source: expected a text"),
        ({"about": "x\ud800"}, "about: it holds half of a sign (\\ud800 to \\udfff)"),
        ({"sides": 4}, "sides: expected 2 or 3"),
        ({"sides": 2.0}, "sides: expected 2 or 3"),
        ({"field": None}, 'field: expected the drawing as a list of texts such as "o.o"'),
        ({"field": []}, 'field: expected the drawing as a list of texts such as "o.o"'),
        ({"field": ["ooo", 5]}, 'field: expected the drawing as a list of texts such as "o.o"'),
        ({"field": ["...", ""]}, "field: no points are drawn; a game has 1 to 250"),
        ({"field": ["o" * 126, "o" * 125]}, "field: 251 points; a game has 1 to 250"),
        ({"field": ["." * 250 + "o"]}, "field: more than 250 columns or rows"),
        ({"field": ["o"] * 251}, "field: more than 250 columns or rows"),
        ({"lines": "a1 b1"}, 'lines: expected a list of lines such as "a1 b1 c1"'),
        ({"lines": []}, "lines: none; nobody could win"),
        ({"lines": ["a1 b1", ""]}, "lines[1]: " + LINE),
        ({"lines": [["a1", "b1"]]}, "lines[0]: " + LINE),
        ({"lines": ["a1 b2"]}, "lines[0]: no point b2 in the drawing of the field"),
        ({"lines": ["a1,b1"]}, "lines[0]: no point a1,b1 in the drawing of the field"),
        ({"lines": ["a1 b1 A1"]}, "lines[0]: point A1 stands in it twice"),
        ({"lines": ["a1 b1", "c1 b1", "b1 a1"]}, "lines[2]: the same line as lines[0]"),
        ({"lines_of": ["a1"]}, 'lines_of: expected an object such as {"1": [...], "2": [...]}'),
        ({"lines_of": {"3": ["a1"]}}, "lines_of: no side 3; sides are 1 to 2"),
        ({"lines_of": {"2": "a1"}}, 'lines_of.2: expected a list of lines such as "a1 b1 c1"'),
        ({"lines_of": {"2": ["b1 a1"]}}, "lines_of.2[0]: the same line as lines[0]"),
        ({"lines_of": {"1": ["c1", "a2", "c1"]}}, "lines_of.1[2]: the same line as lines_of.1[0]"),
        ({"icon": "x" * 8}, "icon: expected eight texts of eight signs"),
        ({"icon": ["........"] * 7 + ["..."]}, "icon: expected eight texts of eight signs"),
        ({"perft": 5}, "perft: expected a list of whole numbers"),
        ({"perft": [5, "20"]}, "perft: expected a list of whole numbers"),
        ({"example": ["a1", "b1"]}, "example: expected a text"),
        ({"hidden": 1}, "hidden: expected true or false"),
        ({"misere": "yes"}, "misere: expected true or false"),
        ({"misere": True, "sides": 3}, "misere: one of three sides would lose and two win; expected 2 sides"),
        ({"order": "first"}, "order: expected a whole number (place in the menu)"),
        (
            {"colour": "red"},
            "colour: unknown; expected one of name, about, source, sides, field, rows, "
            "triangles, lines, lines_of, misere, hidden, icon, order, perft, "
            "example, connect",
        ),
    ],
    ids=lambda value: None if isinstance(value, dict) else value[:40],
)
def test_a_fault_is_named_in_one_line(tmp_path, changes, message):
    with pytest.raises(ValueError) as error:
        load(tmp_path, {**GOOD, **changes})
    assert str(error.value) == f"{tmp_path}/own.json: {message}"


@pytest.mark.parametrize(
    "text, said",
    [
        ('{"name": "x", "lines": ["a1 b1"], "lines": [], "field": ["oo"]}', "lines: written twice (line 1, column 35)"),
        (
            '{"name": "x", "field": ["oo"],\n "lines_of": {"1": ["a1"], "1": []}}',
            "lines_of.1: written twice (line 2, column 28)",
        ),
    ],
)
def test_a_duplicate_key_is_refused(tmp_path, text, said):
    path = tmp_path / "own.json"
    path.write_text(text)
    with pytest.raises(ValueError) as error:
        game_in(path)
    assert str(error.value) == f"{path}: {said}"


@pytest.mark.parametrize("text", ["", "[1, 2", b"\xff\xfe", "[" * 100_000, "[]", "null"])
def test_bad_json_is_reported(tmp_path, text):
    said = "expected an object with name, sides, field and lines" if text in ("[]", "null") else "not JSON"
    with pytest.raises(ValueError) as error:
        load(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path}/own.json: {said}")


@pytest.mark.parametrize("path", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, path):
    with pytest.raises(ValueError, match=r"cannot be read$"):
        load_own_data(str(tmp_path / path))


def test_too_many_points_in_all_lines_are_refused(tmp_path):
    row = [f"a{number}" for number in range(1, 251)]
    lines = [" ".join(row[:at] + row[at + 1 :]) for at in range(250)] + [" ".join(row)] * 1
    lines += [" ".join(row[:at] + row[at + 2 :]) for at in range(0, 30)]
    with pytest.raises(ValueError, match=r"line 264: more than 65535 points in all lines together$"):
        load(tmp_path, {**GOOD, "field": ["o"] * 250, "lines": lines})


OF_SIDES = {"lines": [], "lines_of": {"2": ["a1 b1"], "1": ["a2 c2"]}}
SAME_LINE = {"lines": [], "lines_of": {"1": ["a1 b1"], "2": ["b1 a1"]}}
THREE = {"sides": 3, "lines": ["a1 b1"], "lines_of": {"3": ["c1"]}}


@pytest.mark.parametrize(
    "changes, moves, winner",
    [
        ({}, "a1 a2 B1", 1),
        ({"field": ["x x", "", "*#?"], "lines": ["a1 c1"]}, "a1 a3 c1", 1),  # blanks are no points
        (OF_SIDES, "a1 a2 b1", 0),  # side 1 on the line of side 2
        (OF_SIDES, "a2 a1 c1 b1", 2),
        (OF_SIDES, "a2 a1 c2", 1),
        (SAME_LINE, "a1 c1 b1", 1),
        (SAME_LINE, "c1 a1 a2 b1", 2),
        (THREE, "c1 a1 a2", 0),
        (THREE, "a1 a2 c1", 3),
        ({"lines": ["b1"]}, "a1 c1 b1", 1),
        ({"lines": ["a1 c2"]}, "c2 b1 a1", 1),
        ({"field": ["o"], "lines": [], "lines_of": {"2": ["a1"]}}, "a1", 0),
    ],
)
def test_the_lines_of_a_file_win_for_the_sides_that_own_them(tmp_path, changes, moves, winner):
    data = {**GOOD, **changes}
    game = load(tmp_path, data)
    position = played(game, moves)
    assert (game.name, game.about, game.sides, position.points) == (
        *("corner", "Two in the same row.", data["sides"]),
        sum(sign not in ". " for row in data["field"] for sign in row),
    )
    assert position.winner == winner and position.is_draw() == (not winner and not position.empty)


def test_an_icon_may_have_every_sign_of_the_lights(tmp_path):
    signs = palette.CHARS.ljust(64, ".")
    list(trying(load(tmp_path, {**GOOD, "icon": [signs[at : at + 8] for at in range(0, 64, 8)]})))
    with pytest.raises(ValueError, match="icon is .*; expected eight texts of eight of the signs"):
        list(trying(load(tmp_path, {**GOOD, "icon": ["z......~"] * 8})))


def test_a_folder_of_games_names_its_broken_files_and_keeps_the_others(tmp_path):
    (tmp_path / "good.tables").write_bytes(tables_of(json.dumps(GOOD)))
    (tmp_path / "broken.tables").write_bytes(tables_of(json.dumps(GOOD))[:-1])
    (tmp_path / "good.json").write_text("{")  # left beside its tables
    (tmp_path / "other.json").write_text(json.dumps(GOOD))
    (tmp_path / "same.tables").write_bytes(tables_of(json.dumps(GOOD)))
    (tmp_path / "notes.txt").write_text("not a game")
    found, errors = discover(str(tmp_path))
    assert [game.name for game in found] == ["corner"]
    assert errors == [
        f"{tmp_path}/broken.tables: damaged; {COPY}",
        f"{tmp_path}/other.json: not compiled for this version of Glowgrid; {COPY}",
        f"{tmp_path}/same.tables: another game is already named corner",
    ]


def too_large(data, room):
    """Return the message for a game that the Pico has no room for; "" if it fits."""
    try:
        room.make(data, len(json.dumps(data)))
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("length, others, count", [(2, 0, 700), (3, 0, 700), (20, 0, 700), (3, 1, 430), (20, 1, 170)])
def test_a_game_that_is_too_large_says_how_many_lines_would_fit(length, others, count):
    names = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    lines = [" ".join(line) for line in islice(combinations(names, length), 700)]

    def said(count):
        room = Room()
        for _ in range(others):
            room.make({"name": "large", "rows": {"of": [12, 12], "k": 5}}, 100)
        return too_large({"name": "own", "field": ["o" * 8] * 8, "lines": lines[:count]}, room)

    fitting = int(re.search("there is room for about ([0-9]+) such lines$", said(count))[1])
    assert not said(fitting - 2) and said(fitting + 2)
    assert ("beside your other games" in said(count)) == (others > 0)


def test_a_file_that_is_too_long_says_how_much_text_would_fit():
    def said(signs):
        data = {**GOOD, "about": ""}
        return too_large({**data, "about": "x" * (signs - len(json.dumps(data)))}, Room())

    fitting = int(re.search("there is room for ([0-9,]+)$", said(60_000))[1].replace(",", ""))
    assert not said(fitting) and said(fitting + 1)


PYTHON = """
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines
def setup():
    return Lines(square(2, 2), 2, [[0, 1]]).position()
GAME = Game(%r, "", "", 2, ((),), ["........"] * 8, setup)
"""


@pytest.fixture
def found_in(tmp_path, monkeypatch):
    """Discover the games of {file: name of its game, or its text} in a folder; own: in that of one's own games."""
    modules = {*sys.modules}

    def found(there, own=None):
        for folder, files in ("there", there), ("own", own or {}):
            (tmp_path / folder).mkdir(exist_ok=True)
            for file, name in files.items():
                data = {**GOOD, "name": name}
                code = PYTHON % name if name.replace("-", "").isalpha() else name
                (tmp_path / folder / file).write_bytes(
                    code.encode() if file.endswith(".py") else tables_of(json.dumps(data))
                )
        games, errors = discover(str(tmp_path / "there"), own=own and str(tmp_path / "own"))
        return sorted(game.name for game in games), [error.removeprefix(f"{tmp_path}/") for error in errors]

    monkeypatch.setattr(games, "__path__", [str(tmp_path / "there")])
    yield found
    for name in {*sys.modules} - modules:
        del sys.modules[name]
    monkeypatch.undo()
    discover()


@pytest.mark.parametrize(
    "code, why",
    [
        ("import no_such_module", "No module named 'no_such_module'"),
        ("GAME = 1 // 0", "ZeroDivisionError: "),
        ("GAME = (", "SyntaxError: "),
        ("x = 1", "no GAME; end the file with GAME = Game("),
        ("GAME = 7", "no GAME; end the file with GAME = Game("),
        ("raise SystemExit ", "SystemExit: "),
    ],
)
def test_a_python_file_that_fails_is_one_line_and_no_game(found_in, code, why):
    names, (error,) = found_in({"good_game_of_mine.py": "good", "bad_game_of_mine.py": code})
    assert names == ["good"]
    assert error.startswith("there/bad_game_of_mine.py: ") and why in error and "\n" not in error


def test_own_games_are_found_in_their_folder_and_displace_nothing(found_in, tmp_path):
    path = sys.path[:]
    own = {"a_game_of_mine.py": "mine", "corner.py": "corner", "data.tables": "data"}
    names, errors = found_in({"corner.tables": "corner"}, own)
    assert sys.path == path and names == ["corner", "data", "mine"]
    assert errors == ["own/corner.py: another game is already named corner"]
    assert [game.name for game in discover(str(tmp_path / "there"), own=str(tmp_path / "nowhere"))[0]] == ["corner"]


@pytest.mark.parametrize(
    "mine, loses",
    [
        ({"a.tables": "two-words"}, "a.tables"),  # sorts before two_words.py
        ({"a.py": "two-words"}, "a.py"),
        ({"two_words.tables": "two-words"}, "two_words.tables"),
        ({"a.tables": "corner"}, "a.tables"),  # sorts before corner.tables
        ({"z.tables": "corner"}, "z.tables"),
        ({"corner.py": "corner"}, "corner.tables"),  # a file of exactly that name may replace data
    ],
)
def test_an_added_file_displaces_no_existing_game(found_in, mine, loses):
    there = {"two_words.py": "two-words", "corner.tables": "corner"}
    names, errors = found_in({**there, **mine})
    assert errors == [f"there/{loses}: another game is already named {mine.get(loses) or there[loses]}"]
    assert names == ["corner", "two-words"]
