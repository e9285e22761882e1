"""Stones on the lines of a game, as the search keeps them: who can still fill what, and what each line is worth.

All of a position is one array of 32-bit words, because every buffer handed over costs about 3 us a call on the Pico.
The hot loops are plain Python that MicroPython compiles to machine code (viper); on CPython the same text is the
oracle. Every number is >= 0: on 64-bit MicroPython a viper ptr32 reads a negative word as a large positive one.
"""

import micropython
from micropython import const

from glowgrid.search.engine import clear, words

# Layout of `state`. Header:
_HASH = const(0)  # places a position in the table, 30 bits
_VERIFY = const(1)  # verifies it, 30 bits
_EMPTY = const(2)  # number of empty points
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)  # where the cells start, one word a point: 0 empty, else the side
_THROUGH = const(6)  # where the lists of lines through each point start, one word a point and one more
_WEIGHT = const(7)  # where the worth of an open line by the number of its missing points starts
# Side s has eight words from 8 * s:
_CLOSED = const(0)  # if a line's count has one of these bits, the side can no longer fill it
_READY = const(1)  # number of empty points on which the side wins at once
_AT = const(2)  # sum of those points; when there is one, it is that point
_OPEN = const(3)  # number of lines the side can still fill
_WORTH = const(4)  # worth of those lines: 2^(TOP - missing points) each, see `verdict`
_WINS = const(5)  # where the side's wins start, one word a point: lines it would complete there
_ZOBRIST = const(6)  # where its random words start, two a point
# The eighth word of the records of sides 1 to 3 is none of theirs:
_LINES = const(15)  # where the lines start,
_LINES_END = const(23)  # and where they end
_SUMS = const(31)  # where there is a word a point to add up in
_NOT_SERVED = const(0x7000000)  # in a line's count: the sides that it cannot serve
# Every line has four words; the lists of lines name the first of them:
_COUNT = const(0)  # stones of side s in byte s-1; bit 23+s is set if the line cannot serve side s
_GAPS = const(1)  # sum of its empty points; when one is left, it is that point
_LENGTH = const(2)
_MEMBERS = const(3)  # the byte of `state` where the list of its points starts, a byte each


@micropython.viper
def empty(k: int, side: int, state):
    """Take all stones off the field; the lines are as the owners made them. `k` and `side` are dummies (registers)."""
    s = ptr32(state)
    members = ptr8(state)
    points = int(s[_POINTS])
    sides = int(s[_SIDES])
    weight = int(s[_WEIGHT])
    k = int(s[8 + _WINS])
    end = int(s[_CELLS]) + points
    while k < end:
        s[k] = 0
        k += 1
    side = sides << 3
    while side:
        s[side + _READY] = 0
        s[side + _AT] = 0
        s[side + _OPEN] = 0
        s[side + _WORTH] = 0
        side -= 8
    s[_HASH] = 0
    s[_VERIFY] = 0
    s[_EMPTY] = points
    line = int(s[_LINES])
    end = int(s[_LINES_END])
    while line < end:
        count = int(s[line]) & _NOT_SERVED
        length = int(s[line + _LENGTH])
        gaps = 0
        k = int(s[line + _MEMBERS]) + length
        points = length
        while points:
            points -= 1
            k -= 1
            gaps += int(members[k])
        s[line] = count
        s[line + _GAPS] = gaps
        side = sides << 3
        while side:
            if not count & int(s[side]):
                s[side + _OPEN] += 1
                s[side + _WORTH] += s[weight + length]
                if length == 1:  # a win to be had from the start
                    k = int(s[side + _WINS]) + gaps
                    if not s[k]:
                        s[side + _READY] += 1
                        s[side + _AT] += gaps
                    s[k] += 1
            side -= 8
        line += 4


