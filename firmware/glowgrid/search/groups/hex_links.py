"""Virtual connections of Hex: which stones and edges a side can join against any play.

A full connection joins two ends whoever moves next; a semi connection does if the side itself moves next. Each has a
carrier: the empty points that it needs. H-search (V. Anshelevich, "A hierarchical approach to computer Hex", 2002)
builds larger ones from smaller ones by two rules. AND: two full connections with disjoint carriers meet at a group of
stones, which makes a full one, or at an empty point, which makes a semi one. OR: semi connections of the same two ends
make a full one if no point is in all of their carriers.

Ends are empty points and groups. Group 0 is the first edge with the stones that touch it, group 1 the last edge; the
others are stones alone. One end of a connection is a group. Two empty points count as joined if they touch, touch the
same group, or have two such points between them: more connections between empty points save no work (measured).

The kernels work on buffers: [state, semi, full, entries, field, most].

state    words, named below. A mask of points is a pair of words: rows 0, 2, 4 .., then rows 1, 3, 5 ..
semi     lists of semi connections, a carrier each: for each pair of a group and an end, then for the two edges. Before
         them are tables, see tree.py and hex_fill.py
full     lists of full connections, at the end
entries  the table of hex_table.py, at the beginning: it may be the same buffer as `full`, and takes what that leaves
field    the mask of each point; then where it is, 32 * word + shift, which neighbours lie outside the field as side 1
         and as side 2 see them (six bits each, from bit 6 on), row and column (three bits each, from bit 18 on). Behind
         that are the lengths of all lists, in bytes
most     limits, in bytes: groups (2 to 24), full and semi connections of a pair, 1 << connections that wait, plies of
         the stack (at least 3), 1 << sets of four entries in the table
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_words import *

_LARGEST = const(16)  # points in the carrier of a full connection
_MOST_SEMIS = const(3)  # most semi connections that make a full one
_MOST_SEMIS_OF_WINS = const(4)


@micropython.viper
def pop(at: int, buffers) -> int:
    """Take the first point out of the mask at `at` and return its number, or -1 if the mask is empty."""
    state = ptr32(buffers[0])
    numbers = ptr8(buffers[1])
    word = NUMBERS
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
    width = int(state[WIDTH])
    even = int(state[at])
    odd = int(state[at + 1])
    near = even << 1 | even >> 1 | odd << 1 | odd | odd << width | odd << (width - 1)
    state[to] = near & int(state[ALL])
    near = odd << 1 | odd >> 1 | even >> 1 | even | even >> width | even >> (width - 1)
    state[to + 1] = near & int(state[ALL + 1])


@micropython.viper
def grow(at: int, within: int, buffers):
    """Add to the mask at `at` all that hangs together with it within the mask at `within`."""
    state = ptr32(buffers[0])
    width = int(state[WIDTH])
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
    odd = int(words[at + 1]) & (TAKEN - 1)
    even -= (even >> 1) & 0x15555555
    odd -= (odd >> 1) & 0x15555555
    even = (even & 0x33333333) + ((even >> 2) & 0x33333333) + (odd & 0x33333333) + ((odd >> 2) & 0x33333333)
    even = (even & 0x0F0F0F0F) + ((even >> 4) & 0x0F0F0F0F)
    return ((even * 0x01010101) >> 24) & 127


@micropython.viper
def enter(which: int, at: int, length: int, most: int, buffers) -> int:
    """Put the new carrier into the list at `at`, in place of all that contain it; return the new length.

    Return -1 if the list has a part of it, or is full of carriers that are not larger. which: 1 semi, 2 full. No
    carrier of a list contains another.
    """
    state = ptr32(buffers[0])
    carriers = ptr32(buffers[which])
    even = int(state[NEW])
    odd = int(state[NEW + 1])
    end = at + length + length
    i = at
    while i < end:
        if not (int(carriers[i]) & ~even | int(carriers[i + 1]) & ~(odd | TAKEN)):
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
        largest = int(size(0, NEW, buffers))
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
    """Enter a full connection with the new carrier between a group and an end, and queue it to be taken further.

    If it joins the two edges, nothing more has to be found, and its carrier is LINK.
    """
    state = ptr32(buffers[0])
    points = int(state[POINTS])
    other = end - points
    if other >= 0 and other < group:
        end = points + group
        group = other
    if not group and end == points + 1:
        state[JOINED] = 2
        state[OVER] = 1
        state[LINK] = state[NEW]
        state[LINK + 1] = state[NEW + 1]
        return
    if int(size(0, NEW, buffers)) > _LARGEST:
        return
    pair = group * int(state[ENDS]) + end
    lengths = ptr8(buffers[4])
    most = int(state[MOST_FULL])
    length = int(state[LENGTHS]) + pair
    entered = int(lengths[length])
    entered = int(enter(2, int(state[FULL]) + pair * (most + most), entered, most, buffers))
    if entered < 0:
        return
    lengths[length] = entered
    last = int(state[QUEUE_END])
    following = last + 1
    if following == int(state[QUEUE_SIZE]):
        following = 0
    if following != int(state[QUEUE_AT]):
        state[QUEUE_END] = following
        last = int(state[QUEUE]) + 3 * last
        state[last] = state[NEW]
        state[last + 1] = state[NEW + 1]
        state[last + 2] = group << 8 | end


@micropython.viper
def add_semi(group: int, end: int, buffers):
    """Enter a semi connection with the new carrier between a group and an end; it may complete a full one.

    It adds nothing if a part of its carrier is that of a full connection.
    """
    state = ptr32(buffers[0])
    full = ptr32(buffers[2])
    lengths = ptr8(buffers[4])
    state[STEPS] = int(state[STEPS]) + 1
    points = int(state[POINTS])
    other = end - points
    if other >= 0 and other < group:
        end = points + group
        group = other
    if not group and end == points + 1:
        add_win(buffers)
        return
    if int(size(0, NEW, buffers)) > _LARGEST + 1:
        return
    pair = group * int(state[ENDS]) + end
    even = int(state[NEW])
    odd = int(state[NEW + 1]) | TAKEN
    length = int(state[LENGTHS]) + pair
    i = int(state[FULL]) + pair * (int(state[MOST_FULL]) << 1)
    end_of_list = i + (int(lengths[length]) << 1)
    while i < end_of_list:
        if not (int(full[i]) & ~even | int(full[i + 1]) & ~odd):
            return
        i += 2
    length += int(state[ENDS]) * int(state[MOST_GROUPS])
    most = int(state[MOST_SEMI])
    i = LISTS + pair * (most + most)
    entered = int(lengths[length])
    entered = int(enter(1, i, entered, most, buffers))
    if entered >= 0:
        lengths[length] = entered
        meet(group, end, i, entered, _MOST_SEMIS - 1, buffers)


@micropython.viper
def add_win(buffers):
    """Enter a semi connection between the two edges. LINK is the smallest carrier of one so far."""
    state = ptr32(buffers[0])
    semi = ptr32(buffers[1])
    old = 128
    if state[JOINED]:
        old = int(size(0, LINK, buffers))
    if int(size(0, NEW, buffers)) < old:
        state[LINK] = state[NEW]
        state[LINK + 1] = state[NEW + 1]
    state[JOINED] = 1
    state[OVER] = state[STOP]
    i = int(state[WINS])
    length = int(enter(1, i, int(state[WIN_COUNT]), int(state[MOST_WINS]), buffers))
    if length >= 0:
        state[WIN_COUNT] = length
        meet(0, int(state[POINTS]) + 1, i, length, _MOST_SEMIS_OF_WINS - 1, buffers)


@micropython.viper
def meet(group: int, end: int, first: int, length: int, deepest: int, buffers):
    """Enter each full connection that the new semi connection makes with others of the list that begins at `first`.

    No point is in all of their carriers, so one of them is left whatever the other side plays. It needs no more than
    `deepest` others.
    """
    state = ptr32(buffers[0])
    semi = ptr32(buffers[1])
    even = int(state[NEW])  # points in all of these carriers
    odd = int(state[NEW + 1])
    join_even = even  # points in any of them
    join_odd = odd
    last = first + length + length
    frame = int(MEET)
    deepest = frame + 5 * deepest
    i = first
    while not state[OVER]:
        if i >= last:
            if frame == MEET:
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
            state[NEW] = join_even | int(semi[i])
            state[NEW + 1] = join_odd | int(semi[i + 1])
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

    over: the empty point where they meet, or -1 if they meet at a group. Those not yet taken further do not count, so
    each pair is joined once. The two carriers have no point in common, and neither has an end of the other.
    """
    state = ptr32(buffers[0])
    full = ptr32(buffers[2])
    lengths = ptr8(buffers[4])
    field = ptr32(buffers[4])
    points = int(state[POINTS])
    pair = group * int(state[ENDS]) + end
    i = int(state[FULL]) + pair * (int(state[MOST_FULL]) << 1)
    last = i + (int(lengths[int(state[LENGTHS]) + pair]) << 1)
    even = int(state[CARRIER])
    odd = int(state[CARRIER + 1])
    a = even
    b = odd
    if start < points:
        a |= int(field[MASKS + start + start])
        b |= int(field[MASKS + start + start + 1])
    if over >= 0:
        even |= int(field[MASKS + over + over])
        odd |= int(field[MASKS + over + over + 1])
    while i < last and not state[OVER]:
        if int(full[i + 1]) & TAKEN and not (int(full[i]) & a | int(full[i + 1]) & b):
            state[STEPS] = int(state[STEPS]) + 1
            state[NEW] = even | int(full[i])
            state[NEW + 1] = odd | int(full[i + 1]) & (TAKEN - 1)
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
    lengths = ptr8(buffers[4])
    points = int(state[POINTS])
    if group < 2:
        return
    if start >= points:
        state[LEFT] = int(state[REACHED + group + group]) & ~int(state[CARRIER])
        state[LEFT + 1] = int(state[REACHED + group + group + 1]) & ~int(state[CARRIER + 1])
        end = int(pop(LEFT, buffers))
        while end >= 0 and not state[OVER]:
            join(start, group, end, end, -1, buffers)
            end = int(pop(LEFT, buffers))
    other = 0
    while other < int(state[GROUPS]) and not state[OVER]:
        if other != group and points + other != start:
            first = group
            end = points + other
            if other < group:
                first = other
                end = points + group
            if lengths[int(state[LENGTHS]) + first * int(state[ENDS]) + end]:
                join(start, first, end, points + other, -1, buffers)
        other += 1


