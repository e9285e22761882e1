"""Alpha-beta on the lines of a game, for two sides or one against all others (paranoid): what lies below a root move.

The root side maximises and every other side minimises. The loop is `alpha_beta`: it enters a position, picks its moves
one after the other, and leaves a position that is searched for the one before. There is no recursion: what each ply
has to remember is in `stack`, and the search can rest between any two positions.

The kernels work on buffers: [control, stack, stones, table, order, ranks].

control  the search as a whole, words named below
stack    twelve words a ply, named below
stones   the position (stones.py)
table    two words an entry: verifying hash; score 12 bits, move 8, bound 2, depth 8
order    the points in the order in which to try moves of equal rank, a byte each
ranks    a byte per point and ply
"""

import micropython
from micropython import const

from glowgrid.search.lines.stones import cannot_win, estimate, judged, lift, place, rank, soonest

_CONTROL = const(0)
_STACK = const(1)
_STONES = const(2)
_TABLE = const(3)
_ORDER = const(4)
_RANKS = const(5)

# `control`:
_PHASE = const(0)  # what comes next: _ENTER, _PICK or _LEAVE, or _DONE
_PLY = const(1)
_SIDE = const(2)  # to move
_VALUE = const(3)  # score of the position that is left
_NODES = const(4)  # positions entered since the search began
_ME = const(5)  # the root side
_EXTEND = const(6)  # 1: a forced move does not count as depth
_ESTIMATE = const(7)  # 1: estimate at the horizon; 0: the horizon counts as a draw
_VALUE_UNSURE = const(8)  # 1 if an estimate entered into it: it is not proven
_MASK = const(9)  # entries of the table, less one
_RANKED = const(10)  # plies for which `ranks` has room
_RANK_COST = const(11)  # nodes that take as long on the Pico as ranking the moves
_SIGHT = const(12)  # plies to the horizon at which threats alone decide: nobody wins that soon unless they say so
_USED = const(13)  # nodes of this slice: positions entered, and what looking at all lines is worth
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# `stack`:
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

# A score is 0..4095 from the root side's view, as in engine.py.
_DRAW = const(2048)
_SURE_WIN = const(3744)  # above: a proven win (no game is longer than 250 plies)
_SURE_LOSS = const(352)  # below: a proven loss
_NO_SCORE = const(4096)
_UPPER = const(1)  # bounds
_LOWER = const(2)
_EXACT = const(3)
_PROVEN_DEPTH = const(255)
_FAR = const(6)  # plies up to which it pays to look how many points the lines lack

# Words of the stones, see stones.py.
_HASH = const(0)
_VERIFY = const(1)
_EMPTY = const(2)
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)


@micropython.viper
def begin(alpha: int, beta: int, depth: int, buffers):
    """Begin to search the position after a move of the root side, so many plies deep."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    control[_PHASE] = _ENTER
    control[_NODES] = 0
    control[_PLY] = 1
    control[_SIDE] = int(control[_ME]) % int(stones[_SIDES]) + 1
    stack[_FRAME + _ALPHA] = alpha
    stack[_FRAME + _BETA] = beta
    stack[_FRAME + _DEPTH] = depth


@micropython.viper
def alpha_beta(budget: int, buffers) -> int:
    """Go on with the search for about so many nodes; return how many were used up.

    When control[_PHASE] becomes _DONE, control[_VALUE] is the score and control[_VALUE_UNSURE] 0 if it is proven.
    """
    control = ptr32(buffers[_CONTROL])
    control[_USED] = 0
    phase = int(control[_PHASE])
    while phase != _DONE:
        if phase == _PICK:
            phase = int(pick(buffers))
        elif phase == _LEAVE:
            phase = int(leave(buffers))
        elif int(control[_USED]) < budget:
            phase = int(enter(buffers))
        else:
            break
    control[_PHASE] = phase
    return int(control[_USED])


@micropython.viper
def enter(buffers) -> int:
    """Enter a position: its score may be found without a look at its moves (_LEAVE), else they are tried (_PICK)."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    control[_NODES] += 1
    control[_USED] += 1
    control[_VALUE_UNSURE] = 0
    value = int(judged(int(control[_PLY]), int(control[_SIDE]), int(control[_ME]), buffers[_STONES]))
    if value >= _NO_SCORE:
        stack[int(control[_PLY]) * _FRAME + _FORCED] = value - _NO_SCORE
        value = int(narrow(buffers))
        if value == _NO_SCORE:
            if int(is_near(buffers)):
                value = int(look_no_further(buffers))
            else:
                value = int(recall(buffers))
        if value == _NO_SCORE:
            open_moves(buffers)
            return _PICK
    control[_VALUE] = value
    return _LEAVE


