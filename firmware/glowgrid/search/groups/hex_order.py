"""The order in which a search tries the moves of Hex: where most current flows.

The empty points are a circuit of equal resistors between the two edges of a side; its stones conduct, those of the
other side do not (C. Shannon's machine; V. Anshelevich, "A hierarchical approach to computer Hex", 2002). A move is
worth the currents through its point, in the circuits of both sides.

The kernels work on the buffers of hex_links.py, at a time when there are no connections in `full`.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_links import find_beside, find_groups, pop, size
from glowgrid.search.groups.hex_words import *

# `full`, while moves are ordered:
_SCORES = const(256)
_WIRED = const(305)  # which one it is
_TOUCHED = const(452)  # 1 joined to the first edge, 2 to the last
_WIRE_SHARES = const(501)  # 65535 divided by the number of wires
_VOLTAGES = const(550)  # 0 at the last edge to 32767 at the first

_ROUNDS = const(2)  # there and back: sixteen give no better order (measured)


@micropython.viper
def wire(side: int, buffers) -> int:
    """Make the circuit of a side (0 or 1) and return how many empty points it has; wires lead to those beside."""
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    shares = ptr16(buffers[1])
    field = ptr32(buffers[4])
    count = int(state[FILL]) + side + side
    state[MINE] = state[count]
    state[MINE + 1] = state[count + 1]
    state[SIDE] = side
    find_groups(buffers)
    find_beside(buffers)
    state[FAR] = state[OPEN]
    state[FAR + 1] = state[OPEN + 1]
    count = 0
    point = int(pop(FAR, buffers))
    while point >= 0:
        even = int(field[MASKS + point + point])
        odd = int(field[MASKS + point + point + 1])
        edges = 0
        if int(state[LIBERTIES]) & even | int(state[LIBERTIES + 1]) & odd:
            edges = 1
        if int(state[LIBERTIES + 2]) & even | int(state[LIBERTIES + 3]) & odd:
            edges |= 2
        i = int(size(0, BESIDE + point + point, buffers)) + 2 * (edges & 1) + (edges & 2)
        circuit[_WIRE_SHARES + point] = int(shares[SHARES + i])
        i = int(field[PLACES + point]) >> (18 + 3 * side) & 7
        circuit[_VOLTAGES + point] = 32767 - i * int(state[FALL])
        circuit[_TOUCHED + point] = edges
        circuit[_WIRED + count] = point
        count += 1
        point = int(pop(FAR, buffers))
    return count


@micropython.viper
def relax(count: int, buffers):
    """Bring the voltages of these points near to those that the wires give, there and back."""
    state = ptr32(buffers[0])
    circuit = ptr32(buffers[1])
    numbers = ptr8(buffers[1])
    i = 0
    left = 2 * _ROUNDS * count
    step = 1
    while left:
        point = int(circuit[_WIRED + i])
        total = 0
        if int(circuit[_TOUCHED + point]) & 1:
            total = 65534
        mask = int(state[BESIDE + point + point])
        while mask:  # `pop` would take three times as long
            bit = mask & (0 - mask)
            mask ^= bit
            total += int(circuit[_VOLTAGES + int(numbers[NUMBERS + (((bit * 0x077CB531) >> 27) & 31)])])
        mask = int(state[BESIDE + point + point + 1])
        while mask:
            bit = mask & (0 - mask)
            mask ^= bit
            total += int(circuit[_VOLTAGES + int(numbers[NUMBERS + 32 + (((bit * 0x077CB531) >> 27) & 31)])])
        circuit[_VOLTAGES + point] = ((total >> 3) * int(circuit[_WIRE_SHARES + point])) >> 13
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
    voltage = int(circuit[_VOLTAGES + point])
    total = 0
    if int(circuit[_TOUCHED + point]) & 1:
        total = 2 * (32767 - voltage)
    state[LEFT] = state[BESIDE + point + point]
    state[LEFT + 1] = state[BESIDE + point + point + 1]
    near = int(pop(LEFT, buffers))
    while near >= 0:
        above = int(circuit[_VOLTAGES + near]) - voltage
        if above > 0:
            total += above
        near = int(pop(LEFT, buffers))
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
        point = int(circuit[_WIRED + i])
        if int(circuit[_TOUCHED + point]) & 1:
            whole += 2 * (32767 - int(circuit[_VOLTAGES + point]))
        i += 1
    if whole < 256:
        return count
    # One division instead of one a point; no point has more than the whole current, so the product has 28 bits.
    whole = 0x100000 // (whole >> 8)
    i = 0
    while i < count:
        at = int(flow(int(circuit[_WIRED + i]), buffers))
        circuit[_SCORES + i] = int(circuit[_SCORES + i]) + (((at >> 2) * whole) >> 10)
        i += 1
    return count


@micropython.viper
def order_moves(moves: int, first: int, buffers) -> int:
    """List the points of the mask at `moves`, the most promising one first, and return how many there are.

    The list starts at byte `first` of the state. The position is at FILL.
    """
    state = ptr32(buffers[0])
    listed = ptr8(buffers[0])
    circuit = ptr32(buffers[1])
    field = ptr32(buffers[4])
    at = int(state[FILL])
    state[OPEN] = int(state[ALL]) & ~(int(state[at]) | int(state[at + 2]))
    state[OPEN + 1] = int(state[ALL + 1]) & ~(int(state[at + 1]) | int(state[at + 3]))
    i = 0
    while i < int(state[POINTS]):
        circuit[_SCORES + i] = 0
        i += 1
    add_currents(0, buffers)
    empty = int(add_currents(1, buffers))
    even = int(state[moves])
    odd = int(state[moves + 1])
    count = 0
    i = 0
    while i < empty:
        point = int(circuit[_WIRED + i])
        if int(field[MASKS + point + point]) & even | int(field[MASKS + point + point + 1]) & odd:
            score = int(circuit[_SCORES + i])
            # An insertion sort; the scores of listed points move along in _TOUCHED, which is not needed any more.
            at = count
            while at and int(circuit[_TOUCHED + at - 1]) < score:
                circuit[_TOUCHED + at] = circuit[_TOUCHED + at - 1]
                listed[first + at] = listed[first + at - 1]
                at -= 1
            circuit[_TOUCHED + at] = score
            listed[first + at] = point
            count += 1
        i += 1
    return count
