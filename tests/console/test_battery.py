"""A console on a battery switches itself off when it is left alone, and says once that the battery is nearly empty."""

import pytest
from console import BACK, BOARD, RIGHT, SELECT, SPEED, Person

from glowgrid.console.screens.settings import OFF_AFTER
from host_sim.boards.files import load_board
from host_sim.console import describe

MINUTE = 60_000
CELL = {"driver": "adc", "pin": 29, "divider": 3, "empty_millivolts": 3500, "full_millivolts": 4150}
DARK = bytes(3 * 64)


def switched_on(folder, percent=100, speed=SPEED):
    person = Person(folder, {**load_board(BOARD), "speed": speed, "battery": CELL})
    person.session.battery.percent = percent
    return person


@pytest.fixture
def person(tmp_path):
    """In a match between two people, after a move."""
    person = switched_on(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.play(4)
    return person


def in_settings(person, name):
    person.take("settings")
    person.page_to(name)


@pytest.mark.parametrize("held_ms", [60, 3000])
def test_left_alone_it_is_dark_and_a_press_brings_the_match_back_but_plays_nothing(person, tmp_path, held_ms):
    person.wait(10 * MINUTE - 1000)
    assert person.screen == "play"
    person.wait(1000)
    assert person.screen == "off" and person.session.leds.wire == DARK
    person.wait(2 * MINUTE)
    assert person.session.leds.wire == DARK
    assert Person(tmp_path).app.saving.storage.load("match")["moves"] == [4]
    brightness = person.app.settings.brightness
    person.hold(describe.point_key(person.app, 0) or 0, held_ms)
    assert person.screen == "play" and person.position.plies == 1
    assert person.session.leds.wire != DARK and person.session.lights.brightness == brightness
    person.play(0)
    assert person.position.plies == 2


def test_without_a_battery_it_stays_on_until_the_setting_says_otherwise(tmp_path):
    person = Person(tmp_path)
    in_settings(person, "switch off")
    assert "battery" not in person.entries()
    said, shown = [], set()
    for _ in OFF_AFTER:
        said.append(describe.advice(person.app))
        shown.add(person.text())
        person.tap(SELECT)
    assert [words[words.index("(") :] for words in said] == [
        "(never)",
        "(after 5 minutes)",
        "(after 10 minutes)",
        "(after 30 minutes)",
    ]
    assert len(shown) == len(OFF_AFTER)
    person.wait(11 * MINUTE)
    assert person.screen == "settings"
    person.tap(SELECT)
    person.wait(5 * MINUTE - 2000)
    assert person.screen == "settings"
    person.wait(2000)
    assert person.screen == "off"
    person.tap(SELECT)  # which would have changed the setting
    assert person.screen == "settings" and "(after 5 minutes)" in describe.advice(person.app)
    assert Person(tmp_path).app.settings.off_after == 5


def test_a_stuck_key_does_not_keep_it_on(person):
    person.press(BACK)
    person.wait(2000)
    screen = person.screen
    person.wait(10 * MINUTE)
    assert person.screen == "off"
    person.wait(2 * MINUTE)
    assert person.screen == "off"
    person.tap(SELECT)
    assert person.screen == screen


def screens_seen(person, ms):
    """Return the screens that are up one after the other."""
    seen = [person.screen]
    for _ in range(ms // 10):
        person.wait(10)
        if person.screen != seen[-1]:
            seen.append(person.screen)
    return seen


def test_a_press_ends_the_sign_of_a_low_battery_and_plays_nothing(person, capsys):
    person.session.battery.percent = 3
    while person.screen != "low battery":
        person.wait(10)
    assert "!" in person.text() and capsys.readouterr().out == "battery at 3%\n"
    assert describe.faults(person.app) == ["battery at 3%"]
    person.tap(0)
    assert person.screen == "play" and person.position.plies == 1


def test_the_sign_comes_again_once_the_battery_was_charged(person):
    for percent, signs in ((11, 0), (9, 1), (12, 0), (5, 0), (80, 0), (5, 1)):
        person.session.battery.percent = percent
        assert screens_seen(person, MINUTE).count("low battery") == signs, percent
        person.tap(BACK, BACK)  # so that it does not switch off


def test_one_low_reading_is_not_enough(person):
    for _ in range(8):
        person.session.battery.percent = 5
        person.wait(11_000)
        person.session.battery.percent = 60
        person.wait(11_000)
        assert person.screen == "play"


def test_the_sign_waits_until_fingers_rest_and_the_engine_has_moved(tmp_path):
    person = switched_on(tmp_path, percent=5, speed=SPEED / 8)
    for _ in range(12):  # two presses a second and a half apart
        person.tap(RIGHT, then=1500)
        assert person.screen == "menu"
    person.start("mnk", 0, 7, size="8,8,5")
    person.tap(SELECT)
    thought_ms = 0
    while person.position.plies < 2:
        assert person.screen == "play"
        person.wait(10)
        thought_ms += 10
    assert thought_ms > 2000
    person.wait(100)
    assert person.screen == "low battery"


@pytest.mark.parametrize("percent, bar", [(100, "+++++"), (61, "++++."), (35, "??..."), (10, "!....")])
def test_the_settings_show_the_battery_as_a_bar(tmp_path, percent, bar):
    person = switched_on(tmp_path, percent)
    in_settings(person, "battery")
    assert f"({percent}%)" in describe.advice(person.app)
    assert f"#{bar}##" in person.text().split("\n")
    person.session.battery.percent = 0
    person.tap(SELECT)
    assert "(0%)" in describe.advice(person.app) and "#.....##" in person.text().split("\n")


@pytest.mark.long
def test_it_switches_off_in_attract_mode_and_comes_back_to_it(tmp_path):
    person = switched_on(tmp_path)
    person.wait(9 * MINUTE)
    assert person.screen == "attract"
    person.wait(MINUTE)
    assert person.screen == "off" and person.session.leds.wire == DARK
    person.tap(SELECT)
    assert person.screen == "attract"
    person.tap(SELECT)
    assert person.screen == "menu"
