"""Fields: where the points of a game lie.

A field knows nothing of stones or winning. It gives every point a place on a grid; names of points (notation) and
pictures (view) need nothing else.
"""

from glowgrid.rules import position


class Field:
    """Points 0..len(columns)-1, each on its own place of a `width` x `height` grid, row by row from the top left.

    `columns[p]` and `rows[p]` (bytes) are the place of point p, both counted from 0. `slant` is not 0 if each row is
    shifted from the one above (see rules/hexagonal.py).
    `array` is the type of an array of its points; a computer has another for a large field
    (host_sim/engine/large_fields.py).
    Fields of groups games also have `near`, `degree` and `borders` (rules/groups.py); in others `borders` is None.
    """

    slant = 0
    borders = None
    array = bytearray

    def __init__(self, width, height, columns, rows):
        if len(columns) > position.MOST_POINTS:
            raise ValueError("field: %d points; a game has 1 to %d" % (len(columns), position.MOST_POINTS))
        if max(width, height) > position.MAX_POINTS:
            raise ValueError("field: more than %d columns or rows" % position.MAX_POINTS)
        self.width = width
        self.height = height
        self.columns = bytes(columns)
        self.rows = bytes(rows)
        self.points = len(self.columns)

    def point_at(self, column, row):
        """Return the point at a place of the grid, or -1."""
        for point in range(self.points):
            if self.columns[point] == column and self.rows[point] == row:
                return point
        return -1

    def sketch(self):
        """Return the field as rows of equal length: "-" is a point, "." none."""
        rows = [["."] * self.width for row in range(self.height)]
        for point in range(self.points):
            rows[self.rows[point]][self.columns[point]] = "-"
        return ["".join(row) for row in rows]


def square(rows, columns):
    """Return the full field of `rows` x `columns` points; point = row * columns + column."""
    numbers = range(rows * columns)
    return Field(columns, rows, [p % columns for p in numbers], [p // columns for p in numbers])


def stacked(spans):
    """Return a field of rows without gaps; each row is (column of the first point, number of points)."""
    columns, rows = [], []
    for row, (first, count) in enumerate(spans):
        columns += range(first, first + count)
        rows += [row] * count
    return Field(max(columns) + 1, len(spans), columns, rows)


def drawn(picture):
    """Return a field drawn as text, one string per row: `.` or a blank is no point, any other sign is one."""
    columns, rows = [], []
    for row, text in enumerate(picture):
        for column, sign in enumerate(text):
            if sign not in ". ":
                columns.append(column)
                rows.append(row)
    return Field(max([len(text) for text in picture] or [0]), len(picture), columns, rows)
