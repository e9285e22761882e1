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

# `control`:
RESULT = const(0)  # the value of the root, 0 while it is searched
NODES = const(1)  # moves made since `load`
MOVES = const(2)  # moves of the loaded position, one of each set that symmetries make equal
_VALUE = const(3)  # of the position just left
_STEP = const(4)  # what `solve` does next
_ROW = const(5)  # where the row of the position starts
_USED = const(6)  # used of the budget
_WON = const(7)  # 2^length of a line: what a full line counts in _MY_SUM
_TABLE_MASK = const(8)  # entries of the table, less one
_WHOLE = const(9)  # the mask of all points
_HORIZON_ROW = const(10)  # from this row on a position is a draw: no line can be filled in time
_CANON_END = const(11)  # positions whose row starts before this are stored under their least image
_RANKS_ON = const(12)  # 1: moves are ranked; 0: tried by number, which is faster if there are few
_MINE = const(13)  # the loaded position: stones of the side to move,
_OTHERS = const(14)  # and of the other
_ROOT_MOVES = const(15)  # a mask: the moves to try at the root
_ROOT = const(16)  # where the row of the root starts

_ENTER = const(0)
_PICK = const(1)
_STORE = const(2)

# A row, from its first word:
_MY_BITS = const(0)  # stones of the side to move, a bit per point
_OTHER_BITS = const(1)
_UNTRIED = const(2)  # moves not yet tried
_BLOCK = const(3)  # the only move that stops a line of the other side, or 0
_LOW_END = const(4)  # the window
_HIGH_END = const(5)
_LOW_START = const(6)  # its lower end at entry
_BEST_BIT = const(7)  # best move, the number of a bit
_PLAYED_BIT = const(8)  # the move under way
_MY_SUM = const(9)  # sum of 2^stones over the lines open to the side to move
_OTHER_SUM = const(10)  # the same for the other side
_SLOT = const(11)  # the position's entry in the table,
_KEY_MINE = const(12)  # and the masks of its key
_KEY_OTHERS = const(13)
_RANKS = const(14)  # a byte for each move, seven words
_ROW_WORDS = const(21)
PLAYED = const(24)  # _PLAYED_BIT of the root

_NO_BIT = const(31)
_RANKING = const(6)  # ranking the moves takes as long on the Pico as this many moves made
_SOONEST = const(3)  # plies to a line for a side without a line of one gap: a double threat, any reply, the line
_POINT_BITS = const(0x1FFFFFF)  # 25 points
_DE_BRUIJN = const(0x077CB531)

# What an entry of the table says of the value:
_AT_MOST = const(1)
_AT_LEAST = const(2)
_EXACT = const(3)


def new_control(points, length, entries):
    """Make `control` for lines of this length, and a table with this number of entries."""
    control = words(_ROOT + _ROW_WORDS * (points + 2))
    control[_WON] = 1 << length
    control[_TABLE_MASK] = entries - 1
    control[_WHOLE] = (1 << points) - 1
    return control


def set_ways(control, ranked, canon_plies):
    """Choose whether moves are ranked, and up to which ply positions are stored under their least image."""
    control[_RANKS_ON] = ranked
    control[_CANON_END] = _ROOT + _ROW_WORDS * (canon_plies + 1)


@micropython.viper
def load(cells, side: int, bits, least, buffers):
    """Load a position with this side to move, and forget earlier searches. bits[p] is the bit of point p."""
    control = ptr32(buffers[0])
    mine = int(mask_of(cells, side, bits))
    others = int(mask_of(cells, 3 - side, bits))
    control[_MINE] = mine
    control[_OTHERS] = others
    control[NODES] = 0
    moves = int(least_equal(mine, others, buffers[6], least))
    control[MOVES] = moves
    forget(buffers)


@micropython.viper
def forget(buffers):
    """Empty the table: its entries hold for one horizon only."""
    control = ptr32(buffers[0])
    clear(buffers[1], 2 * int(control[_TABLE_MASK]) + 2)


@micropython.viper
def begin(low: int, high: int, horizon: int, buffers) -> int:
    """Begin to search the loaded position: is it worth more than `low`, less than `high`?

    Only lines filled within `horizon` plies count. Return in how many plies threats alone decide it, or 0.
    """
    control = ptr32(buffers[0])
    control[_ROOT + _MY_BITS] = control[_MINE]
    control[_ROOT + _OTHER_BITS] = control[_OTHERS]
    control[_ROOT_MOVES] = control[MOVES]
    return int(open_root(low, high, horizon, buffers))


@micropython.viper
def begin_after(number: int, low: int, high: int, horizon: int, buffers) -> int:
    """Begin to search the position after the move with this number, as `begin` does."""
    control = ptr32(buffers[0])
    control[_ROOT + _MY_BITS] = control[_OTHERS]
    control[_ROOT + _OTHER_BITS] = int(control[_MINE]) | 1 << number
    control[_ROOT_MOVES] = _POINT_BITS
    return int(open_root(low, high, horizon, buffers))


