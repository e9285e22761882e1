"""The walk along the border on the lights: it goes on by itself or by key, says each step, and changes no match."""

import pytest
from console import BACK, LEFT, RIGHT, SELECT, Person


@pytest.fixture
def person(tmp_path):
    person = Person(tmp_path)
    person.choose("hex", "4")
    person.sit(0, 0)
    person.tap(5, 6)
    return person


def show(person):
    person.hold(15)
    person.page_to("no draw")
    person.tap(SELECT)
    while person.screen == "starting":
        person.wait(10)
    assert person.screen == "no draw"


def said(person):
    return person.app.screen.help().partition("   right: ")[0]


def test_the_walk_goes_on_by_itself_until_a_side_has_joined(person):
    before = bytes(person.position.cells), person.position.plies
    show(person)
    assert said(person).startswith("every point has a stone; the walk begins at the top left corner")
    person.wait(60_000)
    assert "is connected, and joins its two edges" in said(person)
    assert (bytes(person.position.cells), person.position.plies) == before
    person.tap(SELECT)
    assert said(person).startswith("every point")
    person.tap(BACK)
    person.started()
    assert person.screen == "play" and (bytes(person.position.cells), person.position.plies) == before


def test_right_takes_a_step_and_left_begins_again(person):
    show(person)
    person.tap(RIGHT)
    assert said(person).startswith("step 1: ahead lies ")
    person.wait(3000)
    assert said(person).startswith("step 1: ")
    person.tap(RIGHT)
    assert said(person).startswith("step 2: ") and "the border is now between orange" in said(person)
    person.tap(SELECT)
    person.wait(1100)
    assert said(person).startswith(("step 4: ", "step 5: "))
    person.tap(LEFT)
    assert said(person).startswith("every point")


def test_only_hex_offers_it(tmp_path):
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(0)
    person.hold(15)
    assert "no draw" not in person.entries()
