"""Stones on the lines of a game, as the search keeps them: who can still fill what, and what each line is worth.

A position is one array of 32-bit words, because every buffer handed over costs about 3 us a call on the Pico. The hot
loops are plain Python that MicroPython compiles to machine code (viper); on CPython the same text is the oracle. Every
number is >= 0: on 64-bit MicroPython a viper ptr32 reads a negative word as a large positive one.

`place` and `lift` keep the words up to date; `rank`, `judged`, `soonest` and `estimate` read them. A score is 0..4095
from the root side's view, as in verdict.py.
"""

import micropython
from micropython import const

from glowgrid.search.lines.layout import empty, order_of, words_of
from glowgrid.search.lines.stones_words import *
from glowgrid.search.verdict_words import *

_HIGH = const(3048)  # estimates lie between these two
_LOW = const(1048)
_MOVE_BONUS = const(12)  # what being to move is worth in an estimate
_WORTH_SHIFT = const(2)  # from worth to estimate
# A side whose lines together are worth less than this cannot win:
_ALL = const(1024)  # if the other side is to move
_HALF = const(512)  # if it is to move itself


@micropython.viper
def place(point: int, side: int, state: ptr32):
    """Put a stone of `side` on the empty `point`."""
    own = side << 3
    end = (int(state[SIDES]) + 1) << 3
    state[int(state[CELLS]) + point] = side
    state[EMPTY] -= 1
    random = int(state[own + ZOBRIST]) + (point << 1)
    state[HASH] ^= state[random]
    state[VERIFY] ^= state[random + 1]
    other = 8
    while other < end:  # no side can win on this point any more
        if state[int(state[other + WINS]) + point]:
            state[other + READY] -= 1
            state[other + AT] -= point
        other += 8
    first = 8  # words of the first side
    if end == 24:
        first = 24 - own
        end = first + 8
    shift = own - 8
    closed = int(state[own + CLOSED])
    weight = int(state[WEIGHT])
    worth = int(state[own + WORTH])
    at = int(state[THROUGH]) + point
    at_end = int(state[at + 1])
    at = int(state[at])
    while at < at_end:
        line = int(state[at])
        count = int(state[line])
        if not count & closed:
            missing = int(state[line + LENGTH]) - ((count >> shift) & 255)
            worth += int(state[weight + missing - 1]) - int(state[weight + missing])
            if missing == 2:
                gap = int(state[line + GAPS]) - point
                win = int(state[own + WINS]) + gap
                if not state[win]:
                    state[own + READY] += 1
                    state[own + AT] += gap
                state[win] += 1
        if not count & 255 << shift:  # the side's first stone closes the line to the others
            other = first
            while other < end:
                if other != own and not count & int(state[other]):
                    state[other + OPEN] -= 1
                    missing = int(state[line + LENGTH]) - ((count >> (other - 8)) & 255)
                    state[other + WORTH] -= state[weight + missing]
                other += 8
        state[line] = count + (1 << shift)
        state[line + GAPS] -= point
        at += 1
    state[own + WORTH] = worth


@micropython.viper
def lift(point: int, side: int, state: ptr32):
    """Take the stone of `side` off `point`: undo its `place`, in reverse order."""
    own = side << 3
    sides_end = (int(state[SIDES]) + 1) << 3
    first = 8  # words of the first side
    end = sides_end
    if end == 24:
        first = 24 - own
        end = first + 8
    shift = own - 8
    closed = int(state[own + CLOSED])
    weight = int(state[WEIGHT])
    worth = int(state[own + WORTH])
    at = int(state[THROUGH]) + point
    at_end = int(state[at + 1])
    at = int(state[at])
    while at < at_end:
        line = int(state[at])
        count = int(state[line]) - (1 << shift)
        state[line] = count
        state[line + GAPS] += point
        if not count & closed:
            missing = int(state[line + LENGTH]) - ((count >> shift) & 255)
            worth -= int(state[weight + missing - 1]) - int(state[weight + missing])
            if missing == 2:
                gap = int(state[line + GAPS]) - point
                win = int(state[own + WINS]) + gap
                state[win] -= 1
                if not state[win]:
                    state[own + READY] -= 1
                    state[own + AT] -= gap
        if not count & 255 << shift:
            other = first
            while other < end:
                if other != own and not count & int(state[other]):
                    state[other + OPEN] += 1
                    missing = int(state[line + LENGTH]) - ((count >> (other - 8)) & 255)
                    state[other + WORTH] += state[weight + missing]
                other += 8
        at += 1
    state[own + WORTH] = worth
    other = 8
    while other < sides_end:
        if state[int(state[other + WINS]) + point]:
            state[other + READY] += 1
            state[other + AT] += point
        other += 8
    random = int(state[own + ZOBRIST]) + (point << 1)
    state[HASH] ^= state[random]
    state[VERIFY] ^= state[random + 1]
    state[EMPTY] += 1
    state[int(state[CELLS]) + point] = 0