@micropython.viper
def place(point: int, side: int, state):
    """Put a stone of `side` on the empty `point`."""
    s = ptr32(state)
    points = int(s[_POINTS])
    own = side << 3
    end = (int(s[_SIDES]) + 1) << 3
    s[int(s[_CELLS]) + point] = side
    s[_EMPTY] -= 1
    k = int(s[own + _ZOBRIST]) + (point << 1)
    s[_HASH] ^= s[k]
    s[_VERIFY] ^= s[k + 1]
    other = 8
    while other < end:  # nobody can win on this point any more
        if s[int(s[other + _WINS]) + point]:
            s[other + _READY] -= 1
            s[other + _AT] -= point
        other += 8
    first = 8  # the other sides are from here
    others_end = end
    if end == 24:
        first = 24 - own
        others_end = first + 8
    shift = own - 8
    stone = 1 << shift
    bits = 255 << shift
    closed = int(s[own + _CLOSED])
    weight = int(s[_WEIGHT])
    worth = int(s[own + _WORTH])
    i = int(s[_THROUGH]) + point
    end = int(s[i + 1])
    i = int(s[i])
    while i < end:
        side = int(s[i])  # from here on a line: arguments are in registers
        count = int(s[side])
        if not count & closed:
            k = weight + int(s[side + _LENGTH]) - ((count >> shift) & 255)
            worth += int(s[k - 1]) - int(s[k])
            if k - weight == 2:
                gap = int(s[side + _GAPS]) - point
                k = int(s[own + _WINS]) + gap
                if not s[k]:
                    s[own + _READY] += 1
                    s[own + _AT] += gap
                s[k] += 1
        if not count & bits:  # the first stone of a side closes the line to the others
            other = first
            while other < others_end:
                if other != own:
                    if not count & int(s[other]):
                        s[other + _OPEN] -= 1
                        s[other + _WORTH] -= s[weight + int(s[side + _LENGTH]) - ((count >> (other - 8)) & 255)]
                other += 8
        s[side] = count + stone
        s[side + _GAPS] -= point
        i += 1
    s[own + _WORTH] = worth


@micropython.viper
def lift(point: int, side: int, state):
    """Take the stone of `side` off `point` again: undoes its `place`, last placed first lifted."""
    s = ptr32(state)
    own = side << 3
    sides_end = (int(s[_SIDES]) + 1) << 3
    first = 8  # the other sides are from here
    others_end = sides_end
    if sides_end == 24:
        first = 24 - own
        others_end = first + 8
    shift = own - 8
    stone = 1 << shift
    bits = 255 << shift
    closed = int(s[own + _CLOSED])
    weight = int(s[_WEIGHT])
    worth = int(s[own + _WORTH])
    i = int(s[_THROUGH]) + point
    end = int(s[i + 1])
    i = int(s[i])
    while i < end:
        side = int(s[i])  # from here on a line: arguments are in registers
        count = int(s[side]) - stone
        s[side] = count
        s[side + _GAPS] += point
        if not count & closed:
            k = weight + int(s[side + _LENGTH]) - ((count >> shift) & 255)
            worth -= int(s[k - 1]) - int(s[k])
            if k - weight == 2:
                gap = int(s[side + _GAPS]) - point
                k = int(s[own + _WINS]) + gap
                s[k] -= 1
                if not s[k]:
                    s[own + _READY] -= 1
                    s[own + _AT] -= gap
        if not count & bits:
            other = first
            while other < others_end:
                if other != own:
                    if not count & int(s[other]):
                        s[other + _OPEN] += 1
                        s[other + _WORTH] += s[weight + int(s[side + _LENGTH]) - ((count >> (other - 8)) & 255)]
                other += 8
        i += 1
    s[own + _WORTH] = worth
    other = 8
    while other < sides_end:
        if s[int(s[other + _WINS]) + point]:
            s[other + _READY] += 1
            s[other + _AT] += point
        other += 8
    k = int(s[own + _ZOBRIST]) + (point << 1)
    s[_HASH] ^= s[k]
    s[_VERIFY] ^= s[k + 1]
    s[_EMPTY] += 1
    s[int(s[_CELLS]) + point] = 0


@micropython.viper
def rank(k: int, point: int, state, ranks_, first: int):
    """Give every point its rank as a move, ranks[first + point] (a byte): 0 not to be tried, the highest first.

    A rank is what the open lines through the point are worth to all sides together, 16 to the unit. Points whose lines
    are all closed are alike: only the lowest of them is tried, last. `k` and `point` are dummies (registers).
    """
    s = ptr32(state)
    members = ptr8(state)
    ranks = ptr8(ranks_)
    points = int(s[_POINTS])
    third = int(s[_SIDES]) - 2
    weight = int(s[_WEIGHT])
    closed_1 = int(s[8])
    closed_2 = int(s[16])
    sums = int(s[_SUMS])
    k = points
    while k:
        k -= 1
        s[sums + k] = 0
    line = int(s[_LINES])
    lines_end = int(s[_LINES_END])
    while line < lines_end:
        count = int(s[line])
        length = int(s[line + _LENGTH])
        total = 0
        if not count & closed_1:
            total = int(s[weight + length - (count & 255)])
        if not count & closed_2:
            total += int(s[weight + length - ((count >> 8) & 255)])
        if third:
            if not count & int(s[24]):
                total += int(s[weight + length - ((count >> 16) & 255)])
        if total:
            k = int(s[line + _MEMBERS])
            while length:
                length -= 1
                point = sums + int(members[k])
                k += 1
                s[point] = int(s[point]) + total
        line += 4
    cells = int(s[_CELLS]) - sums
    first -= sums
    dead = 1
    point = sums
    sums += points
    while point < sums:
        k = 0
        if not s[cells + point]:
            k = int(s[point])
            if k:
                k = (k >> 4) + 2
                if k > 254:
                    k = 254
            else:
                k = dead
                dead = 0
        ranks[first + point] = k
        point += 1


