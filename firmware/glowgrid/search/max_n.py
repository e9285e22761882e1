"""Max^n, each side for itself, over the words of search/kernel.py: explicit stack, resumable. Loaded for three sides only."""

import micropython
from micropython import const

from glowgrid.search.kernel import lift, place

# Layout of state, stack and control as in search/kernel.py: constants are only inlined inside their own module.
_HASH = const(0)
_VERIFY = const(1)
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)
_READY = const(1)
_AT = const(2)
_OPEN = const(3)
_FRAME = const(12)
_BEST = const(2)
_CURRENT = const(4)
_NEXT = const(5)
_FORCED = const(7)
_NONE = const(255)
_PHASE = const(0)
_PLY = const(1)
_SIDE = const(2)
_VALUE = const(3)
_NODES = const(4)
_VALUE_UNSURE = const(8)
_MASK = const(9)
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)
_MAX_N_KEY = const(4)
_NOT_OUTCOME = const(0x3FFFFFF8)  # of the second word of an entry: the hash once more, but for an outcome's three bits


@micropython.viper
def max_n(budget: int, state, stack, control_, table_):
    """Go on with a max^n search (each side for itself) for at most `budget` nodes; outcomes are 1..3 (who wins) or 4 (draw).

    A side prefers its own win > draw > another's win; among moves equal by that it takes the lowest point. Points are
    tried in that order, so the first move of the best rank counts. Source: C. Luckhardt and K. Irani, "An algorithmic
    solution of N-person games", AAAI 1986; pruning as R. Korf, "Multi-player alpha-beta pruning", 1991 (shallow).
    """
    s = ptr32(state)
    stack32 = ptr32(stack)
    control = ptr32(control_)
    table = ptr32(table_)
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    side = int(control[_SIDE])
    value = int(control[_VALUE])
    unsure = int(control[_VALUE_UNSURE])  # here: 1 if the value only says "no better for the side before"
    sides = int(s[_SIDES])
    points = int(s[_POINTS])
    cells = int(s[_CELLS])
    nodes = 0
    while phase != _DONE:
        f = ply * _FRAME
        if phase == _ENTER:
            if nodes >= budget:
                break
            nodes += 1
            unsure = 0
            following = side + 1
            if following > sides:
                following = 1
            value = 0
            if s[(side << 3) + _READY]:
                value = side
            elif not s[8 + _OPEN] + s[16 + _OPEN] + s[24 + _OPEN]:
                value = 4
            elif int(s[(following << 3) + _READY]) > 1:
                value = following
            else:
                k = (int(s[_HASH]) & int(control[_MASK])) << 1
                if int(table[k]) == int(s[_VERIFY]) ^ _MAX_N_KEY:
                    value = int(table[k + 1])
                    if (value ^ int(s[_HASH])) & _NOT_OUTCOME:
                        value = 0
                    value &= 7
            phase = _LEAVE
            if not value:
                phase = _PICK
                stack32[f + _BEST] = 0
                stack32[f + _NEXT] = 0
                stack32[f + _FORCED] = _NONE
                if s[(following << 3) + _READY]:
                    stack32[f + _FORCED] = s[(following << 3) + _AT]
        elif phase == _PICK:
            point = _NONE
            stage = int(stack32[f + _NEXT])
            forced = int(stack32[f + _FORCED])
            if forced != _NONE:
                if not stage:
                    point = forced
                    stage = 1
            else:
                while point == _NONE and stage < points:
                    if not s[cells + stage]:
                        point = stage
                    stage += 1
            stack32[f + _NEXT] = stage
            if point != _NONE:
                stack32[f + _CURRENT] = point
                place(point, side, state)
                ply += 1
                side += 1
                if side > sides:
                    side = 1
                phase = _ENTER
            else:
                value = int(stack32[f + _BEST])
                if forced != _NONE and value != side and value != 4:
                    # Blocking did not help: all moves are equal, so the lowest empty point is played.
                    stage = 0
                    while s[cells + stage]:
                        stage += 1
                    if stage != forced:
                        value = side + 1
                        if value > sides:
                            value = 1
                phase = _LEAVE
                unsure = 0
                k = (int(s[_HASH]) & int(control[_MASK])) << 1
                table[k] = int(s[_VERIFY]) ^ _MAX_N_KEY
                table[k + 1] = (int(s[_HASH]) & _NOT_OUTCOME) | value
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
                best = int(stack32[f + _BEST])
                phase = _PICK
                if not unsure:
                    if not best or value == side or (value == 4 and best != 4):
                        stack32[f + _BEST] = value
                        best = value
                    if best == side or (best == 4 and not s[(side << 3) + _OPEN]):
                        stack32[f + _NEXT] = points  # nothing better can come
                    elif best == 4 and ply > 1:
                        # The side before has a draw already, and this one will grant it no win.
                        if int(stack32[f - _FRAME + _BEST]) == 4:
                            phase = _LEAVE
                            value = 4
                            unsure = 1
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_SIDE] = side
    control[_VALUE] = value
    control[_NODES] += nodes
    control[_VALUE_UNSURE] = unsure
