"""Who wins a Hex position with best play, and which of its moves win: the engine around search/hex_kernel.py.

    solver.start(position); while not solver.step(60): ...
    solver.value (LOSS or WIN for the side to move), solver.best (a move that wins), solver.nodes
"""

from glowgrid.search.hex_kernel import mark, marked
from glowgrid.search.kernel import clear
from glowgrid.search.state import NO_POINT, words

LOSS, WIN = 1, 3
MOST_BITS = 31, 28  # of the two words of a mask
NODE_US, WIDE_US = 115, 490
SHARE, WIDE_SHARE = 7, 4
BOOK_SIZE = 5

# Words of `control`, of `shape` and of a frame of the stack (search/hex_kernel.py).
_PHASE, _PLY, _NODES, _WINNER, _MASK, _FIRST, _ALL, _, _EVERY, _WON = range(10)
_ENTER, _DONE = 0, 3
_EDGES, _CENTRE, _TEMPLATES, _BRIDGES, _LISTS = 2, 10, 20, 24, 26
_FRAME = 32
_STONES, _MUST, _CURRENT = 0, 4, 8
_PLANES = 5
_MOST_CENTRE = (1 << _PLANES) - 1

# What joins a stone to an edge, whoever moves first: the points that must be empty, as (rows nearer to the edge, columns)
# from the stone, the first step down being to (1, -1) and (1, 0). From the second row two points, from the third eight.
_TWO_BRIDGE = ((1, -1), (1, 0))
_THIRD_ROW = ((0, 1), (1, -1), (1, 0), (1, 1), (2, -2), (2, -1), (2, 0), (2, 1))
_TEMPLATES_BY_ROW = ((1, _TWO_BRIDGE), (2, _THIRD_ROW), (2, tuple((down, -down - right) for down, right in _THIRD_ROW)))


def hex_solvable(tables):
    """Is this Hex on a field that fits the solver: side 1 joins first and last row, side 2 first and last column?"""
    field = tables.field
    if tables.sides != 2 or tables.rings or field.slant != 1 or field.points != field.width * field.height:
        return False
    width, height = field.width + 1, field.height
    if width * (height + 1 >> 1) - 1 > MOST_BITS[0] or width * (height >> 1) > MOST_BITS[1]:
        return False
    wanted = []
    for side in range(2):
        if len(tables.goals[side]) != 1:
            return False
        win_type, mask, least = tables.goals[side][0]
        places, last = (field.columns, field.width - 1) if side else (field.rows, field.height - 1)
        for end in (0, last):
            found = 0
            for border in range(16):
                if mask >> border & 1 and _border_is(field, border, places, end):
                    found |= 1 << border
            if not found:
                return False
            wanted.append(found)
        if least != 2 or mask != wanted[-1] | wanted[-2]:
            return False
    return True


def _border_is(field, border, places, place):
    for point in range(field.points):
        if (field.borders[point] >> border & 1) != (places[point] == place):
            return False
    return True


