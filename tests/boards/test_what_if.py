"""The pictures of what may go wrong: each is what the LEDs of such a panel show, and its mend sets them right."""

import pytest

from host_sim.boards import load_board
from host_sim.console.golden import BOARD
from host_sim.console.session import Session
from host_sim.terminal import led_colour
from tools.boards import what_if

SIDE = what_if.SIDE
FAILURES = {each.name: dict(reversed(each.panels)) for each in what_if.failures()}
CORNERS = FAILURES["The picture begins in another corner"]
# Where LED number x + 8 y lies on the panel, and what the board file must say.
PANELS = {
    "as it should be": (lambda x, y: (x, y), {}),
    "mirrored": (lambda x, y: (SIDE - 1 - x, y), {"mirror": True}),
    "columns for rows": (lambda x, y: (y, x), {"rotate": 270, "mirror": True}),
    "serpentine": (lambda x, y: (SIDE - 1 - x if y % 2 else x, y), {"order": "serpentine"}),
}


def on_the_panel(folder, place, mend):
    """What is seen of the menu on a panel whose LEDs lie so, with a board file that says `mend`."""
    board = load_board(BOARD)
    session = Session({**board, "leds": {**board["leds"], **mend}}, folder)
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
def test_a_panel_shows_what_its_picture_shows_until_the_board_file_says_so(tmp_path, label):
    place, mend = PANELS[label]
    assert on_the_panel(tmp_path / "as it is", place, {}) == CORNERS[label]
    assert on_the_panel(tmp_path / "mended", place, mend) == CORNERS["as it should be"]


def test_there_are_ten_and_each_says_what_is_seen_why_and_what_helps():
    files = what_if.page()
    page = files.pop("WHAT_IF.md")
    assert len(files) == 10 and all(f"]({name})" in page for name in files)
    assert page.count("- You see: ") == page.count("- Why: ") == page.count("- What helps: ") == 10
    assert len(set(files.values())) == 10
