"""Havannah, Y and their like played at random until a side has joined what it must, by union-find; rings are not looked for.

Part of the search of connection games; search/connection.py lays its buffers out and says what they hold.
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
_DEPTH = const(9)
_SPAN = const(13)
_WINNING = const(33)
_SHUFFLED = const(36)  # so many points at the front of `order` are drawn

_RINGS = const(60)  # in `tables`: the steps to the neighbours in turn
_LANES = const(0x01010101)  # the lowest bit of each of four bytes
_MULTIPLIER = const(1664525)  # D. E. Knuth; in W. H. Press et al., "Numerical Recipes", 1992
_INCREMENT = const(1013904223)
_BITS = const(0x3FFFFFFF)


@micropython.viper
def groups_playouts(p: int, c: ptr8, count: int, buffers):
    """Play `count` times from the position in the second section of `cells`, which is `c` and `unite` knows; `p` is a dummy.

    The second, fourth, ... playout of a batch takes the order of the one before, but that the sides change roles: what
    chance gave to one side it now gives to the other (antithetic variates).
    """
    words = ptr32(buffers[0])
    c32 = ptr32(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    groups32 = ptr32(buffers[7])
    base = int(words[_WIDTH]) + 1
    span = int(words[_SPAN])
    n = int(words[_LISTED])
    winning = int(words[_WINNING])
    r = int(words[_RANDOM])
    if not words[_DONE]:
        p = span
        q = 3 * span
        while p:  # the groups at the leaf
            p -= 1
            q -= 1
            groups32[q] = groups32[p]
    while count:
        count -= 1
        p = span
        q = 3 * span
        while p:
            p -= 1
            q -= 1
            groups32[p] = groups32[q]
        m = int(words[_TURN])
        left = n - int(words[_DEPTH])
        shuffled = 0
        p = 0
        if words[_DONE] & 1 and left:
            shuffled = int(words[_SHUFFLED])
            i = n - 1
            while c[int(order[i])]:
                i -= 1
            p = int(order[i])
        i = 0
        won = 0
        while left:
            left -= 1
            if not p:
                p = 1
                while p:
                    if i == shuffled:
                        r = (r * _MULTIPLIER + _INCREMENT) & _BITS
                        q = i + (((r >> 14) * (n - i)) >> 16)
                        p = int(order[q])
                        order[q] = order[i]
                        order[i] = p
                        shuffled += 1
                    q = int(order[i])
                    i += 1
                    p = int(c[q])
                p = q
            c[p] = m
            mine = p
            touched = int(leader[span + p])
            turn = _RINGS
            end = turn + 6
            before = int(c[p + int(tables[turn - 1]) - base])
            while turn < end:
                q = p + int(tables[turn]) - base
                turn += 1
                x = int(c[q])
                if x == m:
                    if before != m:
                        x = int(leader[q])
                        while x != q:
                            x = int(leader[x])
                            leader[q] = x
                            q = x
                            x = int(leader[q])
                        if q != mine:
                            touched |= int(leader[span + q])
                            leader[mine] = q
                            mine = q
                    before = m
                else:
                    before = 0
            leader[span + mine] = touched
            if int(tables[winning + touched]) & m:
                won = m
                left = 0
            m ^= 3
            p = 0
        if not won:
            won = (int(words[_DONE]) & 1) + 1  # of draws every second one counts for either side
        words[_WON_1] = words[_WON_1] << 1 | (won & 1)
        words[_WON_2] = words[_WON_2] << 1 | (won >> 1)
        words[_DONE] += 1
        words[_SHUFFLED] = shuffled
        p = 0
        q = span >> 2
        while p < span >> 2:  # who got which point, a bit for each playout; and back to the position at the leaf
            x = int(c32[p])
            c32[p] = c32[q]
            i = q + (span >> 2)
            c32[i] = c32[i] << 1 | (x & _LANES)
            i += span >> 2
            c32[i] = c32[i] << 1 | (x >> 1 & _LANES)
            p += 1
            q += 1
    words[_RANDOM] = r
