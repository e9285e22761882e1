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
from glowgrid.search.groups.tree_words import *
from glowgrid.search.groups.unions import unite, wins_in_one

_PRIOR = const(8)  # playouts it begins with, half of them won: 1 costs 400 Elo on Havannah 4, 4 about 30
_HALF_WEIGHT = const(1000)  # playouts of a move at which its RAVE value weighs half
_LOOK = const(8)  # batches between two checks whether the lead is enough (a power of two)


def words_of(tables, hex, width, span, winning):
    """Return the words for a game with rows of `width` places and sections of `cells` of `span` bytes.

    winning: where `tables` says who wins by which borders.
    """
    words = new_words(WORDS)
    words[WIDTH], words[SPAN], words[PLACES] = width, span, tables.field.points + 2
    words[OWN_BITS] = 2 * span if hex else 3 * span
    words[FLIP] = 1 if hex else 0
    words[UNITED] = 0 if hex else 1
    words[WINNING] = winning
    words[BACK] = 1 if tables.field.slant == 1 else 3
    words[RINGS_WIN] = 1 if tables.rings else 0
    for n in range(1, 264):
        words[RECIPROCALS + n] = 32768 // n
    list_weights(words)
    return words


@micropython.viper
def list_weights(words: ptr32):
    """Enter the weight of a RAVE value, of 256, beside 0, 4, 8 ... playouts: 256 * sqrt(k / (k + 3 * playouts))."""
    weight = 256
    fours = 0
    while fours < 256:
        while weight * weight * (_HALF_WEIGHT + 12 * fours) > 65536 * _HALF_WEIGHT:
            weight -= 1
        words[WEIGHTS + fours] = weight
        fours += 1


@micropython.viper
def begin(side: int, buffers):
    """Begin a tree with only its root, where `side` is to move."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    words[SIDE] = side
    words[TURN] = side
    words[BATCH_SIZE] = words[MADE] = words[DEPTH] = words[PROVEN] = words[NODES] = words[ENOUGH] = 0
    words[ROUND] = words[ROWS_MADE] = 0
    words[LEAF] = words[FREE] = 1
    words[RECORDS] = 2
    records[1] = records[3] = 0  # no row below record 0, which stands for none, nor yet below the root


@micropython.viper
def search(budget: int, batch: int, playouts, buffers):
    """Do playouts, `batch` at a leaf, and rows of moves, for about `budget` playouts; a batch may stay unfinished.

    Between two calls `cells` has the moves of PATH; all playouts of finished batches are in the tree.
    """
    words = ptr32(buffers[0])
    while budget > 0 and not words[PROVEN] and not words[ENOUGH]:
        if not words[BATCH_SIZE]:
            if int(words[NODES]) >= int(words[END]):
                return
            budget -= int(go_to_leaf(batch, buffers))
            if budget <= 0 and words[BATCH_SIZE]:
                return
        count = int(words[BATCH_SIZE]) - int(words[MADE])
        if count:
            if count > budget:
                count = budget
            playouts(count, buffers)
        else:
            count = 1  # the leaf is decided
        words[NODES] += count
        budget -= count
        if int(words[MADE]) == int(words[BATCH_SIZE]):
            end_batch(buffers)


@micropython.viper
def end_batch(buffers):
    """Update the tree with the batch. Now and then check whether the best move's lead can still be made up.

    ENOUGH is set only if no move can overtake it within the nodes that are left.
    """
    words = ptr32(buffers[0])
    update(buffers)
    words[BATCH_SIZE] = 0
    words[ROUND] = (int(words[ROUND]) + 1) & (_LOOK - 1)
    if not words[ROUND] and not words[EVERY]:
        lead = int(choose(buffers))
        if lead > int(words[END]) - int(words[NODES]):
            words[ENOUGH] = 1


@micropython.viper
def go_to_leaf(batch: int, buffers) -> int:
    """Go down to the leaf for the next batch; return the cost of new rows. BATCH_SIZE is 0 if the leaf is decided."""
    words = ptr32(buffers[0])
    before = int(words[NODES])
    left = int(words[END]) - before
    if batch > left:
        batch = left
    words[BATCH_SIZE] = batch
    while int(words[BATCH_SIZE]) and int(descend(buffers)):
        unite(buffers)
        wins_in_one(buffers)
        expand(buffers)
        words[ROWS_MADE] += 1
        words[NODES] += int(words[PRICE_OF_ROW])
    if words[UNITED] and words[BATCH_SIZE]:
        unite(buffers)
    return int(words[NODES]) - before


@micropython.viper
def descend(buffers) -> int:
    """Go down to a leaf, placing stones. Return 1 if it needs its row of moves; else playouts can begin.

    At each node it takes the move that the head of the row names; LEAF has no row.
    """
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[SPAN])
    depth = int(words[DEPTH])
    side = int(words[TURN])
    record = int(words[LEAF])
    row = int(records[2 * record + 1]) & ROW_BITS
    while row:
        move = int(moves[row]) & MOVE_BITS
        cells[span + (int(moves[move]) & PLACE_BITS)] = side
        words[PATH + depth] = move << 14 | row
        depth += 1
        side ^= 3
        record = int(below[move])
        if not record and int(words[RECORDS]) < int(words[MOST_RECORDS]):
            record = int(new_record(EVEN << 16, buffers))
            below[move] = record
        row = int(records[2 * record + 1]) & ROW_BITS
    words[DEPTH] = depth
    words[LEAF] = record
    words[TURN] = side
    words[MADE] = 0
    words[WON_1] = 0
    words[WON_2] = 0
    if int(wants_row(buffers)):
        return 1
    stand_at_leaf(buffers)
    return 0


@micropython.viper
def new_record(value: int, buffers) -> int:
    """Return a new record without playouts; its second word is `value`. The caller has seen that there is room."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    record = int(words[RECORDS])
    words[RECORDS] = record + 1
    records[2 * record] = 0
    records[2 * record + 1] = value
    return record


