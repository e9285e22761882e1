"""Monte-Carlo tree search for connection games with two sides, such as Hex, Havannah and Y: how the tree grows.

UCT (L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006) that explores by RAVE alone (S. Gelly,
D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011): a move is worth the mean
of the playouts that began with it, mixed with the mean of all those in which its side got that point sooner or later.
The more playouts there are of the first kind, the less the second mean weighs. A leaf gets several playouts before the
tree is updated.

The kernels work on buffers: [words, cells, order, tables, moves, below, records, groups, rings, point]. A place is the
index of a point in a picture of the field with a frame around it.

words    numbers, named below
cells    four sections of a byte a place: the position in a playout, or where a side wins at once; the position on the
         way from root to leaf; which playouts of the batch gave the place to side 1, a bit each; which to side 2
order    the empty places of the root in the order of a playout; then all places, and 0
tables   small tables: steps to the neighbours, counts of bits, replies to intrusions, who wins by which borders
moves    a word per move of the tree: RAVE value << 17, with eight bits of fraction, | place. The moves of a node form
         a row after its head word: number of playouts that their RAVE values rest on << 22 | number of moves << 14
         | which to look at next
below    16 bits per move: its record, 0 if it was never looked at
records  two words: playouts << 15 | how many of them the mover won; then value << 16 | where its row of answers is
groups   leaders and touched borders, see unions.py
rings    Hex: the six neighbours of every place, two bits each
point    the point of a place

Values go from 0 to 8191, from the view of the side that moves; in records 0 is a proven loss and 8191 a proven win.
"""

import micropython
from micropython import const

from glowgrid.memory import words as new_words
from glowgrid.search.groups.estimates import choose, update
from glowgrid.search.groups.unions import unite, wins_in_one

# `words`:
_T_RANDOM = const(0)
_T_WIDTH = const(1)
_T_LISTED = const(2)  # empty points of the root
_T_SIDE = const(3)  # the side to move at the root
_T_TURN = const(4)  # the side to move at the current node
_T_BATCH = const(5)  # playouts to do at this leaf
_T_MADE = const(6)  # how many of them are done
_T_WON_1 = const(7)  # a bit for each: whether side 1 won
_T_WON_2 = const(8)
_T_DEPTH = const(9)  # moves from the root to the current node
_T_FREE = const(10)  # where the next row of moves can start
_T_RECORDS = const(11)  # number of records in use
_T_VISITS = const(12)  # playouts after which a leaf gets its row of moves
_T_SPAN = const(13)  # bytes of a section of `cells`
_T_DEEPEST = const(14)  # no rows deeper than this number of moves
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
_T_OWN_BITS = const(28)  # where the bits of the points of side 2 are in `cells`
_T_FLIP = const(29)  # 1: what is not side 1's is side 2's
_T_PLACES = const(30)  # where the list of all points starts in `order`
_T_BEST = const(31)  # the root move with most playouts
_T_ROUND = const(32)  # batches since the lead was last checked
_T_WINNING = const(33)  # three for unions.py
_T_BACK = const(34)
_T_RINGS_WIN = const(35)
_T_SHUFFLED = const(36)  # see playouts.py
_T_UNITED = const(37)  # 1: playouts need the groups of the leaf
_T_ROW_COST = const(38)  # a new row of moves takes as long as this many playouts
_T_ROWS = const(39)  # rows of moves made
_T_PATH = const(40)  # a word per move from root to leaf: move << 14 | head of its row
_T_DECIDED = const(92)  # of the current row: 1 lost, 2 won for the side to move there
_T_RECIPROCALS = const(96)
_T_WEIGHTS = const(368)
_T_WORDS = const(624)

_T_LOST = const(0)
_T_EVEN = const(4096)
_T_WON = const(8191)
_T_PRIOR = const(8)  # playouts it begins with, half of them won: 1 costs 400 Elo on Havannah 4, 4 about 30
_T_PLACE = const(511)
_T_MOVE = const(16383)  # the part of a head or path word that is a move, or where a row is
_T_ROW = const(0xFFFF)  # the part of a record that is its row
_T_AT_ONCE = const(32769)  # a record: one playout, won
_T_HALF_WEIGHT = const(1000)  # playouts of a move at which its RAVE value weighs half
_T_LOOK = const(8)  # batches between two checks whether the lead is enough (a power of two)


