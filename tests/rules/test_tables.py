"""Tables beside a data file are the same game as the file, on every tier; those that are not of the file never play."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from three_tiers import RANDOM_GAMES, on_cpython, on_unix_micropython, on_webassembly

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import games
from glowgrid.console.storage import Storage
from glowgrid.console.tried import Tried, tables_beside
from glowgrid.rules.notation import move_name
from glowgrid.rules.position import perft
from glowgrid.rules.tables import game_from
from glowgrid.rules.trial import Room
from host_sim.user_games.tables import tables_of
from tools.lab.fuzz.games import data_of, make

ROOT = Path(__file__).resolve().parents[2]
FILES = [*(ROOT / "firmware/glowgrid/games").glob("*.json"), *(ROOT / "tests/own_games").glob("*.json")]
PAGES = ROOT / "README.md", ROOT / "host_sim/formal/pages/connection_games.md"
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


def put(folder, text, tables=None):
    """Put a data game with its tables into the folder of own games; return the path of the data."""
    path = folder / "games" / "own.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    path.with_suffix(".tables").write_bytes(tables_of(text.encode()) if tables is None else tables)
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


def unread(*_):
    raise ValueError("the data file is read")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_tables_are_the_game_of_their_file(text, tmp_path, monkeypatch):
    path = put(tmp_path, text)
    monkeypatch.setattr(games, "own_data", unread)
    made, errors = found_in(tmp_path)
    assert errors == [] and made.file == str(path)
    check_same(made, games.load_data(str(path)))
    path.with_suffix(".tables").unlink()
    assert found_in(tmp_path) == (None, [f"{path}: the data file is read"])


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 1 << 32))
def test_random_games_have_tables_or_are_refused(tmp_path_factory, seed):
    text = json.dumps(data_of(make(Random(seed))))
    path = tmp_path_factory.mktemp("random") / "own.json"
    path.write_text(text)
    try:
        read = games.load_data(str(path), Room().make)
        read.setup()
    except ValueError as error:
        with pytest.raises(ValueError) as refused:
            tables_of(text.encode())
        assert str(error) in (str(refused.value), f"{path}: {refused.value}")
        return
    data = tables_of(text.encode())
    path.with_suffix(".tables").write_bytes(data)
    tables = tables_beside(str(path), int.from_bytes(data[:4], "little"))
    assert tables
    check_same(game_from(*tables), read)


GAME = TEXTS["README my-game"]
CHANGED = GAME.replace("Three in a row", "Three in a line")


@pytest.mark.parametrize(
    "tables",
    [b"", tables_of(GAME.encode()), tables_of(TEXTS["fano"].encode()), b"\xff" * 300],
    ids=["empty", "of the file before a change", "of another game", "not tables"],
)
def test_a_file_without_tables_of_its_own_is_read(tables, tmp_path):
    path = put(tmp_path, CHANGED, tables)
    made, errors = found_in(tmp_path)
    assert errors == []
    check_same(made, games.load_data(str(path)))


@pytest.mark.parametrize("name", ["README my-game", "README my-hex"])
def test_damaged_tables_never_play(name, tmp_path):
    whole = tables_of(TEXTS[name].encode())
    checksum = int.from_bytes(whole[:4], "little")
    path = put(tmp_path, TEXTS[name], whole)
    assert tables_beside(str(path), checksum)
    damaged = [whole[:size] for size in range(len(whole))]
    damaged += [whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :] for at in range(len(whole)) for bit in (1, 128)]
    for data in damaged:
        put(tmp_path, TEXTS[name], data)
        assert tables_beside(str(path), checksum) is None
    made, errors = found_in(tmp_path)
    assert errors == []
    check_same(made, games.load_data(str(path)))


@pytest.mark.parametrize(
    "changes", [{"icon": ["~" * 8] * 8}, {"order": 1 << 40}, {"name": "settings"}], ids=["icon", "order", "name"]
)
def test_the_trial_refuses_both_forms_in_the_same_words(changes, tmp_path):
    path = put(tmp_path, json.dumps({**json.loads(GAME), **changes}))
    from_tables = found_in(tmp_path)
    path.with_suffix(".tables").unlink()
    assert from_tables == found_in(tmp_path) and len(from_tables[1]) == 1


def test_a_game_too_large_for_the_pico_has_no_tables():
    with pytest.raises(ValueError, match="too large for this Pico: 216 points, 1,264 lines"):
        tables_of(json.dumps({"name": "cube", "rows": {"of": [6, 6, 6], "k": 3}}).encode())


# Tiers -----------------------------------------------------------------------------------------------

PROGRAM = (
    RANDOM_GAMES
    + """
from glowgrid.console.tried import tables_beside
from glowgrid.games import load_data
from glowgrid.rules.position import perft
from glowgrid.rules.tables import game_from
for path, checksum in %r:
    game = game_from(*tables_beside(path, checksum)) if checksum else load_data(path)
    position = game.setup()
    print(game.name, game.about, game.source, game.sides, game.icon, game.order, game.engine, game.swap, game.goals())
    print(game.hidden, game.sketch(), position.family(), perft(position, 2))
    play_random_games(position, 20)
"""
)


@pytest.mark.parametrize("tier", [on_unix_micropython, on_webassembly], ids=["unix", "WebAssembly"])
def test_other_tiers_play_the_same_from_tables_as_cpython_from_the_files(tier, tmp_path):
    known, made, files = [], [], {}
    folder = "/firmware" if tier is on_webassembly else str(tmp_path)
    for number, text in enumerate(TEXTS.values()):
        (tmp_path / f"{number}.json").write_bytes(text.encode())
        data = tables_of(text.encode())
        (tmp_path / f"{number}.tables").write_bytes(data)
        files[f"{number}.tables"] = data
        known.append((str(tmp_path / f"{number}.json"), 0))
        made.append((f"{folder}/{number}.json", int.from_bytes(data[:4], "little")))
    more = {"more": files} if tier is on_webassembly else {}
    assert tier(PROGRAM % made, **more) == on_cpython(PROGRAM % known)
