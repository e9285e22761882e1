"""A key under each LED: a menu shows which keys are arrows and select."""

import pytest
from console import Person

from glowgrid.console.palette import GREY, SILVER, WHITE
from glowgrid.console.screen import RIGHT, UP
from host_sim.boards.files import load_board

ROLES = "up", "down", "left", "right", "select"
BOARDS = "pico_neotrellis_8x8", "pico_ws2812_8x8_keys_8x8"
SMALL = "pico_neotrellis_4x4", "pimoroni_pico_rgb_keypad"  # icons shrink there, dots do not


def dots(person):
    """Return the keys under the dots."""
    width = person.app.keypad.width
    bottom = len(person.app.panel.frame) - width
    return [bottom + x for x in range(width) if person.app.panel.frame[bottom + x] in (GREY, WHITE)]


def white(person):
    """Return the key under the dot of the shown entry."""
    return next(key for key in dots(person) if person.app.panel.frame[key] == WHITE)


@pytest.mark.parametrize("board", [*SMALL, *BOARDS])
def test_after_the_words_of_a_menu_arrows_and_select_glow(board, tmp_path):
    about = load_board(board)
    person = Person(tmp_path, about)
    frames = []
    for _ in range(2000):  # until the icon is back
        person.wait(10)
        frames.append(bytes(person.app.panel.frame))
    icon = frames[-1]
    glow = next(frame for frame in reversed(frames) if frame != icon)
    roles, areas = about["keys"]["roles"], about["keys"].get("areas", {})
    for name in ROLES:
        keys = {roles[name], *areas.get(name, ())}
        assert {glow[key] for key in keys} == {WHITE if name == "select" else SILVER}
    assert sum(map(bool, glow)) == sum(1 + len(areas.get(name, ())) for name in ROLES) < len(glow)
    assert 1000 <= 10 * frames.count(glow) <= 3000


@pytest.mark.parametrize("board", BOARDS)
def test_a_held_key_of_a_dot_takes_nothing(board, tmp_path):
    person = Person(tmp_path, board)
    assert all(UP <= person.app.keypad.roles[key] <= RIGHT for key in dots(person))
    names = person.entries()
    for name in names[names.index(person.app.screen.entry_name()) + 1 :]:
        lit = dots(person)  # more entries than LEDs: they go along
        key = lit[lit.index(white(person)) + 1]
        person.press(key)
        person.wait(550)
        person.release(key)
        person.wait(50)
        assert person.screen == "menu" and person.app.screen.entry_name() == name
        assert len(names) > len(lit) or person.app.panel.frame[key] == WHITE


@pytest.mark.parametrize("board", [*SMALL, *BOARDS])
def test_the_key_of_a_dot_shows_its_entry_then_takes_it(board, tmp_path):
    person = Person(tmp_path, board)
    person.tap(dots(person)[-1])
    seen = []
    while person.app.screen.at:  # more entries than LEDs: the dots go along
        seen.append(person.app.screen.at)
        lit = dots(person)
        person.tap(lit[lit.index(white(person)) - 1])
    assert seen == list(range(seen[0], 0, -1)) and len(seen) >= person.app.keypad.width - 2
    left = person.session.board["keys"]["roles"]["left"]
    person.tap(left)
    assert person.app.screen.at == len(person.entries()) - 1
    while person.app.screen.entry_name() != "settings":
        person.tap(left)
    person.tap(white(person))
    assert person.screen == "settings"

    entries = person.entries()
    assert len(dots(person)) == min(len(entries), person.app.keypad.width)
    if board in SMALL:
        return
    for key, name in reversed(list(zip(dots(person), entries))):
        person.tap(key)
        assert person.app.screen.entry_name() == name
    person.tap(dots(person)[0])
    assert person.screen == "brightness"
