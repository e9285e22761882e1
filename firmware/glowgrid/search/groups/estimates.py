"""What playouts show about the moves of the tree: values from leaf to root, and finally estimates of the root moves.

growth.py lays out the buffers and names the sources.
"""

import micropython
from micropython import const

from glowgrid.search.groups.tree_words import *

_FULL = const(8184)  # the highest RAVE value
_MOST = const(255)  # most playouts that it rests on; older ones fade
# Where rings win they fade a quarter as fast. On Havannah 4 against the same engine without this: 54.8%
# (95%: 52.0 to 57.6) of 900 games at 3 s, 50.2% of 300 at 1 s. Half and an eighth as fast: nothing certain.
_SLOWER = const(2)  # bits of the weight of new playouts
_FIRST_MOVE = const(6)  # where the record of the first root move is
_SURE = const(32)  # playouts of a move from which on its own mean is its estimate


@micropython.viper
def update(buffers):
    """Update the moves from leaf to root with the batch, choose where to look next, and remove the stones."""
    words = ptr32(buffers[0])
    words[DECIDED] = 0
    while words[DEPTH]:
        words[DEPTH] -= 1
        words[TURN] ^= 3
        leave(buffers)
        if int(rate_row(buffers)):
            choose_next(buffers)
    decided = int(words[DECIDED])
    if decided:
        if int(words[EVERY]) | int(words[BALANCED]):
            decided = 3
        words[PROVEN] = decided
    words[LEAF] = 1
    if words[BATCH_SIZE]:
        enter(1, int(words[TURN]) ^ 3, buffers)
    forget(buffers)


