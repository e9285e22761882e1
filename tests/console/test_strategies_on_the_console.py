"""A strategy's file at a seat: chosen, played, kept over a power cut; one sign if it fails, and the engine plays on."""

import pytest
from console import DOWN, RIGHT, SELECT, Person

from glowgrid import games
from glowgrid.console import strategy_answers
from glowgrid.console.saving import record_of
from glowgrid.console.screens.resume import restore
from glowgrid.console.shortage import make_do
from glowgrid.console.your_level import YOURS
from glowgrid.rules.notation import move_name
from host_sim.records import finished

FIRST_FREE = "glowgrid strategy 1\ngame tic-tac-toe\nelse a1 b1 c1 a2 b2 c2 a3 b3 c3\nend\n"
LAST_FREE = "glowgrid strategy 1\ngame tic-tac-toe\nelse c3 b3 a3 c2 b2 a2 c1 b1 a1\nend\n"
FILE = YOURS + 1  # the first file, as a seat


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a person's strategies, with one of tic-tac-toe and two that it does not offer."""
    folder = tmp_path / "games" / "strategies"
    folder.mkdir(parents=True)
    (folder / "first.txt").write_text(FIRST_FREE)
    (folder / "hex.txt").write_text(FIRST_FREE.replace("tic-tac-toe", "hex 4"))
    (folder / "later.txt").write_text(FIRST_FREE.replace("strategy 1", "strategy 2"))
    monkeypatch.setattr(games, "own_folder", str(folder.parent))
    return folder


def seats(tmp_path):
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.wait(200)
    return person


def play(person, name):
    """Press the key of a point, and wait for the answer."""
    person.play(name, then=950)


def played(person):
    position = person.position
    return " ".join(move_name(position, move) for move in position.history[: position.plies])


def test_a_file_sits_at_a_seat_and_plays_its_answers(tmp_path, folder, capsys):
    person = seats(tmp_path)
    assert person.app.screen.files == ["first.txt"] and "later.txt: it is of version 2" in capsys.readouterr().out
    person.tap(DOWN, RIGHT)  # after yours
    assert person.app.screen.words()[0] == "blue: first.txt"
    person.tap(SELECT)
    person.started()
    assert person.app.match.files == ["", "first.txt"]
    for mine in ("b2", "c3", "a3"):
        play(person, mine)
    assert played(person) == "b2 a1 c3 b1 a3 c1" and person.position.winner == 2
    person.wait(500)
    assert not person.app.settings.results  # no result against a level
    kept = {1: (tmp_path / "games" / "1").read_bytes()}
    assert "person - first.txt" in [line for _, line, _, _ in finished.described(kept, games.discover()[0])][0]


def test_two_files_play_each_other_and_change_sides_once_more(tmp_path, folder):
    (folder / "last.txt").write_text(LAST_FREE)
    person = seats(tmp_path)
    person.sit(FILE, FILE + 1)
    person.wait(6000)
    assert played(person) == "a1 c3 b1 b3 c1" and person.position.winner == 1
    person.tap(SELECT, then=500)
    person.take("once more", then=7000)
    assert played(person) == "c3 a1 b3 b1 a3" and person.position.winner == 1
    person.app.open_menu(person.session.now_ms)
    person.wait(300)
    person.choose("tic-tac-toe")
    person.wait(200)
    assert person.app.screen.seats == [FILE, FILE + 1]  # as once more would be


def test_a_match_with_a_file_goes_on_after_a_power_cut(tmp_path, folder):
    person = seats(tmp_path)
    person.sit(0, FILE)
    play(person, "b2")
    person = Person(tmp_path)
    assert person.screen == "resume"
    person.tap(SELECT)
    person.started()
    assert person.app.match.files == ["", "first.txt"]
    play(person, "c3")
    assert played(person) == "b2 a1 c3 b1"