@micropython.viper
def open_root(low: int, high: int, horizon: int, buffers) -> int:
    """Prepare the row of the root. Return in how many plies threats alone decide it, or 0."""
    control = ptr32(buffers[0])
    control[_ROOT + _LOW_END] = low
    control[_ROOT + _HIGH_END] = high
    control[_ROOT + _BEST_BIT] = _NO_BIT
    control[_ROOT + _PLAYED_BIT] = 0
    control[_ROW] = _ROOT
    control[_HORIZON_ROW] = _ROOT + (horizon - _SOONEST + 1) * _ROW_WORDS
    control[RESULT] = 0
    control[_STEP] = _ENTER
    count_lines(int(control[_ROOT + _MY_BITS]), int(control[_ROOT + _OTHER_BITS]), buffers)
    found = ptr32(buffers[7])
    decided = int(found[0])
    threats = int(found[1])
    control[_ROOT + _BLOCK] = threats
    control[_ROOT + _MY_SUM] = found[2]
    control[_ROOT + _OTHER_SUM] = found[3]
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
        control[_ROOT + _BEST_BIT] = best
        control[RESULT] = 5 - 2 * plies  # a win or a loss
    return plies


@micropython.viper
def solve(budget: int, buffers) -> int:
    """Go on with the search for about `budget` moves made, ranking included.

    Return how many were used. At the end control[RESULT] is the value, and `best_bit` gives a move that has it.
    """
    control = ptr32(buffers[0])
    control[_USED] = 0
    step = int(control[_STEP])
    while int(control[_USED]) < budget and not control[RESULT]:
        if step == _PICK:
            step = int(pick(buffers))
        elif step == _STORE:
            store(buffers)
            step = int(leave(buffers))
        if step == _ENTER:
            step = int(enter(buffers))
    control[_STEP] = step
    return int(control[_USED])


@micropython.viper
def enter(buffers) -> int:
    """Enter a position: leave it at once if its value is known. Return the next step.

    A side that can not win bounds the value (Erdos and Selfridge, see `judged` in stones.py).
    """
    control = ptr32(buffers[0])
    row = int(control[_ROW])
    if row == _ROOT:  # the root needs a move, not only a value
        return int(open_moves(buffers))
    value = 0
    if row >= int(control[_HORIZON_ROW]):
        value = 2
    won = int(control[_WON])
    if int(control[row + _OTHER_SUM]) < won:
        if int(control[row + _HIGH_END]) <= 2:
            value = 2
        elif int(control[row + _LOW_END]) < 2:
            control[row + _LOW_END] = 2
    if 2 * int(control[row + _MY_SUM]) < won:
        if int(control[row + _LOW_END]) >= 2:
            value = 2
        elif int(control[row + _HIGH_END]) > 2:
            control[row + _HIGH_END] = 2
    if not value:
        value = int(look_up(buffers))
    if not value:
        return int(open_moves(buffers))
    control[_VALUE] = value
    return int(leave(buffers))


@micropython.viper
def open_moves(buffers) -> int:
    """List the moves of a position: points of open lines, or the one forced move. Return the next step.

    If moves are ranked, the table's move comes first.
    """
    control = ptr32(buffers[0])
    ranks = ptr8(buffers[0])
    row = int(control[_ROW])
    moves = int(control[row + _BLOCK])
    if not moves:
        mine = int(control[row + _MY_BITS])
        others = int(control[row + _OTHER_BITS])
        moves = int(control[_WHOLE])
        if control[_RANKS_ON]:
            first = (row + _RANKS) << 2
            moves = int(rank(mine, others, first, buffers))
            if int(control[row + _BEST_BIT]) != _NO_BIT:
                ranks[first + int(control[row + _BEST_BIT])] = 255
            control[_USED] += _RANKING
        moves &= int(control[_WHOLE]) ^ mine ^ others
        if row == _ROOT:
            moves &= int(control[_ROOT_MOVES])
    control[row + _UNTRIED] = moves
    control[row + _BEST_BIT] = _NO_BIT
    control[row + _LOW_START] = control[row + _LOW_END]
    return _PICK


