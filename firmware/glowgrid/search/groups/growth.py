"""Monte-Carlo tree search for connection games with two sides, such as Hex, Havannah and Y: how the tree grows.

UCT (L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006) that explores by RAVE alone (S. Gelly,
D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011): a move is worth the mean
of the playouts that began with it, mixed with the mean of all those in which its side got that point sooner or later.
The more playouts there are of the first kind, the less the second mean weighs. A leaf gets several playouts before the
tree is updated.

A node lists only the moves that promise most, by the RAVE values of the rows above it, and more of them as it gets
more playouts (R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007: progressive widening). When
memory is full, a new row takes the place of the one that was not visited for the longest time (E. J. Powley,
P. I. Cowling, D. Whitehouse, "Memory bounded Monte Carlo tree search", 2017).

The kernels work on buffers: [words, cells, order, tables, moves, point, records, groups, rings]. A place is the index
of a point in a picture of the field with a frame around it.

words    numbers, named in tree_words.py
cells    four sections of a byte a place: the position in a playout, or where a side wins at once; the position on the
         way from root to leaf; which playouts of the batch gave the place to side 1, a bit each; which to side 2
order    the empty places of the root in the order of a playout; then all places, and 0
tables   small tables: steps to the neighbours, counts of bits, replies to intrusions, who wins by which borders
moves    a word per move of the tree: RAVE value << 17, with eight bits of fraction, | place. A block is a head word,
         then moves: number of playouts that their RAVE values rest on << 22 | number of moves << 14 | which to look at
         next. The root has one block with all its moves; any other node has a row of blocks of the same size, and the
         head of the first names the next move
point    the point of a place
records  two words for each word of `moves`. A move: playouts << 15 | how many of them the mover won; then value << 16 |
         the row of its answers, 0 if it has none, 1 if a win at once decides. A head: when it was last visited; then
         the move above << 16 | the next block of the row, 0 if moves are missing, 1 if it has them all. The record of
         the root, as of a move, is the first
groups   leaders and touched borders, see unions.py; its fifth section ranks moves for a new block
rings    Hex: the six neighbours of every place, two bits each

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
_TRUST = const(16)  # the same for a move that the rows above know
_BLOCK = const(8)  # words of a block: a head and seven moves
_WIDEN = const(128)  # playouts of a node at which its row gets a second block
_WIDER = const(4)  # how many times as many the next block takes
_MIDDLE = const(16384)  # the rank of a mean move
_AHEAD = const(65535)  # a rank above all others
_NEAR = const(400)  # how much higher a neighbour of the last move ranks
_HIGHEST = const(8180)  # a value to begin with, at most
_PASS_TICKS = const(128)  # more than two for each move to the deepest leaf
_MOST_TICKS = const(0x3F000000)  # the search ends there: 49 million playouts
_KEPT = const(12)  # playouts that a node remembers then
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
    list_weights(words)
    return words


@micropython.viper
def list_weights(words: ptr32):
    """Enter 256 * sqrt(k / (k + 3 * playouts)), the weight of a RAVE value beside 0, 4 .. 508, 512, 768 .. playouts."""
    weight = 256
    at = 0
    while at < 254:
        playouts = 4 * at
        if at > 127:
            playouts = at - 126 << 8
        while weight * weight * (_HALF_WEIGHT + 3 * playouts >> 4) > 65536 * _HALF_WEIGHT >> 4:
            weight -= 1
        words[WEIGHTS + at] = weight
        at += 1


@micropython.viper
def begin(side: int, buffers):
    """Begin a tree with only its root, where `side` is to move."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    words[SIDE] = words[TURN] = side
    words[BATCH_SIZE] = words[MADE] = words[DEPTH] = words[PROVEN] = words[NODES] = words[ENOUGH] = 0
    words[ROUND] = words[ROWS_MADE] = words[TICK] = 0
    words[LEAF] = 1
    words[FREE] = 2
    records[2] = 0
    records[3] = EVEN << 16


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
    words[TICK] += _PASS_TICKS
    if int(words[TICK]) > _MOST_TICKS:
        words[ENOUGH] = 1
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

    At each node it takes the move that the head of the row names, which may first get another block; LEAF has
    no row.
    """
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    span = int(words[SPAN])
    record = int(words[LEAF])
    row = int(records[2 * record + 1]) & ROW_BITS
    while row > 1:
        depth = int(words[DEPTH])
        side = int(words[TURN])
        words[LEAF] = record
        last = int(refresh(row, buffers))
        if last:
            rank(0, buffers)
            see_row(row, 0, buffers)
            block = int(new_block(buffers))
            records[2 * block] = int(words[TICK]) - 2 * depth - 1
            records[2 * last + 1] = int(records[2 * last + 1]) | block
            list_best(block, buffers)
            if not int(moves[row]) & MOVE_BITS:
                moves[row] = int(moves[row]) | block + 1
        move = int(moves[row]) & MOVE_BITS
        cells[span + (int(moves[move]) & PLACE_BITS)] = side
        words[PATH + depth] = move << 14 | row
        words[DEPTH] = depth + 1
        words[TURN] = side ^ 3
        record = move
        row = int(records[2 * record + 1]) & ROW_BITS
    words[LEAF] = record
    words[MADE] = 0
    words[WON_1] = 0
    words[WON_2] = 0
    if int(wants_row(buffers)):
        return 1
    stand_at_leaf(buffers)
    return 0


@micropython.viper
def refresh(row: int, buffers) -> int:
    """Note that the row of LEAF is in use. Return its last block if it should get another, else 0."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    tick = int(words[TICK]) - 2 * int(words[DEPTH])
    records[2 * row] = tick
    due = _WIDEN
    block = row
    more = int(records[2 * block + 1]) & ROW_BITS
    while more > 1:
        block = more
        records[2 * block] = tick - 1
        more = int(records[2 * block + 1]) & ROW_BITS
        if due <= MOST_PLAYOUTS:
            due *= _WIDER
    if not more:
        if int(records[2 * int(words[LEAF])]) >> 15 >= due or not int(ptr32(buffers[4])[row]) & MOVE_BITS:
            return block
    return 0


