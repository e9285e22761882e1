"""Records of sites and programs: each is read as it was played, or refused in one line; none is dropped in silence."""

import json
import random

import pytest
from all_games import GAMES
from command_lines import run
from hypothesis import given, settings
from hypothesis import strategies as st
from support.site_records import NOTHING, READ, REFUSED, at, renlib

from host_sim.own_games.find import find_game
from host_sim.records.reader import read, read_each
from host_sim.records.record import NoRecord, ended
from host_sim.text.position_line import position_line

pytestmark = pytest.mark.usefixtures("large")


def found(name):
    return find_game(name)[0]


def records(file, text, asked):
    return [*read_each(text, file, found, asked)]


@pytest.mark.parametrize("name", READ)
def test_a_record_of_a_site_is_read_as_it_was_played(name):
    file, text, asked, position, winner, notes = READ[name]
    (record,) = records(file, text, asked)
    assert not isinstance(record, NoRecord), record
    game = GAMES[record.game]
    assert position_line(game, record.size, ended(record, game)) == position
    assert record.winner == winner
    said = "\n".join(record.notes)
    assert all(note in said for note in notes), said
    assert len(record.notes) <= len(notes) + 1, said


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line(name):
    file, text, asked, why = REFUSED[name]
    with pytest.raises(NoRecord) as refusal:
        (record,) = records(file, text, asked)
        raise record
    assert why in str(refusal.value) and "\n" not in str(refusal.value)


def reviewed(*arguments):
    done = run("host_sim.app", "review", "--engine", "cpython", "--think", "10", "--no-draw", *arguments)
    return done.returncode, done.stdout, done.stderr


ASSUMED = "is assumed, as"


@pytest.mark.parametrize(
    "name, text, arguments, first, says",
    [
        (
            "a.sgf",
            "(;FF[4]SZ[5];B[cc])",
            [],
            f"Hex 5 (note: Hex {ASSUMED} no GM, EV or AP names the game; for another",
            "",
        ),
        ("a.sgf", "(;FF[4]SZ[5];B[cc])", ["--game", "y"], "Y 5\n", ""),
        (
            "gomoku.sgf",
            "(;FF[4]SZ[15];B[cc])",
            [],
            f"Five in a row 15x15 (note: Five in a row {ASSUMED} the name of",
            "",
        ),
        ("a.txt", "a1 b2", ["--size", "5"], f"Hex 5 (note: Hex {ASSUMED} moves alone name no game; for another", ""),
        (
            "a.txt",
            READ["PlayOK"][1],
            [],
            "Five in a row 15x15 (note: Five in a row is assumed, as a record of PlayOK that names no game; "
            "for another add --game)\norange: ann\n",
            "\nThe file says that orange has won, but the last position is not decided.\n",
        ),
        ("a.txt", READ["PlayOK"][1], ["--game", "hex"], "Hex 11\n", ""),
        (
            "a.sgf",
            "(;GM[11]SZ[5]RE[B+];B[cc])",
            [],
            "Hex 5\n",
            "\nThe file says that orange has won, but the last position is not decided.\n",
        ),
        (
            "a.sgf",
            "(;GM[4]SZ[15]RE[0];B[cc])",
            [],
            "Five in a row 15x15\n",
            "\nThe file says that the game is a draw, but the last position is not decided.\n",
        ),
        ("a.sgf", "(;GM[11]SZ[5]RE[W+R];B[cc])", [], "Hex 5\n", "\nBlue has won, by resignation.\n"),
        (
            "a.sgf",
            "(;GM[11]SZ[1]RE[W+R];B[a1])",
            [],
            "Hex 1\n",
            "\nThe file says that blue has won by resignation, but on the field orange has won.\n",
        ),
        (
            "a.sgf",
            "(;GM[11]SZ[2];B[a1];W[b1];B[a2];W[b2])",
            [],
            "Hex 2\n",
            "note: 1 move after the end left out\nOrange has won.\n",
        ),
    ],
)
def test_a_review_says_first_which_game_is_assumed_and_last_what_is_contradicted(
    tmp_path, name, text, arguments, first, says
):
    (tmp_path / name).write_text(text)
    code, said, complaint = reviewed(tmp_path / name, *arguments)
    assert (code, complaint) == (0, "") and said.startswith(first), said
    assert says in said


def test_a_review_reads_a_library_of_renlib_and_garbled_names(tmp_path):
    file = tmp_path / "a.lib"
    file.write_bytes(READ["RenLib"][1].encode("latin-1"))
    code, said, _ = reviewed(file)
    assert (
        code == 0 and said.startswith("Five in a row 15x15\nnote: RenLib's rule is renju") and "  3. orange h9" in said
    )
    for encoding, stated, name in (
        ("cp932", "Shift_JIS", "能ソ表"),
        ("gb18030", "GB2312", "誠\u9354"),
        ("big5", "Big5", "功許蓋"),
    ):
        for head, garbled in ((f"CA[{stated}]", False), ("", True)):
            text = f"(;GM[11]{head}SZ[5]PB[{name}]PW[{name}];B[b2];W[c3];B[d2])"
            (tmp_path / "a.sgf").write_bytes(text.encode(encoding))
            code, said, _ = reviewed(tmp_path / "a.sgf")
            assert code == 0 and "  1. orange b2" in said and "  2. blue c3" in said and "  3. orange d2" in said, text
            assert ("note: the file does not say how its text is written: names may be garbled" in said) == garbled
            assert (f"orange: {name}\nblue: {name}\n" in said) != garbled