@micropython.viper
def rank(state, ranks: ptr8, first: int):
    """Give every point its rank as a move, ranks[first + point]: 0 not to be tried, the highest first.

    A rank is what the open lines through the point are worth to all sides together, 16 to the unit. Points without an
    open line are all alike: only the lowest of them is tried, last.
    """
    add_up(state)
    stones = ptr32(state)
    cells = int(stones[CELLS])
    sums = int(stones[SUMS])
    end = sums + int(stones[POINTS])
    dead = 1
    while sums < end:
        worth = 0
        if not stones[cells]:
            worth = (int(stones[sums]) >> 4) + 2
            if worth > 254:
                worth = 254
            if not stones[sums]:
                worth = dead
                dead = 0
        ranks[first] = worth
        first += 1
        cells += 1
        sums += 1


@micropython.viper
def add_up(state):
    """Add up what the open lines through each point are worth."""
    stones = ptr32(state)
    members = ptr8(state)
    point = int(stones[SUMS])
    sums = point
    end = sums + int(stones[POINTS])
    while point < end:
        stones[point] = 0
        point += 1
    third = int(stones[SIDES]) - 2
    weight = int(stones[WEIGHT])
    closed_1 = int(stones[8])
    closed_2 = int(stones[16])
    line = int(stones[LINES])
    end = int(stones[LINES_END])
    while line < end:
        count = int(stones[line])
        length = int(stones[line + LENGTH])
        worth = 0
        if not count & closed_1:
            worth = int(stones[weight + length - (count & 255)])
        if not count & closed_2:
            worth += int(stones[weight + length - ((count >> 8) & 255)])
        if third and not count & int(stones[24]):
            worth += int(stones[weight + length - ((count >> 16) & 255)])
        if worth:
            member = int(stones[line + MEMBERS])
            while length:
                length -= 1
                point = sums + int(members[member])
                stones[point] = int(stones[point]) + worth
                member += 1
        line += 4


@micropython.viper
def judged(ply: int, side: int, me: int, state: ptr32) -> int:
    """Return the score of a position with `side` to move if it is clear; else 4096 + the forced point (255: none).

    A side that can win does. An enemy's win that comes before the side's next turn must be stopped; two of them, or
    one each of two enemies on different points, cannot be. With three sides the two that are not `me` are allies.
    ME_HOPELESS, OTHERS_HOPELESS or both are added to 4096. P. Erdos and J. Selfridge, "On a combinatorial game",
    1973: the other side can always keep a side from filling a line if the sum of 2^-missing over its open lines is
    below 1 when the other is to move, below 1/2 when the side itself is to move.
    """
    sides = int(state[SIDES])
    if state[(side << 3) + READY]:
        if side == me:
            return WIN - ply - 1
        return LOSS + ply + 1
    others = int(state[8 + OPEN]) + int(state[16 + OPEN]) + int(state[24 + OPEN]) - int(state[(me << 3) + OPEN])
    if not others + int(state[(me << 3) + OPEN]):
        return DRAW
    limit = _ALL
    if side == me:
        limit = _HALF
    known = NO_SCORE
    if int(state[(me << 3) + WORTH]) < limit:
        known += ME_HOPELESS
    # Two allies are hopeless only without any open line.
    if not others or sides == 2 and int(state[((3 - me) << 3) + WORTH]) < _ALL + _HALF - limit:
        known += OTHERS_HOPELESS
    following = side + 1
    if following > sides:
        following = 1
    if side != me and following != me:
        # An ally moves next: if it can win, this side only has to leave the point free.
        if state[(following << 3) + READY] and int(state[EMPTY]) > 1:
            return LOSS + ply + 2
        return known + NO_POINT
    forced = NO_POINT
    away = 2
    while following != side and (side == me or following == me):  # every enemy in turn
        enemy = following << 3
        # The ally in between can spoil a win two turns away, but not if it has points to spare.
        if state[enemy + READY] and (away == 2 or int(state[EMPTY]) > 2):
            gap = int(state[enemy + AT])
            if int(state[enemy + READY]) > 1 or forced != NO_POINT and forced != gap:
                if side == me:
                    return LOSS + ply + away
                return WIN - ply - away
            forced = gap
        following += 1
        if following > sides:
            following = 1
        away += 1
    return known + forced