@micropython.viper
def look_up(buffers) -> int:
    """Look the position up in the table; narrow the window. Return its value, or 0 if that is still open."""
    control = ptr32(buffers[0])
    table = ptr32(buffers[1])
    row = int(control[_ROW])
    mine = int(control[row + _MY_BITS])
    others = int(control[row + _OTHER_BITS])
    if row < int(control[_CANON_END]):
        least_image(mine, others, buffers[6])
        image = ptr32(buffers[6][0])
        mine = int(image[0])
        others = int(image[1])
    control[row + _KEY_MINE] = mine
    control[row + _KEY_OTHERS] = others
    slot = mine ^ (others << 3) ^ (mine >> 11) ^ (others >> 6) ^ (mine >> 5) ^ (others >> 13)
    slot = (slot & int(control[_TABLE_MASK])) << 1
    control[row + _SLOT] = slot
    first = int(table[slot])
    second = int(table[slot + 1])
    if ((first ^ mine) | (second ^ others)) & _POINT_BITS:
        control[row + _BEST_BIT] = _NO_BIT
        return 0
    control[row + _BEST_BIT] = (first >> 25) & 31
    value = (second >> 25) & 3
    kind = second >> 27
    if kind != _AT_MOST:
        if kind == _EXACT or value >= int(control[row + _HIGH_END]):
            return value
        if value > int(control[row + _LOW_END]):
            control[row + _LOW_END] = value
    else:
        if value <= int(control[row + _LOW_END]):
            return value
        if value < int(control[row + _HIGH_END]):
            control[row + _HIGH_END] = value
    return 0


@micropython.viper
def pick(buffers) -> int:
    """Make the next move, unless no move is left or it makes a double threat: both settle the value.

    Return the next step.
    """
    control = ptr32(buffers[0])
    numbers = ptr8(buffers[5])
    found = ptr32(buffers[7])
    row = int(control[_ROW])
    untried = int(control[row + _UNTRIED])
    if not untried:
        value = int(control[row + _LOW_END])
        if not value:
            value = 2  # the root has no open line
        control[_VALUE] = value
        return _STORE
    control[_USED] += 1
    control[NODES] += 1
    bit = untried & (0 - untried)
    if bit != untried and control[_RANKS_ON]:
        bit = int(highest(untried, (row + _RANKS) << 2, buffers))
    number = int(numbers[((bit * _DE_BRUIJN) >> 27) & 31])
    control[row + _UNTRIED] = untried ^ bit
    control[row + _PLAYED_BIT] = number
    mine = int(control[row + _MY_BITS])
    others = int(control[row + _OTHER_BITS])
    threats = int(weigh(number, mine, others, buffers))
    if threats & (threats - 1):
        control[row + _BEST_BIT] = number
        control[_VALUE] = 3
        return _STORE
    low = int(control[row + _LOW_END])
    if not low:
        low = 1  # only at the root, where a loss is better than no move: below it a win (3) must cut off
    after = row + _ROW_WORDS
    control[after + _MY_BITS] = others
    control[after + _OTHER_BITS] = mine | bit
    control[after + _BLOCK] = threats
    control[after + _LOW_END] = 4 - int(control[row + _HIGH_END])
    control[after + _HIGH_END] = 4 - low
    control[after + _MY_SUM] = int(control[row + _OTHER_SUM]) - int(found[3])
    control[after + _OTHER_SUM] = int(control[row + _MY_SUM]) + int(found[2])
    control[_ROW] = after
    return _ENTER


@micropython.viper
def store(buffers):
    """Store the value of the position in the table: words with its stones and best move, and the value."""
    control = ptr32(buffers[0])
    table = ptr32(buffers[1])
    row = int(control[_ROW])
    if row == _ROOT:  # the root is never looked up
        return
    value = int(control[_VALUE])
    kind = _EXACT
    if value == 2:
        if int(control[row + _LOW_START]) >= 2:
            kind = _AT_MOST
        elif int(control[row + _HIGH_END]) <= 2:
            kind = _AT_LEAST
    best = int(control[row + _BEST_BIT])
    if row < int(control[_CANON_END]):
        best = _NO_BIT  # the best move is not a move of the image
    slot = int(control[row + _SLOT])
    table[slot] = int(control[row + _KEY_MINE]) | best << 25
    table[slot + 1] = int(control[row + _KEY_OTHERS]) | value << 25 | kind << 27


@micropython.viper
def leave(buffers) -> int:
    """Go back a ply with the value of the position: it may be the best there, or settle that position too.

    Return the next step.
    """
    control = ptr32(buffers[0])
    row = int(control[_ROW])
    value = int(control[_VALUE])
    if row == _ROOT:
        control[RESULT] = value
        return _PICK
    row -= _ROW_WORDS
    value = 4 - value
    control[_ROW] = row
    if value > int(control[row + _LOW_END]):
        control[row + _LOW_END] = value
        control[row + _BEST_BIT] = control[row + _PLAYED_BIT]
        if value >= int(control[row + _HIGH_END]):
            control[_VALUE] = value
            return _STORE
    return _PICK


@micropython.viper
def best_bit(buffers) -> int:
    """Return the number of the best move of a finished search: the first free point if no line is open."""
    control = ptr32(buffers[0])
    best = int(control[_ROOT + _BEST_BIT])
    if best == _NO_BIT:
        best = 0
        while (int(control[_MINE]) | int(control[_OTHERS])) >> best & 1:
            best += 1
    return best
