"""Who wins a small game of groups with best play: alpha-beta on bit masks, for two sides with the same goals.

For Havannah up to size 3: fields that fit one word of 30 bits, a row of `width` points taking width + 1 of them, so that
shifts never run into the next row. Whoever can win in one does; one such threat of the other side must be stopped; two
cannot be. A value is 1, 2 or 3: loss, draw or win for the side to move. Table keys are exact.
"""

import micropython
from micropython import const

# `control`, the search between two slices.
_PHASE = const(0)
_PLY = const(1)
_VALUE = const(2)
_NODES = const(3)
_MASK = const(4)  # entries of the table, less one
_EVERY = const(5)  # 1: the exact value of every root move is wanted
_KNOWN = const(6)  # root moves whose value is known
_WON = const(7)  # those of them that win
_DRAWN = const(8)
_BITS = const(0x1FFFFFFF)  # 29 points
_BITS_SHIFT = const(29)
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The stack has sixteen words a ply.
_FRAME = const(16)
_PLY_SHIFT = const(4)
_ME = const(0)  # stones of the side to move, a bit per point
_OTHER = const(1)
_LEFT = const(2)  # moves not yet tried
_ALPHA = const(3)
_BETA = const(4)
_ALPHA0 = const(5)
_BEST = const(6)  # best move, a bit, 0 none
_CURRENT = const(7)
_KILLER = const(8)  # the move that last cut off at this ply

# `shape`
_WIDTH = const(0)  # bits of a row
_SLANT = const(1)  # shift to the third pair of neighbours: a row and one more or less
_RINGS = const(2)  # do rings win?
_BORDER = const(3)  # mask of the outermost points
_ALL = const(4)  # of all points
_ORDER = const(5)  # four masks: the points to be tried first, next ..
_GOALS = const(10)  # for each: how many borders, masks of the borders, 0; then 0


@micropython.viper
def threats(g: int, stones: int, free: int, shape_) -> int:
    """Which free points win at once for the side with these stones? Two of them at most, as a mask. g is a dummy."""
    shape = ptr32(shape_)
    w = int(shape[_WIDTH])
    v = int(shape[_SLANT])
    found = 0
    c = stones
    left = (c << 1 | c >> 1 | c << w | c >> w | c << v | c >> v) & free
    while left:
        point = left & (0 - left)
        left ^= point
        mine = stones | point
        g = point
        c = 0
        while c != g:
            c = g
            g = (c | c << 1 | c >> 1 | c << w | c >> w | c << v | c >> v) & mine
        i = _GOALS
        won = 0
        while not won and int(shape[i]):
            least = int(shape[i])
            i += 1
            while int(shape[i]):
                if g & int(shape[i]):
                    least -= 1
                i += 1
            if least <= 0:
                won = 1
            i += 1
        if not won and int(shape[_RINGS]):
            c = g & (g - 1)
            c &= c - 1
            c &= c - 1
            c &= c - 1
            if c & (c - 1):
                # Six stones or more: is something inside, a point that cannot be reached from the border or a stone?
                won = g & (g << 1) & (g >> 1) & (g << w) & (g >> w) & (g << v) & (g >> v)
                if not won:
                    mine = (int(shape[_ALL])) ^ g
                    c = 0
                    g = mine & int(shape[_BORDER])
                    while c != g:
                        c = g
                        g = (c | c << 1 | c >> 1 | c << w | c >> w | c << v | c >> v) & mine
                    won = g ^ mine
        if won:
            if found:
                return found | point
            found = point
    return found


