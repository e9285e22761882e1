"""The board of a board file's text, checked as the device checks its own: for the page, which has no jsonschema."""

import json

from glowgrid import record
from glowgrid.hardware import board_check

from .panels import panels_fault, places_of

# What people read in a board file but the device does not.
FOR_PEOPLE = ("enclosure", "handheld", "drawing", "parts", "notes", "sources", "variants")
# The budget of a board file that states none: MicroPython asks a port for 250, and the Pico takes some 50.
USB_MILLIAMPS = 200


def board_of(text):
    """Return the board of a board file; ValueError, in one line, if it cannot be used."""
    board = json.loads(text)
    if type(board) is not dict:
        raise ValueError("the file is no object, { ... }")
    for name in FOR_PEOPLE:
        board.pop(name, None)
    if type(board.get("leds")) is dict:
        board["leds"].pop("timing", None)  # a name, or numbers: no light of the page asks
    if type(board.get("keys")) is dict and board["keys"].get("driver") == "buttons":
        board["keys"]["driver"] = "pins"
    if type(board.get("power")) is dict:
        board["power"].setdefault("budget_milliamps", USB_MILLIAMPS)
    fault = _place_panels(board.get("leds")) or board_check.fault(board)
    if fault:
        raise ValueError(fault)
    return board


def _place_panels(leds):
    """Give the "leds" of a board file, if they are panels, their places; return what is wrong with the panels."""
    if type(leds) is not dict or "panels" not in leds:
        return None
    length = range(1, 33)
    fault = record.fault(leds, {"width": length, "height": length}, "leds")
    if fault:
        return fault
    fault = panels_fault(leds["panels"], leds["width"], leds["height"])
    if fault:
        return "leds." + fault
    leds["places"] = places_of(leds["panels"], leds["width"])
    return None


def board_fault(text):
    """Return the fault of a board file, in one line; "" if there is none."""
    try:
        board_of(text)
    except ValueError as error:
        return str(error)
    return ""
