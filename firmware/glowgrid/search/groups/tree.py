"""Monte-Carlo tree search for connection games with two sides, such as Hex, Havannah and Y: the stage.

growth.py names the sources, lays out the buffers and says how the tree grows; playouts.py plays random games;
estimates.py evaluates them.
"""

from array import array

from micropython import const

from glowgrid.memory import clear
from glowgrid.search.engine import Stage
from glowgrid.search.groups.estimates import choose, fill_rows, forget, heed_rows, place_of, value_of
from glowgrid.search.groups.growth import begin, expand, search, words_of
from glowgrid.search.groups.playouts import group_playouts, hex_playouts, list_replies, see_root
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.groups.tree_words import *
from glowgrid.search.groups.unions import list_winners, unite, wins_in_one
from glowgrid.search.verdict import DRAW, NO_ESTIMATE, NO_MOVE, TAKEN_OVER, UNFAIR

# Work units of a playout: a constant, and in eighths for each point and for each empty one. Measured with Hex 4 to 14,
# Havannah 4 to 8 and Y 6 to 14, with up to four tenths of the field taken: accurate to a twelfth.
WORK_OF_HEX = 58, 8, 11
WORK_OF_RINGS = 0, 12, 57
WORK_OF_GROUPS = 0, 20, 57
ROW_COST_OF_HEX, ROW_COST = 5, 2  # playouts, see PRICE_OF_ROW

BATCH = 6  # playouts at a leaf, at most 6: in `cells` they are bits of bytes within 30-bit words
VISITS_OF_ROW = 40  # playouts after which a leaf gets its row of moves


# Where `tables` says who wins by which borders:
_GROUPS_WINNING = const(256)
_HEX_WINNING = const(12288)

_MOST_DEPTH = const(50)