@micropython.viper
def wants_row(buffers) -> int:
    """Return whether the leaf should get its row of moves: it has had enough playouts, and there is room."""
    words = ptr32(buffers[0])
    record = int(words[LEAF])
    depth = int(words[DEPTH])
    if not record or depth >= int(words[DEEPEST]):
        return 0
    if int(ptr32(buffers[6])[2 * record]) >> 15 < int(words[VISITS]):
        return 0
    count = int(words[LISTED]) - depth
    if count > 0 and int(words[FREE]) + count < int(words[MOST_MOVES]):
        return 1
    return 0


@micropython.viper
def stand_at_leaf(buffers):
    """Let playouts start from the position at the leaf."""
    cells = ptr32(buffers[1])
    section = int(ptr32(buffers[0])[SPAN]) >> 2
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
    """Return the one place that matters at the leaf, 0 if all do; or note that the leaf is decided and return -1.

    Only a win at once decides: the side to move has one, or the other side has two.
    """
    words = ptr32(buffers[0])
    mine = WINS_1
    others = WINS_2
    if int(words[TURN]) == 2:
        mine = WINS_2
        others = WINS_1
    only = 0
    decided = -1
    if int(words[mine]):
        only = int(words[mine + 1])
        decided = LOST
    elif int(words[others]):
        only = int(words[others + 1])
        if int(words[others]) > 1:
            decided = WON
    if not words[DEPTH]:
        if int(words[EVERY]) | int(words[BALANCED]):
            only = 0  # the root needs every move
    elif decided >= 0:
        ptr32(buffers[6])[2 * int(words[LEAF]) + 1] = decided << 16 | 1  # any row but 0: no search goes below it
        words[BATCH_SIZE] = 0
        only = -1
    return only


@micropython.viper
def list_moves(only: int, buffers) -> int:
    """Give the leaf a row of all free places, or only of `only`; return how many there are.

    Every place is even at first, with _PRIOR playouts; a root move that wins at once is proven.
    """
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    leaf = int(words[SPAN])
    winning = 0
    if not words[DEPTH]:
        winning = int(words[TURN])
    row = int(words[FREE])
    last = row
    first = 0  # the first move that is not decided: look at it first
    at = int(words[PLACES])
    place = int(order[at])
    while place:
        if not cells[leaf + place] and (not only or place == only):
            last += 1
            moves[last] = EVEN << 17 | place
            below[last] = 0
            if int(cells[place]) & winning:
                record = int(new_record(WON << 16 | 1, buffers))
                records[2 * record] = AT_ONCE
                below[last] = record
            elif not first:
                first = last
        at += 1
        place = int(order[at])
    if last == row:
        return 0
    if not first:  # every move wins at once
        first = last
        words[PROVEN] = 3
    moves[row] = _PRIOR << 22 | last - row << 14 | first
    words[FREE] = last + 1
    at = 2 * int(words[LEAF]) + 1
    records[at] = int(records[at]) & 0x1FFF0000 | row
    return last - row
