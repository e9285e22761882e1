"""Virtual connections of Hex: which stones and edges a side can join, whatever the other side does.

A full connection joins two ends whoever moves next; a semi connection does if the side itself moves next. Each has a
carrier: the empty points that it needs. H-search (V. Anshelevich, "A hierarchical approach to computer Hex", 2002)
builds larger ones from smaller ones by two rules. AND: two full connections with disjoint carriers meet at a group of
stones, which makes a full one, or at an empty point, which makes a semi one. OR: semi connections of the same two ends
make a full one if no point is in all of their carriers.

Ends are empty points and groups. Group 0 is the first edge with the stones that touch it, group 1 the last edge; the
others are stones alone. One end of a connection is a group. Two empty points count as joined if they touch, touch the
same group, or have two such points between them: more connections between empty points save no work (measured).

The kernels work on buffers: [state, full, semi, entries, field, most].

state    words, named below. A mask of points is a pair of words: rows 0, 2, 4 .., then rows 1, 3, 5 ..
full     lists of full connections, a carrier each: for each pair of a group and an end. Before them are tables, see
         tree.py and hex_fill.py; behind them the lengths of these lists and of those in `semi`, in bytes
semi     lists of semi connections; at the end the one of those between the two edges
entries  the table of hex_table.py
field    the mask of each point; then where it is, 32 * word + shift, which neighbours lie outside the field as side 1
         and as side 2 see them (six bits each, from bit 6 on), row and column (three bits each, from bit 18 on)
most     limits, in bytes: groups (2 to 24), full and semi connections of a pair, 1 << connections that wait, plies of
         the stack (at least 3), 1 << sets of four entries in the table, which must end before `field` in their buffer
"""

import micropython
from micropython import const

# `state`:
_HV_WIDTH = const(0)  # bits of a row
_HV_POINTS = const(1)
_HV_ALL = const(2)  # the mask of all points
_HV_EDGES = const(32)  # first and last edge of side 1, then of side 2
_HV_MOST_GROUPS = const(31)
_HV_MOST_FULL = const(6)
_HV_MOST_SEMI = const(7)
_HV_MOST_WINS = const(40)
_HV_QUEUE_SIZE = const(41)
_HV_ENDS = const(4)  # points and groups
_HV_LENGTHS = const(5)  # where they start in `full`, in bytes
_HV_WINS = const(42)  # where the semi connections of the two edges start in `semi`
_HV_QUEUE = const(43)  # where it starts
_HV_STEPS = const(11)  # carriers tried so far
_HV_SIDE = const(47)  # whose connections these are: 0 or 1
_HV_STOP = const(48)  # 1: a semi connection of the two edges is enough
_HV_OVER = const(12)  # 1: there is nothing left to find
_HV_JOINED = const(13)  # 2: the two edges have a full connection, 1: a semi connection
_HV_LINK = const(15)  # its carrier
_HV_WIN_COUNT = const(49)
_HV_GROUPS = const(14)
_HV_QUEUE_AT = const(50)
_HV_QUEUE_END = const(51)
_HV_MINE = const(27)  # stones of the side
_HV_OPEN = const(17)  # empty points
_HV_CARRIER = const(19)  # of the connection that is taken further
_HV_NEW = const(21)  # a carrier to enter
_HV_LEFT = const(23)  # what is left of a mask in a loop
_HV_FAR = const(25)
_HV_MEET = const(52)  # five words for each depth of `meet`
_HV_GROUP = const(69)  # masks of at most 24 groups
_HV_LIBERTIES = const(117)  # their empty neighbours
_HV_REACHED = const(165)  # for each group, points whose full connection to it was taken further
_HV_BESIDE = const(213)  # for each empty point, those that touch it or a group that it touches

# `field`:
_HF_BITS = const(640)  # the mask of each point

_H_NUMBERS = const(768)  # in `full`, bytes: the point that each bit of the two words stands for, see `pop`
_H_FULL = const(256)  # where the lists start in `full`: Hex keeps other tables before them, see tree.py
_H_TAKEN = const(1 << 28)  # in the second word of a carrier: the connection was taken further
_H_LARGEST = const(16)  # points in the carrier of a full connection
_H_DEPTH = const(3)  # at most so many semi connections make a full one
_H_DEPTH_OF_WINS = const(4)


