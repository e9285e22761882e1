"""Alpha-beta on the lines of a game, for two sides or one against all others (paranoid): what lies below a root move.

The root side maximises and every other side minimises. The loop is `alpha_beta`: it enters a position, picks its moves
one after the other, and leaves a finished position for the one before. There is no recursion: `search` holds the state
of each ply, so the search can pause between any two positions. Functions that look for a score return NO_SCORE if
they find none.

search   the search as a whole, then words for each ply; named below
state    the position (stones.py)
table    two words an entry: verifying hash; score 12 bits, move 8, bound 2, depth 8. It promises that a search of
         `depth` plies finds exactly this score, at most it or at least it, as the bound says; a win or a loss counts
         from the position and holds at any depth, and so does the score of an entry with _PROVEN_DEPTH
order    the points in the order to try moves of equal rank, a byte each
ranks    a byte per point and ply
"""

import micropython
from micropython import const

from glowgrid.search.lines.search_words import *
from glowgrid.search.lines.stones import estimate, judged, lift, place, rank, soonest
from glowgrid.search.lines.stones_words import *
from glowgrid.search.verdict_words import *

# A score is 0..4095 from the root side's view, as in verdict.py.
_UPPER = const(1)  # bounds
_LOWER = const(2)
_EXACT = const(3)
_PROVEN_DEPTH = const(255)
_FAR = const(6)  # up to this depth it pays to check how many points the lines lack


@micropython.viper
def alpha_beta(budget: int, search_, state, table, order, ranks) -> int:
    """Go on with the search for about `budget` nodes; return how many were used.

    Between two calls `state` has the stones of the root and the CURRENT moves of the plies before PLY. When PHASE
    becomes DONE, VALUE is the score and VALUE_UNSURE 0 if it is proven.
    """
    search = ptr32(search_)
    search[SPENT] = 0
    phase = int(search[PHASE])
    while phase != DONE:
        if phase == PICK:
            phase = int(pick(search_, order, ranks, state))
            if phase == LEAVE:
                note(search_, state, table)
        elif phase == LEAVE:
            phase = int(leave(search_, state))
        elif int(search[SPENT]) < budget:
            phase = int(enter(search_, state, table))
            if phase == PICK:
                open_moves(search_, state, ranks)
        else:
            break
    search[PHASE] = phase
    return int(search[SPENT])


@micropython.viper
def begin(alpha: int, beta: int, depth: int, search: ptr32, state: ptr32):
    """Begin to search the position after a move of the root side, `depth` plies deep."""
    search[PHASE] = ENTER
    search[NODES] = 0
    search[PLY] = 1
    search[SIDE] = int(search[ME]) % int(state[SIDES]) + 1
    search[FRAMES + FRAME + ALPHA] = alpha
    search[FRAMES + FRAME + BETA] = beta
    search[FRAMES + FRAME + DEPTH] = depth


@micropython.viper
def enter(search_, state, table) -> int:
    """Enter a position. If its score is known without trying moves, leave it (LEAVE); else try them (PICK).

    A score that is known is exact, or a bound that lies outside the window.
    """
    search = ptr32(search_)
    search[NODES] += 1
    search[SPENT] += 1
    search[VALUE_UNSURE] = 0
    score = int(judged(int(search[PLY]), int(search[SIDE]), int(search[ME]), state))
    if score >= NO_SCORE:
        known = score
        score = NO_SCORE
        search[FRAMES + int(search[PLY]) * FRAME + FORCED] = known & 255
        if known & (ME_HOPELESS | OTHERS_HOPELESS):
            score = int(narrow(known, search_))
        if score == NO_SCORE:
            score = int(look_no_further(search_, state))
        if score == NO_SCORE:
            score = int(recall(search_, state, table))
        if score == NO_SCORE:
            return PICK
    search[VALUE] = score
    return LEAVE


