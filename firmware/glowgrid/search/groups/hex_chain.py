"""How long a win of Hex takes: the free points of the shortest chain between the two edges of a side.

The kernels work on the buffers of hex_links.py.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_links import grow, touch

# `state`, as in hex_links.py:
_HV_ALL = const(2)
_HV_EDGES = const(32)
_HV_FRAMES = const(8)
_HV_OPEN = const(17)
_HV_NEXT = const(23)  # points beside those that are reached
_HV_CHAIN = const(25)  # points that a chain from the first edge joins with `count` stones
_HV_MINE = const(27)

# `field`:
_HF_BITS = const(640)

_H_SECOND = const(1 << 28)  # as in hex_proof.py
_H_FAR = const(50)  # the edges are cut off


@micropython.viper
def stones_needed(point: int, buffers) -> int:
    """Return how many more stones join the edges of the side to move at the root, once it has played `point`."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    root = int(state[_HV_FRAMES])
    side = (int(state[root + 1]) >> 28) & 1
    even = int(field[_HF_BITS + point + point])
    odd = int(field[_HF_BITS + point + point + 1])
    state[_HV_OPEN] = int(state[_HV_ALL]) & ~(int(state[root]) | int(state[root + 2]))
    state[_HV_OPEN + 1] = int(state[_HV_ALL + 1]) & ~(int(state[root + 1]) | int(state[root + 3]))
    even |= int(state[root + side + side])
    odd = (odd | int(state[root + side + side + 1])) & (_H_SECOND - 1)
    i = _HV_EDGES + 4 * side
    state[_HV_CHAIN] = int(state[i]) & even
    state[_HV_CHAIN + 1] = int(state[i + 1]) & odd
    count = 0
    while count < _H_FAR:
        state[_HV_MINE] = even | int(state[_HV_CHAIN])
        state[_HV_MINE + 1] = odd | int(state[_HV_CHAIN + 1])
        grow(_HV_CHAIN, _HV_MINE, buffers)
        if int(state[_HV_CHAIN]) & int(state[i + 2]) | int(state[_HV_CHAIN + 1]) & int(state[i + 3]):
            return count
        touch(_HV_CHAIN, _HV_NEXT, buffers)
        a = (int(state[_HV_NEXT]) | int(state[i])) & int(state[_HV_OPEN])
        b = (int(state[_HV_NEXT + 1]) | int(state[i + 1])) & int(state[_HV_OPEN + 1])
        state[_HV_CHAIN] = int(state[_HV_CHAIN]) | a
        state[_HV_CHAIN + 1] = int(state[_HV_CHAIN + 1]) | b
        count += 1
    return count
