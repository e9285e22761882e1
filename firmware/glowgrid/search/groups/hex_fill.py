"""Dead and captured points of Hex: empty points that can be filled in without a change of who wins.

A point is dead if no way to fill the field makes its colour matter. If two points that touch are such that a stone of a
side on either makes the other dead, that side has captured both: it answers a stone on one by a stone on the other
(R. Hayward and others, "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005).

The kernels work on the buffers of hex_links.py.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_links import pop, touch
from glowgrid.search.groups.hex_words import *

_RINGS = const(2048)  # where the bits of `list_dead` start in `full`, in bits


@micropython.viper
def list_dead(buffers):
    """Set a bit for each ring of six neighbours around a dead point: 64 * (those of side 1) + (those of side 2).

    Neighbours are bits in the order N, NE, W, E, SW, S of a field whose rows lean to the right.
    """
    rings = ptr8(buffers[1])
    mine = 512
    while mine:
        mine -= 1
        rings[(_RINGS >> 3) + mine] = 0
    mine = 64
    while mine:
        mine -= 1
        other = 64
        while other:
            # Among the neighbours that are not of side 1, from all of them down to none.
            other = (other - 1) & (63 ^ mine)
            left = 63 & ~(mine | other)
            dead = 0
            if left:
                left = left & (0 - left)
                one = _RINGS + 64 * (mine | left) + other
                two = _RINGS + 64 * mine + (other | left)
                dead = int(rings[one >> 3]) >> (one & 7) & int(rings[two >> 3]) >> (two & 7) & 1
            else:
                # Once around: E, NE, N, W, SW, S. The colour matters if the sides alternate at least four times.
                around = (mine >> 3 & 1) | (mine & 2) | (mine & 1) << 2 | (mine & 4) << 1 | mine & 48
                around ^= around >> 1 | (around & 1) << 5
                around = (around & 21) + (around >> 1 & 21)
                around = (around & 3) + (around >> 2 & 3) + (around >> 4)
                if around < 4:
                    dead = 1
            if dead:
                one = _RINGS + 64 * mine + other
                rings[one >> 3] = int(rings[one >> 3]) | 1 << (one & 7)


@micropython.viper
def ring(at: int, place: int, buffers) -> int:
    """Return which neighbours of the point at this place are in the mask at `at`, in the order of `list_dead`."""
    state = ptr32(buffers[0])
    width = int(state[WIDTH])
    shift = place & 31
    if place < 32:
        same = int(state[at])
        other = int(state[at + 1])
        north = other << width
        south = other << 1
    else:
        same = int(state[at + 1])
        other = int(state[at])
        north = other
        south = other >> (width - 1)
    same = same << 1 >> shift
    return (north >> shift & 3) | (same & 1) << 2 | (same & 4) << 1 | (south >> shift & 3) << 4


@micropython.viper
def is_dead(point: int, buffers) -> int:
    """Return whether an empty point is dead."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    rings = ptr8(buffers[1])
    frame = int(field[PLACES + point])
    place = frame & 63
    at = int(state[FILL])
    mine = int(ring(at, place, buffers)) | frame >> 6 & 63
    other = int(ring(at + 2, place, buffers)) | frame >> 12 & 63
    place = _RINGS + (mine << 6) | other & ~mine
    return int(rings[place >> 3]) >> (place & 7) & 1


@micropython.viper
def crowded(to: int, buffers):
    """Put the empty points with at most three empty neighbours into the mask at `to`: no other is dead or captured."""
    state = ptr32(buffers[0])
    width = int(state[WIDTH])
    at = int(state[FILL])
    same = int(state[ALL]) & ~(int(state[at]) | int(state[at + 2]))
    other = int(state[ALL + 1]) & ~(int(state[at + 1]) | int(state[at + 3]))
    a = other
    b = other << 1
    c = other << width
    d = other << (width - 1)
    word = 0
    while word < 2:
        e = same << 1
        f = same >> 1
        # Of three bits, the sum is `ones` and the carry is `twos`; four or more need two carries, or one and two ones.
        ones = a ^ b ^ c
        twos = a & b | c & (a | b)
        a = d ^ e ^ f
        b = d & e | f & (d | e)
        state[to + word] = same & ~(twos & b | (twos | b) & ones & a)
        a = same
        same = other
        b = a >> 1
        c = a >> width
        d = a >> (width - 1)
        word += 1


@micropython.viper
def flip(point: int, at: int, buffers):
    """Add a point to the mask at `at`, or take it out if it is there."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    state[at] = int(state[at]) ^ int(field[MASKS + point + point])
    state[at + 1] = int(state[at + 1]) ^ int(field[MASKS + point + point + 1])


@micropython.viper
def fill_dead(buffers) -> int:
    """Give all dead points to side 1; return whether there were any."""
    state = ptr32(buffers[0])
    found = 0
    crowded(LEFT, buffers)
    point = int(pop(LEFT, buffers))
    while point >= 0:
        if int(is_dead(point, buffers)):
            flip(point, int(state[FILL]), buffers)
            found = 1
        point = int(pop(LEFT, buffers))
    return found


@micropython.viper
def is_captured(one: int, two: int, side: int, buffers) -> int:
    """Return whether a side (0 or 1) has captured two points that touch; fill them in if it has."""
    state = ptr32(buffers[0])
    at = int(state[FILL]) + side + side
    flip(two, at, buffers)
    dead = int(is_dead(one, buffers))
    flip(two, at, buffers)
    if not dead:
        return 0
    flip(one, at, buffers)
    dead = int(is_dead(two, buffers))
    if not dead:
        flip(one, at, buffers)
        return 0
    flip(two, at, buffers)
    flip(one, at + 4, buffers)
    flip(two, at + 4, buffers)
    return 1


@micropython.viper
def fill_captured(buffers) -> int:
    """Fill in the captured pairs; return whether there were any."""
    state = ptr32(buffers[0])
    found = 0
    crowded(CROWDED, buffers)
    state[FAR] = state[CROWDED]
    state[FAR + 1] = state[CROWDED + 1]
    one = int(pop(FAR, buffers))
    while one >= 0:
        state[LEFT] = 0
        state[LEFT + 1] = 0
        flip(one, LEFT, buffers)
        if int(state[LEFT]) & int(state[CROWDED]) | int(state[LEFT + 1]) & int(state[CROWDED + 1]):
            flip(one, CROWDED, buffers)
            touch(LEFT, LEFT, buffers)
            state[LEFT] = int(state[LEFT]) & int(state[CROWDED])
            state[LEFT + 1] = int(state[LEFT + 1]) & int(state[CROWDED + 1])
            two = int(pop(LEFT, buffers))
            while two >= 0:
                caught = int(is_captured(one, two, 0, buffers))
                if not caught:
                    caught = int(is_captured(one, two, 1, buffers))
                if caught:
                    found = 1
                    flip(two, CROWDED, buffers)
                    break
                two = int(pop(LEFT, buffers))
        one = int(pop(FAR, buffers))
    return found


@micropython.viper
def fill_in(buffers):
    """Fill in all dead and captured points of the position at FILL."""
    more = 1
    while more:
        more = int(fill_dead(buffers))
        if not more:
            more = int(fill_captured(buffers))