@micropython.viper
def narrow(known: int, search: ptr32) -> int:
    """Narrow the window: a side that cannot win gets a draw at best. Return the score if the window is empty.

    No score that the position can have falls out of the window, except behind a draw.
    """
    frame = FRAMES + int(search[PLY]) * FRAME
    score = NO_SCORE
    if known & ME_HOPELESS:
        if int(search[frame + BETA]) > DRAW:
            search[frame + BETA] = DRAW
        if int(search[frame + ALPHA]) >= DRAW:
            score = DRAW
    if known & OTHERS_HOPELESS:
        if int(search[frame + ALPHA]) < DRAW:
            search[frame + ALPHA] = DRAW
        if int(search[frame + BETA]) <= DRAW:
            score = DRAW
    return score


@micropython.viper
def look_no_further(search: ptr32, state) -> int:
    """Return the score of a position at the horizon, or so close to it that no side can win before.

    VALUE_UNSURE is set unless the game ends before the horizon.
    """
    stones = ptr32(state)
    side = int(search[SIDE])
    sight = int(search[SIGHT])
    frame = FRAMES + int(search[PLY]) * FRAME
    depth = int(search[frame + DEPTH])
    if depth > sight:
        if not sight or depth > _FAR or int(search[frame + FORCED]) != NO_POINT:
            return NO_SCORE
        search[SPENT] += int(search[RANK_COST]) >> 1
        plies = int(soonest(side, state))
        if plies <= depth:
            return NO_SCORE
    elif not sight and search[EXTEND] and int(search[frame + FORCED]) != NO_POINT:
        return NO_SCORE
    if int(stones[EMPTY]) > depth:
        search[VALUE_UNSURE] = 1
    if search[ESTIMATE]:
        return int(estimate(side, int(search[ME]), state))
    return DRAW


@micropython.viper
def recall(search: ptr32, state: ptr32, table: ptr32) -> int:
    """Look the position up in the table; return its score if it is good enough for this window and depth.

    A score that is returned is exact, at least BETA or at most ALPHA. TABLE_MOVE is the entry's move either way.
    """
    me = int(search[ME])
    ply = int(search[PLY])
    frame = FRAMES + ply * FRAME
    search[frame + TABLE_MOVE] = NO_POINT
    entry = ((int(state[HASH]) + me) & int(search[MASK])) << 1
    if int(table[entry]) != int(state[VERIFY]) ^ me:
        return NO_SCORE
    known = int(table[entry + 1])
    score = known & 4095
    bound = (known >> 20) & 3
    depth = known >> 22
    search[frame + TABLE_MOVE] = (known >> 12) & 255
    usable = 0
    if depth >= int(search[frame + DEPTH]):
        usable = bound
    if score > SURE_WIN:
        usable |= bound & _LOWER  # a win is a win at any depth
        score -= ply
    elif score < SURE_LOSS:
        usable |= bound & _UPPER
        score += ply
    elif depth != _PROVEN_DEPTH:
        search[VALUE_UNSURE] = 1
    if usable:
        if bound == _EXACT:
            return score
        if bound == _LOWER and score >= int(search[frame + BETA]):
            return score
        if bound == _UPPER and score <= int(search[frame + ALPHA]):
            return score
    return NO_SCORE


@micropython.viper
def open_moves(search: ptr32, state, ranks_):
    """Prepare to try the moves of a position: rank them, the table's move first. Moves that cannot matter rank 0."""
    stones = ptr32(state)
    ranks = ptr8(ranks_)
    ply = int(search[PLY])
    frame = FRAMES + ply * FRAME
    search[frame + BEST] = NO_SCORE
    search[frame + MOVE] = NO_POINT
    search[frame + NEXT] = 0
    search[frame + UNSURE] = 0
    search[frame + ALPHA0] = search[frame + ALPHA]
    search[frame + BETA0] = search[frame + BETA]
    if int(search[frame + FORCED]) == NO_POINT and ply < int(search[RANKED]):
        search[SPENT] += search[RANK_COST]
        first = ply * int(stones[POINTS])
        rank(state, ranks_, first)
        point = int(search[frame + TABLE_MOVE])
        if point != NO_POINT and ranks[first + point]:
            ranks[first + point] = 255


