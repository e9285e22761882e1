"""Random games from a leaf of the tree, which show who is likely to win there. growth.py lays out the buffers.

Playouts of Hex have one rule: an intrusion into a two-bridge is always answered. Hex cannot end in a draw, so it only
matters who fills which point. The two-bridges are those of the position where the playout begins; looking for new ones
costs more than it gains. Source: B. Arneson, R. B. Hayward, P. Henderson, "Monte Carlo tree search in Hex", 2010.

Havannah, Y and similar games are played until a side meets its goal. Groups are kept by union-find; rings do not count.

Every second playout of a batch reuses the order of the one before with the sides exchanged, so luck that helped one
side now helps the other (antithetic variates).
"""

import micropython
from micropython import const

from glowgrid.search.groups.tree_words import *

_SIDE_SHIFT = const(12)
_LANES = const(0x01010101)  # the lowest bit of each of four bytes
_MULTIPLIER = const(1664525)  # D. E. Knuth; in W. H. Press et al., "Numerical Recipes", 1992
_INCREMENT = const(1013904223)
_RANDOM_BITS = const(0x3FFFFFFF)


@micropython.viper
def hex_playouts(count: int, buffers):
    """Hex: play `count` times from the leaf. Fill the whole field, then judge."""
    words = ptr32(buffers[0])
    if not words[MADE]:
        see_path(buffers)
    while count:
        count -= 1
        if words[MADE] & 1:
            fill(int(give_last(buffers)) ^ 3, buffers)
        else:
            draw_half(buffers)
            fill(int(words[TURN]), buffers)
        judge(buffers)
        note_fill(buffers)
    if int(words[MADE]) == int(words[BATCH_SIZE]):
        see_path(buffers)


@micropython.viper
def draw_half(buffers):
    """Draw the first half of the order from the whole: it decides who gets which point."""
    order = ptr16(buffers[2])
    words = ptr32(buffers[0])
    left = int(words[LISTED])
    random = int(words[RANDOM])
    half = (left + 1) >> 1
    last = left
    at = 0
    while at < half:
        random = (random * _MULTIPLIER + _INCREMENT) & _RANDOM_BITS
        drawn = at + ((random >> 14) * left >> 16)
        if drawn == half:  # the end of the first half
            drawn = last
        left -= 1
        place = int(order[drawn])
        order[drawn] = order[at]
        order[at] = place
        at += 1
    words[RANDOM] = random


@micropython.viper
def give_last(buffers) -> int:
    """Give the last free point of the order to the side to move, and return it: all later points change sides."""
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    words = ptr32(buffers[0])
    side = int(words[TURN])
    at = int(words[LISTED])
    while cells[int(order[at])]:
        at -= 1
    cells[int(order[at])] = side
    return side


@micropython.viper
def fill(side: int, buffers):
    """Give the free points to the sides in turn, `side` first, from both halves in turn; save two-bridges."""
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    rings = ptr16(buffers[8])
    words = ptr32(buffers[0])
    base = int(words[WIDTH]) + 1
    leap = ((int(words[LISTED]) + 1) >> 1) + 1  # to the other half of the order and back
    both = 3 << _SIDE_SHIFT
    side <<= _SIDE_SHIFT  # where its replies are in `tables`
    at = 0
    place = int(order[0])
    while place:
        at += leap
        leap = 1 - leap
        if not cells[place]:
            cells[place] = side >> _SIDE_SHIFT
            side ^= both
            step = int(tables[side + int(rings[place])])
            if step:
                place += step - base
                if not cells[place]:
                    cells[place] = side >> _SIDE_SHIFT
                    side ^= both
        place = int(order[at])


@micropython.viper
def judge(buffers):
    """Note who has won: follow the border between side 1's stones joined to the top and side 2's joined to the left."""
    cells = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    words = ptr32(buffers[0])
    width = int(words[WIDTH])
    base = width + 1
    cells[width - 1] = cells[width * width - width] = 0  # the border ends at these corners
    place = 1 - base
    turn = STEPS + 5
    owner = 1
    while owner:
        ahead = place + int(tables[turn])
        owner = int(cells[ahead])
        if owner & 1:
            place = ahead - base
            turn -= 1
        else:
            turn += 1
    won_1 = 0
    if ahead > width:  # it ended at the bottom left, not at the top right
        won_1 = 1
    words[WON_1] = words[WON_1] << 1 | won_1
    words[WON_2] = words[WON_2] << 1 | (won_1 ^ 1)


@micropython.viper
def note_fill(buffers):
    """Note who filled each point, a bit for each playout, and return to the position at the leaf."""
    cells = ptr32(buffers[1])
    words = ptr32(buffers[0])
    words[MADE] += 1
    lanes = _LANES
    section = int(words[SPAN]) >> 2
    first = int(words[WIDTH]) >> 2
    at = section - first
    leaf = section + at
    bits = section + leaf
    while at > first:
        at -= 1
        leaf -= 1
        bits -= 1
        cells[bits] = int(cells[bits]) << 1 | int(cells[at]) & lanes
        cells[at] = cells[leaf]


@micropython.viper
def see_path(buffers):
    """Add the stones between root and leaf to their neighbours' rings, or remove them."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    moves = ptr32(buffers[4])
    rings = ptr16(buffers[8])
    base = int(words[WIDTH]) + 1
    level = int(words[DEPTH])
    while level:
        level -= 1
        place = int(moves[int(words[PATH + level]) >> 14]) & PLACE_BITS
        side = int(cells[place])
        place -= base
        turn = 0
        while turn < 6:
            near = place + int(tables[STEPS + turn])
            shift = turn + turn + 6
            if turn > 2:
                shift -= 12
            rings[near] = int(rings[near]) ^ side << shift
            turn += 1


@micropython.viper
def see_root(buffers):
    """Note the six neighbours of every point at the root as its ring, two bits each, in order."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    rings = ptr16(buffers[8])
    back = int(words[SPAN]) - int(words[WIDTH]) - 1
    at = int(words[PLACES])
    place = int(order[at])
    while place:
        ring = 0
        turn = 6
        while turn:
            turn -= 1
            ring = ring << 2 | int(cells[back + place + int(tables[STEPS + turn])])
        rings[place] = ring
        at += 1
        place = int(order[at])


