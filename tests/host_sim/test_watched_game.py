"""A game in a file: faults are named with their place, and changes are played at once."""

import json
import os

import pytest

from glowgrid import games
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.console import describe
from host_sim.console.golden import BOARD
from host_sim.console.session import Session
from host_sim.own_games.load import data_game, reading_json
from host_sim.own_games.passed import game_to_play
from host_sim.own_games.watch import WatchedGame
from tests.console import Person
from tools.workshop.build import check_games

LINES = ["a1 b1 c1", "a2 b2 c2"]


def written(path, lines=LINES, **more):
    path.write_text(json.dumps({"name": "mine", "field": ["ooo", "ooo"], "lines": lines, **more}, indent=1))
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))  # some clocks are this coarse
    return path


@pytest.mark.parametrize(
    "text, said",
    [
        (
            '{"lines":\n ["a1 b9"], "field": ["oo"], "name": "a"}',
            'lines[0]: no point b9 * (line 2, column 3, found "a1 b9")',
        ),
        (
            '{"name": "a", "field": ["oo"],\n "lines_of": {"1": ["a1",\n 7]}}',
            "lines_of.1[1]: * (line 3, column 2, found 7)",
        ),
        ('{"name": "a",\n "rows": {"of": [3, 3], "k": 9}}', "rows.k: found 9; expected 1 to 3 (line 2, column 30)"),
        (' {"sides": 2}', "name: expected * (line 1, column 2, found nothing)"),
        ("[]", "expected an object * (line 1, column 1, found [])"),
    ],
)
def test_a_fault_is_named_with_its_place_and_text(tmp_path, text, said):
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(ValueError) as error:
        data_game(path)
    begin, _, end = said.partition("*")
    found = str(error.value)
    assert found.startswith(f"{path}: {begin}") and found.endswith(end) and "\n" not in found


def test_a_fault_in_the_folder_of_own_games_is_named_with_its_place_too(tmp_path, monkeypatch):
    own = tmp_path / "own"
    own.mkdir()
    (own / "broken.json").write_text("{")
    (own / "late.py").write_text("GAME = 1\nimport nothing_there")
    (own / "latin.json").write_bytes(b'{"name":\n "\xe9"}')
    (own / "wrong.json").write_text('{"name": "wrong",\n "sides": 5}')
    monkeypatch.setattr(games, "own_folder", str(own))
    monkeypatch.setattr(games, "json_reader", reading_json)
    person = Person(tmp_path / "saves")
    late, broken, latin, wrong = describe.faults(person.app)
    assert broken == f"{own}/broken.json: not JSON, line 1, column 2: the file ends in the middle"
    assert "No module named 'nothing_there' (late.py, line 2)" in late and late.startswith(f"{own}/late.py: ")
    assert latin == f"{own}/latin.json: not JSON: not text in UTF-8, line 2"
    assert wrong == f"{own}/wrong.json: sides: expected 2 or 3 (line 2, column 11, found 5)"
    monkeypatch.setenv("GLOWGRID_GAMES", str(own))
    for name in ("late.py", "broken.json", "latin.json"):
        (own / name).unlink()
    with pytest.raises(ToolError) as error:
        check_games()
    assert str(error.value) == f"{wrong}; fix the file or take it away"


def test_before_flashing_each_bad_game_file_gets_its_own_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    for name in ("first", "second"):
        written(tmp_path / f"{name}.json")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "exits.py").write_text("raise SystemExit\nGAME = 1")
    with pytest.raises(ToolError) as error:
        check_games()
    exits, broken = capsys.readouterr().err.splitlines()
    assert exits.startswith(f"error: {tmp_path}/exits.py: SystemExit")
    assert broken.startswith(f"error: {tmp_path}/broken.json: not JSON")
    named = f"{tmp_path}/second.json: another game is already named mine"
    assert str(error.value) == f"{named}; fix the files or take them away"


def person_at(folder, path):
    session = Session(load_board(BOARD), folder, ((game_to_play(path),), ()))
    watched = WatchedGame(path, session)
    return Person(folder, session=session), watched


def tap_point(person, point):
    person.tap(next(key for key in range(16) if describe.key_point(person.app, key) == point))


def test_changes_are_played_at_once_with_the_moves_made_so_far(tmp_path):
    person, watched = person_at(tmp_path / "saves", written(tmp_path / "mine.json"))
    person.choose("mine")
    person.sit(0, 0)
    for point in (0, 4):
        tap_point(person, point)
    assert not watched.check()
    written(watched.path, ["a1 b1"])
    assert watched.check() and not watched.fault
    person.app = person.session.app
    person.wait(1000)
    assert person.screen == "play" and list(person.position.cells) == [1, 0, 0, 0, 2, 0]
    tap_point(person, 1)
    assert person.position.winner == 1


def test_moves_that_the_changed_game_does_not_allow_end_the_match(tmp_path):
    person, watched = person_at(tmp_path / "saves", written(tmp_path / "mine.json"))
    person.choose("mine")
    person.sit(0, 0)
    tap_point(person, 5)
    written(watched.path, ["a1 b1"], field=["ooo"])
    assert watched.check()
    person.app = person.session.app
    person.wait(1000)
    assert person.app.match is None and person.screen == "sign"


def test_the_old_game_stays_while_the_file_is_broken(tmp_path):
    person, watched = person_at(tmp_path / "saves", written(tmp_path / "mine.json"))
    before = person.session.app
    watched.path.write_text('{"name": ')
    assert watched.check() and "not JSON, line 1" in watched.fault
    assert person.session.app is before and not watched.check()
    watched.path.unlink()
    assert not watched.check()
    written(watched.path)
    assert watched.check() and not watched.fault and person.session.app is not before
