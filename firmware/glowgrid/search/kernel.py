"""The hot loops of the lines search: placing and lifting stones, and alpha-beta with an explicit stack.

Plain Python that MicroPython compiles to machine code (viper); on CPython the same text is the oracle. One array of
32-bit words, `state`, holds all that changes (search/state.py lays it out), because every buffer handed over costs
about 3 us a call on the Pico. Every number is >= 0: on 64-bit MicroPython a viper ptr32 reads a negative word as a
large positive one. The functions stand in one module because constants are only inlined inside their own.
"""

import micropython
from micropython import const

# Layout of `state`. Header:
_HASH = const(0)  # places a position in the table, 30 bits
_VERIFY = const(1)  # verifies it, 30 bits
_EMPTY = const(2)  # number of empty points
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)  # where the cells start, one word a point: 0 empty, else the side
_THROUGH = const(6)  # where the lists of lines through each point start, one word a point and one more
_WEIGHT = const(7)  # where the worth of an open line by the number of its missing points starts
# Side s has eight words from 8 * s:
_CLOSED = const(0)  # if a line's count has one of these bits, the side can no longer fill it
_READY = const(1)  # number of empty points on which the side wins at once
_AT = const(2)  # sum of those points; when there is one, it is that point
_OPEN = const(3)  # number of lines the side can still fill
_WORTH = const(4)  # worth of those lines: 2^(TOP - missing points) each, see `verdict`
_WINS = const(5)  # where the side's wins start, one word a point: lines it would complete there
_ZOBRIST = const(6)  # where its random words start, two a point
# The eighth word of the records of sides 1 to 3 is none of theirs:
_LINES = const(15)  # where the lines start,
_LINES_END = const(23)  # and where they end
_SUMS = const(31)  # where there is a word a point to add up in
_NOT_SERVED = const(0x7000000)  # in a line's count: the sides that it cannot serve
# Every line has four words; the lists of lines name the first of them:
_COUNT = const(0)  # stones of side s in byte s-1; bit 23+s is set if the line cannot serve side s
_GAPS = const(1)  # sum of its empty points; when one is left, it is that point
_LENGTH = const(2)
_MEMBERS = const(3)  # the byte of `state` where the list of its points starts, a byte each

# A score is 0..4095 from the root side's view: a win in n plies is WIN - n, a loss in n plies LOSS + n.
_DRAW = const(2048)
_WIN = const(4000)
_LOSS = const(96)
_SURE_WIN = const(3744)  # above: a proven win (no game is longer than 250 plies)
_SURE_LOSS = const(352)  # below: a proven loss
_HIGH = const(3048)  # estimates stay between these two
_LOW = const(1048)
_NO_SCORE = const(4096)
_MOVE_BONUS = const(12)  # what the right to move is worth in an estimate

# The stack has twelve words a ply:
_FRAME = const(12)
_ALPHA = const(0)
_BETA = const(1)
_BEST = const(2)
_MOVE = const(3)  # move of the best score
_CURRENT = const(4)  # move under way
_NEXT = const(5)  # the move picker: _STOP when no more moves are wanted, else the next place in the order
_DEPTH = const(6)  # plies to the horizon
_FORCED = const(7)  # the only sensible move, or _NONE
_UNSURE = const(8)  # 1 if an estimate entered: the score is not proven
_TABLE_MOVE = const(9)
_ALPHA0 = const(10)  # the window at entry tells which bound the score is
_BETA0 = const(11)
_NONE = const(255)
_STOP = const(256)

# Worth of an open line: 1024 >> missing points. A side whose lines are worth less than these together cannot win.
_ALL = const(1024)  # it is the other's turn
_HALF = const(512)  # it is its own turn
_WORTH_SHIFT = const(2)  # from worth to estimate

