"""The points of a field as blocks of LEDs in a frame, a bytearray of palette indices."""

from array import array

import micropython

NOTHING = 255  # no colour: leave the LED as it is


def check_fit(field, width, height):
    """Raise ValueError if a field has more columns or rows than the lights have."""
    if field.width > width or field.height > height:
        raise ValueError("a %dx%d field does not fit %dx%d LEDs" % (field.width, field.height, width, height))


class FieldView:
    """Where each point of a field lies on a width x height matrix, and how it is painted.

    A point is a block of LEDs, as large as possible, with dark lines between blocks if there is room. ValueError if the
    field does not fit.

    block    LEDs along the side of a block
    corner   the top left LED of each point's block
    row      LEDs in a row of the matrix
    """

    def __init__(self, field, width, height):
        check_fit(field, width, height)
        pitch = min((width + 1) // field.width, (height + 1) // field.height)
        self.block = pitch - 1
        used = pitch * field.width - 1, pitch * field.height - 1
        if self.block < 2:
            pitch = self.block = min(width // field.width, height // field.height)
            used = pitch * field.width, pitch * field.height
        self.row = width
        left, top = (width - used[0]) // 2, (height - used[1]) // 2
        self.corner = corner = array("H")
        rows, columns = field.rows, field.columns
        first, pitch_down = top * width + left, pitch * width
        for point in range(field.points):
            corner.append(first + rows[point] * pitch_down + columns[point] * pitch)

    def fill(self, frame, point, colour):
        """Paint the whole block of a point."""
        self.stone(frame, point, 1, colour)

    def stone(self, frame, point, side, colour):
        """Paint a stone in the shape of its side: 1 full, 2 diagonal, 3 a corner. A single LED has no shape."""
        _stone(self.corner[point], self.row, self.block, side, colour, frame)

    def dot(self, frame, point, colour):
        """Paint a single LED of a point's block, as for a free point."""
        frame[self.corner[point]] = colour

    def mask(self, height):
        """Return a frame with this many rows: 1 on the LEDs of points, else 0."""
        frame, free = bytearray(height * self.row), bytes(len(self.corner))
        for down in range(self.block):  # point by point it would take 50 ms on Havannah 8
            for right in range(self.block):
                self.dots(memoryview(frame)[down * self.row + right :], free, b"\1")
        return frame

    def dots(self, frame, values, colours):
        """Paint one LED of each point: colours[values[point]], unless that is NOTHING. Both are bytes."""
        _dots(values, len(self.corner), colours, self.corner, frame)


# In plain Python a field of 196 points takes 12 ms to paint.


@micropython.viper
def _stone(corner: int, row: int, block: int, side: int, colour: int, frame: ptr8):
    y = 0
    while y < block:
        x = 0
        while x < block:
            if side == 1 or (side == 2 and x == y) or (side == 3 and x <= y) or block == 1:
                frame[corner + x] = colour
            x += 1
        corner += row
        y += 1


@micropython.viper
def _dots(values: ptr8, points: int, colours: ptr8, corner: ptr16, frame: ptr8):
    point = 0
    while point < points:
        colour = int(colours[int(values[point])])
        if colour < 255:
            frame[int(corner[point])] = colour
        point += 1
