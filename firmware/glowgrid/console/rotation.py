"""A rotated device: what the person sees upright, and which key is where, by quarter turns."""

from array import array

import micropython


class Rotation:
    """Keys and lights of a device that shows its picture `quarters` quarter turns further clockwise.

    frame    what the person sees, upright, to be painted
    leds     for each LED the place in `frame` that it shows
    keys     for each key as the person sees it: its number on the device
    """

    def __init__(self, width, height, keys_width, keys_height, quarters):
        self.leds = _places(width, height, quarters)
        self.keys = _places(keys_width, keys_height, 4 - quarters)
        self.frame = bytearray(width * height)
        self._levels = bytearray(keys_width * keys_height)

    def scan(self, keys, levels):
        """Read all keys into `levels`, as the person sees them. Allocates nothing."""
        keys.scan(self._levels)
        _gather(self._levels, self.keys, levels, len(levels))

    def show_in(self, frame):
        """Fill the frame of the LEDs from the person's frame."""
        _gather(self.frame, self.leds, frame, len(frame))


def _places(width, height, quarters):
    """Return where each place of the rotated picture comes from in a picture of this size."""
    places = array("H", range(width * height))
    for _ in range(quarters):
        turned = array("H", places)
        _turn(places, width, height, turned)
        places = turned
        width, height = height, width
    return places


# In plain Python this takes 5 ms of the 20 within which a press must be answered.


@micropython.viper
def _turn(places: ptr16, width: int, height: int, turned: ptr16):
    """Rotate a picture clockwise by a quarter turn: each column, from the bottom up, becomes a row."""
    to = 0
    x = 0
    while x < width:
        y = height
        while y:
            y -= 1
            turned[to] = places[y * width + x]
            to += 1
        x += 1


@micropython.viper
def _gather(source: ptr8, places: ptr16, target: ptr8, at: int):
    while at:
        at -= 1
        target[at] = source[int(places[at])]
