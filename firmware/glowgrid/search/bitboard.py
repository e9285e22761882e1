"""Who wins, to the end of the game: alpha-beta on bit masks, for two sides and up to 25 points with lines of one length.

Same bounds and order of moves as search/kernel.py, ten times as fast: a position is two masks, so nothing is unmade; the
threat a move makes is found while it is made; table keys are exact. A value is 1, 2 or 3: loss, draw or win for the side
to move. Lines have at least three points (shorter ones break the threat logic).
"""

import micropython
from micropython import const

# `control`, the search between two slices.
_PHASE = const(0)
_PLY = const(1)
_VALUE = const(2)
_NODES = const(3)
_POINTS = const(4)
_MASK = const(5)  # entries of the table, less one
_CANON = const(6)  # positions up to this ply are stored under their least mirror image
_SYMMETRIES = const(7)
_ALL = const(8)  # 2^length of a line: see _worth below
_LINES = const(9)
_STORE = const(10)  # 1: the value just found is to be stored in the table
_WHOLE = const(11)  # the mask of all points
_RANKED = const(12)  # 1: moves are ranked; 0: tried by number, which is quicker where there are few
_HORIZON = const(13)  # plies: a line that is not filled by then does not count
_ROOT_MOVES = const(14)  # a mask: the moves to try at the root
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The stack has sixteen words a ply (twelve are used: without a division the ply's ranks are found in `f << 1`).
_FRAME = const(16)
_PLY_SHIFT = const(4)
_ME = const(0)  # stones of the side to move, a bit per point
_OTHER = const(1)
_LEFT = const(2)  # moves not yet tried
_FORCED = const(3)  # the only move that stops a line of the other side, or 0
_ALPHA = const(4)
_BETA = const(5)
_ALPHA0 = const(6)
_BEST = const(7)  # best move, a point
_CURRENT = const(8)
_MINE = const(9)  # sum of 2^stones over the lines open to the side to move
_OTHERS = const(10)  # the same for the other side

_NONE = const(31)
_RANKING = const(6)  # moves made that take as long on the Pico as ranking the moves
_SOONEST = const(3)  # plies to a line for a side that has no line with one gap: a double threat, any reply, the line
_BITS = const(0x1FFFFFF)  # 25 points
_DE_BRUIJN = const(0x077CB531)  # C. Leiserson, H. Prokop, K. Randall, "Using de Bruijn sequences to index a 1", 1998


@micropython.viper
def split(cells_, side: int, number_, points: int, masks_):
    """Store the stones of `side` and of the other side as masks in masks[0] and masks[1]; number[p] is the bit of point p."""
    cells = ptr8(cells_)
    number = ptr8(number_)
    masks = ptr32(masks_)
    me = 0
    other = 0
    point = 0
    while point < points:
        if cells[point]:
            if int(cells[point]) == side:
                me |= 1 << int(number[point])
            else:
                other |= 1 << int(number[point])
        point += 1
    masks[0] = me
    masks[1] = other


@micropython.viper
def set_up(me: int, other: int, control_, stack_, lines_) -> int:
    """Make a position the root of `solve`; returns the points that win at once for the side to move, as a mask.

    Those that the other side threatens to win on are left in the root's _FORCED.
    """
    control = ptr32(control_)
    stack = ptr32(stack_)
    lines = ptr32(lines_)
    mine = 0
    others = 0
    wins = 0
    threats = 0
    i = int(control[_LINES])
    while i:
        i -= 1
        line = int(lines[i])
        x = line & me
        y = line & other
        if not x or not y:
            gap = line ^ (x | y)
            k = 1
            line = x | y
            while line:
                line &= line - 1
                k += k
            if not y:
                mine += k
            if not x:
                others += k
            if not gap & (gap - 1):
                if x:
                    wins |= gap
                else:
                    threats |= gap
    control[_PHASE] = _ENTER
    control[_PLY] = 0
    control[_STORE] = 0
    stack[_ME] = me
    stack[_OTHER] = other
    stack[_FORCED] = threats
    stack[_MINE] = mine
    stack[_OTHERS] = others
    stack[_BEST] = _NONE
    stack[_CURRENT] = 0
    return wins


@micropython.viper
def least_equal(me: int, other: int, buffers, least_) -> int:
    """Store for each free bit the least bit that a symmetry of the position makes of it, 255 for a stone.

    Returns the mask of those that are the least themselves: the moves that differ.
    """
    control = ptr32(buffers[0])
    bit = ptr8(buffers[7])
    symmetries = ptr8(buffers[8])
    least = ptr8(least_)
    points = int(control[_POINTS])
    i = 0
    while i < points:
        least[i] = 255
        if not (me | other) >> i & 1:
            least[i] = i
        i += 1
    base = points * int(control[_SYMMETRIES])
    while base > points:  # the first is the identity
        base -= points
        x = 0
        c = me
        while c:
            q = c & (0 - c)
            x |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
            c ^= q
        if x == me:
            x = 0
            c = other
            while c:
                q = c & (0 - c)
                x |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
                c ^= q
            if x == other:
                i = 0
                while i < points:
                    x = int(symmetries[base + i])
                    if x < int(least[i]):
                        if int(least[i]) != 255:
                            least[i] = x
                    i += 1
    x = 0
    i = 0
    while i < points:
        if int(least[i]) == i:
            x |= 1 << i
        i += 1
    return x


@micropython.viper
def put(number: int, score: int, proof: int, buffers) -> int:
    """Enter score and proof of all moves whose least equal is `number`; returns how many they are.

    buffers: [least, order, scores, known], see search/every_move.py.
    """
    least = ptr8(buffers[0])
    order = ptr8(buffers[1])
    scores = ptr32(buffers[2])
    known = ptr8(buffers[3])
    count = 0
    i = int(len(buffers[1]))
    while i:
        i -= 1
        if int(least[i]) == number:
            scores[order[i]] = score
            known[order[i]] = proof
            count += 1
    return count


@micropython.viper
def least_image(me: int, other: int, control_, symmetries_, bit_, image_):
    """Store the least of all mirror images of a position, as two masks, in image[0] and image[1]."""
    control = ptr32(control_)
    symmetries = ptr8(symmetries_)
    bit = ptr8(bit_)
    image = ptr32(image_)
    points = int(control[_POINTS])
    base = points * int(control[_SYMMETRIES])
    least = me
    least_other = other
    while base > points:  # the first is the identity
        base -= points
        x = 0
        c = me
        while c:
            q = c & (0 - c)
            x |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
            c ^= q
        if x <= least:
            y = 0
            c = other
            while c:
                q = c & (0 - c)
                y |= 1 << int(symmetries[base + int(bit[((q * _DE_BRUIJN) >> 27) & 31])])
                c ^= q
            if x < least or y < least_other:
                least = x
                least_other = y
    image[0] = least
    image[1] = least_other


@micropython.viper
def solve(c: int, q: int, me: int, other: int, budget: int, buffers):
    """Go on with the search that control and stack hold for at most `budget` nodes (moves made), or fewer: ranking counts too.

    The first four arguments are dummies: arguments come first in registers, and these are the busiest variables.
    buffers: [control, stack, ranks, table, lines, rest, starts, bit, symmetries, image], see search/solver.py.
    When control[_PHASE] becomes _DONE, control[_VALUE] is the value and the root's _BEST a move that has it.
    """
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    ranks = ptr8(buffers[2])
    table = ptr32(buffers[3])
    lines = ptr32(buffers[4])
    rest = ptr32(buffers[5])
    starts = ptr16(buffers[6])
    bit = ptr8(buffers[7])
    image = ptr32(buffers[9])
    phase = int(control[_PHASE])
    f = int(control[_PLY]) * _FRAME
    value = int(control[_VALUE])
    store = int(control[_STORE])
    whole = int(control[_ALL])
    canon = int(control[_CANON]) * _FRAME
    ranked = int(control[_RANKED])
    horizon = (int(control[_HORIZON]) - _SOONEST + 1) * _FRAME
    me = int(stack[f])
    other = int(stack[f + _OTHER])
    left = budget
    nodes = 0
    while left:
        if phase == _PICK:
            c = int(stack[f + _LEFT])
            if not c:
                value = int(stack[f + _ALPHA])
                if not value:
                    value = 2  # the root, and not a line is open
                store = 1
                phase = _LEAVE
                continue
            left -= 1
            nodes += 1
            if ranked:
                k = f << 1
                rank = 0 - 1
                point = 0
                while c:
                    q = c & (0 - c)
                    i = int(bit[((q * _DE_BRUIJN) >> 27) & 31])
                    if int(ranks[k + i]) > rank:
                        rank = int(ranks[k + i])
                        point = i
                    c ^= q
                q = 1 << point
            else:
                q = c & (0 - c)
                point = int(bit[((q * _DE_BRUIJN) >> 27) & 31])
            stack[f + _LEFT] ^= q
            stack[f + _CURRENT] = point
            # Make the move: what it makes of the lines through it, for both sides.
            mine = int(stack[f + _MINE])
            others = int(stack[f + _OTHERS])
            gap = 0
            double = 0
            i = int(starts[point])
            c = int(rest[i])
            while c:
                x = c & me
                y = c & other
                if not y:
                    k = 1
                    y = x
                    while y:
                        y &= y - 1
                        k += k
                    mine += k
                    y = x ^ c
                    if not y & (y - 1):
                        if gap:
                            if gap != y:
                                double = 1
                        gap = y
                    if not x:
                        others -= 1
                elif not x:
                    k = 1
                    while y:
                        y &= y - 1
                        k += k
                    others -= k
                i += 1
                c = int(rest[i])
            if double:
                stack[f + _BEST] = point
                value = 3
                store = 1
                phase = _LEAVE
                continue
            k = int(stack[f + _ALPHA])
            if not k:
                k = 1  # only at the root, where a loss is better than nothing: below it a win (3) must cut off
            i = int(stack[f + _BETA])
            f += _FRAME
            q |= me
            me = other
            other = q
            stack[f] = me
            stack[f + _OTHER] = other
            stack[f + _MINE] = others
            stack[f + _OTHERS] = mine
            stack[f + _FORCED] = gap
            stack[f + _ALPHA] = 4 - i
            stack[f + _BETA] = 4 - k
            phase = _ENTER
        if phase == _ENTER:
            value = 0
            if f >= horizon:
                value = 2
            a = int(stack[f + _ALPHA])
            b = int(stack[f + _BETA])
            if f:  # at the root a move is wanted, not only the value
                # Who cannot win bounds the value (Erdos and Selfridge, see search/kernel.py).
                if int(stack[f + _OTHERS]) < whole:
                    if b <= 2:
                        value = 2
                    elif a < 2:
                        a = 2
                c = int(stack[f + _MINE])
                if c + c < whole:
                    if a >= 2:
                        value = 2
                    elif b > 2:
                        b = 2
            phase = _LEAVE
            if not value:
                x = me
                y = other
                if f and f <= canon:
                    least_image(me, other, buffers[0], buffers[8], buffers[7], buffers[9])
                    x = int(image[0])
                    y = int(image[1])
                k = ((x ^ (y << 3) ^ (x >> 11) ^ (y >> 6) ^ (x >> 5) ^ (y >> 13)) & int(control[_MASK])) << 1
                best = _NONE
                c = int(table[k])
                if f:
                    if not (c ^ x) & _BITS:
                        q = int(table[k + 1])
                        if not (q ^ y) & _BITS:
                            best = (c >> 25) & 31
                            c = (q >> 25) & 3
                            q = (q >> 27) & 3
                            if q == 3:
                                value = c
                            elif q == 2:
                                if c >= b:
                                    value = c
                                elif c > a:
                                    a = c
                            elif c <= a:
                                value = c
                            elif c < b:
                                b = c
            if not value:
                stack[f + _ALPHA] = a
                stack[f + _ALPHA0] = a
                stack[f + _BETA] = b
                stack[f + _BEST] = _NONE
                phase = _PICK
                c = int(stack[f + _FORCED])
                if not c:
                    if ranked:
                        # Rank the moves by what the open lines through a point are worth to both sides. A point on
                        # none is no move: an own stone more never harms, and there it does not help.
                        left -= _RANKING
                        if left < 0:
                            left = 0
                        point = f << 1
                        i = int(control[_POINTS])
                        while i:
                            i -= 1
                            ranks[point + i] = 0
                        i = int(control[_LINES])
                        while i:
                            i -= 1
                            q = int(lines[i])
                            x = q & me
                            y = q & other
                            if not x or not y:
                                c |= q
                                k = 2
                                x |= y
                                if x:
                                    k = 1
                                y = x
                                while y:
                                    y &= y - 1
                                    k += k
                                y = q ^ x
                                while y:
                                    q = y & (0 - y)
                                    y ^= q
                                    q = point + int(bit[((q * _DE_BRUIJN) >> 27) & 31])
                                    ranks[q] = int(ranks[q]) + k
                        if best != _NONE:
                            ranks[point + best] = 255
                    else:
                        c = int(control[_WHOLE])
                    c &= int(control[_WHOLE]) ^ me ^ other
                    if not f:
                        c &= int(control[_ROOT_MOVES])
                stack[f + _LEFT] = c
                continue
        if phase == _LEAVE:
            if not f:
                store = 0  # the root is never looked up
            if store:
                store = 0
                x = me
                y = other
                best = int(stack[f + _BEST])
                if f <= canon:
                    least_image(me, other, buffers[0], buffers[8], buffers[7], buffers[9])
                    x = int(image[0])
                    y = int(image[1])
                    best = _NONE
                q = 3
                if value == 2:
                    if int(stack[f + _ALPHA0]) >= 2:
                        q = 1
                    elif int(stack[f + _BETA]) <= 2:
                        q = 2
                k = ((x ^ (y << 3) ^ (x >> 11) ^ (y >> 6) ^ (x >> 5) ^ (y >> 13)) & int(control[_MASK])) << 1
                table[k] = x | (best << 25)
                table[k + 1] = y | (value << 25) | (q << 27)
            if not f:
                phase = _DONE
                break
            f -= _FRAME
            me = int(stack[f])
            other = int(stack[f + _OTHER])
            value = 4 - value
            phase = _PICK
            if value > int(stack[f + _ALPHA]):
                stack[f + _ALPHA] = value
                stack[f + _BEST] = stack[f + _CURRENT]
                if value >= int(stack[f + _BETA]):
                    store = 1
                    phase = _LEAVE
    control[_PHASE] = phase
    control[_PLY] = f >> _PLY_SHIFT
    control[_VALUE] = value
    control[_NODES] += nodes
    control[_STORE] = store
