"""Lights without colours answer a person: presses, refusals, the engine at work, the end."""

import copy

import pytest
from console import Person

from host_sim.boards.files import load_board
from host_sim.console.golden import BOARD
from host_sim.grids.devices import TABLE, board_with

BUTTONS = "pico_max7219_8x8_buttons"
ENGINE_LEVEL = 3


@pytest.fixture
def keys(tmp_path):
    """A key for each point of tic-tac-toe, and the lights of a monome."""
    return Person(tmp_path, board_with(TABLE["monome"], load_board(BOARD)))


def person_at(folder, **leds):
    board = copy.deepcopy(load_board(BUTTONS))
    board["leds"] |= leds
    return Person(folder, board)


def lit(person):
    """Return the points whose first LED is on."""
    leds = person.text().replace("\n", "")
    return {point for point, led in enumerate(person.app.screen.view.corner) if leds[led] != "."}


def lit_within(person, ms):
    """Return the points that are lit at some time in so many ms."""
    seen = set()
    for _ in range(ms // 20):
        person.wait(20)
        seen |= lit(person)
    return seen


def pressable(person):
    """Return the key of each point."""
    return [person.app.screen.points.index(point) for point in range(person.position.points)]


@pytest.mark.parametrize("leds", [{}, {"width": 5, "height": 5}], ids=["blocks", "single LEDs"])
def test_a_refused_point_goes_dark_then_is_lit(leds, tmp_path):
    person = person_at(tmp_path, **leds)
    select = person.session.board["keys"]["roles"]["select"]
    person.begin("tic-tac-toe")
    centre = 4
    person.tap(select)
    assert person.position.cells[centre] == 1
    person.press(select)
    person.wait(40)
    assert person.position.plies == 1 and centre not in lit_within(person, 160)
    person.wait(80)
    assert all(centre in lit_within(person, 20) for _ in range(8))
    person.release(select)


def test_a_point_is_lit_from_the_press_of_its_key_and_has_its_stone_after(keys):
    keys.begin("tic-tac-toe")
    key = pressable(keys)[4]
    assert lit_within(keys, 500) == set()
    keys.press(key)
    keys.wait(60)
    assert lit(keys) == {4}
    keys.release(key)
    keys.wait(60)
    assert lit(keys) == {4} and keys.position.cells[4] == 1


def test_a_held_key_shows_the_lines_through_its_point_and_no_others(keys):
    keys.begin("tic-tac-toe")
    corner = pressable(keys)[0]
    keys.press(corner)
    assert lit_within(keys, 2700) == {0, 1, 2, 3, 6, 4, 8}
    keys.release(corner)
    keys.wait(100)
    assert keys.position.plies == 0 and lit_within(keys, 1000) == set()


def test_the_point_that_the_engine_thinks_about_is_lit(tmp_path):
    person = Person(tmp_path, {**load_board(BUTTONS), "speed": 0.05})  # it thinks for more than four beats
    person.begin("mnk", (5, 5, 4), [ENGINE_LEVEL, 0])
    seen = lit_within(person, 600) - {person.app.match.cursor}
    assert person.app.screen.thinking and 0 < len(seen) < 5
    while not person.position.plies:
        person.wait(10)
    last = person.position.last_stone()
    assert lit_within(person, 2000) <= {last, person.app.match.cursor}


def test_the_dial_of_wins_flashes_as_many_points_as_plies(keys):
    keys.begin("tic-tac-toe")
    keys.pause_and("wins within")
    counts = set()
    for _ in range(500):
        keys.wait(20)
        shown = lit(keys)
        if shown == set(range(len(shown))):
            counts.add(len(shown))
    assert {1, 2, 3} <= counts


def test_waves_go_over_the_field_for_a_person_who_has_won_then_the_line_is_left(keys):
    keys.begin("tic-tac-toe", (), [0, 0])
    points = pressable(keys)
    for point in 0, 3, 1, 4, 2:
        keys.tap(points[point])
    assert keys.position.winner == 1 and lit_within(keys, 1500) >= {5, 6, 7, 8}
    assert lit_within(keys, 1200) == {0, 1, 2, 3, 4}  # then words come