class HexSolver:
    """Solves positions of the game with these tables (`hex_solvable`); `table` as search/minimax.py makes it.

    value    LOSS or WIN for the side to move; 0 while that is not known
    best     a move that wins, NO_POINT while none is known
    nodes    positions entered
    node_us  about how long one takes on the Pico, in microseconds
    share    eighths of an engine's time that are well spent here before it estimates
    """

    def __init__(self, tables, table, book=True):
        from glowgrid.search.hex_kernel import chain, rank, search

        field = tables.field
        self._field = field
        self._mirrored = tables.mirrored
        self._book = None
        if book and field.width == BOOK_SIZE and field.height == BOOK_SIZE:
            from glowgrid.search.hex_book import WINS

            self._book = WINS
        self._width = field.width + 1
        self._wide = self._width * field.height - 1 > MOST_BITS[0]
        more = []
        if self._wide:
            from glowgrid.search.hex_wide import bridges, chain, rank

            more = bridges(self._width)
        self._search = search
        control = words(11)
        control[_MASK] = (len(table) >> 2) - 1
        for point in range(field.points):
            mark(_ALL + self._word(point), self._shift(point), control)
        self._control, self._table = control, table
        self._stack = words(_FRAME * (field.points + 2))
        io = words(14 + 4 * field.points)
        self._buffers = [control, self._stack, table, self._shape(more), io, chain, rank]
        self.value = self.nodes = self._side = 0
        self.node_us, self.share = (WIDE_US, WIDE_SHARE) if self._wide else (NODE_US, SHARE)
        self.best = NO_POINT

    # A point is a bit of one of two words: the first alone, or one has the even rows and the other the odd ones.

    def _word(self, point):
        return self._field.rows[point] & 1 if self._wide else 0

    def _shift(self, point):
        row = self._field.rows[point]
        return (row >> 1 if self._wide else row) * self._width + self._field.columns[point]

    def _shape(self, bridges):
        field = self._field
        rows, columns = field.height, field.width
        lists = [[], [], [], []]  # of first row, last row, first column, last column
        for point in range(field.points):
            for near, template in _TEMPLATES_BY_ROW:
                for edge in range(4):
                    self._add_template(lists[edge], edge, point, near, template)
        shape = words(_LISTS + sum([4 * len(each) + 2 for each in lists]) + len(bridges))
        shape[0] = self._width
        at = _LISTS
        for edge in range(4):
            shape[_TEMPLATES + edge] = at
            for stone, carrier in lists[edge]:
                mark(at + self._word(stone), self._shift(stone), shape)
                for point in carrier:
                    mark(at + 2 + self._word(point), self._shift(point), shape)
                at += 4
            at += 2
        shape[_BRIDGES] = at
        for number in bridges:
            shape[at] = number
            at += 1
        for point in range(field.points):
            row, column, word, shift = field.rows[point], field.columns[point], self._word(point), self._shift(point)
            for edge, on in enumerate((row == 0, row == rows - 1, column == 0, column == columns - 1)):
                if on:
                    mark(_EDGES + 2 * edge + word, shift, shape)
            aside, down = abs(2 * column - columns + 1), abs(2 * row - rows + 1)
            off = aside + down + abs(2 * (row + column) - rows - columns + 2)
            cost = min(3 * off >> 1, _MOST_CENTRE)
            for plane in range(_PLANES):
                if cost >> plane & 1:
                    mark(_CENTRE + 2 * plane + word, shift, shape)
        return shape

    def _add_template(self, found, edge, stone, near, template):
        """If the point is `near` rows from that edge and the template has room, add (point, points) to the list."""
        rows, columns = self._field.height, self._field.width
        row, column = self._field.rows[stone], self._field.columns[stone]
        if edge & 2:  # side 2: rows and columns change places
            row, column, rows, columns = column, row, columns, rows
        if not edge & 1:  # towards the first: half a turn
            row, column = rows - 1 - row, columns - 1 - column
        if row != rows - 1 - near:
            return
        carrier = []
        for down, right in template:
            y, x = row + down, column + right
            if not 0 <= x < columns:
                return
            if not edge & 1:
                y, x = rows - 1 - y, columns - 1 - x
            if edge & 2:
                y, x = x, y
            carrier.append(y * self._field.width + x)
        found.append((stone, carrier))

    def start(self, position, every=False):
        """Begin to solve a position that is not over; with `every` to find out of each move whether it wins."""
        clear(self._table, len(self._table))
        control, stack = self._control, self._stack
        for i in range(_CURRENT + 2):
            stack[i] = 0
        point = 0
        for cell in position.cells:
            if cell:
                mark(_STONES + 2 * cell - 2 + self._word(point), self._shift(point), stack)
            point += 1
        self._side = position.to_move
        control[_FIRST] = self._side & 1
        control[_PHASE] = _ENTER
        control[_PLY] = control[_NODES] = control[_WON] = control[_WON + 1] = 0
        control[_EVERY] = 1 if every else 0
        self.value = self.nodes = 0
        self.best = NO_POINT
        if self._book and position.plies < 3 and not every:
            self._look_up(position)

    def _look_up(self, position):
        """The answer for fields with two stones at most, which would take too long to find."""
        book, points, control = self._book, self._field.points, self._control
        first = second = NO_POINT
        for point in range(points):
            if position.cells[point] == 1:
                first = point
            elif position.cells[point]:
                second = point
        sign = points >> 1
        if position.plies == 2:
            sign = book[points * (first + 1) + second] - 65
        elif first != NO_POINT:
            sign = book[first] - 65
        elif second != NO_POINT:  # taken over
            sign = book[self._mirrored[second]] - 65
            if sign >= 0:
                sign = self._mirrored[sign]
        control[_PHASE] = _DONE
        self.value = LOSS
        if sign >= 0:
            self.value, self.best = WIN, sign
            mark(_WON + self._word(sign), self._shift(sign), control)

    def step(self, budget):
        """Visit at most `budget` nodes; True when the position is solved. Allocates nothing."""
        control = self._control
        if control[_PHASE] != _DONE:
            self._search(budget, self._buffers)
            self.nodes = control[_NODES]
            if self.best == NO_POINT:
                self.best = self._point(_WON, control)
                if self.best != NO_POINT:
                    self.value = WIN
            if control[_PHASE] == _DONE and not self.value:
                self.value = LOSS
        return control[_PHASE] == _DONE

    def _point(self, at, array):
        """The first point in the mask that starts there, NO_POINT if none."""
        for point in range(self._field.points):
            if marked(at + self._word(point), self._shift(point), array):
                return point
        return NO_POINT

    def outcome(self, point):
        """Who wins if the side to move plays the empty `point`: a side, 0 if that is not known."""
        word, shift = self._word(point), self._shift(point)
        if marked(_WON + word, shift, self._control):
            return self._side
        if self.nodes and not marked(_MUST + word, shift, self._stack):
            return 3 - self._side
        return 0

    def looking_at(self):
        """The root move under consideration, NO_POINT if none."""
        return self._point(_CURRENT, self._stack)
