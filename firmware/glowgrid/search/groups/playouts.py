"""Random games from a leaf of the tree, which say who is likely to win there. The buffers are laid out in tree.py.

Hex is played with one piece of sense: an intrusion into a two-bridge is always answered. Hex cannot be drawn, so all
that matters is who fills which point. The two-bridges are those of the position that the playout begins with; looking
for new ones costs more time than it is worth. Source: B. Arneson, R. B. Hayward, P. Henderson, "Monte Carlo tree search
in Hex", 2010.

Havannah, Y and their like are played until a side has joined what it must. Groups are kept by union-find; rings do not
count.
"""

import micropython
from micropython import const

# `words`, see tree.py.
_T_RANDOM = const(0)
_T_WIDTH = const(1)
_T_LISTED = const(2)
_T_TURN = const(4)
_T_BATCH = const(5)
_T_MADE = const(6)
_T_WON_1 = const(7)
_T_WON_2 = const(8)
_T_DEPTH = const(9)
_T_SPAN = const(13)
_T_PLACES = const(30)
_T_WINNING = const(33)
_T_SHUFFLED = const(36)  # how many points at the front of `order` have been drawn
_T_PATH = const(40)

_T_RINGS = const(60)  # in `tables`: the six steps to the neighbours, which go on in turn below and above
_T_REPLIES = const(4096)  # in `tables`: for side 1, then for side 2
_T_PLACE = const(511)
_T_SIDE_SHIFT = const(12)
_LANES = const(0x01010101)  # the lowest bit of each of four bytes
_MULTIPLIER = const(1664525)  # D. E. Knuth; in W. H. Press et al., "Numerical Recipes", 1992
_INCREMENT = const(1013904223)
_T_BITS = const(0x3FFFFFFF)


