"""Numbers in the words of a board file: "{data}" in a part's "why" or in a note becomes "GP16", as the board has it.

So a changed pin changes every sentence about it. Names without a fact stay as they are.
"""

import re

from glowgrid.hardware.lights_mono import of_chips
from host_sim.boards.jumpers import closed

from . import tiles
from .wiring import GROUND, PIEZO, on_a_base, pad, pin_of, title, wires


def filled(board, text):
    """Return the text with the facts of the board in place of their names in braces."""
    known = facts(board)
    return re.sub(r"\{(\w+)\}", lambda name: str(known.get(name[1], name[0])), text)


def facts(board):
    """Return {name: number or words} of what sentences may name."""
    leds, keys = board["leds"], board["keys"]
    count = leds["width"] * leds["height"]
    full, idle = leds["milliamps_full"], leds["milliamps_idle"]
    found = {
        "count": count,
        "full": full,
        "idle": idle,
        "all_full": count * min(3, len(leds["channels"])) * full,
        "all_idle": count * idle,
        "chips": of_chips(leds),
        "budget": board["power"]["budget_milliamps"],
        "vbus": _numbered("VBUS"),
        "vsys": _numbered("VSYS"),
        "enable": _numbered("3V3_EN"),
        "three_volts": _numbered("3V3"),
        "ground": f"GND (pin {GROUND})",
    }
    if "pin" in leds:
        found["data"] = pad(leds["pin"])
    if keys["driver"] == "matrix":
        found |= {"rows": _pads(keys["rows"]), "columns": _pads(keys["columns"])}
    if keys["driver"] == "pins":
        found["buttons"] = _pads(keys["pins"])
    if "interrupt" in keys:
        found["interrupt"] = pad(keys["interrupt"])
    if "address" in keys:
        found["address"] = f"0x{keys['address']:02X}"
    if tiles.possible(board):
        found |= {"first": f"0x{leds['addresses'][0]:02X}", "jumpers": _jumpers(board)}
    ends = [wire for wire in wires(board) if wire.part == PIEZO]
    if ends:
        found |= {"sound": f"{ends[0].pad} (pin {ends[0].pin})", "sound_ground": f"{ends[1].pad} (pin {ends[1].pin})"}
    if on_a_base(board):
        found |= {"light_pins": _pins(board, "leds"), "key_pins": _pins(board, "keys")}
    return found


def _numbered(name):
    return f"{name} (pin {pin_of(name)})"


def _pins(board, kind):
    """Return the numbers of the Pico's pins that a part needs, ground apart: "6, 7 and 36"."""
    part = title(board, kind)
    return _listed(sorted({wire.pin for wire in wires(board) if wire.part == part and wire.pad != "GND"}))


def _listed(words):
    *most, last = [str(word) for word in words]
    return f"{', '.join(most)} and {last}" if most else last


def _pads(pins):
    """Return pads in order, those without a gap as a range: "GP10 to GP15, GP17 and GP18"."""
    runs = []
    for pin in pins:
        if runs and pin == runs[-1][-1] + 1:
            runs[-1].append(pin)
        else:
            runs.append([pin])
    words = []
    for run in runs:
        words += [f"{pad(run[0])} to {pad(run[-1])}"] if len(run) > 2 else [pad(pin) for pin in run]
    return _listed(words)


def _jumpers(board):
    """Return the jumpers to close: "A0 of tile 2 (0x2F), ..."; tiles count from the upper left."""
    found = [(number, address) for number, (_, _, address) in enumerate(tiles.places(board), 1)]
    shut = [f"{' and '.join(closed(at))} of tile {number} (0x{at:02X})" for number, at in found if closed(at)]
    return ", ".join(shut) or "none"
