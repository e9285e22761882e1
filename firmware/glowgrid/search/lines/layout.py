"""The words of a lines position: where they lie for a game, and their values on an empty field.

stones.py says what each word means. They are laid out once for a game; `empty` removes all stones again.
"""

import micropython
from micropython import const

from glowgrid.memory import clear, words
from glowgrid.search.lines.stones_words import *

_NOT_SERVED = const(0x7000000)  # in a line's count: the sides that it cannot serve

# Worth of an open line by missing points (`judged` relies on these values); long lines count 1.
_WORTHS = 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1


def words_of(tables, buffer):
    """Return the words of the lines of a game, for an empty field; in `buffer` if that is large enough."""
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
    size = members + (len(tables.members) + 3 >> 2)
    state = buffer if buffer and size <= len(buffer) else words(size)
    clear(state, size)
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
    _copy_bytes(tables.members, len(tables.members), state, 4 * members)
    return state


def order_of(tables):
    """Return the points as bytes: most lines first, then nearest the middle, then lowest number."""
    columns, rows = tables.field.columns, tables.field.rows
    keys = []
    for point in range(tables.points):
        lines = tables.through_starts[point + 1] - tables.through_starts[point]
        across, down = 2 * columns[point] - tables.field.width + 1, 2 * rows[point] - tables.field.height + 1
        keys.append((across * across + down * down - (lines << 17) << 8) + point)  # numbers sort faster than tuples
    keys.sort()
    return bytes([key & 255 for key in keys])


@micropython.viper
def empty(state):
    """Remove all stones from the field; the owners alone decide which lines are open."""
    stones = ptr32(state)
    points = int(stones[POINTS])
    at = int(stones[8 + WINS])
    end = int(stones[CELLS]) + points
    while at < end:  # the wins of all sides, then the cells
        stones[at] = 0
        at += 1
    own = int(stones[SIDES]) << 3
    while own:
        stones[own + READY] = 0
        stones[own + AT] = 0
        stones[own + OPEN] = 0
        stones[own + WORTH] = 0
        own -= 8
    stones[HASH] = 0
    stones[VERIFY] = 0
    stones[EMPTY] = points
    line = int(stones[LINES])
    end = int(stones[LINES_END])
    while line < end:
        _empty_line(line, state)
        line += 4


@micropython.viper
def _empty_line(line: int, state):
    """Remove all stones from a line: it is open to every side that it can serve."""
    stones = ptr32(state)
    members = ptr8(state)
    length = int(stones[line + LENGTH])
    member = int(stones[line + MEMBERS])
    end = member + length
    gaps = 0
    while member < end:
        gaps += int(members[member])
        member += 1
    count = int(stones[line]) & _NOT_SERVED
    stones[line] = count
    stones[line + GAPS] = gaps
    worth = int(stones[int(stones[WEIGHT]) + length])
    own = int(stones[SIDES]) << 3
    while own:
        if not count & int(stones[own]):
            stones[own + OPEN] += 1
            stones[own + WORTH] += worth
            if length == 1:  # a win from the start
                win = int(stones[own + WINS]) + gaps
                if not stones[win]:
                    stones[own + READY] += 1
                    stones[own + AT] += gaps
                stones[win] += 1
        own -= 8


@micropython.viper
def _fill_random(words_, first: int, end: int):
    """Fill in 30-bit pseudo-random words, the same on every machine.

    xorshift32 (G. Marsaglia, "Xorshift RNGs", 2003), scrambled: its own words are linear in 32 bits, so a position's
    second hash would follow from the first. A 32-bit word x is two halves here.
    """
    target = ptr32(words_)
    high = 0x2545
    low = 0xF491
    while first < end:
        high ^= (high << 13 | low >> 3) & 0xFFFF  # x ^= x << 13
        low ^= low << 13 & 0xFFFF
        low ^= high >> 1  # x ^= x >> 17
        high ^= (high << 5 | low >> 11) & 0xFFFF  # x ^= x << 5
        low ^= low << 5 & 0xFFFF
        lower = low * 0x79B1  # y = x * 0x9E3779B1
        upper = ((lower >> 16) + (high * 0x79B1 & 0xFFFF) - (low * 0x61C9 & 0xFFFF)) & 0xFFFF
        lower &= 0xFFFF
        lower ^= (upper << 1 | lower >> 15) & 0xFFFF  # (y ^ y >> 15) >> 2
        target[first] = (upper ^ upper >> 15) << 14 | lower >> 2
        first += 1


@micropython.viper
def _copy_bytes(source: ptr8, count: int, words_, first: int):
    """Copy `count` bytes into an array of words, from its byte `first` on."""
    target = ptr8(words_)
    i = 0
    while i < count:
        target[first + i] = source[i]
        i += 1
