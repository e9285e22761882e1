"""The settings: each takes effect at once, is kept, and is loaded again; those of older versions too."""

import pytest
from console import LEFT, SELECT, UP, Person

from glowgrid.console import load
from glowgrid.console.palettes import NAMES
from glowgrid.console.settings import Settings
from glowgrid.console.storage import SETTINGS, Storage
from host_sim.console import describe


def settings(folder, *path):
    """Return a person in the settings, at an entry."""
    person = Person(folder)
    person.take("settings")
    for name in path:
        person.page_to(name)
    return person


def turned_picture(text, quarters):
    """Return a picture, turned clockwise."""
    rows = text.split("\n")
    for _ in range(quarters):
        rows = ["".join(row[column] for row in reversed(rows)) for column in range(len(rows))]
    return "\n".join(rows)


def test_the_volume_cycles_is_heard_and_is_kept(tmp_path):
    person = settings(tmp_path, "sound")
    assert "(soft)" in describe.advice(person.app)
    volumes = []
    for _ in range(4):
        person.session.speaker.tones.clear()
        person.tap(SELECT, then=1000)
        volumes.append(max(volume for _, volume in [*person.session.speaker.tones[1:], (0, 0)]))
    assert volumes == [2, 3, 0, 1]
    person.tap(SELECT, then=1000)
    assert Person(tmp_path).app.settings.volume == 2


def test_a_board_without_a_piezo_offers_no_volume(tmp_path):
    person = Person(tmp_path, "pico_ws2812_8x8_keys_8x8")
    person.app.go(load.settings.SettingsMenu(person.app))
    person.wait(20)
    assert "sound" not in person.entries() and "brightness" in person.entries()


def test_the_colours_change_at_once_and_are_kept(tmp_path):
    person = settings(tmp_path, "colours")
    seen = []
    for _ in NAMES:
        seen.append(bytes(person.session.leds.wire))
        text = person.text()
        person.tap(SELECT)
        assert person.text() == text  # the picture is the same, its colours differ
    assert len(set(seen)) == len(NAMES) and bytes(person.session.leds.wire) == seen[0]
    person.tap(SELECT, then=1150)
    again = settings(tmp_path, "colours")
    assert bytes(again.session.leds.wire) == seen[1]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_device_shows_and_reads_everything_turned(tmp_path, quarters):
    straight = Person(tmp_path / "straight")
    person = settings(tmp_path / "turned", "turn")
    keys = range(16)
    for _ in range(quarters):
        person.tap(keys[SELECT])
        keys = person.app.keypad.rotation.keys
    person.wait(1000)
    again = Person(tmp_path / "turned")  # it is kept
    keys = again.app.keypad.rotation.keys
    assert again.text() != straight.text()
    straight.page_to("tic-tac-toe")
    for key in (SELECT, UP, LEFT, LEFT, SELECT):  # two people, once the engine's seat becomes a person's
        straight.tap(key)
        again.tap(keys[key])
        assert again.screen == straight.screen
        assert again.text() == turned_picture(straight.text(), quarters)
    while straight.screen != "play":
        straight.wait(10)
        again.wait(10)
    point = describe.point_key(straight.app, 0)
    straight.tap(point)
    again.tap(keys[point])
    assert again.text() == turned_picture(straight.text(), quarters)
    # The simulator knows which key and which light is the point.
    assert describe.key_point(again.app, keys[point]) == 0
    assert describe.role_key(again.app, SELECT) == keys[SELECT]


def test_the_version_is_shown_and_scrolls(tmp_path):
    person = settings(tmp_path, "version")
    assert "(Glowgrid 0.2.0)" in describe.advice(person.app)
    icon = person.text()
    person.wait(2500)
    assert person.text() != icon and person.app.panel.words.text == "version: Glowgrid 0.2.0"


@pytest.mark.parametrize(
    "name, least, most",
    [
        ("brightness", 1, 255),
        ("volume", 0, 3),
        ("colours", 0, len(NAMES) - 1),
        ("turn", 0, 3),
        ("two_presses", 0, 2),
        ("shown", 0, 255),
        ("counted", 0, 99_999_999),
    ],
)
def test_a_saved_number_out_of_range_counts_as_missing(tmp_path, name, least, most):
    saves = Storage(str(tmp_path))
    saves.save(SETTINGS, {})
    missing = getattr(Settings(saves, 64), name)
    found = []
    for value in (least - 1, least, most, most + 1):
        saves.save(SETTINGS, {name: value})
        found.append(getattr(Settings(saves, 64), name))
    assert found == [missing, least, most, missing]