@micropython.viper
def pop(at: int, buffers) -> int:
    """Take the first point out of the mask at `at` and return its number, or -1 if the mask is empty."""
    state = ptr32(buffers[0])
    numbers = ptr8(buffers[1])
    word = _H_NUMBERS
    mask = int(state[at])
    if not mask:
        at += 1
        word += 32
        mask = int(state[at])
        if not mask:
            return -1
    state[at] = mask & (mask - 1)
    # Bits 27 to 31 of this product differ for each single bit (C. Leiserson and others, "Using de Bruijn sequences to
    # index a 1 in a computer word", 1998).
    return int(numbers[word + ((((mask & (0 - mask)) * 0x077CB531) >> 27) & 31)])


@micropython.viper
def touch(at: int, to: int, buffers):
    """Put the neighbours of the points in the mask at `at` into the mask at `to`."""
    state = ptr32(buffers[0])
    width = int(state[_HV_WIDTH])
    even = int(state[at])
    odd = int(state[at + 1])
    near = even << 1 | even >> 1 | odd << 1 | odd | odd << width | odd << (width - 1)
    state[to] = near & int(state[_HV_ALL])
    near = odd << 1 | odd >> 1 | even >> 1 | even | even >> width | even >> (width - 1)
    state[to + 1] = near & int(state[_HV_ALL + 1])


@micropython.viper
def grow(at: int, within: int, buffers):
    """Add to the mask at `at` all that hangs together with it within the mask at `within`."""
    state = ptr32(buffers[0])
    width = int(state[_HV_WIDTH])
    all_even = int(state[within])
    all_odd = int(state[within + 1])
    even = int(state[at])
    odd = int(state[at + 1])
    a = 0
    b = 0
    while a != even or b != odd:
        a = even
        b = odd
        even |= (a << 1 | a >> 1 | b << 1 | b | b << width | b << (width - 1)) & all_even
        odd |= (b << 1 | b >> 1 | a >> 1 | a | a >> width | a >> (width - 1)) & all_odd
    state[at] = even
    state[at + 1] = odd


@micropython.viper
def size(which: int, at: int, buffers) -> int:
    """Return the number of points in the carrier at `at`."""
    words = ptr32(buffers[which])
    even = int(words[at])
    odd = int(words[at + 1]) & (_H_TAKEN - 1)
    even -= (even >> 1) & 0x15555555
    odd -= (odd >> 1) & 0x15555555
    even = (even & 0x33333333) + ((even >> 2) & 0x33333333) + (odd & 0x33333333) + ((odd >> 2) & 0x33333333)
    even = (even & 0x0F0F0F0F) + ((even >> 4) & 0x0F0F0F0F)
    return ((even * 0x01010101) >> 24) & 127


@micropython.viper
def enter(which: int, at: int, length: int, most: int, buffers) -> int:
    """Put the new carrier into the list at `at`, in place of all that contain it; return the new length.

    Return -1 if the list has a part of it, or is full of carriers that are not larger. which: 1 full, 2 semi.
    """
    state = ptr32(buffers[0])
    carriers = ptr32(buffers[which])
    even = int(state[_HV_NEW])
    odd = int(state[_HV_NEW + 1])
    end = at + length + length
    i = at
    while i < end:
        if not (int(carriers[i]) & ~even | int(carriers[i + 1]) & ~(odd | _H_TAKEN)):
            return -1
        i += 2
    to = at
    i = at
    while i < end:
        a = int(carriers[i])
        b = int(carriers[i + 1])
        if even & ~a | odd & ~b:
            carriers[to] = a
            carriers[to + 1] = b
            to += 2
        i += 2
    if to == at + most + most:
        i = to
        to = -1
        largest = int(size(0, _HV_NEW, buffers))
        while i > at:
            i -= 2
            length = int(size(which, i, buffers))
            if length >= largest:
                if length > largest or to >= 0:
                    largest = length
                    to = i
        if to < 0:
            return -1
        carriers[to] = even
        carriers[to + 1] = odd
        return most
    carriers[to] = even
    carriers[to + 1] = odd
    return ((to - at) >> 1) + 1


