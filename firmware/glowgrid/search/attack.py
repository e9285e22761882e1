"""The hot loop of the threat search: does a side win with fours and open threes alone, whatever the other side replies?

Every move of the attacker must threaten to win within three plies: to fill a line (a four, where five win), or to make two
such threats at once (an open three). Then only a few replies come into question, all others lose to the threat: a stone on
a line of the attacker that lacks two points or less, or a threat of one's own to fill a line. So few positions are
visited, and a win that is found is proven; one that is not found may still be there. For two sides.
Source of the idea: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku and Threat-Space Search", 1993.
"""

import micropython
from micropython import const

from glowgrid.search.kernel import lift, place

# Words of `state`, see search/kernel.py.
_POINTS = const(3)
_CELLS = const(5)
_WEIGHT = const(7)
_CLOSED = const(0)
_READY = const(1)
_AT = const(2)
_GAPS = const(1)
_LENGTH = const(2)
_MEMBERS = const(3)
_LINES = const(15)
_LINES_END = const(23)
_SUMS = const(31)

# `control`, the search between two slices (search/threats.py names these too).
_PHASE = const(0)
_PLY = const(1)
_VALUE = const(2)  # 1: the attacker wins
_NODES = const(3)
_ATTACKER = const(4)  # to move at the root
_PLIES = const(5)  # within which it is to win, odd
_BEST = const(6)  # its first move, if it wins
_HINT = const(7)  # the first move to be tried, or _NONE
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The stack has two words a ply: the only move to try (or _ANY, or _NONE when it has been tried), the move under way.
_FORCED = const(0)
_CURRENT = const(1)
_NONE = const(255)
_ANY = const(256)


@micropython.viper
def scan(k: int, point: int, attacker: int, attacks: int, state, ranks_, first: int) -> int:
    """1 + a point where a stone of the attacker makes two threats at once to fill a line; 0 if there is none.

    Then ranks[first + point] (a byte) is set for every point: 0 not to be tried, the highest first. If `attacks`, the
    attacker is to move: its lines that lack three points or less count; else those that lack two or less, of both sides.
    `k` and `point` are dummies (registers).
    """
    s = ptr32(state)
    members = ptr8(state)
    ranks = ptr8(ranks_)
    points = int(s[_POINTS])
    cells = int(s[_CELLS])
    weight = int(s[_WEIGHT])
    sums = int(s[_SUMS])
    closed = int(s[(attacker << 3) + _CLOSED])
    other_closed = int(s[((3 - attacker) << 3) + _CLOSED])
    shift = (attacker << 3) - 8
    most = 2 + attacks
    double = points
    k = first
    point = sums
    end = sums + points
    while point < end:
        s[point] = 0
        ranks[k] = _NONE  # until the end of the scan: the other gap of a line through the point
        point += 1
        k += 1
    line = int(s[_LINES])
    lines_end = int(s[_LINES_END])
    while line < lines_end:
        count = int(s[line])
        total = 0
        gaps = 0
        if not count & closed:
            missing = int(s[line + _LENGTH]) - ((count >> shift) & 255)
            if missing <= most:
                total = int(s[weight + missing])
                if missing == 2:
                    gaps = int(s[line + _GAPS])
        if not attacks:
            if not count & other_closed:
                if int(s[line + _LENGTH]) - ((count >> (8 - shift)) & 255) == 2:
                    total += int(s[weight + 2])
        if total:
            k = int(s[line + _MEMBERS])
            end = k + int(s[line + _LENGTH])
            while k < end:
                point = int(members[k])
                if not s[cells + point]:
                    s[sums + point] = int(s[sums + point]) + total
                    if gaps:
                        if int(ranks[first + point]) == _NONE:
                            ranks[first + point] = gaps - point
                        elif int(ranks[first + point]) != gaps - point and point < double:
                            double = point
                k += 1
        line += 4
    if double < points:
        if attacks:
            return double + 1
    k = first
    point = sums
    end = sums + points
    while point < end:
        total = int(s[point]) >> 4
        if total > 254:
            total = 254
        ranks[k] = total
        point += 1
        k += 1
    if double < points:
        return double + 1
    return 0


