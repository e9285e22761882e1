"""The walk along the border on the lights: it goes on by itself or by key, says each step, and changes no match."""

import re

import pytest
from console import BACK, RIGHT, SELECT, Person


@pytest.fixture
def person(tmp_path):
    person = Person(tmp_path)
    person.start("hex", 0, 0, size="4")
    person.tap(5, 6)
    return person


def show(person):
    person.hold(15)
    person.take("no draw")
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


def test_the_steps_name_the_edges_that_they_pass(person):
    show(person)
    edges = set()
    person.tap(RIGHT)
    while said(person).startswith("step"):
        edges.update(re.findall(r"\w+'s \w+ edge", said(person)))
        person.tap(RIGHT)
    assert edges == {"orange's top edge", "orange's bottom edge", "blue's left edge"}


def test_only_hex_offers_it(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.tap(0)
    person.hold(15)
    assert "no draw" not in person.entries()