def words_of(tables, hex, width, span, winning):
    """Return the words for a game with rows of `width` places and sections of `cells` of `span` bytes.

    winning: where `tables` says who wins by which borders.
    """
    words = new_words(_T_WORDS)
    words[_T_WIDTH], words[_T_SPAN], words[_T_PLACES] = width, span, tables.field.points + 2
    words[_T_OWN_BITS] = 2 * span if hex else 3 * span
    words[_T_FLIP] = 1 if hex else 0
    words[_T_UNITED] = 0 if hex else 1
    words[_T_WINNING] = winning
    words[_T_BACK] = 1 if tables.field.slant == 1 else 3
    words[_T_RINGS_WIN] = 1 if tables.rings else 0
    for n in range(1, 264):
        words[_T_RECIPROCALS + n] = 32768 // n
    list_weights(words)
    return words


@micropython.viper
def list_weights(words: ptr32):
    """Enter the weight of a RAVE value, of 256, beside 0, 4, 8 ... playouts: 256 * sqrt(k / (k + 3 * playouts))."""
    weight = 256
    fours = 0
    while fours < 256:
        while weight * weight * (_T_HALF_WEIGHT + 12 * fours) > 65536 * _T_HALF_WEIGHT:
            weight -= 1
        words[_T_WEIGHTS + fours] = weight
        fours += 1


@micropython.viper
def begin(side: int, buffers):
    """Begin a tree with only its root, where `side` is to move."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    words[_T_SIDE] = side
    words[_T_TURN] = side
    words[_T_BATCH] = words[_T_MADE] = words[_T_DEPTH] = words[_T_PROVEN] = words[_T_NODES] = words[_T_ENOUGH] = 0
    words[_T_ROUND] = words[_T_ROWS] = 0
    words[_T_LEAF] = words[_T_FREE] = 1
    words[_T_RECORDS] = 2
    records[0] = records[1] = records[2] = records[3] = 0


@micropython.viper
def search(budget: int, batch: int, playouts, buffers):
    """Do playouts, `batch` at a leaf, and rows of moves, for about `budget` playouts; a batch may stay unfinished."""
    words = ptr32(buffers[0])
    while budget > 0 and not words[_T_PROVEN] and not words[_T_ENOUGH]:
        if not words[_T_BATCH]:
            if int(words[_T_NODES]) >= int(words[_T_END]):
                return
            budget -= int(go_to_leaf(batch, buffers))
            if budget <= 0 and words[_T_BATCH]:
                return
        count = int(words[_T_BATCH]) - int(words[_T_MADE])
        if count:
            if count > budget:
                count = budget
            playouts(count, buffers)
        else:
            count = 1  # the leaf is decided
        words[_T_NODES] += count
        budget -= count
        if int(words[_T_MADE]) == int(words[_T_BATCH]):
            end_batch(buffers)


@micropython.viper
def end_batch(buffers):
    """Update the tree with the batch. Now and then check whether the best move's lead can still be made up."""
    words = ptr32(buffers[0])
    update(buffers)
    words[_T_BATCH] = 0
    words[_T_ROUND] = (int(words[_T_ROUND]) + 1) & (_T_LOOK - 1)
    if not words[_T_ROUND] and not words[_T_EVERY]:
        lead = int(choose(buffers))
        if lead > int(words[_T_END]) - int(words[_T_NODES]):
            words[_T_ENOUGH] = 1


@micropython.viper
def go_to_leaf(batch: int, buffers) -> int:
    """Go down to the leaf for the next batch; return what its new rows of moves cost."""
    words = ptr32(buffers[0])
    before = int(words[_T_NODES])
    left = int(words[_T_END]) - before
    if batch > left:
        batch = left
    words[_T_BATCH] = batch
    while int(words[_T_BATCH]) and int(descend(buffers)):
        unite(buffers)
        wins_in_one(buffers)
        expand(buffers)
        words[_T_ROWS] += 1
        words[_T_NODES] += int(words[_T_ROW_COST])
    if words[_T_UNITED] and words[_T_BATCH]:
        unite(buffers)
    return int(words[_T_NODES]) - before