class Tree(Stage):
    """Estimates each move from random games, and proves what a win at once decides.

    tables    describe the game: field, points, goals, rings (see rules/groups.py)
    memory    the buffers for moves, what lies below them, and records
    hex       whether the game is Hex

    buffers   what the kernels work on, see growth.py
    place     place[point]: the place of a point in `cells` and other buffers
    playouts  the kernel that plays random games
    """

    def __init__(self, tables, memory, hex):
        field, points = tables.field, tables.points
        moves, records = memory.words, memory.table
        small = memory.lookup if hex else memory.halves
        width = field.width + 2 if hex else field.width + 1
        span = ((field.height + 2) * width + 4) & ~3
        self.place = place = array("H", [(field.rows[p] + 1) * width + field.columns[p] + 1 for p in range(points)])
        if not tables.fast:
            raise ValueError("field: too large for the engine, or too many borders or sides")
        winning = _HEX_WINNING if hex else _GROUPS_WINNING
        words = words_of(tables, hex, width, span, winning)
        words[MOST_MOVES] = len(moves)
        words[PRICE_OF_ROW] = ROW_COST_OF_HEX if hex else ROW_COST
        cells = bytearray(4 * span)
        order = array("H", bytes(2 * (2 * points + 3)))
        groups = array("H", bytes(12 * span))
        rings = array("H", bytes(2 * span if hex else 0))
        point = bytearray(place[points - 1] + 1)
        _list_small_tables(tables, hex, width, small)
        self.buffers = [words, cells, order, small, moves, point, records, groups, rings]
        self.playouts = hex_playouts if hex else group_playouts
        self._see_root = see_root if hex else None
        self._empty_field(field)
        self._work = WORK_OF_HEX if hex else WORK_OF_RINGS if tables.rings else WORK_OF_GROUPS
        self._node_work = 0  # in this search
        self._listed = bytearray(points)
        self._verdict = self._position = None
        self._every = self._may_swap = self.done = False
        self._threat = NO_MOVE  # where the other side would win at once
        self._winner = NO_MOVE  # the winning move that an earlier stage has found

    def _empty_field(self, field):
        """Enter an empty field with its frame."""
        words, cells, order, _, _, point, _, groups, _ = self.buffers
        place, span, width = self.place, words[SPAN], words[WIDTH]
        for p in range(2 * span):
            cells[p] = 3
        for p in range(span):
            groups[2 * span + p] = p
        for each in range(field.points):
            point[place[each]] = each
            cells[span + place[each]] = 0
            groups[3 * span + place[each]] = field.borders[each]
            order[field.points + 2 + each] = place[each]
        if self._see_root:
            size = field.width
            for i in range(1, size + 1):
                cells[span + i] = cells[span + (size + 1) * width + i] = 1
                cells[span + i * width] = cells[span + i * width + size + 1] = 2

    def start(self, position, limits, verdict, every, work):
        """With `every`, prove as many moves as the work allows; otherwise only the best counts."""
        words, best = self.buffers[0], verdict.best
        small = self.buffers[3]
        if best == position.points and position.may_swap():
            return False  # all stones lose, and the swap wins
        if self._see_root and not small[LISTED_REPLIES]:
            list_replies(small)
        self._verdict, self._position = verdict, position
        self._winner = best if best != NO_MOVE and verdict.outcomes[best] == verdict.me else NO_MOVE
        self._may_swap = position.may_swap()
        self._every = every = every and not verdict.proven  # if all is lost, find the best resistance
        self.done = False
        verdict.depth = max(verdict.depth, 1)  # it sees every win at once
        self.load(position, verdict)
        begin(verdict.me, self.buffers)
        self._allow(limits, work)
        unite(self.buffers)
        wins_in_one(self.buffers)
        moves = expand(self.buffers)
        self._see_wins(limits.rough)
        self._look()
        if words[PROVEN] or moves == 1 and not every and not self._may_swap:
            self._finish()
            verdict.settled = True
        elif not work:
            self._finish()
        return True

    def _allow(self, limits, work):
        """Set what to search for, and how far."""
        words, position, empty = self.buffers[0], self._position, self._verdict.empty
        self._node_work = playout_work(self._work, position.points, empty)
        nodes = max(work // self._node_work, 1)
        words[RANDOM] = (limits.seed * 7919 + (position.points - empty) * 104729) & 0x3FFFFFFF
        words[END] = min(nodes, 0x3FFFFFFF)
        words[VISITS] = VISITS_OF_ROW
        words[DEEPEST] = min(limits.depth, _MOST_DEPTH)
        words[EVERY] = 1 if self._every else 0
        words[BALANCED] = 1 if position.may_be_taken_over() and not self._every else 0

    def _see_wins(self, rough):
        """Note what wins at once decide: one of the side to move, or two of the other side."""
        words, me = self.buffers[0], self._verdict.me
        mine, others = WINS_1, WINS_2
        if me == 2:
            mine, others = others, mine
        self._threat = NO_MOVE
        if words[others] and not words[mine]:
            self._threat = self.buffers[5][words[others + 1]]
            if rough:
                self._enter_losses(self._threat if words[others] == 1 else NO_MOVE)
        if not words[BALANCED] and (rough or not self._every):
            words[PROVEN] = 2 if words[mine] else 1 if words[others] > 1 else 0

    def load(self, position, verdict):
        """Enter the stones of the position and list its empty points."""
        words, cells, order = self.buffers[0], self.buffers[1], self.buffers[2]
        if words[BATCH_SIZE]:  # a search interrupted within a batch has left the bits of its playouts
            forget(self.buffers)
            words[BATCH_SIZE] = 0
        words[LISTED] = verdict.empty
        if position.may_be_taken_over():
            verdict.swap = TAKEN_OVER if position.tables.fair else UNFAIR
        span, place, listed = words[SPAN], self.place, self._listed
        look = self._see_root
        half = (words[LISTED] + 1) >> 1
        count = 0
        for point in range(position.points):
            cell = position.cells[point]
            cells[span + place[point]] = cell
            cells[2 * span + place[point]] = 0
            if not cell:
                listed[count] = point
                order[count + 1 if look and count >= half else count] = place[point]
                count += 1
        if look:
            order[half] = order[count + 1] = 0
            look(self.buffers)

    def _enter_losses(self, block):
        """The other side is about to win: every move but the block loses."""
        verdict = self._verdict
        for i in range(verdict.empty):
            if self._listed[i] != block:
                verdict.put(self._listed[i], 3 - verdict.me, 2)
                verdict.estimates[self._listed[i]] = 0

    def step(self, work):
        made, words = self._grow(work), self.buffers[0]
        if words[PROVEN] or words[ENOUGH] or words[NODES] >= words[END] and not words[BATCH_SIZE]:
            self._finish()
        elif self._every:
            self._look()
            if self._may_swap:
                enter_swap(self._position, self._verdict)
        else:
            self._verdict.best = self._verdict.looking_at = self._best()
        return made * self._node_work

    def _grow(self, work):
        """Let the tree grow for about `work` units; return how many nodes that was."""
        words = self.buffers[0]
        made, rows = words[NODES], words[ROWS_MADE]
        search((work + self._node_work - 1) // self._node_work, BATCH, self.playouts, self.buffers)
        made = words[NODES] - made
        rows = (words[ROWS_MADE] - rows) * words[PRICE_OF_ROW]
        self._verdict.nodes += made - rows
        return made

    def stop(self):
        self._finish()

    def _best(self):
        """Return the point of the move with most playouts."""
        return self.buffers[5][place_of(self.buffers[0][BEST], self.buffers)]

    def _look(self):
        """Put the estimates and proofs so far into the verdict."""
        verdict = self._verdict
        choose(self.buffers)
        verdict.looking_at = self._best()
        verdict.best = verdict.looking_at if self._winner == NO_MOVE else self._winner
        fill_rows(self.buffers, verdict.outcomes, verdict.plies, verdict.estimates)

    def _finish(self):
        """Set the worth of the best move, unless all moves are known to lose; then compare it with the swap."""
        words, verdict = self.buffers[0], self._verdict
        self.done = True
        self._look()
        if words[PROVEN] == 1 and self._threat != NO_MOVE:
            verdict.best = self._threat  # all is lost; make the other side find another win
        proven, value = words[PROVEN], value_of(words[BEST], self.buffers)
        if not verdict.proven:
            if proven == 2 or value == WON:
                verdict.choose(verdict.best, verdict.win_in(0), True)
            elif proven == 1:
                verdict.choose(verdict.best, verdict.loss_in(0), True)
            else:
                if value >= 0:
                    verdict.score = DRAW + (value - EVEN >> 2)
                if not words[BALANCED]:
                    self._heed_rows()
        if self._may_swap:
            enter_swap(self._position, verdict)

    def _heed_rows(self):
        """Choose a win that an earlier stage has proven; if one refuted the best move, the likeliest of the rest."""
        verdict, cells = self._verdict, self._position.cells
        me, estimates = verdict.me, verdict.estimates
        found = heed_rows(me, len(cells), cells, verdict.outcomes, estimates)
        likeliest = found & 255
        if found < 256:
            verdict.choose(found if self._winner == NO_MOVE else self._winner, verdict.win_in(0), True)
        elif likeliest == NO_MOVE:
            verdict.choose(verdict.best, verdict.loss_in(0), True)
        elif verdict.outcomes[verdict.best] == 3 - me:  # 2,000 from even to certain, as for any estimate
            estimate = estimates[likeliest]
            verdict.choose(likeliest, DRAW if estimate == NO_ESTIMATE else DRAW + (estimate - 50) * 20, False)


def playout_work(costs, points, empty):
    """Return the work units of a playout on a field of `points` points, `empty` of them empty at the root."""
    base, by_point, by_empty = costs
    return base + (by_point * points + by_empty * empty >> 3)


class WinsAtOnce(Stage):
    """The tree's first look, before a solver begins: a win at once, or two of the other side."""

    def __init__(self, tree):
        self._tree = tree

    def start(self, position, limits, verdict, every, work):
        self._tree.start(position, limits, verdict, every, work)
        verdict.settled = verdict.settled and verdict.score >= DRAW  # style.py knows how to resist
        return False


def _list_small_tables(tables, hex, width, small):
    """Fill in `tables`, except the replies of Hex."""
    borders = 0
    for touched in tables.field.borders:
        while touched >> borders:
            borders += 1
    at = _HEX_WINNING if hex else _GROUPS_WINNING
    clear(small, len(small) >> 2)
    steps = [1, 1 - width, -width, -1, width - 1, width]
    if tables.field.slant != 1:
        steps = [1, width + 1, width, -1, -width - 1, -width]
    for i in range(128):
        small[i] = steps[i % 6] + width + 1
    for number in range(64):
        bits = number
        while bits:
            bits &= bits - 1
            small[COUNTS + number] += 1
    for side in (1, 2):
        for _, mask, least in tables.goals[side - 1]:
            list_winners(least, mask, side, at, at + (1 << borders), small)