@micropython.viper
def go_on_from_point(group: int, point: int, buffers):
    """Take the connection from a group to an empty point further."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    points = int(state[POINTS])
    even = int(field[MASKS + point + point])
    odd = int(field[MASKS + point + point + 1])
    i = REACHED + group + group
    state[i] = int(state[i]) | even
    state[i + 1] = int(state[i + 1]) | odd
    go_over_points(group, point, buffers)
    other = 0
    while other < int(state[GROUPS]) and not state[OVER]:
        i = REACHED + other + other
        if other != group and int(state[i]) & even | int(state[i + 1]) & odd:
            join(points + group, other, point, points + other, point, buffers)
        other += 1
    if not state[OVER]:
        go_on_from_group(point, group, buffers)


@micropython.viper
def go_over_points(group: int, point: int, buffers):
    """Enter the semi connections of a group over `point` to the empty points joined to it."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    free_even = ~int(state[CARRIER])
    free_odd = ~int(state[CARRIER + 1])
    even = int(state[CARRIER]) | int(field[MASKS + point + point])
    odd = int(state[CARRIER + 1]) | int(field[MASKS + point + point + 1])
    beside = BESIDE + point + point
    a = int(state[beside]) & free_even
    b = int(state[beside + 1]) & free_odd
    state[LEFT] = a
    state[LEFT + 1] = b
    state[FAR] = 0
    state[FAR + 1] = 0
    end = int(pop(LEFT, buffers))
    while end >= 0 and not state[OVER]:
        i = BESIDE + end + end
        state[FAR] = int(state[FAR]) | int(state[i])
        state[FAR + 1] = int(state[FAR + 1]) | int(state[i + 1])
        state[NEW] = even
        state[NEW + 1] = odd
        add_semi(group, end, buffers)
        end = int(pop(LEFT, buffers))
    state[FAR] = int(state[FAR]) & ~(even | int(state[beside]))
    state[FAR + 1] = int(state[FAR + 1]) & ~(odd | int(state[beside + 1]))
    end = int(pop(FAR, buffers))
    while end >= 0 and not state[OVER]:
        i = BESIDE + end + end
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
            state[NEW] = even | c
            state[NEW + 1] = odd | d
            add_semi(group, end, buffers)
        end = int(pop(FAR, buffers))