@micropython.viper
def narrow(buffers) -> int:
    """Narrow the window to what can still come of the game; return a score if nothing of it is left."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    frame = int(control[_PLY]) * _FRAME
    value = _NO_SCORE
    who = int(cannot_win(int(control[_SIDE]), int(control[_ME]), buffers[_STONES]))
    if who & 1:
        if int(stack[frame + _BETA]) > _DRAW:
            stack[frame + _BETA] = _DRAW
        if int(stack[frame + _ALPHA]) >= _DRAW:
            value = _DRAW
    if who & 2:
        if int(stack[frame + _ALPHA]) < _DRAW:
            stack[frame + _ALPHA] = _DRAW
        if int(stack[frame + _BETA]) <= _DRAW:
            value = _DRAW
    return value


@micropython.viper
def is_near(buffers) -> int:
    """Return whether the horizon is reached, or so near that nobody wins before it."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    frame = int(control[_PLY]) * _FRAME
    depth = int(stack[frame + _DEPTH])
    forced = int(stack[frame + _FORCED])
    if not control[_SIGHT]:
        if not depth and (forced == _NONE or not control[_EXTEND]):
            return 1
    elif depth <= int(control[_SIGHT]):
        return 1
    elif depth <= _FAR and forced == _NONE:
        control[_USED] += int(control[_RANK_COST]) >> 1
        plies = int(soonest(int(control[_SIDE]), buffers[_STONES]))
        if plies > depth:
            return 1
    return 0


@micropython.viper
def look_no_further(buffers) -> int:
    """Return the score of a position at the horizon."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    if int(stones[_EMPTY]) > int(stack[int(control[_PLY]) * _FRAME + _DEPTH]):
        control[_VALUE_UNSURE] = 1
    if control[_ESTIMATE]:
        return int(estimate(int(control[_SIDE]), int(control[_ME]), buffers[_STONES]))
    return _DRAW


@micropython.viper
def recall(buffers) -> int:
    """Look for the position in the table; return a score if what is known of it will do for this window and depth."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    table = ptr32(buffers[_TABLE])
    me = int(control[_ME])
    ply = int(control[_PLY])
    frame = ply * _FRAME
    stack[frame + _TABLE_MOVE] = _NONE
    entry = ((int(stones[_HASH]) + me) & int(control[_MASK])) << 1
    if int(table[entry]) != int(stones[_VERIFY]) ^ me:
        return _NO_SCORE
    known = int(table[entry + 1])
    score = known & 4095
    bound = (known >> 20) & 3
    depth = known >> 22
    stack[frame + _TABLE_MOVE] = (known >> 12) & 255
    usable = 0
    if depth >= int(stack[frame + _DEPTH]):
        usable = bound
    if score > _SURE_WIN:
        usable |= bound & _LOWER  # a win is a win at any depth
        score -= ply
    elif score < _SURE_LOSS:
        usable |= bound & _UPPER
        score += ply
    elif depth != _PROVEN_DEPTH:
        control[_VALUE_UNSURE] = 1
    if usable:
        if bound == _EXACT:
            return score
        if bound == _LOWER and score >= int(stack[frame + _BETA]):
            return score
        if bound == _UPPER and score <= int(stack[frame + _ALPHA]):
            return score
    return _NO_SCORE


