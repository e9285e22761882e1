"""Hexagonal fields: every point has up to six neighbours; edges and corners are the borders of groups games."""

from array import array

import micropython

from glowgrid.rules.geometry import Field, square, stacked

# Steps to the six neighbours, going round the point, by the slant of the field. Each has a byte for columns and a byte
# for rows; 1 is no step, 2 a step to the right or down.
_STEPS = {1: b"\2\1\2\0\1\0\0\1\0\2\1\2", -1: b"\2\1\2\2\1\2\0\1\0\0\1\0"}


class Hexagonal(Field):
    """A field with each row shifted from the one above by half a point: to the right (slant 1) or the left (-1).

    near[6 * p:6 * p + 6]  the neighbours of point p, in order around it; `points` if off the field (bytearray)
    borders[p]             bit i is set if p lies on border i, an edge or a corner (array 'H')
    """

    degree = 6

    def __init__(self, field, slant, borders):
        """`field` says where the points lie; `borders` has the points of each edge or corner, at most 16 of them."""
        super().__init__(field.width, field.height, field.columns, field.rows)
        self.slant = slant
        grid = self.array([self.points] * (self.width * self.height))
        self.near = near = self.array([self.points] * (6 * self.points))
        _list_near(self.points, self.width, self.height, self.columns, self.rows, _STEPS[slant], grid, near)
        self.borders = array("H", bytes(2 * self.points))
        for border, points in enumerate(borders):
            for point in points:
                self.borders[point] |= 1 << border


@micropython.viper
def _list_near(points: int, width: int, height: int, columns: ptr8, rows: ptr8, steps: ptr8, grid: ptr8, near: ptr8):
    """Write the neighbours of each point into `near`; `near` and `grid` are filled with `points` before."""
    point = 0
    while point < points:
        grid[int(rows[point]) * width + int(columns[point])] = point
        point += 1
    point = 0
    while point < points:
        turn = 0
        while turn < 6:
            column = int(columns[point]) + int(steps[2 * turn]) - 1
            row = int(rows[point]) + int(steps[2 * turn + 1]) - 1
            if column >= 0 and column < width and row >= 0 and row < height:
                near[6 * point + turn] = grid[row * width + column]
            turn += 1
        point += 1


def rhombus(size):
    """Return the Hex field, size x size, acute corners top left and bottom right. Borders: top, bottom, left, right."""
    last = size * (size - 1)
    return Hexagonal(
        square(size, size),
        1,
        (range(size), range(last, last + size), range(0, last + 1, size), range(size - 1, last + size, size)),
    )


def hexagon(size):
    """Return the Havannah field: a hexagon, `size` points a side with corners. Borders: 0-5 edges, 6-11 corners.

    A corner is on no edge; size 1 has neither edges nor corners.
    """
    across = 2 * size - 1
    spans = [(max(row - size + 1, 0), across - abs(row - size + 1)) for row in range(across)]
    field = stacked(spans)
    borders = [[] for border in range(12)]
    corner = 6
    end = 0
    for row, (first, count) in enumerate(spans if size > 1 else ()):
        start, end = end, end + count
        for point in range(start, end) if row in (0, across - 1) else (start, end - 1):
            x, y = field.columns[point] - size + 1, row - size + 1
            reaches = x, y, y - x, -x, -y, x - y
            if reaches.count(size - 1) == 1:
                borders[reaches.index(size - 1)].append(point)
            else:
                borders[corner].append(point)
                corner += 1
    return Hexagonal(field, -1, borders)