@micropython.viper
def find_groups(buffers):
    """Find the groups of the side's stones and their empty neighbours. No stone is in two groups."""
    state = ptr32(buffers[0])
    rest_even = int(state[MINE])
    rest_odd = int(state[MINE + 1])
    edges = EDGES + (int(state[SIDE]) << 2)
    group = 0
    while group < int(state[MOST_GROUPS]) and (group < 2 or rest_even | rest_odd):
        even = rest_even & (0 - rest_even)
        odd = 0
        if group < 2:
            even = rest_even & int(state[edges])
            odd = rest_odd & int(state[edges + 1])
        elif not even:
            odd = rest_odd & (0 - rest_odd)
        i = GROUP + group + group
        state[i] = even
        state[i + 1] = odd
        grow(i, MINE, buffers)
        rest_even ^= int(state[i])
        rest_odd ^= int(state[i + 1])
        at = LIBERTIES + group + group
        touch(i, at, buffers)
        if group < 2:
            state[at] = int(state[at]) | int(state[edges])
            state[at + 1] = int(state[at + 1]) | int(state[edges + 1])
        state[at] = int(state[at]) & int(state[OPEN])
        state[at + 1] = int(state[at + 1]) & int(state[OPEN + 1])
        state[REACHED + group + group] = 0
        state[REACHED + group + group + 1] = 0
        edges += 2
        group += 1
    state[GROUPS] = group


