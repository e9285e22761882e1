"""Alpha-beta on the lines of a game, for two sides or one against all others (paranoid): what lies below a root move.

The root side maximises and every other side minimises. The loop is `alpha_beta`: it enters a position, picks its moves
one after the other, and leaves a finished position for the one before. There is no recursion: `search` holds the state
of each ply, so the search can pause between any two positions. Functions that look for a score return _NO_SCORE if
they find none.

search   the search as a whole, then words for each ply; named below
state    the position (stones.py)
table    two words an entry: verifying hash; score 12 bits, move 8, bound 2, depth 8
order    the points in the order to try moves of equal rank, a byte each
ranks    a byte per point and ply
"""

import micropython
from micropython import const

from glowgrid.search.lines.stones import estimate, judged, lift, place, rank, soonest

# `search` begins with:
_PHASE = const(0)  # what to do next: _ENTER, _PICK, _LEAVE or _DONE
_PLY = const(1)
_SIDE = const(2)  # the side to move
_VALUE = const(3)  # score of the position just left
_NODES = const(4)  # positions entered since the search began
_ME = const(5)  # the root side
_EXTEND = const(6)  # 1: a forced move does not count as depth
_ESTIMATE = const(7)  # 1: estimate at the horizon; 0: the horizon counts as a draw
_VALUE_UNSURE = const(8)  # 1 if it depends on an estimate: not proven
_MASK = const(9)  # entries of the table, less one
_RANKED = const(10)  # plies for which `ranks` has room
_RANK_COST = const(11)  # ranking the moves takes as long on the Pico as this many nodes
_SIGHT = const(12)  # plies to the horizon at which threats alone decide: no side wins that soon unless they show it
_SPENT = const(13)  # nodes of this slice: positions entered, plus the cost of looking at all lines
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The words of ply `ply` start at _FRAMES + ply * _FRAME:
_FRAMES = const(14)
_FRAME = const(12)
_ALPHA = const(0)
_BETA = const(1)
_BEST = const(2)
_MOVE = const(3)  # move of the best score
_CURRENT = const(4)  # move under way
_NEXT = const(5)  # the move picker: the next place in the order, or _STOP if no more moves are wanted
_DEPTH = const(6)  # plies to the horizon
_FORCED = const(7)  # the only sensible move, or _NONE
_UNSURE = const(8)  # 1 if the score depends on an estimate: not proven
_TABLE_MOVE = const(9)
_ALPHA0 = const(10)  # alpha at entry; the window at entry decides which bound the score is
_BETA0 = const(11)
_NONE = const(255)
_STOP = const(256)

# A score is 0..4095 from the root side's view, as in verdict.py.
_DRAW = const(2048)
_SURE_WIN = const(3744)  # above: a proven win (no game is longer than 250 plies)
_SURE_LOSS = const(352)  # below: a proven loss
_NO_SCORE = const(4096)
_UPPER = const(1)  # bounds
_LOWER = const(2)
_EXACT = const(3)
_PROVEN_DEPTH = const(255)
_ME_HOPELESS = const(256)  # a flag that `judged` adds, see stones.py
_OTHERS_HOPELESS = const(512)
_FAR = const(6)  # up to this depth it pays to check how many points the lines lack

# Words of the stones, see stones.py.
_HASH = const(0)
_VERIFY = const(1)
_EMPTY = const(2)
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)


@micropython.viper
def alpha_beta(budget: int, search_, state, table, order, ranks) -> int:
    """Go on with the search for about `budget` nodes; return how many were used.

    When search[_PHASE] becomes _DONE, search[_VALUE] is the score and search[_VALUE_UNSURE] 0 if it is proven.
    """
    search = ptr32(search_)
    search[_SPENT] = 0
    phase = int(search[_PHASE])
    while phase != _DONE:
        if phase == _PICK:
            phase = int(pick(search_, order, ranks, state))
            if phase == _LEAVE:
                note(search_, state, table)
        elif phase == _LEAVE:
            phase = int(leave(search_, state))
        elif int(search[_SPENT]) < budget:
            phase = int(enter(search_, state, table))
            if phase == _PICK:
                open_moves(search_, state, ranks)
        else:
            break
    search[_PHASE] = phase
    return int(search[_SPENT])


@micropython.viper
def begin(alpha: int, beta: int, depth: int, search: ptr32, state: ptr32):
    """Begin to search the position after a move of the root side, `depth` plies deep."""
    search[_PHASE] = _ENTER
    search[_NODES] = 0
    search[_PLY] = 1
    search[_SIDE] = int(search[_ME]) % int(state[_SIDES]) + 1
    search[_FRAMES + _FRAME + _ALPHA] = alpha
    search[_FRAMES + _FRAME + _BETA] = beta
    search[_FRAMES + _FRAME + _DEPTH] = depth


