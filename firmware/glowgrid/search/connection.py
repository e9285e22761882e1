"""The engine for connection games (Hex, Havannah, Y and their like) with two sides: Monte-Carlo tree search.

    engine.start(position, limits)        # allocates nothing; what it needs was allocated with the engine
    while not engine.step(20): ...        # at most 20 nodes; a node is one playout, a game played to its end
    engine.best, engine.estimate(point), engine.outcome(point), engine.swap

The same limits give the same answer on every machine and whatever the size of the slices, because limits count nodes. What
is proven (a win at once, two at once, and all that follows from these) is told by `outcome`, what is likely by `estimate`.
The work is done by search/uct.py (the tree), search/unions.py (groups, wins at once) and the playouts in
search/hex_playout.py and search/groups_playout.py.
"""

from array import array

from glowgrid.search import state as st
from glowgrid.search.limits import overlooked
from glowgrid.search.uct import choose, expand, place_of, record_of, root_move, root_moves, search
from glowgrid.search.unions import list_winners, unite, wins_in_one

MOST_BORDERS = 12
MOST_PLACES = 511
MOST_MOVES = 6000  # of the tree, six bytes each
MOST_MOVES_SMALL = 4200  # on fields that have a solver beside it: both take 100 KB together
MOST_SMALL = 49  # points: Hex 7x7
BATCH = 6  # playouts at a leaf, at most 6: in `cells` they are bits of bytes within 30-bit words
FEWEST_VISITS = 12
SLICE_US = 6500  # on the Pico, with 2 to 3 ms more where a batch ends or the tree grows, 5 on 100 points and more
WEIGHT = 1000  # playouts of a move at which its RAVE value weighs half

# Words that this module sets, see search/uct.py.
_RANDOM, _WIDTH, _LISTED, _SIDE, _TURN, _BATCH, _DONE = range(7)
_DEPTH, _FREE, _RECORDS, _VISITS, _SPAN, _DEEPEST, _BALANCED, _EVERY, _PROVEN, _NODES, _END, _LEAF, _ENOUGH = range(9, 22)
_MOST_MOVES, _MOST_RECORDS, _WINS_1, _, _WINS_2, _, _OWN_BITS, _FLIP, _PLACES, _BEST, _ROUND, _WINNING, _BACK = range(22, 35)
_RINGS_WIN, _SHUFFLED, _UNITED = range(35, 38)
_RECIPROCALS, _WEIGHTS, _WORDS = 96, 368, 624
_MOST_DEPTH = 50
_LOST, _WON = 0, 8191
_AT_ONCE = 1 << 15 | 1  # a record: one playout, won
# In `tables`:
_COUNTS, _REPLIES = 136, 4096
_GROUPS_WINNING, _HEX_WINNING = 256, 12288


def is_hex(tables):
    """Are these tables those of Hex: a rhombus, side 1 joins top and bottom, side 2 left and right?"""
    field = tables.field
    whole = field.points == field.width * field.height and field.width == field.height
    goals = [[(goal[1], goal[2]) for goal in goals] for goals in tables.goals]
    return whole and field.slant == 1 and not tables.rings and goals == [[(3, 2)], [(12, 2)]]


