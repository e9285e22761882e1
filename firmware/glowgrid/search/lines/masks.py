"""Who wins at the end of the game: alpha-beta on bit masks; two sides, up to 25 points, lines of one length.

The bounds and the move order are those of alpha_beta.py, but it is ten times as fast: a position is two masks, so no
move is unmade; the threat of a move is found while it is made; table keys are exact. A value is 1, 2 or 3: loss, draw
or win for the side to move. Lines have at least three points (shorter ones break the threat logic).

Every kernel works on the same buffers: [control, table, lines, rest, starts, numbers, images, found].

control  32-bit words, named below: the state of the search, then a row for each ply on the way to the position
table    two words for each position searched, see `store`

The others belong to bits.py.
"""

import micropython
from micropython import const

from glowgrid.memory import clear, words
from glowgrid.search.lines.bits import count_lines, highest, least_equal, least_image, mask_of, rank, weigh
from glowgrid.search.lines.masks_words import *

_ENTER = const(0)
_PICK = const(1)
_STORE = const(2)


_NO_BIT = const(31)
_RANKING = const(6)  # ranking the moves takes as long on the Pico as this many moves made
_SOONEST = const(3)  # plies to a line for a side without a line of one gap: a double threat, any reply, the line
_POINT_BITS = const(0x1FFFFFF)  # 25 points

# What an entry of the table says of the value:
_AT_MOST = const(1)
_AT_LEAST = const(2)
_EXACT = const(3)


def new_control(points, length, entries):
    """Make `control` for lines of this length, and a table with this number of entries."""
    control = words(ROOT + ROW_WORDS * (points + 2))
    control[WON] = 1 << length
    control[TABLE_MASK] = entries - 1
    control[WHOLE] = (1 << points) - 1
    return control


def set_ways(control, ranked, canon_plies):
    """Choose whether moves are ranked, and up to which ply positions are stored under their least image."""
    control[RANKS_ON] = ranked
    control[CANON_END] = ROOT + ROW_WORDS * (canon_plies + 1)


@micropython.viper
def load(cells, side: int, bits, least, buffers):
    """Load a position with this side to move, and forget earlier searches. bits[p] is the bit of point p."""
    control = ptr32(buffers[0])
    mine = int(mask_of(cells, side, bits))
    others = int(mask_of(cells, 3 - side, bits))
    control[MINE] = mine
    control[OTHERS] = others
    control[NODES] = 0
    moves = int(least_equal(mine, others, buffers[6], least))
    control[MOVES] = moves
    forget(buffers)


@micropython.viper
def forget(buffers):
    """Empty the table: its entries hold for one horizon only."""
    control = ptr32(buffers[0])
    clear(buffers[1], 2 * int(control[TABLE_MASK]) + 2)


@micropython.viper
def begin(low: int, high: int, horizon: int, buffers) -> int:
    """Begin to search the loaded position: is it worth more than `low`, less than `high`?

    Only lines filled within `horizon` plies count. Return in how many plies threats alone decide it, or 0.
    """
    control = ptr32(buffers[0])
    control[ROOT + MY_BITS] = control[MINE]
    control[ROOT + OTHER_BITS] = control[OTHERS]
    control[ROOT_MOVES] = control[MOVES]
    return int(open_root(low, high, horizon, buffers))


@micropython.viper
def begin_after(number: int, low: int, high: int, horizon: int, buffers) -> int:
    """Begin to search the position after the move with this number, as `begin` does."""
    control = ptr32(buffers[0])
    control[ROOT + MY_BITS] = control[OTHERS]
    control[ROOT + OTHER_BITS] = int(control[MINE]) | 1 << number
    control[ROOT_MOVES] = _POINT_BITS
    return int(open_root(low, high, horizon, buffers))


