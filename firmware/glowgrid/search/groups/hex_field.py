"""The field of Hex as masks, and how the buffers of the solver are laid out: entered at the start of each search.

Other engines use the same buffers in between. The kernels work on the buffers of hex_links.py.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_fill import list_dead

# `state`, as in hex_links.py:
_HV_WIDTH = const(0)
_HV_POINTS = const(1)
_HV_ALL = const(2)
_HV_ENDS = const(4)
_HV_LENGTHS = const(5)
_HV_MOST_FULL = const(6)
_HV_MOST_SEMI = const(7)
_HV_FRAMES = const(8)
_HV_MOVES = const(9)
_HV_MOST_GROUPS = const(31)
_HV_EDGES = const(32)
_HV_MOST_WINS = const(40)
_HV_QUEUE_SIZE = const(41)
_HV_WINS = const(42)
_HV_QUEUE = const(43)
_HV_SETS = const(44)
_HV_MOST_PLIES = const(45)
_HV_FALL = const(46)
_HV_END = const(356)  # words of fixed use

# `field`:
_HF_BITS = const(640)
_HF_PLACES = const(738)

_H_NUMBERS = const(768)
_H_ALL_MINE = const(760)  # a byte of `list_dead` that is not 0: all six neighbours are stones of side 1
_H_SHARES = const(416)  # see hex_order.py
_H_MOST_WIRES = const(33)  # of a point there; more than there ever are
_H_FULL = const(256)
_H_FRAME = const(22)  # words of a frame of the stack
_H_MOST_WINS = const(32)


@micropython.viper
def lay_out(size: int, buffers):
    """Divide the buffers of a field with `size` points on a side, within the limits in `most`.

    As many groups as there is room for have lists of connections.
    """
    state = ptr32(buffers[0])
    most = ptr8(buffers[5])
    i = 0
    while i < _HV_END:
        state[i] = 0
        i += 1
    points = size * size
    full = int(most[1])
    semi = int(most[2])
    groups = int(most[0])
    pairs = 0
    lengths = 0
    i = 1
    while i:
        pairs = groups * (points + groups)
        lengths = 4 * (_H_FULL + 2 * full * pairs)
        i = 0
        if lengths + 2 * pairs > int(len(buffers[1])) - 16:
            i = 1
        if 2 * (semi * pairs + _H_MOST_WINS) > int(len(buffers[2])):
            i = 1
        groups -= i
    state[_HV_WIDTH] = size + 1
    state[_HV_POINTS] = points
    state[_HV_FALL] = 32767 // size
    state[_HV_MOST_GROUPS] = groups
    state[_HV_MOST_FULL] = full
    state[_HV_MOST_SEMI] = semi
    state[_HV_MOST_WINS] = _H_MOST_WINS
    state[_HV_ENDS] = points + groups
    state[_HV_LENGTHS] = lengths
    state[_HV_WINS] = 2 * semi * pairs
    state[_HV_QUEUE] = _HV_END
    i = 1 << int(most[3])
    state[_HV_QUEUE_SIZE] = i
    i = _HV_END + 3 * i
    state[_HV_FRAMES] = i
    state[_HV_MOST_PLIES] = most[4]
    state[_HV_MOVES] = 4 * (i + _H_FRAME * int(most[4]))
    state[_HV_SETS] = (1 << int(most[5])) - 1


@micropython.viper
def describe(size: int, buffers):
    """Enter the masks of all points, of the edges and of each point, and what `pop`, `wire` and `is_dead` look up."""
    state = ptr32(buffers[0])
    small = ptr8(buffers[1])
    shares = ptr16(buffers[1])
    field = ptr32(buffers[4])
    i = _H_MOST_WIRES
    while i:
        shares[_H_SHARES + i] = 65535 // i
        i -= 1
    point = 0
    while point < size * size:
        row = point // size
        column = point - row * size
        word = row & 1
        shift = (row >> 1) * (size + 1) + column
        bit = 1 << shift
        field[_HF_BITS + point + point] = 0
        field[_HF_BITS + point + point + 1] = 0
        field[_HF_BITS + point + point + word] = bit
        small[_H_NUMBERS + 32 * word + (((bit * 0x077CB531) >> 27) & 31)] = point
        at = _HV_ALL + word
        state[at] = int(state[at]) | bit
        # Neighbours outside the field, as bits N, NE, W, E, SW, S: above and below for side 1, the others for side 2.
        above = 0
        beside = 0
        if not row:
            above = 3
            state[_HV_EDGES + word] = int(state[_HV_EDGES + word]) | bit
        if row == size - 1:
            above |= 48
            state[_HV_EDGES + 2 + word] = int(state[_HV_EDGES + 2 + word]) | bit
        if not column:
            beside = 20
            state[_HV_EDGES + 4 + word] = int(state[_HV_EDGES + 4 + word]) | bit
        if column == size - 1:
            beside |= 10
            state[_HV_EDGES + 6 + word] = int(state[_HV_EDGES + 6 + word]) | bit
        beside &= ~above
        field[_HF_PLACES + point] = 32 * word + shift | above << 6 | beside << 12 | row << 18 | column << 21
        point += 1
    if not int(small[_H_ALL_MINE]):
        list_dead(buffers)  # no engine overwrites it, but a new engine clears all buffers