@micropython.viper
def hex_playouts(p: int, c: ptr8, count: int, buffers):
    """Hex: play `count` times from the position in the second section of `cells`, which is `c`. `p`: a register.

    Every second playout of a batch reuses the order of the one before with the sides exchanged: what chance gave to one
    side it now gives to the other (antithetic variates). The whole field is filled and only then judged.
    """
    words = ptr32(buffers[0])
    c32 = ptr32(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    rings = ptr16(buffers[8])
    width = int(words[_T_WIDTH])
    base = width + 1
    n = int(words[_T_LISTED])
    half = (n + 1) >> 1
    quarter = int(words[_T_SPAN]) >> 2
    lanes = _LANES
    both = 3 << _T_SIDE_SHIFT
    mul = _MULTIPLIER
    add = _INCREMENT
    bits = _T_BITS
    if not words[_T_MADE]:
        see_path(0, 0, buffers)
    while count:
        count -= 1
        side = int(words[_T_TURN]) << _T_SIDE_SHIFT  # to move; also where its replies are in `tables`
        if words[_T_MADE] & 1:
            i = n
            while c[int(order[i])]:
                i -= 1
            c[int(order[i])] = side >> _T_SIDE_SHIFT
            side ^= both
        else:  # who gets which point: the first half of the order is drawn from all of it
            r = int(words[_T_RANDOM])
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
            words[_T_RANDOM] = r
        i = 0
        j = half + 1
        p = int(order[0])
        while p:
            i += j
            j = 1 - j
            if not c[p]:
                c[p] = side >> _T_SIDE_SHIFT
                side ^= both
                k = int(tables[side + int(rings[p])])
                if k:
                    p += k - base
                    if not c[p]:
                        c[p] = side >> _T_SIDE_SHIFT
                        side ^= both
            p = int(order[i])
        # Follow the border between side 1's stones joined to the top and side 2's joined to the left.
        c[width - 1] = c[width * width - width] = 0
        p = 1 - base
        i = _T_RINGS + 5
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
        words[_T_WON_1] = words[_T_WON_1] << 1 | p
        words[_T_WON_2] = words[_T_WON_2] << 1 | (p ^ 1)
        words[_T_MADE] += 1
        # Note who filled each point, a bit for each playout, and go back to the position at the leaf.
        p = quarter - (width >> 2)
        i = quarter + p
        j = quarter + i
        while p > width >> 2:
            p -= 1
            i -= 1
            j -= 1
            c32[j] = int(c32[j]) << 1 | int(c32[p]) & lanes
            c32[p] = c32[i]
    if int(words[_T_MADE]) == int(words[_T_BATCH]):
        see_path(0, 0, buffers)


@micropython.viper
def see_path(p: int, i: int, buffers):
    """Put the stones between root and leaf into their neighbours' rings, or take them out. `p` and `i` are dummies."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    moves = ptr32(buffers[4])
    rings = ptr16(buffers[8])
    base = int(words[_T_WIDTH]) + 1
    level = int(words[_T_DEPTH])
    while level:
        level -= 1
        p = int(moves[int(words[_T_PATH + level]) >> 14]) & _T_PLACE
        m = int(c[p])
        p -= base
        i = 0
        while i < 6:
            q = p + int(tables[_T_RINGS + i])
            shift = i + i + 6
            if i > 2:
                shift -= 12
            rings[q] = int(rings[q]) ^ m << shift
            i += 1


@micropython.viper
def see_root(p: int, i: int, buffers):
    """Note the ring of six neighbours of every point at the root, two bits each, in turn. `p` and `i` are dummies."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    rings = ptr16(buffers[8])
    back = int(words[_T_SPAN]) - int(words[_T_WIDTH]) - 1
    at = int(words[_T_PLACES])
    p = int(order[at])
    while p:
        ring = 0
        i = 6
        while i:
            i -= 1
            ring = ring << 2 | int(c[back + p + int(tables[_T_RINGS + i])])
        rings[p] = ring
        at += 1
        p = int(order[at])


@micropython.viper
def list_replies(tables_):
    """Enter, for each side and each ring of six neighbours, the step to the point that saves a two-bridge, or 0.

    A two-bridge is intruded upon where own stone, empty point, own stone follow one another around the new stone; a
    side's edges count as its stones.
    """
    tables = ptr8(tables_)
    side = 1
    while side < 3:
        turn = 6
        while turn:  # what comes first in turn is entered last
            turn -= 1
            own = side << 2 * turn | side << 2 * ((turn + 2) % 6)
            other = 64
            while other:  # whatever the three other neighbours are
                other -= 1
                at = own | (other & 3) << 2 * ((turn + 3) % 6)
                at = at | (other >> 2 & 3) << 2 * ((turn + 4) % 6) | (other >> 4) << 2 * ((turn + 5) % 6)
                tables[(side << _T_SIDE_SHIFT) + at] = tables[_T_RINGS + (turn + 1) % 6]
        side += 1


@micropython.viper
def group_playouts(p: int, c: ptr8, count: int, buffers):
    """All else, after `unite`: play `count` times from the position in the second section of `cells`, which is `c`.

    Every second playout of a batch reuses the order of the one before with the sides exchanged: what chance gave to one
    side it now gives to the other (antithetic variates). `p` is a dummy: a register.
    """
    words = ptr32(buffers[0])
    c32 = ptr32(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    groups32 = ptr32(buffers[7])
    base = int(words[_T_WIDTH]) + 1
    span = int(words[_T_SPAN])
    n = int(words[_T_LISTED])
    winning = int(words[_T_WINNING])
    r = int(words[_T_RANDOM])
    if not words[_T_MADE]:
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
        m = int(words[_T_TURN])
        left = n - int(words[_T_DEPTH])
        shuffled = 0
        p = 0
        if words[_T_MADE] & 1 and left:
            shuffled = int(words[_T_SHUFFLED])
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
                        r = (r * _MULTIPLIER + _INCREMENT) & _T_BITS
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
            turn = _T_RINGS
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
            won = (int(words[_T_MADE]) & 1) + 1  # a draw: they count for each side in turn
        words[_T_WON_1] = words[_T_WON_1] << 1 | (won & 1)
        words[_T_WON_2] = words[_T_WON_2] << 1 | (won >> 1)
        words[_T_MADE] += 1
        words[_T_SHUFFLED] = shuffled
        p = 0
        q = span >> 2
        while p < span >> 2:  # note who got each point, a bit for each playout; go back to the position at the leaf
            x = int(c32[p])
            c32[p] = c32[q]
            i = q + (span >> 2)
            c32[i] = c32[i] << 1 | (x & _LANES)
            i += span >> 2
            c32[i] = c32[i] << 1 | (x >> 1 & _LANES)
            p += 1
            q += 1
    words[_T_RANDOM] = r
