"""Who wins a Hex position: depth-first search over must-play regions, with the stones as bit masks.

A proof comes with its carrier: the empty points that it needs. If the other side refutes a move with a carrier, every
move outside of that carrier is refuted as well; what is left when all refutations are met is the must-play region
(R. Hayward and others, "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005). A leaf is a chain of
two-bridges and edge templates with disjoint carriers from edge to edge (V. Anshelevich, "A hierarchical approach to
computer Hex", 2002). The draw-free game makes it a search for yes or no.

Masks are pairs of words: a row of `width` points takes width + 1 bits, so that shifts never run into the next row.
`chain` and `rank` here use the first word alone: up to 29 bits, 5x5. For larger fields there is search/hex_wide.py.
"""

import micropython
from micropython import const

# `control`, the search between two slices.
_PHASE = const(0)
_PLY = const(1)
_NODES = const(2)
_WINNER = const(3)  # 1 or 2
_MASK = const(4)  # entries of the table, less one
_FIRST = const(5)  # the side to move at the root
_ALL_LOW = const(6)  # the mask of all points
_ALL_HIGH = const(7)
_EVERY = const(8)  # 1: go on after the first winning root move
_WON_LOW = const(9)  # winning root moves
_WON_HIGH = const(10)
_WINNER_SHIFT = const(28)
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The stack has 32 words a ply.
_FRAME = const(32)
_PLY_SHIFT = const(5)
_STONES = const(0)  # of side 1, then of side 2
_MUST = const(4)  # moves not refuted yet
_UNION = const(6)  # of the carriers of all refutations
_CURRENT = const(8)
_KILLER = const(10)  # to be tried first
_PLANES = const(12)  # the ranks of the moves, bit-sliced, the low bits first: two words a plane
_PLANE_COUNT = const(8)

# `io`, what chain and rank are given and give back.
_IO_FREE = const(0)
_IO_STONES = const(2)
_IO_CARRIER = const(4)
_IO_KEY = const(6)
_IO_PIECES = const(8)  # mask and carrier of each piece of a chain

# `shape`
_WIDTH = const(0)  # bits of a row
_EDGES = const(2)  # first edge, last edge of side 1, of side 2: pairs of words
_CENTRE = const(10)  # planes of what a point costs for being off the centre: pairs of words, 5 planes
_TEMPLATES = const(20)  # for each of the four edges, where its list starts: (stone, stone, carrier, carrier) each, then 0


