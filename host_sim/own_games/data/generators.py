"""What a data file can ask for instead of listing points and lines: rows on any field, triangles of a complete graph.

Also what only data files need: counts of what they list, and where a repeated line was first given.
"""

from glowgrid.rules.geometry import Field
from glowgrid.rules.position import MAX_POINTS


def rows_of(dimensions, k):
    """Return (field, lines): every straight row of k on a field of these dimensions, its layers side by side."""
    cells: list[tuple[int, ...]] = [()]
    for length in reversed(dimensions):
        cells = [(x,) + cell for cell in cells for x in range(length)]
    field, numbers = _laid_out(_places(dimensions, cells), cells)
    points = bytes([numbers[cell] for cell in cells])
    lines = []
    for step in _steps(len(dimensions)) if k > 1 else [(0,) * len(dimensions)]:
        ahead, stride, firsts = 0, 1, [0]
        for length, s in zip(dimensions, step):
            room = range(k - 1, length) if s < 0 else range(length - s * (k - 1))
            firsts = [first + x * stride for x in room for first in firsts]
            ahead += s * stride
            stride *= length
        for first in firsts:
            lines.append(bytes([points[first + i * ahead] for i in range(k)]))
    return field, lines


def count_rows(dimensions, k):
    """Return how many lines `rows_of` makes."""
    every = straight = 1
    for length in dimensions:
        every *= length + 2 * max(length - k + 1, 0)
        straight *= length
    return (every - straight) // 2 if k > 1 else straight


def _steps(count):
    """Yield each direction once, not its opposite: its first step that is not 0 is 1."""
    for code in range(3**count // 2 + 1, 3**count):
        step = ()
        for _ in range(count):
            step = (code % 3 - 1,) + step
            code //= 3
        yield step


def _places(dimensions, cells):
    """Return (column, row) of each cell (x, y, z, ...): x across, y down, the layers in a block.

    With three dimensions the block is as square as possible; with more, the third goes across and the others down. Dark
    lines separate the layers if the field still fits the same lights, 8x8 or 16x16.
    """
    width, height = dimensions[0], dimensions[1] if len(dimensions) > 1 else 1
    rest = dimensions[2:]
    layers = 1
    for length in rest:
        layers *= length
    across = rest[0] if len(rest) > 1 else 1
    while len(rest) == 1 and across * across < layers:
        across += 1
    down = (layers + across - 1) // across

    def lights(gap):
        return (max(across * (width + gap), down * (height + gap)) - gap + 7) // 8

    gap = 1 if layers > 1 and lights(1) == lights(0) else 0
    places = []
    for cell in cells:
        layer, factor = 0, 1
        for at, length in zip(cell[2:], rest):
            layer += at * factor
            factor *= length
        y = cell[1] if len(cell) > 1 else 0
        places.append((layer % across * (width + gap) + cell[0], layer // across * (height + gap) + y))
    return places


def _laid_out(places, names):
    """Return (field, {name: point}) for points at these (column, row), numbered row by row."""
    order = sorted(range(len(places)), key=lambda at: (places[at][1], places[at][0]))
    columns, rows = [places[at][0] for at in order], [places[at][1] for at in order]
    field = Field(max(columns) + 1, max(rows) + 1, columns, rows)
    return field, {names[at]: point for point, at in enumerate(order)}


def triangles_of(corners):
    """Return (field, lines): the triangles of the complete graph; edge i-j with j > i is in row i, column j - 1."""
    edges = [(i, j) for i in range(corners) for j in range(i + 1, corners)]
    field, point = _laid_out([(j - 1, i) for i, j in edges], edges)
    lines = []
    for i, j in edges:
        for k in range(j + 1, corners):
            lines.append(bytes((point[i, j], point[i, k], point[j, k])))
    return field, lines


def place_of(key, mask, lines, owners, sections):
    """Return where the same line was given before to any of these sides."""
    number = 0
    while not owners[number] & mask or bytes(sorted(lines[number])) != key:
        number += 1
    found = "a generated line"
    for first, where in sections:
        if number >= first:
            found = "%s[%d]" % (where, number - first)
    return found


def count_listed(field, lines, listed, own, check_room):
    """Call check_room with the generated and listed lines; entries that are not lists are reported elsewhere."""
    count, members = len(lines), sum([len(line) for line in lines])
    for texts in [listed] + (list(own.values()) if isinstance(own, dict) else []):
        if isinstance(texts, list):
            count += len(texts)
            members += sum([len(text.split()) for text in texts if isinstance(text, str)])
    check_room(field.points, count, members, count - len(lines))


def generated(data, check_room=None):
    """Return (field, lines) of the generator in the data, rows or triangles; ValueError says what is wrong.

    check_room is called with the number of points, of lines, and of points in all lines.
    """
    if "rows" in data:
        rows = data["rows"]
        if not isinstance(rows, dict) or sorted(rows) != ["k", "of"]:
            raise ValueError('rows: expected an object such as {"of": [3, 3, 3], "k": 3}')
        dimensions, points = rows["of"], 1
        if not isinstance(dimensions, list) or not dimensions or [x for x in dimensions if not _is_whole(x, 2)]:
            raise ValueError("rows.of: expected a list of whole numbers from 2 on, such as [3, 3, 3]")
        for length in dimensions:
            points *= length
        if points > MAX_POINTS:
            raise ValueError("rows.of: found %d points; expected at most %d" % (points, MAX_POINTS))
        if not _is_whole(rows["k"], 1) or rows["k"] > max(dimensions):
            raise ValueError("rows.k: found %r; expected 1 to %d" % (rows["k"], max(dimensions)))
        if check_room:
            lines = count_rows(dimensions, rows["k"])
            check_room(points, lines, lines * rows["k"])
        return rows_of(tuple(dimensions), rows["k"])
    corners = data["triangles"]
    if not _is_whole(corners, 3) or corners * (corners - 1) // 2 > MAX_POINTS:
        raise ValueError("triangles: found %r; expected 3 to 22 corners" % (corners,))
    if check_room:
        lines = corners * (corners - 1) * (corners - 2) // 6
        check_room(corners * (corners - 1) // 2, lines, 3 * lines)
    return triangles_of(corners)


def _is_whole(value, least):
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