# `control`, the search between two slices (search/state.py names these for the engines):
_PHASE = const(0)
_PLY = const(1)
_SIDE = const(2)
_VALUE = const(3)
_NODES = const(4)
_ME = const(5)  # the root side
_EXTEND = const(6)  # 1: a forced move does not count as depth
_ESTIMATE = const(7)  # 1: estimate at the horizon; 0: the horizon counts as a draw
_VALUE_UNSURE = const(8)
_MASK = const(9)  # entries of the table, less one
_RANKED = const(10)  # plies for which `ranks` has room
_RANK_COST = const(11)  # nodes that take as long on the Pico as ranking the moves
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# A table entry is two words: verifying hash; score 12 bits, move 8, bound 2 (1 upper, 2 lower, 3 exact), depth 8.
_PROVEN_DEPTH = const(255)
# In the verifying hash alpha-beta marks its entries with the root side and max^n with this: they share one table.
_MAX_N_KEY = const(4)


@micropython.viper
def clear(words: ptr32, count: int):
    """Set `count` words to zero: a table of 8,192 in 3 ms on the Pico, where plain Python takes 50."""
    i = 0
    while i + 8 <= count:  # eight at a time, in a third of the time
        words[i] = 0
        words[i + 1] = 0
        words[i + 2] = 0
        words[i + 3] = 0
        words[i + 4] = 0
        words[i + 5] = 0
        words[i + 6] = 0
        words[i + 7] = 0
        i += 8
    while i < count:
        words[i] = 0
        i += 1


@micropython.viper
def empty(k: int, side: int, state):
    """Take all stones off the field; the lines are as the owners made them. `k` and `side` are dummies (registers)."""
    s = ptr32(state)
    members = ptr8(state)
    points = int(s[_POINTS])
    sides = int(s[_SIDES])
    weight = int(s[_WEIGHT])
    k = int(s[8 + _WINS])
    end = int(s[_CELLS]) + points
    while k < end:
        s[k] = 0
        k += 1
    side = sides << 3
    while side:
        s[side + _READY] = 0
        s[side + _AT] = 0
        s[side + _OPEN] = 0
        s[side + _WORTH] = 0
        side -= 8
    s[_HASH] = 0
    s[_VERIFY] = 0
    s[_EMPTY] = points
    line = int(s[_LINES])
    end = int(s[_LINES_END])
    while line < end:
        count = int(s[line]) & _NOT_SERVED
        length = int(s[line + _LENGTH])
        gaps = 0
        k = int(s[line + _MEMBERS]) + length
        points = length
        while points:
            points -= 1
            k -= 1
            gaps += int(members[k])
        s[line] = count
        s[line + _GAPS] = gaps
        side = sides << 3
        while side:
            if not count & int(s[side]):
                s[side + _OPEN] += 1
                s[side + _WORTH] += s[weight + length]
                if length == 1:  # a win to be had from the start
                    k = int(s[side + _WINS]) + gaps
                    if not s[k]:
                        s[side + _READY] += 1
                        s[side + _AT] += gaps
                    s[k] += 1
            side -= 8
        line += 4


@micropython.viper
def place(point: int, side: int, state):
    """Put a stone of `side` on the empty `point`."""
    s = ptr32(state)
    points = int(s[_POINTS])
    own = side << 3
    end = (int(s[_SIDES]) + 1) << 3
    s[int(s[_CELLS]) + point] = side
    s[_EMPTY] -= 1
    k = int(s[own + _ZOBRIST]) + (point << 1)
    s[_HASH] ^= s[k]
    s[_VERIFY] ^= s[k + 1]
    other = 8
    while other < end:  # nobody can win on this point any more
        if s[int(s[other + _WINS]) + point]:
            s[other + _READY] -= 1
            s[other + _AT] -= point
        other += 8
    first = 8  # the other sides are from here
    others_end = end
    if end == 24:
        first = 24 - own
        others_end = first + 8
    shift = own - 8
    stone = 1 << shift
    bits = 255 << shift
    closed = int(s[own + _CLOSED])
    weight = int(s[_WEIGHT])
    worth = int(s[own + _WORTH])
    i = int(s[_THROUGH]) + point
    end = int(s[i + 1])
    i = int(s[i])
    while i < end:
        side = int(s[i])  # from here on a line: arguments are in registers
        count = int(s[side])
        if not count & closed:
            k = weight + int(s[side + _LENGTH]) - ((count >> shift) & 255)
            worth += int(s[k - 1]) - int(s[k])
            if k - weight == 2:
                gap = int(s[side + _GAPS]) - point
                k = int(s[own + _WINS]) + gap
                if not s[k]:
                    s[own + _READY] += 1
                    s[own + _AT] += gap
                s[k] += 1
        if not count & bits:  # the first stone of a side closes the line to the others
            other = first
            while other < others_end:
                if other != own:
                    if not count & int(s[other]):
                        s[other + _OPEN] -= 1
                        s[other + _WORTH] -= s[weight + int(s[side + _LENGTH]) - ((count >> (other - 8)) & 255)]
                other += 8
        s[side] = count + stone
        s[side + _GAPS] -= point
        i += 1
    s[own + _WORTH] = worth


