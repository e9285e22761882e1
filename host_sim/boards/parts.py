"""What a board file has: the fields of each driver, the pins, what the device gets of it. The page loads it, too."""

import json

from glowgrid import record
from glowgrid.hardware import board_check
from glowgrid.hardware.board import checked
from glowgrid.hardware.lights import order_of

from .from_text import FOR_PEOPLE

LAYOUT = ("order", "rotate", "mirror", "tile")  # what "panels" and "places" stand in for
# (required, optional) fields of each driver; all other fields of a part go with every driver.
DRIVERS = {
    kind: {
        driver: (
            tuple(name for name in kinds if not name.endswith(record.OPTIONAL)),
            tuple(name[: -len(record.OPTIONAL)] for name in kinds if name.endswith(record.OPTIONAL)),
        )
        for driver, kinds in board_check.driver_kinds(kind).items()
    }
    for kind in ("leds", "keys")
}
# Pins that only clones have on their edge: what a Raspberry Pi Pico does with them (its data sheet, chapter 2.1).
OFF_THE_EDGE = {
    23: "sets the mode of its voltage regulator",
    24: "senses the 5 V of USB",
    25: "lights its LED",
    29: "measures VSYS",
}
# By name, the ns that a 0 is high and low and a 1 is high and low. "any", the driver's default, meets the data sheets
# of the WS2812B, the WS2812B-V5 and the SK6812; the others are the middle of each data sheet.
TIMINGS = {
    "any": [300, 950, 700, 550],
    "ws2812b": [400, 850, 800, 450],
    "ws2812": [350, 800, 700, 600],
    "sk6812": [300, 900, 600, 600],
}


def device_board(board, slowed=1.0):
    """Return /board.json for the Pico: compact JSON as bytes, without drawing, parts and notes.

    Whatever says the order of the LEDs becomes their places, which costs the least at power-up.

    It is signed if the Pico accepts it. slowed: factor for the board's speed, for a build without native kernels.
    """
    kept = {key: part for key, part in board.items() if key not in FOR_PEOPLE}
    leds = {key: value for key, value in board["leds"].items() if key not in LAYOUT + ("panels",)}
    leds["places"] = list(order_of(board["leds"]))
    kept["leds"] = leds
    if slowed != 1:
        kept["speed"] = kept.get("speed", 1) * slowed
    text = json.dumps(kept, separators=(",", ":")).encode()
    return text if board_check.fault(json.loads(text)) else checked(text)


def pins(board):
    """Return (place in the file, GPIO number) of every pin the board uses, in the order of the file."""
    for kind in ("leds", "keys", "sound", "battery", "link"):
        part = board.get(kind, {})
        known = sum(DRIVERS[kind][part["driver"]], ()) if kind in DRIVERS else ("pin", "tx", "rx")  # may hold anything
        for name in ("pin", "sck", "mosi", "cs", "sda", "scl", "interrupt", "rows", "columns", "pins", "tx", "rx"):
            if name not in known or name not in part:
                continue
            if isinstance(part[name], list):
                yield from ((f"{kind}.{name}.{i}", pin) for i, pin in enumerate(part[name]))
            else:
                yield f"{kind}.{name}", part[name]
