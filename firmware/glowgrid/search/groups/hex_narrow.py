"""`chain` and `rank` of hex_solver.py for fields of up to 5x5 points, where a mask fits one word.

Of each pair of words in stack, shape and io, only the first is used. Rows follow one another, so a step to the next row
is a shift by the width.
"""

import micropython
from micropython import const

WORDS = 1  # of a mask
WORK = 82, 0  # units of a position, and per point
SHARE = 7  # eighths of the remaining work that this deserves before the tree estimates

_H_PLANES = const(12)  # in a frame of the stack
_IO_FREE = const(0)
_IO_STONES = const(2)
_IO_CARRIER = const(4)
_IO_NARROW_PIECES = const(8)  # mask and carrier of each piece of a chain
_H_WIDTH = const(0)  # bits of a row
_H_EDGES = const(2)  # first edge, last edge of side 1, of side 2: pairs of words
_H_CENTRE = const(10)  # bit planes of the cost of a point for being off the centre: pairs of words, 5 planes
_H_TEMPLATES = const(20)  # where each edge's list starts: (stone, stone, carrier, carrier) each, then 0


def bridges(width):
    """Return the two-bridges that `chain` needs in a list: none, since it knows the six steps."""
    return ()


@micropython.viper
def chain(side: int, shape_, io_) -> int:
    """Return whether the side (0 or 1) is joined from edge to edge whoever moves next; if so, io gets the carrier.

    Collect the pieces of the chain from the first edge on, each with the carrier of the way to it.
    """
    shape = ptr32(shape_)
    io = ptr32(io_)
    free = int(io[_IO_FREE])
    stones = int(io[_IO_STONES])
    w = int(shape[_H_WIDTH])
    v = w - 1
    reach = 0
    carrier = 0
    count = 0
    piece = stones & int(shape[_H_EDGES + (side << 2)])
    while 1:
        if piece:
            c = 0
            while c != piece:
                c = piece
                piece = (c | (c << 1) | (c >> 1) | (c << w) | (c >> w) | (c << v) | (c >> v)) & stones
            reach |= piece
            if piece & int(shape[_H_EDGES + (side << 2) + 2]):
                io[_IO_CARRIER] = carrier
                return 1
            i = int(shape[_H_TEMPLATES + side + side + 1])
            while int(shape[i]):
                if piece & int(shape[i]):
                    c = int(shape[i + 2])
                    if c & free == c:
                        io[_IO_CARRIER] = carrier | c
                        return 1
                i += 4
            io[_IO_NARROW_PIECES + count] = piece
            io[_IO_NARROW_PIECES + count + 1] = carrier
            count += 2
        rest = stones ^ reach
        if not rest:
            return 0
        # The next piece is across a two-bridge; `free` no longer has the carriers in use.
        e = free >> 1
        west = free << 1
        s = free >> w
        n = free << w
        sw = free >> v
        ne = free << v
        c = piece
        if not c:
            c = reach
        piece = 0
        while 1:
            x = ((c & sw & s) << (w + v)) & rest
            if x:
                piece = x & (0 - x)
                x = piece >> (w + v)
                y = (x << v) | (x << w)
                break
            x = ((c & west & sw) << (v - 1)) & rest
            if x:
                piece = x & (0 - x)
                x = piece >> (v - 1)
                y = (x >> 1) | (x << v)
                break
            x = ((c & s & e) << (w + 1)) & rest
            if x:
                piece = x & (0 - x)
                x = piece >> (w + 1)
                y = (x << 1) | (x << w)
                break
            x = ((c & e & ne) >> (v - 1)) & rest
            if x:
                piece = x & (0 - x)
                x = piece << (v - 1)
                y = (x << 1) | (x >> v)
                break
            x = ((c & n & west) >> (w + 1)) & rest
            if x:
                piece = x & (0 - x)
                x = piece << (w + 1)
                y = (x >> 1) | (x >> w)
                break
            x = ((c & ne & n) >> (w + v)) & rest
            if x:
                piece = x & (0 - x)
                x = piece << (w + v)
                y = (x >> v) | (x >> w)
                break
            if c == reach:
                break
            c = reach
        if piece:
            i = count
            carrier = 0
            while i:
                i -= 2
                if x & int(io[_IO_NARROW_PIECES + i]):
                    carrier = int(io[_IO_NARROW_PIECES + i + 1])
                    i = 0
            free ^= y
            carrier |= y
        else:
            # Or it begins at an edge template.
            i = int(shape[_H_TEMPLATES + side + side])
            while int(shape[i]):
                if rest & int(shape[i]):
                    c = int(shape[i + 2])
                    if c & free == c:
                        free ^= c
                        carrier = c
                        piece = int(shape[i])
                        break
                i += 4
            if not piece:
                return 0


@micropython.viper
def rank(f: int, stack_, shape_, io_):
    """Rank the moves of a ply by how many moves each side needs to join its edges through the point; lowest is best.

    The rank is four times the two-distance to all four edges (J. van Rijswijck, "Search and evaluation in Hex", 2002),
    measured by stones instead of groups, plus a cost for being off the centre.
    """
    stack = ptr32(stack_)
    shape = ptr32(shape_)
    io = ptr32(io_)
    free = int(io[_IO_FREE])
    w = int(shape[_H_WIDTH])
    v = w - 1
    p2 = int(shape[_H_CENTRE + 4])
    p3 = int(shape[_H_CENTRE + 6])
    p4 = int(shape[_H_CENTRE + 8])
    p5 = 0
    p6 = 0
    p7 = 0
    edge = 0
    while edge < 4:
        stones = int(stack[f + (edge & 2)])
        near = int(shape[_H_EDGES + edge + edge])
        reached = 0
        new = stones & near
        pending = free
        while 1:
            if new:
                c = 0
                while c != new:
                    c = new
                    new = (c | (c << 1) | (c >> 1) | (c << w) | (c >> w) | (c << v) | (c >> v)) & stones
                near |= (c << 1) | (c >> 1) | (c << w) | (c >> w) | (c << v) | (c >> v)
                reached |= new
            c = pending & near
            pending ^= c
            if not pending:
                break
            x = pending
            if not c:
                y = p4 & x  # cannot be reached
                p4 ^= x
            else:
                y = p2 & x
                p2 ^= x
                x = p3 & y
                p3 ^= y
                y = p4 & x
                p4 ^= x
            x = p5 & y
            p5 ^= y
            y = p6 & x
            p6 ^= x
            p7 ^= y
            if not c:
                break
            # A point with two neighbours already reached is reached with the next move.
            c = free ^ pending
            x = c << 1
            y = c >> 1
            near = x & y
            x |= y
            y = c << w
            near |= x & y
            x |= y
            y = c >> w
            near |= x & y
            x |= y
            y = c << v
            near |= x & y
            x |= y
            y = c >> v
            near |= x & y
            new = (stones ^ reached) & near
            if reached:
                c = reached
                near |= (c << 1) | (c >> 1) | (c << w) | (c >> w) | (c << v) | (c >> v)
        edge += 1
    f += _H_PLANES
    stack[f] = shape[_H_CENTRE]
    stack[f + 2] = shape[_H_CENTRE + 2]
    stack[f + 4] = p2
    stack[f + 6] = p3
    stack[f + 8] = p4
    stack[f + 10] = p5
    stack[f + 12] = p6
    stack[f + 14] = p7
