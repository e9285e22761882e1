"""The part of `record solve` that runs on unix MicroPython: one unit of work, a line of hexadecimal digits.

A unit is all positions of a ply with the same stones of side 1; one digit for each position, in order of rank
(place_of in firmware/glowgrid/search/lines/solved_file.py).
"""

from glowgrid.memory import words
from glowgrid.search import DRAWN
from glowgrid.search.lines.max_n import LinesMaxN
from glowgrid.search.lines.root import Root
from glowgrid.search.verdict import DRAW

NODES = 1_000_000  # at a time
TABLE_BITS = 20


def stones(count, points):
    """Yield all sets of none, one or two of these points, in order of rank."""
    if not count:
        return [()]
    if count == 1:
        return [(x,) for x in points]
    return [(points[x], points[y]) for y in range(len(points)) for x in range(y)]


def positions_of(points, ply, unit):
    """Yield the cells of the unit's positions: a bytearray that changes from one to the next."""
    one, two, three = [(ply + 2 - side) // 3 for side in range(3)]
    cells = bytearray(points)
    for p in stones(one, list(range(points)))[unit]:
        cells[p] = 1
    for others in stones(two, [p for p in range(points) if not cells[p]]):
        for p in others:
            cells[p] = 2
        for last in stones(three, [p for p in range(points) if not cells[p]]):
            for p in last:
                cells[p] = 3
            yield cells
            for p in last:
                cells[p] = 0
        for p in others:
            cells[p] = 0


class Searcher:
    """Searches whole positions; the table is kept from one position to the next."""

    def __init__(self, tables):
        self.root = Root(tables, words(2 << TABLE_BITS))
        self.each = LinesMaxN(self.root, None)

    def _before(self, cells, ply):
        """Go back to the position before a stone of the side that has just moved; return the point of that stone."""
        side = (ply - 1) % 3 + 1
        last = max(p for p in range(len(cells)) if cells[p] == side)
        before = bytearray(cells)
        before[last] = 0
        self.root.set_up(before, side)
        return last

    def paranoid(self, cells, ply):
        """Return 0, 1 or 2: the side that has just moved loses, draws or wins against both others."""
        root = self.root
        root.begin_move(self._before(cells, ply), DRAW - 1, DRAW + 1, len(cells) - ply)
        while not root.is_searched():
            root.run(NODES)
        return (root.score() >= DRAW) + (root.score() > DRAW)

    def max_n(self, cells, ply):
        """Return who wins if each plays for itself, 1..3, or 0."""
        self.each.begin_move(self._before(cells, ply))
        while not self.each.is_searched():
            self.each.run(NODES)
        return self.each.outcome() % DRAWN


def run(tables, kind, ply, unit):
    """kind: "paranoid" or "max_n", a method of Searcher."""
    solve = getattr(Searcher(tables), kind)
    print("".join(["%x" % solve(cells, ply) for cells in positions_of(tables.points, ply, unit)]))
