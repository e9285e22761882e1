"""The solver of small lines games: the buffers of its search (masks.py), and the stage that asks who wins."""

from array import array

from glowgrid.memory import words
from glowgrid.search.engine import Stage
from glowgrid.search.lines.bits import find_images, new_images, numbers_of_bits
from glowgrid.search.lines.masks import (
    MOVES,
    NODES,
    PLAYED,
    RESULT,
    begin,
    best_bit,
    forget,
    load,
    new_control,
    set_ways,
    solve,
)
from glowgrid.search.verdict import DRAWN

LOSS_VALUE, DRAW_VALUE, WIN_VALUE = 1, 2, 3
_NEVER = 255  # plies: no horizon
_MOST_UNRANKED = 12  # with this few points, ranking the moves costs more than it saves
_CANON_PLIES = 3  # positions this near the root are stored under their least image
_CANON_PLIES_UNRANKED = 0  # on 3x3, twenty more nodes cost less than the images of deeper positions
# Work units of a node on the Pico, with and without ranking the moves.
_RANKED_WORK, _UNRANKED_WORK = 14, 22


class BitSolver:
    """The kernels and their buffers, for a game with these tables (`is_small`); both stages share one.

    `order` lists the points, best first: a point's place in it is its bit. Only lines filled within `horizon` plies
    count.
    """

    def __init__(self, tables, order, table):
        points = tables.points
        self._bits = bits = bytearray(points)  # the bit of each point
        for i in range(points):
            bits[order[i]] = i
        self.points, self.order, self.table = points, order, table
        lines = _masks_of(tables, bits)
        self.ranked = points > _MOST_UNRANKED
        self.node_work = _RANKED_WORK if self.ranked else _UNRANKED_WORK
        entries = min(len(table) >> 1, 1 << points - 1)  # fewer entries take less time to clear
        self.control = new_control(points, tables.starts[1], entries)
        set_ways(self.control, self.ranked, 0)
        numbers = numbers_of_bits()
        self.found = words(4)
        self.images = new_images(points, numbers)
        rest, starts = _rest_of_lines(lines, points)
        self.buffers = [self.control, table, lines, rest, starts, numbers, self.images, self.found]
        self.least = bytearray(points)
        self.horizon = _NEVER

    def find_symmetries(self, field):
        """Find the reflections and rotations that keep field and lines; call before `load`. 10 to 20 ms on the Pico."""
        if find_images(field, self._bits, self.buffers[2], self.images) > 1:
            set_ways(self.control, self.ranked, _CANON_PLIES if self.ranked else _CANON_PLIES_UNRANKED)

    def load(self, position):
        """Load a position, and forget earlier searches. least[bit] becomes the move that stands for that move."""
        load(position.cells, position.to_move, self._bits, self.least, self.buffers)

    def moves(self):
        """Return the moves of the loaded position as a mask, one of each set that symmetries make equal."""
        return self.control[MOVES]

    def forget(self):
        """Empty the table: its entries hold for one horizon only."""
        forget(self.buffers)

    def begin(self, low, high):
        """Begin a search of the loaded position: is it worth more than low, less than high (0 and WIN_VALUE: how much)?

        Return in how many plies threats alone decide it, or 0.
        """
        return begin(low, high, self.horizon, self.buffers)

    def run(self, nodes):
        """Go on with the search for about `nodes` nodes; return how many were used, ranking included."""
        return solve(nodes, self.buffers)

    def value(self):
        """Return the value of the last search, or 0 while it is under way."""
        return self.control[RESULT]

    def best(self):
        """Return the best move of the last search."""
        return self.order[best_bit(self.buffers)]


class Solve(Stage):
    """Find the value of the position and a move that has it: the quickest win, or the longest loss."""

    share = 6  # the rest finds a good move if this is not enough

    def __init__(self, solver):
        self._solver = solver
        self._verdict = None
        self.done = True
        self._value = self._soon = 0

    def start(self, position, limits, verdict, every, work):
        if every or not limits.reach_the_end(verdict.empty):
            return False
        self._verdict = verdict
        self.done = False
        self._value = 0
        self._solver.load(position)
        self._solver.horizon = _NEVER
        self._soon = self._solver.begin(0, WIN_VALUE)
        return True

    def step(self, work):
        solver, verdict = self._solver, self._verdict
        control = solver.control
        left = total = work // solver.node_work or 1
        while left > 0 and not self.done:
            left -= solver.run(left)
            if control[RESULT]:
                self._found(control[RESULT])
        verdict.nodes = control[NODES]
        verdict.looking_at = solver.order[control[PLAYED]]
        return (total - left) * solver.node_work

    def _found(self, value):
        """Take the result of a search. The first finds the value; the next, two plies deeper each, find how soon."""
        solver, verdict = self._solver, self._verdict
        if not self._value:
            self._value = value
            verdict.best = solver.best()
            if value == DRAW_VALUE or self._soon:
                self._settle(self._soon)
                return
            solver.horizon = 3 if value == WIN_VALUE else 4
        elif value == self._value:
            if value == WIN_VALUE:
                verdict.best = solver.best()
            self._settle(solver.horizon)
            return
        else:
            if self._value == LOSS_VALUE:
                verdict.best = solver.best()  # it holds out beyond the horizon
            solver.horizon += 2
        solver.forget()
        if self._value == WIN_VALUE:
            solver.begin(DRAW_VALUE, WIN_VALUE)
        else:
            solver.begin(0, DRAW_VALUE)

    def stop(self):
        if self._value:
            self._settle(0)

    def _settle(self, plies):
        """Enter the value, and in how many plies the best move leads to it (0: unknown)."""
        verdict = self._verdict
        self.done = verdict.settled = verdict.proven = True
        verdict.depth = verdict.empty
        if self._value == WIN_VALUE:
            verdict.score = verdict.win_in(plies)
            verdict.put(verdict.best, verdict.me, plies)
        elif self._value == LOSS_VALUE:
            verdict.score = verdict.loss_in(plies)
            verdict.put(verdict.best, 3 - verdict.me, plies)
        else:
            verdict.put(verdict.best, DRAWN, verdict.empty)


def _masks_of(tables, bits):
    """Return the mask of each line."""
    masks = array("i")
    for line in range(tables.count):
        mask = 0
        for at in range(tables.starts[line], tables.starts[line + 1]):
            mask |= 1 << bits[tables.members[at]]
        masks.append(mask)
    return masks


def _rest_of_lines(masks, points):
    """Return, for each point, the lines through it without the point, then a 0; and where each list starts."""
    rest, starts = array("i"), array("H")
    for i in range(points):
        starts.append(len(rest))
        bit = 1 << i
        rest.extend(array("i", [mask ^ bit for mask in masks if mask & bit]))
        rest.append(0)
    return rest, starts
