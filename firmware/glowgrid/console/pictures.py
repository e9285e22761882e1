"""Icons and other pictures in a frame, a bytearray of palette indices. A match does without."""

import micropython

from glowgrid.console.palette import CHARS, GREY, WHITE

_COLOURS = bytearray(128)  # palette index of every ASCII sign
for _colour, _sign in enumerate(CHARS):
    _COLOURS[ord(_sign)] = _colour


def shrink(picture, frame, width):
    """Fill a frame of this width from a picture twice as wide and high: of four LEDs the colour that most of them have."""
    for at in range(len(frame)):
        corner = at // width * 4 * width + at % width * 2
        four = picture[corner], picture[corner + 1], picture[corner + 2 * width], picture[corner + 2 * width + 1]
        most = colour = 0
        for candidate in four:
            if candidate and four.count(candidate) > most:
                most = four.count(candidate)
                colour = candidate
        frame[at] = colour


def draw_picture(frame, width, height, rows, scale=1):
    """Paint rows of palette signs in the middle of a dark frame, each sign `scale` x `scale` LEDs; signs unknown are dark."""
    columns = len(rows[0])
    left, top = (width - columns * scale) // 2, (height - len(rows) * scale) // 2
    _paint("".join(rows).encode(), columns, len(rows), _COLOURS, frame, top * width + left, width, scale)


@micropython.viper
def _paint(signs: ptr8, columns: int, rows: int, colours: ptr8, frame: ptr8, at: int, width: int, scale: int):
    """The signs row by row as squares of LEDs, from LED `at` on; 0.3 ms for an icon, which takes 5 in plain Python."""
    sign = 0
    while rows:
        corner = at
        column = 0
        while column < columns:
            colour = int(colours[int(signs[sign]) & 127])
            if colour:
                led = corner
                y = 0
                while y < scale:
                    x = 0
                    while x < scale:
                        frame[led + x] = colour
                        x += 1
                    led += width
                    y += 1
            sign += 1
            corner += scale
            column += 1
        at += scale * width
        rows -= 1


def draw_icon(frame, width, height, icon):
    """Paint an icon (eight texts of eight signs) in the middle, as large as fits."""
    draw_picture(frame, width, height, icon, min(width, height) // 8)


def draw_dots(frame, width, at, count):
    """The place among `count` entries, in the bottom row: a white dot among grey ones; of too many, those around it."""
    first = 0
    if count > width:
        first = min(max(at - width // 2, 0), count - width)
        count = width
    start = len(frame) - width + (width - count) // 2
    for i in range(count):
        frame[start + i] = WHITE if first + i == at else GREY