@micropython.viper
def enter(search_, state, table) -> int:
    """Enter a position. If its score is known without trying moves, leave it (_LEAVE); else try them (_PICK)."""
    search = ptr32(search_)
    search[_NODES] += 1
    search[_SPENT] += 1
    search[_VALUE_UNSURE] = 0
    score = int(judged(int(search[_PLY]), int(search[_SIDE]), int(search[_ME]), state))
    if score >= _NO_SCORE:
        known = score
        score = _NO_SCORE
        search[_FRAMES + int(search[_PLY]) * _FRAME + _FORCED] = known & 255
        if known & (_ME_HOPELESS | _OTHERS_HOPELESS):
            score = int(narrow(known, search_))
        if score == _NO_SCORE:
            score = int(look_no_further(search_, state))
        if score == _NO_SCORE:
            score = int(recall(search_, state, table))
        if score == _NO_SCORE:
            return _PICK
    search[_VALUE] = score
    return _LEAVE


@micropython.viper
def narrow(known: int, search: ptr32) -> int:
    """Narrow the window: a side that cannot win gets a draw at best. Return the score if the window is empty."""
    frame = _FRAMES + int(search[_PLY]) * _FRAME
    score = _NO_SCORE
    if known & _ME_HOPELESS:
        if int(search[frame + _BETA]) > _DRAW:
            search[frame + _BETA] = _DRAW
        if int(search[frame + _ALPHA]) >= _DRAW:
            score = _DRAW
    if known & _OTHERS_HOPELESS:
        if int(search[frame + _ALPHA]) < _DRAW:
            search[frame + _ALPHA] = _DRAW
        if int(search[frame + _BETA]) <= _DRAW:
            score = _DRAW
    return score


@micropython.viper
def look_no_further(search: ptr32, state) -> int:
    """Return the score of a position at the horizon, or so close to it that no side can win before."""
    stones = ptr32(state)
    side = int(search[_SIDE])
    sight = int(search[_SIGHT])
    frame = _FRAMES + int(search[_PLY]) * _FRAME
    depth = int(search[frame + _DEPTH])
    if depth > sight:
        if not sight or depth > _FAR or int(search[frame + _FORCED]) != _NONE:
            return _NO_SCORE
        search[_SPENT] += int(search[_RANK_COST]) >> 1
        plies = int(soonest(side, state))
        if plies <= depth:
            return _NO_SCORE
    elif not sight and search[_EXTEND] and int(search[frame + _FORCED]) != _NONE:
        return _NO_SCORE
    if int(stones[_EMPTY]) > depth:
        search[_VALUE_UNSURE] = 1
    if search[_ESTIMATE]:
        return int(estimate(side, int(search[_ME]), state))
    return _DRAW


@micropython.viper
def recall(search: ptr32, state: ptr32, table: ptr32) -> int:
    """Look the position up in the table; return its score if it is good enough for this window and depth."""
    me = int(search[_ME])
    ply = int(search[_PLY])
    frame = _FRAMES + ply * _FRAME
    search[frame + _TABLE_MOVE] = _NONE
    entry = ((int(state[_HASH]) + me) & int(search[_MASK])) << 1
    if int(table[entry]) != int(state[_VERIFY]) ^ me:
        return _NO_SCORE
    known = int(table[entry + 1])
    score = known & 4095
    bound = (known >> 20) & 3
    depth = known >> 22
    search[frame + _TABLE_MOVE] = (known >> 12) & 255
    usable = 0
    if depth >= int(search[frame + _DEPTH]):
        usable = bound
    if score > _SURE_WIN:
        usable |= bound & _LOWER  # a win is a win at any depth
        score -= ply
    elif score < _SURE_LOSS:
        usable |= bound & _UPPER
        score += ply
    elif depth != _PROVEN_DEPTH:
        search[_VALUE_UNSURE] = 1
    if usable:
        if bound == _EXACT:
            return score
        if bound == _LOWER and score >= int(search[frame + _BETA]):
            return score
        if bound == _UPPER and score <= int(search[frame + _ALPHA]):
            return score
    return _NO_SCORE


