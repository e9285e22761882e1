"""Monte-Carlo tree search of connection games with two sides, such as Hex, Havannah and Y: the tree and its stages.

UCT (L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006) that explores by RAVE alone (S. Gelly,
D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011): a move is worth the mean
of the playouts that began with it, mixed with the mean of all those in which its side got that point sooner or later;
the latter weighs less the more there are of the former. Several playouts are made at a leaf before the tree hears of
them.

The kernels work on buffers: [words, cells, order, tables, moves, below, records, groups, rings, point]. A place is
where a point is in a picture of the field with a frame around it.

words    numbers, named below
cells    four sections of a byte a place: the position in a playout, or where a side wins at once; the position on the
         way from root to leaf; which playouts of the batch gave the place to side 1, a bit each; which to side 2
order    the empty places of the root in the order of a playout; then all places, and 0
tables   small tables: steps to the neighbours, counts of bits, replies to intrusions, who wins by which borders
moves    a word per move of the tree: RAVE value << 17, with eight bits of fraction, | place. The moves of a node stand
         in a row behind a word that heads them: how many playouts their RAVE values rest on << 22 | how many moves
         << 14 | which to look at next
below    16 bits per move: its record, 0 while it was never looked at
records  two words: playouts << 15 | how many of them the mover won; then value << 16 | where its row of answers is
groups   leaders and touched borders, see unions.py
rings    Hex: the six neighbours of every place, two bits each
point    the point of a place

Values go from 0 to 8191, as the side sees it that makes the move; in records 0 is a proven loss and 8191 a proven win.
"""

from array import array

import micropython
from micropython import const

from glowgrid.search.engine import DRAW, DRAWN, NO_ESTIMATE, NO_MOVE, TAKEN_OVER, UNFAIR, Stage, clear
from glowgrid.search.engine import words as new_words
from glowgrid.search.groups.playouts import group_playouts, hex_playouts, list_replies, see_root
from glowgrid.search.groups.unions import list_winners, unite, wins_in_one

# Work units of a playout: so many, and in eighths for each point and for each empty one. Measured with Hex 4 to 14,
# Havannah 4 to 8 and Y 6 to 14, on fields of which up to four tenths are taken: within a twelfth.
WORK_OF_HEX = 58, 8, 11
WORK_OF_RINGS = 0, 12, 57
WORK_OF_GROUPS = 0, 20, 57
ROW_COST_OF_HEX, ROW_COST = 5, 2  # playouts, see _T_ROW_COST

BATCH = 6  # playouts at a leaf, at most 6: in `cells` they are bits of bytes within 30-bit words
FEWEST_VISITS = 12
_ROWS = 3  # of so many rows that all playouts would pay for, one is made: so the tree is full near the end

# `words`:
_T_RANDOM = const(0)
_T_WIDTH = const(1)
_T_LISTED = const(2)  # empty points of the root
_T_SIDE = const(3)  # side to move at the root
_T_TURN = const(4)  # side to move at the leaf
_T_BATCH = const(5)  # playouts to make at this leaf
_T_MADE = const(6)  # how many of them are made
_T_WON_1 = const(7)  # a bit for each of them: did side 1 win?
_T_WON_2 = const(8)
_T_DEPTH = const(9)  # moves from root to leaf
_T_FREE = const(10)  # where the next row of moves can stand
_T_RECORDS = const(11)  # number of records in use
_T_VISITS = const(12)  # a leaf with so many playouts gets its row of moves
_T_SPAN = const(13)  # bytes of a section of `cells`
_T_DEEPEST = const(14)  # no rows deeper than so many moves
_T_BALANCED = const(15)  # 1: the root seeks the move whose value is nearest to 1/2
_T_EVERY = const(16)  # 1: the root goes on until all of its moves are proven
_T_PROVEN = const(17)  # of the root: 0 nothing, 1 lost, 2 won (with _T_EVERY: 3, all moves are proven)
_T_NODES = const(18)
_T_END = const(19)  # nodes allowed
_T_LEAF = const(20)  # record of the leaf
_T_ENOUGH = const(21)  # 1: the best move's lead cannot be made up
_T_MOST_MOVES = const(22)
_T_MOST_RECORDS = const(23)
_T_WINS_1 = const(24)  # how many points win at once for side 1, and one of them
_T_WINS_2 = const(26)
_T_OWN_BITS = const(28)  # where in `cells` the bits of the points of side 2 are
_T_FLIP = const(29)  # 1: what is not side 1's is side 2's
_T_PLACES = const(30)  # where in `order` the list of all points starts
_T_BEST = const(31)  # the root's move with most playouts
_T_ROUND = const(32)  # batches since the last look at the lead
_T_WINNING = const(33)  # three for unions.py
_T_BACK = const(34)
_T_RINGS_WIN = const(35)
_T_UNITED = const(37)  # 1: playouts need the groups of the leaf
_T_ROW_COST = const(38)  # a new row of moves takes as long as so many playouts
_T_ROWS = const(39)  # rows of moves that were made
_T_PATH = const(40)  # a word per move from root to leaf: move << 14 | head of its row
_T_RECIPROCALS = const(96)
_T_WEIGHTS = const(368)
_T_WORDS = const(624)

