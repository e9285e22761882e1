"""What playouts show about the moves of the tree: values from leaf to root, and finally estimates of the root moves.

growth.py lays out the buffers and names the sources.
"""

import micropython
from micropython import const

# `words`, see growth.py.
_T_SIDE = const(3)
_T_TURN = const(4)
_T_BATCH = const(5)
_T_WON_1 = const(7)
_T_WON_2 = const(8)
_T_DEPTH = const(9)
_T_SPAN = const(13)
_T_BALANCED = const(15)
_T_EVERY = const(16)
_T_PROVEN = const(17)
_T_LEAF = const(20)
_T_OWN_BITS = const(28)
_T_FLIP = const(29)
_T_BEST = const(31)
_T_ROUND = const(32)
_T_RINGS_WIN = const(35)
_T_PATH = const(40)
_T_DECIDED = const(92)
_T_RECIPROCALS = const(96)
_T_WEIGHTS = const(368)

_T_COUNTS = const(136)  # in `tables`: number of bits set in 0..63

_T_LOST = const(0)
_T_EVEN = const(4096)
_T_WON = const(8191)
_T_FULL = const(8184)  # the highest RAVE value
_T_MOST = const(255)  # most playouts that it rests on; older ones fade
# Where rings win they fade a quarter as fast. On Havannah 4 against the same engine without this: 54.8%
# (95%: 52.0 to 57.6) of 900 games at 3 s, 50.2% of 300 at 1 s. Half and an eighth as fast: nothing certain.
_T_SLOWER = const(2)  # bits of the weight of new playouts
_T_AT_ONCE = const(32769)
_T_PLACE = const(511)
_T_MOVE = const(16383)
_T_ROW = const(0xFFFF)
_T_SURE = const(32)  # playouts of a move from which on its own mean is its estimate


@micropython.viper
def update(buffers):
    """Update the moves from leaf to root with the batch, choose where to look next, and remove the stones."""
    words = ptr32(buffers[0])
    words[_T_DECIDED] = 0
    while words[_T_DEPTH]:
        words[_T_DEPTH] -= 1
        words[_T_TURN] ^= 3
        leave(buffers)
        if int(rate_row(buffers)):
            choose_next(buffers)
    decided = int(words[_T_DECIDED])
    if decided:
        if int(words[_T_EVERY]) | int(words[_T_BALANCED]):
            decided = 3
        words[_T_PROVEN] = decided
    words[_T_LEAF] = 1
    forget(buffers)


@micropython.viper
def leave(buffers):
    """Enter the batch, or the proof of the row below, in the record of the last move; remove its stone."""
    words = ptr32(buffers[0])
    records = ptr32(buffers[6])
    tables = ptr8(buffers[3])
    move = int(words[_T_PATH + int(words[_T_DEPTH])]) >> 14
    ptr8(buffers[1])[int(words[_T_SPAN]) + (int(ptr32(buffers[4])[move]) & _T_PLACE)] = 0
    record = 2 * int(ptr16(buffers[5])[move])
    if not record:
        return
    batch = int(words[_T_BATCH])
    playouts = (int(records[record]) >> 15) + batch
    won = (int(records[record]) & 32767) + int(tables[_T_COUNTS + int(words[_T_WON_1 - 1 + int(words[_T_TURN])])])
    if playouts > 32767:
        playouts >>= 1
        won >>= 1
    records[record] = playouts << 15 | won
    row = int(records[record + 1]) & _T_ROW
    if int(words[_T_DECIDED]) == 1:
        records[record + 1] = _T_WON << 16 | row
    elif words[_T_DECIDED]:
        records[record + 1] = _T_LOST << 16 | row
    elif batch:
        records[record + 1] = won * 8188 // playouts + 1 << 16 | row


@micropython.viper
def rate_row(buffers) -> int:
    """Enter the batch in the RAVE values of the row. Return 0 if it was not its turn.

    A row that rests on many playouts has its turn every other time, or if the row below is decided.
    """
    cells = ptr8(buffers[1])
    moves = ptr32(buffers[4])
    words = ptr32(buffers[0])
    counts = ptr8(buffers[3])
    batch = int(words[_T_BATCH])
    move = int(words[_T_PATH + int(words[_T_DEPTH])]) & _T_MOVE
    head = int(moves[move])
    rests_on = head >> 22
    if rests_on == _T_MOST and int(words[_T_ROUND]) & 1 and batch and not words[_T_DECIDED]:
        return 0
    rests_on += batch >> 1  # each move of the row was played in about half of the playouts
    share = int(words[_T_RECIPROCALS + rests_on])
    if rests_on > _T_MOST:
        rests_on = _T_MOST
        if words[_T_RINGS_WIN]:
            share >>= _T_SLOWER
    moves[move] = rests_on << 22 | head & 0x3FFFFF
    if not batch:
        return 1
    bits_at = 2 * int(words[_T_SPAN])
    flip = 0
    won = int(words[_T_WON_1])
    if int(words[_T_TURN]) == 2:
        won = int(words[_T_WON_2])
        bits_at = int(words[_T_OWN_BITS])
        if words[_T_FLIP]:
            flip = (1 << batch) - 1
    last = move + (head >> 14 & 255)
    while move < last:
        move += 1
        value = int(moves[move])
        got = int(cells[bits_at + (value & _T_PLACE)]) ^ flip
        more = int(counts[_T_COUNTS + (got & won)]) * _T_FULL - int(counts[_T_COUNTS + got]) * (value >> 17)
        moves[move] = value + (more * share >> 7 << 9)
    return 1


