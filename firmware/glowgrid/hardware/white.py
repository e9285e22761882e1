"""LEDs with a white channel beside the three colours; loaded only for boards that have them."""

import micropython


@micropython.viper
def pack(rgb: ptr8, data: ptr8, length: int, red: int, green: int, blue: int, white: int):
    """Copy R, G, B per LED into wire order; what the three have in common moves to the fourth channel.

    length: of `data`; red, green, blue, white: the place of each, 0..3.
    """
    led = 0
    at = 0
    while at < length:
        r = int(rgb[led])
        g = int(rgb[led + 1])
        b = int(rgb[led + 2])
        least = r
        if g < least:
            least = g
        if b < least:
            least = b
        data[at + red] = r - least
        data[at + green] = g - least
        data[at + blue] = b - least
        data[at + white] = least
        led += 3
        at += 4
