"""The order in which a search tries the moves of Hex: where most current flows.

The empty points are a circuit of equal resistors between the two edges of a side; its stones conduct, those of the
other side do not (C. Shannon's machine; V. Anshelevich, "A hierarchical approach to computer Hex", 2002). A move is
worth the currents through its point, in the circuits of both sides.

The kernels work on the buffers of hex_links.py, at a time when there are no connections in `full`.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_links import grow, pop, size, touch

# `state`, as in hex_links.py:
_V_POINTS = const(1)
_V_ALL = const(2)
_V_EDGES = const(4)
_V_FILL = const(22)
_V_MINE = const(37)
_V_OPEN = const(39)
_V_LEFT = const(45)
_V_FAR = const(47)
_V_GROUP = const(69)

# `field`:
_F_NUMBER = const(0)
_F_BITS = const(64)
_F_SHARES = const(286)  # 65535 divided by the number of wires
_F_VOLTAGES = const(320)  # for each point and side, how far it is from the last edge: the first guess

# `full`, while moves are ordered:
_O_SCORES = const(256)
_O_POINTS = const(305)  # which one it is
_O_VIA = const(354)  # by point from here on: the points that a wire leads to
_O_EDGES = const(452)  # 1 joined to the first edge, 2 to the last
_O_SHARES = const(501)  # 65535 divided by the number of wires
_O_VOLTAGES = const(550)  # 0 at the last edge to 32767 at the first

_ROUNDS = const(2)  # there and back: sixteen give no better order (measured)


@micropython.viper
def wire(point: int, side: int, buffers):
    """Enter the wires of an empty point into the circuit of a side (0 or 1)."""
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    field = ptr32(buffers[4])
    even = int(field[_F_BITS + point + point])
    odd = int(field[_F_BITS + point + point + 1])
    state[_V_LEFT] = even
    state[_V_LEFT + 1] = odd
    touch(_V_LEFT, _V_LEFT, buffers)
    a = int(state[_V_LEFT]) & int(state[_V_MINE])
    b = int(state[_V_LEFT + 1]) & int(state[_V_MINE + 1])
    state[_V_GROUP] = a
    state[_V_GROUP + 1] = b
    if a | b:
        grow(_V_GROUP, _V_MINE, buffers)
        a = int(state[_V_GROUP])
        b = int(state[_V_GROUP + 1])
        touch(_V_GROUP, _V_GROUP, buffers)
    a |= even
    b |= odd
    i = _V_EDGES + (side << 2)
    edges = 0
    if a & int(state[i]) | b & int(state[i + 1]):
        edges = 1
    if a & int(state[i + 2]) | b & int(state[i + 3]):
        edges |= 2
    circuit[_O_EDGES + point] = edges
    i = _O_VIA + point + point
    circuit[i] = (int(state[_V_LEFT]) | int(state[_V_GROUP])) & int(state[_V_OPEN]) & ~even
    circuit[i + 1] = (int(state[_V_LEFT + 1]) | int(state[_V_GROUP + 1])) & int(state[_V_OPEN + 1]) & ~odd
    i = int(size(1, i, buffers)) + 2 * (edges & 1) + (edges & 2)
    circuit[_O_SHARES + point] = field[_F_SHARES + i]
    circuit[_O_VOLTAGES + point] = field[_F_VOLTAGES + point + point + side]


@micropython.viper
def relax(count: int, buffers):
    """Bring the voltages of these points near to those that the wires give, there and back."""
    circuit = ptr32(buffers[1])
    field = ptr32(buffers[4])
    i = 0
    left = 2 * _ROUNDS * count
    step = 1
    while left:
        point = int(circuit[_O_POINTS + i])
        total = 0
        if int(circuit[_O_EDGES + point]) & 1:
            total = 65534
        mask = int(circuit[_O_VIA + point + point])
        while mask:  # `pop` would take three times as long
            bit = mask & (0 - mask)
            mask ^= bit
            total += int(circuit[_O_VOLTAGES + int(field[_F_NUMBER + (((bit * 0x077CB531) >> 27) & 31)])])
        mask = int(circuit[_O_VIA + point + point + 1])
        while mask:
            bit = mask & (0 - mask)
            mask ^= bit
            total += int(circuit[_O_VOLTAGES + int(field[_F_NUMBER + 32 + (((bit * 0x077CB531) >> 27) & 31)])])
        circuit[_O_VOLTAGES + point] = ((total >> 3) * int(circuit[_O_SHARES + point])) >> 13
        left -= 1
        i += step
        if i == count:
            step = -1
            i -= 1
        elif i < 0:
            step = 1
            i = 0


@micropython.viper
def flow(point: int, buffers) -> int:
    """Return the current that comes in at a point."""
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    voltage = int(circuit[_O_VOLTAGES + point])
    total = 0
    if int(circuit[_O_EDGES + point]) & 1:
        total = 2 * (32767 - voltage)
    state[_V_LEFT] = circuit[_O_VIA + point + point]
    state[_V_LEFT + 1] = circuit[_O_VIA + point + point + 1]
    near = int(pop(_V_LEFT, buffers))
    while near >= 0:
        above = int(circuit[_O_VOLTAGES + near]) - voltage
        if above > 0:
            total += above
        near = int(pop(_V_LEFT, buffers))
    return total


@micropython.viper
def add_currents(side: int, buffers) -> int:
    """Add to the scores the current through each point in the circuit of a side; return how many points are empty.

    The whole current is 65,536.
    """
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    at = int(state[_V_FILL]) + side + side
    state[_V_MINE] = state[at]
    state[_V_MINE + 1] = state[at + 1]
    state[_V_FAR] = state[_V_OPEN]
    state[_V_FAR + 1] = state[_V_OPEN + 1]
    count = 0
    point = int(pop(_V_FAR, buffers))
    while point >= 0:
        circuit[_O_POINTS + count] = point
        wire(point, side, buffers)
        count += 1
        point = int(pop(_V_FAR, buffers))
    relax(count, buffers)
    whole = 0
    i = 0
    while i < count:
        point = int(circuit[_O_POINTS + i])
        if int(circuit[_O_EDGES + point]) & 1:
            whole += 2 * (32767 - int(circuit[_O_VOLTAGES + point]))
        i += 1
    if whole < 256:
        return count
    # One division instead of one a point; no point has more than the whole current, so the product has 28 bits.
    whole = 0x100000 // (whole >> 8)
    i = 0
    while i < count:
        at = int(flow(int(circuit[_O_POINTS + i]), buffers))
        circuit[_O_SCORES + i] = int(circuit[_O_SCORES + i]) + (((at >> 2) * whole) >> 10)
        i += 1
    return count


@micropython.viper
def order_moves(moves: int, first: int, buffers) -> int:
    """List the points of the mask at `moves`, the most promising one first, and return how many there are.

    The list starts at byte `first` of the state. The position is at _V_FILL.
    """
    state = ptr32(buffers[0])
    listed = ptr8(buffers[0])
    circuit = ptr32(buffers[1])
    field = ptr32(buffers[4])
    at = int(state[_V_FILL])
    state[_V_OPEN] = int(state[_V_ALL]) & ~(int(state[at]) | int(state[at + 2]))
    state[_V_OPEN + 1] = int(state[_V_ALL + 1]) & ~(int(state[at + 1]) | int(state[at + 3]))
    i = 0
    while i < int(state[_V_POINTS]):
        circuit[_O_SCORES + i] = 0
        i += 1
    add_currents(0, buffers)
    empty = int(add_currents(1, buffers))
    even = int(state[moves])
    odd = int(state[moves + 1])
    count = 0
    i = 0
    while i < empty:
        point = int(circuit[_O_POINTS + i])
        if int(field[_F_BITS + point + point]) & even | int(field[_F_BITS + point + point + 1]) & odd:
            score = int(circuit[_O_SCORES + i])
            # An insertion sort; the scores of listed points move along in _O_EDGES, which is not needed any more.
            at = count
            while at and int(circuit[_O_EDGES + at - 1]) < score:
                circuit[_O_EDGES + at] = circuit[_O_EDGES + at - 1]
                listed[first + at] = listed[first + at - 1]
                at -= 1
            circuit[_O_EDGES + at] = score
            listed[first + at] = point
            count += 1
        i += 1
    return count
