"""Hexagonal fields: every point has up to six neighbours; with the edges and corners that games of groups ask for."""

from array import array

from glowgrid.rules.geometry import Field, drawn, square

# Steps (columns, rows) to the six neighbours, going round the point, by the slant of the field.
_STEPS = {
    1: ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),
    -1: ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)),
}


class Hexagonal(Field):
    """A field whose rows are shifted, each against the one above: by half a point to the right (slant 1) or left (-1).

    near[6 * p:6 * p + 6]  the neighbours of point p, in turn around it; `points` where the field ends (bytes)
    borders[p]             bit i is set if p lies on border i, that is on an edge or a corner (array 'H')
    """

    def __init__(self, field, slant, borders):
        """`field`: where the points lie (a Field); `borders`: for each edge or corner (up to 16) its points."""
        super().__init__(field.width, field.height, field.columns, field.rows)
        self.slant = slant
        at = bytearray([self.points] * (self.width * self.height))
        for point in range(self.points):
            at[self.rows[point] * self.width + self.columns[point]] = point
        near = bytearray([self.points] * (6 * self.points))
        for point in range(self.points):
            for turn in range(6):
                right, down = _STEPS[slant][turn]
                column, row = self.columns[point] + right, self.rows[point] + down
                if 0 <= column < self.width and 0 <= row < self.height:
                    near[6 * point + turn] = at[row * self.width + column]
        self.near = bytes(near)
        self.borders = array("H", bytes(2 * self.points))
        for border, points in enumerate(borders):
            for point in points:
                self.borders[point] |= 1 << border


def rhombus(size):
    """Hex: size x size points, acute corners top left and bottom right. Borders: 0 top, 1 bottom, 2 left, 3 right."""
    last = size * (size - 1)
    return Hexagonal(square(size, size), 1, (
        range(size), range(last, last + size), range(0, last + 1, size), range(size - 1, last + size, size)))


def hexagon(size):
    """Havannah: a hexagon with `size` points on a side, corners included. Borders: 0 to 5 edges, 6 to 11 corners.

    A corner is on no edge; size 1 has neither edges nor corners.
    """
    across = 2 * size - 1
    field = drawn(["." * (row - size + 1) + "o" * (across - abs(row - size + 1)) for row in range(across)])
    borders = [[] for border in range(12)]
    corner = 6
    for point in range(field.points if size > 1 else 0):
        x, y = field.columns[point] - size + 1, field.rows[point] - size + 1
        on = [side for side, reach in enumerate((x, y, y - x, -x, -y, x - y)) if reach == size - 1]
        if len(on) == 1:
            borders[on[0]].append(point)
        elif on:
            borders[corner].append(point)
            corner += 1
    return Hexagonal(field, -1, borders)
