"""The tree of the search of connection games: choosing a leaf, adding to the tree, passing on what playouts told.

UCT (L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006) whose exploring is done by RAVE alone (S. Gelly,
D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011): a move is worth a mean of how
playouts went that began with it and of all those in which its side got that point sooner or later, the latter weighing less
the more of the former there are. Several playouts are made at a leaf before the tree hears of them.

The buffers, [words, cells, order, tables, moves, below, records, groups], are laid out in search/connection.py:

moves    a word per move of the tree: RAVE value << 17, with eight bits of fraction, | place. The moves of a node stand in a row
         behind a word that heads them: playouts that their RAVE values rest on << 22 | how many << 14 | which to look at next.
below    16 bits per move: its record, 0 while it was never looked at
records  two words: playouts << 15 | how many of them the mover won; then value << 16 | where the row of answers is, 0: none

Values go from 0 to 8191, seen by the side that makes the move; in records 0 is a proven loss and 8191 a proven win.
"""

import micropython
from micropython import const

from glowgrid.search.unions import unite, wins_in_one

# `words`:
_RANDOM = const(0)
_SPAN = const(13)  # bytes of a section of `cells`
_LISTED = const(2)  # empty points of the root
_SIDE = const(3)  # side to move at the root
_TURN = const(4)  # side to move at the leaf
_BATCH = const(5)  # playouts at this leaf
_DONE = const(6)  # so many of them are made
_WON_1 = const(7)  # a bit for each of them: did side 1 win?
_WON_2 = const(8)
_DEPTH = const(9)  # moves from root to leaf
_FREE = const(10)  # where the next row of moves can stand
_RECORDS = const(11)  # number of records in use
_VISITS = const(12)  # so many playouts at a leaf, and it gets its row of moves
_DEEPEST = const(14)  # no more rows below so many moves
_BALANCED = const(15)  # 1: the root seeks the move of value nearest to 1/2
_EVERY = const(16)  # 1: the root goes on until all of its moves are proven
_PROVEN = const(17)  # of the root: 0 nothing, 1 lost, 2 won (with _EVERY: 3, all moves are proven)
_NODES = const(18)
_END = const(19)  # nodes allowed
_LEAF = const(20)  # record of the leaf
_ENOUGH = const(21)  # 1: a lead that can not be made up for
_MOST_MOVES = const(22)
_MOST_RECORDS = const(23)
_WINS_1 = const(24)  # number of points where side 1 wins at once, and one of them
_WINS_2 = const(26)
_OWN_BITS = const(28)  # where in `cells` the bits of the points of side 2 are
_FLIP = const(29)  # 1: a point is side 2's where it is not side 1's
_PLACES = const(30)  # where in `order` the list of all points starts
_BEST = const(31)  # move of the root that most playouts were made of
_UNITED = const(37)  # 1: playouts want the groups of the leaf
_ROUND = const(32)  # batches since the last look at the lead
_PATH = const(40)  # a word per move from root to leaf: move << 14 | head of its row
_RECIPROCALS = const(96)
_WEIGHTS = const(368)

_COUNTS = const(136)  # in `tables`: number of bits set in 0..63
_LOST = const(0)
_EVEN = const(4096)
_WON = const(8191)
_FULL = const(8184)  # a RAVE value rises at most to this
_MOST = const(255)  # it rests on at most so many playouts: older ones fade
_PRIOR = const(8)  # so many playouts, half of them won, are taken for granted: 1 costs 400 Elo on Havannah 4, 4 some 30
_PLACE = const(511)
_LOOK = const(8)  # batches between two looks at whether the lead is enough (a power of two)


