"""Find out in a conversation how a device is wired, and make the matching board file.

`talk` is the one who looks and presses: a person at a terminal, or a test that knows the wiring. It has
steady(), place(), colour(), agrees(text), press(column, row) and say(text).
"""

import json

from glowgrid.hardware.lights import order_of
from host_sim.boards.parts import LAYOUT, TIMINGS
from host_sim.cli.errors import ToolError

from .keys import find_buttons, find_matrix
from .lights import every_place, find_channels, find_order, shown

_FINDERS = {"matrix": find_matrix, "pins": find_buttons}  # by the driver of the keys
_MOST_SHOWN = 16  # numbers of a list


async def find(about, probe, talk):
    """Return the board as it is wired; `about`: its parts. Raises ToolError if the wiring cannot be found out."""
    board = json.loads(json.dumps(about))
    if board["keys"]["driver"] in _FINDERS:
        talk.say("Lines. Keep your hands off the keys.")
        faults = (await probe.lines()).faults()
        if faults:
            raise ToolError("; ".join(faults))
    if "addresses" in board["keys"]:
        await probe.tiles()
    await _find_lights(board["leds"], probe, talk)
    if board["keys"]["driver"] in _FINDERS:
        await _find_keys(board["keys"], probe, talk)
    elif "addresses" in board["keys"]:
        board["keys"]["addresses"] = board["leds"]["addresses"]  # each tile has both
    await probe.dark()
    if board != about:
        board.pop("drawing", None)  # it shows other wires
    return board


async def _find_lights(leds, probe, talk):
    talk.say("Lights. Look at the front, with the edge that should be the top away from you.")
    await _find_timing(leds, probe, talk)

    async def colour_of(byte):
        await probe.light(byte)
        return await talk.colour()

    async def led_at(place):
        await probe.light(place * max(3, len(leds["channels"])))  # lights of one colour take all three
        column, row = await talk.place()
        return row * leds["width"] + column

    if len(leds["channels"]) == 2:
        await probe.light(0)
        if await talk.colour() == "green":
            leds["channels"] = "".join(reversed(leds["channels"]))
    elif leds["driver"] not in ("seesaw", "max7219", "ht16k33"):  # their chips know the order, or there is none
        channels, seen = await find_channels(leds["driver"] == "ws2812", colour_of)
        if not channels:
            raise ToolError(_no_channels(seen))
        leds["channels"] = channels
    wiring, seen = await find_order(leds, led_at)
    changes, places = wiring or await _place_by_place(leds, led_at, seen, talk)
    if list(places) != list(order_of(leds)):
        for name in () if "addresses" in changes else LAYOUT + ("panels", "places"):
            leds.pop(name, None)
        leds.update(changes)


async def _place_by_place(leds, led_at, seen, talk):
    """Return the wiring as `find_order` does, by asking for every place; ToolError if that is not wanted."""
    lit = shown(seen, leds["width"])
    talk.say(f"What was seen fits none of the wirings this knows: {lit}.")
    if not await talk.agrees("Go through the rest of the wire, two questions for each row or column?"):
        raise ToolError(f'start again, or list the LEDs in wire order as "places" of the board file: {lit}')
    places = await every_place(leds, led_at, seen)
    return {"places": places}, places


def _no_channels(seen):
    lit = ", ".join(f"byte {byte} lit {colour}" for byte, colour in sorted(seen.items()))
    return f'no order of red, green, blue and white does what was seen: {lit}; set "channels" in the board file by hand'


async def _find_timing(leds, probe, talk):
    names = list(TIMINGS) if leds["driver"] == "ws2812" else ["any"]
    for name in names:
        await probe.begin_lights({} if name == names[0] else {"timing": TIMINGS[name]})
        await probe.light(0)
        if await talk.steady():
            if name != names[0]:
                leds["timing"] = name
            return
    if "pin" in leds:
        raise ToolError(
            f"no light is steady: DIN may be on another GP than GP{leds['pin']}",
            f"Follow the wire from DIN back to the Pico. If it ends elsewhere, move it to GP{leds['pin']}, or write "
            'its number as "pin" of "leds" into the board file.',
            "Then check that it is DIN and not DOUT, the common ground, and the supply.",
        )
    raise ToolError("no light is steady: check the wires to the LEDs (DIN, not DOUT), the common ground and the supply")


async def _find_keys(keys, probe, talk):
    talk.say("Keys. Press and release each key as asked.")

    names = {key: name for name, key in keys["roles"].items()}
    find = _FINDERS[keys["driver"]]

    async def joined_by(column, row):
        key = row * keys["width"] + column
        if find is find_buttons and key in names:
            talk.say(f"Next, the button that is to be {names[key]}:")
        await talk.press(column, row)
        found = await probe.press()
        if not found:
            raise ToolError(
                f"no pins were joined by the key in column {column + 1} of row {row + 1}: check its two wires"
            )
        return found

    keys.update(await find(keys["width"], keys["height"], joined_by))


def differences(old, new, where=""):
    """Yield a line for each value that differs between two boards."""
    for name in sorted((set(old) | set(new)) - {"drawing"}):
        one, other = old.get(name), new.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from differences(one, other, f"{where}{name}.")
        elif one != other:
            yield f"{where}{name}: {_short(one)} -> {_short(other)}"


def _short(value):
    if isinstance(value, list) and len(value) > _MOST_SHOWN:
        return f"a list of {len(value)}"
    return "nothing" if value is None else value