@micropython.viper
def open_root(low: int, high: int, horizon: int, buffers) -> int:
    """Prepare the row of the root. Return in how many plies threats alone decide it, or 0."""
    control = ptr32(buffers[0])
    control[ROOT + LOW_END] = low
    control[ROOT + HIGH_END] = high
    control[ROOT + BEST_BIT] = _NO_BIT
    control[ROOT + PLAYED_BIT] = 0
    control[ROW] = ROOT
    control[HORIZON_ROW] = ROOT + (horizon - _SOONEST + 1) * ROW_WORDS
    control[RESULT] = 0
    control[STEP] = _ENTER
    count_lines(int(control[ROOT + MY_BITS]), int(control[ROOT + OTHER_BITS]), buffers)
    found = ptr32(buffers[7])
    decided = int(found[0])
    threats = int(found[1])
    control[ROOT + BLOCK] = threats
    control[ROOT + MY_SUM] = found[2]
    control[ROOT + OTHER_SUM] = found[3]
    plies = 0
    if decided:
        plies = 1
    elif threats & (threats - 1):
        plies = 2
        decided = threats
    if plies:
        best = 0
        while not decided >> best & 1:
            best += 1
        control[ROOT + BEST_BIT] = best
        control[RESULT] = 5 - 2 * plies  # a win or a loss
    return plies


@micropython.viper
def solve(budget: int, buffers) -> int:
    """Go on with the search for about `budget` moves made, ranking included.

    Return how many were used. At the end control[RESULT] is the value, and `best_bit` gives a move that has it.
    """
    control = ptr32(buffers[0])
    control[USED] = 0
    step = int(control[STEP])
    while int(control[USED]) < budget and not control[RESULT]:
        if step == _PICK:
            step = int(pick(buffers))
        elif step == _STORE:
            store(buffers)
            step = int(leave(buffers))
        if step == _ENTER:
            step = int(enter(buffers))
    control[STEP] = step
    return int(control[USED])


@micropython.viper
def enter(buffers) -> int:
    """Enter a position: leave it at once if its value is known. Return the next step.

    A side that can not win bounds the value (Erdos and Selfridge, see `judged` in stones.py).
    """
    control = ptr32(buffers[0])
    row = int(control[ROW])
    if row == ROOT:  # the root needs a move, not only a value
        return int(open_moves(buffers))
    value = 0
    if row >= int(control[HORIZON_ROW]):
        value = 2
    won = int(control[WON])
    if int(control[row + OTHER_SUM]) < won:
        if int(control[row + HIGH_END]) <= 2:
            value = 2
        elif int(control[row + LOW_END]) < 2:
            control[row + LOW_END] = 2
    if 2 * int(control[row + MY_SUM]) < won:
        if int(control[row + LOW_END]) >= 2:
            value = 2
        elif int(control[row + HIGH_END]) > 2:
            control[row + HIGH_END] = 2
    if not value:
        value = int(look_up(buffers))
    if not value:
        return int(open_moves(buffers))
    control[VALUE] = value
    return int(leave(buffers))


@micropython.viper
def open_moves(buffers) -> int:
    """List the moves of a position: points of open lines, or the one forced move. Return the next step.

    If moves are ranked, the table's move comes first.
    """
    control = ptr32(buffers[0])
    ranks = ptr8(buffers[0])
    row = int(control[ROW])
    moves = int(control[row + BLOCK])
    if not moves:
        mine = int(control[row + MY_BITS])
        others = int(control[row + OTHER_BITS])
        moves = int(control[WHOLE])
        if control[RANKS_ON]:
            first = (row + RANKS) << 2
            moves = int(rank(mine, others, first, buffers))
            if int(control[row + BEST_BIT]) != _NO_BIT:
                ranks[first + int(control[row + BEST_BIT])] = 255
            control[USED] += _RANKING
        moves &= int(control[WHOLE]) ^ mine ^ others
        if row == ROOT:
            moves &= int(control[ROOT_MOVES])
    control[row + UNTRIED] = moves
    control[row + BEST_BIT] = _NO_BIT
    control[row + LOW_START] = control[row + LOW_END]
    return _PICK


@micropython.viper
def look_up(buffers) -> int:
    """Look the position up in the table; narrow the window. Return its value, or 0 if that is still open."""
    control = ptr32(buffers[0])
    table = ptr32(buffers[1])
    row = int(control[ROW])
    mine = int(control[row + MY_BITS])
    others = int(control[row + OTHER_BITS])
    if row < int(control[CANON_END]):
        least_image(mine, others, buffers[6])
        image = ptr32(buffers[6][0])
        mine = int(image[0])
        others = int(image[1])
    control[row + KEY_MINE] = mine
    control[row + KEY_OTHERS] = others
    slot = mine ^ (others << 3) ^ (mine >> 11) ^ (others >> 6) ^ (mine >> 5) ^ (others >> 13)
    slot = (slot & int(control[TABLE_MASK])) << 1
    control[row + SLOT] = slot
    first = int(table[slot])
    second = int(table[slot + 1])
    if ((first ^ mine) | (second ^ others)) & _POINT_BITS:
        control[row + BEST_BIT] = _NO_BIT
        return 0
    control[row + BEST_BIT] = (first >> 25) & 31
    value = (second >> 25) & 3
    kind = second >> 27
    if kind != _AT_MOST:
        if kind == _EXACT or value >= int(control[row + HIGH_END]):
            return value
        if value > int(control[row + LOW_END]):
            control[row + LOW_END] = value
    else:
        if value <= int(control[row + LOW_END]):
            return value
        if value < int(control[row + HIGH_END]):
            control[row + HIGH_END] = value
    return 0