@micropython.viper
def descend(i: int, m: int, buffers) -> int:
    """Go on from the node reached to a leaf, placing stones; 1 if the leaf is to get its row of moves. `i`, `m` are dummies."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    c32 = ptr32(buffers[1])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[_SPAN])
    depth = int(words[_DEPTH])
    record = int(words[_LEAF])
    m = int(words[_TURN])
    row = int(records[2 * record + 1]) & 0xFFFF
    while row:
        i = int(moves[row]) & 16383
        c[span + (int(moves[i]) & _PLACE)] = m
        words[_PATH + depth] = i << 14 | row
        depth += 1
        m ^= 3
        record = int(below[i])
        if not record:
            record = int(words[_RECORDS])
            if record < int(words[_MOST_RECORDS]):
                words[_RECORDS] = record + 1
                below[i] = record
                records[2 * record] = 0
                records[2 * record + 1] = _EVEN << 16
            else:
                record = 0
        row = int(records[2 * record + 1]) & 0xFFFF
    words[_DEPTH] = depth
    words[_LEAF] = record
    words[_TURN] = m
    words[_DONE] = 0
    words[_WON_1] = 0
    words[_WON_2] = 0
    if record and depth < int(words[_DEEPEST]) and int(records[2 * record]) >> 15 >= int(words[_VISITS]):
        i = int(words[_LISTED]) - depth
        if i > 0 and int(words[_FREE]) + i < int(words[_MOST_MOVES]):
            return 1
    i = 0
    m = span >> 2
    while i < m:  # playouts begin with the position at the leaf
        c32[i] = c32[m + i]
        i += 1
    return 0


@micropython.viper
def expand(p: int, i: int, buffers):
    """Give the leaf its row of moves, the wins at once of both sides being known; or note that it is decided."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[_SPAN])
    struck = 2 * span  # points that the root is not to see are marked there
    depth = int(words[_DEPTH])
    record = int(words[_LEAF])
    mine = _WINS_1
    others = _WINS_2
    if int(words[_TURN]) == 2:
        mine = _WINS_2
        others = _WINS_1
    only = 0
    whole = 0  # the root may ask for every move
    if not depth:
        whole = int(words[_EVERY]) | int(words[_BALANCED])
    if int(words[mine]):
        only = int(words[mine + 1])
        if depth:
            records[2 * record + 1] = _LOST << 16 | 1  # any row but 0: it is never descended into
            words[_BATCH] = 0
            return
    elif int(words[others]):
        only = int(words[others + 1])
        if int(words[others]) > 1 and depth:
            records[2 * record + 1] = _WON << 16 | 1
            words[_BATCH] = 0
            return
    if whole:
        only = 0
    elif only:
        if c[struck + only]:
            only = 0
    row = int(words[_FREE])
    i = row
    first = 0  # move that is not decided: the first to be looked at
    at = int(words[_PLACES])
    p = int(order[at])
    while p:
        if not c[span + p] and not c[struck + p]:
            if not only or p == only:
                i += 1
                moves[i] = 4096 << 17 | p
                below[i] = 0
                if not depth and int(c[p]) & int(words[_TURN]):
                    record = int(words[_RECORDS])
                    words[_RECORDS] = record + 1
                    below[i] = record
                    records[2 * record] = 1 << 15 | 1
                    records[2 * record + 1] = _WON << 16 | 1
                elif not first:
                    first = i
        at += 1
        p = int(order[at])
    if i > row:
        if not first:  # every move wins at once
            first = i
            words[_PROVEN] = 3
        moves[row] = _PRIOR << 22 | i - row << 14 | first
        words[_FREE] = i + 1
        record = int(words[_LEAF])
        records[2 * record + 1] = int(records[2 * record + 1]) & 0x1FFF0000 | row


