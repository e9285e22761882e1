"""A compiled data game is the game of its JSON on every tier; a damaged one, or of another version, never plays."""

import json
import re
from binascii import crc32
from contextlib import suppress
from random import Random

import pytest
from compiled import tables_of
from hypothesis import given, settings
from hypothesis import strategies as st
from support.fuzz.games import data_of, make
from three_tiers import RANDOM_GAMES, on_cpython, on_unix_micropython, on_webassembly

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import games
from glowgrid.console.storage import Storage
from glowgrid.console.tried import Tried
from glowgrid.rules.notation import move_name
from glowgrid.rules.position import perft
from glowgrid.rules.tables import HEAD
from glowgrid.rules.trial import trying
from host_sim.own_games.data.reader import game_from
from host_sim.own_games.data.room import Room
from host_sim.own_games.data.tables import compiled
from host_sim.own_games.load import reading_json
from tools.paths import ROOT

FILES = [*(ROOT / "tests/own_games").glob("*.json")]
PAGES = ROOT / "README.md", ROOT / "host_sim/theory/formal/pages/connection_games.md"
WRONG = "hexagon 12", '"nort"'  # in examples of mistakes
OTHERS = {
    "shared": {
        "field": ["ooo", "o.o"],
        "lines": ["a1 b1"],
        "lines_of": {"1": ["b1 c1"], "3": ["a2 c2 c1"]},
        "sides": 3,
    },
    "hidden": {"rows": {"of": [3, 3], "k": 3}, "hidden": True},
    "triangles": {"triangles": 6, "icon": ["1......2"] * 8, "order": 7, "source": "R. Ramsey, 1930"},
    "hive": {"shape": "hexagon 3", "holes": "c3", "connect": ["any two corners", "any three edges"], "ring": True},
    "dark": {"shape": "rhombus 3", "hidden": True, "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}},
    "three": {"shape": "square 4", "sides": 3, "connect": [["north", "south"], ["west", "east"]]},
    "words": {"rows": {"of": [3], "k": 2}, "about": 'Zwei in einer Reihe — "ほら", \U0001f600\n\t\\.'},
}


def texts():
    """Return {name: text} of all data games of the project, and of some that have what those lack."""
    found = {path.stem: path.read_text(encoding="utf-8") for path in FILES}
    for page in PAGES:
        examples = re.findall(r"```json.*?\n(.+?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        for text in examples:
            if not any(wrong in text for wrong in WRONG):
                found[f"{page.stem} {json.loads(text)['name']}"] = text
    return {**found, **{name: json.dumps({"name": name, **data}) for name, data in OTHERS.items()}}


TEXTS = texts()


def put(folder, tables, name="own.tables"):
    """Put a file into the folder of own games; return its path."""
    path = folder / "games" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(tables)
    return path


def found_in(folder):
    """Return (the game of the own file or None, errors) as the console finds them at power-up."""
    found = [], []
    for step in games.discovering(None, str(folder / "games"), lambda: Tried(Storage(str(folder / "saves")))):
        found = step or found
    return next(iter(found[0]), None), found[1]


def stated(game):
    """Return all that a game states but its functions and its file."""
    return {name: value for name, value in vars(game).items() if not callable(value) and name != "file"}


def check_same(made, read):
    """Check that two games are one: all that the console shows, and play."""
    assert stated(made) == stated(read)
    assert (made.sketch(), made.title(), made.goals()) == (read.sketch(), read.title(), read.goals())
    one, other = made.setup(), read.setup()
    assert type(one) is type(other) and one.family() == other.family()
    assert [move_name(one, move) for move in range(one.moves)] == [
        move_name(other, move) for move in range(other.moves)
    ]
    for position in one, other:
        position.swap_rule = True
    depth = 3 if one.points < 20 else 2
    assert perft(one, depth) == perft(other, depth)
    random = Random(1)
    for _ in range(20):
        while not one.is_over():
            move = random.choice([move for move in range(one.moves) if one.is_legal(move)])
            assert one.play(move) and other.play(move)
            assert (one.winner, one.win_type(), one.last_stone()) == (
                other.winner,
                other.win_type(),
                other.last_stone(),
            )
        marks = bytearray(one.points), bytearray(one.points)
        one.winning_points(marks[0])
        other.winning_points(marks[1])
        assert other.is_over() and marks[0] == marks[1]
        while one.undo() >= 0:
            assert other.undo() >= 0


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_tables_are_the_game_of_their_file(text, tmp_path):
    path = put(tmp_path, tables_of(text))
    made, errors = found_in(tmp_path)
    assert errors == [] and made.file == str(path)
    check_same(made, game_from(json.loads(text)))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 1 << 32))
def test_random_games_that_fit_the_pico_have_tables(tmp_path_factory, seed):
    text = json.dumps(data_of(make(Random(seed))))
    try:
        read = Room().make(json.loads(text), len(text))
        read.setup()
    except ValueError:
        return
    check_same(games.load_data(str(put(tmp_path_factory.mktemp("random"), compiled(read)))), read)


GAME = TEXTS["README my-game"]
TABLES = {name: tables_of(TEXTS[name]) for name in ("README my-game", "README my-hex", "dark", "bridg_it")}
COPY = "copy the .tables file that `glowgrid game compile` or the page makes"