_T_COUNTS = const(136)  # in `tables`: number of bits set in 0..63
_T_GROUPS_WINNING = const(256)
_T_HEX_WINNING = const(12288)

_T_MOST_DEPTH = const(50)
_T_AT_ONCE = const(32769)  # a record: one playout, won
_T_LOST = const(0)
_T_EVEN = const(4096)
_T_WON = const(8191)
_T_FULL = const(8184)  # the highest RAVE value
_T_MOST = const(255)  # it rests on so many playouts at most: older ones fade
_T_PRIOR = const(8)  # it begins with so many playouts, half of them won: 1 costs 400 Elo on Havannah 4, 4 some 30
_T_PLACE = const(511)
_T_HALF_WEIGHT = const(1000)  # playouts of a move at which its RAVE value weighs half
_T_SURE = const(32)  # playouts of a move from which on its own mean alone is its estimate
_T_LOOK = const(8)  # batches between two looks at whether the lead is enough (a power of two)


@micropython.viper
def descend(i: int, m: int, buffers) -> int:
    """Go on to a leaf, placing stones; return 1 if it gets its row of moves. `i` and `m` are dummies: registers."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    c32 = ptr32(buffers[1])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[_T_SPAN])
    depth = int(words[_T_DEPTH])
    record = int(words[_T_LEAF])
    m = int(words[_T_TURN])
    row = int(records[2 * record + 1]) & 0xFFFF
    while row:
        i = int(moves[row]) & 16383
        c[span + (int(moves[i]) & _T_PLACE)] = m
        words[_T_PATH + depth] = i << 14 | row
        depth += 1
        m ^= 3
        record = int(below[i])
        if not record:
            record = int(words[_T_RECORDS])
            if record < int(words[_T_MOST_RECORDS]):
                words[_T_RECORDS] = record + 1
                below[i] = record
                records[2 * record] = 0
                records[2 * record + 1] = _T_EVEN << 16
            else:
                record = 0
        row = int(records[2 * record + 1]) & 0xFFFF
    words[_T_DEPTH] = depth
    words[_T_LEAF] = record
    words[_T_TURN] = m
    words[_T_MADE] = 0
    words[_T_WON_1] = 0
    words[_T_WON_2] = 0
    if record and depth < int(words[_T_DEEPEST]) and int(records[2 * record]) >> 15 >= int(words[_T_VISITS]):
        i = int(words[_T_LISTED]) - depth
        if i > 0 and int(words[_T_FREE]) + i < int(words[_T_MOST_MOVES]):
            return 1
    i = 0
    m = span >> 2
    while i < m:  # playouts begin with the position at the leaf
        c32[i] = c32[m + i]
        i += 1
    return 0


@micropython.viper
def expand(p: int, i: int, buffers):
    """After `wins_in_one`: give the leaf its row of moves, or note that it is decided. `p` and `i` are dummies."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[_T_SPAN])
    depth = int(words[_T_DEPTH])
    record = int(words[_T_LEAF])
    mine = _T_WINS_1
    others = _T_WINS_2
    if int(words[_T_TURN]) == 2:
        mine = _T_WINS_2
        others = _T_WINS_1
    only = 0
    whole = 0  # 1: the root wants every move
    if not depth:
        whole = int(words[_T_EVERY]) | int(words[_T_BALANCED])
    if int(words[mine]):
        only = int(words[mine + 1])
        if depth:
            records[2 * record + 1] = _T_LOST << 16 | 1  # any row but 0: it is never descended into
            words[_T_BATCH] = 0
            return
    elif int(words[others]):
        only = int(words[others + 1])
        if int(words[others]) > 1 and depth:
            records[2 * record + 1] = _T_WON << 16 | 1
            words[_T_BATCH] = 0
            return
    if whole:
        only = 0
    row = int(words[_T_FREE])
    i = row
    first = 0  # move that is not decided: the first to be looked at
    at = int(words[_T_PLACES])
    p = int(order[at])
    while p:
        if not c[span + p]:
            if not only or p == only:
                i += 1
                moves[i] = 4096 << 17 | p
                below[i] = 0
                if not depth and int(c[p]) & int(words[_T_TURN]):
                    record = int(words[_T_RECORDS])
                    words[_T_RECORDS] = record + 1
                    below[i] = record
                    records[2 * record] = 1 << 15 | 1
                    records[2 * record + 1] = _T_WON << 16 | 1
                elif not first:
                    first = i
        at += 1
        p = int(order[at])
    if i > row:
        if not first:  # every move wins at once
            first = i
            words[_T_PROVEN] = 3
        moves[row] = _T_PRIOR << 22 | i - row << 14 | first
        words[_T_FREE] = i + 1
        record = int(words[_T_LEAF])
        records[2 * record + 1] = int(records[2 * record + 1]) & 0x1FFF0000 | row


