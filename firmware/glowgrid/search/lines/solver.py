"""Who wins, to the end of the game: alpha-beta on bit masks, two sides, up to 25 points, lines of one length.

Same bounds and order of moves as alpha_beta.py, ten times as fast: a position is two masks, so nothing is unmade; the
threat a move makes is found while it is made; table keys are exact. A value is 1, 2 or 3: loss, draw or win for the
side to move. Lines have at least three points (shorter ones break the threat logic).
"""

from array import array

import micropython
from micropython import const

from glowgrid.search.engine import DRAWN, Stage, clear, words

# `control`, the search between two slices.
_PHASE = const(0)
_PLY = const(1)
_SIZE = const(2)  # number of points
_VALUE = const(3)
_NODES = const(4)
_LINE_COUNT = const(5)
_CANON = const(6)  # positions up to this ply are stored under their least mirror image
_SYMMETRIES = const(7)
_WON = const(8)  # 2^length of a line: what it counts in _MY_SUM once it is full
_MASK = const(9)  # entries of the table, less one
_STORE = const(10)  # 1: the value just found is to be stored in the table
_WHOLE = const(11)  # the mask of all points
_RANKS_ON = const(12)  # 1: moves are ranked; 0: tried by number, which is quicker where there are few
_HORIZON = const(13)  # plies: a line that is not filled by then does not count
_ROOT_MOVES = const(14)  # a mask: the moves to try at the root
_ROOT_WINS = const(15)  # masks: where the side to move at the root wins at once,
_ROOT_THREATS = const(16)  # and where the other side would
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The stack has sixteen words a ply (twelve are used: without a division the ply's ranks are found in `f << 1`).
_ROW = const(16)
_ROW_SHIFT = const(4)
_MY_BITS = const(0)  # stones of the side to move, a bit per point
_OTHER_BITS = const(1)
_UNTRIED = const(2)  # moves not yet tried
_BLOCK = const(3)  # the only move that stops a line of the other side, or 0
_LOW_END = const(4)  # the window
_HIGH_END = const(5)
_LOW_START = const(6)  # its lower end when the position was entered
_BEST_BIT = const(7)  # best move, the number of a bit
_PLAYED_BIT = const(8)
_MY_SUM = const(9)  # sum of 2^stones over the lines open to the side to move
_OTHER_SUM = const(10)  # the same for the other side

_NO_BIT = const(31)
_RANKING = const(6)  # moves made that take as long on the Pico as ranking the moves
_SOONEST = const(3)  # plies to a line for a side that has no line with one gap: a double threat, any reply, the line
_BITS = const(0x1FFFFFF)  # 25 points
_DE_BRUIJN = const(0x077CB531)  # C. Leiserson, H. Prokop, K. Randall, "Using de Bruijn sequences to index a 1", 1998


@micropython.viper
def split(cells_, side: int, number_, points: int, masks_):
    """Store the stones of `side` and of the other as masks in masks[0] and masks[1]; number[p] is the bit of p."""
    cells = ptr8(cells_)
    number = ptr8(number_)
    masks = ptr32(masks_)
    me = 0
    other = 0
    point = 0
    while point < points:
        if cells[point]:
            if int(cells[point]) == side:
                me |= 1 << int(number[point])
            else:
                other |= 1 << int(number[point])
        point += 1
    masks[0] = me
    masks[1] = other


@micropython.viper
def begin(me: int, other: int, alpha: int, beta: int, horizon: int, root_moves: int, buffers) -> int:
    """Make a position the root of `solve`, see BitSolver.begin; returns in how many plies threats alone decide it."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    lines = ptr32(buffers[4])
    mine = 0
    others = 0
    wins = 0
    threats = 0
    i = int(control[_LINE_COUNT])
    while i:
        i -= 1
        line = int(lines[i])
        x = line & me
        y = line & other
        if not x or not y:
            gap = line ^ (x | y)
            k = 1
            line = x | y
            while line:
                line &= line - 1
                k += k
            if not y:
                mine += k
            if not x:
                others += k
            if not gap & (gap - 1):
                if x:
                    wins |= gap
                else:
                    threats |= gap
    control[_ROOT_WINS] = wins
    control[_ROOT_THREATS] = threats
    plies = 0
    phase = _ENTER
    best = _NO_BIT
    if wins:
        plies = 1
    elif threats & (threats - 1):
        plies = 2
        wins = threats
    if plies:
        phase = _DONE
        best = 0
        while not wins >> best & 1:
            best += 1
        control[_VALUE] = 5 - plies - plies  # a win, or a loss
    control[_PHASE] = phase
    control[_PLY] = 0
    control[_STORE] = 0
    control[_HORIZON] = horizon
    control[_ROOT_MOVES] = root_moves
    stack[_MY_BITS] = me
    stack[_OTHER_BITS] = other
    stack[_BLOCK] = threats
    stack[_LOW_END] = alpha
    stack[_HIGH_END] = beta
    stack[_MY_SUM] = mine
    stack[_OTHER_SUM] = others
    stack[_BEST_BIT] = best
    stack[_PLAYED_BIT] = 0
    return plies


@micropython.viper
def least_equal(me: int, other: int, buffers, least_) -> int:
    """Store for each free bit the least bit that a symmetry of the position makes of it, 255 for a stone.

    Returns the mask of those that are the least themselves: the moves that differ.
    """
    control = ptr32(buffers[0])
    bit = ptr8(buffers[7])
    symmetries = ptr8(buffers[8])
    least = ptr8(least_)
    points = int(control[_SIZE])
    i = 0
    while i < points:
        least[i] = 255
        if not (me | other) >> i & 1:
            least[i] = i
        i += 1
    base = points * int(control[_SYMMETRIES])
    while base > points:  # the first is the identity
        base -= points
        x = 0
        c = me
        while c:
            q = c & (0 - c)
            x |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
            c ^= q
        if x == me:
            x = 0
            c = other
            while c:
                q = c & (0 - c)
                x |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
                c ^= q
            if x == other:
                i = 0
                while i < points:
                    x = int(symmetries[base + i])
                    if x < int(least[i]):
                        if int(least[i]) != 255:
                            least[i] = x
                    i += 1
    x = 0
    i = 0
    while i < points:
        if int(least[i]) == i:
            x |= 1 << i
        i += 1
    return x


@micropython.viper
def load(cells, side: int, number, least, buffers) -> int:
    """Split a position into masks of both sides, empty the table, return the moves that differ, see BitSolver."""
    control = ptr32(buffers[0])
    pair = ptr32(buffers[9])
    split(cells, side, number, int(control[_SIZE]), buffers[9])
    control[_NODES] = 0
    clear(buffers[3], 2 * int(control[_MASK]) + 2)
    return int(least_equal(int(pair[0]), int(pair[1]), buffers, least))


@micropython.viper
def least_image(me: int, other: int, control_, symmetries_, bit_, image_):
    """Store the least of all mirror images of a position, as two masks, in image[0] and image[1]."""
    control = ptr32(control_)
    symmetries = ptr8(symmetries_)
    bit = ptr8(bit_)
    image = ptr32(image_)
    points = int(control[_SIZE])
    base = points * int(control[_SYMMETRIES])
    least = me
    least_other = other
    while base > points:  # the first is the identity
        base -= points
        x = 0
        c = me
        while c:
            q = c & (0 - c)
            x |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
            c ^= q
        if x <= least:
            y = 0
            c = other
            while c:
                q = c & (0 - c)
                y |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
                c ^= q
            if x < least or y < least_other:
                least = x
                least_other = y
    image[0] = least
    image[1] = least_other


@micropython.viper
def solve(c: int, q: int, me: int, other: int, budget: int, buffers) -> int:
    """Go on with the search that control and stack hold for at most `budget` nodes (moves made).

    Ranking counts too. Returns what is used up of the budget.

    The first four arguments are dummies: arguments come first in registers, and these are the busiest variables.
    buffers: [control, stack, ranks, table, lines, rest, starts, bit, symmetries, image], see BitSolver.
    When control[_PHASE] becomes _DONE, control[_VALUE] is the value and the root's _BEST_BIT a move that has it.
    """
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    ranks = ptr8(buffers[2])
    table = ptr32(buffers[3])
    lines = ptr32(buffers[4])
    rest = ptr32(buffers[5])
    starts = ptr16(buffers[6])
    bit = ptr8(buffers[7])
    image = ptr32(buffers[9])
    phase = int(control[_PHASE])
    f = int(control[_PLY]) * _ROW
    value = int(control[_VALUE])
    store = int(control[_STORE])
    whole = int(control[_WON])
    canon = int(control[_CANON]) * _ROW
    ranked = int(control[_RANKS_ON])
    horizon = (int(control[_HORIZON]) - _SOONEST + 1) * _ROW
    me = int(stack[f])
    other = int(stack[f + _OTHER_BITS])
    left = budget
    over = 0
    nodes = 0
    while left:
        if phase == _PICK:
            c = int(stack[f + _UNTRIED])
            if not c:
                value = int(stack[f + _LOW_END])
                if not value:
                    value = 2  # the root, and not a line is open
                store = 1
                phase = _LEAVE
                continue
            left -= 1
            nodes += 1
            if ranked:
                k = f << 1
                rank = 0 - 1
                point = 0
                while c:
                    q = c & (0 - c)
                    i = int(bit[((q * _DE_BRUIJN) >> 27) & 31])
                    if int(ranks[k + i]) > rank:
                        rank = int(ranks[k + i])
                        point = i
                    c ^= q
                q = 1 << point
            else:
                q = c & (0 - c)
                point = int(bit[((q * _DE_BRUIJN) >> 27) & 31])
            stack[f + _UNTRIED] ^= q
            stack[f + _PLAYED_BIT] = point
            # Make the move: what it makes of the lines through it, for both sides.
            mine = int(stack[f + _MY_SUM])
            others = int(stack[f + _OTHER_SUM])
            gap = 0
            double = 0
            i = int(starts[point])
            c = int(rest[i])
            while c:
                x = c & me
                y = c & other
                if not y:
                    k = 1
                    y = x
                    while y:
                        y &= y - 1
                        k += k
                    mine += k
                    y = x ^ c
                    if not y & (y - 1):
                        if gap:
                            if gap != y:
                                double = 1
                        gap = y
                    if not x:
                        others -= 1
                elif not x:
                    k = 1
                    while y:
                        y &= y - 1
                        k += k
                    others -= k
                i += 1
                c = int(rest[i])
            if double:
                stack[f + _BEST_BIT] = point
                value = 3
                store = 1
                phase = _LEAVE
                continue
            k = int(stack[f + _LOW_END])
            if not k:
                k = 1  # only at the root, where a loss is better than nothing: below it a win (3) must cut off
            i = int(stack[f + _HIGH_END])
            f += _ROW
            q |= me
            me = other
            other = q
            stack[f] = me
            stack[f + _OTHER_BITS] = other
            stack[f + _MY_SUM] = others
            stack[f + _OTHER_SUM] = mine
            stack[f + _BLOCK] = gap
            stack[f + _LOW_END] = 4 - i
            stack[f + _HIGH_END] = 4 - k
            phase = _ENTER
        if phase == _ENTER:
            value = 0
            if f >= horizon:
                value = 2
            a = int(stack[f + _LOW_END])
            b = int(stack[f + _HIGH_END])
            if f:  # at the root a move is wanted, not only the value
                # Who cannot win bounds the value (Erdos and Selfridge, see alpha_beta.py).
                if int(stack[f + _OTHER_SUM]) < whole:
                    if b <= 2:
                        value = 2
                    elif a < 2:
                        a = 2
                c = int(stack[f + _MY_SUM])
                if c + c < whole:
                    if a >= 2:
                        value = 2
                    elif b > 2:
                        b = 2
            phase = _LEAVE
            if not value:
                x = me
                y = other
                if f and f <= canon:
                    least_image(me, other, buffers[0], buffers[8], buffers[7], buffers[9])
                    x = int(image[0])
                    y = int(image[1])
                k = ((x ^ (y << 3) ^ (x >> 11) ^ (y >> 6) ^ (x >> 5) ^ (y >> 13)) & int(control[_MASK])) << 1
                best = _NO_BIT
                c = int(table[k])
                if f:
                    if not (c ^ x) & _BITS:
                        q = int(table[k + 1])
                        if not (q ^ y) & _BITS:
                            best = (c >> 25) & 31
                            c = (q >> 25) & 3
                            q = (q >> 27) & 3
                            if q == 3:
                                value = c
                            elif q == 2:
                                if c >= b:
                                    value = c
                                elif c > a:
                                    a = c
                            elif c <= a:
                                value = c
                            elif c < b:
                                b = c
            if not value:
                stack[f + _LOW_END] = a
                stack[f + _LOW_START] = a
                stack[f + _HIGH_END] = b
                stack[f + _BEST_BIT] = _NO_BIT
                phase = _PICK
                c = int(stack[f + _BLOCK])
                if not c:
                    if ranked:
                        # Rank the moves by what the open lines through a point are worth to both sides. A point on
                        # none is no move: an own stone more never harms, and there it does not help.
                        left -= _RANKING
                        if left < 0:
                            over = 0 - left
                            left = 0
                        point = f << 1
                        i = int(control[_SIZE])
                        while i:
                            i -= 1
                            ranks[point + i] = 0
                        i = int(control[_LINE_COUNT])
                        while i:
                            i -= 1
                            q = int(lines[i])
                            x = q & me
                            y = q & other
                            if not x or not y:
                                c |= q
                                k = 2
                                x |= y
                                if x:
                                    k = 1
                                y = x
                                while y:
                                    y &= y - 1
                                    k += k
                                y = q ^ x
                                while y:
                                    q = y & (0 - y)
                                    y ^= q
                                    q = point + int(bit[((q * _DE_BRUIJN) >> 27) & 31])
                                    ranks[q] = int(ranks[q]) + k
                        if best != _NO_BIT:
                            ranks[point + best] = 255
                    else:
                        c = int(control[_WHOLE])
                    c &= int(control[_WHOLE]) ^ me ^ other
                    if not f:
                        c &= int(control[_ROOT_MOVES])
                stack[f + _UNTRIED] = c
                continue
        if phase == _LEAVE:
            if not f:
                store = 0  # the root is never looked up
            if store:
                store = 0
                x = me
                y = other
                best = int(stack[f + _BEST_BIT])
                if f <= canon:
                    least_image(me, other, buffers[0], buffers[8], buffers[7], buffers[9])
                    x = int(image[0])
                    y = int(image[1])
                    best = _NO_BIT
                q = 3
                if value == 2:
                    if int(stack[f + _LOW_START]) >= 2:
                        q = 1
                    elif int(stack[f + _HIGH_END]) <= 2:
                        q = 2
                k = ((x ^ (y << 3) ^ (x >> 11) ^ (y >> 6) ^ (x >> 5) ^ (y >> 13)) & int(control[_MASK])) << 1
                table[k] = x | (best << 25)
                table[k + 1] = y | (value << 25) | (q << 27)
            if not f:
                phase = _DONE
                break
            f -= _ROW
            me = int(stack[f])
            other = int(stack[f + _OTHER_BITS])
            value = 4 - value
            phase = _PICK
            if value > int(stack[f + _LOW_END]):
                stack[f + _LOW_END] = value
                stack[f + _BEST_BIT] = stack[f + _PLAYED_BIT]
                if value >= int(stack[f + _HIGH_END]):
                    store = 1
                    phase = _LEAVE
    control[_PHASE] = phase
    control[_PLY] = f >> _ROW_SHIFT
    control[_VALUE] = value
    control[_NODES] += nodes
    control[_STORE] = store
    return budget - left + over


LOSS_VALUE, DRAW_VALUE, WIN_VALUE = 1, 2, 3
_NEVER = 255  # a horizon in plies: none
_MOST_UNRANKED = 12  # on so few points ranking the moves costs more than it saves
_CANON_PLIES = 3  # positions this near the root are looked up by their least mirror image
_CANON_PLIES_UNRANKED = 0  # on 3x3 twenty nodes more are cheaper than the images of deeper positions
# Work units of a node on the Pico: where moves are ranked, and where they are not.
_RANKED_WORK, _UNRANKED_WORK = 14, 22


class BitSolver:
    """The kernel and its buffers, for the game with these tables (`is_small`); both stages below share one.

    `order` lists the points, the first to be tried first: a point's place in it is its bit. Only lines filled within
    `horizon` plies count.
    """

    def __init__(self, tables, order, table):
        points = tables.points
        number = bytearray(points)  # of each point in the order: these numbers are the bits
        for i in range(points):
            number[order[i]] = i
        self.points, self.order, self._number = points, order, number
        self.masks = masks = array("i")
        for line in range(tables.count):
            mask = 0
            for at in range(tables.starts[line], tables.starts[line + 1]):
                mask |= 1 << number[tables.members[at]]
            masks.append(mask)
        rest, starts = _rest_of_lines(masks, points)
        bit = bytearray(32)
        for i in range(32):
            bit[(_DE_BRUIJN << i & 0xFFFFFFFF) >> 27] = i
        ranked = points > _MOST_UNRANKED
        self.node_work = _RANKED_WORK if ranked else _UNRANKED_WORK
        self.control = control = words(17)
        control[_SIZE] = points
        control[_WON] = 1 << tables.starts[1]
        control[_LINE_COUNT] = len(masks)
        control[_WHOLE] = (1 << points) - 1
        control[_RANKS_ON] = 1 if ranked else 0
        control[_MASK] = min(len(table) >> 1, 1 << points - 1) - 1  # few enough to clear: half as many as points allow
        self.table = table
        self.stack = words(_ROW * (points + 2))
        ranks = bytearray(2 * _ROW * (points + 2))
        self._images = bytearray()  # of the field, one after the other: for each bit the bit that it becomes
        self._pair = words(2)
        self.buffers = [control, self.stack, ranks, table, masks, rest, starts, bit, self._images, self._pair]
        self.least = bytearray(points)
        self.me = self.other = self.moves = 0
        self.horizon = _NEVER

    def find_symmetries(self, field):
        """Find the images and turns of this field that keep the lines; before `load`. 10 to 20 ms on the Pico."""
        control, points, images = self.control, self.points, self._images
        images.extend(_symmetries(field, self._number, self.masks))
        control[_SYMMETRIES] = len(images) // points
        if len(images) > points:
            control[_CANON] = _CANON_PLIES if control[_RANKS_ON] else _CANON_PLIES_UNRANKED

    def load(self, position):
        """Forget what was searched before. `me` and `other` become the stones of both sides, as masks; `moves` those
        moves of which no two are equal by a symmetry of the position, and least[number] the one that stands for a move.
        """
        self.moves = load(position.cells, position.to_move, self._number, self.least, self.buffers)
        self.me, self.other = self._pair[0], self._pair[1]

    def forget(self):
        """Empty the table: what it says holds for one horizon only."""
        clear(self.table, 2 * self.control[_MASK] + 2)

    def begin(self, alpha, beta):
        """Begin one search of what was loaded: is it worth more than alpha, less than beta (0 and WIN_VALUE: how much)?

        Returns in how many plies threats alone decide it, or 0.
        """
        return begin(self.me, self.other, alpha, beta, self.horizon, self.moves, self.buffers)

    def run(self, nodes):
        """Visit at most so many nodes of the search begun last; returns how many, ranking counted too."""
        if self.control[_PHASE] == _DONE:
            return 0
        return solve(0, 0, 0, 0, nodes, self.buffers)

    def value(self):
        """The value of the search begun last, or 0 while it is under way."""
        return self.control[_VALUE] if self.control[_PHASE] == _DONE else 0

    def best(self):
        """The best move of the search begun last."""
        bit = self.stack[_BEST_BIT]
        if bit == _NO_BIT:  # no line is open any more: the first free point
            bit = lowest(~(self.me | self.other))
        return self.order[bit]


class Solve(Stage):
    """Finds the value of the position and a move that has it: of wins the quickest, of losses the longest."""

    share = 6  # the rest finds a good move where these do not suffice

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
        left = total = work // solver.node_work or 1
        while left > 0 and not self.done:
            left -= solver.run(left)
            if solver.control[_PHASE] == _DONE:
                self._found(solver.control[_VALUE])
        verdict.nodes = solver.control[_NODES]
        verdict.looking_at = solver.order[solver.stack[_PLAYED_BIT]]
        return (total - left) * solver.node_work

    def _found(self, value):
        """A search has ended. The first finds the value; the next ones, two plies deeper each, find how soon."""
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
                verdict.best = solver.best()  # it holds out longer than the horizon
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
        """The value is known, and that the best move leads to it in so many plies (0: unknown)."""
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


def lowest(mask):
    """The number of the lowest bit."""
    number = 0
    while not mask & 1:
        mask >>= 1
        number += 1
    return number


def _rest_of_lines(masks, points):
    """For each point, list the lines through it without the point, then a 0; and say where its list starts."""
    rest, starts = array("i"), array("H")
    for i in range(points):
        starts.append(len(rest))
        bit = 1 << i
        rest.extend(array("i", [mask ^ bit for mask in masks if mask & bit]))
        rest.append(0)
    return rest, starts


def _symmetries(field, number, masks):
    """The images and turns of the grid that keep field and lines: permutations of the bits, the identity first."""
    images = bytearray()
    lines = set(masks)
    points, columns, rows = field.points, field.columns, field.rows
    right, bottom = field.width - 1, field.height - 1
    size = max(field.width, field.height)
    at = bytearray(b"\xff" * (size * size))  # by place on a square grid: the number of its point
    for point in range(points):
        at[rows[point] * size + columns[point]] = number[point]
    for turn in range(8):
        image = bytearray(points)
        for point in range(points):
            x, y = columns[point], rows[point]
            if turn & 1:
                x = right - x
            if turn & 2:
                y = bottom - y
            if turn & 4:
                x, y = y, x
            to = at[y * size + x]
            if to >= points:
                break
            image[number[point]] = to
        else:
            if {mapped(mask, image) for mask in masks} == lines:
                images.extend(image)
    return images


@micropython.viper
def mapped(mask: int, image: ptr8) -> int:
    """Return a mask whose bit i has become bit image[i]."""
    found = 0
    i = 0
    while mask:
        if mask & 1:
            found |= 1 << int(image[i])
        mask >>= 1
        i += 1
    return found