@micropython.viper
def descend(buffers) -> int:
    """Go down to a leaf, placing stones. Return 1 if it needs its row of moves; else playouts can begin."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[_T_SPAN])
    depth = int(words[_T_DEPTH])
    side = int(words[_T_TURN])
    record = int(words[_T_LEAF])
    row = int(records[2 * record + 1]) & _T_ROW
    while row:
        move = int(moves[row]) & _T_MOVE
        cells[span + (int(moves[move]) & _T_PLACE)] = side
        words[_T_PATH + depth] = move << 14 | row
        depth += 1
        side ^= 3
        record = int(below[move])
        if not record and int(words[_T_RECORDS]) < int(words[_T_MOST_RECORDS]):
            record = int(new_record(_T_EVEN << 16, buffers))
            below[move] = record
        row = int(records[2 * record + 1]) & _T_ROW
    words[_T_DEPTH] = depth
    words[_T_LEAF] = record
    words[_T_TURN] = side
    words[_T_MADE] = 0
    words[_T_WON_1] = 0
    words[_T_WON_2] = 0
    if int(wants_row(buffers)):
        return 1
    stand_at_leaf(buffers)
    return 0


@micropython.viper
def new_record(value: int, buffers) -> int:
    """Return a new record without playouts; its second word is `value`."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    record = int(words[_T_RECORDS])
    words[_T_RECORDS] = record + 1
    records[2 * record] = 0
    records[2 * record + 1] = value
    return record


@micropython.viper
def wants_row(buffers) -> int:
    """Return whether the leaf should get its row of moves: it has had enough playouts, and there is room."""
    words = ptr32(buffers[0])
    record = int(words[_T_LEAF])
    depth = int(words[_T_DEPTH])
    if not record or depth >= int(words[_T_DEEPEST]):
        return 0
    if int(ptr32(buffers[6])[2 * record]) >> 15 < int(words[_T_VISITS]):
        return 0
    count = int(words[_T_LISTED]) - depth
    if count > 0 and int(words[_T_FREE]) + count < int(words[_T_MOST_MOVES]):
        return 1
    return 0


@micropython.viper
def stand_at_leaf(buffers):
    """Let playouts start from the position at the leaf."""
    cells = ptr32(buffers[1])
    section = int(ptr32(buffers[0])[_T_SPAN]) >> 2
    at = 0
    while at < section:
        cells[at] = cells[section + at]
        at += 1


@micropython.viper
def expand(buffers) -> int:
    """After `wins_in_one`: give the leaf its row of moves, or note that it is decided. Return its number of moves."""
    only = int(needed(buffers))
    if only < 0:
        return 0
    return int(list_moves(only, buffers))


@micropython.viper
def needed(buffers) -> int:
    """Return the one place that matters at the leaf, 0 if all do; or note that the leaf is decided and return -1."""
    words = ptr32(buffers[0])
    mine = _T_WINS_1
    others = _T_WINS_2
    if int(words[_T_TURN]) == 2:
        mine = _T_WINS_2
        others = _T_WINS_1
    only = 0
    decided = -1
    if int(words[mine]):
        only = int(words[mine + 1])
        decided = _T_LOST
    elif int(words[others]):
        only = int(words[others + 1])
        if int(words[others]) > 1:
            decided = _T_WON
    if not words[_T_DEPTH]:
        if int(words[_T_EVERY]) | int(words[_T_BALANCED]):
            only = 0  # the root needs every move
    elif decided >= 0:
        ptr32(buffers[6])[2 * int(words[_T_LEAF]) + 1] = decided << 16 | 1  # any row but 0: no search goes below it
        words[_T_BATCH] = 0
        only = -1
    return only


@micropython.viper
def list_moves(only: int, buffers) -> int:
    """Give the leaf a row of all free places, or only of `only`; return how many there are.

    A root move that wins at once is proven.
    """
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    leaf = int(words[_T_SPAN])
    winning = 0
    if not words[_T_DEPTH]:
        winning = int(words[_T_TURN])
    row = int(words[_T_FREE])
    last = row
    first = 0  # the first move that is not decided: look at it first
    at = int(words[_T_PLACES])
    place = int(order[at])
    while place:
        if not cells[leaf + place] and (not only or place == only):
            last += 1
            moves[last] = _T_EVEN << 17 | place
            below[last] = 0
            if int(cells[place]) & winning:
                record = int(new_record(_T_WON << 16 | 1, buffers))
                records[2 * record] = _T_AT_ONCE
                below[last] = record
            elif not first:
                first = last
        at += 1
        place = int(order[at])
    if last == row:
        return 0
    if not first:  # every move wins at once
        first = last
        words[_T_PROVEN] = 3
    moves[row] = _T_PRIOR << 22 | last - row << 14 | first
    words[_T_FREE] = last + 1
    at = 2 * int(words[_T_LEAF]) + 1
    records[at] = int(records[at]) & 0x1FFF0000 | row
    return last - row
