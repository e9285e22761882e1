"""Find out in a conversation how a device is wired, and make the matching board file.

`talk` is the one who looks and presses: a person at a terminal, or a test that knows the wiring. It has
steady(), place(), colour(), press(column, row) and say(text).
"""

import copy

from host_sim.boards import TIMINGS
from host_sim.errors import ToolError

from .keys import find_matrix
from .lights import find_channels, find_order


def find(about, probe, talk):
    """Return the board as it is wired; `about`: its parts. Raises ToolError if the wiring cannot be found out."""
    board = copy.deepcopy(about)
    if board["keys"]["driver"] == "matrix":
        talk.say("Lines. Keep your hands off the keys.")
        faults = list(probe.lines().faults())
        if faults:
            raise ToolError("; ".join(faults))
    _find_lights(board["leds"], probe, talk)
    if board["keys"]["driver"] == "matrix":
        _find_keys(board["keys"], probe, talk)
    elif "addresses" in board["keys"]:
        board["keys"]["addresses"] = board["leds"]["addresses"]  # each tile has both
    probe.dark()
    if board != about:
        board.pop("drawing", None)  # it shows other wires
    return board


def _find_lights(leds, probe, talk):
    talk.say("Lights. Look at the front, with the edge that should be the top away from you.")
    _find_timing(leds, probe, talk)

    def shown_at(led):
        probe.light(led)
        return talk.place()

    def colour_of(place):
        probe.light(0, place)
        return talk.colour()

    if leds["driver"] != "seesaw":  # a tile's chip knows its channel order
        leds["channels"] = find_channels(leds, colour_of)
    changes = find_order(leds, shown_at)
    for name, value in changes.items():
        if value != leds.get(name, {"mirror": False}.get(name)):
            leds[name] = value
            if value is None:
                del leds[name]


def _find_timing(leds, probe, talk):
    names = list(TIMINGS) if leds["driver"] == "ws2812" else ["any"]
    for name in names:
        probe.begin_lights(**({} if name == names[0] else {"timing": TIMINGS[name]}))
        probe.light(0)
        if talk.steady():
            if name != names[0]:
                leds["timing"] = name
            return
    raise ToolError("no light is steady: check the wire to DIN (not DOUT), the common ground and the supply")


def _find_keys(keys, probe, talk):
    talk.say("Keys. Press and release each key as asked.")

    def joined_by(column, row):
        talk.press(column, row)
        found = probe.press()
        if not found:
            raise ToolError(
                f"no pins were joined by the key in column {column + 1} of row {row + 1}: check its two wires"
            )
        return found

    keys.update(find_matrix(keys["width"], keys["height"], joined_by))


def differences(old, new, where=""):
    """Yield a line for each value that differs between two boards."""
    for name in sorted({*old, *new} - {"drawing"}):
        one, other = old.get(name), new.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from differences(one, other, f"{where}{name}.")
        elif one != other:
            yield f"{where}{name}: {'nothing' if one is None else one} -> {'nothing' if other is None else other}"
