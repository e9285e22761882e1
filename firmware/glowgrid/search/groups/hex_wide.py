"""`chain` and `rank` of hex_solver.py for fields of 6x6 and 7x7 points, where a mask is a pair of words.

The first word has the rows 0, 2, 4 .., the second the rows 1, 3, 5 .., so a step to the next row takes at most one
shift. The functions are short because before MicroPython 1.26 no jump may cross 2 KB of code.
"""

import micropython
from micropython import const

WORDS = 2  # of a mask
WORK = 110, 2  # units of a position, and per point
SHARE = 4  # eighths of the remaining work that this deserves before the tree estimates

_H_PLANES = const(12)  # in a frame of the stack
_H_PLANE_WORDS = const(16)
_IO_FREE = const(0)
_IO_STONES = const(2)
_IO_CARRIER = const(4)
_IO_GROWN = const(8)  # result of `grow` and `cross`
_IO_NEAR = const(10)  # free points beside it
_IO_FROM = const(10)  # the stone where the two-bridge found starts
_IO_BRIDGE = const(12)  # its carrier
_IO_WIDE_PIECES = const(14)  # mask and carrier of each piece of a chain, pairs of words
_H_PIECE = const(4)
_H_WIDTH = const(0)
_H_EDGES = const(2)
_H_CENTRE = const(10)
_H_TEMPLATES = const(20)
_H_BRIDGES = const(24)  # where the list of the two-bridges starts
_H_BRIDGE = const(10)
# Low words are passed on less 2^30, so they are small integers on the Pico too and do not allocate.
_H_SMALL = const(0x3FFFFFFF)


def bridges(width):
    """Return the twelve two-bridges for `cross`, six from the rows of each word; rows have `width` bits.

    Ten numbers each: the word of the start; the word of its first empty point and the shifts left and right from this
    point to the start; the same for its second empty point; the word of its end and the shifts from the start to the
    end.
    """
    steps = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))  # rows, columns, in order around a point
    found = []
    for odd in (0, 1):
        for turn in range(6):
            first, second = steps[turn], steps[turn - 1]
            row = [odd]
            for down, right in (first, second):
                word, by = (odd + down) & 1, (odd + down >> 1) * width + right
                row += [word, max(-by, 0), max(by, 0)]
            down, right = first[0] + second[0], first[1] + second[1]
            by = (odd + down >> 1) * width + right
            row += [(odd + down) & 1, max(by, 0), max(-by, 0)]
            found += row
    return found


@micropython.viper
def grow(a: int, b: int, shape_, io_):
    """Put the stones joined to those of the mask into io, and the free points beside them."""
    shape = ptr32(shape_)
    io = ptr32(io_)
    a += _H_SMALL
    a += 1
    low = int(io[_IO_STONES])
    high = int(io[_IO_STONES + 1])
    w = int(shape[_H_WIDTH])
    v = w - 1
    x = a
    y = b
    while 1:
        c = (a << 1) | (a >> 1) | b | (b << 1) | (b << w) | (b << v)
        d = (b << 1) | (b >> 1) | a | (a >> 1) | (a >> w) | (a >> v)
        x = (c & low) | a
        y = (d & high) | b
        if x == a and y == b:
            break
        a = x
        b = y
    io[_IO_GROWN] = a
    io[_IO_GROWN + 1] = b
    io[_IO_NEAR] = c & int(io[_IO_FREE])
    io[_IO_NEAR + 1] = d & int(io[_IO_FREE + 1])