@micropython.viper
def update(j: int, x: int, buffers):
    """Tell the moves from leaf to root how the batch went, choose where to look next, take the stones away.

    `j` and `x` are dummies.
    """
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    c32 = ptr32(buffers[1])
    tables = ptr8(buffers[3])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[_T_SPAN])
    batch = int(words[_T_BATCH])
    decided = 0  # of the row below: 1 lost, 2 won for the side that moves there
    m = int(words[_T_TURN])
    level = int(words[_T_DEPTH])
    while level:
        level -= 1
        m ^= 3
        row = int(words[_T_PATH + level]) & 16383
        i = int(words[_T_PATH + level]) >> 14
        won = int(words[_T_WON_1])
        bits_at = 2 * span
        flip = 0
        if m == 2:
            won = int(words[_T_WON_2])
            bits_at = int(words[_T_OWN_BITS])
            if int(words[_T_FLIP]):
                flip = (1 << batch) - 1
        record = int(below[i])
        if record:
            x = int(records[2 * record])
            v = (x >> 15) + batch
            w = (x & 32767) + int(tables[_T_COUNTS + won])
            if v > 32767:
                v >>= 1
                w >>= 1
            records[2 * record] = v << 15 | w
            x = int(records[2 * record + 1])
            if decided == 1:
                x = _T_WON << 16 | x & 0xFFFF
            elif decided:
                x = _T_LOST << 16 | x & 0xFFFF
            elif batch:
                q = w * 8188 // v + 1
                x = q << 16 | x & 0xFFFF
            records[2 * record + 1] = x
        c[span + (int(moves[i]) & _T_PLACE)] = 0
        j = int(moves[row])
        if j >> 22 == _T_MOST and words[_T_ROUND] & 1 and batch and not decided:
            continue  # a row that rests on so much is looked through every other time only
        decided = 0
        best = -1
        end = row + (j >> 14 & 255)
        n = (j >> 22) + (batch >> 1)  # every move of the row has been played in about as many playouts
        share = int(words[_T_RECIPROCALS + n])
        if n > _T_MOST:
            n = _T_MOST
        seek = 0
        if not level:
            seek = int(words[_T_BALANCED]) | int(words[_T_EVERY])
        j = row
        while j < end:
            j += 1
            x = int(moves[j])
            if batch:
                bits = int(c[bits_at + (x & _T_PLACE)]) ^ flip
                x += (
                    (int(tables[_T_COUNTS + (bits & won)]) * _T_FULL - int(tables[_T_COUNTS + bits]) * (x >> 17))
                    * share
                    >> 7
                    << 9
                )
                moves[j] = x
            if below[j]:
                record = 2 * int(below[j])
                q = int(records[record + 1]) >> 16
                if q and q != _T_WON:
                    v = int(records[record]) >> 17
                    if v > 255:
                        v = 255
                    x = q + (((x >> 17) - q) * int(words[_T_WEIGHTS + v]) >> 8) << 17 | 1  # never 0: that is lost
                elif q:
                    x = (q + 1) << 17
                else:
                    x = 0
            if seek:  # a proven move needs no second look; where the stone may be taken over, nearest to even is best
                if x >> 30:
                    x = 0
                if x and words[_T_BALANCED]:
                    q = (x >> 17) - 4096
                    if q < 0:
                        q = 0 - q
                    x = (8192 - q) << 16
            if x > best:
                best = x
                i = j
        moves[row] = n << 22 | end - row << 14 | i
        if not best:
            decided = 1
        elif best >> 30:
            decided = 2
    if decided:
        if int(words[_T_EVERY]) | int(words[_T_BALANCED]):
            decided = 3
        words[_T_PROVEN] = decided
    words[_T_DEPTH] = 0
    words[_T_LEAF] = 1
    words[_T_TURN] = words[_T_SIDE]
    j = span >> 1
    x = span
    while j < x:  # the bits of both sides
        c32[j] = 0
        j += 1


