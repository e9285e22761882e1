"""A connection game of your own from its JSON file, read without the firmware: neighbours, borders, and what wins.

The format is that of `host_sim/own_games/data/reader.py`. Points are (row, column).
"""

from itertools import combinations
from typing import NamedTuple

from . import patterns
from .sets import minimal

KEYS = "connect", "ring", "shape", "neighbours", "neighbours_of", "borders"
"""A file with one of these is a connection game."""

NUMBERS: tuple[str, ...] = tuple("zero one two three four five six seven eight nine ten eleven twelve".split())
HEXAGON = {  # edge: what is size - 1 on it, of columns x and rows y counted from the middle
    "north": lambda x, y: -y,
    "northeast": lambda x, y: x - y,
    "southeast": lambda x, y: x,
    "south": lambda x, y: y,
    "southwest": lambda x, y: y - x,
    "northwest": lambda x, y: -x,
}


class Connections(NamedTuple):
    """near: for each side {point: set of neighbours}; wins: for each side (least, [set of points, ...]) of borders."""

    near: tuple
    wins: tuple
    ring: bool

    def wins_with(self, side, stones):
        """Return whether the stones of a side (from 1) hold a winning group. A ring is found by its pattern."""
        from .winners import components

        near = self.near[side - 1]
        found = components(stones, near)
        for least, borders in self.wins[side - 1]:
            if any(sum(not border.isdisjoint(group) for border in borders) >= least for group in found):
                return True
        inside = {p: near[p] & frozenset(stones) for p in stones}
        return self.ring and any(True for _ in patterns.chordless_rings(inside))

    def patterns(self, side):
        """Return the minimal winning groups of a side (from 1)."""
        near = self.near[side - 1]
        found = {g for least, borders in self.wins[side - 1] for g in patterns.touching(near, borders, least)}
        return minimal(found | (patterns.chordless_rings(near) if self.ring else set()))


def read(data, name_of):
    """Return (points, Connections) of the parsed file; an error of any kind if it is no game."""
    points, borders, corners, lattice = _field(data)
    called = {name_of(column, row): (row, column) for row, column in points}

    def named(text):
        return [called[name.lower()] for name in text.split()]

    holes = set(named(data.get("holes", "")))
    points = [p for p in points if p not in holes]
    called = {name: p for name, p in called.items() if p not in holes}
    borders = {name: border - holes for name, border in borders.items()}
    borders |= {name: frozenset(named(text)) for name, text in data.get("borders", {}).items()}
    corners = named(data["corners"]) if "corners" in data else [p for p in corners if p not in holes]
    sides = data.get("sides", 2)
    near = tuple(_near(data, points, lattice, named, side) for side in range(1, sides + 1))
    connect = data.get("connect", [])
    of_sides = [connect if isinstance(connect, list) else connect.get(str(s), []) for s in range(1, sides + 1)]
    wins = tuple([_win(win, borders, corners, called) for win in of_side] for of_side in of_sides)
    return points, Connections(near, wins, data.get("ring", False))


def _field(data):
    """Return (points, {border: set}, corners, lattice) of the shape or the drawing, holes included."""
    if "shape" not in data:
        drawing = enumerate(data["field"])
        points = [(row, column) for row, text in drawing for column, sign in enumerate(text) if sign not in ". "]
        stated = data.get("neighbours", [])
        return points, {}, [], stated if isinstance(stated, str) else ""
    kind, size = data["shape"].split()
    last = int(size) - 1
    if kind == "hexagon":
        across = range(2 * last + 1)
        points = [(row, column) for row in across for column in across if abs(row - column) <= last]
        of_edges = {p: [name for name, on in HEXAGON.items() if on(p[1] - last, p[0] - last) == last] for p in points}
        edges = {name: frozenset(p for p in points if of_edges[p] == [name]) for name in HEXAGON}
        return points, edges, [p for p in points if len(of_edges[p]) == 2], "hexagonal left"
    square = [(row, column) for row in range(last + 1) for column in range(last + 1)]
    points = [(row, column) for row, column in square if kind != "triangle" or column <= row]
    ends = {"north": (0, 0), "south": (0, last), "west": (1, 0), "east": (1, last)}
    edges = {name: frozenset(p for p in points if p[axis] == end) for name, (axis, end) in ends.items()}
    if kind == "triangle":
        del edges["north"]
        edges["east"] = frozenset(p for p in points if p[0] == p[1])
    corners = [p for p in points if sum(p in edge for edge in edges.values()) > 1]
    return points, edges, corners, {"rhombus": "hexagonal", "triangle": "hexagonal left", "square": "square"}[kind]


def _near(data, points, lattice, named, side):
    """Return {point: set of neighbours} for a side."""
    pairs = {(p, q) for p in points for q in points if lattice and _beside(lattice, p, q)}
    stated = data.get("neighbours", [])
    texts = ([] if isinstance(stated, str) else stated) + data.get("neighbours_of", {}).get(str(side), [])
    pairs |= {pair for text in texts for pair in combinations(named(text), 2)}
    return {p: frozenset(q for q in points if (p, q) in pairs or (q, p) in pairs) for p in points}


def _beside(lattice, p, q):
    """Return whether two points are neighbours in a lattice."""
    down, across = q[0] - p[0], q[1] - p[1]
    if lattice == "triangular" and down:
        return across == 0 and down == (1 if sum(p) % 2 == 0 else -1)
    square = abs(down) + abs(across) == 1
    diagonal = {"hexagonal": -1, "hexagonal left": 1}.get(lattice, 0)
    return square or (diagonal != 0 and abs(down) == 1 and across == diagonal * down)


def _win(win, borders, corners, called):
    """Return (least, [border, ...]) of an entry of `connect`."""
    if isinstance(win, str):
        *count, what = win.split()
        of = [frozenset({p}) for p in corners] if what.startswith("corner") else [*borders.values()]
    else:
        count = win[0].removesuffix(" of").split() if win[0].startswith("any ") else ["all"]
        names = win[1:] if count != ["all"] else win
        of = [borders[name] if name in borders else frozenset({called[name.lower()]}) for name in names]
    if count == ["all"]:
        return len(of), of
    return (NUMBERS.index(count[1]) if count[1] in NUMBERS else int(count[1])), of
