"""Two presses on fields larger than the keys: the first picks a block, the second a point in it."""

import pytest
from console import BOARD, Person

from glowgrid.console.screens.blocks import ALWAYS, NEVER, ON_LARGE_FIELDS
from host_sim.console import describe

LARGE = "pico_ws2812_16x16_keys_4x4"
BACK, UNDO = 3, 15


def in_match(folder, name, size, setting=ON_LARGE_FIELDS, board=LARGE):
    person = Person(folder, board)
    person.app.settings.two_presses = setting
    person.begin(name, size)
    return person


def presses(person):
    """Return {point: [(first key, second key), ...]} of all points that two presses reach; no stone is placed."""
    found = {}
    for first in range(16):
        person.tap(first, then=20)
        there = {key: describe.key_point(person.app, key) for key in range(16)}
        there = {key: point for key, point in there.items() if point is not None}
        for second, point in there.items():
            found.setdefault(point, []).append((first, second))
        for second in list(there)[:1]:
            person.hold(second, 700)  # a long press places nothing, and drops the block
        assert {describe.key_point(person.app, key) for key in range(16)} == {None}
    return found


@pytest.mark.parametrize(
    "name, size, board, keys", [("hex", (14,), LARGE, 1), ("havannah", (8,), LARGE, 1), ("mnk", (8, 8, 5), BOARD, 4)]
)
def test_every_point_is_two_presses_away_in_one_block(name, size, board, keys, tmp_path):
    person = in_match(tmp_path, name, size, ALWAYS, board)
    found = presses(person)
    assert sorted(found) == list(range(person.position.points))
    assert {len(ways) for ways in found.values()} == {keys}
    assert person.position.plies == 0


def test_blocks_are_drawn_while_the_first_key_is_down_and_the_picked_one_after(tmp_path):
    person = in_match(tmp_path, "hex", (14,))
    lit = sum(sign == ":" for sign in person.text())
    person.press(5)
    person.wait(50)
    assert person.text().count("o") == 16
    blocks = sum(sign == ":" for sign in person.text())
    assert lit // 3 < blocks < lit - 16 - 50  # every other block is dark
    person.release(5)
    person.wait(150)
    assert person.text().count("o") == 16 and sum(sign == ":" for sign in person.text()) == lit - 16


@pytest.mark.parametrize("gap_ms", [0, 300])
@pytest.mark.parametrize("before", [(), (5,)])
def test_two_corners_or_a_long_press_pause(gap_ms, before, tmp_path):
    person = in_match(tmp_path, "hex", (14,))
    person.tap(*before)
    person.press(BACK)
    person.wait(gap_ms)
    person.press(UNDO)
    person.wait(100)
    assert person.screen == "pause"
    person.release(BACK)
    person.release(UNDO)
    person.wait(100)
    person.tap(5)
    assert person.screen == "two presses" and person.position.plies == 0
    person.press(5)
    person.wait(3300)  # it is still down
    assert person.screen == "pause" and person.position.plies == 0


@pytest.mark.parametrize(
    "setting, size, screen",
    [
        (NEVER, (14,), "play"),
        (ON_LARGE_FIELDS, (14,), "two presses"),
        (ON_LARGE_FIELDS, (5,), "play"),
        (ALWAYS, (5,), "two presses"),
        (ALWAYS, (3,), "play"),
    ],
)
def test_the_setting_decides_where(setting, size, screen, tmp_path):
    person = in_match(tmp_path, "hex", size, setting)
    assert person.screen == screen


def test_a_new_device_has_it_on_large_fields_and_the_settings_change_it(tmp_path):
    person = Person(tmp_path, BOARD, first=True)
    person.tap(BACK, then=450)
    person.page_to("settings")
    person.tap(5)
    person.page_to("pointing")
    assert "two presses over 8x8" in describe.advice(person.app)
    person.tap(5)
    assert person.app.settings.two_presses == ALWAYS
    person.tap(5)
    assert "by arrows" in describe.advice(person.app)