@micropython.viper
def choose(i: int, last: int, buffers):
    """Note the root's move with most playouts; if `last`, also whether its lead cannot be made up. `i` is a dummy.

    A move that wins comes before it, the one whose proof took fewest playouts: that win is near. If all moves lose, the
    one whose proof took most resists longest.
    """
    words = ptr32(buffers[0])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    row = int(records[3]) & 0xFFFF
    i = row
    end = row + (int(moves[row]) >> 14 & 255)
    best = i + 1
    most = -131072
    second = most
    while i < end:
        i += 1
        record = int(below[i])
        v = 0
        if record:
            v = int(records[2 * record]) >> 15
            if int(records[2 * record + 1]) >> 16 == _T_WON and not words[_T_BALANCED]:
                v = 98304 - v
            elif int(records[2 * record + 1]) >> 16 == _T_LOST and v:
                v -= 65536
        if v > most:
            second = most
            most = v
            best = i
        elif v > second:
            second = v
    words[_T_BEST] = best
    if second < 0:
        second = 0
    if last and most - second > int(words[_T_END]) - int(words[_T_NODES]):
        words[_T_ENOUGH] = 1


@micropython.viper
def root_moves(buffers) -> int:
    """Return how many moves the root has."""
    return int(ptr32(buffers[4])[1]) >> 14 & 255


@micropython.viper
def place_of(move: int, buffers) -> int:
    """Return the place of a move of the tree."""
    return int(ptr32(buffers[4])[move]) & _T_PLACE


@micropython.viper
def value_of(move: int, buffers) -> int:
    """Return what the record of a move of the tree says, 0 (lost) to 8191 (won); -1 if it has none."""
    record = int(ptr16(buffers[5])[move])
    if not record:
        return -1
    return int(ptr32(buffers[6])[2 * record + 1]) >> 16