@micropython.viper
def lift(point: int, side: int, state):
    """Take the stone of `side` off `point` again: undoes its `place`, last placed first lifted."""
    s = ptr32(state)
    own = side << 3
    sides_end = (int(s[_SIDES]) + 1) << 3
    first = 8  # the other sides are from here
    others_end = sides_end
    if sides_end == 24:
        first = 24 - own
        others_end = first + 8
    shift = own - 8
    stone = 1 << shift
    bits = 255 << shift
    closed = int(s[own + _CLOSED])
    weight = int(s[_WEIGHT])
    worth = int(s[own + _WORTH])
    i = int(s[_THROUGH]) + point
    end = int(s[i + 1])
    i = int(s[i])
    while i < end:
        side = int(s[i])  # from here on a line: arguments are in registers
        count = int(s[side]) - stone
        s[side] = count
        s[side + _GAPS] += point
        if not count & closed:
            k = weight + int(s[side + _LENGTH]) - ((count >> shift) & 255)
            worth -= int(s[k - 1]) - int(s[k])
            if k - weight == 2:
                gap = int(s[side + _GAPS]) - point
                k = int(s[own + _WINS]) + gap
                s[k] -= 1
                if not s[k]:
                    s[own + _READY] -= 1
                    s[own + _AT] -= gap
        if not count & bits:
            other = first
            while other < others_end:
                if other != own:
                    if not count & int(s[other]):
                        s[other + _OPEN] += 1
                        s[other + _WORTH] += s[weight + int(s[side + _LENGTH]) - ((count >> (other - 8)) & 255)]
                other += 8
        i += 1
    s[own + _WORTH] = worth
    other = 8
    while other < sides_end:
        if s[int(s[other + _WINS]) + point]:
            s[other + _READY] += 1
            s[other + _AT] += point
        other += 8
    k = int(s[own + _ZOBRIST]) + (point << 1)
    s[_HASH] ^= s[k]
    s[_VERIFY] ^= s[k + 1]
    s[_EMPTY] += 1
    s[int(s[_CELLS]) + point] = 0


@micropython.viper
def estimate(side: int, me: int, state) -> int:
    """Worth of the position for `me` with `side` to move: own open lines less those of the strongest other side."""
    s = ptr32(state)
    sides = int(s[_SIDES])
    most = 0
    others = 0
    other = 1
    while other <= sides:
        if other != me:
            others += int(s[(other << 3) + _OPEN])
            if int(s[(other << 3) + _WORTH]) > most:
                most = int(s[(other << 3) + _WORTH])
        other += 1
    value = _DRAW - _MOVE_BONUS + ((int(s[(me << 3) + _WORTH]) - most) >> _WORTH_SHIFT)
    if side == me:
        value += _MOVE_BONUS + _MOVE_BONUS
    if value > _HIGH:
        value = _HIGH
    if value < _LOW:
        value = _LOW
    if not s[(me << 3) + _OPEN]:
        if value > _DRAW:
            value = _DRAW
    if not others:
        if value < _DRAW:
            value = _DRAW
    return value