@micropython.viper
def pick(buffers) -> int:
    """Make the next move, unless no move is left or it makes a double threat: both settle the value.

    Return the next step.
    """
    control = ptr32(buffers[0])
    numbers = ptr8(buffers[5])
    found = ptr32(buffers[7])
    row = int(control[ROW])
    untried = int(control[row + UNTRIED])
    if not untried:
        value = int(control[row + LOW_END])
        if not value:
            value = 2  # the root has no open line
        control[VALUE] = value
        return _STORE
    control[USED] += 1
    control[NODES] += 1
    bit = untried & (0 - untried)
    if bit != untried and control[RANKS_ON]:
        bit = int(highest(untried, (row + RANKS) << 2, buffers))
    number = int(numbers[((bit * DE_BRUIJN) >> 27) & 31])
    control[row + UNTRIED] = untried ^ bit
    control[row + PLAYED_BIT] = number
    mine = int(control[row + MY_BITS])
    others = int(control[row + OTHER_BITS])
    threats = int(weigh(number, mine, others, buffers))
    if threats & (threats - 1):
        control[row + BEST_BIT] = number
        control[VALUE] = 3
        return _STORE
    low = int(control[row + LOW_END])
    if not low:
        low = 1  # only at the root, where a loss is better than no move: below it a win (3) must cut off
    after = row + ROW_WORDS
    control[after + MY_BITS] = others
    control[after + OTHER_BITS] = mine | bit
    control[after + BLOCK] = threats
    control[after + LOW_END] = 4 - int(control[row + HIGH_END])
    control[after + HIGH_END] = 4 - low
    control[after + MY_SUM] = int(control[row + OTHER_SUM]) - int(found[3])
    control[after + OTHER_SUM] = int(control[row + MY_SUM]) + int(found[2])
    control[ROW] = after
    return _ENTER


@micropython.viper
def store(buffers):
    """Store the value of the position in the table: words with its stones and best move, and the value."""
    control = ptr32(buffers[0])
    table = ptr32(buffers[1])
    row = int(control[ROW])
    if row == ROOT:  # the root is never looked up
        return
    value = int(control[VALUE])
    kind = _EXACT
    if value == 2:
        if int(control[row + LOW_START]) >= 2:
            kind = _AT_MOST
        elif int(control[row + HIGH_END]) <= 2:
            kind = _AT_LEAST
    best = int(control[row + BEST_BIT])
    if row < int(control[CANON_END]):
        best = _NO_BIT  # the best move is not a move of the image
    slot = int(control[row + SLOT])
    table[slot] = int(control[row + KEY_MINE]) | best << 25
    table[slot + 1] = int(control[row + KEY_OTHERS]) | value << 25 | kind << 27


@micropython.viper
def leave(buffers) -> int:
    """Go back a ply with the value of the position: it may be the best there, or settle that position too.

    Return the next step.
    """
    control = ptr32(buffers[0])
    row = int(control[ROW])
    value = int(control[VALUE])
    if row == ROOT:
        control[RESULT] = value
        return _PICK
    row -= ROW_WORDS
    value = 4 - value
    control[ROW] = row
    if value > int(control[row + LOW_END]):
        control[row + LOW_END] = value
        control[row + BEST_BIT] = control[row + PLAYED_BIT]
        if value >= int(control[row + HIGH_END]):
            control[VALUE] = value
            return _STORE
    return _PICK


@micropython.viper
def best_bit(buffers) -> int:
    """Return the number of the best move of a finished search: the first free point if no line is open."""
    control = ptr32(buffers[0])
    best = int(control[ROOT + BEST_BIT])
    if best == _NO_BIT:
        best = 0
        while (int(control[MINE]) | int(control[OTHERS])) >> best & 1:
            best += 1
    return best