@micropython.viper
def open_moves(search: ptr32, state, ranks_):
    """Prepare to try the moves of a position: rank them, the table's move first."""
    stones = ptr32(state)
    ranks = ptr8(ranks_)
    ply = int(search[_PLY])
    frame = _FRAMES + ply * _FRAME
    search[frame + _BEST] = _NO_SCORE
    search[frame + _MOVE] = _NONE
    search[frame + _NEXT] = 0
    search[frame + _UNSURE] = 0
    search[frame + _ALPHA0] = search[frame + _ALPHA]
    search[frame + _BETA0] = search[frame + _BETA]
    if int(search[frame + _FORCED]) == _NONE and ply < int(search[_RANKED]):
        search[_SPENT] += search[_RANK_COST]
        first = ply * int(stones[_POINTS])
        rank(state, ranks_, first)
        point = int(search[frame + _TABLE_MOVE])
        if point != _NONE and ranks[first + point]:
            ranks[first + point] = 255


@micropython.viper
def pick(search: ptr32, order: ptr8, ranks: ptr8, state) -> int:
    """Make the next move, the forced one or by rank or in order (_ENTER); after the last, or on a cutoff, _LEAVE."""
    stones = ptr32(state)
    points = int(stones[_POINTS])
    ply = int(search[_PLY])
    side = int(search[_SIDE])
    frame = _FRAMES + ply * _FRAME
    depth = int(search[frame + _DEPTH])
    at = int(search[frame + _NEXT])
    point = int(search[frame + _FORCED])
    if at == _STOP:
        return _LEAVE
    if depth and (point == _NONE or not search[_EXTEND]):
        depth -= 1
    if point != _NONE:
        search[frame + _NEXT] = _STOP
    elif ply < int(search[_RANKED]):
        first = ply * points
        most = 1
        at = points
        while at:  # the highest rank; among equals the first in order
            at -= 1
            worth = int(ranks[first + int(order[at])])
            if worth >= most:
                most = worth
                point = int(order[at])
        if point != _NONE:
            ranks[first + point] = 0
    else:
        while at < points and stones[int(stones[_CELLS]) + int(order[at])]:
            at += 1
        search[frame + _NEXT] = at + 1
        if at < points:
            point = int(order[at])
    if point == _NONE:
        return _LEAVE
    place(point, side, state)
    search[frame + _CURRENT] = point
    search[frame + _FRAME + _ALPHA] = search[frame + _ALPHA]
    search[frame + _FRAME + _BETA] = search[frame + _BETA]
    search[frame + _FRAME + _DEPTH] = depth
    side += 1
    if side > int(stones[_SIDES]):
        side = 1
    search[_SIDE] = side
    search[_PLY] = ply + 1
    return _ENTER


@micropython.viper
def note(search: ptr32, state: ptr32, table: ptr32):
    """All moves that matter are searched: their best score is the position's. Store it in the table."""
    me = int(search[_ME])
    ply = int(search[_PLY])
    frame = _FRAMES + ply * _FRAME
    value = int(search[frame + _BEST])
    unsure = int(search[frame + _UNSURE])
    depth = int(search[frame + _DEPTH])
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
    if value <= int(search[frame + _ALPHA0]):
        bound = _UPPER
    elif value >= int(search[frame + _BETA0]):
        bound = _LOWER
    entry = ((int(state[_HASH]) + me) & int(search[_MASK])) << 1
    table[entry] = int(state[_VERIFY]) ^ me
    table[entry + 1] = score | int(search[frame + _MOVE]) << 12 | bound << 20 | depth << 22
    search[_VALUE] = value
    search[_VALUE_UNSURE] = unsure


@micropython.viper
def leave(search: ptr32, state) -> int:
    """Take back the move that led here and compare its score with the best so far (_PICK); at the root _DONE."""
    stones = ptr32(state)
    ply = int(search[_PLY]) - 1
    side = int(search[_SIDE]) - 1
    if not ply:
        return _DONE
    if not side:
        side = int(stones[_SIDES])
    search[_PLY] = ply
    search[_SIDE] = side
    frame = _FRAMES + ply * _FRAME
    point = int(search[frame + _CURRENT])
    lift(point, side, state)
    if search[_VALUE_UNSURE]:
        search[frame + _UNSURE] = 1
    value = int(search[_VALUE])
    best = int(search[frame + _BEST])
    if side == int(search[_ME]):
        if best == _NO_SCORE or value > best:
            search[frame + _BEST] = value
            search[frame + _MOVE] = point
            if value > int(search[frame + _ALPHA]):
                search[frame + _ALPHA] = value
    elif value < best:
        search[frame + _BEST] = value
        search[frame + _MOVE] = point
        if value < int(search[frame + _BETA]):
            search[frame + _BETA] = value
    if int(search[frame + _ALPHA]) >= int(search[frame + _BETA]):
        search[frame + _NEXT] = _STOP
    return _PICK
