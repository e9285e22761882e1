"""The pictures of failures: each shows what the LEDs of such a panel show, and its fix puts them right."""

import pytest

from host_sim.boards import load_board
from host_sim.console.golden import BOARD
from host_sim.console.session import Session
from host_sim.terminal import led_colour
from tools.boards import what_if

SIDE = what_if.SIDE
FAILURES = {each.name: dict(reversed(each.panels)) for each in what_if.failures()}
CORNERS = FAILURES["The picture begins in another corner"]
# The place of LED number x + 8 y on the panel, and what the board file must say.
PANELS = {
    "as it should be": (lambda x, y: (x, y), {}),
    "mirrored": (lambda x, y: (SIDE - 1 - x, y), {"mirror": True}),
    "columns for rows": (lambda x, y: (y, x), {"rotate": 270, "mirror": True}),
    "serpentine": (lambda x, y: (SIDE - 1 - x if y % 2 else x, y), {"order": "serpentine"}),
}


def on_the_panel(folder, place, fix):
    """Return what the menu looks like on a panel with this layout, with a board file that says `fix`."""
    board = load_board(BOARD)
    session = Session({**board, "leds": {**board["leds"], **fix}}, folder)
    for _ in range(200):
        session.tick()
        if session.app.screen.NAME == "menu":
            break
    for _ in range(10):
        session.tick()
    found, wire = [None] * SIDE**2, session.lights.wire
    for led in range(SIDE**2):
        x, y = place(led % SIDE, led // SIDE)
        found[y * SIDE + x] = led_colour.seen(bytes(wire[3 * led : 3 * led + 3]))
    return found


@pytest.mark.parametrize("label", PANELS)
def test_a_panel_looks_like_its_picture_until_the_board_file_is_right(tmp_path, label):
    place, fix = PANELS[label]
    assert on_the_panel(tmp_path / "as it is", place, {}) == CORNERS[label]
    assert on_the_panel(tmp_path / "fixed", place, fix) == CORNERS["as it should be"]


def test_each_of_ten_failures_says_what_you_see_why_and_the_fix():
    files = what_if.page()
    page = files.pop("WHAT_IF.md")
    assert len(files) == 10 and all(f"]({name})" in page for name in files)
    assert page.count("- You see: ") == page.count("- Why: ") == page.count("- Fix: ") == 10
    assert len(set(files.values())) == 10
