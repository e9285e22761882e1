"""The groups of a position by union-find, and the points where a side wins with one stone.

Source: R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975. growth.py lays out the buffers.
`groups` has six sections of 16 bits a place: the leader of each place and what its group touches, in the current
position; the same on an empty field; the same at the leaf, where playouts begin (playouts.py).
"""

import micropython
from micropython import const

from glowgrid.search.groups.tree_words import *

_CROWD_1 = const(0xE0)  # of the stones beside a place, four bits a side: set if side 1 has more than one there
_CROWD_2 = const(0xE00)


@micropython.viper
def unite(buffers):
    """Find the groups of the position in the second section of `cells`."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    groups = ptr32(buffers[7])
    span = int(words[SPAN])
    word = span  # two sections of 16 bits a place
    while word:
        word -= 1
        groups[word] = groups[span + word]
    at = int(words[PLACES])
    place = int(order[at])
    while place:
        if cells[span + place]:
            join(place, buffers)
        at += 1
        place = int(order[at])


@micropython.viper
def join(place: int, buffers):
    """Join the stone on `place` to the groups of its side on the three neighbours with lower numbers."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    span = int(words[SPAN])
    base = int(words[WIDTH]) + 1
    side = int(cells[span + place])
    own = place
    step = STEPS + int(words[BACK])
    end = step + 3
    while step < end:
        beside = place + int(tables[step]) - base
        step += 1
        if int(cells[span + beside]) == side:
            while int(leader[beside]) != beside:  # halve the path
                above = int(leader[int(leader[beside])])
                leader[beside] = above
                beside = above
            if own != beside:
                leader[own] = beside
                leader[span + beside] = int(leader[span + beside]) | int(leader[span + own])
                own = beside


@micropython.viper
def wins_in_one(buffers):
    """After `unite`: mark in the first section of `cells` which sides win where, a bit each; count these points."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    span = int(words[SPAN])
    base = int(words[WIDTH]) + 1
    winning = int(words[WINNING])
    crowd_1 = int(words[RINGS_WIN]) * _CROWD_1
    crowd_2 = int(words[RINGS_WIN]) * _CROWD_2
    words[WINS_1] = 0
    words[WINS_2] = 0
    straighten(buffers)
    at = int(words[PLACES]) - 1
    while order[at + 1]:
        at += 1
        place = int(order[at])
        if cells[span + place]:
            continue
        touched = int(leader[span + place]) * 0x10001  # low half for side 1, high half for side 2
        crowd = 0  # stones beside it, see _CROWD_1
        step = STEPS
        before = int(cells[span + place + int(tables[step - 1]) - base])
        while step < STEPS + 6:
            beside = place + int(tables[step]) - base
            stone = int(cells[span + beside])
            step += 1
            if stone == 1 or stone == 2:
                crowd += 1 << 4 * stone
                if stone != before:
                    touched |= int(leader[span + int(leader[beside])]) << 16 * (stone - 1)
            before = stone
        won = int(tables[winning + (touched & 0xFFFF)]) & 1 | int(tables[winning + (touched >> 16)]) & 2
        if not won & 1 and crowd & crowd_1:
            won |= int(closes_ring(place, 1, buffers))
        if not won & 2 and crowd & crowd_2:
            won |= int(closes_ring(place, 2, buffers)) << 1
        cells[place] = won
        if won & 1:
            words[WINS_1] += 1
            words[WINS_1 + 1] = place
        if won & 2:
            words[WINS_2] += 1
            words[WINS_2 + 1] = place


@micropython.viper
def straighten(buffers):
    """Let each stone point directly to the leader of its group."""
    words = ptr32(buffers[0])
    order = ptr16(buffers[2])
    leader = ptr16(buffers[7])
    at = int(words[PLACES])
    place = int(order[at])
    while place:
        above = int(leader[place])
        while int(leader[above]) != above:
            above = int(leader[above])
        leader[place] = above
        at += 1
        place = int(order[at])


@micropython.viper
def closes_ring(place: int, side: int, buffers) -> int:
    """After `straighten`: return whether a stone of `side` on the empty `place` completes a ring."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    span = int(words[SPAN])
    base = int(words[WIDTH]) + 1
    first = 0  # the leader of the first run of stones around the place; `last`: that of the last run
    last = 0
    pairs = 0  # stones side by side
    step = STEPS
    before = int(cells[span + place + int(tables[step - 1]) - base])
    while step < STEPS + 6:
        beside = place + int(tables[step]) - base
        stone = int(cells[span + beside])
        step += 1
        if stone == side and before == side:
            pairs += 1
        elif stone == side:
            group = int(leader[beside])
            if group == first or group == last:
                return 1
            if not first:
                first = group
            last = group
        before = stone
    if pairs > 1:
        return int(fills(place, side, buffers))
    return 0


@micropython.viper
def fills(place: int, side: int, buffers) -> int:
    """Return whether a stone of `side` on the empty `place` completes a ring of six around one of its own stones."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    span = int(words[SPAN])
    base = int(words[WIDTH]) + 1
    step = STEPS
    while step < STEPS + 6:
        centre = place + int(tables[step]) - base
        step += 1
        if int(cells[span + centre]) == side:
            turn = STEPS
            while turn < STEPS + 6:
                beside = centre + int(tables[turn]) - base
                turn += 1
                if beside != place and int(cells[span + beside]) != side:
                    turn = 255
            if turn < 255:
                return 1
    return 0


@micropython.viper
def list_winners(least: int, mask: int, side: int, at: int, end: int, tables_):
    """Mark `side` in tables[at:end], indexed by sets of touched borders, if at least `least` of `mask` are."""
    tables = ptr8(tables_)
    touched = 0
    while at < end:
        counted = touched & mask
        left = least
        while counted:
            counted &= counted - 1
            left -= 1
        if left <= 0:
            tables[at] = int(tables[at]) | side
        at += 1
        touched += 1
