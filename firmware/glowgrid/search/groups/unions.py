"""The groups of a position by union-find, and the points where a side wins with one stone.

Source: R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975. The buffers are laid out in
tree.py. `groups` has six sections of 16 bits a place: the leader of each place and what its group touches in the
position at hand; the same on an empty field; the same at the leaf, for playouts to begin with (playouts.py).
"""

import micropython
from micropython import const

# `words`, see tree.py.
_T_WIDTH = const(1)
_T_SPAN = const(13)
_T_WINS_1 = const(24)
_T_WINS_2 = const(26)
_T_PLACES = const(30)
_T_WINNING = const(33)  # where in `tables` the winners by touched borders start: bit 0 side 1, bit 1 side 2
_T_BACK = const(34)  # the first of the three neighbours, of six in turn, that have lower numbers than the point itself
_T_RINGS_WIN = const(35)

_T_RINGS = const(60)  # in `tables`: the six steps to the neighbours, which go on in turn below and above


@micropython.viper
def unite(p: int, q: int, buffers):
    """Find the groups of the position in the second section of `cells`. `p` and `q` are dummies: registers."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    groups32 = ptr32(buffers[7])
    span = int(words[_T_SPAN])
    base = int(words[_T_WIDTH]) + 1
    back = _T_RINGS + int(words[_T_BACK])
    i = span  # in words: two sections of 16 bits each
    while i:
        i -= 1
        groups32[i] = groups32[span + i]
    at = int(words[_T_PLACES])
    p = int(order[at])
    while p:
        m = int(c[span + p])
        if m:
            i = back
            end = i + 3
            while i < end:
                q = p + int(tables[i]) - base
                i += 1
                if int(c[span + q]) == m:
                    while int(leader[q]) != q:
                        g = int(leader[int(leader[q])])
                        leader[q] = g
                        q = g
                    g = p
                    while int(leader[g]) != g:
                        g = int(leader[g])
                    if g != q:
                        leader[g] = q
                        leader[span + q] = int(leader[span + q]) | int(leader[span + g])
        at += 1
        p = int(order[at])


@micropython.viper
def wins_in_one(p: int, q: int, buffers):
    """After `unite`: mark in the first section of `cells` which sides win where, a bit each; count these points."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    span = int(words[_T_SPAN])
    base = int(words[_T_WIDTH]) + 1
    winning = int(words[_T_WINNING])
    words[_T_WINS_1] = 0
    words[_T_WINS_2] = 0
    at = int(words[_T_PLACES])
    p = int(order[at])
    while p:
        if not c[span + p]:
            won = 0
            m = 1
            while m < 3:
                touched = int(leader[span + p])
                runs = 0
                first = 0
                second = 0
                ring = 0
                long = 0
                i = _T_RINGS
                end = i + 6
                before = int(c[span + p + int(tables[i - 1]) - base])
                while i < end:
                    q = p + int(tables[i]) - base
                    x = int(c[span + q])
                    if x == m:
                        if before == m:
                            long += 1
                        else:
                            while int(leader[q]) != q:
                                q = int(leader[q])
                            touched |= int(leader[span + q])
                            runs += 1
                            if runs == 1:
                                first = q
                            elif q == first or q == second:
                                ring = 1
                            second = q
                    before = x
                    i += 1
                if int(tables[winning + touched]) & m:
                    won |= m
                elif words[_T_RINGS_WIN]:
                    if not ring and long > 1:
                        ring = int(fills(p, m, buffers))
                    if ring:
                        won |= m
                m += 1
            c[p] = won
            if won & 1:
                words[_T_WINS_1] += 1
                words[_T_WINS_1 + 1] = p
            if won & 2:
                words[_T_WINS_2] += 1
                words[_T_WINS_2 + 1] = p
        at += 1
        p = int(order[at])


@micropython.viper
def fills(p: int, m: int, buffers) -> int:
    """Return whether a stone of side `m` on the empty `p` completes a ring of six around one of its own stones."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    span = int(words[_T_SPAN])
    base = int(words[_T_WIDTH]) + 1
    i = _T_RINGS
    while i < _T_RINGS + 6:
        q = p + int(tables[i]) - base
        i += 1
        if int(c[span + q]) == m:
            turn = _T_RINGS
            while turn < _T_RINGS + 6:
                x = q + int(tables[turn]) - base
                if x != p and int(c[span + x]) != m:
                    turn = 255
                turn += 1
            if turn < 255:
                return 1
    return 0


@micropython.viper
def list_winners(least: int, mask: int, side: int, at: int, end: int, tables_):
    """Mark `side` in tables[at:end], which go by sets of touched borders, wherever `least` of `mask` are touched."""
    tables = ptr8(tables_)
    touched = 0
    while at < end:
        x = touched & mask
        left = least
        while x:
            x &= x - 1
            left -= 1
        if left <= 0:
            tables[at] = int(tables[at]) | side
        at += 1
        touched += 1
