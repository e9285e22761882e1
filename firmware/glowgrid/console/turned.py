"""A device that is held turned: what the person sees upright, and which key is where, by quarter turns."""

from array import array

import micropython


class Turned:
    """Keys and lights as they lie on a device that shows its picture `quarters` of a turn further, clockwise.

    frame    what the person sees, upright, to be painted
    leds     of each LED the place in `frame` that it shows
    keys     of each key as the person sees them: its number on the device
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
        """Fill the frame of the LEDs from that of the person."""
        _gather(self.frame, self.leds, frame, len(frame))


def _places(width, height, quarters):
    """Return where, in a picture of this size, each place of the same picture comes from once it is turned."""
    places = array("H", range(width * height))
    for _ in range(quarters):
        places = array("H", [places[(height - 1 - at % height) * width + at // height] for at in range(len(places))])
        width, height = height, width
    return places


@micropython.viper
def _gather(source: ptr8, places: ptr16, target: ptr8, at: int):
    while at:
        at -= 1
        target[at] = source[int(places[at])]