@micropython.viper
def wants_row(buffers) -> int:
    """Return whether the leaf should get its row of moves: it has enough playouts, and may go deeper."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    record = 2 * int(words[LEAF])
    depth = int(words[DEPTH])
    if int(records[record + 1]) & ROW_BITS or depth >= int(words[DEEPEST]) or int(words[LISTED]) <= depth:
        return 0
    if int(records[record]) >> 15 < int(words[VISITS]):
        return 0
    return 1


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
    """After `wins_in_one`: give the leaf its row of moves, or note that it is decided. Return its number of moves.

    The root gets all, any other leaf the best. Few calls nest: each takes 200 bytes of the stack.
    """
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    only = int(needed(buffers))
    if only < 0:
        return 0
    if not words[DEPTH]:
        return int(list_all(only, buffers))
    rank(only, buffers)
    row = int(new_block(buffers))
    at = 2 * int(words[LEAF]) + 1
    records[at] = int(records[at]) >> 16 << 16 | row
    records[2 * row] = int(words[TICK]) - 2 * int(words[DEPTH])
    list_best(row, buffers)
    return int(ptr32(buffers[4])[row]) >> 14 & 255


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
def list_all(only: int, buffers) -> int:
    """Give the root all its moves, or only `only`; return how many there are.

    A move is even at first, with _PRIOR playouts; one that wins at once is proven.
    """
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    root = int(words[SPAN])
    winning = int(words[TURN])
    row = int(words[FREE])
    records[3] = EVEN << 16 | row
    records[2 * row] = 0
    records[2 * row + 1] = 1
    last = row
    first = 0  # the first move that is not decided: look at it first
    at = int(words[PLACES])
    place = int(order[at])
    while place:
        if not cells[root + place] and (not only or place == only):
            last += 1
            moves[last] = EVEN << 17 | place
            records[2 * last] = 0
            records[2 * last + 1] = EVEN << 16
            if int(cells[place]) & winning:
                records[2 * last] = AT_ONCE
                records[2 * last + 1] = WON << 16 | 1
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
    words[FREE] = words[BLOCKS] = last + 1
    return last - row


@micropython.viper
def rank(only: int, buffers):
    """Rank the free places at the leaf, or only `only`: by the RAVE value in the nearest row above that has the place.

    What counts is how far a value is from the mean of its node. In half of the playouts a side has a place, so what a
    place is worth to one side it is worth to the other.
    """
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    ranks = ptr16(buffers[7])
    records = ptr32(buffers[6])
    span = int(words[SPAN])
    at = int(words[PLACES])
    place = int(order[at])
    while place:
        ranks[4 * span + place] = 0
        if not cells[span + place] and (not only or place == only):
            ranks[4 * span + place] = _MIDDLE
        at += 1
        place = int(order[at])
    record = 1
    depth = 0
    while depth < int(words[DEPTH]):
        path = int(words[PATH + depth])
        see_row(path & MOVE_BITS, _MIDDLE - 8192 + (int(records[2 * record + 1]) >> 16), buffers)
        record = path >> 14
        depth += 1
    see_last_move(buffers)


@micropython.viper
def see_row(row: int, shift: int, buffers):
    """Rank the places of a row by RAVE value + `shift`; if that is 0, they are out of the question."""
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    ranks = ptr16(buffers[7])
    section = 4 * int(ptr32(buffers[0])[SPAN])
    while row > 1:
        move = row
        last = row + (int(moves[row]) >> 14 & 255)
        while move < last:
            move += 1
            value = int(moves[move])
            at = section + (value & PLACE_BITS)
            if ranks[at]:
                ranks[at] = 0
                if shift:
                    ranks[at] = (value >> 17) + shift
        row = int(records[2 * row + 1]) & ROW_BITS


@micropython.viper
def see_last_move(buffers):
    """Rank the neighbours of the last move higher; in Hex a point first that saves a two-bridge from it."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    ranks = ptr16(buffers[7])
    span = int(words[SPAN])
    base = int(words[WIDTH]) + 1
    place = int(ptr32(buffers[4])[int(words[LEAF])]) & PLACE_BITS
    ring = 0
    turn = 6
    while turn:
        turn -= 1
        near = place + int(tables[STEPS + turn]) - base
        ring = ring << 2 | int(cells[span + near])
        near += 4 * span
        if ranks[near]:
            ranks[near] = int(ranks[near]) + _NEAR
    if words[FLIP]:
        near = int(tables[(int(words[TURN]) << 12) + ring])
        if near:
            near += place - base + 4 * span
            if ranks[near]:
                ranks[near] = _AHEAD