@micropython.viper
def rank(k: int, point: int, state, ranks_, first: int):
    """Give every point its rank as a move, ranks[first + point] (a byte): 0 not to be tried, the highest first.

    A rank is what the open lines through the point are worth to all sides together, 16 to the unit. Points whose lines
    are all closed are alike: only the lowest of them is tried, last. `k` and `point` are dummies (registers).
    """
    s = ptr32(state)
    members = ptr8(state)
    ranks = ptr8(ranks_)
    points = int(s[_POINTS])
    third = int(s[_SIDES]) - 2
    weight = int(s[_WEIGHT])
    closed_1 = int(s[8])
    closed_2 = int(s[16])
    sums = int(s[_SUMS])
    k = points
    while k:
        k -= 1
        s[sums + k] = 0
    line = int(s[_LINES])
    lines_end = int(s[_LINES_END])
    while line < lines_end:
        count = int(s[line])
        length = int(s[line + _LENGTH])
        total = 0
        if not count & closed_1:
            total = int(s[weight + length - (count & 255)])
        if not count & closed_2:
            total += int(s[weight + length - ((count >> 8) & 255)])
        if third:
            if not count & int(s[24]):
                total += int(s[weight + length - ((count >> 16) & 255)])
        if total:
            k = int(s[line + _MEMBERS])
            while length:
                length -= 1
                point = sums + int(members[k])
                k += 1
                s[point] = int(s[point]) + total
        line += 4
    cells = int(s[_CELLS]) - sums
    first -= sums
    dead = 1
    point = sums
    sums += points
    while point < sums:
        k = 0
        if not s[cells + point]:
            k = int(s[point])
            if k:
                k = (k >> 4) + 2
                if k > 254:
                    k = 254
            else:
                k = dead
                dead = 0
        ranks[first + point] = k
        point += 1


@micropython.viper
def verdict(ply: int, side: int, me: int, state) -> int:
    """What threats alone tell of a position with `side` to move: a score, or 4096 + the forced point (255: none).

    A side that can win does. An enemy's win that comes before the side's next turn must be stopped; two of them, or
    one each of two enemies on different points, cannot be. With three sides the two that are not `me` are allies.
    """
    s = ptr32(state)
    sides = int(s[_SIDES])
    empty = int(s[_EMPTY])
    if s[(side << 3) + _READY]:
        if side == me:
            return _WIN - ply - 1
        return _LOSS + ply + 1
    if not s[8 + _OPEN] + s[16 + _OPEN] + s[24 + _OPEN]:
        return _DRAW
    following = side + 1
    if following > sides:
        following = 1
    if side != me:
        if following != me:
            # An ally moves next: if it can win, this side only has to leave it the point.
            if s[(following << 3) + _READY]:
                if empty > 1:
                    return _LOSS + ply + 2
            return _NO_SCORE + _NONE
    forced = _NONE
    away = 2
    while following != side:
        if s[(following << 3) + _READY]:
            # A win two turns away can also be spoilt by the ally that has to move between: not with points to spare.
            if away == 2 or empty > 2:
                gap = int(s[(following << 3) + _AT])
                lost = 0
                if int(s[(following << 3) + _READY]) > 1:
                    lost = 1
                elif forced != _NONE:
                    if forced != gap:
                        lost = 1
                if lost:
                    if side == me:
                        return _LOSS + ply + away
                    return _WIN - ply - away
                forced = gap
        following += 1
        if following > sides:
            following = 1
        if side != me:
            following = side  # only `me` is an enemy
        away += 1
    return _NO_SCORE + forced