@pytest.mark.parametrize(
    "name, data",
    [
        ("own.json", GAME.encode()),
        ("own.tables", b""),
        ("own.tables", HEAD[:-2] + b"0" + tables_of(GAME)[len(HEAD) - 1 :]),
        ("own.tables", HEAD[:-2] + b"2" + tables_of(GAME)[len(HEAD) - 1 :]),
        ("own.tables", tables_of(GAME)[len(HEAD) :]),
        ("own.tables", b"\xff" * 300),
    ],
    ids=["JSON", "empty", "older", "newer", "without version", "not tables"],
)
def test_a_file_that_is_not_compiled_for_this_version_says_what_to_do(name, data, tmp_path):
    path = put(tmp_path, data, name)
    assert found_in(tmp_path) == (None, [f"{path}: not compiled for this version of Glowgrid; {COPY}"])


@pytest.mark.parametrize("whole", TABLES.values(), ids=TABLES)
def test_damaged_tables_never_play(whole, tmp_path):
    damaged = [whole[:size] for size in range(0, len(whole), 3)]
    damaged += [whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :] for at in range(0, len(whole), 2)]
    for data in damaged:
        path = put(tmp_path, data)
        with pytest.raises(ValueError) as error:
            games.load_data(str(path))
        why = "damaged" if data.startswith(HEAD) else "not compiled for this version of Glowgrid"
        assert str(error.value) == f"{path}: {why}; {COPY}"
    assert found_in(tmp_path) == (None, [str(error.value)])


def check_bounds(tables):
    """Check that all tables are as long as kernels take them to be, and name only points that are there."""
    field, points = tables.field, tables.points
    assert max(field.columns) < field.width and max(field.rows) < field.height
    if hasattr(tables, "members"):
        assert len(tables.owners) == tables.count and max(tables.members) < points
    else:
        assert len(tables.mirrored) == len(field.borders) == points > max(tables.mirrored)
        assert {len(near) for near in tables.near} == {points * field.degree}
        assert max(map(max, tables.near)) <= points


@pytest.mark.parametrize("whole", TABLES.values(), ids=TABLES)
def test_tables_with_a_right_checksum_play_or_are_refused(whole, tmp_path):
    """Whatever is written there: kernels read the tables without a look at their bounds."""
    played = 0
    for at in range(len(HEAD), len(whole) - 4):
        bit = (1, 8, 128)[at % 3]
        data = whole[len(HEAD) : at] + bytes([whole[at] ^ bit]) + whole[at + 1 : -4]
        path = put(tmp_path, HEAD + data + crc32(data).to_bytes(4, "little"))
        try:
            game = games.load_data(str(path))
        except ValueError as error:
            assert str(error) == f"{path}: damaged; {COPY}"
            continue
        with suppress(ValueError):
            for _ in trying(game):
                check_bounds(game.setup().tables)
                played += 1
    assert played


@pytest.mark.parametrize(
    "changes", [{"icon": ["~" * 8] * 8}, {"order": 1 << 40}, {"name": "settings"}], ids=["icon", "order", "name"]
)
def test_the_trial_refuses_both_forms_in_the_same_words(changes, tmp_path, monkeypatch):
    text = json.dumps({**json.loads(GAME), **changes})
    path = put(tmp_path, tables_of(text))
    _, from_tables = found_in(tmp_path)
    put(tmp_path, text.encode(), "own.json")
    monkeypatch.setattr(games, "json_reader", reading_json)  # then tables beside the file are left out
    _, read = found_in(tmp_path)
    assert len(read) == 1 and from_tables == [read[0].replace("own.json", path.name)]


def test_the_simulator_says_that_tables_are_for_a_pico(tmp_path, monkeypatch):
    path = put(tmp_path, tables_of(GAME))
    monkeypatch.setattr(games, "json_reader", reading_json)
    assert found_in(tmp_path) == (None, [f"{path}: for a Pico alone; put the game's .json file here"])


# Tiers -----------------------------------------------------------------------------------------------

PROGRAM = (
    RANDOM_GAMES
    + """
from glowgrid.games import load_data
from glowgrid.rules.position import perft
for path in %r:
    game = load_data(path)
    position = game.setup()
    print(game.name, game.about, game.source, game.sides, game.icon, game.order, game.engine, game.swap, game.goals())
    print(game.hidden, game.sketch(), position.family(), perft(position, 2))
    play_random_games(position, 20)
"""
)


@pytest.mark.parametrize("tier", [on_unix_micropython, on_webassembly], ids=["unix", "WebAssembly"])
def test_other_tiers_play_the_same_from_tables(tier, tmp_path):
    files = {f"{number}.tables": tables_of(text) for number, text in enumerate(TEXTS.values())}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    more = {"more": files} if tier is on_webassembly else {}
    folder = "/firmware" if tier is on_webassembly else str(tmp_path)
    here = on_cpython(PROGRAM % [str(tmp_path / name) for name in files])
    assert tier(PROGRAM % [f"{folder}/{name}" for name in files], **more) == here


def test_the_page_compiles_to_the_same_bytes():
    program = """
import json
from host_sim.own_games.data.reader import game_from
from host_sim.own_games.data.tables import compiled
for text in %r:
    print(compiled(game_from(json.loads(text))).hex())
"""
    texts = [json.dumps(json.loads(text), ensure_ascii=False) for text in TEXTS.values()]
    assert on_webassembly(program % texts) == [tables_of(text).hex() for text in texts]
