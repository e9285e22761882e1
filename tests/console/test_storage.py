"""Saves are written whole or not at all; damaged, foreign or newer ones are set aside, never a crash, never lost."""

import zlib

from console import SELECT, Person

from glowgrid import record
from glowgrid.console import finished
from glowgrid.console.settings import Settings
from glowgrid.console.storage import Storage

DATA = {"game": "tic-tac-toe", "moves": [4, 0, 8], "seats": [0, 5]}
OLD_MATCH = b'GLOW1P\x00{"game": "tic-tac-toe", "size": [], "seats": [0, 5], "seed": 3, "moves": [4, 0]}\x0e\x90\xfc`'
OLD_SETTINGS = (
    b'GLOW1]\x00{"brightness": 64, "neighbours": false, "game": "hex", "size": [5], "seats": {"hex": [0, 2]}}\xe9A\x9f;'
)


def test_round_trip_and_overwrite(tmp_path):
    storage = Storage(str(tmp_path / "saves"))
    assert storage.load("match") is None
    assert storage.save("match", DATA)
    assert storage.load("match") == DATA
    assert storage.save("match", {"other": 1})
    assert Storage(str(tmp_path / "saves")).load("match") == {"other": 1}
    assert [path.name for path in (tmp_path / "saves").iterdir()] == ["match"]


def damaged(body):
    """Yield every way a saved file can be wrong: cut anywhere, any byte changed, foreign, something added."""
    for length in range(len(body)):
        yield body[:length]
    for at in range(len(body)):
        yield body[:at] + bytes((body[at] ^ 0x10,)) + body[at + 1 :]
    yield b"not a save at all, but long enough to be taken for one"
    yield body + b"x"


def test_any_damaged_save_is_set_aside(tmp_path):
    Storage(str(tmp_path)).save("match", DATA)
    body = (tmp_path / "match").read_bytes()
    for broken in damaged(body):
        (tmp_path / "match").write_bytes(broken)
        storage = Storage(str(tmp_path))
        assert storage.load("match") is None
        assert storage.faults == ["The save 'match' made no sense; it is kept as match.bad"]
        assert (tmp_path / "match.bad").read_bytes() == broken
        assert not (tmp_path / "match").exists()


def test_a_half_written_new_save_does_not_matter(tmp_path):
    storage = Storage(str(tmp_path))
    storage.save("match", DATA)
    (tmp_path / "match.new").write_bytes(b"GLOW1 half")
    assert storage.load("match") == DATA
    assert storage.faults == []
    assert storage.save("match", {"later": 2})
    assert storage.load("match") == {"later": 2}


def test_a_save_that_takes_too_much_memory_is_set_aside(tmp_path, monkeypatch):
    storage = Storage(str(tmp_path))
    storage.save("match", DATA)

    def full(body):
        raise MemoryError

    monkeypatch.setattr(record, "unpack", full)
    assert storage.load("match") is None and (tmp_path / "match.bad").exists()


def test_an_unwritable_folder_is_reported_not_raised(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert Storage(str(tmp_path / "file")).save("match", DATA) is False


def test_a_record_that_is_too_long_is_not_saved_and_the_old_save_stays(tmp_path):
    storage = Storage(str(tmp_path))
    assert storage.save("match", "x" * 65533)  # and two quotes
    for length in (65534, 65536, 200_000):
        assert storage.save("match", "y" * length) is False
    assert storage.load("match") == "x" * 65533


def test_a_console_continues_a_match_of_version_0_1_0(tmp_path):
    (tmp_path / "match").write_bytes(OLD_MATCH)
    (tmp_path / "settings").write_bytes(OLD_SETTINGS)
    person = Person(tmp_path)
    assert person.screen == "resume" and person.app.settings.brightness == 64
    person.tap(SELECT, then=650)
    assert person.screen == "play" and person.app.match.seats == [0, 2]  # 2 of 5 levels remain
    assert list(person.position.history[:2]) == [4, 0]
    person.play(8)
    assert person.position.history[2] == 8


def test_settings_keep_entries_of_a_newer_glowgrid(tmp_path):
    storage = Storage(str(tmp_path))
    storage.save("settings", {"sound": 3, "brightness": 900, "neighbours": False})
    settings = Settings(storage, 40)
    assert settings.brightness == 40 and not settings.neighbours
    settings.game = "hex"
    assert list(settings.saving())[-1]
    saved = storage.load("settings")
    assert (saved["sound"], saved["brightness"], saved["game"]) == (3, 40, "hex")


def test_saves_of_a_newer_version_are_all_kept(tmp_path):
    storage = Storage(str(tmp_path))
    wholes = [newer(b"2", text) for text in (b"{}", b"something else", b"[1]")] + [newer(b"3", b"{}")]
    for whole in wholes:
        (tmp_path / "match").write_bytes(whole)
        assert storage.load("match") is None
    kept = ["match.2", "match.2.1", "match.2.2", "match.3"]
    assert [(tmp_path / name).read_bytes() for name in kept] == wholes
    what = "The save 'match' is of version %s, this Glowgrid knows 1; it is kept as %s"
    assert storage.faults == [what % (name[6], name) for name in kept]


def newer(version, text):
    """Return a whole record of another version."""
    body = b"GLOW" + version + len(text).to_bytes(2, "little") + text
    return body + zlib.crc32(body).to_bytes(4, "little")


# Finished matches --------------------------------------------------------------------------------------------


def test_the_last_twenty_are_kept(tmp_path):
    storage = Storage(str(tmp_path))
    assert finished.numbers(storage) == [] and finished.next_number(storage) == 1
    for number in range(1, 31):
        assert finished.next_number(storage) == number
        assert list(finished.keeping(storage, dict(DATA, number=number)))[-1]
    assert finished.numbers(storage) == list(range(11, 31))
    assert Storage(str(tmp_path / "games")).load("17") == dict(DATA, number=17)


def test_other_files_there_are_left_alone(tmp_path):
    storage = Storage(str(tmp_path))
    list(finished.keeping(storage, dict(DATA, number=1)))
    for name in ("1.bad", "99.new", "notes"):
        (tmp_path / "games" / name).write_text("mine")
    for number in range(2, 40):
        list(finished.keeping(storage, dict(DATA, number=number)))
    assert finished.numbers(storage) == list(range(20, 40))
    assert {path.name for path in (tmp_path / "games").iterdir()} >= {"1.bad", "99.new", "notes"}
