"""How the LEDs look, as colours for a screen: light converted to perceived lightness, and the dome of each LED.

The LED wire carries linear light dimmed by the brightness; on a screen that would be nearly black. Eyes adapt, so
light is raised by EXPOSURE and compressed: the dimmest LED stays visible, and brighter settings look brighter.
"""

from functools import cache, lru_cache

EXPOSURE = 2.5  # a channel byte of 255 / EXPOSURE looks fully bright
GAMMA = 2.2
FLOOR = 0.1  # lightness of the dimmest LED, as a share of full: its colour still shows
BOARD = (13, 15, 19)  # the panel between the LEDs
LENS = (27, 30, 36)  # an LED that is off


@lru_cache(maxsize=1024)
def seen(rgb):
    """Return (red, green, blue), for the screen, of an LED that is sent `rgb`, three bytes; None if it is dark."""
    if not any(rgb):
        return None
    light = [min(1.0, channel * EXPOSURE / 255) ** (1 / GAMMA) for channel in rgb]
    lift = (FLOOR + (1 - FLOOR) * max(light)) / max(light)
    return tuple(round(255 * channel * lift) for channel in light)


def pixels(lights):
    """Return the colour on the screen of every pixel of `lights`, row by row from the top left; None if dark."""
    colours = [None] * (lights.width * lights.height)
    for led, pixel in enumerate(lights.order):
        colours[pixel] = seen(bytes(lights.wire[3 * led : 3 * led + 3]))
    return colours


def mix(one, other, share):
    """Return the mix of two colours: `share` 0 is `one`, 1 is `other`."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))


@cache
def dome(size):
    """Return how an LED fills its square of size x size dots: rows of (lens 0..1, glow 0..1, shine 0..1) per dot.

    lens: how much of the dot the round lens covers; glow: how much light falls on the panel beside it; shine: how much
    whiter than its edge the middle of a lit lens is.
    """
    steps = 4
    # With few dots, round lenses would touch: keep the last row and column of dots as a gap.
    middle, radius = ((size - 1) / 2, size / 2) if size < 5 else (size / 2, size * 0.46)
    rows = []
    for y in range(size):
        row = []
        for x in range(size):
            inside = 0
            for i in range(steps * steps):
                dx = x + (i % steps + 0.5) / steps - middle
                dy = y + (i // steps + 0.5) / steps - middle
                inside += dx * dx + dy * dy <= radius * radius and (size >= 5 or max(x, y) < size - 1)
            away = ((x + 0.5 - middle) ** 2 + (y + 0.5 - middle) ** 2) ** 0.5 / middle
            row.append((inside / steps**2, max(0.0, 1.3 - away) * 0.5, max(0.0, 0.8 - away) ** 2))
        rows.append(row)
    return rows


@lru_cache(maxsize=4096)
def disc(colour, size):
    """Return the dots of an LED, rows of (red, green, blue), lit in `colour` or dark (None)."""
    rows = []
    for row in dome(size):
        dots = []
        for lens, glow, shine in row:
            if colour is None:
                dots.append(mix(BOARD, LENS, lens))
            else:
                dots.append(mix(mix(BOARD, colour, 0.35 * glow), mix(colour, (255, 255, 255), 0.35 * shine), lens))
        rows.append(tuple(dots))
    return tuple(rows)
