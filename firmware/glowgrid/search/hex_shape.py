"""What search/hex_kernel.py must know of the field: built with the solver, then unloaded.

A row of the field takes one bit more than it has points, so that shifts never run into the next row. Small fields fit one
word; otherwise the first word has the rows 0, 2, 4 .., the second the rows 1, 3, 5 ..: see search/hex_wide.py.
"""

from glowgrid.search.connection import is_hex
from glowgrid.search.hex_kernel import mark
from glowgrid.search.state import words

MOST_BITS = 31, 28  # of the two words of a mask: the second has the winner above it in the table

# Words of `shape`: width of a row in bits, -, masks of the four edges, planes of the distance to the centre, where the
# lists of the templates of each edge and of the two-bridges start. Masks are pairs of words.
_EDGES, _CENTRE, _TEMPLATES, _BRIDGES, _LISTS = 2, 10, 20, 24, 26
_PLANES = 5
_MOST_CENTRE = (1 << _PLANES) - 1

# What joins a stone to an edge, whoever moves first: the points that must be empty, as (rows nearer to the edge, columns)
# from the stone, the first step down being to (1, -1) and (1, 0). From the second row two points, from the third eight.
_TWO_BRIDGE = ((1, -1), (1, 0))
_THIRD_ROW = ((0, 1), (1, -1), (1, 0), (1, 1), (2, -2), (2, -1), (2, 0), (2, 1))
TEMPLATES_BY_ROW = ((1, _TWO_BRIDGE), (2, _THIRD_ROW), (2, tuple([(down, -down - right) for down, right in _THIRD_ROW])))


def hex_solvable(tables):
    """Is this Hex on a field that fits the solver?"""
    width, height = tables.field.width + 1, tables.field.height
    fits = width * (height + 1 >> 1) - 1 <= MOST_BITS[0] and width * (height >> 1) <= MOST_BITS[1]
    return tables.sides == 2 and fits and is_hex(tables)


def is_wide(field):
    """Does it take two words?"""
    return (field.width + 1) * field.height - 1 > MOST_BITS[0]


def places(field):
    """(word, shift) of every point, two bytes objects."""
    width, odd = field.width + 1, 1 if is_wide(field) else 0
    return (bytes([row & odd for row in field.rows]),
            bytes([(field.rows[p] >> odd) * width + field.columns[p] for p in range(field.points)]))


def shape_of(field, bridges):
    """`shape` for the kernel; `bridges` are those of search/hex_wide.py, if it is used."""
    rows, columns = field.height, field.width
    word, shift = places(field)
    lists = [[], [], [], []]  # of first row, last row, first column, last column
    for point in range(field.points):
        for near, template in TEMPLATES_BY_ROW:
            for edge in range(4):
                carrier = _carrier(field, edge, point, near, template)
                if carrier:
                    lists[edge].append((point, carrier))
    shape = words(_LISTS + sum([4 * len(each) + 2 for each in lists]) + len(bridges))
    shape[0] = columns + 1
    at = _LISTS
    for edge in range(4):
        shape[_TEMPLATES + edge] = at
        for stone, carrier in lists[edge]:
            mark(at + word[stone], shift[stone], shape)
            for point in carrier:
                mark(at + 2 + word[point], shift[point], shape)
            at += 4
        at += 2
    shape[_BRIDGES] = at
    for number in bridges:
        shape[at] = number
        at += 1
    for point in range(field.points):
        row, column = field.rows[point], field.columns[point]
        for edge, on in enumerate((row == 0, row == rows - 1, column == 0, column == columns - 1)):
            if on:
                mark(_EDGES + 2 * edge + word[point], shift[point], shape)
        off = abs(2 * column - columns + 1) + abs(2 * row - rows + 1) + abs(2 * (row + column) - rows - columns + 2)
        cost = min(3 * off >> 1, _MOST_CENTRE)
        for plane in range(_PLANES):
            if cost >> plane & 1:
                mark(_CENTRE + 2 * plane + word[point], shift[point], shape)
    return shape


def _carrier(field, edge, stone, near, template):
    """The points of a template for a stone `near` rows from the edge; None where it is not, or the field has no room."""
    rows, columns = field.height, field.width
    row, column = field.rows[stone], field.columns[stone]
    if edge & 2:  # side 2: rows and columns change places
        row, column, rows, columns = column, row, columns, rows
    if not edge & 1:  # towards the first: half a turn
        row, column = rows - 1 - row, columns - 1 - column
    if row != rows - 1 - near:
        return None
    carrier = []
    for down, right in template:
        y, x = row + down, column + right
        if not 0 <= x < columns:
            return None
        if not edge & 1:
            y, x = rows - 1 - y, columns - 1 - x
        if edge & 2:
            y, x = x, y
        carrier.append(y * field.width + x)
    return carrier
