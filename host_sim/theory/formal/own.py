"""A game of your own from its JSON file, read without the firmware: points, names and the lines of each side.

The format is that of `host_sim/own_games/data/reader.py`. Points are named by column letter and
row number; reading order is row by row.
"""

from itertools import combinations, product
from math import isqrt
from typing import NamedTuple

from ...text.json_text import NoJson, parsed
from ...text.text_file import file_bytes
from . import own_connections


class OwnGame(NamedTuple):
    """points: (row, column) in reading order; names: by point; lines: for each side a list of sets of points.

    connections: of a connection game, which has no lines; else None. misere: whether who completes a line loses.
    """

    title: str
    points: list
    names: dict
    lines: tuple
    connections: own_connections.Connections | None = None
    misere: bool = False


def name_of(column, row):
    """Return the name of the point in this column and row, both counted from 0: (0, 0) is a1, (26, 0) is aa1."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(97 + letter) + letters
    return f"{letters}{row + 1}"


def read(path):
    """Return the game in the file; ValueError in one line."""
    try:
        data = parsed(file_bytes(path))[1]
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except NoJson as error:
        raise ValueError(f"{path}: {error}") from None
    if isinstance(data, dict) and data.get("hidden"):
        raise ValueError(f"{path}: its stones are hidden; the definitions are of games in which both sides see all")
    try:
        return _game(data)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path}: not a game: {error}; run glowgrid game check for details") from None


def _game(data):
    sides = data.get("sides", 2)
    if any(key in data for key in own_connections.KEYS):
        points, connections = own_connections.read(data, name_of)
        if not points or not (connections.ring or any(connections.wins)) or sides not in (2, 3):
            raise ValueError("it needs points, something that wins, and 2 or 3 sides")
        names = {(row, column): name_of(column, row) for row, column in sorted(points)}
        return OwnGame(str(data["name"]), sorted(points), names, (), connections)
    places, lines = _generated(data)
    names = {(row, column): name_of(column, row) for row, column in sorted(places)}
    called = {name: point for point, name in names.items()}

    def plain(texts):
        return [frozenset(called[name.lower()] for name in text.split()) for text in texts]

    everyone = lines + plain(data.get("lines", []))
    own = data.get("lines_of", {})
    by_side = tuple(everyone + plain(own.get(str(side), [])) for side in range(1, sides + 1))
    if not places or not any(by_side) or sides not in (2, 3) or not all(map(all, by_side)):
        raise ValueError("it needs points, lines that are not empty, and 2 or 3 sides")
    return OwnGame(str(data["name"]), sorted(places), names, by_side, misere=data.get("misere", False))


def _generated(data):
    """Return (points, lines) from the drawing, or from the entry that generates both."""
    if "rows" in data:
        return rows(tuple(data["rows"]["of"]), data["rows"]["k"])
    if "triangles" in data:
        return triangles(data["triangles"])
    drawing = enumerate(data["field"])
    return [(row, column) for row, text in drawing for column, sign in enumerate(text) if sign not in ". "], []


def rows(dimensions, k):
    """Return every straight row of k on a field of these dimensions, and where its points lie: layers side by side."""
    place = layers(dimensions)
    cells = set(product(*map(range, dimensions)))
    found = set()
    for cell in cells:
        for step in product((-1, 0, 1), repeat=len(dimensions)):
            row = frozenset(tuple(x + i * s for x, s in zip(cell, step)) for i in range(k))
            if len(row) == k and row <= cells:
                found.add(row)
    return [place(cell) for cell in cells], [frozenset(map(place, row)) for row in found]


def layers(dimensions):
    """Return the function from (x, y, z, ...) to (row, column): x across, y down, the layers in a block.

    With three dimensions the block is as square as possible. With more, the third goes across, the others down. An
    empty column and row separate the layers if they still fit the same lights: 8x8, 16x16.
    """
    width, height, *rest = *dimensions, 1, 1
    rest = rest[: len(dimensions) - 2] if len(dimensions) > 2 else [1]
    number = 1
    for length in rest:
        number *= length
    across = rest[0] if len(rest) > 1 else isqrt(number - 1) + 1
    down = -(-number // across)

    def lights(gap):
        return -(-max(across * (width + gap) - gap, down * (height + gap) - gap) // 8)

    gap = 1 if number > 1 and lights(1) == lights(0) else 0

    def place(cell):
        x, y, *others = *cell, 0, 0
        layer, factor = 0, 1
        for at, length in zip(others, rest):
            layer, factor = layer + at * factor, factor * length
        return layer // across * (height + gap) + y, layer % across * (width + gap) + x

    return place


def triangles(n):
    """Return the triangles of the complete graph on n corners; edge i to j > i lies in row i and column j - 1."""
    lines = [
        frozenset(((i, j - 1), (i, k - 1), (j, k - 1)))  # edges i-j, i-k, j-k
        for i, j, k in combinations(range(n), 3)
    ]
    return [(i, j - 1) for i, j in combinations(range(n), 2)], lines
