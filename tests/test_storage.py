"""Saves: written whole or not at all; what is damaged or foreign is set aside, never a crash, never lost."""

import host_sim  # noqa: F401
import pytest
from glowgrid.console.storage import Storage

DATA = {"game": "tic-tac-toe", "moves": [4, 0, 8], "seats": [0, 5]}


def test_round_trip_and_overwrite(tmp_path):
    storage = Storage(str(tmp_path / "saves"))
    assert storage.load("match") is None
    assert storage.save("match", DATA)
    assert storage.load("match") == DATA
    assert storage.save("match", {"other": 1})
    assert Storage(str(tmp_path / "saves")).load("match") == {"other": 1}
    assert [path.name for path in (tmp_path / "saves").iterdir()] == ["match"]


def damaged(body):
    """Every way a saved file can be wrong: cut anywhere, any byte changed, something foreign, something added."""
    for length in range(len(body)):
        yield body[:length]
    for at in range(len(body)):
        yield body[:at] + bytes((body[at] ^ 0x10,)) + body[at + 1 :]
    yield b"not a save at all, but long enough to be taken for one"
    yield body + b"x"


def test_whatever_is_damaged_is_set_aside(tmp_path):
    Storage(str(tmp_path)).save("match", DATA)
    body = (tmp_path / "match").read_bytes()
    for broken in damaged(body):
        (tmp_path / "match").write_bytes(broken)
        storage = Storage(str(tmp_path))
        assert storage.load("match") is None
        assert storage.damaged == ["match"]
        assert (tmp_path / "match.bad").read_bytes() == broken
        assert not (tmp_path / "match").exists()


def test_a_half_written_new_save_does_not_matter(tmp_path):
    storage = Storage(str(tmp_path))
    storage.save("match", DATA)
    (tmp_path / "match.new").write_bytes(b"GLOW1 half")
    assert storage.load("match") == DATA
    assert storage.damaged == []
    assert storage.save("match", {"later": 2})
    assert storage.load("match") == {"later": 2}


def test_a_folder_that_cannot_be_written_is_said_not_raised(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert Storage(str(tmp_path / "file")).save("match", DATA) is False
