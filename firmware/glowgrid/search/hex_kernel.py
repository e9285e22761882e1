"""Who wins a Hex position: depth-first search over must-play regions, with the stones as bit masks.

A proof comes with its carrier: the empty points that it needs. If the other side refutes a move with a carrier, every
move outside of that carrier is refuted as well; what is left when all refutations are met is the must-play region
(R. Hayward and others, "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005). A leaf is a chain of
two-bridges and edge templates with disjoint carriers from edge to edge (V. Anshelevich, "A hierarchical approach to
computer Hex", 2002). The draw-free game makes it a search for yes or no.

Masks are pairs of words: a row of `width` points takes width + 1 bits, so that shifts never run into the next row.
`chain` and `rank` come from search/hex_narrow.py where the first word suffices, else from search/hex_wide.py.
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
_OPEN_LOW = const(11)  # root moves not decided yet
_OPEN_HIGH = const(12)
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

# `io`, what `chain` and `rank` are given and give back.
_IO_FREE = const(0)
_IO_STONES = const(2)
_IO_CARRIER = const(4)
_IO_KEY = const(6)


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
                        store = 0
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_OPEN_LOW] = stack[_MUST]  # the stack may be overwritten once the search is over
    control[_OPEN_HIGH] = stack[_MUST + 1]
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
