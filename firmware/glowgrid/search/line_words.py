"""The words and the order of the points that a lines engine begins with. Loaded while one is made, unloaded then: 2 KB of heap."""

import micropython

from glowgrid.search import state as st

# Worth of an open line by the number of missing points (the kernel's bound needs just this); very long ones count as 1.
_WORTHS = [max(1024 >> missing, 1) for missing in range(11)]


def words_of(tables):
    """The words of the lines of a game, for an empty field (search/kernel.py names them)."""
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
    state = st.words(members + (len(tables.members) + 3 >> 2))
    state[st.POINTS], state[st.SIDES], state[st.CELLS], state[st.THROUGH], state[st.WEIGHT] = points, sides, cells, starts, weight
    for missing in range(starts - weight):
        state[weight + missing] = _WORTHS[min(missing, len(_WORTHS) - 1)]
    for point in range(points + 1):
        state[starts + point] = through + tables.through_starts[point]
    for i, line in enumerate(tables.through):
        state[through + i] = lines + 4 * line
    for side in range(1, sides + 1):
        record = 8 * side
        state[record + st.CLOSED] = (0xFFFFFF ^ (0xFF << (record - 8))) | 1 << (23 + side)
        state[record + st.WINS] = wins + (side - 1) * points
        state[record + st.ZOBRIST] = zobrist + 2 * (side - 1) * points
    for line in range(tables.count):
        record = lines + 4 * line
        state[record + st.COUNT] = (~tables.owners[line] & ((1 << sides) - 1)) << 24
        state[record + st.LENGTH] = tables.starts[line + 1] - tables.starts[line]
        state[record + st.MEMBERS] = 4 * members + tables.starts[line]
    state[st.LINES], state[st.LINES_END], state[st.SUMS] = lines, zobrist, sums
    _fill_random(state, zobrist, sums)
    _copy_bytes(tables.members, len(tables.members), state, 4 * members)
    return state


def order_of(tables):
    """The points as bytes: most lines first, then nearest the middle, then lowest number."""
    columns, rows = tables.field.columns, tables.field.rows
    keys = []
    for point in range(tables.points):
        lines = tables.through_starts[point + 1] - tables.through_starts[point]
        across, down = 2 * columns[point] - tables.field.width + 1, 2 * rows[point] - tables.field.height + 1
        keys.append((-lines, across * across + down * down, point))
    keys.sort()
    return bytes([key[2] for key in keys])


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


@micropython.viper
def _copy_bytes(source: ptr8, count: int, words_, first: int):
    """Copy `count` bytes into an array of words, from its byte `first` on."""
    target = ptr8(words_)
    i = 0
    while i < count:
        target[first + i] = source[i]
        i += 1
