"""The field of Hex as masks, and how the buffers of the solver are laid out: entered at the start of each search.

Other engines use the same buffers in between. The kernels work on the buffers of hex_links.py.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_fill import list_dead
from glowgrid.search.groups.hex_words import *

_ALL_MINE = const(760)  # a byte of `list_dead` that is not 0: all six neighbours are stones of side 1
_MOST_WIRES = const(33)  # of a point there; more than there ever are
_WINS_KEPT = const(32)
_KEPT = const(4)  # words at the end of `semi` that tree.py keeps


@micropython.viper
def lay_out(size: int, buffers):
    """Divide the buffers of a field with `size` points on a side, within the limits in `most`.

    As many groups as there is room for have lists of connections.
    """
    state = ptr32(buffers[0])
    most = ptr8(buffers[5])
    i = 0
    while i < END:
        state[i] = 0
        i += 1
    points = size * size
    full = int(most[1])
    semi = int(most[2])
    groups = int(most[0])
    pairs = 0
    i = 1
    while i:
        pairs = groups * (points + groups)
        i = 0
        if LISTS + 2 * (semi * pairs + _WINS_KEPT) > (int(len(buffers[1])) >> 2) - _KEPT:
            i = 1
        if 2 * full * pairs + 4 * ENTRY_WORDS > int(len(buffers[2])):
            i = 1
        if LENGTHS_AT + 2 * pairs > int(len(buffers[4])):
            i = 1
        groups -= i
    state[WIDTH] = size + 1
    state[POINTS] = points
    state[FALL] = 32767 // size
    state[MOST_GROUPS] = groups
    state[MOST_FULL] = full
    state[MOST_SEMI] = semi
    state[MOST_WINS] = _WINS_KEPT
    state[ENDS] = points + groups
    state[LENGTHS] = LENGTHS_AT
    state[WINS] = LISTS + 2 * semi * pairs
    state[FULL] = int(len(buffers[2])) - 2 * full * pairs
    state[QUEUE] = END
    i = 1 << int(most[3])
    state[QUEUE_SIZE] = i
    i = END + 3 * i
    state[FRAMES] = i
    state[MOST_PLIES] = most[4]
    state[MOVES] = 4 * (i + FRAME_WORDS * int(most[4]))
    i = (int(len(buffers[3])) - 2 * full * pairs) // (4 * ENTRY_WORDS)  # as if the full connections were there, too
    if i > 1 << int(most[5]):
        i = 1 << int(most[5])
    state[SETS] = i


@micropython.viper
def describe(size: int, buffers):
    """Enter the masks of all points, of the edges and of each point, and what `pop`, `wire` and `is_dead` look up."""
    state = ptr32(buffers[0])
    small = ptr8(buffers[1])
    shares = ptr16(buffers[1])
    field = ptr32(buffers[4])
    i = _MOST_WIRES
    while i:
        shares[SHARES + i] = 65535 // i
        i -= 1
    point = 0
    while point < size * size:
        row = point // size
        column = point - row * size
        word = row & 1
        shift = (row >> 1) * (size + 1) + column
        bit = 1 << shift
        field[MASKS + point + point] = 0
        field[MASKS + point + point + 1] = 0
        field[MASKS + point + point + word] = bit
        small[NUMBERS + 32 * word + (((bit * 0x077CB531) >> 27) & 31)] = point
        at = ALL + word
        state[at] = int(state[at]) | bit
        # Neighbours outside the field, as bits N, NE, W, E, SW, S: above and below for side 1, the others for side 2.
        above = 0
        beside = 0
        if not row:
            above = 3
            state[EDGES + word] = int(state[EDGES + word]) | bit
        if row == size - 1:
            above |= 48
            state[EDGES + 2 + word] = int(state[EDGES + 2 + word]) | bit
        if not column:
            beside = 20
            state[EDGES + 4 + word] = int(state[EDGES + 4 + word]) | bit
        if column == size - 1:
            beside |= 10
            state[EDGES + 6 + word] = int(state[EDGES + 6 + word]) | bit
        beside &= ~above
        field[PLACES + point] = 32 * word + shift | above << 6 | beside << 12 | row << 18 | column << 21
        point += 1
    if not int(small[_ALL_MINE]):
        list_dead(buffers)  # no engine overwrites it, but a new engine clears all buffers
