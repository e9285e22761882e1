"""A match may begin from stones: it is saved with them, undo stops there, and it is neither counted nor kept."""

import pytest
from console import LEFT, SELECT, UNDO, Person

from glowgrid.console.finished import numbers
from glowgrid.console.match import PERSON, Match
from glowgrid.console.saving import record_of
from glowgrid.console.screens.resume import restore
from glowgrid.rules.placed import read


def match_of(person, name, size, text):
    """The match that begins from these stones on the console, as it is just before it comes up."""
    game = next(game for game in person.app.games if game.name == name)
    return Match(game, size, [PERSON] * game.sides, stones=text)


def begin(person, *match):
    person.app.match = match_of(person, *match)
    person.app.match_changed(person.session.now_ms)
    person.app.resume(person.session.now_ms)
    person.wait(600)
    assert person.screen == "play"


def test_it_survives_a_power_cut_with_its_stones(tmp_path):
    person = Person(tmp_path)
    begin(person, "tic-tac-toe", (), "b2 c3 / a1, 2 to move")
    for expected in ("b2 c3 / a1, 2 to move", "b2 c3 / a1 b1, 1 to move"):
        again = Person(tmp_path)
        assert again.screen == "resume"
        again.tap(SELECT)
        again.started()
        stones, to_move = read(expected, again.position)
        assert {p: side for p, side in enumerate(again.position.cells) if side} == stones
        assert again.position.to_move == to_move
        again.play(1, then=650)


def test_undo_stops_at_the_stones(tmp_path):
    person = Person(tmp_path)
    begin(person, "hex", (5,), "c3 / b2, 1 to move")
    before = bytes(person.position.cells)
    person.tap(SELECT)  # the cursor is on c3: refused
    assert bytes(person.position.cells) == before
    person.tap(LEFT, SELECT)
    assert person.position.plies == 1
    person.tap(UNDO, UNDO, UNDO)
    assert bytes(person.position.cells) == before and person.position.to_move == 1
    assert not person.position.may_swap()


def test_it_is_neither_counted_nor_kept(tmp_path):
    person = Person(tmp_path)
    begin(person, "tic-tac-toe", (), "a1 b1 / a2 b2, 1 to move")
    person.app.match.sit([PERSON, 3])
    person.play(2, then=3150)
    assert person.position.winner == 1
    assert not numbers(person.app.storage) and not person.app.settings.results
    person.play(2)
    assert person.screen == "pause" and person.app.screen.entry_name() == "once more"
    person.tap(SELECT)
    person.started()
    assert person.position.plies == 0 and person.position.stones == 4


def test_without_stones_it_is_a_match_like_any_other(tmp_path):
    person = Person(tmp_path)
    begin(person, "tic-tac-toe", (), "-")
    for point in (0, 3, 1, 4, 2):
        person.play(point)
    person.wait(1000)
    assert person.position.winner == 1
    assert numbers(person.app.storage)
    saved = {**record_of(person.app.match), "stones": "-", "puzzle": [0, 3, 0]}
    assert restore(saved, person.app.games).puzzle is None


@pytest.mark.parametrize(
    "change",
    [{"stones": "d9"}, {"stones": "a1, 4 to move"}, {"stones": 5}, {"puzzle": [1]}, {"stones": "a1 a2 a3 / b1 b2 b3"}],
    ids=str,
)
def test_a_save_that_makes_no_sense_is_refused(tmp_path, change):
    person = Person(tmp_path)
    saved = {**record_of(match_of(person, "tic-tac-toe", (), "a1 / b2")), **change}
    with pytest.raises(ValueError):
        restore(saved, person.app.games)