@micropython.viper
def search(budget: int, batch: int, playouts, buffers):
    """Make playouts, `batch` at a leaf, and rows of moves, for about `budget` playouts; a batch may be left over."""
    words = ptr32(buffers[0])
    cells = buffers[1]
    while budget > 0 and not words[_T_PROVEN] and not words[_T_ENOUGH]:
        if not words[_T_BATCH]:
            n = int(words[_T_END]) - int(words[_T_NODES])
            if n <= 0:
                return
            if n > batch:
                n = batch
            words[_T_BATCH] = n
            while int(words[_T_BATCH]) and int(descend(0, 0, buffers)):
                unite(buffers)
                wins_in_one(buffers)
                expand(0, 0, buffers)
                words[_T_ROWS] += 1
                words[_T_NODES] += int(words[_T_ROW_COST])
                budget -= int(words[_T_ROW_COST])
            if words[_T_UNITED] and words[_T_BATCH]:
                unite(buffers)
            if budget <= 0 and words[_T_BATCH]:
                return
        n = int(words[_T_BATCH]) - int(words[_T_MADE])
        if n and n > budget:
            n = budget
        if n:
            playouts(0, cells, n, buffers)
            words[_T_NODES] += n
            budget -= n
        else:  # a leaf that is decided
            words[_T_NODES] += 1
            budget -= 1
        if int(words[_T_MADE]) == int(words[_T_BATCH]):
            update(0, 0, buffers)
            words[_T_BATCH] = 0
            words[_T_ROUND] = (int(words[_T_ROUND]) + 1) & (_T_LOOK - 1)
            if not words[_T_ROUND] and not words[_T_EVERY]:
                choose(0, 1, buffers)


@micropython.viper
def fill_rows(i: int, p: int, buffers, outcomes_, plies_, estimates_):
    """Enter what the records of the root's moves say where nothing is proven yet. `i` and `p` are dummies.

    The mean of a few playouts is chance: RAVE values fill up what a move lacks of _T_SURE playouts.
    """
    words = ptr32(buffers[0])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    point = ptr8(buffers[9])
    outcomes = ptr8(outcomes_)
    plies = ptr8(plies_)
    estimates = ptr8(estimates_)
    me = int(words[_T_SIDE])
    i = 1
    end = i + (int(moves[i]) >> 14 & 255)
    while i < end:
        i += 1
        record = int(below[i])
        if record:
            p = int(point[int(moves[i]) & _T_PLACE])
            value = int(records[2 * record + 1]) >> 16
            if value == _T_WON and int(records[2 * record]) == _T_AT_ONCE:
                plies[p] = 1
            if not outcomes[p]:
                if value == _T_WON:
                    outcomes[p] = me
                elif value == _T_LOST:
                    outcomes[p] = me ^ 3
                else:
                    missing = _T_SURE - (int(records[2 * record]) >> 15)
                    if missing > 0:
                        value += ((int(moves[i]) >> 17) - value) * missing >> 5
                estimates[p] = (value * 100 + _T_EVEN) >> 13


@micropython.viper
def heed_rows(me: int, points: int, cells_, outcomes_, estimates_) -> int:
    """Return the first point that wins for side `me`; or else 256 + the likeliest free point that does not lose.

    511 if there is none. In plain Python it takes 4 ms on the largest fields.
    """
    cells = ptr8(cells_)
    outcomes = ptr8(outcomes_)
    estimates = ptr8(estimates_)
    likeliest = 255
    most = 0
    point = 0
    while point < points:
        if int(outcomes[point]) == me:
            return point
        if not cells[point] and int(outcomes[point]) != 3 - me:
            estimate = int(estimates[point]) + 1 & 255  # 0 for NO_ESTIMATE
            if likeliest == 255 or most < estimate:
                likeliest = point
                most = estimate
        point += 1
    return likeliest | 256


@micropython.viper
def list_weights(words_):
    """Enter what a RAVE value weighs, of 256, beside 4n playouts: 256 * sqrt(k / (k + 12n)), rounded down."""
    words = ptr32(words_)
    weight = 256
    n = 0
    while n < 256:
        while weight * weight * (_T_HALF_WEIGHT + 12 * n) > 65536 * _T_HALF_WEIGHT:
            weight -= 1
        words[_T_WEIGHTS + n] = weight
        n += 1