def test_several_games_of_a_file_are_all_read():
    playok = READ["PlayOK"][1]
    assert [len(record.moves) for record in records("a.txt", playok + "\n" + playok, None)] == [4, 4]
    first, second, third = records(
        "a.txt", "<hexboard size='3' contents='R a1'/> and <hex>R3 C4</hex>, <hex>R2 C2 Va1</hex>", None
    )
    assert (first.size, third.size) == ((3,), (2,)) and isinstance(second, NoRecord)
    games = records("a.json", '[{"boardsize": 5, "moves": "a1"}, 7, {"boardsize": 5, "moves": "b9 c3 b9"}]', None)
    assert [isinstance(game, NoRecord) for game in games] == [False, True, False]


POINTS = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]


NODE = st.sampled_from([at(name) for name in POINTS]), st.sampled_from([0, 0x10, 2]), st.text("abc", max_size=5)
TREES = st.recursive(
    st.just([]), lambda below: st.lists(st.tuples(*NODE, below), min_size=1, max_size=3), max_leaves=12
)


def main_line(tree):
    line = []
    while tree := next((below for point, bits, _, below in tree if not bits & 2 and not line.append(point)), None):
        pass
    return line


@given(TREES)
@settings(deadline=None, max_examples=100)
def test_the_main_line_of_a_library_is_its_first_moves(tree):
    record = read(renlib(tree))
    assert [at(name) for name in record.moves] == main_line(tree)


def test_a_diagram_whose_stones_are_all_numbered_is_its_moves():
    for contents, moves, side in (
        ("R 3:d2 1:c3 B 2:b2 E 4:e1", ["c3", "b2", "d2"], 1),
        ("B 1:c3 R 2:b2", ["c3", "b2"], 2),
        ("R 1:c3 B 2:b2 R d2", [], 1),
        ("R 1:c3 2:d2", [], 1),
    ):
        record = read(f"<hexboard size='5' contents='{contents}'/>")
        assert record.moves == moves and record.movers[:1] == [2] * (side == 2), contents
    assert read("<hex>R4 C4 Ma1 Mb2 Mc3</hex>").moves == ["a1", "b2", "c3"]


@pytest.mark.parametrize(
    "moves, by",
    [
        ("1. h8 {he resigns here} g9 {sometimes played} 1-0", ""),
        ("1. h8 {a question of time} g9 {white resigns} 1-0", "resignation"),
        ("1. h8 g9 {white's time is up} 1-0", "time"),
        ("1. h8 g9 1-0", ""),
    ],
)
def test_only_the_last_note_of_tagged_moves_says_how_it_was_won(moves, by):
    assert read('[Site "PlayOK"]\n[Result "1-0"]\n\n' + moves).by == by


VALUES = None, True, False, -1, 5, 0.5, 1e9, "", "x", "c3", [], [[]], ["c3"], {}, {"name": 5}


def places(data, at=()):
    """Yield the place of each value in JSON, as keys that lead to it."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield at + (key,)
        yield from places(value, at + (key,))


JSON = [
    json.loads(text) for file, text, *_ in [*READ.values(), *REFUSED.values()] if file == "a.json" and text[-1] in "]}"
]


@pytest.mark.parametrize("each", [len(VALUES), pytest.param(1000, marks=pytest.mark.long)])
def test_json_with_any_value_anywhere_is_read_or_refused_in_one_line(each):
    chance, fates = random.Random(f"values {each}"), []
    for data in JSON:
        for number in range(each):
            changed = json.loads(json.dumps(data))
            *way, last = chance.choice([*places(changed)])
            inner = changed
            for key in way:
                inner = inner[key]
            inner[last] = VALUES[number % len(VALUES)]
            fates.append(fate("a.json", json.dumps(changed), NOTHING))
    assert min(fates.count(""), len(fates) - fates.count("")) > len(fates) // 10


def mutated(text, chance):
    for _ in range(chance.randint(1, 4)):
        place, length = chance.randrange(len(text) + 1), chance.choice((0, 1, 1, 2, 9, len(text)))
        new = chance.choice(
            ("", "", chr(chance.randrange(256)), *'{}[]"|=:;', "null", "-1", "1e9", "[[", text[place : place + 20])
        )
        text = text[:place] + new + text[place + length :]
    return text


def fate(file, text, asked):
    """Return the position at the end of the first game; "" if a line says what is wrong with it."""
    try:
        record = next(read_each(text, file, found, asked))
        if isinstance(record, NoRecord):
            raise record
        game = found(record.game)
        return position_line(game, record.size, ended(record, game))
    except ValueError as refusal:
        assert str(refusal) and "\n" not in str(refusal), text
        return ""


@pytest.mark.parametrize("each", [12, pytest.param(1000, marks=pytest.mark.long)])
def test_a_damaged_record_is_read_or_refused_in_one_line(each):
    chance, fates = random.Random(f"sites {each}"), []
    for file, text, asked, *_ in [*READ.values(), *REFUSED.values()]:
        for _ in range(each):
            damaged = mutated(text, chance)
            given = chance.choice((damaged, damaged.encode("utf-8"), damaged.encode("latin-1", "replace")))
            fates.append(fate(file, given, asked))
    assert min(fates.count(""), len(fates) - fates.count("")) > len(fates) // 10


@pytest.mark.parametrize("comment", ['<hexboard size="3x3" contents="R a1"/>', "<hex>"])
def test_a_diagram_in_a_comment_is_not_the_game(comment):
    record = read(f"(;GM[11]SZ[5]C[{comment}];B[c3];W[b2])")
    assert (record.game, record.size, len(record.moves)) == ("hex", (5,), 2)