@micropython.viper
def choose_next(buffers):
    """Choose the move of the row to look at next, the one with the highest value; note whether the row is decided."""
    words = ptr32(buffers[0])
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    row = int(words[_T_PATH + int(words[_T_DEPTH])]) & _T_MOVE
    head = int(moves[row])
    last = row + (head >> 14 & 255)
    seek = 0
    if not words[_T_DEPTH]:
        seek = int(words[_T_BALANCED]) | int(words[_T_EVERY])
    chosen = 0
    best = -1
    move = row
    while move < last:
        move += 1
        value = int(moves[move])
        record = 2 * int(below[move])
        if record:
            mean = int(records[record + 1]) >> 16
            if mean and mean != _T_WON:
                seen = int(records[record]) >> 17
                if seen > 255:
                    seen = 255
                # never 0, which would be a loss
                value = mean + (((value >> 17) - mean) * int(words[_T_WEIGHTS + seen]) >> 8) << 17 | 1
            elif mean:
                value = (mean + 1) << 17
            else:
                value = 0
        if seek:  # proven moves need no second look; if the stone may be taken over, nearest to even is best
            if value >> 30:
                value = 0
            if value and words[_T_BALANCED]:
                mean = (value >> 17) - _T_EVEN
                if mean < 0:
                    mean = 0 - mean
                value = (8192 - mean) << 16
        if value > best:
            best = value
            chosen = move
    moves[row] = head & ~_T_MOVE | chosen
    words[_T_DECIDED] = 0
    if not best:
        words[_T_DECIDED] = 1
    elif best >> 30:
        words[_T_DECIDED] = 2


@micropython.viper
def forget(buffers):
    """Forget which side filled which point in the batch."""
    cells = ptr32(buffers[1])
    end = int(ptr32(buffers[0])[_T_SPAN])
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
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    move = int(records[3]) & _T_ROW
    last = move + (int(moves[move]) >> 14 & 255)
    best = move + 1
    most = -131072
    second = most
    while move < last:
        move += 1
        record = 2 * int(below[move])
        playouts = 0
        if record:
            playouts = int(records[record]) >> 15
            value = int(records[record + 1]) >> 16
            if value == _T_WON and not words[_T_BALANCED]:
                playouts = 98304 - playouts
            elif value == _T_LOST and playouts:
                playouts -= 65536
        if playouts > most:
            second = most
            most = playouts
            best = move
        elif playouts > second:
            second = playouts
    words[_T_BEST] = best
    if second < 0:
        second = 0
    return most - second


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
def fill_rows(buffers, outcomes: ptr8, plies: ptr8, estimates: ptr8):
    """Enter what the records of the root moves say if nothing is proven yet.

    The mean of a few playouts is luck, so RAVE values make up for what a move lacks of _T_SURE playouts.
    """
    moves = ptr32(buffers[4])
    below = ptr16(buffers[5])
    records = ptr32(buffers[6])
    points = ptr8(buffers[9])
    me = int(ptr32(buffers[0])[_T_SIDE])
    move = 1
    last = move + (int(moves[move]) >> 14 & 255)
    while move < last:
        move += 1
        record = 2 * int(below[move])
        if not record:
            continue
        point = int(points[int(moves[move]) & _T_PLACE])
        value = int(records[record + 1]) >> 16
        if value == _T_WON and int(records[record]) == _T_AT_ONCE:
            plies[point] = 1
        if outcomes[point]:
            continue
        if value == _T_WON:
            outcomes[point] = me
        elif value == _T_LOST:
            outcomes[point] = me ^ 3
        else:
            missing = _T_SURE - (int(records[record]) >> 15)
            if missing > 0:
                value += ((int(moves[move]) >> 17) - value) * missing >> 5
        estimates[point] = (value * 100 + _T_EVEN) >> 13


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
