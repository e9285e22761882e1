"""After a power cut at any step of any save, the console offers the match as before or after the move, never less."""

import builtins
import copy

import pytest
from console import BOARD, RIGHT, SELECT, SPEED, UNDO, Person

from glowgrid import games
from glowgrid.console import storage
from host_sim.boards.files import load_board
from host_sim.console.session import Session

KEYS = {4: 5, 0: 0, 8: 10}  # of the points of a 3x3 field on 4x4 keys


class Cuts:
    """Stands between Storage and the folder: `states` are all that a power cut can leave behind.

    Each is ({name: content}, moves of the last saved match, moves that are being saved, or the same).
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
        paths = [path for path in self.folder.rglob("*") if path.is_file()]
        there = {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}
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
    """A file whose writes each arrive in two halves."""

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
    """Return the moves of the match that a console offers when switched on with these saves, or None."""
    person = Person(folder)
    assert person.app.storage.faults == []
    if person.screen == "menu":
        return None
    assert person.screen == "resume"
    person.tap(SELECT)
    assert person.screen == "play"
    return list(person.position.history[: person.position.plies])


def test_a_match_cut_in_any_save_is_offered_as_before_or_after_the_move(tmp_path, monkeypatch):
    folder = tmp_path / "played"
    with monkeypatch.context() as patched:
        cuts = Cuts(folder, patched)
        person = Person(folder)
        person.start("tic-tac-toe", 0, 0)
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


def test_a_save_that_was_interrupted_is_made_again_when_the_console_ends(tmp_path, monkeypatch):
    def interrupted(old, new):
        raise KeyboardInterrupt

    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.wait(500)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(storage, "rename", interrupted)
        person.tap(KEYS[4], then=500)
    person.app.save_now()
    assert offered(tmp_path) == [4]


# Statistics --------------------------------------------------------------------------------------------------------

WON_ONCE = ({"tic-tac-toe": {"1": [1, 0, 0, 1]}}, {"tic-tac-toe": 1}, 1)
NOT_YET = ({}, {}, 0)
WINNING = 2  # the key of the point


@pytest.fixture(scope="module")
def found():
    return games.discover()


def switched_on(folder, found):
    return Person(folder, session=Session({**load_board(BOARD), "speed": SPEED}, folder, found))


def statistics(person):
    settings = person.app.settings
    return copy.deepcopy((settings.results, settings.streaks, settings.counted))


def one_move_before_a_win(folder, found):
    """Return a person who plays against your level and wins with the next key; all is saved."""
    person = switched_on(folder, found)
    person.choose("tic-tac-toe")
    person.tap(SELECT, then=500)
    for move in (0, 3, 1, 4):
        assert person.position.play(move)
    person.app.match_changed(person.session.now_ms)
    person.app.resume(person.session.now_ms)
    person.wait(500)
    return person


def won(person):
    """Press the winning key; yield after each tick that follows, until all is saved."""
    person.press(WINNING)
    for tick in range(60):
        person.wait(10)
        if tick == 6:
            person.release(WINNING)
        yield


def test_a_win_cut_at_any_moment_counts_once(tmp_path, monkeypatch, found):
    folder = tmp_path / "played"
    person = one_move_before_a_win(folder, found)
    with monkeypatch.context() as patched:
        cuts = Cuts(folder, patched)
        for _ in won(person):
            cuts.note()
    assert statistics(person) == WON_ONCE
    seen = []
    for number, (files, _, _) in enumerate(cuts.states):
        again = tmp_path / str(number)
        for name, content in files.items():
            path = again / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        person = switched_on(again, found)
        seen.append((person.screen, statistics(person)))
        before_the_win = person.screen == "resume" and statistics(person) == NOT_YET
        if before_the_win:
            person.tap(SELECT, then=500)
            person.tap(WINNING, then=300)
        assert statistics(person) == WON_ONCE, (number, sorted(files))
        if not before_the_win:
            assert statistics(switched_on(again, found)) == WON_ONCE  # cut at once
            person.wait(300)
        assert statistics(switched_on(again, found)) == WON_ONCE  # cut once all was saved again
    assert ("resume", NOT_YET) in seen and ("menu", WON_ONCE) in seen
    assert len(seen) >= 15


def test_a_win_counts_if_once_more_comes_before_any_save(tmp_path, found):
    person = one_move_before_a_win(tmp_path, found)
    person.tap(WINNING, then=60)
    while person.screen != "pause":
        person.tap(SELECT, then=60)
    while person.app.screen.entry_name() != "once more":
        person.tap(RIGHT, then=60)
    person.tap(SELECT, then=60)
    person.started()
    assert statistics(person) == WON_ONCE
    assert statistics(switched_on(tmp_path, found)) == WON_ONCE


def test_the_first_win_after_an_update_counts_if_the_power_is_cut_right_after_it(tmp_path, found):
    """The settings have no number, and no match was saved."""
    storage.Storage(str(tmp_path)).save("settings", {"brightness": 40})
    person = one_move_before_a_win(tmp_path, found)
    settings = (tmp_path / "settings").read_bytes()
    for _ in won(person):
        pass
    (tmp_path / "settings").write_bytes(settings)
    assert statistics(switched_on(tmp_path, found)) == WON_ONCE


def test_matches_counted_by_an_older_glowgrid_are_not_counted_again(tmp_path, found):
    person = one_move_before_a_win(tmp_path, found)
    for _ in won(person):
        pass
    saves = storage.Storage(str(tmp_path))
    for odd in (None, "1"):
        old = {"results": {"tic-tac-toe": {"2": [7, 1, 1, 3]}}, "game": "hex"}
        if odd is not None:
            old["counted"] = odd
        assert saves.save("settings", old)
        person = switched_on(tmp_path, found)
        assert person.app.settings.game == "hex" and statistics(person)[0] == old["results"]
        person.wait(300)
        assert saves.load("settings")["counted"] == 1


def test_a_win_counts_after_settings_with_a_later_number(tmp_path, found):
    person = one_move_before_a_win(tmp_path, found)
    person.app.settings.counted = 1234
    for _ in won(person):
        pass
    assert statistics(person) == (*WON_ONCE[:2], 1235)
    assert statistics(switched_on(tmp_path, found)) == (*WON_ONCE[:2], 1235)
