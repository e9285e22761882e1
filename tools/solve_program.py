"""The part of `python -m tools solve` that runs on unix MicroPython: one unit of work, a line of hexadecimal digits.

A unit is all positions of a ply with the same stones of side 1; one digit a position, in the order of their rank
(firmware/glowgrid/search/solved.py).
"""

from glowgrid.search import state as st
from glowgrid.search.kernel import alpha_beta
from glowgrid.search.max_n import max_n

NODES = 1_000_000  # at a time
TABLE_BITS = 20


def stones(count, points):
    """All sets of no, one or two of these points, in the order of their rank."""
    if not count:
        return [()]
    if count == 1:
        return [(x,) for x in points]
    return [(points[x], points[y]) for y in range(len(points)) for x in range(y)]


def positions_of(points, ply, unit):
    """Cells of the unit's positions: a bytearray that changes from one to the next."""
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
    """The kernels on whole positions; the table is kept from one position to the next."""

    def __init__(self, tables):
        points = tables.points
        self.state = st.LineState(tables)
        self.table = st.words(2 << TABLE_BITS)
        self.stack = st.words(st.FRAME * (points + 3))
        self.ranks = bytearray(points * points)
        self.control = st.words(12)
        self.control[st.RANKED] = points
        self.control[st.MASK] = (1 << TABLE_BITS) - 1

    def _begin(self, cells, ply):
        self.state.load(cells)
        control = self.control
        control[st.PHASE], control[st.PLY], control[st.SIDE] = st.ENTER, 1, ply % 3 + 1
        control[st.VALUE_UNSURE] = control[st.NODES] = 0

    def paranoid(self, cells, ply):
        """0, 1 or 2: the side that has just moved loses, draws or wins against both others."""
        self._begin(cells, ply)
        control, stack = self.control, self.stack
        control[st.ME] = (ply - 1) % 3 + 1
        stack[st.FRAME + st.ALPHA], stack[st.FRAME + st.BETA] = st.DRAW - 1, st.DRAW + 1
        stack[st.FRAME + st.DEPTH] = len(cells) - ply
        while control[st.PHASE] != st.DONE:
            alpha_beta(0, 0, NODES, self.state.words, stack, control, self.table, self.state.order, self.ranks)
        return (control[st.VALUE] >= st.DRAW) + (control[st.VALUE] > st.DRAW)

    def max_n(self, cells, ply):
        """1..3, who wins if each plays for itself, or 0."""
        self._begin(cells, ply)
        while self.control[st.PHASE] != st.DONE:
            max_n(NODES, self.state.words, self.stack, self.control, self.table)
        return self.control[st.VALUE] % st.DRAWN


def run(tables, kind, ply, unit):
    """kind: "paranoid" or "max_n", a method of Searcher."""
    solve = getattr(Searcher(tables), kind)
    print("".join(["%x" % solve(cells, ply) for cells in positions_of(tables.points, ply, unit)]))
