"""Who wins a lines position with best play, for two sides on small fields: the engine around search/bitboard.py.

    solver.start(position); while not solver.step(200): ...
    solver.value (LOSS, DRAW or WIN for the side to move), solver.best (a move that has it), solver.nodes
"""

from array import array

from glowgrid.search.bitboard import solve
from glowgrid.search.kernel import clear
from glowgrid.search.state import words

LOSS, DRAW, WIN = 1, 2, 3
MOST_UNRANKED = 12  # on so few points ranking the moves costs more than it saves
CANON_PLIES = 3  # positions this near the root are looked up by their least mirror image
CANON_PLIES_UNRANKED = 1  # on 3x3 twenty nodes more are cheaper than the images of deeper positions

# Words of `control` and of a frame of the stack (search/bitboard.py).
_PHASE, _PLY, _VALUE, _NODES, _POINTS, _MASK, _CANON, _SYMMETRIES, _ALL, _LINES, _STORE, _WHOLE, _RANKED = range(13)
_ENTER, _DONE = 0, 3
_FRAME = 16
_ME, _OTHER, _LEFT, _FORCED, _ALPHA, _BETA, _ALPHA0, _BEST, _CURRENT, _MINE, _OTHERS = range(11)
_NO_MOVE = 31


class Solver:
    """Solves positions of the game with these tables (minimax.py: `solvable`).

    `order` lists the points, the first to be tried first. `images`: the symmetries of field and lines, one permutation
    of the numbers in that order after the other (bytes), the identity first.
    """

    def __init__(self, tables, order, table):
        points = tables.points
        number = bytearray(points)  # of each point in the order: these numbers are the bits
        for i in range(points):
            number[order[i]] = i
        self._order, self._number = order, number
        masks = []
        for line in range(tables.count):
            mask = 0
            for at in range(tables.starts[line], tables.starts[line + 1]):
                mask |= 1 << number[tables.members[at]]
            masks.append(mask)
        rest, starts = [], array("H")
        for i in range(points):
            starts.append(len(rest))
            rest.extend([mask ^ 1 << i for mask in masks if mask >> i & 1])
            rest.append(0)
        bit = bytearray(32)
        for i in range(32):
            bit[(0x077CB531 << i & 0xFFFFFFFF) >> 27] = i
        self.images = images = _symmetries(tables.field, number, masks)
        control = words(13)
        control[_POINTS] = points
        control[_SYMMETRIES] = len(images) // points
        canon = CANON_PLIES if points > MOST_UNRANKED else CANON_PLIES_UNRANKED
        control[_CANON] = canon if len(images) > points else 0
        control[_ALL] = 1 << tables.starts[1]
        control[_LINES] = len(masks)
        control[_WHOLE] = (1 << points) - 1
        control[_RANKED] = 1 if points > MOST_UNRANKED else 0
        control[_MASK] = min(len(table) >> 1, 1 << points - 1) - 1  # few enough to clear: half as many as points allow
        self._masks, self._control, self._table = array("i", masks), control, table
        self._stack = words(_FRAME * (points + 2))
        ranks = bytearray(2 * _FRAME * (points + 2))
        self._buffers = [control, self._stack, ranks, table, self._masks, array("i", rest), starts, bit, images, words(2)]
        self.value = self.nodes = 0
        self.best = -1

    def start(self, position):
        """Begin to solve a position that is not over."""
        clear(self._table, 2 * self._control[_MASK] + 2)
        me = other = point = 0
        side, number = position.to_move, self._number
        for cell in position.cells:
            if cell:
                if cell == side:
                    me |= 1 << number[point]
                else:
                    other |= 1 << number[point]
            point += 1
        self._set(me, other)

    def _set(self, me, other):
        control, stack = self._control, self._stack
        mine = others = wins = threats = 0
        for mask in self._masks:
            x, y = mask & me, mask & other
            if x:
                if not y:
                    mine += 1 << _count(x)
                    gap = mask ^ x
                    if not gap & (gap - 1):
                        wins |= gap
            elif y:
                others += 1 << _count(y)
                gap = mask ^ y
                if not gap & (gap - 1):
                    threats |= gap
            else:
                mine += 1
                others += 1
        self.nodes = control[_NODES] = control[_PLY] = control[_STORE] = 0
        control[_PHASE] = _ENTER
        stack[_ME], stack[_OTHER], stack[_FORCED] = me, other, threats
        stack[_MINE], stack[_OTHERS] = mine, others
        stack[_ALPHA], stack[_BETA] = 0, WIN
        stack[_BEST] = _NO_MOVE
        if wins:
            self._answer(WIN, wins)
        elif threats & (threats - 1):
            self._answer(LOSS, threats)

    def _answer(self, value, moves):
        self._control[_PHASE] = _DONE
        self._control[_VALUE] = value
        self._stack[_BEST] = _count((moves & -moves) - 1)

    def step(self, budget):
        """Visit at most `budget` nodes; True when the position is solved. Allocates nothing."""
        control = self._control
        if control[_PHASE] != _DONE:
            solve(0, 0, 0, 0, budget, self._buffers)
            self.nodes = control[_NODES]
        if control[_PHASE] != _DONE:
            return False
        self.value = control[_VALUE]
        best = self._stack[_BEST]
        if best == _NO_MOVE:  # no line is open any more: the first free point
            taken = self._stack[_ME] | self._stack[_OTHER]
            best = 0
            while taken >> best & 1:
                best += 1
        self.best = self._order[best]
        return True

    def looking_at(self):
        """The root move under consideration."""
        return self._order[self._stack[_CURRENT]]


def _count(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def _symmetries(field, number, masks):
    """The mirror images and turns of the grid that keep field and lines, as permutations of the bits, the identity first."""
    images = bytearray()
    lines = set(masks)
    points = field.points
    for turn in range(8):
        image = bytearray(points)
        for point in range(points):
            x, y = field.columns[point], field.rows[point]
            if turn & 1:
                x = field.width - 1 - x
            if turn & 2:
                y = field.height - 1 - y
            if turn & 4:
                x, y = y, x
            to = field.point_at(x, y)
            if to < 0:
                break
            image[number[point]] = number[to]
        else:
            if {_mapped(mask, image) for mask in masks} == lines:
                images.extend(image)
    return images


def _mapped(mask, image):
    mapped = 0
    for i in range(len(image)):
        if mask >> i & 1:
            mapped |= 1 << image[i]
    return mapped