@micropython.viper
def add_full(group: int, end: int, buffers):
    """Enter a full connection with the new carrier between a group and an end, and queue it to be taken further."""
    state = ptr32(buffers[0])
    points = int(state[_HV_POINTS])
    other = end - points
    if other >= 0 and other < group:
        end = points + group
        group = other
    if not group and end == points + 1:
        state[_HV_JOINED] = 2
        state[_HV_OVER] = 1
        state[_HV_LINK] = state[_HV_NEW]
        state[_HV_LINK + 1] = state[_HV_NEW + 1]
        return
    if int(size(0, _HV_NEW, buffers)) > _H_LARGEST:
        return
    pair = group * int(state[_HV_ENDS]) + end
    lengths = ptr8(buffers[1])
    most = int(state[_HV_MOST_FULL])
    length = int(state[_HV_LENGTHS]) + pair
    entered = int(lengths[length])
    entered = int(enter(1, _H_FULL + pair * (most + most), entered, most, buffers))
    if entered < 0:
        return
    lengths[length] = entered
    last = int(state[_HV_QUEUE_END])
    following = last + 1
    if following == int(state[_HV_QUEUE_SIZE]):
        following = 0
    if following != int(state[_HV_QUEUE_AT]):
        state[_HV_QUEUE_END] = following
        last = int(state[_HV_QUEUE]) + 3 * last
        state[last] = state[_HV_NEW]
        state[last + 1] = state[_HV_NEW + 1]
        state[last + 2] = group << 8 | end


@micropython.viper
def add_semi(group: int, end: int, buffers):
    """Enter a semi connection with the new carrier between a group and an end; it may complete a full one."""
    state = ptr32(buffers[0])
    full = ptr32(buffers[1])
    lengths = ptr8(buffers[1])
    state[_HV_STEPS] = int(state[_HV_STEPS]) + 1
    points = int(state[_HV_POINTS])
    other = end - points
    if other >= 0 and other < group:
        end = points + group
        group = other
    if not group and end == points + 1:
        add_win(buffers)
        return
    if int(size(0, _HV_NEW, buffers)) > _H_LARGEST + 1:
        return
    pair = group * int(state[_HV_ENDS]) + end
    even = int(state[_HV_NEW])
    odd = int(state[_HV_NEW + 1]) | _H_TAKEN
    length = int(state[_HV_LENGTHS]) + pair
    i = _H_FULL + pair * (int(state[_HV_MOST_FULL]) << 1)
    end_of_list = i + (int(lengths[length]) << 1)
    while i < end_of_list:
        if not (int(full[i]) & ~even | int(full[i + 1]) & ~odd):
            return
        i += 2
    length += int(state[_HV_ENDS]) * int(state[_HV_MOST_GROUPS])
    most = int(state[_HV_MOST_SEMI])
    i = pair * (most + most)
    entered = int(lengths[length])
    entered = int(enter(2, i, entered, most, buffers))
    if entered >= 0:
        lengths[length] = entered
        meet(group, end, i, entered, _H_DEPTH - 1, buffers)


@micropython.viper
def add_win(buffers):
    """Enter a semi connection between the two edges."""
    state = ptr32(buffers[0])
    semi = ptr32(buffers[2])
    old = 128
    if state[_HV_JOINED]:
        old = int(size(0, _HV_LINK, buffers))
    if int(size(0, _HV_NEW, buffers)) < old:
        state[_HV_LINK] = state[_HV_NEW]
        state[_HV_LINK + 1] = state[_HV_NEW + 1]
    state[_HV_JOINED] = 1
    state[_HV_OVER] = state[_HV_STOP]
    i = int(state[_HV_WINS])
    length = int(enter(2, i, int(state[_HV_WIN_COUNT]), int(state[_HV_MOST_WINS]), buffers))
    if length >= 0:
        state[_HV_WIN_COUNT] = length
        meet(0, int(state[_HV_POINTS]) + 1, i, length, _H_DEPTH_OF_WINS - 1, buffers)


