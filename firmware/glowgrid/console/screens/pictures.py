"""Icons and other pictures in a frame, a bytearray of palette indices. A match needs none of them."""

import micropython

from glowgrid.console.palette import CHARS, GREY, WHITE

_COLOURS = bytearray(128)  # palette index of every ASCII sign
for _colour, _sign in enumerate(CHARS.encode()):
    _COLOURS[_sign] = _colour


def draw_picture(frame, width, height, signs, columns, scale=1):
    """Paint palette signs, row by row, in the middle of a dark frame, each sign `scale` x `scale` LEDs."""
    rows = len(signs) // columns
    left, top = (width - columns * scale) // 2, (height - rows * scale) // 2
    _paint(signs.encode(), columns, rows, _COLOURS, frame, top * width + left, width, scale)


@micropython.viper
def _paint(signs: ptr8, columns: int, rows: int, colours: ptr8, frame: ptr8, at: int, width: int, scale: int):
    """Paint the signs row by row as squares of LEDs, from LED `at` on. An icon takes 0.3 ms; in plain Python, 5."""
    sign = 0
    while rows:
        corner = at
        column = 0
        while column < columns:
            colour = int(colours[int(signs[sign]) & 127])
            led = corner
            end = corner
            if colour:
                end += scale * width
            while led < end:
                x = led + scale
                while x > led:
                    x -= 1
                    frame[x] = colour
                led += width
            sign += 1
            corner += scale
            column += 1
        at += scale * width
        rows -= 1


def draw_icon(frame, width, height, icon):
    """Paint an icon (eight rows of eight signs) in the middle, as large as fits."""
    draw_picture(frame, width, height, icon, 8, min(width, height) // 8)


def draw_dots(frame, app, at, count):
    """Paint the place among `count` entries into the bottom row: a white dot among grey ones.

    If there are more entries than room, the dots are those around it.
    """
    width, size = app.panel.width, dot_size(app)
    start = len(frame) - width
    if size > 1:
        for i in range(start - width, len(frame)):
            frame[i] = 0
    first, left = first_dot(width // size, at, count)
    for i in range(min(count, width // size)):
        frame[start + left + i] = WHITE if first + i == at else GREY
    if size > 1:
        for x in range(width - 1, -1, -1):
            frame[start + x] = frame[start - width + x] = frame[start + x // size]


def dot_size(app):
    """Return how wide and high a dot is in the picture: if a key lies under each LED, a dot fills one LED."""
    return 2 if app.panel.enlarged and app.keypad.over_lights else 1


def first_dot(width, at, count):
    """Return which entry has the first dot, and its column."""
    if count > width:
        return min(max(at - width // 2, 0), count - width), 0
    return 0, (width - count) // 2
