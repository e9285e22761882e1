"""Text in the encodings that files have: records, JSON, key logs."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glowgrid import games
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER, load_board
from host_sim.own_games.data.tables import compiled
from host_sim.own_games.load import data_game, line_of, reading_json
from host_sim.own_games.try_games import verdicts
from host_sim.terminal.arguments import key_log
from host_sim.text.json_text import NoJson, parsed
from host_sim.text.text_file import NoText, file_bytes, plain_text, record_text
from host_sim.theory.formal import own
from tools.compile.build import staged_files

ENCODINGS = "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"
GAME = {"name": "short-row", "about": "Two in a row win: é.", "field": ["ooo"], "lines": ["a1 b1", "b1 c1"]}


@pytest.mark.parametrize(
    "data, text",
    [
        ("(;PB[José])".encode("latin-1"), "(;PB[José])"),
        ("(;PB[José])".encode(), "(;PB[José])"),
        ("(;PB[José])".encode("utf-8-sig"), "(;PB[José])"),
        ("(;PB[José])".encode("utf-16"), "(;PB[José])"),
        ("(;CA[GBK]PB[张三])".encode("gbk"), "(;CA[GBK]PB[张三])"),
        ("(;CA[ISO-8859-1]PB[Ã©])".encode("latin-1"), "(;CA[ISO-8859-1]PB[Ã©])"),  # CA comes before UTF-8
        ("(;CA[GBK]PB[José])".encode("utf-16"), "(;CA[GBK]PB[José])"),  # a mark comes before CA
        ("(;CA[nonsense]PB[José])".encode(), "(;CA[nonsense]PB[José])"),
        ("(;CA[UTF-8]PB[José])".encode("latin-1"), "(;CA[UTF-8]PB[José])"),  # it is none
        (b"", ""),
        (b"(", "("),
    ],
)
def test_a_record_is_read_by_mark_then_ca_then_utf_8_then_latin_1(data, text):
    assert record_text(data) == text


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_and_key_logs_are_utf_8_or_utf_16(tmp_path, encoding):
    text = json.dumps(GAME, ensure_ascii=False)
    assert plain_text(text.encode(encoding)) == text
    path = tmp_path / "short_row.json"
    path.write_bytes(text.encode(encoding))
    assert data_game(path).about == GAME["about"]
    assert len(own.read(path).names) == 3
    (tmp_path / "log").write_bytes("1500 press 5\n1580 release 5\n".encode(encoding))
    board = load_board(DEFAULT_BOARD)
    assert key_log(tmp_path / "log", board) == [(1500, 5, True), (1580, 5, False)]
    (tmp_path / "board.json").write_bytes(json.dumps(board).encode(encoding))
    assert load_board(str(tmp_path / "board.json"))["name"] == board["name"]


@pytest.mark.parametrize("read", [file_bytes, lambda path: line_of(path, "GAME")], ids=["file_bytes", "line_of"])
def test_a_file_of_gigabytes_is_not_read_to_its_end(tmp_path, read):
    path = tmp_path / "large.py"
    with path.open("wb") as file:
        file.truncate(1 << 33)  # of holes: it takes no room
    with pytest.raises(OSError, match="larger than 64 MB"):
        read(path)


AS_PEOPLE_WRITE = """// Two in a row win.
{
  "name": "short-row", /* no # here: */ "about": "A # and // and , ] are text.", # here
  "field": ["ooo",],
  "lines": ["a1 b1", "b1 c1",
  ], // the last
}
"""


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.sample(3)
def test_own_games_and_boards_may_have_comments_and_a_last_comma(tmp_path, monkeypatch, encoding):
    """What the simulator plays, flash compiles; lines and columns are those of the file."""
    path = tmp_path / "short_row.json"
    path.write_bytes(AS_PEOPLE_WRITE.encode(encoding))
    assert data_game(path).about == "A # and // and , ] are text." and len(own.read(path).names) == 3
    assert verdicts([path]) == {}
    on_pico = staged_files(DEFAULT_BOARD, source=True, own=[path])["/games/short_row.tables"]
    assert on_pico == compiled(data_game(path))
    monkeypatch.setattr(games, "json_reader", reading_json)
    found, errors = games.discover(own=str(tmp_path))
    assert "short-row" in [game.name for game in found] and not errors
    path.write_bytes(AS_PEOPLE_WRITE.replace('"b1 c1"', '"b1 d1"').encode(encoding))
    with pytest.raises(ValueError, match=r'no point d1 in the drawing.*\(line 5, column 22, found "b1 d1"\)$'):
        data_game(path)
    text = (FOLDER / f"{DEFAULT_BOARD}.json").read_text(encoding="utf-8").rstrip().removesuffix("}")
    board = tmp_path / f"{DEFAULT_BOARD}.json"
    board.write_bytes(f"// mine\n{text}, # the last\n}}".encode(encoding))
    assert load_board(board) == load_board(DEFAULT_BOARD)


@pytest.mark.parametrize(
    "text, why",
    [
        ('{"a": 0x10}', "line 1, column 8: numbers are written 16, not 0x10, found 'x'"),
        ('{"a": 012}', "line 1, column 8: numbers are written 12, not 012, found '1'"),
        ('{"a":\n .5}', "line 2, column 2: numbers are written 0.5, not .5, found '.'"),
        ('{"a": +5}', "line 1, column 7: numbers are written 5, not +5, found '+'"),
        ('{"a": 1_000}', "line 1, column 8: numbers are written 1000, not 1_000, found '_'"),
        ('{"a": True}', "line 1, column 7: True is written true, found 'T'"),
        ("{'a': 1}", 'line 1, column 2: expected a name; texts stand in double quotes, such as "name", found "\'"'),
        ("{a: 1}", "line 1, column 2: expected a name; texts stand in double quotes, such as \"a\", found 'a'"),
        ('{"a": 1,, "b": 2}', "line 1, column 9: a comma too many, found ','"),
        ("[1 2]", "line 1, column 4: a comma is missing, found '2'"),
        ('{"a": 1\n"b": 2}', "line 2, column 1: a comma is missing, found '\"'"),
        ("[1}", "line 1, column 3: expected a comma or the closing bracket, found '}'"),
        ('{"a": }', "line 1, column 7: expected a value, found '}'"),
        ('{"a" 7}', "line 1, column 6: expected a colon after the name, found '7'"),
        ('{"a": [1', "line 1, column 9: the file ends in the middle"),
        ('{"a": 1,\n "b": tr', "line 2, column 7: the file ends in the middle"),
        ('{"a": 1, // mine\n "b": "c', "line 2, column 7: the file ends in the middle"),
        ('{"a": 1} "', "line 1, column 10: expected nothing after the last bracket, found '\"'"),
        ("", "line 1, column 1: expected a { and a }, found an empty file"),
        ('{"a": "b\n"}', r"line 1, column 9: the text is not closed on its line, found '\n'"),
        ('{"a": "b\\c"}', r"line 1, column 9: a backslash in a text is written \\, found '\\'"),
        ('{"a": 0x' + "9" * 5000, "line 1, column 8: expected a comma or the closing bracket, found 'x'"),
    ],
)
def test_a_fault_in_json_is_said_in_words_for_people(tmp_path, text, why):
    path = tmp_path / "own.json"
    path.write_text(text)
    for read in (data_game, load_board, own.read):
        with pytest.raises(ValueError) as error:
            read(path)
        assert str(error.value) == f"{path}: not JSON, {why}"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('ab"\\\\/*#,]} \n', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab/*#"', max_size=3), inner, max_size=3),
    max_leaves=8,
)
BLANKS = st.sampled_from((" ", "\n", '// a, ] "\n', "/* } \n * */", '# {"\n', "/**/", ""))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(VALUES, st.data())
def test_comments_and_last_commas_change_no_value(value, data):
    """Between any two parts of the text there may be comments, and before a bracket a comma."""
    parts = re.findall(r'"(?:[^"\\]|\\.)*"|[\w-]+|.', json.dumps(value).replace(": ", ":").replace(", ", ","))
    text = "".join(
        data.draw(BLANKS)
        + ("," if part in "]}" and before not in "[{" and data.draw(st.booleans()) else "")
        + data.draw(BLANKS)
        + part
        for before, part in zip(["[", *parts], parts)
    )
    plain, found = parsed(text.encode())
    assert found == value and len(plain) == len(text)
    assert [at for at, sign in enumerate(plain) if sign == "\n"] == [at for at, sign in enumerate(text) if sign == "\n"]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text("[]{}:,\"'\\\\/*# \n\t01.-+eExTrue", max_size=20))
def test_any_text_is_json_or_refused_in_one_line(text):
    try:
        parsed(text.encode())
    except NoJson as error:
        assert str(error).startswith("not JSON") and str(error).isprintable() and len(str(error)) < 150


@pytest.mark.parametrize("data", [b"\xff", b"{}\n\xe9", b"\xff\xfe\x00\xd8"])
def test_what_is_no_text_says_where(data, tmp_path):
    with pytest.raises(NoText, match=r"^not text in UTF-(8|16), line \d$"):
        plain_text(data)


def test_a_file_that_is_cut_off_anywhere_ends_in_the_middle():
    text = json.dumps(
        {"rows": {"of": [3, 3], "k": 3}, "hidden": True, "perft": [1, -2, 1.5e3], "about": 'a "b" \u00e4'}
    )
    for length in range(1, len(text)):
        with pytest.raises(NoJson, match=r"^not JSON, line 1, column \d+: the file ends in the middle$"):
            parsed(text[:length].encode())