@micropython.viper
def search(budget: int, buffers):
    """Go on with the search that control and stack hold for at most `budget` nodes (positions entered).

    buffers: [control, stack, table, shape]. The table has two words an entry: the stones of each side, above them the
    bound (3 exact, 2 lower, 1 upper) and the value.
    """
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    table = ptr32(buffers[2])
    shape = ptr32(buffers[3])
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    value = 0
    store = 0
    left = budget
    while phase != _DONE:
        f = ply << _PLY_SHIFT
        me = int(stack[f + _ME])
        other = int(stack[f + _OTHER])
        if phase == _PICK:
            c = int(stack[f + _LEFT])
            if c:
                q = c & int(stack[f + _KILLER])
                if not q:
                    i = _ORDER
                    q = c & int(shape[i])
                    while not q:
                        i += 1
                        q = c & int(shape[i])
                q = q & (0 - q)
                stack[f + _LEFT] = int(stack[f + _LEFT]) ^ q
                stack[f + _CURRENT] = q
                a = int(stack[f + _ALPHA])
                if not a:
                    a = 1  # the root, where a loss is better than nothing
                b = int(stack[f + _BETA])
                ply += 1
                f += _FRAME
                stack[f + _ME] = other
                stack[f + _OTHER] = me | q
                stack[f + _ALPHA] = 4 - b
                stack[f + _BETA] = 4 - a
                phase = _ENTER
            else:
                value = int(stack[f + _ALPHA])
                store = 1
                phase = _LEAVE
        elif phase == _ENTER:
            if not left:
                break
            left -= 1
            free = int(shape[_ALL]) ^ me ^ other
            value = 0
            c = 0
            every = 0
            if ply < 2:
                if ply:
                    if int(threats(0, int(stack[_ME]), int(stack[_CURRENT]), buffers[3])):
                        value = 1  # over
                else:
                    every = int(control[_EVERY])
                if not every and not value:
                    c = int(threats(0, me, free, buffers[3]))
                    if c:
                        value = 3
            if not value and not every:
                c = int(threats(0, other, free, buffers[3]))
                if c & (c - 1):
                    value = 1
            if not free:
                if not value:
                    value = 2
            if value:
                if not ply:
                    stack[_BEST] = c & (0 - c)
            elif ply:
                i = (me * 0x1E3779B1 + other * 0x165667B1) & 0x3FFFFFFF
                i = (((i ^ (i >> 15)) * 0x2C1B3C6D) & 0x3FFFFFFF) >> 12
                i = (i & int(control[_MASK])) << 1
                a = int(table[i])
                if a & _BITS == me:
                    b = int(table[i + 1])
                    if b & _BITS == other:
                        a = a >> _BITS_SHIFT
                        b = b >> _BITS_SHIFT
                        if a == 3:
                            value = b
                        elif a == 2:
                            if b >= int(stack[f + _BETA]):
                                value = b
                        elif b <= int(stack[f + _ALPHA]):
                            value = b
            phase = _LEAVE
            if not value:
                phase = _PICK
                if not c:
                    c = free
                stack[f + _LEFT] = c
                stack[f + _ALPHA0] = stack[f + _ALPHA]
                stack[f + _BEST] = 0
        else:
            if not ply:
                control[_VALUE] = value
                phase = _DONE
                break
            if store:
                store = 0
                k = 3
                if value == 2:
                    if int(stack[f + _ALPHA0]) >= 2:
                        k = 1
                    elif int(stack[f + _BETA]) <= 2:
                        k = 2
                i = (me * 0x1E3779B1 + other * 0x165667B1) & 0x3FFFFFFF
                i = (((i ^ (i >> 15)) * 0x2C1B3C6D) & 0x3FFFFFFF) >> 12
                i = (i & int(control[_MASK])) << 1
                table[i] = me | k << _BITS_SHIFT
                table[i + 1] = other | value << _BITS_SHIFT
            ply -= 1
            f -= _FRAME
            value = 4 - value
            q = int(stack[f + _CURRENT])
            phase = _PICK
            a = int(stack[f + _ALPHA])
            if not ply:
                control[_KNOWN] = int(control[_KNOWN]) | q
                if value == 3:
                    control[_WON] = int(control[_WON]) | q
                elif value == 2 and a < 2:
                    control[_DRAWN] = int(control[_DRAWN]) | q
            if value > a:
                stack[f + _BEST] = q
                if ply or not control[_EVERY]:
                    stack[f + _ALPHA] = value
                    if value >= int(stack[f + _BETA]):
                        stack[f + _KILLER] = q
                        store = 1
                        phase = _LEAVE
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_NODES] = int(control[_NODES]) + budget - left