@micropython.viper
def alpha_beta(i: int, f: int, budget: int, state, stack, control_, table_, order_, ranks_) -> int:
    """Go on with the search that `control` and `stack` hold for at most `budget` nodes (positions entered), or fewer:
    ranking the moves counts too. Returns what is used up of the budget.

    `i` and `f` are dummies: arguments come first in registers, and these are the busiest variables.
    The root side maximises and every other side minimises: two sides, or one against all others (paranoid).
    `table_` is array 'i', two words an entry; `order_` is bytes, the points in the order in which to try moves of equal
    rank; `ranks_` is a bytearray, a byte per point and ply.
    When control[_PHASE] becomes _DONE, control[_VALUE] is the score and control[_VALUE_UNSURE] 0 if it is proven.
    """
    s = ptr32(state)
    stack32 = ptr32(stack)
    control = ptr32(control_)
    table = ptr32(table_)
    order = ptr8(order_)
    ranks = ptr8(ranks_)
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    side = int(control[_SIDE])
    value = int(control[_VALUE])
    me = int(control[_ME])
    unsure = int(control[_VALUE_UNSURE])
    sides = int(s[_SIDES])
    points = int(s[_POINTS])
    cells = int(s[_CELLS])
    nodes = 0
    used = 0
    while phase != _DONE:
        f = ply * _FRAME
        if phase == _ENTER:
            if used >= budget:
                break
            nodes += 1
            used += 1
            unsure = 0
            value = int(verdict(ply, side, me, state))
            forced = value - _NO_SCORE
            if value >= _NO_SCORE:
                value = _NO_SCORE
                # Who cannot win bounds the score. P. Erdos and J. Selfridge, "On a combinatorial game", 1973: the other
                # side can always keep a side from filling a line if the sum of 2^-missing over its open lines is below
                # 1 when the other is to move, below 1/2 when it is the side's own turn.
                limit = _ALL
                if side == me:
                    limit = _HALF
                if int(s[(me << 3) + _WORTH]) < limit:
                    if int(stack32[f + _BETA]) > _DRAW:
                        stack32[f + _BETA] = _DRAW
                    if int(stack32[f + _ALPHA]) >= _DRAW:
                        value = _DRAW
                # With three sides the others are two to one: they are harmless only without any open line.
                other = int(s[8 + _OPEN]) + int(s[16 + _OPEN]) + int(s[24 + _OPEN]) - int(s[(me << 3) + _OPEN])
                if sides == 2:
                    if int(s[((3 - me) << 3) + _WORTH]) < _ALL + _HALF - limit:
                        other = 0
                if not other:
                    if int(stack32[f + _ALPHA]) < _DRAW:
                        stack32[f + _ALPHA] = _DRAW
                    if int(stack32[f + _BETA]) <= _DRAW:
                        value = _DRAW
            phase = _LEAVE
            if value == _NO_SCORE:
                depth = int(stack32[f + _DEPTH])
                if not depth and (forced == _NONE or not control[_EXTEND]):
                    unsure = 1
                    value = _DRAW
                    if control[_ESTIMATE]:
                        value = int(estimate(side, me, state))
                else:
                    stack32[f + _TABLE_MOVE] = _NONE
                    k = ((int(s[_HASH]) + me) & int(control[_MASK])) << 1
                    if int(table[k]) == int(s[_VERIFY]) ^ me:
                        entry = int(table[k + 1])
                        score = entry & 4095
                        bound = (entry >> 20) & 3
                        stack32[f + _TABLE_MOVE] = (entry >> 12) & 255
                        entry = entry >> 22
                        usable = 0
                        if entry >= depth:
                            usable = 1
                        if score > _SURE_WIN:
                            if bound & 2:
                                usable = 1
                            score -= ply
                        elif score < _SURE_LOSS:
                            if bound & 1:
                                usable = 1
                            score += ply
                        elif entry != _PROVEN_DEPTH:
                            unsure = 1
                        if usable:
                            if bound == 3:
                                value = score
                            elif bound == 2:
                                if score >= int(stack32[f + _BETA]):
                                    value = score
                            elif bound:
                                if score <= int(stack32[f + _ALPHA]):
                                    value = score
                    if value == _NO_SCORE:
                        stack32[f + _BEST] = _NO_SCORE
                        stack32[f + _MOVE] = _NONE
                        stack32[f + _NEXT] = 0
                        stack32[f + _FORCED] = forced
                        stack32[f + _UNSURE] = 0
                        stack32[f + _ALPHA0] = stack32[f + _ALPHA]
                        stack32[f + _BETA0] = stack32[f + _BETA]
                        phase = _PICK
                        if forced == _NONE:
                            if ply < int(control[_RANKED]):
                                k = ply * points
                                used += int(control[_RANK_COST])
                                rank(0, 0, state, ranks_, k)
                                score = int(stack32[f + _TABLE_MOVE])
                                if score != _NONE:
                                    if ranks[k + score]:
                                        ranks[k + score] = 255
        elif phase == _PICK:
            point = _NONE
            stage = int(stack32[f + _NEXT])
            if stage != _STOP:
                if int(stack32[f + _FORCED]) != _NONE:
                    point = int(stack32[f + _FORCED])
                    stage = _STOP
                elif ply < int(control[_RANKED]):
                    k = ply * points
                    score = 1
                    i = points
                    while i:  # the highest rank; of equal ones the first in order
                        i -= 1
                        c = int(order[i])
                        bound = int(ranks[k + c])
                        if not (bound - score) >> 8:  # it is not less
                            score = bound
                            point = c
                    if point != _NONE:
                        ranks[k + point] = 0
                else:
                    while point == _NONE and stage < points:
                        if not s[cells + int(order[stage])]:
                            point = int(order[stage])
                        stage += 1
                stack32[f + _NEXT] = stage
            if point != _NONE:
                stack32[f + _CURRENT] = point
                depth = int(stack32[f + _DEPTH])
                if depth:
                    if int(stack32[f + _FORCED]) == _NONE or not control[_EXTEND]:
                        depth -= 1
                place(point, side, state)
                stack32[f + _FRAME + _ALPHA] = stack32[f + _ALPHA]
                stack32[f + _FRAME + _BETA] = stack32[f + _BETA]
                stack32[f + _FRAME + _DEPTH] = depth
                ply += 1
                side += 1
                if side > sides:
                    side = 1
                phase = _ENTER
            else:
                phase = _LEAVE
                value = int(stack32[f + _BEST])
                unsure = int(stack32[f + _UNSURE])
                score = value
                if value > _SURE_WIN:
                    score += ply
                    unsure = 0
                elif value < _SURE_LOSS:
                    score -= ply
                    unsure = 0
                depth = int(stack32[f + _DEPTH])
                if not unsure:
                    depth = _PROVEN_DEPTH
                    if score > _SURE_WIN or score < _SURE_LOSS:
                        depth = int(stack32[f + _DEPTH])  # proven, but maybe not the shortest
                bound = 3
                if value <= int(stack32[f + _ALPHA0]):
                    bound = 1
                elif value >= int(stack32[f + _BETA0]):
                    bound = 2
                k = ((int(s[_HASH]) + me) & int(control[_MASK])) << 1
                table[k] = int(s[_VERIFY]) ^ me
                table[k + 1] = score | (int(stack32[f + _MOVE]) << 12) | (bound << 20) | (depth << 22)
        else:
            if ply == 1:
                phase = _DONE
            else:
                ply -= 1
                f -= _FRAME
                side -= 1
                if not side:
                    side = sides
                point = int(stack32[f + _CURRENT])
                lift(point, side, state)
                if unsure:
                    stack32[f + _UNSURE] = 1
                best = int(stack32[f + _BEST])
                phase = _PICK
                if side == me:
                    if best == _NO_SCORE or value > best:
                        stack32[f + _BEST] = value
                        stack32[f + _MOVE] = point
                        if value > int(stack32[f + _ALPHA]):
                            stack32[f + _ALPHA] = value
                elif value < best:
                    stack32[f + _BEST] = value
                    stack32[f + _MOVE] = point
                    if value < int(stack32[f + _BETA]):
                        stack32[f + _BETA] = value
                if int(stack32[f + _ALPHA]) >= int(stack32[f + _BETA]):
                    stack32[f + _NEXT] = _STOP  # cut off
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_SIDE] = side
    control[_VALUE] = value
    control[_NODES] += nodes
    control[_VALUE_UNSURE] = unsure
    return used