@micropython.viper
def cross(a: int, b: int, rest: int, rest_high: int, shape_, io_) -> int:
    """Return whether a two-bridge, its points free in io, leads from the stones of the mask to one of the rest."""
    bridge = ptr32(shape_)
    io = ptr32(io_)
    a += _H_SMALL
    a += 1
    rest += _H_SMALL
    rest += 1
    low = int(io[_IO_FREE])
    high = int(io[_IO_FREE + 1])
    i = int(bridge[_H_BRIDGES])
    end = i + 12 * _H_BRIDGE
    while i < end:
        x = a
        if bridge[i]:
            x = b
        if x:
            c = low
            if bridge[i + 1]:
                c = high
            d = low
            if bridge[i + 4]:
                d = high
            x = (
                x
                & ((c << int(bridge[i + 2])) >> int(bridge[i + 3]))
                & ((d << int(bridge[i + 5])) >> int(bridge[i + 6]))
            )
            if x:
                x = (x << int(bridge[i + 8])) >> int(bridge[i + 9])
                if bridge[i + 7]:
                    x = x & rest_high
                else:
                    x = x & rest
                if x:
                    x = x & (0 - x)
                    io[_IO_GROWN] = 0
                    io[_IO_GROWN + 1] = 0
                    io[_IO_GROWN + int(bridge[i + 7])] = x
                    x = (x << int(bridge[i + 9])) >> int(bridge[i + 8])
                    io[_IO_FROM] = 0
                    io[_IO_FROM + 1] = 0
                    io[_IO_FROM + int(bridge[i])] = x
                    io[_IO_BRIDGE] = 0
                    io[_IO_BRIDGE + 1] = 0
                    io[_IO_BRIDGE + int(bridge[i + 1])] = (x << int(bridge[i + 3])) >> int(bridge[i + 2])
                    k = _IO_BRIDGE + int(bridge[i + 4])
                    io[k] = int(io[k]) | ((x << int(bridge[i + 6])) >> int(bridge[i + 5]))
                    return 1
        i += _H_BRIDGE
    return 0


@micropython.viper
def template(edge: int, a: int, b: int, shape_, io_) -> int:
    """Return where shape has a template with free points for a stone of the mask at that edge; 0 if none."""
    shape = ptr32(shape_)
    io = ptr32(io_)
    a += _H_SMALL
    a += 1
    low = int(io[_IO_FREE])
    high = int(io[_IO_FREE + 1])
    i = int(shape[_H_TEMPLATES + edge])
    while int(shape[i]) | int(shape[i + 1]):
        if (a & int(shape[i])) | (b & int(shape[i + 1])):
            c = int(shape[i + 2])
            d = int(shape[i + 3])
            if c & low == c and d & high == d:
                return i
        i += 4
    return 0


@micropython.viper
def chain(side: int, shape_, io_) -> int:
    """Return whether the side (0 or 1) is joined from edge to edge whoever moves next; if so, io gets the carrier."""
    shape = ptr32(shape_)
    io = ptr32(io_)
    stones = int(io[_IO_STONES])
    stones_high = int(io[_IO_STONES + 1])
    edge = _H_EDGES + (side << 2)
    a = stones & int(shape[edge])
    b = stones_high & int(shape[edge + 1])
    reach = 0
    reach_high = 0
    carrier = 0
    carrier_high = 0
    count = _IO_WIDE_PIECES
    while 1:
        if a | b:
            grow(a - _H_SMALL - 1, b, shape_, io_)
            a = int(io[_IO_GROWN])
            b = int(io[_IO_GROWN + 1])
            reach |= a
            reach_high |= b
            k = 0
            if not (a & int(shape[edge + 2])) | (b & int(shape[edge + 3])):
                k = int(template(side + side + 1, a - _H_SMALL - 1, b, shape_, io_))
                if k:
                    carrier |= int(shape[k + 2])
                    carrier_high |= int(shape[k + 3])
            else:
                k = 1
            if k:
                io[_IO_CARRIER] = carrier
                io[_IO_CARRIER + 1] = carrier_high
                return 1
            io[count] = a
            io[count + 1] = b
            io[count + 2] = carrier
            io[count + 3] = carrier_high
            count += _H_PIECE
        c = stones ^ reach
        d = stones_high ^ reach_high
        if not c | d:
            return 0
        k = int(cross(a - _H_SMALL - 1, b, c - _H_SMALL - 1, d, shape_, io_))
        if not k:
            if a != reach or b != reach_high:
                k = int(cross(reach - _H_SMALL - 1, reach_high, c - _H_SMALL - 1, d, shape_, io_))
        if k:
            a = int(io[_IO_GROWN])
            b = int(io[_IO_GROWN + 1])
            i = count
            while i > _IO_WIDE_PIECES:
                i -= _H_PIECE
                if (int(io[i]) & int(io[_IO_FROM])) | (int(io[i + 1]) & int(io[_IO_FROM + 1])):
                    carrier = int(io[i + 2])
                    carrier_high = int(io[i + 3])
                    i = _IO_WIDE_PIECES
            c = int(io[_IO_BRIDGE])
            d = int(io[_IO_BRIDGE + 1])
            carrier |= c
            carrier_high |= d
        else:
            k = int(template(side + side, c - _H_SMALL - 1, d, shape_, io_))
            if not k:
                return 0
            a = int(shape[k])
            b = int(shape[k + 1])
            c = int(shape[k + 2])
            d = int(shape[k + 3])
            carrier = c
            carrier_high = d
        io[_IO_FREE] = int(io[_IO_FREE]) ^ c
        io[_IO_FREE + 1] = int(io[_IO_FREE + 1]) ^ d