@micropython.viper
def open_moves(buffers):
    """Prepare to try the moves of a position: rank them, the one from the table first."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    ranks = ptr8(buffers[_RANKS])
    ply = int(control[_PLY])
    frame = ply * _FRAME
    stack[frame + _BEST] = _NO_SCORE
    stack[frame + _MOVE] = _NONE
    stack[frame + _NEXT] = 0
    stack[frame + _UNSURE] = 0
    stack[frame + _ALPHA0] = stack[frame + _ALPHA]
    stack[frame + _BETA0] = stack[frame + _BETA]
    if int(stack[frame + _FORCED]) == _NONE and ply < int(control[_RANKED]):
        control[_USED] += control[_RANK_COST]
        first = ply * int(stones[_POINTS])
        rank(buffers[_STONES], buffers[_RANKS], first)
        point = int(stack[frame + _TABLE_MOVE])
        if point != _NONE and ranks[first + point]:
            ranks[first + point] = 255


@micropython.viper
def pick(buffers) -> int:
    """Pick the next move and make it (_ENTER); if there is none, the position is searched (_LEAVE)."""
    point = int(next_move(buffers))
    if point == _NONE:
        note(buffers)
        return _LEAVE
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    ply = int(control[_PLY])
    side = int(control[_SIDE])
    frame = ply * _FRAME
    depth = int(stack[frame + _DEPTH])
    if depth and (int(stack[frame + _FORCED]) == _NONE or not control[_EXTEND]):
        depth -= 1
    stack[frame + _CURRENT] = point
    stack[frame + _FRAME + _ALPHA] = stack[frame + _ALPHA]
    stack[frame + _FRAME + _BETA] = stack[frame + _BETA]
    stack[frame + _FRAME + _DEPTH] = depth
    place(point, side, buffers[_STONES])
    side += 1
    if side > int(stones[_SIDES]):
        side = 1
    control[_SIDE] = side
    control[_PLY] = ply + 1
    return _ENTER


@micropython.viper
def next_move(buffers) -> int:
    """Return the next move to try, the forced one or by rank or in order; _NONE after the last, or a cutoff."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    order = ptr8(buffers[_ORDER])
    ply = int(control[_PLY])
    frame = ply * _FRAME
    following = int(stack[frame + _NEXT])
    if following == _STOP:
        return _NONE
    if int(stack[frame + _FORCED]) != _NONE:
        stack[frame + _NEXT] = _STOP
        return int(stack[frame + _FORCED])
    points = int(stones[_POINTS])
    if ply < int(control[_RANKED]):
        return int(highest(points, ply * points, buffers[_ORDER], buffers[_RANKS]))
    cells = int(stones[_CELLS])
    while following < points and stones[cells + int(order[following])]:
        following += 1
    stack[frame + _NEXT] = following + 1
    if following < points:
        return int(order[following])
    return _NONE


@micropython.viper
def highest(points: int, first: int, order_, ranks_) -> int:
    """Return the point of the highest rank, of equal ones the first in order, and strike it out; _NONE if all are."""
    order = ptr8(order_)
    ranks = ptr8(ranks_)
    most = 1
    found = _NONE
    while points:
        points -= 1
        point = int(order[points])
        worth = int(ranks[first + point])
        if worth >= most:
            most = worth
            found = point
    if found != _NONE:
        ranks[first + found] = 0
    return found


@micropython.viper
def note(buffers):
    """All moves that matter are searched: their best score is that of the position. Note it in the table."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    table = ptr32(buffers[_TABLE])
    me = int(control[_ME])
    ply = int(control[_PLY])
    frame = ply * _FRAME
    value = int(stack[frame + _BEST])
    unsure = int(stack[frame + _UNSURE])
    depth = int(stack[frame + _DEPTH])
    score = value
    if value > _SURE_WIN:  # proven, but maybe not the shortest
        score += ply
        unsure = 0
    elif value < _SURE_LOSS:
        score -= ply
        unsure = 0
    elif not unsure:
        depth = _PROVEN_DEPTH
    bound = _EXACT
    if value <= int(stack[frame + _ALPHA0]):
        bound = _UPPER
    elif value >= int(stack[frame + _BETA0]):
        bound = _LOWER
    entry = ((int(stones[_HASH]) + me) & int(control[_MASK])) << 1
    table[entry] = int(stones[_VERIFY]) ^ me
    table[entry + 1] = score | int(stack[frame + _MOVE]) << 12 | bound << 20 | depth << 22
    control[_VALUE] = value
    control[_VALUE_UNSURE] = unsure


@micropython.viper
def leave(buffers) -> int:
    """Take back the move that led here, and see whether its score is the best so far (_PICK); at the root _DONE."""
    control = ptr32(buffers[_CONTROL])
    stack = ptr32(buffers[_STACK])
    stones = ptr32(buffers[_STONES])
    ply = int(control[_PLY]) - 1
    if not ply:
        return _DONE
    side = int(control[_SIDE]) - 1
    if not side:
        side = int(stones[_SIDES])
    control[_PLY] = ply
    control[_SIDE] = side
    frame = ply * _FRAME
    point = int(stack[frame + _CURRENT])
    lift(point, side, buffers[_STONES])
    if control[_VALUE_UNSURE]:
        stack[frame + _UNSURE] = 1
    value = int(control[_VALUE])
    best = int(stack[frame + _BEST])
    if side == int(control[_ME]):
        if best == _NO_SCORE or value > best:
            stack[frame + _BEST] = value
            stack[frame + _MOVE] = point
            if value > int(stack[frame + _ALPHA]):
                stack[frame + _ALPHA] = value
    elif value < best:
        stack[frame + _BEST] = value
        stack[frame + _MOVE] = point
        if value < int(stack[frame + _BETA]):
            stack[frame + _BETA] = value
    if int(stack[frame + _ALPHA]) >= int(stack[frame + _BETA]):
        stack[frame + _NEXT] = _STOP
    return _PICK