@micropython.viper
def soonest(side: int, state: ptr32) -> int:
    """With two sides and `side` to move, return the fewest plies in which one could win; 255 if neither can.

    This assumes that the other side always passes: a line that lacks n points takes n moves.
    """
    least = 255
    own = (side - 1) << 3
    mine = int(state[(side << 3) + CLOSED])
    others = int(state[((3 - side) << 3) + CLOSED])
    line = int(state[LINES])
    end = int(state[LINES_END])
    while line < end:
        count = int(state[line])
        length = int(state[line + LENGTH]) << 1
        if not count & mine:
            plies = length - (((count >> own) & 255) << 1) - 1
            if plies < least:
                least = plies
        if not count & others:
            plies = length - (((count >> (8 - own)) & 255) << 1)
            if plies < least:
                least = plies
        line += 4
    return least


@micropython.viper
def estimate(side: int, me: int, state: ptr32) -> int:
    """Return the worth of the position for `me`: own open lines less those of the strongest other side."""
    sides = int(state[SIDES])
    most = 0
    others = 0
    other = 1
    while other <= sides:
        if other != me:
            others += int(state[(other << 3) + OPEN])
            if int(state[(other << 3) + WORTH]) > most:
                most = int(state[(other << 3) + WORTH])
        other += 1
    value = DRAW - _MOVE_BONUS + ((int(state[(me << 3) + WORTH]) - most) >> _WORTH_SHIFT)
    if side == me:
        value += _MOVE_BONUS + _MOVE_BONUS
    if value > _HIGH:
        value = _HIGH
    if value < _LOW:
        value = _LOW
    if not state[(me << 3) + OPEN] and value > DRAW:
        value = DRAW
    if not others and value < DRAW:
        value = DRAW
    return value


class Stones:
    """A lines position as the search sees it: `words` goes to the kernels, `order` lists the points, best first.

    `tables` gives field, points, sides, count, members, starts, owners, through, through_starts (rules/lines.py).
    """

    def __init__(self, tables, buffer=None):
        self.words = words_of(tables, buffer)
        self.order = order_of(tables)
        self.points, self.sides = tables.points, tables.sides
        self.pairs = len(tables.through)  # of a line and a point on it: the cost of a node grows with them

    def load(self, cells):
        """Set the words to the position with these cells (one byte per point)."""
        empty(self.words)
        for point in range(len(cells)):
            if cells[point]:
                place(point, cells[point], self.words)

    def wins_at(self, side, point):
        """Return whether `side` wins at once on the empty `point`."""
        return self.words[self.words[8 * side + WINS] + point] != 0

    def can_win(self, side):
        """Return whether `side` wins at once on some point."""
        return self.words[8 * side + READY] != 0

    def worth(self):
        """Return the total worth of the open lines of all sides: 1024 >> missing stones each."""
        total = 0
        for side in range(1, self.sides + 1):
            total += self.words[8 * side + WORTH]
        return total
