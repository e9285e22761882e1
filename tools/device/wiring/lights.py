"""Find out how the LEDs are wired: light one LED at a time, and ask a person where it is and what colour it has.

Every wiring that a board file can describe is a guess. Each answer rules out the guesses that contradict it. The next
LED to light is the one whose answer will rule out most.
"""

from collections import Counter
from itertools import permutations

from glowgrid.hardware.light_tables import wire_order
from host_sim.errors import ToolError

TURNS = (0, 90, 180, 270)
CHANNELS = {3: [a + b + c for a, b, c in permutations("RGB")], 4: ["RGBW", "GRBW"]}
COLOURS = {"R": "red", "G": "green", "B": "blue"}
LEAST_TILE = 4  # LEDs along a side
MOST_TILES = 6  # 720 orders
NO_GUESS = "that fits no wiring that a board file can describe; start again, and look from the front, USB plug up"


def orders(leds):
    """Return the possible wirings: pairs of (changes to `leds`, the pixel of each LED on the wire)."""
    width, height = leds["width"], leds["height"]
    if leds["driver"] == "seesaw":
        return _orders_of_tiles(leds)
    found = {}
    for tile in [leds.get("tile"), None, *_tiles(width, height)]:
        for rotate in (0,) if tile else TURNS:  # a board file cannot rotate tiles together
            for mirror in (False, True):
                for order in ("rows", "serpentine"):
                    changes = {"order": order, "rotate": rotate, "mirror": mirror, "tile": tile}
                    pixels = tuple(wire_order(width, height, order, rotate, mirror, tile))
                    found.setdefault(pixels, changes)
    return [(changes, pixels) for pixels, changes in found.items()]


def _tiles(width, height):
    """Yield the sizes of panels that may be chained: parts of the whole that are on sale."""
    for across in range(LEAST_TILE, width + 1):
        for down in range(LEAST_TILE, height + 1):
            if width % across == height % down == 0 and (across, down) != (width, height):
                yield [across, down]


def _orders_of_tiles(leds):
    """For tiles on a bus only the place of each address may be wrong."""
    pixels = wire_order(leds["width"], leds["height"], leds["order"], leds["rotate"], leds.get("mirror"), leds["tile"])
    each, addresses = leds["tile"][0] * leds["tile"][1], leds["addresses"]
    if len(addresses) > MOST_TILES:
        raise ToolError(f"{len(addresses)} tiles are more than can be sorted out by asking: {MOST_TILES} at most")
    found = []
    for places in permutations(range(len(addresses))):  # places[n]: the place of the tile with the nth address
        lies = [None] * len(addresses)
        for number, place in enumerate(places):
            lies[place] = addresses[number]
        seen = [pixels[place * each + led] for place in places for led in range(each)]
        found.append(({"addresses": lies}, tuple(seen)))
    return found


def find_order(leds, shown_at):
    """Return the changes to `leds` that give the real order.

    shown_at(led): lights only this LED of the wire; returns its (column, row), from 0 at the top left. Raises ToolError
    if the answers fit no wiring.
    """
    guesses = orders(leds)
    while len(guesses) > 1:
        led = min(range(len(guesses[0][1])), key=lambda led: _left_at_worst(guesses, led))
        column, row = shown_at(led)
        guesses = [guess for guess in guesses if guess[1][led] == row * leds["width"] + column]
    if not guesses:
        raise ToolError(NO_GUESS)
    return guesses[0][0]


def _left_at_worst(guesses, led):
    return max(Counter(pixels[led] for _, pixels in guesses).values())


def find_channels(leds, colour_of):
    """Return the order of the channels on the wire.

    colour_of(place): lights the channel at this place on the wire; returns "red", "green" or "blue".
    Raises ToolError if the answers fit no order.
    """
    guesses = CHANNELS[len(leds["channels"])]
    for place in range(3):
        if len(guesses) > 1:
            seen = colour_of(place)
            guesses = [channels for channels in guesses if COLOURS.get(channels[place]) == seen]
    if not guesses:
        raise ToolError(NO_GUESS)
    return guesses[0]
