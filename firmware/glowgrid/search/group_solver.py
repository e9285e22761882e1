"""Who wins a small game of groups (Havannah up to size 3) with best play: the engine around search/group_kernel.py.

    solver.start(position); while not solver.step(40): ...
    solver.value (LOSS, DRAW or WIN for the side to move), solver.best (a move that has it), solver.nodes
"""

from glowgrid.search.kernel import clear
from glowgrid.search.state import DRAWN, NO_POINT, words

LOSS, DRAW, WIN = 1, 2, 3
MOST_BITS = 29
NODE_US = 72
SHARE = 7

# Words of `control`, of `shape` and of a frame of the stack (search/group_kernel.py).
_PHASE, _PLY, _VALUE, _NODES, _MASK, _EVERY, _KNOWN, _WON, _DRAWN = range(9)
_ENTER, _DONE = 0, 3
_WIDTH, _SLANT, _RINGS, _BORDER, _ALL, _ORDER, _GOALS = 0, 1, 2, 3, 4, 5, 10
_FRAME = 16
_ME, _OTHER, _LEFT, _ALPHA, _BETA, _ALPHA0, _BEST, _CURRENT, _KILLER = range(9)


def group_solvable(tables):
    """Do field and goals suit the solver? Two sides with the same goals, none of which one stone alone can meet."""
    field = tables.field
    if tables.sides != 2 or not field.slant or (field.width + 1) * field.height - 1 > MOST_BITS:
        return False
    if tuple(tables.goals[0]) != tuple(tables.goals[1]):
        return False
    for win_type, mask, least in tables.goals[0]:
        for borders in field.borders:
            if _count(borders & mask) >= least:
                return False
    return True


def _count(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


class GroupSolver:
    """Solves positions of the game with these tables (`group_solvable`); `table` as search/minimax.py makes it.

    value    LOSS, DRAW or WIN for the side to move; 0 while that is not known
    best     a move that has it; NO_POINT while that is not known
    nodes    positions entered
    node_us  about how long one takes on the Pico, in microseconds
    share    eighths of an engine's time that are well spent here before it estimates
    """

    def __init__(self, tables, table):
        from glowgrid.search.group_kernel import search

        field = tables.field
        self._field = field
        self._search = search
        self._bits = words(field.points)
        for point in range(field.points):
            self._bits[point] = 1 << field.rows[point] * (field.width + 1) + field.columns[point]
        self._control, self._table = words(9), table
        self._control[_MASK] = (len(table) >> 1) - 1
        self._stack = words(_FRAME * (field.points + 2))
        self._buffers = [self._control, self._stack, table, self._shape(tables)]
        self.value = self.nodes = self._side = 0
        self.node_us, self.share = NODE_US, SHARE
        self.best = NO_POINT

    def _shape(self, tables):
        field, bits = self._field, self._bits
        goals = []
        for win_type, mask, least in tables.goals[0]:
            goals.append(least)
            for border in range(16):
                if mask >> border & 1:
                    goals.append(sum([bits[p] for p in range(field.points) if field.borders[p] >> border & 1]))
            goals.append(0)
        shape = words(_GOALS + len(goals) + 1)
        shape[_WIDTH] = field.width + 1
        shape[_SLANT] = field.width + 1 - field.slant
        shape[_RINGS] = 1 if tables.rings else 0
        for point in range(field.points):
            shape[_ALL] |= bits[point]
            if field.borders[point]:
                shape[_BORDER] |= bits[point]
            shape[_ORDER + self._class(tables, point)] |= bits[point]
        at = _GOALS
        for number in goals:
            shape[at] = number
            at += 1
        return shape

    def _class(self, tables, point):
        """Which points are tried first: those of the goal that needs the fewest borders (corners), then inner points."""
        field = self._field
        easiest = min([least for win_type, mask, least in tables.goals[0]])
        for win_type, mask, least in tables.goals[0]:
            if least == easiest and mask & field.borders[point]:
                return 0
        if field.borders[point]:
            return 2
        across, down = 2 * field.columns[point] - field.width + 1, 2 * field.rows[point] - field.height + 1
        return 1 if across or down else 3

    def start(self, position, every=False):
        """Begin to solve a position that is not over; with `every` to find the value of each move."""
        clear(self._table, len(self._table))
        control, stack = self._control, self._stack
        for i in range(len(stack)):
            stack[i] = 0
        point = 0
        for cell in position.cells:
            if cell:
                stack[_ME if cell == position.to_move else _OTHER] |= self._bits[point]
            point += 1
        for i in range(_PHASE, _DRAWN + 1):
            if i != _MASK:
                control[i] = 0
        control[_EVERY] = 1 if every else 0
        stack[_BETA] = WIN
        self._side = position.to_move
        self.value = self.nodes = 0
        self.best = NO_POINT

    def step(self, budget):
        """Visit at most `budget` nodes; True when the position is solved. Allocates nothing."""
        control = self._control
        if control[_PHASE] != _DONE:
            self._search(budget, self._buffers)
            self.nodes = control[_NODES]
            if control[_PHASE] == _DONE:
                self._solved()
        return control[_PHASE] == _DONE

    def _solved(self):
        control = self._control
        self.value, best = control[_VALUE], self._stack[_BEST]
        if control[_EVERY]:
            self.value, best = LOSS, control[_KNOWN]
            if control[_WON]:
                self.value, best = WIN, control[_WON]
            elif control[_DRAWN]:
                self.value, best = DRAW, control[_DRAWN]
        self.best = self._point(best)

    def _point(self, mask):
        """The first point in the mask, NO_POINT if none."""
        for point in range(self._field.points):
            if mask & self._bits[point]:
                return point
        return NO_POINT

    def outcome(self, point):
        """Who wins if the side to move plays the empty `point`: a side, DRAWN, 0 if that is not known."""
        control, bit = self._control, self._bits[point]
        if control[_WON] & bit:
            return self._side
        if not control[_EVERY] or not control[_KNOWN] & bit:
            return 0
        return DRAWN if control[_DRAWN] & bit else 3 - self._side

    def looking_at(self):
        """The root move under consideration, NO_POINT if none."""
        return self._point(self._stack[_CURRENT])
