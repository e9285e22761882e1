"""The pictures of faults: each is what the emulated Pico shows with that fault, and its fix puts things right."""

import functools
import inspect
import json
import re

import pytest
from flashed import flashed

from host_sim.boards.files import FOLDER, load_board
from host_sim.console.golden import BOARD
from host_sim.console.session import Session
from host_sim.terminal import led_colour
from tools.boards import inject, what_if
from tools.boards.faults import FAULTS
from tools.boards.faulty import Faulty

SIDE = 8
SOON = "damaged", "keypad_skips", "matrix_colours"  # the others: `make test-all`
SHOWN = BOARD, inject.TILES, inject.KEYPAD
WITH_SECTION = *SHOWN, inject.BUTTONS, inject.CHIP, inject.MODULE, inject.MODULES
BOUNCE_MS = 50  # what WHAT_IF.md says
# The place of LED number x + 8 y on the panel, and what the board file must say.
PANELS = {
    "as it should be": (lambda x, y: (x, y), {}),
    "mirrored": (lambda x, y: (SIDE - 1 - x, y), {"mirror": True}),
    "columns for rows": (lambda x, y: (y, x), {"rotate": 270, "mirror": True}),
    "serpentine": (lambda x, y: (SIDE - 1 - x if y % 2 else x, y), {"order": "serpentine"}),
}


# Pictures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [pytest.param(each, id=each.key, marks=() if each.key in SOON else pytest.mark.long) for each in FAULTS],
)
def test_a_picture_shows_what_the_emulated_pico_shows_with_this_fault(pico_image, fault):
    kept = (FOLDER / what_if.file_of(fault)).read_text(encoding="utf-8")
    assert what_if.picture(fault) == kept, "run python -m tools board pictures --faults"


def test_each_fault_has_one_picture_and_each_picture_one_fault():
    kept = {f"pictures/{path.name}" for path in (FOLDER / "pictures").glob("what_if_*.svg")}
    assert kept == {what_if.file_of(fault) for fault in FAULTS} and len(kept) == len(FAULTS)
    assert len({(FOLDER / name).read_text(encoding="utf-8") for name in kept}) == len(kept)
    injected = {
        name
        for name, function in inspect.getmembers(inject, inspect.isfunction)
        if function.__module__ == inject.__name__ and re.match(r"(matrix|tiles|keypad|buttons|chip|modules)_", name)
    }
    assert injected <= {fault.key for fault in FAULTS}


@pytest.mark.parametrize("name", WITH_SECTION)
def test_every_board_has_a_section_that_its_guide_leads_to(name):
    anchor = what_if.anchor_of(load_board(name))
    titles = re.findall(r"^## (.+)$", what_if.page(), re.MULTILINE)
    assert anchor in [title.lower().replace(",", "").replace(" ", "-") for title in titles]
    assert f"WHAT_IF.md#{anchor})" in (FOLDER / "guides" / f"{name}.md").read_text(encoding="utf-8")


# Fixes --------------------------------------------------------------------------------------------------------------


@functools.cache
def corners(path):
    return {panel.label: panel.colours for panel in inject.matrix_corner()}


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
def test_a_panel_looks_like_its_picture_until_the_board_file_is_right(pico_image, tmp_path, label):
    place, fix = PANELS[label]
    shown = corners(pico_image)
    assert on_the_panel(tmp_path / "as it is", place, {}) == shown[label]
    assert on_the_panel(tmp_path / "fixed", place, fix) == shown["as it should be"]


@pytest.mark.long
@pytest.mark.parametrize("name", SHOWN)
def test_a_press_that_counts_twice_counts_once_after_the_fix(pico_image, name):
    board = json.loads(flashed(name)["/board.json"])
    board["keys"]["bounce_ms"] = BOUNCE_MS
    assert what_if.page().count(f'"bounce_ms": {BOUNCE_MS}`') == len(SHOWN)
    width, right = board["leds"]["width"], Faulty.key_of(name, "right")
    dots = {}  # the lowest row of the menu has a dot for each game, and its own is bright
    for presses in (1, 2):
        dots[presses] = Faulty(name).menu().press(*[right] * presses).run(300).lights("").colours[-width:]
    *_, doubled = inject.twice(name)
    *_, fixed = inject.twice(name, files={"/board.json": json.dumps(board).encode()})
    assert doubled.colours[-width:] == dots[2] != dots[1]
    assert fixed.colours[-width:] == dots[1]


@pytest.mark.long
def test_reversed_diodes_work_once_the_board_file_says_so(pico_image):
    from host_sim.pico.keypad import KeyMatrix

    def reversed_diodes(hardware):
        keys = hardware.board["keys"]
        hardware.matrix = KeyMatrix(keys["rows"], keys["columns"], "column_to_row")

    board = json.loads(flashed(inject.DIODES)["/board.json"])
    board["keys"]["diodes"] = "column_to_row"
    fixed = Faulty(inject.DIODES, reversed_diodes, files={"/board.json": json.dumps(board).encode()}).menu()
    before = fixed.lights("").colours
    assert fixed.press(Faulty.key_of(inject.DIODES, "right")).lights("").colours != before
    assert inject.matrix_diodes()[0].colours == inject.matrix_diodes()[-1].colours == before