class Tree(Stage):
    """Estimates each move from random games, and proves what a win at once decides.

    tables    what the game is: field, points, goals, rings (see rules/groups.py)
    memory    the buffers for moves, what lies below them, and records
    hex       whether the game is Hex

    buffers   what the kernels work on (see above)
    place     place[point]: where a point is in `cells` and the like
    playouts  the kernel that plays random games
    """

    def __init__(self, tables, memory, hex):
        field, points = tables.field, tables.points
        moves = memory.table
        if hex:
            below, records, small = memory.halves, memory.words, memory.lookup
            most_moves, most_records = len(below) >> 1, len(records) >> 1
        else:
            below, records, small = memory.words, memory.lookup, memory.halves
            most_moves, most_records = 2 * len(below), len(records) >> 3
        width = field.width + 2 if hex else field.width + 1
        span = ((field.height + 2) * width + 4) & ~3
        self.place = place = array("H", [(field.rows[p] + 1) * width + field.columns[p] + 1 for p in range(points)])
        if not tables.fast:
            raise ValueError("field: too large for the engine, or too many borders or sides")
        words = new_words(_T_WORDS)
        cells = bytearray(4 * span)
        order = array("H", bytes(2 * (2 * points + 3)))
        groups = array("H", bytes(12 * span))
        rings = array("H", bytes(2 * span if hex else 0))
        point = bytearray(place[points - 1] + 1)
        _list_small_tables(tables, hex, width, small)
        self.buffers = [words, cells, order, small, moves, below, records, groups, rings, point]
        self.playouts = hex_playouts if hex else group_playouts
        self._see_root = see_root if hex else None
        if hex:
            list_replies(small)
        words[_T_WIDTH], words[_T_SPAN] = width, span
        words[_T_MOST_MOVES], words[_T_MOST_RECORDS] = most_moves, most_records
        words[_T_OWN_BITS] = 2 * span if hex else 3 * span
        words[_T_FLIP] = 1 if hex else 0
        words[_T_UNITED] = 0 if hex else 1
        words[_T_ROW_COST] = ROW_COST_OF_HEX if hex else ROW_COST
        words[_T_WINNING] = _T_HEX_WINNING if hex else _T_GROUPS_WINNING
        words[_T_BACK] = 1 if field.slant == 1 else 3
        words[_T_RINGS_WIN] = 1 if tables.rings else 0
        words[_T_PLACES] = points + 2
        for n in range(1, 264):
            words[_T_RECIPROCALS + n] = 32768 // n
        list_weights(words)
        self._empty_field(field)
        self._work = WORK_OF_HEX if hex else WORK_OF_RINGS if tables.rings else WORK_OF_GROUPS
        self._node_work = 0  # of this search
        self._listed = bytearray(points)
        self._verdict = self._position = None
        self._every = self._may_swap = self.done = False
        self._threat = NO_MOVE  # where the other side would win at once
        self._winner = NO_MOVE  # the move that a stage before has found to win

    def _empty_field(self, field):
        words, cells, order, _, _, _, _, groups, _, point = self.buffers
        place, span, width = self.place, words[_T_SPAN], words[_T_WIDTH]
        for p in range(2 * span):
            cells[p] = 3
        for p in range(span):
            groups[2 * span + p] = p
        for i in range(field.points):
            point[place[i]] = i
            cells[span + place[i]] = 0
            groups[3 * span + place[i]] = field.borders[i]
            order[field.points + 2 + i] = place[i]
        if self._see_root:
            size = field.width
            for i in range(1, size + 1):
                cells[span + i] = cells[span + (size + 1) * width + i] = 1
                cells[span + i * width] = cells[span + i * width + size + 1] = 2

    def start(self, position, limits, verdict, every, work):
        """With `every` as many moves as the work allows are proven, else only the best counts."""
        words = self.buffers[0]
        self._verdict, self._position = verdict, position
        best = verdict.best
        self._winner = best if best != NO_MOVE and verdict.outcomes[best] == verdict.me else NO_MOVE
        self._may_swap = position.may_swap()
        self._every = every = every and not verdict.proven  # where all is lost, the best resistance is asked for
        self.done = False
        empty = verdict.empty
        self._node_work = playout_work(self._work, position.points, empty)
        nodes = max(work // self._node_work, 1)
        verdict.depth = max(verdict.depth, 1)  # every win at once is seen
        self.load(position, verdict)
        words[_T_RANDOM] = (limits.seed * 7919 + (position.points - empty) * 104729) & 0x3FFFFFFF
        words[_T_SIDE] = words[_T_TURN] = verdict.me
        words[_T_BATCH] = words[_T_MADE] = words[_T_DEPTH] = words[_T_PROVEN] = words[_T_NODES] = words[_T_ENOUGH] = 0
        words[_T_ROUND] = words[_T_ROWS] = 0
        words[_T_END] = min(nodes, 0x3FFFFFFF)
        filled = min(nodes, 4_000_000) * empty // (_ROWS * words[_T_MOST_MOVES])
        words[_T_VISITS] = min(max(FEWEST_VISITS, filled), 32000)
        words[_T_DEEPEST] = min(limits.depth, _T_MOST_DEPTH)
        words[_T_EVERY] = 1 if every else 0
        words[_T_BALANCED] = 1 if position.may_be_taken_over() and not every else 0
        words[_T_LEAF] = words[_T_FREE] = 1
        words[_T_RECORDS] = 2
        clear(self.buffers[6], 4)
        self._open_root()
        own, others = words[_T_WINS_1], words[_T_WINS_2]
        if verdict.me == 2:
            own, others = others, own
        self._threat = NO_MOVE
        if others and not own:
            self._threat = self.buffers[9][words[_T_WINS_2 + 1 if verdict.me == 1 else _T_WINS_1 + 1]]
            if limits.rough:
                self._enter_losses(self._threat if others == 1 else NO_MOVE)
        if not words[_T_BALANCED] and (limits.rough or not every):
            words[_T_PROVEN] = 2 if own else 1 if others > 1 else 0
        self._look()
        if words[_T_PROVEN] or root_moves(self.buffers) == 1 and not every and not self._may_swap:
            self._finish()
            verdict.settled = True
        elif not work:
            self._finish()
        return True

    def _clear_bits(self):
        """A search that was left amid a batch has left its playouts' bits behind: clear them."""
        words, cells = self.buffers[0], self.buffers[1]
        if words[_T_BATCH]:
            for i in range(2 * words[_T_SPAN], 4 * words[_T_SPAN]):
                cells[i] = 0

    def load(self, position, verdict):
        """Enter the stones of the position and list its empty points."""
        words, cells, order = self.buffers[0], self.buffers[1], self.buffers[2]
        self._clear_bits()
        words[_T_BATCH] = 0
        words[_T_LISTED] = verdict.empty
        if position.may_be_taken_over():
            verdict.swap = TAKEN_OVER if position.tables.fair else UNFAIR
        span, place, listed = words[_T_SPAN], self.place, self._listed
        look = self._see_root
        half = (words[_T_LISTED] + 1) >> 1
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
            look(0, 0, self.buffers)

    def _open_root(self):
        """Give the root its row of moves."""
        unite(self.buffers)
        wins_in_one(self.buffers)
        expand(0, 0, self.buffers)

    def _enter_losses(self, block):
        """The other side is about to win: every move but the block loses."""
        verdict = self._verdict
        for i in range(verdict.empty):
            if self._listed[i] != block:
                verdict.put(self._listed[i], 3 - verdict.me, 2)
                verdict.estimates[self._listed[i]] = 0

    def step(self, work):
        made, words = self._grow(work), self.buffers[0]
        if words[_T_PROVEN] or words[_T_ENOUGH] or words[_T_NODES] >= words[_T_END] and not words[_T_BATCH]:
            self._finish()
        elif self._every:
            self._look()
            if self._may_swap:
                enter_swap(self._position, self._verdict)
        else:
            self._verdict.best = self._verdict.looking_at = self._best()
        return made * self._node_work

    def _grow(self, work):
        """Let the tree grow for about so many units of work; return how many nodes they were worth."""
        words = self.buffers[0]
        made, rows = words[_T_NODES], words[_T_ROWS]
        search((work + self._node_work - 1) // self._node_work, BATCH, self.playouts, self.buffers)
        made = words[_T_NODES] - made
        rows = (words[_T_ROWS] - rows) * words[_T_ROW_COST]
        self._verdict.nodes += made - rows
        return made

    def stop(self):
        self._finish()

    def _best(self):
        """The point of the move that most playouts were made of."""
        return self.buffers[9][place_of(self.buffers[0][_T_BEST], self.buffers)]

    def _look(self):
        """Put what is known so far into the verdict."""
        verdict = self._verdict
        choose(0, 0, self.buffers)
        verdict.looking_at = self._best()
        verdict.best = verdict.looking_at if self._winner == NO_MOVE else self._winner
        fill_rows(0, 0, self.buffers, verdict.outcomes, verdict.plies, verdict.estimates)

    def _finish(self):
        """Say what the best move is worth, unless all moves are known to lose; then weigh the swap against it."""
        words, verdict = self.buffers[0], self._verdict
        self.done = True
        self._look()
        if words[_T_PROVEN] == 1 and self._threat != NO_MOVE:
            verdict.best = self._threat  # all is lost; make the other side find its win elsewhere
        proven, value = words[_T_PROVEN], value_of(words[_T_BEST], self.buffers)
        if not verdict.proven:
            if proven == 2 or value == _T_WON:
                verdict.choose(verdict.best, verdict.win_in(0), True)
            elif proven == 1:
                verdict.choose(verdict.best, verdict.loss_in(0), True)
            else:
                if value >= 0:
                    verdict.score = DRAW + (value - _T_EVEN >> 2)
                if not words[_T_BALANCED]:
                    self._heed_rows()
        if self._may_swap:
            enter_swap(self._position, verdict)

    def _heed_rows(self):
        """Choose what a stage before has proven to win; if it has refuted the best move, the likeliest that is left."""
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
    """Return the work units of a playout on a field with so many points, of which so many are empty at the root."""
    base, by_point, by_empty = costs
    return base + (by_point * points + by_empty * empty >> 3)


class WinsAtOnce(Stage):
    """The tree's first glance, before a solver begins: a win at once, or two of the other side."""

    def __init__(self, tree):
        self._tree = tree

    def start(self, position, limits, verdict, every, work):
        self._tree.start(position, limits, verdict, every, work)
        return False


def enter_swap(position, verdict):
    """Enter what the swap leads to, the contrary of the best answer to the first stone; choose it if that is better.

    Where the sides differ by more than who begins, nothing is known of it.
    """
    swap, best, me = position.points, verdict.best, verdict.me
    if not position.tables.fair:
        verdict.proven = verdict.proven and verdict.outcomes[best] == me
        return
    outcome, plies, estimate = 0, 0, verdict.estimates[best]
    if verdict.outcomes[best] == me:
        outcome, estimate = 3 - me, 100
        plies = soonest(me, verdict, position)
    elif verdict.proven:
        if verdict.score == DRAW:
            outcome, plies, estimate = DRAWN, verdict.empty, 50
        else:
            outcome, estimate = me, 0
            plies = latest(verdict, position)
    verdict.put(swap, outcome, plies and plies + 1)
    verdict.estimates[swap] = NO_ESTIMATE if estimate == NO_ESTIMATE else 100 - estimate
    if verdict.score < DRAW:
        verdict.choose(swap, 2 * DRAW - verdict.score, verdict.proven)


def soonest(me, verdict, position):
    """Return the fewest plies in which a stone is known to win; 0 if that is not known of any."""
    fewest = 0
    for point in range(position.points):
        plies = verdict.plies[point]
        if plies and verdict.outcomes[point] == me and (not fewest or plies < fewest):
            fewest = plies
    return fewest


def latest(verdict, position):
    """Return the most plies in which a stone loses; 0 if they are not known of all stones."""
    most = 0
    for point in range(position.points):
        if not position.cells[point]:
            if not verdict.plies[point]:
                return 0
            most = max(most, verdict.plies[point])
    return most


def _list_small_tables(tables, hex, width, small):
    """Fill in `tables`, still without the replies of Hex."""
    borders = 0
    for touched in tables.field.borders:
        while touched >> borders:
            borders += 1
    at = _T_HEX_WINNING if hex else _T_GROUPS_WINNING
    clear(small, len(small) >> 2)
    steps = [1, 1 - width, -width, -1, width - 1, width]
    if tables.field.slant != 1:
        steps = [1, width + 1, width, -1, -width - 1, -width]
    for i in range(128):
        small[i] = steps[i % 6] + width + 1
    for n in range(64):
        bits = n
        while bits:
            bits &= bits - 1
            small[_T_COUNTS + n] += 1
    for side in (1, 2):
        for _, mask, least in tables.goals[side - 1]:
            list_winners(least, mask, side, at, at + (1 << borders), small)
