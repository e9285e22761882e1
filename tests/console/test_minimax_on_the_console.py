"""The lesson on the lights: one key press is one step of the search, forward and back, with and without the window."""

import pytest
from console import BACK, DOWN, RIGHT, SELECT, Person

from glowgrid import search
from glowgrid.search import minimax_steps


@pytest.fixture
def person(tmp_path):
    return begin(Person(tmp_path))


def begin(person):
    person.take("minimax")
    while person.screen == "starting":
        person.wait(10)
    assert person.screen == "minimax"
    return person


def said(person):
    return person.app.screen.help().partition("   right, left")[0]


def to_the_end(person):
    """Step until nothing changes; return what was said on the way."""
    every = []
    while not every or said(person) != every[-1]:
        every.append(said(person))
        person.tap(RIGHT, then=30)
    return every


def test_each_press_is_a_step_that_says_what_the_search_does(person):
    assert said(person) == "orange to move, 3 points left"
    every = to_the_end(person)
    for words in ("orange tries b2", "orange tries c1: draw", "b1 back: draw", "skips the rest", "best is b2: draw"):
        assert any(words in line for line in every), words
    assert "for orange at least (alpha) draw, at most (beta) not known" in "".join(every)
    assert every[-1].endswith("11 looked at")
    assert [line.partition(":")[0] for line in every[1:]] == [f"step {n}" for n in range(1, len(every))]
    person.tap(SELECT)  # without skipping
    assert said(person) == "orange to move, 3 points left"
    without = to_the_end(person)
    assert without[-1].endswith("15 looked at, 11 with skipping") and ": draw" in without[-1]
    assert not any("skips" in line or "alpha" in line for line in without)


def test_other_fields_have_more_points_left_and_the_way_out_is_back(person):
    person.tap(DOWN)
    assert said(person) == "blue to move, 4 points left"
    person.tap(DOWN)
    assert said(person) == "orange to move, 5 points left"
    person.tap(RIGHT, BACK)
    assert person.screen == "menu" and person.app.screen.entry_name() == "minimax"


def out_of_memory(*asked):
    return bytearray(1 << 60)


@pytest.mark.parametrize("short", [(search, "loading_steps"), (minimax_steps, "Steps")], ids=["loading", "searching"])
def test_without_memory_the_match_under_way_keeps_its_engine(tmp_path, monkeypatch, short):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 2)
    person.app.open_menu(person.session.now_ms)
    person.wait(300)
    with monkeypatch.context() as context:
        context.setattr(*short, out_of_memory)
        person.take("minimax", then=1500)
    assert person.app.screen.faults == ["minimax: too large for what memory is left"]
    person.tap(SELECT, then=500)
    assert person.screen == "menu" and not person.app.match.without
    person.app.resume(person.session.now_ms)
    person.started()
    person.tap(0, then=3000)
    assert person.position.plies == 2