FAULTS = {
    "missing": (None, "first.txt: cannot be read; level 2 plays on"),
    "illegal": (
        FIRST_FREE.replace("else a1 b1 c1 a2 b2 c2 a3 b3 c3", "moves 1\n2 .../.1./... b2"),
        "first.txt: line 4: b2 in 2 .../.1./...: a stone is there; level 2 plays on",
    ),
    "short carriers": (
        FIRST_FREE.replace("else a1 b1 c1 a2 b2 c2 a3 b3 c3", "carriers 2\n.1.\n*.."),
        "first.txt: its carriers are shorter than the field; level 2 plays on",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_fails_is_one_sign_and_the_engine_plays_on(tmp_path, folder, fault):
    text, said = FAULTS[fault]
    person = seats(tmp_path)
    person.sit(0, FILE)
    (folder / "first.txt").unlink()
    if text:
        (folder / "first.txt").write_text(text)
    play(person, "b2")
    assert person.screen == "sign" and person.app.screen.faults == [said]
    person.wait(300)
    again = Person(tmp_path)  # the power is cut while the sign is up
    again.tap(SELECT)
    for one in (person, again):
        if one.screen == "sign":
            one.tap(SELECT)
        one.wait(1500)
        assert one.screen == "play" and one.position.plies == 2 and one.position.winner == 0
        assert record_of(one.app.match)["seats"] == [0, 2] and "files" not in record_of(one.app.match)


ENDLESS = {
    "text": (b"#" * 2000 + b"\n", 100_000, "first.txt: line 11: too much text: at most 16384 bytes beside its moves"),
    "rules": (b"block\n", 400, "first.txt: line 119: its rules take too long"),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_endless_file_is_named_within_seconds(tmp_path, folder, kind):
    line, times, said = ENDLESS[kind]
    (folder / "first.txt").write_bytes(FIRST_FREE.encode().replace(b"else", line * times + b"else"))
    person = seats(tmp_path)
    person.sit(0, FILE)
    began = person.session.now_ms
    play(person, "b2")
    while person.screen != "sign":
        person.wait(100)
        assert person.session.now_ms - began < 10_000
    assert person.app.screen.faults == [said + "; level 2 plays on"]
    assert kind == "rules" or person.session.now_ms - began < 3000


def test_a_seat_keeps_the_swap_rule_of_its_file(tmp_path, folder):
    text = FIRST_FREE.replace("tic-tac-toe", "hex 3").replace("else ", "else b2 ")
    (folder / "hex.txt").write_text(text)
    (folder / "swap.txt").write_text(text.replace("hex 3", "hex 3 swap").replace("else", "else swap"))
    for name, swaps in (("hex.txt", False), ("swap.txt", True)):
        person = Person(tmp_path / name)
        person.choose("hex", "3")
        person.wait(200)
        assert person.app.screen.files == ["hex.txt", "swap.txt"]
        person.sit(0, FILE + swaps)
        assert person.position.swap_rule == swaps
        play(person, "b2")
        assert played(person) == ("b2 swap" if swaps else "b2 a1")


def test_no_file_sits_in_a_game_that_hides_stones(tmp_path, folder):
    """Its tries would be heard, and a sign about what it does not answer would show its stones."""
    (folder / "phantom.txt").write_text(FIRST_FREE.replace("tic-tac-toe", "phantom-tic-tac-toe"))
    person = Person(tmp_path)
    person.choose("phantom-tic-tac-toe")
    person.wait(2000)
    assert not person.app.screen.files and max(person.app.screen.choices) == YOURS
    saved = {"game": "phantom-tic-tac-toe", "size": [], "seats": [0, 3], "files": ["", "phantom.txt"]}
    saved = {**saved, "seed": 1, "moves": [0]}  # of an earlier version
    person.app.match = restore(saved, person.app.games, folder=str(folder))
    person.app.resume(person.session.now_ms)
    person.wait(1500)
    assert person.app.screen.faults == ["phantom.txt: in a game that hides stones no file plays; level 2 plays on"]


PAIRS = "glowgrid strategy 1\ngame mnk 5,5,5\npair a1 c1\npair b2 d4\npair e5 e4\nelse e5 a2 a3\nend\n"


def test_the_pairs_of_a_file_are_shown_from_the_pause(tmp_path, folder):
    (folder / "pairs.txt").write_text(PAIRS)
    person = Person(tmp_path)
    person.choose("mnk", "5,5,5")
    person.wait(200)
    person.sit(FILE, 0)
    person.wait(800)
    person.pause_and("pairs")
    person.wait(300)
    assert person.screen == "pairs" and person.app.screen.words()[0] == "pairs.txt: 3 pairs"
    shown = []
    for _ in range(3):
        rows = person.text().splitlines()
        signs = [rows[y][x] for y, x in ((1, 1), (1, 3), (2, 2), (4, 4), (5, 5), (4, 5))]
        assert signs[::2] == signs[1::2] and len(set(signs)) == 3
        shown.append(signs.index("#") // 2)
        assert sum(sign != "." for row in rows for sign in row) == 6
        person.wait(750)
    assert sorted(shown) == [0, 1, 2]
    person.tap(SELECT, then=500)
    assert person.screen == "play"


def test_pairs_of_a_file_that_is_gone_are_not_offered_for_long(tmp_path, folder):
    (folder / "pairs.txt").write_text(PAIRS)
    person = Person(tmp_path)
    person.choose("mnk", "5,5,5")
    person.wait(200)
    person.sit(FILE, 0)
    person.wait(800)
    (folder / "pairs.txt").unlink()
    person.pause_and("pairs")
    person.wait(300)
    assert person.app.screen.words()[0] == "pairs.txt: cannot be read"
    person.tap(SELECT, then=300)
    person.tap(SELECT, then=1500)  # a stone: now the file is needed
    assert person.app.screen.faults == ["pairs.txt: cannot be read; level 1 plays on"]
    person.tap(SELECT, then=2000)
    person.app.open_pause(person.session.now_ms)
    person.wait(100)
    assert "pairs" not in person.entries()


def test_an_engine_is_made_only_for_a_hint_or_when_a_file_fails(tmp_path, folder):
    person = seats(tmp_path)
    person.sit(0, FILE)
    play(person, "b2")
    assert played(person) == "b2 a1" and person.app.match.engine is None
    person.pause_and("hint")
    person.wait(1000)
    assert person.screen == "play" and person.app.match.engine is not None
    play(person, "c3")
    assert played(person) == "b2 a1 c3 b1"


def test_a_file_plays_on_without_memory_for_an_engine_and_people_after_it(tmp_path, folder):
    person = seats(tmp_path)
    person.sit(0, FILE)
    play(person, "b2")
    make_do(person.app, person.session.now_ms)
    person.tap(SELECT, then=500)
    play(person, "c3")
    assert played(person) == "b2 a1 c3 b1"
    (folder / "first.txt").unlink()
    play(person, "a3")
    assert person.app.screen.faults == ["first.txt: cannot be read; people play on"]
    person.tap(SELECT, then=500)
    play(person, "c1")
    assert played(person) == "b2 a1 c3 b1 a3 c1" and person.position.winner == 2


def test_without_memory_beside_an_engine_the_file_stays_and_the_advice_goes(tmp_path, folder, monkeypatch):
    person = seats(tmp_path)
    person.sit(0, FILE)
    person.pause_and("coach")
    person.wait(1000)
    assert person.app.match.engine is not None
    with monkeypatch.context() as short:
        short.setattr(strategy_answers, "answering", lambda *asked: [bytearray(1 << 60)])  # more than there is
        play(person, "b2")
    assert person.app.screen.faults == ["out of memory: first.txt plays on without hint and coach"]
    person.tap(SELECT, then=1000)
    assert played(person) == "b2 a1" and person.app.match.without
