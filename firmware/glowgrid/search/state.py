"""The words that the kernels work on (search/kernel.py names them), allocated once for a game and loaded per position."""

from array import array

from glowgrid.search.kernel import copy_bytes, empty, place

# Words of the header of `state` and of a side's record (at 8 * side) that the engines read.
HASH, VERIFY, EMPTY, POINTS, SIDES, CELLS, THROUGH, WEIGHT = range(8)
CLOSED, READY, AT, OPEN, WORTH, WINS, ZOBRIST = range(7)
_TOTALS = (READY, AT, OPEN, WORTH)  # made once: a tuple of names is allocated wherever it stands
COUNT, GAPS, LENGTH, MEMBERS = range(4)
LINES, LINES_END, SUMS = 15, 23, 31  # free words of the records of sides 1 to 3
# Words of `control`.
PHASE, PLY, SIDE, VALUE, NODES, ME, EXTEND, ESTIMATE, VALUE_UNSURE, MASK, RANKED, RANK_COST = range(12)
ENTER, PICK, LEAVE, DONE = range(4)
# Words of a frame of the stack.
FRAME = 12
ALPHA, BETA, BEST, MOVE, CURRENT, NEXT, DEPTH = range(7)

DRAW = 2048
WIN = 4000
LOSS = 96
SURE_WIN = 3744
SURE_LOSS = 352
NO_POINT = 255
DRAWN = 4  # an outcome: 0 unknown, 1..3 the side that wins, DRAWN nobody

# Worth of an open line by the number of missing points (the kernel's bound needs just this); very long ones count as 1.
_WORTHS = [max(1024 >> missing, 1) for missing in range(11)]


def words(count):
    """An array of `count` 32-bit zeros."""
    return array("i", bytes(4 * count))


def _fill_random(target, first, end):
    """30-bit pseudo-random words, the same on every machine.

    xorshift32 (G. Marsaglia, "Xorshift RNGs", 2003), scrambled: its own words are linear in 32 bits, so that a position's
    second hash would follow from the first.
    """
    x = 0x2545F491
    for i in range(first, end):
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        y = x * 0x9E3779B1 & 0xFFFFFFFF
        target[i] = (y ^ y >> 15) >> 2


class LineState:
    """A lines position as search sees it; `words` goes to the kernels.

    `tables` gives field, points, sides, count, members, starts, owners, through, through_starts (see rules/lines.py).
    `order` (bytes) lists the points, those on the most lines and nearest the middle first, as an order to try them in.
    """

    def __init__(self, tables):
        points, sides = tables.points, tables.sides
        wins = 32
        cells = wins + sides * points
        weight = cells + points
        longest = max([tables.starts[line + 1] - tables.starts[line] for line in range(tables.count)])
        starts = weight + max(longest, len(_WORTHS)) + 1
        through = starts + points + 1
        lines = through + len(tables.through)
        zobrist = lines + 4 * tables.count
        sums = zobrist + 2 * sides * points
        members = sums + points
        state = words(members + (len(tables.members) + 3 >> 2))
        state[POINTS], state[SIDES], state[CELLS], state[THROUGH], state[WEIGHT] = points, sides, cells, starts, weight
        for missing in range(starts - weight):
            state[weight + missing] = _WORTHS[min(missing, len(_WORTHS) - 1)]
        for point in range(points + 1):
            state[starts + point] = through + tables.through_starts[point]
        for i, line in enumerate(tables.through):
            state[through + i] = lines + 4 * line
        for side in range(1, sides + 1):
            record = 8 * side
            state[record + CLOSED] = (0xFFFFFF ^ (0xFF << (record - 8))) | 1 << (23 + side)
            state[record + WINS] = wins + (side - 1) * points
            state[record + ZOBRIST] = zobrist + 2 * (side - 1) * points
        for line in range(tables.count):
            record = lines + 4 * line
            state[record + COUNT] = (~tables.owners[line] & ((1 << sides) - 1)) << 24
            state[record + LENGTH] = tables.starts[line + 1] - tables.starts[line]
            state[record + MEMBERS] = 4 * members + tables.starts[line]
        state[LINES], state[LINES_END], state[SUMS] = lines, zobrist, sums
        _fill_random(state, zobrist, sums)
        copy_bytes(tables.members, len(tables.members), state, 4 * members)
        self.words = state
        self.order = _order(tables)

    def load(self, cells):
        """Set the words to the position with these cells (one byte per point)."""
        state = self.words
        empty(0, 0, state)
        point = 0
        for side in cells:
            if side:
                place(point, side, state)
            point += 1

    def wins_at(self, side, point):
        """Does `side` win at once on the empty `point`?"""
        return self.words[self.words[8 * side + WINS] + point] != 0


def _order(tables):
    """The points as bytes: most lines first, then nearest the middle, then lowest number."""
    columns, rows = tables.field.columns, tables.field.rows
    keys = []
    for point in range(tables.points):
        lines = tables.through_starts[point + 1] - tables.through_starts[point]
        across, down = 2 * columns[point] - tables.field.width + 1, 2 * rows[point] - tables.field.height + 1
        keys.append((-lines, across * across + down * down, point))
    keys.sort()
    return bytes([key[2] for key in keys])