class Connection:
    """Search of the positions of one game of groups; attributes as in Minimax (search/minimax.py), and

    swap  after a search of a position whose first stone may be taken over: is that better than any move?
    """

    def __init__(self, tables, table=None):
        field = tables.field
        self.hex = is_hex(tables)
        most_moves = MOST_MOVES_SMALL if self.hex and tables.points <= MOST_SMALL else MOST_MOVES
        self.table = table or st.words(4096)  # an array is made with a copy: in its hole there is room for `below`
        moves = bytearray(4 * most_moves)  # the largest blocks before the smaller ones
        below = bytearray(2 * most_moves)
        self.spare = moves  # of use to others between two searches
        self.points = tables.points
        self._playouts, self._see_root = _playouts(self.hex)
        width = field.width + 2 if self.hex else field.width + 1
        span = ((field.height + 2) * width + 4) & ~3
        self._place = array("H", [(field.rows[p] + 1) * width + field.columns[p] + 1 for p in range(self.points)])
        if tables.sides != 2 or self._place[self.points - 1] > MOST_PLACES or max(field.borders) >> MOST_BORDERS:
            raise ValueError("field: too large for the engine, or more than %d borders or two sides" % MOST_BORDERS)
        self._point = bytearray(self._place[self.points - 1] + 1)
        for point in range(self.points):
            self._point[self._place[point]] = point
        self._words = words = st.words(_WORDS)
        self._cells = bytearray(4 * span)
        self._order = array("H", bytes(2 * (2 * self.points + 3)))
        self._groups = array("H", bytes(12 * span))
        self._rings = array("H", bytes(2 * span if self.hex else 0))
        self._tables = _small_tables(tables, self.hex, width)
        self._buffers = [words, self._cells, self._order, self._tables, moves, below, self.table, self._groups, self._rings]
        words[_WIDTH], words[_SPAN] = width, span
        words[_MOST_MOVES], words[_MOST_RECORDS] = most_moves, len(self.table) >> 1
        words[_OWN_BITS] = 2 * span if self.hex else 3 * span
        words[_FLIP] = 1 if self.hex else 0
        words[_UNITED] = 0 if self.hex else 1
        words[_WINNING] = _HEX_WINNING if self.hex else _GROUPS_WINNING
        words[_BACK] = 1 if field.slant == 1 else 3
        words[_RINGS_WIN] = 1 if tables.rings else 0
        words[_PLACES] = self.points + 2
        for n in range(1, 264):
            words[_RECIPROCALS + n] = 32768 // n
        for n in range(256):
            words[_WEIGHTS + n] = int(256 * (WEIGHT / (WEIGHT + 12 * n)) ** 0.5)
        self._empty_field(field, width, span)
        self.moves = bytearray(self.points)
        self._free = bytearray(self.points)
        # Measured with Hex 5x5 to 14x14 and Havannah 3 to 8, on empty fields; on half full ones it is a quarter less.
        self.node_us = 46 + 15 * self.points // 8 if self.hex else 83 * self.points // 10
        self.slice_nodes = max(SLICE_US // self.node_us, 1)
        self.done = True
        self.best = self.looking_at = st.NO_POINT
        self.score = st.DRAW
        self.depth = self.nodes = 0
        self.proven = self.swap = False
        self._may_swap = False
        self._empty = self._struck = 0
        self.me = 1

    def _empty_field(self, field, width, span):
        cells, groups, place = self._cells, self._groups, self._place
        for p in range(2 * span):
            cells[p] = 3
        for p in range(span):
            groups[2 * span + p] = p
        for i in range(self.points):
            cells[span + place[i]] = 0
            groups[3 * span + place[i]] = field.borders[i]
            self._order[self.points + 2 + i] = place[i]
        if self.hex:
            size = field.width
            for i in range(1, size + 1):
                cells[span + i] = cells[span + (size + 1) * width + i] = 1
                cells[span + i * width] = cells[span + i * width + size + 1] = 2

    def start(self, position, limits, every=False):
        """Begin to search `position` within `limits`.

        With `every`, as many root moves as the limits allow are proven; without, only the best move counts.
        """
        words, cells = self._words, self._cells
        order, place = self._order, self._place
        span = words[_SPAN]
        self.me = position.to_move
        self.nodes = self.depth = 0
        self.score = st.DRAW
        self.proven = self.swap = False
        self.best = self.looking_at = st.NO_POINT
        self._may_swap = position.may_swap()
        self._empty = empty = position.points - position.plies
        self.done = position.is_over()
        if self.done:
            return
        if words[_BATCH]:  # the search before was left amid a batch: its playouts' bits are still there
            for i in range(2 * span, 4 * span):
                cells[i] = 0
        words[_RANDOM] = (limits.seed * 7919 + position.plies * 104729) & 0x3FFFFFFF
        words[_LISTED] = empty
        words[_SIDE] = words[_TURN] = self.me
        words[_BATCH] = words[_DONE] = words[_DEPTH] = words[_PROVEN] = words[_NODES] = words[_ENOUGH] = words[_ROUND] = 0
        words[_END] = min(limits.nodes, 0x3FFFFFFF)
        words[_VISITS] = min(max(FEWEST_VISITS, min(limits.nodes, 4_000_000) * empty // words[_MOST_MOVES]), 32000)
        words[_DEEPEST] = min(limits.depth, _MOST_DEPTH)
        words[_EVERY] = 1 if every else 0
        words[_BALANCED] = 1 if position.may_be_taken_over() and not every else 0
        words[_LEAF] = words[_FREE] = 1
        words[_RECORDS] = 2
        self.table[0] = self.table[1] = self.table[2] = self.table[3] = 0
        half = (empty + 1) >> 1
        listed = 0
        for point in range(self.points):
            cell = position.cells[point]
            cells[span + place[point]] = cell
            cells[2 * span + place[point]] = 0
            if not cell:
                self.moves[listed] = point
                order[listed + 1 if self.hex and listed >= half else listed] = place[point]
                listed += 1
        if self.hex:
            order[half] = order[listed + 1] = 0
            self._see_root(0, 0, self._buffers)
        count = listed
        if limits.overlook:
            for i in range(count):
                cells[2 * span + place[self.moves[i]]] = 1
            count = overlooked(self.moves, count, position.cells, position.plies, limits)
            for i in range(count):
                cells[2 * span + place[self.moves[i]]] = 0
        self._struck = listed - count
        unite(0, 0, self._buffers)
        wins_in_one(0, 0, self._buffers)
        expand(0, 0, self._buffers)
        for i in range(listed):
            cells[2 * span + place[self.moves[i]]] = 0
        own, others = words[_WINS_1], words[_WINS_2]
        if self.me == 2:
            own, others = others, own
        if not words[_EVERY] and not words[_BALANCED]:
            if own and self._value(words[_FREE] - 1) == _WON:
                words[_PROVEN] = 2
            elif others > 1 and not own and not self._struck:
                words[_PROVEN] = 1
        self._look()
        if words[_PROVEN] or root_moves(self._buffers) == 1 and not words[_EVERY] and not self._may_swap:
            self._finish()

    def step(self, budget):
        """Make at most `budget` playouts; True when the search has finished. Allocates nothing."""
        if not self.done:
            words = self._words
            search(budget, BATCH, self._playouts, self._buffers)
            self.nodes = words[_NODES]
            self.best = self.looking_at = self._point_of(words[_BEST])
            if words[_PROVEN] or words[_ENOUGH] or self.nodes >= words[_END] and not words[_BATCH]:
                self._finish()
        return self.done

    def _look(self):
        """Take over what is best so far."""
        choose(0, 0, self._buffers)
        self.best = self.looking_at = self._point_of(self._words[_BEST])

    def _point_of(self, move):
        """The point of a move of the root."""
        return self._point[place_of(move, self._buffers)]

    def _move_at(self, point):
        return root_move(0, self._place[point], self._buffers)

    def _value(self, move):
        """What the record of a move of the root says, 0 (lost) to 8191 (won); -1 if it has none."""
        record = record_of(move, self._buffers)
        return self.table[2 * record + 1] >> 16 if record else -1

    def _finish(self):
        self.done = True
        self._look()
        proven = self._words[_PROVEN]
        value = self._value(self._words[_BEST])
        self.proven = proven == 2 or value == _WON or proven == 1 and not self._struck
        if self.proven:
            self.depth = self._empty
            self.score = st.WIN - self._empty if value == _WON or proven == 2 else st.LOSS + self._empty
        elif value >= 0:
            self.score = st.DRAW + (value - 4096 >> 2)
        self.swap = self._may_swap and self.score < st.DRAW

    def estimate(self, point):
        """Percent of playouts that the side to move won after that move, 0 to 100; -1 if it was never looked at."""
        move = self._move_at(point)
        value = self._value(move) if move else -1
        return -1 if value < 0 else value * 100 + 4096 >> 13

    def outcome(self, point):
        """Who wins if the side to move plays `point`, as far as it is proven: 1, 2; else 0. A draw is never proven."""
        move = self._move_at(point)
        value = self._value(move) if move else -1
        return self.me if value == _WON else 3 - self.me if value == _LOST else 0

    def plies(self, point):
        """1 where the side to move wins at once, else 0: unknown."""
        move = self._move_at(point)
        record = record_of(move, self._buffers) if move else 0
        return 1 if record and self.table[2 * record] == _AT_ONCE and self._value(move) == _WON else 0

    def pv(self):
        """The best move alone, in a list."""
        return [] if self.best == st.NO_POINT else [self.best]


def _small_tables(tables, is_hex, width):
    """Steps to the neighbours, numbers of bits, replies (Hex), and who wins by touching what: bytes, see search/uct.py."""
    borders = 0
    for touched in tables.field.borders:
        while touched >> borders:
            borders += 1
    at = _HEX_WINNING if is_hex else _GROUPS_WINNING
    small = bytearray(at + (1 << borders))
    steps = [1, 1 - width, -width, -1, width - 1, width]
    if tables.field.slant != 1:
        steps = [1, width + 1, width, -1, -width - 1, -width]
    for i in range(128):
        small[i] = steps[i % 6] + width + 1
    for n in range(64):
        bits = n
        while bits:
            bits &= bits - 1
            small[_COUNTS + n] += 1
    for side in (1, 2):
        for name, mask, least in tables.goals[side - 1]:
            list_winners(least, mask, side, at, len(small), small)
    if is_hex:
        from glowgrid.search.hex_playout import list_replies

        list_replies(small)
    return small


def _playouts(is_hex):
    if is_hex:
        from glowgrid.search import hex_playout

        return hex_playout.hex_playouts, hex_playout.see_root
    from glowgrid.search.groups_playout import groups_playouts

    return groups_playouts, None
