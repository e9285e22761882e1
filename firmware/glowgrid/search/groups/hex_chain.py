"""How long a win of Hex takes: the free points of the shortest chain between the two edges of a side.

The kernels work on the buffers of hex_links.py.
"""

import micropython
from micropython import const

from glowgrid.search.groups.hex_links import grow, touch
from glowgrid.search.groups.hex_words import *

_CUT_OFF = const(50)  # the edges are cut off


@micropython.viper
def stones_needed(point: int, buffers) -> int:
    """Return how many more stones join the edges of the side to move at the root, once it has played `point`."""
    state = ptr32(buffers[0])
    field = ptr32(buffers[4])
    root = int(state[FRAMES])
    side = (int(state[root + 1]) >> 28) & 1
    even = int(field[MASKS + point + point])
    odd = int(field[MASKS + point + point + 1])
    state[OPEN] = int(state[ALL]) & ~(int(state[root]) | int(state[root + 2]))
    state[OPEN + 1] = int(state[ALL + 1]) & ~(int(state[root + 1]) | int(state[root + 3]))
    even |= int(state[root + side + side])
    odd = (odd | int(state[root + side + side + 1])) & (SECOND_MOVES - 1)
    i = EDGES + 4 * side
    state[CHAIN] = int(state[i]) & even
    state[CHAIN + 1] = int(state[i + 1]) & odd
    count = 0
    while count < _CUT_OFF:
        state[MINE] = even | int(state[CHAIN])
        state[MINE + 1] = odd | int(state[CHAIN + 1])
        grow(CHAIN, MINE, buffers)
        if int(state[CHAIN]) & int(state[i + 2]) | int(state[CHAIN + 1]) & int(state[i + 3]):
            return count
        touch(CHAIN, BESIDE_CHAIN, buffers)
        a = (int(state[BESIDE_CHAIN]) | int(state[i])) & int(state[OPEN])
        b = (int(state[BESIDE_CHAIN + 1]) | int(state[i + 1])) & int(state[OPEN + 1])
        state[CHAIN] = int(state[CHAIN]) | a
        state[CHAIN + 1] = int(state[CHAIN + 1]) | b
        count += 1
    return count