@micropython.viper
def pick(search: ptr32, order: ptr8, ranks: ptr8, state) -> int:
    """Make the next move, the forced one or by rank or in order (ENTER); after the last, or on a cutoff, LEAVE."""
    stones = ptr32(state)
    points = int(stones[POINTS])
    ply = int(search[PLY])
    side = int(search[SIDE])
    frame = FRAMES + ply * FRAME
    depth = int(search[frame + DEPTH])
    at = int(search[frame + NEXT])
    point = int(search[frame + FORCED])
    if at == STOP:
        return LEAVE
    if depth and (point == NO_POINT or not search[EXTEND]):
        depth -= 1
    if point != NO_POINT:
        search[frame + NEXT] = STOP
    elif ply < int(search[RANKED]):
        first = ply * points
        most = 1
        at = points
        while at:  # the highest rank; among equals the first in order
            at -= 1
            worth = int(ranks[first + int(order[at])])
            if worth >= most:
                most = worth
                point = int(order[at])
        if point != NO_POINT:
            ranks[first + point] = 0
    else:
        while at < points and stones[int(stones[CELLS]) + int(order[at])]:
            at += 1
        search[frame + NEXT] = at + 1
        if at < points:
            point = int(order[at])
    if point == NO_POINT:
        return LEAVE
    place(point, side, state)
    search[frame + CURRENT] = point
    search[frame + FRAME + ALPHA] = search[frame + ALPHA]
    search[frame + FRAME + BETA] = search[frame + BETA]
    search[frame + FRAME + DEPTH] = depth
    side += 1
    if side > int(stones[SIDES]):
        side = 1
    search[SIDE] = side
    search[PLY] = ply + 1
    return ENTER


@micropython.viper
def note(search: ptr32, state: ptr32, table: ptr32):
    """All moves that matter are searched: their best score is the position's. Store it in the table.

    It is exact within the window at entry, an upper bound at or below it, a lower bound at or above it.
    """
    me = int(search[ME])
    ply = int(search[PLY])
    frame = FRAMES + ply * FRAME
    value = int(search[frame + BEST])
    unsure = int(search[frame + UNSURE])
    depth = int(search[frame + DEPTH])
    score = value
    if value > SURE_WIN:  # proven, but maybe not the shortest
        score += ply
        unsure = 0
    elif value < SURE_LOSS:
        score -= ply
        unsure = 0
    elif not unsure:
        depth = _PROVEN_DEPTH
    bound = _EXACT
    if value <= int(search[frame + ALPHA0]):
        bound = _UPPER
    elif value >= int(search[frame + BETA0]):
        bound = _LOWER
    entry = ((int(state[HASH]) + me) & int(search[MASK])) << 1
    table[entry] = int(state[VERIFY]) ^ me
    table[entry + 1] = score | int(search[frame + MOVE]) << 12 | bound << 20 | depth << 22
    search[VALUE] = value
    search[VALUE_UNSURE] = unsure


@micropython.viper
def leave(search: ptr32, state) -> int:
    """Take back the move that led here and compare its score with the best so far (PICK); at the root DONE.

    ALPHA is the least that the root side gets for sure, BETA the most that the others allow; once they meet, the
    remaining moves do not matter.
    """
    stones = ptr32(state)
    ply = int(search[PLY]) - 1
    side = int(search[SIDE]) - 1
    if not ply:
        return DONE
    if not side:
        side = int(stones[SIDES])
    search[PLY] = ply
    search[SIDE] = side
    frame = FRAMES + ply * FRAME
    point = int(search[frame + CURRENT])
    lift(point, side, state)
    if search[VALUE_UNSURE]:
        search[frame + UNSURE] = 1
    value = int(search[VALUE])
    best = int(search[frame + BEST])
    if side == int(search[ME]):
        if best == NO_SCORE or value > best:
            search[frame + BEST] = value
            search[frame + MOVE] = point
            if value > int(search[frame + ALPHA]):
                search[frame + ALPHA] = value
    elif value < best:
        search[frame + BEST] = value
        search[frame + MOVE] = point
        if value < int(search[frame + BETA]):
            search[frame + BETA] = value
    if int(search[frame + ALPHA]) >= int(search[frame + BETA]):
        search[frame + NEXT] = STOP
    return PICK