@micropython.viper
def attack(budget: int, state, stack_, control_, ranks_):
    """Go on with the search that control and stack hold for at most `budget` nodes (positions entered).

    When control[_PHASE] becomes _DONE, control[_VALUE] tells whether the attacker wins, control[_BEST] with which move.
    `ranks_`: a bytearray, a byte a point for each of control[_PLIES] plies.
    """
    s = ptr32(state)
    stack = ptr32(stack_)
    control = ptr32(control_)
    ranks = ptr8(ranks_)
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    value = int(control[_VALUE])
    attacker = int(control[_ATTACKER])
    points = int(s[_POINTS])
    mine = attacker << 3
    others = (3 - attacker) << 3
    nodes = 0
    while phase != _DONE:
        f = ply << 1
        attacks = 1 - (ply & 1)
        if phase == _ENTER:
            if nodes >= budget:
                break
            nodes += 1
            left = int(control[_PLIES]) - ply
            value = 0
            phase = _LEAVE
            if attacks:
                if s[mine + _READY]:
                    value = 1
                    if not ply:
                        control[_BEST] = s[mine + _AT]
                elif left >= 3:
                    if not s[others + _READY]:
                        point = int(scan(0, 0, attacker, 1, state, ranks_, ply * points))
                        if point:
                            value = 1
                            stack[f + _CURRENT] = point - 1
                            if not ply:
                                control[_BEST] = point - 1
                        elif left >= 5:
                            stack[f + _FORCED] = _ANY
                            phase = _PICK
                            if not ply:
                                point = int(control[_HINT])
                                if point != _NONE:
                                    if ranks[point]:
                                        ranks[point] = 255
                    elif int(s[others + _READY]) == 1:
                        stack[f + _FORCED] = s[others + _AT]
                        phase = _PICK
            elif not s[others + _READY]:
                if int(s[mine + _READY]) > 1:
                    value = 1
                elif left >= 4:
                    if s[mine + _READY]:
                        stack[f + _FORCED] = s[mine + _AT]
                        phase = _PICK
                    elif int(scan(0, 0, attacker, 0, state, ranks_, ply * points)):
                        stack[f + _FORCED] = _ANY
                        phase = _PICK
        elif phase == _PICK:
            point = int(stack[f + _FORCED])
            if point == _ANY:
                point = _NONE
                most = 0
                i = ply * points
                end = i + points
                while i < end:
                    if int(ranks[i]) > most:
                        most = int(ranks[i])
                        point = i
                    i += 1
                if point != _NONE:
                    ranks[point] = 0
                    point -= ply * points
            else:
                stack[f + _FORCED] = _NONE
            if point == _NONE:
                value = 1 - attacks
                phase = _LEAVE
            else:
                stack[f + _CURRENT] = point
                if attacks:
                    place(point, attacker, state)
                else:
                    place(point, 3 - attacker, state)
                ply += 1
                phase = _ENTER
        elif not ply:
            phase = _DONE
        else:
            ply -= 1
            f -= 2
            attacks = 1 - attacks
            point = int(stack[f + _CURRENT])
            if attacks:
                lift(point, attacker, state)
                if not value:
                    phase = _PICK
                elif not ply:
                    control[_BEST] = point
            else:
                lift(point, 3 - attacker, state)
                if value:
                    phase = _PICK
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_VALUE] = value
    control[_NODES] += nodes


@micropython.viper
def sort(moves: ptr8, count: int, ranks: ptr8):
    """Order so many moves (points) by rank, the highest first; equal ones stay as they are."""
    i = 1
    while i < count:
        move = int(moves[i])
        k = i
        while k and int(ranks[int(moves[k - 1])]) < int(ranks[move]):
            moves[k] = moves[k - 1]
            k -= 1
        moves[k] = move
        i += 1
