"""The power is cut at every step of every save of a match, and the console switched on again: it offers the match as it
was before the move or after it, never less.

Here the whole console runs, on a folder of the host; tests/hardware/test_power_cut.py has the flash of the Pico under
Storage.
"""

import builtins

import pytest
from console import SELECT, UNDO, Person

from glowgrid.console import storage

KEYS = {4: 5, 0: 0, 8: 10}  # of the points of a 3x3 field on 4x4 keys


class Cuts:
    """Stands between Storage and the folder: `states` are all that a power cut can leave behind.

    Each is ({name: content}, moves of the last match saved, moves that are being saved, or the same).
    """

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.states = []
        self.old = self.new = None
        self._saving = storage.Storage.saving
        self._rename = storage.rename
        monkeypatch.setattr(storage, "open", self._open, raising=False)
        monkeypatch.setattr(storage, "rename", self._renamed)
        monkeypatch.setattr(storage.Storage, "saving", lambda *arguments: self._saved(*arguments))

    def note(self):
        there = {path.name: path.read_bytes() for path in self.folder.iterdir()} if self.folder.exists() else {}
        if not self.states or self.states[-1] != (there, self.old, self.new):
            self.states.append((there, self.old, self.new))

    def _saved(self, its, name, data):
        self.new = data["moves"] if name == "match" else self.old
        self.note()
        for written in self._saving(its, name, data):
            self.note()
            if written:
                self.old = self.new
            yield written

    def _open(self, path, mode):
        if "w" not in mode:
            return builtins.open(path, mode)
        self.note()
        file = builtins.open(path, mode, buffering=0)
        self.note()
        return _Torn(file, self.note)

    def _renamed(self, old, new):
        self.note()
        self._rename(old, new)
        self.note()


class _Torn:
    """A file of which every write arrives in two halves."""

    def __init__(self, file, note):
        self._file = file
        self._note = note

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._file.close()

    def write(self, data):
        for half in (data[: len(data) // 2], data[len(data) // 2 :]):
            self._file.write(half)
            self._note()


def offered(folder):
    """The moves of the match that a console switched on with these saves offers, or None."""
    person = Person(folder)
    assert person.app.storage.faults == []
    if person.screen == "menu":
        return None
    assert person.screen == "resume"
    person.tap(SELECT)
    assert person.screen == "play"
    return list(person.position.history[: person.position.plies])


def test_a_match_cut_in_any_save_is_offered_as_before_the_move_or_after(tmp_path, monkeypatch):
    folder = tmp_path / "played"
    with monkeypatch.context() as patched:
        cuts = Cuts(folder, patched)
        person = Person(folder)
        person.choose("tic-tac-toe")
        person.sit(0, 0)
        person.tap(*(KEYS[point] for point in (4, 0, 8)), UNDO, KEYS[8], then=200)
    assert list(person.position.history[:3]) == [4, 0, 8] and person.position.plies == 3
    assert [new for _, old, new in cuts.states if old != new]
    found = []
    for number, (files, old, new) in enumerate(cuts.states):
        again = tmp_path / str(number)
        again.mkdir()
        for name, content in files.items():
            (again / name).write_bytes(content)
        found.append(offered(again))
        assert found[-1] in (old, new), (number, sorted(files), found[-1])
    for moves in ([4], [4, 0], [4, 0, 8]):
        assert moves in found
    assert len(cuts.states) >= 30


@pytest.mark.parametrize("written", [b"", b"GLOW1", b"\xff" * 64])
def test_garbage_beside_a_save_does_not_reach_the_player(tmp_path, written):
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(KEYS[4], then=200)
    (tmp_path / "match.new").write_bytes(written)
    (tmp_path / "settings.new").write_bytes(written)
    assert offered(tmp_path) == [4]
