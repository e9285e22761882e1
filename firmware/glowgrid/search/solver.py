"""Who wins a lines position with best play, for two sides on small fields: the engine around search/bitboard.py.

    solver.start(position); while not solver.step(200): ...
    solver.value (LOSS, DRAW or WIN for the side to move), solver.best (a move that has it: of wins the quickest, of
    losses the longest), solver.plies (to a win or a loss, 0 while unknown), solver.nodes
"""

from array import array

from glowgrid.search.bitboard import least_equal, set_up, solve, split
from glowgrid.search.kernel import clear
from glowgrid.search.state import words

LOSS, DRAW, WIN = 1, 2, 3
NEVER = 255  # a horizon in plies: none
MOST_UNRANKED = 12  # on so few points ranking the moves costs more than it saves
CANON_PLIES = 3  # positions this near the root are looked up by their least mirror image
CANON_PLIES_UNRANKED = 0  # on 3x3 twenty nodes more are cheaper than the images of deeper positions

# Words of `control` and of a frame of the stack (search/bitboard.py).
_PHASE, _PLY, _VALUE, _NODES, _POINTS, _MASK, _CANON, _SYMMETRIES, _ALL, _LINES, _STORE, _WHOLE, _RANKED, _HORIZON, \
    _ROOT_MOVES = range(15)
_DONE = 3
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
        self.points, self.order, self._number = points, order, number
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
        control = words(15)
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
        self._pair = words(2)
        self.buffers = [control, self._stack, ranks, table, self._masks, array("i", rest), starts, bit, images, self._pair]
        self.value = self.plies = self.nodes = self.me = self.other = self._soon = self._horizon = 0
        self.wins = self.threats = self.moves = 0
        self.least = bytearray(points)
        self.best = -1


    def start(self, position):
        """Begin to solve a position that is not over."""
        self.load(position)
        self.value = self.plies = 0
        self._horizon = NEVER
        self._control[_ROOT_MOVES] = self.moves
        self._soon = self.begin(self.me, self.other, 0, WIN, NEVER)

    def load(self, position):
        """Forget what was searched before. `me` and `other` become the stones of both sides, as masks; `moves` those
        moves of which no two are equal by a symmetry of the position, and least[number] the one that stands for a move.
        """
        pair = self._pair
        split(position.cells, position.to_move, self._number, self.points, pair)
        self.me, self.other = pair[0], pair[1]
        self.nodes = self._control[_NODES] = 0
        self.moves = least_equal(self.me, self.other, self.buffers, self.least)
        self._control[_ROOT_MOVES] = self._control[_WHOLE]
        self.forget()

    def forget(self):
        """Empty the table: what it says holds for one horizon only."""
        clear(self._table, 2 * self._control[_MASK] + 2)

    def begin(self, me, other, alpha, beta, horizon):
        """Begin one search of a position: is its value above alpha, is it below beta (0 and WIN: the value itself)?

        Only lines filled within `horizon` plies count. Returns in how many plies threats alone decide it, or 0; `wins`
        and `threats` become the points where the side to move or the other side wins at once, as masks.
        """
        control, stack = self._control, self._stack
        control[_HORIZON] = horizon
        stack[_ALPHA], stack[_BETA] = alpha, beta
        self.wins = wins = set_up(me, other, control, stack, self._masks)
        self.threats = threats = stack[_FORCED]
        if wins:
            self._answer(WIN, wins)
            return 1
        if threats & (threats - 1):
            self._answer(LOSS, threats)
            return 2
        return 0

    def _answer(self, value, moves):
        self._control[_PHASE] = _DONE
        self._control[_VALUE] = value
        self._stack[_BEST] = lowest(moves)

    def run(self, budget):
        """Visit at most `budget` nodes of the search begun last; its value, or 0 while it is under way."""
        control = self._control
        if control[_PHASE] != _DONE:
            solve(0, 0, 0, 0, budget, self.buffers)
            self.nodes = control[_NODES]
            if control[_PHASE] != _DONE:
                return 0
        return control[_VALUE]

    def step(self, budget):
        """Visit at most `budget` nodes; True when the position is solved. Allocates nothing.

        First the value is found; then, unless it is a draw, how soon: with a horizon that recedes by two plies.
        """
        value = self.run(budget)
        if not value:
            return False
        if not self.value:
            self.value = value
            self._take_best()
            self.plies = self._soon
            if value == DRAW or self._soon:
                return True
            self._horizon = 3 if value == WIN else 4
        elif value == self.value:
            self.plies = self._horizon
            if value == WIN:
                self._take_best()
            return True
        else:
            if self.value == LOSS:
                self._take_best()  # it holds out longer than the horizon
            self._horizon += 2
        self.forget()
        if self.value == WIN:
            self.begin(self.me, self.other, DRAW, WIN, self._horizon)
        else:
            self.begin(self.me, self.other, 0, DRAW, self._horizon)
        return False

    def _take_best(self):
        best = self._stack[_BEST]
        if best == _NO_MOVE:  # no line is open any more: the first free point
            best = lowest(~(self.me | self.other))
        self.best = self.order[best]

    def looking_at(self):
        """The root move under consideration."""
        return self.order[self._stack[_CURRENT]]


def lowest(mask):
    """The number of the lowest bit."""
    number = 0
    while not mask & 1:
        mask >>= 1
        number += 1
    return number


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
