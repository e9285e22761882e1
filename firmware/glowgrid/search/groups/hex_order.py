"""The order in which a search tries the moves of Hex: where most current flows.

The empty points are a circuit of equal resistors between the two edges of a side; its stones conduct, those of the
other side do not (C. Shannon's machine; V. Anshelevich, "A hierarchical approach to computer Hex", 2002). A move is
worth the currents through its point, in the circuits of both sides.

The kernels work on the buffers of hex_links.py, at a time when there are no connections in `full`.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_links import find_beside, find_groups, pop, size

# `state`, as in hex_links.py:
_HV_POINTS = const(1)
_HV_ALL = const(2)
_HV_FALL = const(46)  # of the voltage from row to row, as a first guess
_HV_FILL = const(10)
_HV_MINE = const(27)
_HV_SIDE = const(47)
_HV_LIBERTIES = const(117)
_HV_BESIDE = const(213)
_HV_OPEN = const(17)
_HV_LEFT = const(23)
_HV_FAR = const(25)

# `field`:
_HF_BITS = const(640)
_HF_PLACES = const(738)

# `full`, while moves are ordered:
_HO_SCORES = const(256)
_HO_POINTS = const(305)  # which one it is
_HO_EDGES = const(452)  # 1 joined to the first edge, 2 to the last
_HO_SHARES = const(501)  # 65535 divided by the number of wires
_HO_VOLTAGES = const(550)  # 0 at the last edge to 32767 at the first

_H_NUMBERS = const(768)  # as in hex_links.py
_H_SHARES = const(416)  # in `full`, half-words: 65535 divided by the number of wires
_H_ROUNDS = const(2)  # there and back: sixteen give no better order (measured)


@micropython.viper
def wire(side: int, buffers) -> int:
    """Make the circuit of a side (0 or 1) and return how many empty points it has; wires lead to those beside."""
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    shares = ptr16(buffers[1])
    field = ptr32(buffers[4])
    count = int(state[_HV_FILL]) + side + side
    state[_HV_MINE] = state[count]
    state[_HV_MINE + 1] = state[count + 1]
    state[_HV_SIDE] = side
    find_groups(buffers)
    find_beside(buffers)
    state[_HV_FAR] = state[_HV_OPEN]
    state[_HV_FAR + 1] = state[_HV_OPEN + 1]
    count = 0
    point = int(pop(_HV_FAR, buffers))
    while point >= 0:
        even = int(field[_HF_BITS + point + point])
        odd = int(field[_HF_BITS + point + point + 1])
        edges = 0
        if int(state[_HV_LIBERTIES]) & even | int(state[_HV_LIBERTIES + 1]) & odd:
            edges = 1
        if int(state[_HV_LIBERTIES + 2]) & even | int(state[_HV_LIBERTIES + 3]) & odd:
            edges |= 2
        i = int(size(0, _HV_BESIDE + point + point, buffers)) + 2 * (edges & 1) + (edges & 2)
        circuit[_HO_SHARES + point] = int(shares[_H_SHARES + i])
        i = int(field[_HF_PLACES + point]) >> (18 + 3 * side) & 7
        circuit[_HO_VOLTAGES + point] = 32767 - i * int(state[_HV_FALL])
        circuit[_HO_EDGES + point] = edges
        circuit[_HO_POINTS + count] = point
        count += 1
        point = int(pop(_HV_FAR, buffers))
    return count


@micropython.viper
def relax(count: int, buffers):
    """Bring the voltages of these points near to those that the wires give, there and back."""
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    numbers = ptr8(buffers[1])
    i = 0
    left = 2 * _H_ROUNDS * count
    step = 1
    while left:
        point = int(circuit[_HO_POINTS + i])
        total = 0
        if int(circuit[_HO_EDGES + point]) & 1:
            total = 65534
        mask = int(state[_HV_BESIDE + point + point])
        while mask:  # `pop` would take three times as long
            bit = mask & (0 - mask)
            mask ^= bit
            total += int(circuit[_HO_VOLTAGES + int(numbers[_H_NUMBERS + (((bit * 0x077CB531) >> 27) & 31)])])
        mask = int(state[_HV_BESIDE + point + point + 1])
        while mask:
            bit = mask & (0 - mask)
            mask ^= bit
            total += int(circuit[_HO_VOLTAGES + int(numbers[_H_NUMBERS + 32 + (((bit * 0x077CB531) >> 27) & 31)])])
        circuit[_HO_VOLTAGES + point] = ((total >> 3) * int(circuit[_HO_SHARES + point])) >> 13
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
    voltage = int(circuit[_HO_VOLTAGES + point])
    total = 0
    if int(circuit[_HO_EDGES + point]) & 1:
        total = 2 * (32767 - voltage)
    state[_HV_LEFT] = state[_HV_BESIDE + point + point]
    state[_HV_LEFT + 1] = state[_HV_BESIDE + point + point + 1]
    near = int(pop(_HV_LEFT, buffers))
    while near >= 0:
        above = int(circuit[_HO_VOLTAGES + near]) - voltage
        if above > 0:
            total += above
        near = int(pop(_HV_LEFT, buffers))
    return total


@micropython.viper
def add_currents(side: int, buffers) -> int:
    """Add to the scores the current through each point in the circuit of a side; return how many points are empty.

    The whole current is 65,536.
    """
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    count = int(wire(side, buffers))
    relax(count, buffers)
    whole = 0
    i = 0
    while i < count:
        point = int(circuit[_HO_POINTS + i])
        if int(circuit[_HO_EDGES + point]) & 1:
            whole += 2 * (32767 - int(circuit[_HO_VOLTAGES + point]))
        i += 1
    if whole < 256:
        return count
    # One division instead of one a point; no point has more than the whole current, so the product has 28 bits.
    whole = 0x100000 // (whole >> 8)
    i = 0
    while i < count:
        at = int(flow(int(circuit[_HO_POINTS + i]), buffers))
        circuit[_HO_SCORES + i] = int(circuit[_HO_SCORES + i]) + (((at >> 2) * whole) >> 10)
        i += 1
    return count


@micropython.viper
def order_moves(moves: int, first: int, buffers) -> int:
    """List the points of the mask at `moves`, the most promising one first, and return how many there are.

    The list starts at byte `first` of the state. The position is at _HV_FILL.
    """
    state = ptr32(buffers[0])
    listed = ptr8(buffers[0])
    circuit = ptr32(buffers[1])
    field = ptr32(buffers[4])
    at = int(state[_HV_FILL])
    state[_HV_OPEN] = int(state[_HV_ALL]) & ~(int(state[at]) | int(state[at + 2]))
    state[_HV_OPEN + 1] = int(state[_HV_ALL + 1]) & ~(int(state[at + 1]) | int(state[at + 3]))
    i = 0
    while i < int(state[_HV_POINTS]):
        circuit[_HO_SCORES + i] = 0
        i += 1
    add_currents(0, buffers)
    empty = int(add_currents(1, buffers))
    even = int(state[moves])
    odd = int(state[moves + 1])
    count = 0
    i = 0
    while i < empty:
        point = int(circuit[_HO_POINTS + i])
        if int(field[_HF_BITS + point + point]) & even | int(field[_HF_BITS + point + point + 1]) & odd:
            score = int(circuit[_HO_SCORES + i])
            # An insertion sort; the scores of listed points move along in _HO_EDGES, which is not needed any more.
            at = count
            while at and int(circuit[_HO_EDGES + at - 1]) < score:
                circuit[_HO_EDGES + at] = circuit[_HO_EDGES + at - 1]
                listed[first + at] = listed[first + at - 1]
                at -= 1
            circuit[_HO_EDGES + at] = score
            listed[first + at] = point
            count += 1
        i += 1
    return count