@micropython.viper
def list_replies(tables: ptr8):
    """Enter, for each side and each ring of six neighbours, the step to the point that saves a two-bridge, or 0.

    A stone intrudes into a two-bridge if own stone, empty point, own stone follow one another around it; a side's edges
    count as its stones.
    """
    at = 1 << _SIDE_SHIFT
    while at < 3 << _SIDE_SHIFT:
        tables[at] = 0
        at += 1
    tables[LISTED_REPLIES] = 1
    side = 1
    while side < 3:
        turn = 6
        while turn:  # the first in order is entered last
            turn -= 1
            own = side << 2 * turn | side << 2 * ((turn + 2) % 6)
            other = 64
            while other:  # for each state of the three other neighbours
                other -= 1
                at = own | (other & 3) << 2 * ((turn + 3) % 6)
                at = at | (other >> 2 & 3) << 2 * ((turn + 4) % 6) | (other >> 4) << 2 * ((turn + 5) % 6)
                tables[(side << _SIDE_SHIFT) + at] = tables[STEPS + (turn + 1) % 6]
        side += 1


@micropython.viper
def group_playouts(count: int, buffers):
    """All other games, after `unite`: play `count` times from the leaf."""
    words = ptr32(buffers[0])
    span = int(words[SPAN])
    if not words[MADE]:
        copy_groups(0, 2 * span, buffers)
    while count:
        count -= 1
        copy_groups(2 * span, 0, buffers)
        place = 0
        shuffled = 0
        if words[MADE] & 1 and int(words[LISTED]) > int(words[DEPTH]):
            place = int(last_free(buffers))
            shuffled = int(words[SHUFFLED])
        words[SHUFFLED] = shuffled
        note_groups(int(play(place, buffers)), buffers)


@micropython.viper
def copy_groups(source: int, target: int, buffers):
    """Copy two sections of `groups`, given in words, to save or restore the groups at the leaf."""
    groups = ptr32(buffers[7])
    end = source + int(ptr32(buffers[0])[SPAN])
    while source < end:
        groups[target] = groups[source]
        source += 1
        target += 1


@micropython.viper
def last_free(buffers) -> int:
    """Return the last free point of the order: the playout with exchanged sides begins there."""
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    at = int(ptr32(buffers[0])[LISTED]) - 1
    while cells[int(order[at])]:
        at -= 1
    return int(order[at])


@micropython.viper
def play(place: int, buffers) -> int:
    """Play on until a side wins: first at `place` unless 0, then by the order. Return who wins, 0 for a draw."""
    cells = ptr8(buffers[1])
    tables = ptr8(buffers[3])
    leader = ptr16(buffers[7])
    order = ptr16(buffers[2])
    words = ptr32(buffers[0])
    base = int(words[WIDTH]) + 1
    touching = int(words[SPAN])
    listed = int(words[LISTED])
    random = int(words[RANDOM])
    shuffled = int(words[SHUFFLED])
    winning = int(words[WINNING])
    side = int(words[TURN])
    left = listed - int(words[DEPTH])
    at = 0
    while left:
        while not place:  # the next free point; only as much of the order is drawn as needed
            if at == shuffled:
                random = (random * _MULTIPLIER + _INCREMENT) & _RANDOM_BITS
                drawn = at + (((random >> 14) * (listed - at)) >> 16)
                place = int(order[drawn])
                order[drawn] = order[at]
                order[at] = place
                shuffled += 1
            place = int(order[at])
            at += 1
            if cells[place]:
                place = 0
        cells[place] = side
        mine = place
        touched = int(leader[touching + place])
        turn = STEPS
        before = int(cells[place + int(tables[turn - 1]) - base])
        while turn < STEPS + 6:  # join the groups around it
            near = place + int(tables[turn]) - base
            owner = int(cells[near])
            if owner == side and before != side:
                while int(leader[near]) != near:
                    leader[near] = leader[int(leader[near])]
                    near = int(leader[near])
                if near != mine:
                    touched |= int(leader[touching + near])
                    leader[mine] = near
                    mine = near
            before = owner
            turn += 1
        leader[touching + mine] = touched
        if int(tables[winning + touched]) & side:
            break
        side ^= 3
        place = 0
        left -= 1
    words[RANDOM] = random
    words[SHUFFLED] = shuffled
    if left:
        return side
    return 0


@micropython.viper
def note_groups(won: int, buffers):
    """Note who won and who got each point, a bit for each playout; return to the position at the leaf."""
    cells = ptr32(buffers[1])
    words = ptr32(buffers[0])
    if not won:
        won = (int(words[MADE]) & 1) + 1  # draws count for each side in turn
    words[WON_1] = words[WON_1] << 1 | (won & 1)
    words[WON_2] = words[WON_2] << 1 | (won >> 1)
    words[MADE] += 1
    lanes = _LANES
    section = int(words[SPAN]) >> 2
    at = 0
    while at < section:
        stones = int(cells[at])
        leaf = at + section
        cells[at] = cells[leaf]
        bits = leaf + section
        cells[bits] = cells[bits] << 1 | (stones & lanes)
        bits += section
        cells[bits] = cells[bits] << 1 | (stones >> 1 & lanes)
        at += 1