class Stones:
    """A lines position as the search sees it: `words` goes to the kernels, `order` lists the points, best first.

    `tables` gives field, points, sides, count, members, starts, owners, through, through_starts (rules/lines.py).
    """

    def __init__(self, tables, buffer=None):
        self.words = _words_of(tables, buffer)
        self.order = _order_of(tables)
        self.points, self.sides = tables.points, tables.sides
        self.pairs = len(tables.through)  # of a line and a point on it: what a node costs grows with them

    def load(self, cells):
        """Set the words to the position with these cells (one byte per point)."""
        empty(0, 0, self.words)
        for point in range(len(cells)):
            if cells[point]:
                place(point, cells[point], self.words)

    def wins_at(self, side, point):
        """Return whether `side` wins at once on the empty `point`."""
        return self.words[self.words[8 * side + _WINS] + point] != 0

    def can_win(self, side):
        """Return whether `side` wins at once on some point."""
        return self.words[8 * side + _READY] != 0

    def worth(self):
        """Return what the open lines of all sides are worth together: 1024 >> missing stones each."""
        total = 0
        for side in range(1, self.sides + 1):
            total += self.words[8 * side + _WORTH]
        return total


# Worth of an open line by the number of missing points (the bound in alpha_beta.py needs just this); long ones count 1.
_WORTHS = 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1


def _words_of(tables, buffer):
    """The words of the lines of a game, for an empty field; in `buffer` if that is large enough."""
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
    state[_POINTS], state[_SIDES], state[_CELLS], state[_THROUGH], state[_WEIGHT] = points, sides, cells, starts, weight
    for missing in range(starts - weight):
        state[weight + missing] = _WORTHS[min(missing, len(_WORTHS) - 1)]
    for point in range(points + 1):
        state[starts + point] = through + tables.through_starts[point]
    for i, line in enumerate(tables.through):
        state[through + i] = lines + 4 * line
    for side in range(1, sides + 1):
        record = 8 * side
        state[record + _CLOSED] = (0xFFFFFF ^ (0xFF << (record - 8))) | 1 << (23 + side)
        state[record + _WINS] = wins + (side - 1) * points
        state[record + _ZOBRIST] = zobrist + 2 * (side - 1) * points
    for line in range(tables.count):
        record = lines + 4 * line
        state[record + _COUNT] = (~tables.owners[line] & ((1 << sides) - 1)) << 24
        state[record + _LENGTH] = tables.starts[line + 1] - tables.starts[line]
        state[record + _MEMBERS] = 4 * members + tables.starts[line]
    state[_LINES], state[_LINES_END], state[_SUMS] = lines, zobrist, sums
    _fill_random(state, zobrist, sums)
    _copy_bytes(tables.members, len(tables.members), state, 4 * members)
    return state


def _order_of(tables):
    """The points as bytes: most lines first, then nearest the middle, then lowest number."""
    columns, rows = tables.field.columns, tables.field.rows
    keys = []
    for point in range(tables.points):
        lines = tables.through_starts[point + 1] - tables.through_starts[point]
        across, down = 2 * columns[point] - tables.field.width + 1, 2 * rows[point] - tables.field.height + 1
        keys.append(
            (across * across + down * down - (lines << 17) << 8) + point
        )  # numbers are sorted sooner than tuples
    keys.sort()
    return bytes([key & 255 for key in keys])


@micropython.viper
def _fill_random(words_, first: int, end: int):
    """30-bit pseudo-random words, the same on every machine.

    xorshift32 (G. Marsaglia, "Xorshift RNGs", 2003), scrambled: its own words are linear in 32 bits, so that a
    position's second hash would follow from the first. A word x of 32 bits is two halves here.
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
        k = low * 0x79B1  # y = x * 0x9E3779B1
        y = ((k >> 16) + (high * 0x79B1 & 0xFFFF) - (low * 0x61C9 & 0xFFFF)) & 0xFFFF
        k &= 0xFFFF
        k ^= (y << 1 | k >> 15) & 0xFFFF  # (y ^ y >> 15) >> 2
        target[first] = (y ^ y >> 15) << 14 | k >> 2
        first += 1


@micropython.viper
def _copy_bytes(source: ptr8, count: int, words_, first: int):
    """Copy `count` bytes into an array of words, from its byte `first` on."""
    target = ptr8(words_)
    i = 0
    while i < count:
        target[first + i] = source[i]
        i += 1