@micropython.viper
def find_beside(buffers):
    """Find for each empty point the others that touch it, or a group that it touches."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    state[FAR] = state[OPEN]
    state[FAR + 1] = state[OPEN + 1]
    point = int(pop(FAR, buffers))
    while point >= 0:
        even = int(field[MASKS + point + point])
        odd = int(field[MASKS + point + point + 1])
        at = BESIDE + point + point
        state[at] = even
        state[at + 1] = odd
        touch(at, at, buffers)
        a = int(state[at])
        b = int(state[at + 1])
        group = 2
        while group < int(state[GROUPS]):
            i = LIBERTIES + group + group
            if int(state[i]) & even | int(state[i + 1]) & odd:
                a |= int(state[i])
                b |= int(state[i + 1])
            group += 1
        state[at] = a & int(state[OPEN]) & ~even
        state[at + 1] = b & int(state[OPEN + 1]) & ~odd
        point = int(pop(FAR, buffers))


@micropython.viper
def begin_links(side: int, stop: int, buffers):
    """Begin to search the connections of a side (0 or 1), whose stones are in the state, as well as the empty points.

    stop: 1 if a semi connection between the edges is enough.
    """
    state = ptr32(buffers[0])
    words = ptr32(buffers[4])
    state[SIDE] = side
    state[STOP] = stop
    state[OVER] = 0
    state[JOINED] = 0
    state[WIN_COUNT] = 0
    state[QUEUE_AT] = 0
    state[QUEUE_END] = 0
    find_groups(buffers)
    last = EDGES + (side << 2) + 2
    if int(state[GROUP]) & int(state[last]) | int(state[GROUP + 1]) & int(state[last + 1]):
        state[JOINED] = 2
        state[OVER] = 1
        state[LINK] = 0
        state[LINK + 1] = 0
        return
    i = int(state[LENGTHS]) >> 2
    last = i + ((int(state[ENDS]) * int(state[MOST_GROUPS]) + 1) >> 1)  # four bytes at once
    while i < last:
        words[i] = 0
        i += 1
    group = 0
    while group < int(state[GROUPS]):
        i = LIBERTIES + group + group
        state[LEFT] = state[i]
        state[LEFT + 1] = state[i + 1]
        point = int(pop(LEFT, buffers))
        while point >= 0:
            state[NEW] = 0
            state[NEW + 1] = 0
            add_full(group, point, buffers)
            point = int(pop(LEFT, buffers))
        group += 1
    find_beside(buffers)


@micropython.viper
def go_on(limit: int, buffers) -> int:
    """Take connections further until there are none left, or `limit` carriers were tried; return whether it is over.

    Every connection in the lists holds at any time; a search that stops early only misses some.
    """
    state = ptr32(buffers[0])
    points = int(state[POINTS])
    while int(state[STEPS]) < limit:
        if state[OVER]:
            return 1
        at = int(state[QUEUE_AT])
        if at == int(state[QUEUE_END]):
            return 1
        i = int(state[QUEUE]) + 3 * at
        at += 1
        if at == int(state[QUEUE_SIZE]):
            at = 0
        state[QUEUE_AT] = at
        group = int(state[i + 2]) >> 8
        end = int(state[i + 2]) & 255
        state[CARRIER] = state[i]
        state[CARRIER + 1] = state[i + 1]
        if int(take(group, end, buffers)):
            if end < points:
                go_on_from_point(group, end, buffers)
            else:
                go_on_from_group(points + group, end - points, buffers)
                if not state[OVER]:
                    go_on_from_group(end, group, buffers)
    return 0


@micropython.viper
def take(group: int, end: int, buffers) -> int:
    """Mark the connection with the current carrier as taken further; return whether it is still in its list."""
    state = ptr32(buffers[0])
    full = ptr32(buffers[2])
    lengths = ptr8(buffers[4])
    pair = group * int(state[ENDS]) + end
    i = int(state[FULL]) + pair * (int(state[MOST_FULL]) << 1)
    last = i + (int(lengths[int(state[LENGTHS]) + pair]) << 1)
    even = int(state[CARRIER])
    odd = int(state[CARRIER + 1])
    state[STEPS] = int(state[STEPS]) + 1
    while i < last:
        if int(full[i]) == even and int(full[i + 1]) == odd:
            full[i + 1] = odd | TAKEN
            return 1
        i += 2
    return 0