@micropython.viper
def distance(edge: int, f: int, stack_, shape_, io_):
    """Add four times the two-distance to an edge (0 to 3), minus one, to the planes of the points free in io."""
    stack = ptr32(stack_)
    shape = ptr32(shape_)
    io = ptr32(io_)
    w = int(shape[_H_WIDTH])
    v = w - 1
    k = f + (edge & 2)
    stones = int(stack[k])
    stones_high = int(stack[k + 1])
    io[_IO_STONES] = stones
    io[_IO_STONES + 1] = stones_high
    k = _H_EDGES + edge + edge
    near = int(shape[k])
    near_high = int(shape[k + 1])
    x = stones & near
    y = stones_high & near_high
    reached = 0
    reached_high = 0
    a = int(io[_IO_FREE])
    b = int(io[_IO_FREE + 1])
    while 1:
        if x | y:
            grow((x | reached) - _H_SMALL - 1, y | reached_high, shape_, io_)
            reached = int(io[_IO_GROWN])
            reached_high = int(io[_IO_GROWN + 1])
        if reached | reached_high:
            near |= int(io[_IO_NEAR])
            near_high |= int(io[_IO_NEAR + 1])
        near &= a
        near_high &= b
        a ^= near
        b ^= near_high
        if not a | b:
            break
        k = f + _H_PLANES + 4
        if not near | near_high:
            k += 4  # cannot be reached
        x = a
        y = b
        while x | y:
            c = int(stack[k]) & x
            d = int(stack[k + 1]) & y
            stack[k] = int(stack[k]) ^ x
            stack[k + 1] = int(stack[k + 1]) ^ y
            x = c
            y = d
            k += 2
            if k == f + _H_PLANES + _H_PLANE_WORDS:
                break
        if not near | near_high:
            break
        # A point with two neighbours already reached is reached with the next move.
        c = int(io[_IO_FREE]) ^ a
        d = int(io[_IO_FREE + 1]) ^ b
        x = (c << 1) | (c >> 1)
        near = (c << 1) & (c >> 1) | x & d
        x |= d
        near |= x & (d << 1)
        x |= d << 1
        near |= x & (d << w)
        x |= d << w
        near |= x & (d << v)
        y = (d << 1) | (d >> 1)
        near_high = (d << 1) & (d >> 1) | y & c
        y |= c
        near_high |= y & (c >> 1)
        y |= c >> 1
        near_high |= y & (c >> w)
        y |= c >> w
        near_high |= y & (c >> v)
        x = (stones ^ reached) & near
        y = (stones_high ^ reached_high) & near_high


@micropython.viper
def rank(f: int, stack_, shape_, io_):
    """Rank the moves of a ply, lowest is best, as `rank` of hex_narrow.py does."""
    stack = ptr32(stack_)
    shape = ptr32(shape_)
    i = 0
    while i < _H_PLANE_WORDS:
        stack[f + _H_PLANES + i] = 0
        if i < 10:
            stack[f + _H_PLANES + i] = shape[_H_CENTRE + i]
        i += 1
    i = 0
    while i < 4:
        distance(i, f, stack_, shape_, io_)
        i += 1
