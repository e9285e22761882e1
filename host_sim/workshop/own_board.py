"""A board file of a person's own in the page: what it puts onto a Pico."""

import json

from glowgrid.hardware import board_check

from ..board_parts import TIMINGS, device_board
from ..panels import places_of
from .dark import DARK, dark
from .places import BOARD

USB_MILLIAMPS = 200  # of a file that states no budget


def texts(text, chip):
    """Return as JSON {path: text} of the files that differ from board to board, or {"error": [what is wrong]}.

    text: of a board file that the page has checked. chip: of the Pico.
    """
    board = json.loads(text)
    leds = board["leds"]
    if "timing" in leds:
        leds["timing"] = TIMINGS.get(str(leds["timing"]), leds["timing"])
    if "panels" in leds:
        leds["places"] = places_of(leds["panels"], leds["width"])
    board["power"].setdefault("budget_milliamps", USB_MILLIAMPS)
    if chip in [variant["mcu"] for variant in board.get("variants", ())]:
        board["mcu"] = chip
    made = device_board(board)
    about = json.loads(made)
    fault = board_check.fault(about)
    if not fault and about["mcu"] != chip:
        fault = "mcu: it is for a Pico with an %s, this one has an %s" % (about["mcu"].upper(), chip.upper())
    if fault:
        return json.dumps({"error": ["%s: %s" % (board["name"], fault)]})
    return json.dumps({BOARD: made.decode(), DARK: dark(about).decode()})
