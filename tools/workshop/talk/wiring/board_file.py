"""The board file that the wizard ends with: what the device has of a board, and the words for people of its file."""

import json

from glowgrid.hardware.lights import order_of
from host_sim.boards.from_text import board_of
from host_sim.boards.parts import LAYOUT
from host_sim.cli.errors import ToolError
from host_sim.text.written_json import board_text

UNKNOWN_PARTS = [{"what": "a Pico and what is wired to it", "count": 1, "why": "found by selftest --wiring"}]


def with_words(about, known):
    """Return the board of a device with the parts for people, which are not on the device.

    known: its board file, as load_board returns it, or None.
    """
    if not known or known["name"] != about["name"]:
        return dict(about, parts=UNKNOWN_PARTS)
    board = dict(known)
    board.update(about)
    if order_of(known["leds"]) == order_of(about["leds"]):  # the device has only the places
        board["leds"] = _as_stated(about["leds"], known["leds"])
    return board


def known_of(text):
    """Return the board of a board file as `with_words` takes it; None for ""."""
    return dict(json.loads(text), leds=board_of(text)["leds"]) if text else None


def file_of(board, name, like):
    """Return the text of a board's file under a name; like: a text with the same names in a good order.

    Raises ToolError if it is no valid board.
    """
    board = dict(board, name=name)
    text = board_text(board, lambda key: (like.find(f'"{key}":') % (len(like) + 1), key))
    try:
        board_of(text)
    except ValueError as error:
        why = str(error)
    else:
        return text
    raise ToolError(f"the wiring found is not a valid board: {why}")


def _as_stated(leds, known):
    """Return the "leds" of a device with the order of the LEDs as a file states it."""
    order = LAYOUT + ("panels", "places")
    rest = {name: value for name, value in leds.items() if name not in order}
    rest.update({name: value for name, value in known.items() if name in order})
    return rest
