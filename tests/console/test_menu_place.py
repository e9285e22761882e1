"""The menu and its screens come back where they were left; a match under way is not thrown away without asking."""

import pytest
from console import BACK, LEFT, RIGHT, SELECT, UNDO, Person
from ways import ATTRACTED_MS

from glowgrid.console.storage import SETTINGS, Storage
from host_sim.console import describe

A1, B1, C1, A2, B2 = 0, 1, 2, 4, 5  # keys of points of tic-tac-toe


def entry(person):
    """Return the screen and its entry."""
    return person.screen, person.app.screen.entry_name()


@pytest.fixture
def person(tmp_path):
    Storage(str(tmp_path)).save(SETTINGS, {"results": {"tic-tac-toe": {"1": [1, 2, 3, 4]}}})
    return Person(tmp_path)


@pytest.fixture
def playing(person):
    """A person in a match of tic-tac-toe between two people, with one move made."""
    person.start("tic-tac-toe", 0, 0)
    person.tap(A1)
    return person


@pytest.mark.parametrize("name, screen", [("mnk", "sizes"), ("fano", "seats"), ("settings",) * 2, ("statistics",) * 2])
def test_back_returns_to_the_entry_of_the_menu(person, name, screen):
    person.take(name)
    assert person.screen == screen
    person.tap(BACK)
    assert entry(person) == ("menu", name)


def test_the_menu_is_as_it_was_after_attract_mode_and_the_self_test(person):
    person.page_to("y")
    person.wait(ATTRACTED_MS)
    assert person.screen == "attract"
    person.tap(RIGHT, then=500)
    assert entry(person) == ("menu", "y")
    person.hold(UNDO)
    assert person.screen == "self-test"
    person.hold(UNDO)
    assert entry(person) == ("menu", "y")


def test_after_a_match_the_menu_shows_that_match_or_its_game(playing):
    playing.pause_and("menu")
    assert entry(playing) == ("menu", "go on")
    playing.tap(SELECT, then=500)
    for key in (A2, B1, B2, C1):
        playing.tap(key)
    playing.wait(1000)
    playing.tap(SELECT)
    playing.take("menu")
    assert entry(playing) == ("menu", "tic-tac-toe")


def test_the_settings_come_back_from_brightness_and_from_the_question(person):
    person.take("settings")
    for name in "brightness", "forget statistics":
        person.take(name, then=200)
        person.tap(BACK)
        assert entry(person) == ("settings", name)


@pytest.mark.parametrize("answer", ["keep statistics", "forget"])
def test_the_statistics_are_forgotten_only_after_a_question(person, answer):
    person.take("settings")
    person.take("forget statistics")
    assert person.screen == "sure" and person.app.settings.results
    person.page_to(answer)
    person.wait(1100)
    assert describe.words(person.app) == f"delete statistics? {answer}"
    person.tap(SELECT)
    assert entry(person) == ("settings", "forget statistics")
    assert bool(person.app.settings.results) == (answer == "keep statistics")


def test_the_sizes_come_back_from_the_seats_at_the_size_chosen(person):
    person.choose("mnk", "5,5,4")
    person.tap(BACK)
    assert entry(person) == ("sizes", "5,5,4")


def ask(person):
    """Take "once more" in the pause of a match under way."""
    person.hold(BACK) if describe.key_point(person.app, BACK) is not None else person.tap(BACK)
    person.take("once more")


def test_once_more_asks_before_it_throws_a_match_away(playing):
    ask(playing)
    assert entry(playing) == ("sure", "keep match")
    playing.wait(1100)
    assert describe.words(playing.app) == "delete match? keep match"
    playing.tap(SELECT, then=500)
    assert playing.screen == "play" and playing.position.plies == 1
    ask(playing)
    playing.tap(BACK)
    assert entry(playing) == ("pause", "once more")
    playing.tap(SELECT, RIGHT)
    assert entry(playing) == ("sure", "new match")
    playing.wait(1100)
    assert describe.words(playing.app) == "delete match? new match"
    playing.tap(SELECT, then=500)
    assert playing.screen == "play" and not playing.position.plies


def test_once_more_does_not_ask_before_the_first_move_or_after_the_end(playing):
    playing.tap(UNDO)
    assert not playing.position.plies
    ask(playing)
    assert playing.screen in ("starting", "play")
    playing.started()
    for key in (A1, A2, B1, B2, C1):
        playing.tap(key)
    playing.wait(1000)
    playing.tap(SELECT)
    assert entry(playing) == ("pause", "once more")
    playing.tap(SELECT, then=500)
    assert playing.screen == "play" and not playing.position.plies


@pytest.mark.parametrize("name", ["tic-tac-toe", "fano"])
def test_a_new_match_from_the_menu_asks_before_it_replaces_one_under_way(playing, name):
    playing.pause_and("menu")
    playing.choose(name)
    playing.tap(RIGHT, SELECT)
    assert entry(playing) == ("sure", "keep match")
    seats = playing.app.match.seats
    playing.tap(BACK)
    assert playing.screen == "seats" and playing.app.screen.seats[0] != seats[0]  # as they were set
    playing.tap(SELECT, SELECT, then=500)
    assert playing.screen == "play" and playing.position.plies == 1
    playing.pause_and("menu")
    playing.choose(name)
    playing.tap(SELECT, LEFT, SELECT, then=800)
    assert playing.screen == "play" and not playing.position.plies and playing.app.match.game.name == name


def test_a_match_that_is_over_or_without_a_move_is_replaced_without_a_question(playing):
    playing.tap(UNDO)
    playing.pause_and("menu")
    playing.choose("fano")
    playing.tap(SELECT, then=800)
    assert playing.screen == "play" and playing.app.match.game.name == "fano"