@micropython.viper
def list_best(block: int, buffers):
    """Fill a block with the moves that rank highest; note whether these are all that are left."""
    words = ptr32(buffers[0])
    order = ptr16(buffers[2])
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    ranks = ptr16(buffers[7])
    section = 4 * int(words[SPAN])
    last = block
    left = 0
    at = int(words[PLACES])
    place = int(order[at])
    while place:
        rank = int(ranks[section + place])
        if rank:
            left += 1
            if last < block + (_BLOCK - 1):
                last += 1
                moves[last] = 0
            if int(moves[last]) >> 9 < rank:
                move = last
                while move - 1 > block and int(moves[move - 1]) >> 9 < rank:
                    moves[move] = moves[move - 1]
                    move -= 1
                moves[move] = rank << 9 | place
        at += 1
        place = int(order[at])
    node = int(words[LEAF])
    mean = 8192 - _MIDDLE - (int(records[2 * node + 1]) >> 16)
    moves[block] = _TRUST << 22 | last - block << 14 | block + 1
    records[2 * block + 1] = node << 16
    if left == last - block:
        records[2 * block + 1] = node << 16 | 1
    while last > block:
        value = (int(moves[last]) >> 9) + mean
        if value < 1:
            value = 1
        if value > _HIGHEST:
            value = _HIGHEST
        moves[last] = value << 17 | int(moves[last]) & PLACE_BITS
        records[2 * last] = 0
        records[2 * last + 1] = EVEN << 16
        last -= 1


@micropython.viper
def new_block(buffers) -> int:
    """Return a free block, or the one not used for the longest time. A node is always in use with those above it.

    It looks through at most 234 blocks: 0.04 ms on the Pico. A row passes five only if all its listed moves lose.
    """
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    block = int(words[FREE])
    if block + _BLOCK <= int(words[MOST_MOVES]):
        words[FREE] = block + _BLOCK
        return block
    at = int(words[BLOCKS])
    oldest = int(records[2 * at])
    block = at
    while at + _BLOCK <= int(words[MOST_MOVES]):
        if int(records[2 * at]) < oldest:
            oldest = int(records[2 * at])
            block = at
        at += _BLOCK
    let_go(block, buffers)
    return block


@micropython.viper
def let_go(block: int, buffers):
    """Take a block from its row. A node without one is a leaf; unless it is a root move, it forgets playouts.

    No search comes back to a decided node.
    """
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    above = 2 * (int(records[2 * block + 1]) >> 16)
    more = int(records[2 * block + 1]) & ROW_BITS
    row = int(records[above + 1]) & ROW_BITS
    if row == block:
        records[above + 1] = int(records[above + 1]) >> 16 << 16
        playouts = int(records[above]) >> 15
        if playouts > _KEPT and above >= 2 * int(ptr32(buffers[0])[BLOCKS]):
            records[above] = _KEPT << 15 | (int(records[above]) & 32767) * _KEPT // playouts
        return
    move = int(moves[row]) & MOVE_BITS
    if move > block and move < block + _BLOCK:
        moves[row] = int(moves[row]) & ~MOVE_BITS
    while (int(records[2 * row + 1]) & ROW_BITS) != block:
        row = int(records[2 * row + 1]) & ROW_BITS
    records[2 * row + 1] = int(records[2 * row + 1]) >> 16 << 16 | more
    while more > 1:
        row = more
        more = int(records[2 * row + 1]) & ROW_BITS
    if more:  # the row is no longer complete
        records[2 * row + 1] = int(records[2 * row + 1]) >> 16 << 16