@micropython.viper
def search(budget: int, buffers):
    """Go on with the search that control and stack hold for at most `budget` nodes (positions entered).

    buffers: [control, stack, table, shape, io, chain, rank]. The table has four words an entry: two of key, two of
    carrier with the winner in the last.
    """
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    table = ptr32(buffers[2])
    io = ptr32(buffers[4])
    chain = buffers[5]
    rank = buffers[6]
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    winner = 0
    low = 0
    high = 0
    reply_low = 0
    reply_high = 0
    store = 0
    left = budget
    while phase != _DONE:
        f = ply << _PLY_SHIFT
        side = (int(control[_FIRST]) + ply) & 1  # 1: side 1 is to move
        if phase == _PICK:
            low = int(stack[f + _MUST])
            high = int(stack[f + _MUST + 1])
            if low | high:
                a = low & int(stack[f + _KILLER])
                b = high & int(stack[f + _KILLER + 1])
                if a | b:
                    low = a
                    high = b
                i = f + _PLANES + _PLANE_COUNT + _PLANE_COUNT
                while i > f + _PLANES:
                    i -= 2
                    a = low & int(stack[i])
                    b = high & int(stack[i + 1])
                    if a != low or b != high:
                        low ^= a
                        high ^= b
                if low:
                    low = low & (0 - low)
                    high = 0
                else:
                    high = high & (0 - high)
                stack[f + _CURRENT] = low
                stack[f + _CURRENT + 1] = high
                i = f + _FRAME
                stack[i] = stack[f]
                stack[i + 1] = stack[f + 1]
                stack[i + 2] = stack[f + 2]
                stack[i + 3] = stack[f + 3]
                if not side:
                    i += 2
                stack[i] = int(stack[i]) | low
                stack[i + 1] = int(stack[i + 1]) | high
                ply += 1
                phase = _ENTER
            else:
                low = int(stack[f + _UNION])
                high = int(stack[f + _UNION + 1])
                winner = 1 + side
                store = 1
                phase = _LEAVE
        elif phase == _ENTER:
            if not left:
                break
            left -= 1
            a = int(control[_ALL_LOW]) ^ int(stack[f]) ^ int(stack[f + 2])
            b = int(control[_ALL_HIGH]) ^ int(stack[f + 1]) ^ int(stack[f + 3])
            io[_IO_FREE] = a
            io[_IO_FREE + 1] = b
            winner = 0
            reply_low = 0
            reply_high = 0
            i = f + side + side
            io[_IO_STONES] = stack[i]
            io[_IO_STONES + 1] = stack[i + 1]
            if int(chain(side, buffers[3], buffers[4])):
                winner = 1 + side
                low = int(io[_IO_CARRIER])
                high = int(io[_IO_CARRIER + 1])
                stack[f + _MUST] = 0
                stack[f + _MUST + 1] = 0
            elif ply:
                i = int(key(f, buffers[1], buffers[4])) & int(control[_MASK])
                i = i << 2
                if int(table[i]) == int(io[_IO_KEY]) and int(table[i + 1]) == int(io[_IO_KEY + 1]):
                    low = int(table[i + 2])
                    high = int(table[i + 3])
                    winner = high >> _WINNER_SHIFT
                    high ^= winner << _WINNER_SHIFT
            phase = _LEAVE
            if not winner:
                phase = _PICK
                stack[f + _MUST] = a
                stack[f + _MUST + 1] = b
                stack[f + _UNION] = 0
                stack[f + _UNION + 1] = 0
                stack[f + _KILLER] = 0
                stack[f + _KILLER + 1] = 0
                io[_IO_FREE] = a
                io[_IO_FREE + 1] = b
                rank(f, buffers[1], buffers[3], buffers[4])
        else:
            if not ply:
                control[_WINNER] = winner
                phase = _DONE
                break
            if store:
                store = 0
                i = int(key(f, buffers[1], buffers[4])) & int(control[_MASK])
                i = i << 2
                table[i] = int(io[_IO_KEY])
                table[i + 1] = int(io[_IO_KEY + 1])
                table[i + 2] = low
                table[i + 3] = high | (winner << _WINNER_SHIFT)
            ply -= 1
            f -= _FRAME
            a = int(stack[f + _CURRENT])
            b = int(stack[f + _CURRENT + 1])
            if winner != 1 + side:
                stack[f + _UNION] = int(stack[f + _UNION]) | low
                stack[f + _UNION + 1] = int(stack[f + _UNION + 1]) | high
                stack[f + _MUST] = int(stack[f + _MUST]) & low
                stack[f + _MUST + 1] = int(stack[f + _MUST + 1]) & high
                stack[f + _KILLER] = reply_low
                stack[f + _KILLER + 1] = reply_high
                phase = _PICK
            else:
                low |= a
                high |= b
                reply_low = a
                reply_high = b
                store = 1
                if not ply:
                    control[_WON_LOW] = int(control[_WON_LOW]) | a
                    control[_WON_HIGH] = int(control[_WON_HIGH]) | b
                    stack[_MUST] = int(stack[_MUST]) ^ a
                    stack[_MUST + 1] = int(stack[_MUST + 1]) ^ b
                    if control[_EVERY]:
                        phase = _PICK
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_NODES] = int(control[_NODES]) + budget - left


@micropython.viper
def mark(at: int, shift: int, array):
    """Set a bit of a word: without the big number that bit 30 is in Python, which would be allocated."""
    words = ptr32(array)
    words[at] = int(words[at]) | (1 << shift)


