"""Hex played to the end at random, but that a two-bridge intruded upon is saved; the whole field is filled, then judged.

Two-bridges are those of the position that is played from: looking for new ones as well costs more time than it is worth.

Hex cannot be drawn, so who fills which point is all that matters. One of the hot loops of the search of connection games;
search/connection.py lays its buffers out and says what they hold.

Sources: the two-bridge reply: P. Coulom-style local patterns as in B. Arneson, R. B. Hayward, P. Henderson, "Monte Carlo
tree search in Hex", 2010.
"""

import micropython
from micropython import const

# `words`, see search/uct.py.
_RANDOM = const(0)
_WIDTH = const(1)
_LISTED = const(2)
_TURN = const(4)
_BATCH = const(5)
_DONE = const(6)
_WON_1 = const(7)
_WON_2 = const(8)
_DEPTH = const(9)
_SPAN = const(13)
_PLACES = const(30)
_PATH = const(40)
_PLACE = const(511)

_RINGS = const(60)  # in `tables`: where the walk starts among the steps to the neighbours; below and above they go on in turn
_SIDE_SHIFT = const(12)
_REPLIES = const(4096)  # in `tables`: for side 1, then for side 2
_LANES = const(0x01010101)  # the lowest bit of each of four bytes
_MULTIPLIER = const(1664525)  # D. E. Knuth; in W. H. Press et al., "Numerical Recipes", 1992
_INCREMENT = const(1013904223)
_BITS = const(0x3FFFFFFF)


@micropython.viper
def hex_playouts(p: int, c: ptr8, count: int, buffers):
    """Play `count` times from the position in the second section of `cells`, which is `c`; `p` is a dummy (registers).

    The second, fourth, ... playout of a batch takes the order of the one before, but that the sides change roles: what
    chance gave to one side it now gives to the other (antithetic variates).
    """
    words = ptr32(buffers[0])
    c32 = ptr32(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    rings = ptr16(buffers[8])
    width = int(words[_WIDTH])
    base = width + 1
    n = int(words[_LISTED])
    half = (n + 1) >> 1
    quarter = int(words[_SPAN]) >> 2
    lanes = _LANES
    both = 3 << _SIDE_SHIFT
    mul = _MULTIPLIER
    add = _INCREMENT
    bits = _BITS
    if not words[_DONE]:
        see_path(0, 0, buffers)
    while count:
        count -= 1
        side = int(words[_TURN]) << _SIDE_SHIFT  # to move; also where its replies are in `tables`
        if words[_DONE] & 1:
            i = n
            while c[int(order[i])]:
                i -= 1
            c[int(order[i])] = side >> _SIDE_SHIFT
            side ^= both
        else:  # who gets which point: the first half of the order is drawn from all of it
            r = int(words[_RANDOM])
            p = 0
            i = n
            while i > n - half:
                r = (r * mul + add) & bits
                j = p + ((r >> 14) * i >> 16)
                if j == half:
                    j = n
                i -= 1
                k = int(order[j])
                order[j] = order[p]
                order[p] = k
                p += 1
            words[_RANDOM] = r
        i = 0
        j = half + 1
        p = int(order[0])
        while p:
            i += j
            j = 1 - j
            if not c[p]:
                c[p] = side >> _SIDE_SHIFT
                side ^= both
                k = int(tables[side + int(rings[p])])
                if k:
                    p += k - base
                    if not c[p]:
                        c[p] = side >> _SIDE_SHIFT
                        side ^= both
            p = int(order[i])
        # Along the border between the stones of side 1, joined to the top, and those of side 2, joined to the left.
        c[width - 1] = c[width * width - width] = 0
        p = 1 - base
        i = _RINGS + 5
        m = 1
        while m:
            j = p + int(tables[i])
            m = int(c[j])
            if m & 1:
                p = j - base
                i -= 1
            else:
                i += 1
        p = 0
        if j > width:  # met at the bottom left corner; else at the top right
            p = 1
        words[_WON_1] = words[_WON_1] << 1 | p
        words[_WON_2] = words[_WON_2] << 1 | (p ^ 1)
        words[_DONE] += 1
        # Who filled which point, a bit for each playout; and back to the position at the leaf.
        p = quarter - (width >> 2)
        i = quarter + p
        j = quarter + i
        while p > width >> 2:
            p -= 1
            i -= 1
            j -= 1
            c32[j] = int(c32[j]) << 1 | int(c32[p]) & lanes
            c32[p] = c32[i]
    if int(words[_DONE]) == int(words[_BATCH]):
        see_path(0, 0, buffers)


@micropython.viper
def see_path(p: int, i: int, buffers):
    """Put the stones between root and leaf into the rings of their neighbours, or take them out again."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    moves = ptr32(buffers[4])
    rings = ptr16(buffers[8])
    base = int(words[_WIDTH]) + 1
    level = int(words[_DEPTH])
    while level:
        level -= 1
        p = int(moves[int(words[_PATH + level]) >> 14]) & _PLACE
        m = int(c[p])
        p -= base
        i = 0
        while i < 6:
            q = p + int(tables[_RINGS + i])
            shift = i + i + 6
            if i > 2:
                shift -= 12
            rings[q] = int(rings[q]) ^ m << shift
            i += 1


@micropython.viper
def see_root(p: int, i: int, buffers):
    """Note the ring of six neighbours of every point at the root: two bits each, in turn; `p`, `i` are dummies."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    rings = ptr16(buffers[8])
    back = int(words[_SPAN]) - int(words[_WIDTH]) - 1
    at = int(words[_PLACES])
    p = int(order[at])
    while p:
        ring = 0
        i = 6
        while i:
            i -= 1
            ring = ring << 2 | int(c[back + p + int(tables[_RINGS + i])])
        rings[p] = ring
        at += 1
        p = int(order[at])


@micropython.viper
def list_replies(tables_):
    """For each side and ring of six neighbours, two bits each: the step to a two-bridge to save, or 0.

    A two-bridge: own stone, empty, own stone, in turn round the point; the sides' own edges count as stones.
    """
    tables = ptr8(tables_)
    at = _REPLIES
    while at < 3 * _REPLIES:
        side = at >> 12
        turn = 0
        while turn < 12:
            between = turn + 2
            i = turn + 4
            if i > 11:
                i -= 12
                if between > 11:
                    between = 0
            if at >> turn & 3 == side and not at >> between & 3 and at >> i & 3 == side:
                tables[at] = tables[_RINGS + (between >> 1)]
                turn = 12
            turn += 2
        at += 1
