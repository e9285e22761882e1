"""Is there a win by fours and open threes?

Every move of the attacker must threaten to win within three plies: to fill a line (a four, if five win), or to make two
such threats at once (an open three). Then only a few replies can stop it: a stone on a line of the attacker that lacks
two points or fewer, or a counter-threat to fill a line. So few positions are visited. A win that is found is proven; if
none is found, there may still be one. For two sides. Source of the idea: L. V. Allis, H. J. van den Herik,
M. P. H. Huntjens, "Go-Moku and Threat-Space Search", 1993.

Every kernel works on the same buffers: [control, stones, ranks].

control  words, named below: the state of the search, then two words for each ply on the way to the position
stones   see stones.py
ranks    for each ply a byte a point: how good a move is, 0 if it is not to be tried
"""

import micropython
from micropython import const

from glowgrid.memory import words
from glowgrid.search.lines.stones import lift, place
from glowgrid.search.lines.stones_words import *

# `control`:
RESULT = const(0)  # 0 during the search, then one of the two below
NODES = const(1)  # positions entered, in all
FIRST_MOVE = const(2)  # the attacker's, if it wins
_VALUE = const(3)  # 1: the attacker wins in the position just left
_STEP = const(4)  # what `attack` does next
_ATTACKER = const(5)  # the side to move at the root
_TURN = const(6)  # the side to move
_MADE = const(7)  # plies from the root to the position
_WITHIN = const(8)  # plies within which the attacker must win, odd
_HINT = const(9)  # the first move to try, or NO_POINT
_DOUBLE = const(10)  # the lowest point where a stone makes two threats at once, or the number of points if none
_STACK = const(11)  # start of the words of the plies, two each:
_REPLY = const(0)  # the only move to try, or _ANY, or NO_POINT when it has been tried
_PLAYED = const(1)  # the move under way

_ATTACK_FAILS = const(1)
ATTACK_WINS = const(2)

_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)

_ANY = const(256)


def new_control(plies):
    """Make `control` for attacks of this number of plies."""
    return words(_STACK + 2 * (plies + 1))


@micropython.viper
def begin(attacker: int, plies: int, hint: int, buffers):
    """Begin to search for a win of the side to move within `plies`; try `hint` first, unless it is 255."""
    control = ptr32(buffers[0])
    control[RESULT] = 0
    control[NODES] = 0
    control[_STEP] = _ENTER
    control[_ATTACKER] = attacker
    control[_TURN] = attacker
    control[_MADE] = 0
    control[_WITHIN] = plies
    control[_HINT] = hint


def unwind(buffers):
    """Lift all stones of a search that was cut off."""
    control = buffers[0]
    while control[_MADE]:
        control[_MADE] -= 1
        control[_TURN] = 3 - control[_TURN]
        lift(control[_STACK + 2 * control[_MADE] + _PLAYED], control[_TURN], buffers[1])


@micropython.viper
def attack(budget: int, buffers):
    """Go on with the search for at most `budget` nodes (positions entered), or until control[RESULT] has the result.

    If the attacker wins, control[FIRST_MOVE] is the move.
    """
    control = ptr32(buffers[0])
    end = int(control[NODES]) + budget
    step = int(control[_STEP])
    while not control[RESULT]:
        if step == _PICK:
            step = int(pick(buffers))
        elif step == _LEAVE:
            step = int(leave(buffers))
        elif int(control[NODES]) >= end:
            break
        else:
            step = int(enter(buffers))
    control[_STEP] = step


@micropython.viper
def enter(buffers) -> int:
    """Enter a position; return the next step."""
    control = ptr32(buffers[0])
    control[NODES] += 1
    control[_VALUE] = 0
    if int(control[_TURN]) == int(control[_ATTACKER]):
        return int(enter_attack(buffers))
    return int(enter_defence(buffers))


@micropython.viper
def enter_attack(buffers) -> int:
    """The attacker is to move: find a win at once, or the moves that threaten to win; return the next step."""
    control = ptr32(buffers[0])
    stones = ptr32(buffers[1])
    ranks = ptr8(buffers[2])
    made = int(control[_MADE])
    left = int(control[_WITHIN]) - made
    mine = int(control[_ATTACKER]) << 3
    others = 24 - mine
    frame = _STACK + (made << 1)
    if stones[mine + READY]:
        control[frame + _PLAYED] = stones[mine + AT]
        control[_VALUE] = 1
        return _LEAVE
    if left < 3 or int(stones[others + READY]) > 1:
        return _LEAVE
    if stones[others + READY]:
        control[frame + _REPLY] = stones[others + AT]
        return _PICK
    if int(scan(1, buffers)):
        control[frame + _PLAYED] = control[_DOUBLE]
        control[_VALUE] = 1
        return _LEAVE
    if left < 5:
        return _LEAVE
    control[frame + _REPLY] = _ANY
    hint = int(control[_HINT])
    if not made and hint != NO_POINT:
        if ranks[hint]:
            ranks[hint] = 255
    return _PICK


@micropython.viper
def enter_defence(buffers) -> int:
    """The defender is to move: find whether it has lost, or what it can reply; return the next step."""
    control = ptr32(buffers[0])
    stones = ptr32(buffers[1])
    made = int(control[_MADE])
    attacker = int(control[_ATTACKER]) << 3
    frame = _STACK + (made << 1)
    if stones[24 - attacker + READY]:
        return _LEAVE
    if int(stones[attacker + READY]) > 1:
        control[_VALUE] = 1
        return _LEAVE
    if int(control[_WITHIN]) - made < 4:
        return _LEAVE
    if stones[attacker + READY]:
        control[frame + _REPLY] = stones[attacker + AT]
        return _PICK
    if int(scan(0, buffers)):
        control[frame + _REPLY] = _ANY
        return _PICK
    return _LEAVE


