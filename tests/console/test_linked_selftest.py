"""The self-test of a linked device shows and says whether the other one is heard."""

import pytest
from console import UNDO
from linked import Pair

from glowgrid.console.palette import GREEN, RED, WHITE

KEYS = "press every key"


@pytest.fixture
def pair(tmp_path):
    pair = Pair(tmp_path)
    pair.wait_for(lambda: {person.screen for person in pair.people} == {"menu"})
    return pair


def begin(pair):
    """Begin the self-test at the first device."""
    person = pair.people[0]
    levels = person.session.keys.levels
    levels[UNDO] = 1
    pair.wait_for(lambda: person.screen == "self-test")
    levels[UNDO] = 0
    return person.app.panel


def row_of(panel):
    return bytes(panel.frame[32:40])


def wired(colour, length):
    return bytes([WHITE] + [colour] * length + [0] * (6 - length) + [WHITE])


def test_a_device_that_is_heard_has_a_green_wire(pair, capsys):
    panel = begin(pair)
    pair.wait_for(lambda: row_of(panel) == wired(GREEN, 6))
    pair.wait(2000)
    check(capsys.readouterr().out, "the other device answers")


def check(said, words):
    """Assert that these words stand once, before the keys are asked for."""
    assert [line for line in said.splitlines() if "link" in line] == [f"selftest: link: {words}"]
    assert said.index("link") < said.index(KEYS)


def test_without_an_answer_the_wire_is_red_and_broken_until_it_is_in(pair, capsys):
    pair.wire.plugged = False
    pair.wait(3000)
    panel = begin(pair)
    pair.wait_for(lambda: row_of(panel) == wired(RED, 3))
    pair.wait(2000)
    check(capsys.readouterr().out, "no answer")
    pair.wire.plugged = True
    pair.wait(1000)
    assert capsys.readouterr().out == "selftest: link: the other device answers\n"