@micropython.viper
def meet(group: int, end: int, first: int, length: int, deepest: int, buffers):
    """Enter each full connection that the new semi connection makes with others of the list that begins at `first`.

    Their carriers must have no point in common, and no more than `deepest` others are needed.
    """
    state = ptr32(buffers[0])
    semi = ptr32(buffers[2])
    even = int(state[_HV_NEW])  # points in all of these carriers
    odd = int(state[_HV_NEW + 1])
    join_even = even  # points in any of them
    join_odd = odd
    last = first + length + length
    frame = int(_HV_MEET)
    deepest = frame + 5 * deepest
    i = first
    while not state[_HV_OVER]:
        if i >= last:
            if frame == _HV_MEET:
                return
            frame -= 5
            i = int(state[frame]) + 2
            even = int(state[frame + 1])
            odd = int(state[frame + 2])
            join_even = int(state[frame + 3])
            join_odd = int(state[frame + 4])
            continue
        a = even & int(semi[i])
        b = odd & int(semi[i + 1])
        if not a | b:
            state[_HV_NEW] = join_even | int(semi[i])
            state[_HV_NEW + 1] = join_odd | int(semi[i + 1])
            add_full(group, end, buffers)
        elif (a != even or b != odd) and frame < deepest:
            state[frame] = i
            state[frame + 1] = even
            state[frame + 2] = odd
            state[frame + 3] = join_even
            state[frame + 4] = join_odd
            frame += 5
            even = a
            odd = b
            join_even |= int(semi[i])
            join_odd |= int(semi[i + 1])
        i += 2


@micropython.viper
def join(start: int, group: int, end: int, other: int, over: int, buffers):
    """Join the connection from `start` to each one that leads on to `other`, out of the list of (group, end).

    over: the empty point where they meet, or -1 if they meet at a group. Those not yet taken further do not count.
    """
    state = ptr32(buffers[0])
    full = ptr32(buffers[1])
    lengths = ptr8(buffers[1])
    field = ptr32(buffers[4])
    points = int(state[_HV_POINTS])
    pair = group * int(state[_HV_ENDS]) + end
    i = _H_FULL + pair * (int(state[_HV_MOST_FULL]) << 1)
    last = i + (int(lengths[int(state[_HV_LENGTHS]) + pair]) << 1)
    even = int(state[_HV_CARRIER])
    odd = int(state[_HV_CARRIER + 1])
    a = even
    b = odd
    if start < points:
        a |= int(field[_HF_BITS + start + start])
        b |= int(field[_HF_BITS + start + start + 1])
    if over >= 0:
        even |= int(field[_HF_BITS + over + over])
        odd |= int(field[_HF_BITS + over + over + 1])
    while i < last and not state[_HV_OVER]:
        if int(full[i + 1]) & _H_TAKEN and not (int(full[i]) & a | int(full[i + 1]) & b):
            state[_HV_STEPS] = int(state[_HV_STEPS]) + 1
            state[_HV_NEW] = even | int(full[i])
            state[_HV_NEW + 1] = odd | int(full[i + 1]) & (_H_TAKEN - 1)
            if over >= 0:
                add_semi(start - points, other, buffers)
            elif start >= points:
                add_full(start - points, other, buffers)
            else:
                add_full(other - points, start, buffers)
        i += 2


@micropython.viper
def go_on_from_group(start: int, group: int, buffers):
    """Take the connection from `start` to a group further, to what the group is joined to; not over the edges."""
    state = ptr32(buffers[0])
    lengths = ptr8(buffers[1])
    points = int(state[_HV_POINTS])
    if group < 2:
        return
    if start >= points:
        state[_HV_LEFT] = int(state[_HV_REACHED + group + group]) & ~int(state[_HV_CARRIER])
        state[_HV_LEFT + 1] = int(state[_HV_REACHED + group + group + 1]) & ~int(state[_HV_CARRIER + 1])
        end = int(pop(_HV_LEFT, buffers))
        while end >= 0 and not state[_HV_OVER]:
            join(start, group, end, end, -1, buffers)
            end = int(pop(_HV_LEFT, buffers))
    other = 0
    while other < int(state[_HV_GROUPS]) and not state[_HV_OVER]:
        if other != group and points + other != start:
            first = group
            end = points + other
            if other < group:
                first = other
                end = points + group
            if lengths[int(state[_HV_LENGTHS]) + first * int(state[_HV_ENDS]) + end]:
                join(start, first, end, points + other, -1, buffers)
        other += 1