@micropython.viper
def marked(at: int, shift: int, array) -> int:
    words = ptr32(array)
    return (int(words[at]) >> shift) & 1


@micropython.viper
def key(f: int, stack_, io_) -> int:
    """Put the two words that stand for the stones of a ply into io; returns a hash. Exact while the high words are 0."""
    stack = ptr32(stack_)
    io = ptr32(io_)
    c = int(stack[f + 1])
    d = int(stack[f + 3])
    a = int(stack[f]) ^ ((c * 0x1E3779B1 ^ d * 0x2C1B3C6D) & 0x3FFFFFFF)
    b = int(stack[f + 2]) ^ ((d * 0x297A2D39 ^ c * 0x165667B1) & 0x3FFFFFFF)
    io[_IO_KEY] = a
    io[_IO_KEY + 1] = b
    c = (a * 0x1E3779B1 + b * 0x165667B1) & 0x3FFFFFFF
    return (((c ^ (c >> 15)) * 0x2C1B3C6D) & 0x3FFFFFFF) >> 12


@micropython.viper
def chain(side: int, shape_, io_) -> int:
    """Is the side (0 or 1) joined from edge to edge, whoever moves next? Then io has the carrier.

    From the first edge on pieces of the chain are collected, each with the carrier of its way there.
    """
    shape = ptr32(shape_)
    io = ptr32(io_)
    free = int(io[_IO_FREE])
    stones = int(io[_IO_STONES])
    w = int(shape[_WIDTH])
    v = w - 1
    reach = 0
    carrier = 0
    count = 0
    piece = stones & int(shape[_EDGES + (side << 2)])
    while 1:
        if piece:
            c = 0
            while c != piece:
                c = piece
                piece = (c | (c << 1) | (c >> 1) | (c << w) | (c >> w) | (c << v) | (c >> v)) & stones
            reach |= piece
            if piece & int(shape[_EDGES + (side << 2) + 2]):
                io[_IO_CARRIER] = carrier
                return 1
            i = int(shape[_TEMPLATES + side + side + 1])
            while int(shape[i]):
                if piece & int(shape[i]):
                    c = int(shape[i + 2])
                    if c & free == c:
                        io[_IO_CARRIER] = carrier | c
                        return 1
                i += 4
            io[_IO_PIECES + count] = piece
            io[_IO_PIECES + count + 1] = carrier
            count += 2
        rest = stones ^ reach
        if not rest:
            return 0
        # The next piece over a two-bridge: `free` has lost the carriers in use.
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
                if x & int(io[_IO_PIECES + i]):
                    carrier = int(io[_IO_PIECES + i + 1])
                    i = 0
            free ^= y
            carrier |= y
        else:
            # or at an edge template.
            i = int(shape[_TEMPLATES + side + side])
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
    """Rank the moves of a ply, the least is best: how many moves each side needs to join its edges through the point.

    It is the two-distance to all four edges (J. van Rijswijck, "Search and evaluation in Hex", 2002), stone by stone
    instead of by groups, times four, and the distance to the centre.
    """
    stack = ptr32(stack_)
    shape = ptr32(shape_)
    io = ptr32(io_)
    free = int(io[_IO_FREE])
    w = int(shape[_WIDTH])
    v = w - 1
    p2 = int(shape[_CENTRE + 4])
    p3 = int(shape[_CENTRE + 6])
    p4 = int(shape[_CENTRE + 8])
    p5 = 0
    p6 = 0
    p7 = 0
    edge = 0
    while edge < 4:
        stones = int(stack[f + (edge & 2)])
        near = int(shape[_EDGES + edge + edge])
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
                y = p4 & x  # out of reach
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
            # Reached with the next move is what has two neighbours that are reached.
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
    f += _PLANES
    stack[f] = shape[_CENTRE]
    stack[f + 2] = shape[_CENTRE + 2]
    stack[f + 4] = p2
    stack[f + 6] = p3
    stack[f + 8] = p4
    stack[f + 10] = p5
    stack[f + 12] = p6
    stack[f + 14] = p7
