"""Who wins a Hex position with best play, and which of its moves win: the engine around search/hex_kernel.py.

    solver.start(position); while not solver.step(60): ...
    solver.value (LOSS or WIN for the side to move), solver.best (a move that wins), solver.nodes
"""

from glowgrid.search.hex_kernel import mark, marked, search
from glowgrid.search.kernel import clear
from glowgrid.search.state import NO_POINT, words

LOSS, WIN = 1, 3
NODE_US, WIDE_US = 140, 13  # a node on the Pico; on fields of two words a point
SHARE, WIDE_SHARE = 7, 4
BOOK_SIZE = 5

# Words of `control` and of a frame of the stack (search/hex_kernel.py).
_PHASE, _PLY, _NODES, _WINNER, _MASK, _FIRST, _ALL, _, _EVERY, _WON, _, _OPEN = range(12)
_ENTER, _DONE = 0, 3
_FRAME = 32
_STONES, _CURRENT = 0, 8


class HexSolver:
    """Solves positions of the game with these tables (`hex_solvable`); `table` as search/minimax.py makes it.

    value    LOSS or WIN for the side to move; 0 while that is not known
    best     a move that wins, NO_POINT while none is known
    nodes    positions entered
    node_us  about how long one takes on the Pico, in microseconds
    share    eighths of an engine's time that are well spent here before it estimates
    """

    def __init__(self, tables, table, stack=None, book=True):
        """`stack`: a buffer to use instead of a new one, 128 bytes a point and 256 more."""
        from glowgrid.search.hex_shape import is_wide, places, shape_of

        field = tables.field
        wide = is_wide(field)
        self.points, self._mirrored = field.points, tables.mirrored
        self._word, self._shift = places(field)  # of each point
        self._book = None
        if book and field.width == BOOK_SIZE and field.height == BOOK_SIZE:
            from glowgrid.search.hex_book import WINS

            self._book = WINS
        more = []
        if wide:
            from glowgrid.search.hex_wide import bridges, chain, rank

            more = bridges(field.width + 1)
        else:
            from glowgrid.search.hex_narrow import chain, rank
        control = words(13)
        control[_MASK] = (len(table) >> 2) - 1
        for point in range(field.points):
            mark(_ALL + self._word[point], self._shift[point], control)
        self._control, self._table = control, table
        self._stack = stack or words(_FRAME * (field.points + 2))
        io = words(14 + 4 * field.points)
        self._buffers = [control, self._stack, table, shape_of(field, more), io, chain, rank]
        self.value = self.nodes = self._side = 0
        self.node_us, self.share = (WIDE_US * field.points, WIDE_SHARE) if wide else (NODE_US, SHARE)
        self.best = NO_POINT

    def start(self, position, every=False):
        """Begin to solve a position that is not over; with `every` to find out of each move whether it wins."""
        clear(self._table, len(self._table))
        control, stack = self._control, self._stack
        clear(stack, _FRAME)
        point = 0
        for cell in position.cells:
            if cell:
                mark(_STONES + 2 * cell - 2 + self._word[point], self._shift[point], stack)
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
        book, points, control = self._book, self.points, self._control
        first = second = NO_POINT
        for point in range(points):
            if position.cells[point] == 1:
                first = point
            elif position.cells[point]:
                second = point
        sign = points >> 1
        if position.plies == 2 and position.to_move == 2:  # taken over: the same with sides changed, mirrored
            sign = book[points * (self._mirrored[second] + 1) + self._mirrored[first]] - 65
            if sign >= 0:
                sign = self._mirrored[sign]
        elif position.plies == 2:
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
            mark(_WON + self._word[sign], self._shift[sign], control)

    def step(self, budget):
        """Visit at most `budget` nodes; True when the position is solved. Allocates nothing."""
        control = self._control
        if control[_PHASE] != _DONE:
            search(budget, self._buffers)
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
        for point in range(self.points):
            if marked(at + self._word[point], self._shift[point], array):
                return point
        return NO_POINT

    def outcome(self, point):
        """Who wins if the side to move plays the empty `point`: a side, 0 if that is not known."""
        word, shift = self._word[point], self._shift[point]
        if marked(_WON + word, shift, self._control):
            return self._side
        if self.nodes and not marked(_OPEN + word, shift, self._control):
            return 3 - self._side
        return 0

    def looking_at(self):
        """The root move under consideration, NO_POINT if none."""
        return self._point(_CURRENT, self._stack)
