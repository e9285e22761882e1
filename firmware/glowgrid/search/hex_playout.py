"""Hex played to the end at random, but that a two-bridge intruded upon is saved; the whole field is filled, then judged.

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
_DONE = const(6)
_WON_1 = const(7)
_WON_2 = const(8)
_SPAN = const(13)

_RINGS = const(60)  # in `tables`: where the walk starts among the steps to the neighbours; below and above they go on in turn
_STAY = const(128)  # in `tables`: the step to the point itself
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
    width = int(words[_WIDTH])
    base = width + 1
    a1 = 1 - width
    a4 = width - 1
    n = int(words[_LISTED])
    half = (n + 1) >> 1
    quarter = int(words[_SPAN]) >> 2
    while count:
        count -= 1
        m = int(words[_TURN])
        replies = m << 12
        if words[_DONE] & 1:
            i = n
            while c[int(order[i])]:
                i -= 1
            c[int(order[i])] = m
            m ^= 3
            replies ^= 0x3000
        else:  # who gets which point: the first half of the order is drawn from all of it
            r = int(words[_RANDOM])
            p = 0
            i = n
            while p < half:
                r = (r * _MULTIPLIER + _INCREMENT) & _BITS
                j = p + (((r >> 14) * i) >> 16)
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
                c[p] = m
                m ^= 3
                replies ^= 0x3000
                p += int(tables[replies + (((((int(c[p + width]) << 2 | int(c[p + a4])) << 2 | int(c[p - 1])) << 2
                                           | int(c[p - width])) << 2 | int(c[p + a1])) << 2 | int(c[p + 1]))]) - base
                if not c[p]:
                    c[p] = m
                    m ^= 3
                    replies ^= 0x3000
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
        m = 0
        i = quarter
        p = 2 * i
        while m < quarter:
            c32[p] = c32[p] << 1 | (c32[m] & _LANES)
            c32[m] = c32[i]
            m += 1
            i += 1
            p += 1


@micropython.viper
def hex_fillings(p: int, m: int, count: int, buffers) -> int:
    """Fill the field at random `count` times, without replies; how often side 1 won. For the bench."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    c32 = ptr32(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    width = int(words[_WIDTH])
    base = width + 1
    n = int(words[_LISTED])
    r = int(words[_RANDOM])
    mul = _MULTIPLIER
    add = _INCREMENT
    mask = _BITS
    won = 0
    while count:
        count -= 1
        m = n
        while m > 1:
            r = (r * mul + add) & mask
            p = ((r >> 14) * m) >> 16
            m -= 1
            j = int(order[p])
            order[p] = order[m]
            order[m] = j
            c[j] = (m & 1) + 1
        c[int(order[0])] = 1
        p = 1 - base
        i = _RINGS + 5
        m = 0
        while m != 3:
            j = p + int(tables[i])
            m = int(c[j])
            if m & 1:
                p = j - base
                i -= 1
            else:
                i += 1
        if j > width:
            won += 1
    words[_RANDOM] = r
    return won


@micropython.viper
def list_replies(tables_):
    """For each side and ring of six neighbours, two bits each: the step to a two-bridge to save, or to the point itself.

    A two-bridge: own stone, empty, own stone, in turn round the point; the sides' own edges count as stones.
    """
    tables = ptr8(tables_)
    at = _REPLIES
    while at < 3 * _REPLIES:
        side = at >> 12
        tables[at] = tables[_STAY]
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