@micropython.viper
def go_on_from_point(group: int, point: int, buffers):
    """Take the connection from a group to an empty point further."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    points = int(state[_HV_POINTS])
    even = int(field[_HF_BITS + point + point])
    odd = int(field[_HF_BITS + point + point + 1])
    i = _HV_REACHED + group + group
    state[i] = int(state[i]) | even
    state[i + 1] = int(state[i + 1]) | odd
    go_over_points(group, point, buffers)
    other = 0
    while other < int(state[_HV_GROUPS]) and not state[_HV_OVER]:
        i = _HV_REACHED + other + other
        if other != group and int(state[i]) & even | int(state[i + 1]) & odd:
            join(points + group, other, point, points + other, point, buffers)
        other += 1
    if not state[_HV_OVER]:
        go_on_from_group(point, group, buffers)


@micropython.viper
def go_over_points(group: int, point: int, buffers):
    """Enter the semi connections of a group over `point` to the empty points joined to it."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    free_even = ~int(state[_HV_CARRIER])
    free_odd = ~int(state[_HV_CARRIER + 1])
    even = int(state[_HV_CARRIER]) | int(field[_HF_BITS + point + point])
    odd = int(state[_HV_CARRIER + 1]) | int(field[_HF_BITS + point + point + 1])
    beside = _HV_BESIDE + point + point
    a = int(state[beside]) & free_even
    b = int(state[beside + 1]) & free_odd
    state[_HV_LEFT] = a
    state[_HV_LEFT + 1] = b
    state[_HV_FAR] = 0
    state[_HV_FAR + 1] = 0
    end = int(pop(_HV_LEFT, buffers))
    while end >= 0 and not state[_HV_OVER]:
        i = _HV_BESIDE + end + end
        state[_HV_FAR] = int(state[_HV_FAR]) | int(state[i])
        state[_HV_FAR + 1] = int(state[_HV_FAR + 1]) | int(state[i + 1])
        state[_HV_NEW] = even
        state[_HV_NEW + 1] = odd
        add_semi(group, end, buffers)
        end = int(pop(_HV_LEFT, buffers))
    state[_HV_FAR] = int(state[_HV_FAR]) & ~(even | int(state[beside]))
    state[_HV_FAR + 1] = int(state[_HV_FAR + 1]) & ~(odd | int(state[beside + 1]))
    end = int(pop(_HV_FAR, buffers))
    while end >= 0 and not state[_HV_OVER]:
        i = _HV_BESIDE + end + end
        # Two points between are enough: the first two.
        c = a & int(state[i])
        d = b & int(state[i + 1])
        e = c & (c - 1)
        if e:
            c ^= e & (e - 1)
            d = 0
        elif c:
            d &= 0 - d
        else:
            e = d & (d - 1)
            d ^= e & (e - 1)
            if not e:
                d = 0
        if e | d:
            state[_HV_NEW] = even | c
            state[_HV_NEW + 1] = odd | d
            add_semi(group, end, buffers)
        end = int(pop(_HV_FAR, buffers))


@micropython.viper
def find_groups(buffers):
    """Find the groups of the side's stones and the full connections to their empty neighbours."""
    state = ptr32(buffers[0])
    rest_even = int(state[_HV_MINE])
    rest_odd = int(state[_HV_MINE + 1])
    edges = _HV_EDGES + (int(state[_HV_SIDE]) << 2)
    group = 0
    while group < int(state[_HV_MOST_GROUPS]) and (group < 2 or rest_even | rest_odd):
        even = rest_even & (0 - rest_even)
        odd = 0
        if group < 2:
            even = rest_even & int(state[edges])
            odd = rest_odd & int(state[edges + 1])
        elif not even:
            odd = rest_odd & (0 - rest_odd)
        i = _HV_GROUP + group + group
        state[i] = even
        state[i + 1] = odd
        grow(i, _HV_MINE, buffers)
        rest_even ^= int(state[i])
        rest_odd ^= int(state[i + 1])
        at = _HV_LIBERTIES + group + group
        touch(i, at, buffers)
        if group < 2:
            state[at] = int(state[at]) | int(state[edges])
            state[at + 1] = int(state[at + 1]) | int(state[edges + 1])
        state[at] = int(state[at]) & int(state[_HV_OPEN])
        state[at + 1] = int(state[at + 1]) & int(state[_HV_OPEN + 1])
        state[_HV_REACHED + group + group] = 0
        state[_HV_REACHED + group + group + 1] = 0
        edges += 2
        group += 1
    state[_HV_GROUPS] = group