@micropython.viper
def pick(buffers) -> int:
    """Make the next move; if there is none, its side has failed: leave the position. Return the next step."""
    control = ptr32(buffers[0])
    turn = int(control[_TURN])
    frame = _STACK + (int(control[_MADE]) << 1)
    point = int(control[frame + _REPLY])
    if point == _ANY:
        point = int(take_highest(buffers))
    else:
        control[frame + _REPLY] = NO_POINT
    if point == NO_POINT:
        control[_VALUE] = 0
        if turn != int(control[_ATTACKER]):
            control[_VALUE] = 1
        return _LEAVE
    control[frame + _PLAYED] = point
    place(point, turn, buffers[1])
    control[_TURN] = 3 - turn
    control[_MADE] += 1
    return _ENTER


@micropython.viper
def take_highest(buffers) -> int:
    """Return the move with the highest rank and clear that rank; NO_POINT if no move is left."""
    control = ptr32(buffers[0])
    stones = ptr32(buffers[1])
    ranks = ptr8(buffers[2])
    first = int(control[_MADE]) * int(stones[POINTS])
    end = first + int(stones[POINTS])
    best = NO_POINT
    most = 0
    at = first
    while at < end:
        if int(ranks[at]) > most:
            most = int(ranks[at])
            best = at - first
        at += 1
    if best != NO_POINT:
        ranks[first + best] = 0
    return best


@micropython.viper
def leave(buffers) -> int:
    """Take back the last move; return the next step: leave this position too if the move was good, else pick."""
    control = ptr32(buffers[0])
    made = int(control[_MADE])
    if not made:
        control[RESULT] = _ATTACK_FAILS + int(control[_VALUE])
        control[FIRST_MOVE] = control[_STACK + _PLAYED]
        return _LEAVE
    made -= 1
    turn = 3 - int(control[_TURN])
    lift(int(control[_STACK + (made << 1) + _PLAYED]), turn, buffers[1])
    control[_MADE] = made
    control[_TURN] = turn
    wanted = 0
    if turn == int(control[_ATTACKER]):
        wanted = 1
    if int(control[_VALUE]) == wanted:
        return _LEAVE
    return _PICK


@micropython.viper
def scan(attacks: int, buffers) -> int:
    """Rank the moves of the position; return whether the attacker can make two threats to fill a line at once.

    If `attacks`, the attacker is to move: only its lines that lack three points or fewer count, and a double threat
    needs no ranks. Otherwise lines of both sides that lack two or fewer count.
    """
    control = ptr32(buffers[0])
    stones = ptr32(buffers[1])
    weight = int(stones[WEIGHT])
    attacker = int(control[_ATTACKER]) << 3
    closed = int(stones[attacker + CLOSED])
    other_closed = int(stones[24 - attacker + CLOSED])
    shift = attacker - 8
    clear_ranks(buffers)
    line = int(stones[LINES])
    end = int(stones[LINES_END])
    while line < end:
        count = int(stones[line])
        length = int(stones[line + LENGTH])
        worth = 0
        gaps = 0
        if not count & closed:
            missing = length - ((count >> shift) & 255)
            if missing <= 2 + attacks:
                worth = int(stones[weight + missing])
                if missing == 2:
                    gaps = int(stones[line + GAPS])
        if not attacks and not count & other_closed:
            if length - ((count >> (8 - shift)) & 255) == 2:
                worth += int(stones[weight + 2])
        if worth:
            spread(line, worth, gaps, buffers)
        line += 4
    found = 0
    if int(control[_DOUBLE]) < int(stones[POINTS]):
        found = 1
    if not found or not attacks:
        set_ranks(buffers)
    return found


@micropython.viper
def clear_ranks(buffers):
    """Prepare for `spread`: no sums, no gaps, no double threat."""
    control = ptr32(buffers[0])
    stones = ptr32(buffers[1])
    ranks = ptr8(buffers[2])
    points = int(stones[POINTS])
    sums = int(stones[SUMS])
    first = int(control[_MADE]) * points
    point = 0
    while point < points:
        stones[sums + point] = 0
        ranks[first + point] = NO_POINT
        point += 1
    control[_DOUBLE] = points


@micropython.viper
def spread(line: int, worth: int, gaps: int, buffers):
    """Add the worth of a line to the sums of its free points. If two are left, `gaps` is the sum of both.

    Until `set_ranks`, the rank of a point is the other gap of such a line. Two different gaps make a double threat.
    """
    control = ptr32(buffers[0])
    stones = ptr32(buffers[1])
    members = ptr8(buffers[1])
    ranks = ptr8(buffers[2])
    sums = int(stones[SUMS])
    cells = int(stones[CELLS])
    first = int(control[_MADE]) * int(stones[POINTS])
    member = int(stones[line + MEMBERS])
    end = member + int(stones[line + LENGTH])
    while member < end:
        point = int(members[member])
        if not stones[cells + point]:
            stones[sums + point] = int(stones[sums + point]) + worth
            if gaps:
                gap = int(ranks[first + point])
                if gap == NO_POINT:
                    ranks[first + point] = gaps - point
                elif gap != gaps - point and point < int(control[_DOUBLE]):
                    control[_DOUBLE] = point
        member += 1


@micropython.viper
def set_ranks(buffers):
    """Turn the sums of the points into ranks, 16 to the unit."""
    control = ptr32(buffers[0])
    stones = ptr32(buffers[1])
    ranks = ptr8(buffers[2])
    points = int(stones[POINTS])
    sums = int(stones[SUMS])
    first = int(control[_MADE]) * points
    point = 0
    while point < points:
        total = int(stones[sums + point]) >> 4
        if total > 254:
            total = 254
        ranks[first + point] = total
        point += 1