@micropython.viper
def update(j: int, x: int, buffers):
    """Tell the moves from leaf to root how the playouts of the batch went, choose where to look next, take the stones away."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    c32 = ptr32(buffers[1])
    tables = ptr8(buffers[3])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    span = int(words[_SPAN])
    batch = int(words[_BATCH])
    decided = 0  # of the row below: 1 lost, 2 won for the side that moves there
    m = int(words[_TURN])
    level = int(words[_DEPTH])
    while level:
        level -= 1
        m ^= 3
        row = int(words[_PATH + level]) & 16383
        i = int(words[_PATH + level]) >> 14
        won = int(words[_WON_1])
        bits_at = 2 * span
        flip = 0
        if m == 2:
            won = int(words[_WON_2])
            bits_at = int(words[_OWN_BITS])
            if int(words[_FLIP]):
                flip = (1 << batch) - 1
        record = int(below[i])
        if record:
            x = int(records[2 * record])
            v = (x >> 15) + batch
            w = (x & 32767) + int(tables[_COUNTS + won])
            if v > 32767:
                v >>= 1
                w >>= 1
            records[2 * record] = v << 15 | w
            x = int(records[2 * record + 1])
            if decided == 1:
                x = _WON << 16 | x & 0xFFFF
            elif decided:
                x = _LOST << 16 | x & 0xFFFF
            elif batch:
                q = w * 8188 // v + 1
                x = q << 16 | x & 0xFFFF
            records[2 * record + 1] = x
        c[span + (int(moves[i]) & _PLACE)] = 0
        j = int(moves[row])
        if j >> 22 == _MOST and words[_ROUND] & 1 and batch and not decided:
            continue  # what rests on so much is looked through every other time: the same move is looked at next
        decided = 0
        best = -1
        end = row + (j >> 14 & 255)
        n = (j >> 22) + (batch >> 1)  # every move of the row has been played in about as many playouts
        share = int(words[_RECIPROCALS + n])
        if n > _MOST:
            n = _MOST
        seek = 0
        if not level:
            seek = int(words[_BALANCED]) | int(words[_EVERY])
        j = row
        while j < end:
            j += 1
            x = int(moves[j])
            if batch:
                bits = int(c[bits_at + (x & _PLACE)]) ^ flip
                x += (int(tables[_COUNTS + (bits & won)]) * _FULL - int(tables[_COUNTS + bits]) * (x >> 17)) * share >> 7 << 9
                moves[j] = x
            if below[j]:
                record = 2 * int(below[j])
                q = int(records[record + 1]) >> 16
                if q and q != _WON:
                    v = int(records[record]) >> 17
                    if v > 255:
                        v = 255
                    x = q + (((x >> 17) - q) * int(words[_WEIGHTS + v]) >> 8) << 17 | 1  # never 0: that is lost
                elif q:
                    x = (q + 1) << 17
                else:
                    x = 0
            if seek:  # what is proven needs no second look; with the swap rule the best is what is nearest to even
                if x >> 30:
                    x = 0
                if x and words[_BALANCED]:
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
        if int(words[_EVERY]) | int(words[_BALANCED]):
            decided = 3
        words[_PROVEN] = decided
    words[_DEPTH] = 0
    words[_LEAF] = 1
    words[_TURN] = words[_SIDE]
    j = span >> 1
    x = span
    while j < x:  # the bits of both sides
        c32[j] = 0
        j += 1


@micropython.viper
def choose(i: int, last: int, buffers):
    """Note the root's move with most playouts, the won one if there is one; if `last`, also whether the rest can not change it.

    `i` is a dummy.
    """
    words = ptr32(buffers[0])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    row = int(records[3]) & 0xFFFF
    i = row
    end = row + ((int(moves[row]) >> 14 & 255))
    best = i + 1
    most = -1
    second = 0
    while i < end:
        i += 1
        record = int(below[i])
        v = 0
        if record:
            v = int(records[2 * record]) >> 15
            if int(records[2 * record + 1]) >> 16 == _WON and not words[_BALANCED]:
                v = 65536
            elif int(records[2 * record + 1]) >> 16 == _LOST and int(words[_PROVEN]) != 1 and v:
                v = 0
        if v > most:
            second = most
            most = v
            best = i
        elif v > second:
            second = v
    words[_BEST] = best
    if last and most - second > int(words[_END]) - int(words[_NODES]):
        words[_ENOUGH] = 1


@micropython.viper
def root_move(i: int, place: int, buffers) -> int:
    """Where the root's move on that place stands in `moves`; 0 if it has none. `i` is a dummy."""
    moves = ptr32(buffers[4])
    i = 1
    end = i + (int(moves[i]) >> 14 & 255)
    while i < end:
        i += 1
        if int(moves[i]) & _PLACE == place:
            return i
    return 0


@micropython.viper
def root_moves(buffers) -> int:
    """Number of moves of the root."""
    return int(ptr32(buffers[4])[1]) >> 14 & 255


@micropython.viper
def place_of(move: int, buffers) -> int:
    """The place of a move of the tree."""
    return int(ptr32(buffers[4])[move]) & _PLACE


@micropython.viper
def record_of(move: int, buffers) -> int:
    """The number of the record of a move of the tree; 0 if it has none."""
    return int(ptr16(buffers[5])[move])


@micropython.viper
def search(budget: int, batch: int, playouts, buffers):
    """Make at most `budget` playouts, `batch` at a leaf."""
    words = ptr32(buffers[0])
    cells = buffers[1]
    while budget > 0 and not words[_PROVEN] and not words[_ENOUGH]:
        if not words[_BATCH]:
            n = int(words[_END]) - int(words[_NODES])
            if n <= 0:
                return
            if n > batch:
                n = batch
            words[_BATCH] = n
            while int(words[_BATCH]) and int(descend(0, 0, buffers)):
                unite(0, 0, buffers)
                wins_in_one(0, 0, buffers)
                expand(0, 0, buffers)
            if words[_UNITED] and words[_BATCH]:
                unite(0, 0, buffers)
        n = int(words[_BATCH]) - int(words[_DONE])
        if n > budget:
            n = budget
        if n:
            playouts(0, cells, n, buffers)
            words[_NODES] += n
            budget -= n
        else:  # a leaf that is decided
            words[_NODES] += 1
            budget -= 1
        if int(words[_DONE]) == int(words[_BATCH]):
            update(0, 0, buffers)
            words[_BATCH] = 0
            words[_ROUND] = (int(words[_ROUND]) + 1) & (_LOOK - 1)
            if not words[_ROUND] and not words[_EVERY]:
                choose(0, 1, buffers)