@micropython.viper
def find_beside(buffers):
    """Find for each empty point the others that touch it, or a group that it touches."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    state[_HV_FAR] = state[_HV_OPEN]
    state[_HV_FAR + 1] = state[_HV_OPEN + 1]
    point = int(pop(_HV_FAR, buffers))
    while point >= 0:
        even = int(field[_HF_BITS + point + point])
        odd = int(field[_HF_BITS + point + point + 1])
        at = _HV_BESIDE + point + point
        state[at] = even
        state[at + 1] = odd
        touch(at, at, buffers)
        a = int(state[at])
        b = int(state[at + 1])
        group = 2
        while group < int(state[_HV_GROUPS]):
            i = _HV_LIBERTIES + group + group
            if int(state[i]) & even | int(state[i + 1]) & odd:
                a |= int(state[i])
                b |= int(state[i + 1])
            group += 1
        state[at] = a & int(state[_HV_OPEN]) & ~even
        state[at + 1] = b & int(state[_HV_OPEN + 1]) & ~odd
        point = int(pop(_HV_FAR, buffers))


@micropython.viper
def begin_links(side: int, stop: int, buffers):
    """Begin to search the connections of a side (0 or 1), whose stones are in the state, as well as the empty points.

    stop: 1 if a semi connection between the edges is enough.
    """
    state = ptr32(buffers[0])
    full = ptr32(buffers[1])
    state[_HV_SIDE] = side
    state[_HV_STOP] = stop
    state[_HV_OVER] = 0
    state[_HV_JOINED] = 0
    state[_HV_WIN_COUNT] = 0
    state[_HV_QUEUE_AT] = 0
    state[_HV_QUEUE_END] = 0
    find_groups(buffers)
    last = _HV_EDGES + (side << 2) + 2
    if int(state[_HV_GROUP]) & int(state[last]) | int(state[_HV_GROUP + 1]) & int(state[last + 1]):
        state[_HV_JOINED] = 2
        state[_HV_OVER] = 1
        state[_HV_LINK] = 0
        state[_HV_LINK + 1] = 0
        return
    i = int(state[_HV_LENGTHS]) >> 2
    last = i + ((int(state[_HV_ENDS]) * int(state[_HV_MOST_GROUPS]) + 1) >> 1)  # four bytes at once
    while i < last:
        full[i] = 0
        i += 1
    group = 0
    while group < int(state[_HV_GROUPS]):
        i = _HV_LIBERTIES + group + group
        state[_HV_LEFT] = state[i]
        state[_HV_LEFT + 1] = state[i + 1]
        point = int(pop(_HV_LEFT, buffers))
        while point >= 0:
            state[_HV_NEW] = 0
            state[_HV_NEW + 1] = 0
            add_full(group, point, buffers)
            point = int(pop(_HV_LEFT, buffers))
        group += 1
    find_beside(buffers)


@micropython.viper
def go_on(limit: int, buffers) -> int:
    """Take connections further until there are none left, or `limit` carriers were tried; return whether it is over."""
    state = ptr32(buffers[0])
    points = int(state[_HV_POINTS])
    while int(state[_HV_STEPS]) < limit:
        if state[_HV_OVER]:
            return 1
        at = int(state[_HV_QUEUE_AT])
        if at == int(state[_HV_QUEUE_END]):
            return 1
        i = int(state[_HV_QUEUE]) + 3 * at
        at += 1
        if at == int(state[_HV_QUEUE_SIZE]):
            at = 0
        state[_HV_QUEUE_AT] = at
        group = int(state[i + 2]) >> 8
        end = int(state[i + 2]) & 255
        state[_HV_CARRIER] = state[i]
        state[_HV_CARRIER + 1] = state[i + 1]
        if int(take(group, end, buffers)):
            if end < points:
                go_on_from_point(group, end, buffers)
            else:
                go_on_from_group(points + group, end - points, buffers)
                if not state[_HV_OVER]:
                    go_on_from_group(end, group, buffers)
    return 0


@micropython.viper
def take(group: int, end: int, buffers) -> int:
    """Note that the connection with the current carrier is taken further; return whether it is still in its list."""
    state = ptr32(buffers[0])
    full = ptr32(buffers[1])
    lengths = ptr8(buffers[1])
    pair = group * int(state[_HV_ENDS]) + end
    i = _H_FULL + pair * (int(state[_HV_MOST_FULL]) << 1)
    last = i + (int(lengths[int(state[_HV_LENGTHS]) + pair]) << 1)
    even = int(state[_HV_CARRIER])
    odd = int(state[_HV_CARRIER + 1])
    state[_HV_STEPS] = int(state[_HV_STEPS]) + 1
    while i < last:
        if int(full[i]) == even and int(full[i + 1]) == odd:
            full[i + 1] = odd | _H_TAKEN
            return 1
        i += 2
    return 0
