"""Pictures in a frame: the points of a field as blocks of LEDs, and icons. A frame is a bytearray of palette indices."""

import micropython

from glowgrid.console.palette import CHARS, GREY, WHITE

_COLOURS = bytearray(128)  # palette index of every ASCII sign
for _colour, _sign in enumerate(CHARS):
    _COLOURS[ord(_sign)] = _colour


class FieldView:
    """Where each point of a field lies on a width x height matrix, and how it is painted.

    A point is a block of `block` x `block` LEDs, as large as fits, with dark lines between blocks where there is room.
    ValueError if the field has more columns or rows than the matrix has LEDs.
    """

    def __init__(self, field, width, height):
        pitch = min((width + 1) // field.width, (height + 1) // field.height)
        self.block = pitch - 1
        used = pitch * field.width - 1, pitch * field.height - 1
        if self.block < 2:
            pitch = self.block = min(width // field.width, height // field.height)
            used = pitch * field.width, pitch * field.height
        if not pitch:
            raise ValueError("a %dx%d field does not fit %dx%d LEDs" % (field.width, field.height, width, height))
        self._row = width
        left, top = (width - used[0]) // 2, (height - used[1]) // 2
        self.corner = []  # top left LED of each point
        for point in range(field.points):
            self.corner.append((top + field.rows[point] * pitch) * width + left + field.columns[point] * pitch)

    def fill(self, frame, point, colour):
        """Paint the whole block of a point."""
        self.stone(frame, point, 1, colour)

    def stone(self, frame, point, side, colour):
        """Paint a stone in the shape of its side: 1 full, 2 diagonal, 3 a corner; one LED has no shape."""
        corner = self.corner[point]
        if self.block == 1:
            frame[corner] = colour
            return
        for y in range(self.block):
            for x in range(self.block):
                if side == 1 or (side == 2 and x == y) or (side == 3 and x <= y):
                    frame[corner + y * self._row + x] = colour

    def lights(self, frame, point, count, colour):
        """Paint quarters of a block, but not that of `dot`: 1 the last, 2 those beside it, 3 all; no stone looks so."""
        half = self.block // 2
        for y in range(self.block):
            for x in range(self.block):
                last = (x >= half) + (y >= half)
                if last and (count == 3 or count == 3 - last):
                    frame[self.corner[point] + y * self._row + x] = colour

    def dot(self, frame, point, colour):
        """Paint one LED of a point: a free one."""
        frame[self.corner[point]] = colour


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
