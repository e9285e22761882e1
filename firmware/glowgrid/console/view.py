"""The points of a field as blocks of LEDs in a frame, a bytearray of palette indices."""

from array import array


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
        self.corner = array("H")  # top left LED of each point
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
        corner = self.corner[point]
        for y in range(self.block):
            for x in range(self.block):
                last = (x >= half) + (y >= half)
                if last and (count == 3 or count == 3 - last):
                    frame[corner + x] = colour
            corner += self._row

    def dot(self, frame, point, colour):
        """Paint one LED of a point: a free one."""
        frame[self.corner[point]] = colour