@micropython.viper
def leave(buffers):
    """Enter the batch, or the proof of the row below, in the record of the last move; remove its stone."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    move = int(words[PATH + int(words[DEPTH])]) >> 14
    ptr8(buffers[1])[int(words[SPAN]) + (int(ptr32(buffers[4])[move]) & PLACE_BITS)] = 0
    row = int(records[2 * move + 1]) & ROW_BITS
    if words[BATCH_SIZE]:
        enter(move, int(words[TURN]), buffers)
    if int(words[DECIDED]) == 1:
        records[2 * move + 1] = WON << 16 | row
    elif words[DECIDED]:
        records[2 * move + 1] = LOST << 16 | row


@micropython.viper
def enter(record: int, side: int, buffers):
    """Enter the batch in a record: `side` moved there. If it is full, halve it; a root move with all others.

    So the order of the root moves stays, and a lead of so many playouts is one still.
    """
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    record += record
    playouts = (int(records[record]) >> 15) + int(words[BATCH_SIZE])
    won = (int(records[record]) & 32767) + int(ptr8(buffers[3])[COUNTS + int(words[WON_1 - 1 + side])])
    if playouts > MOST_PLAYOUTS:
        playouts >>= 1
        won >>= 1
        at = 2 * int(words[BLOCKS])
        if record >= _FIRST_MOVE and record < at:
            while at > _FIRST_MOVE:
                at -= 2
                others = int(records[at])  # rounded up: one playout stays one
                records[at] = (others >> 15) + 1 >> 1 << 15 | (others & 32767) + 1 >> 1
    records[record] = playouts << 15 | won
    records[record + 1] = won * 8188 // playouts + 1 << 16 | int(records[record + 1]) & ROW_BITS


@micropython.viper
def rate_row(buffers) -> int:
    """Enter the batch in the RAVE values of the row. Return 0 if it was not its turn.

    A row that rests on many playouts has its turn every other time, or if the row below is decided.
    """
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    row = int(words[PATH + int(words[DEPTH])]) & MOVE_BITS
    if words[BATCH_SIZE]:
        if int(ptr32(buffers[4])[row]) >> 22 == _MOST and int(words[ROUND]) & 1 and not words[DECIDED]:
            return 0
        while row > 1:
            rate_block(row, buffers)
            row = int(records[2 * row + 1]) & ROW_BITS
    return 1


@micropython.viper
def rate_block(move: int, buffers):
    """Enter the batch in the RAVE values of a block of moves."""
    cells = ptr8(buffers[1])
    moves = ptr32(buffers[4])
    words = ptr32(buffers[0])
    counts = ptr8(buffers[3])
    batch = int(words[BATCH_SIZE])
    head = int(moves[move])
    rests_on = (head >> 22) + (batch >> 1)  # each move of the row was played in about half of the playouts
    share = 32768 // rests_on
    if rests_on > _MOST:
        rests_on = _MOST
        if words[RINGS_WIN]:
            share >>= _SLOWER
    moves[move] = rests_on << 22 | head & 0x3FFFFF
    bits_at = 2 * int(words[SPAN])
    flip = 0
    won = int(words[WON_1])
    if int(words[TURN]) == 2:
        won = int(words[WON_2])
        bits_at = int(words[OWN_BITS])
        if words[FLIP]:
            flip = (1 << batch) - 1
    last = move + (head >> 14 & 255)
    while move < last:
        move += 1
        value = int(moves[move])
        got = int(cells[bits_at + (value & PLACE_BITS)]) ^ flip
        more = int(counts[COUNTS + (got & won)]) * _FULL - int(counts[COUNTS + got]) * (value >> 17)
        moves[move] = value + (more * share >> 7 << 9)


@micropython.viper
def choose_next(buffers):
    """Choose the move of the row to look at next, the one with the highest value; note whether the row is decided."""
    words = ptr32(buffers[0])
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    row = int(words[PATH + int(words[DEPTH])]) & MOVE_BITS
    seek = 0
    if not words[DEPTH]:
        seek = int(words[BALANCED]) | int(words[EVERY])
    chosen = 0
    best = -1
    block = row
    while block > 1:
        move = block
        last = block + (int(moves[block]) >> 14 & 255)
        while move < last:
            move += 1
            value = int(moves[move])
            mean = int(records[2 * move + 1]) >> 16
            playouts = int(records[2 * move]) >> 15
            if not mean:
                value = 0
            elif mean == WON:
                value = (mean + 1) << 17
            elif playouts:
                seen = playouts >> 2
                if seen > 127:
                    seen = 126 + (playouts >> 8)
                # never 0, which would be a loss
                value = mean + (((value >> 17) - mean) * int(words[WEIGHTS + seen]) >> 8) << 17 | 1
            if seek:
                value = int(sought(value, int(words[BALANCED])))
            if value > best:
                best = value
                chosen = move
        block = int(records[2 * block + 1]) & ROW_BITS
    words[DECIDED] = 0
    if not best:
        if block:
            words[DECIDED] = 1
        else:
            chosen = 0  # there are moves that the row does not have yet
    elif best >> 30:
        words[DECIDED] = 2
    moves[row] = int(moves[row]) & ~MOVE_BITS | chosen


@micropython.viper
def sought(value: int, balanced: int) -> int:
    """Return the value of a root move: proven moves need no second look; if `balanced`, nearest to even is best."""
    if value >> 30:
        value = 0
    if value and balanced:
        mean = (value >> 17) - EVEN
        if mean < 0:
            mean = 0 - mean
        value = (8192 - mean) << 16
    return value


@micropython.viper
def forget(buffers):
    """Forget which side filled which point in the batch."""
    cells = ptr32(buffers[1])
    end = int(ptr32(buffers[0])[SPAN])
    at = end >> 1
    while at < end:
        cells[at] = 0
        at += 1


@micropython.viper
def choose(buffers) -> int:
    """Note the root move with most playouts; return its lead in playouts.

    A winning move comes before it, the one whose proof took fewest playouts: that win is near. If all moves lose, the
    one whose proof took most playouts resists longest.
    """
    words = ptr32(buffers[0])
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    move = int(records[3]) & ROW_BITS
    last = move + (int(moves[move]) >> 14 & 255)
    best = move + 1
    most = -131072
    second = most
    while move < last:
        move += 1
        record = move + move
        playouts = int(records[record]) >> 15
        if playouts:
            value = int(records[record + 1]) >> 16
            if value == WON and not words[BALANCED]:
                playouts = 98304 - playouts
            elif value == LOST:
                playouts -= 65536
        if playouts > most:
            second = most
            most = playouts
            best = move
        elif playouts > second:
            second = playouts
    words[BEST] = best
    if second < 0:
        second = 0
    return most - second


@micropython.viper
def place_of(move: int, buffers) -> int:
    """Return the place of a move of the tree."""
    return int(ptr32(buffers[4])[move]) & PLACE_BITS


@micropython.viper
def value_of(move: int, buffers) -> int:
    """Return what the record of a move of the tree says, 0 (lost) to 8191 (won); -1 if it has none."""
    records = ptr32(buffers[6])
    if not records[2 * move]:
        return -1
    return int(records[2 * move + 1]) >> 16


@micropython.viper
def fill_rows(buffers, outcomes: ptr8, plies: ptr8, estimates: ptr8):
    """Enter what the records of the root moves say if nothing is proven yet.

    The mean of a few playouts is luck, so RAVE values make up for what a move lacks of _SURE playouts.
    """
    moves = ptr32(buffers[4])
    records = ptr32(buffers[6])
    points = ptr8(buffers[5])
    me = int(ptr32(buffers[0])[SIDE])
    move = 2
    last = move + (int(moves[move]) >> 14 & 255)
    while move < last:
        move += 1
        record = move + move
        if not records[record]:
            continue
        point = int(points[int(moves[move]) & PLACE_BITS])
        value = int(records[record + 1]) >> 16
        if value == WON and int(records[record]) == AT_ONCE:
            plies[point] = 1
        if outcomes[point]:
            continue
        if value == WON:
            outcomes[point] = me
        elif value == LOST:
            outcomes[point] = me ^ 3
        else:
            missing = _SURE - (int(records[record]) >> 15)
            if missing > 0:
                value += ((int(moves[move]) >> 17) - value) * missing >> 5
        estimates[point] = (value * 100 + EVEN) >> 13


@micropython.viper
def heed_rows(me: int, points: int, cells: ptr8, outcomes: ptr8, estimates: ptr8) -> int:
    """Return the first point that wins for side `me`; or else 256 + the likeliest free point that does not lose.

    511 if there is none. Plain Python would take 4 ms on the largest fields.
    """
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
