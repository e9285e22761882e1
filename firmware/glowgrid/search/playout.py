"""A game played to its end as people do: win if you can, else stop the next side's win, else anywhere. For three sides."""

import micropython
from micropython import const

from glowgrid.search.kernel import lift, place

# Layout of state as in search/kernel.py: constants are only inlined inside their own module.
_EMPTY = const(2)
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)
_READY = const(1)
_AT = const(2)
_OPEN = const(3)
_WINS = const(5)


@micropython.viper
def playout(side: int, state, path_, random_) -> int:
    """Play on from the words of `state` with `side` to move, then take it all back; returns winner (0 a draw) + 4 * plies.

    path_: a bytearray for the points played. random_: array 'i' of one word, not 0, the state of the generator
    (xorshift, kept to 30 bits).
    """
    s = ptr32(state)
    path = ptr8(path_)
    random = ptr32(random_)
    points = int(s[_POINTS])
    sides = int(s[_SIDES])
    cells = int(s[_CELLS])
    plies = 0
    winner = 0
    while s[_EMPTY]:
        if s[(side << 3) + _READY]:
            winner = side
            break
        if not s[8 + _OPEN] + s[16 + _OPEN] + s[24 + _OPEN]:
            break
        following = side + 1
        if following > sides:
            following = 1
        if s[(following << 3) + _READY]:
            point = int(s[(following << 3) + _AT])
            if int(s[(following << 3) + _READY]) > 1:
                wins = int(s[(following << 3) + _WINS])
                point = 0
                while not s[wins + point] or s[cells + point]:
                    point += 1
        else:
            x = int(random[0])
            x ^= (x << 13) & 0x3FFFFFFF
            x ^= x >> 17
            x ^= (x << 5) & 0x3FFFFFFF
            random[0] = x
            x = (x >> 3) % int(s[_EMPTY])
            point = 0
            while s[cells + point]:
                point += 1
            while x:
                x -= 1
                point += 1
                while s[cells + point]:
                    point += 1
        place(point, side, state)
        path[plies] = point
        plies += 1
        side = following
    i = plies
    while i:
        i -= 1
        side -= 1
        if not side:
            side = sides
        lift(int(path[i]), side, state)
    return winner + (plies << 2)
