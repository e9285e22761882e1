"""Text in the encodings that files have: records, JSON, key logs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.boards import load_board
from host_sim.formal import own
from host_sim.terminal.play_command import DEFAULT_BOARD, key_log
from host_sim.text_file import NoText, plain_text, record_text
from host_sim.user_games.load import data_game

REPO = Path(__file__).resolve().parents[2]
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
        ("(;CA[rot13]PB[José])".encode(), "(;CA[rot13]PB[José])"),
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


def test_gtp_plays_a_game_in_utf_16(tmp_path):
    path = tmp_path / "short_row.json"
    path.write_bytes(json.dumps(GAME).encode("utf-16"))
    command = [sys.executable, "-m", "host_sim", "gtp", "--game", str(path)]
    done = subprocess.run(command, input="hint\n", cwd=REPO, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "= b1 1 3\n\n", "")


@pytest.mark.parametrize("data", [b"\xff", b"{}\n\xe9", b"\xff\xfe\x00\xd8"])
def test_what_is_no_text_says_where(data, tmp_path):
    with pytest.raises(NoText, match=r"^not text in UTF-(8|16), line \d$"):
        plain_text(data)
