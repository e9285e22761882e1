"""Can a side force a win within a given number of plies? The search asks only that, so it can be asked often.

One side attacks. A side that can win at once does; one such threat of the other side must be stopped, two cannot be. An
extra stone never hurts its side, so what the attacker cannot force against a side that passes, it cannot force at all:
the defender tries the pass first.

The kernels work on the buffers of tree.py, with `stack` and `table` instead of `moves` and `records`, and `control` as
the tenth. A value is 1 if the attacker wins, else 0.
"""

import micropython
from micropython import const

from glowgrid.memory import clear
from glowgrid.memory import words as new_words
from glowgrid.search.groups.tree_words import *
from glowgrid.search.groups.unions import unite, wins_in_one

NO_ANSWER = 2


# `control`, the state of the search:
_PHASE = const(0)
_PLY = const(1)
_ATTACKER = const(2)
_VALUE = const(3)  # of the position just left
_EMPTY = const(4)  # empty points
_MASK = const(5)  # entries of the table, less one
_ANSWER = const(6)  # the attacker's last winning move
_CONTROL = const(7)
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

_FAILS = const(0)  # values
_WINS = const(1)
_UNKNOWN = const(2)

# The stack has eight words a ply:
_FRAME = const(8)
_TURN = const(0)  # the side to move
_LEFT = const(1)  # plies left
_NEXT = const(2)  # what to try next: _PASS, then _FIRST, then a place in `order`; 0: nothing left
_ONLY = const(3)  # 1: try only the first move
_PLAYED = const(4)  # the place under way; 0: a pass
_HASH = const(5)  # of the stones, 30 bits
_VERIFY = const(6)
_BEST = const(7)  # the place to try first, or 0
_PASS = const(65535)
_FIRST = const(65534)

_HASHES = const(0x2F4A7)  # seed of the stones' hashes,
_VERIFIES = const(0x1B7E5)  # and of the second ones

# An entry of the table is two words: verifying hash; fewest plies within which the attacker wins (255: none known),
# most plies within which it does not << 8, place to try first << 16.
_NONE = const(255)


@micropython.viper
def ask(attacker: int, side: int, left: int, place: int, buffers):
    """Begin to find out whether the attacker wins within `left` plies, the first one a stone of `side` on `place`.

    A `place` of 0 is a pass.
    """
    stack = ptr32(buffers[4])
    control = ptr32(buffers[9])
    control[_PHASE] = _ENTER
    control[_PLY] = 0
    control[_ATTACKER] = attacker
    stack[_TURN] = side
    stack[_LEFT] = left
    stack[_HASH] = 0
    stack[_VERIFY] = 0
    play(place, buffers)


@micropython.viper
def attack(budget: int, buffers) -> int:
    """Go on with the search in control and stack for at most `budget` nodes; return how many it entered."""
    control = ptr32(buffers[9])
    phase = int(control[_PHASE])
    nodes = 0
    while phase != _DONE:
        if phase == _PICK:
            phase = int(pick(buffers))
        elif phase == _LEAVE:
            phase = int(leave(buffers))
        elif nodes < budget:
            nodes += 1
            phase = int(enter(buffers))
        else:
            break
    control[_PHASE] = phase
    return nodes


@micropython.viper
def answer(buffers) -> int:
    """Return whether the attacker wins, 1 or 0; NO_ANSWER while the search is under way."""
    control = ptr32(buffers[9])
    if int(control[_PHASE]) == _DONE:
        return int(control[_VALUE])
    return _UNKNOWN


@micropython.viper
def enter(buffers) -> int:
    """Enter a position: leave it at once if its value is known, else try its moves. Return the next phase."""
    unite(buffers)
    wins_in_one(buffers)
    value = int(judge(buffers))
    if value == _UNKNOWN:
        value = int(recall(buffers))
    if value == _UNKNOWN:
        return _PICK
    control = ptr32(buffers[9])
    control[_VALUE] = value
    return _LEAVE


@micropython.viper
def judge(buffers) -> int:
    """Return the value if wins at once decide it; else _UNKNOWN, after noting which moves come first."""
    words = ptr32(buffers[0])
    stack = ptr32(buffers[4])
    control = ptr32(buffers[9])
    frame = int(control[_PLY]) * _FRAME
    left = int(stack[frame + _LEFT])
    attacks = 0
    if int(stack[frame + _TURN]) == int(control[_ATTACKER]):
        attacks = 1
    mine = WINS_1
    others = WINS_2
    if int(stack[frame + _TURN]) == 2:
        mine = WINS_2
        others = WINS_1
    if words[mine]:
        if attacks:
            control[_ANSWER] = words[mine + 1]
        return attacks
    if int(words[others]) > 1:
        if attacks or left < 2:
            return _FAILS
        return _WINS
    if left < 3 or not control[_EMPTY]:
        return _FAILS
    stack[frame + _NEXT] = _FIRST
    stack[frame + _ONLY] = 0
    stack[frame + _BEST] = 0
    if words[others]:
        stack[frame + _ONLY] = 1
        stack[frame + _BEST] = words[others + 1]
    elif not attacks:
        stack[frame + _NEXT] = _PASS
    return _UNKNOWN


@micropython.viper
def recall(buffers) -> int:
    """Return the value from the table; _UNKNOWN if it is not there, after noting the best move."""
    stack = ptr32(buffers[4])
    table = ptr32(buffers[6])
    control = ptr32(buffers[9])
    frame = int(control[_PLY]) * _FRAME
    sides = int(stack[frame + _TURN]) << 1 | int(control[_ATTACKER]) - 1
    at = ((int(stack[frame + _HASH]) ^ sides) & int(control[_MASK])) << 1
    if int(table[at]) != int(stack[frame + _VERIFY]) ^ sides:
        return _UNKNOWN
    known = int(table[at + 1])
    left = int(stack[frame + _LEFT])
    if left >= known & 255:
        control[_ANSWER] = known >> 16
        return _WINS
    if left <= known >> 8 & 255:
        return _FAILS
    if not stack[frame + _ONLY]:
        stack[frame + _BEST] = known >> 16
    return _UNKNOWN


@micropython.viper
def pick(buffers) -> int:
    """Make the next move, or leave the position when all are tried. Return the next phase."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    order = ptr16(buffers[2])
    stack = ptr32(buffers[4])
    control = ptr32(buffers[9])
    span = int(words[SPAN])
    frame = int(control[_PLY]) * _FRAME
    at = int(stack[frame + _NEXT])
    if at == _PASS:
        stack[frame + _NEXT] = _FIRST
        play(0, buffers)
        return _ENTER
    best = int(stack[frame + _BEST])
    place = 0
    if at == _FIRST:
        place = best
        at = int(words[PLACES])
        if stack[frame + _ONLY]:
            at = 0
    if not place and at:
        place = int(order[at])
        while place and (int(cells[span + place]) or place == best):
            at += 1
            place = int(order[at])
        at += 1
    if place:
        stack[frame + _NEXT] = at
        play(place, buffers)
        return _ENTER
    value = _WINS
    if int(stack[frame + _TURN]) == int(control[_ATTACKER]):
        value = _FAILS
    control[_VALUE] = value
    keep(buffers)
    return _LEAVE


@micropython.viper
def play(place: int, buffers):
    """Go to the position after a stone on `place`, or after a pass if that is 0."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    stack = ptr32(buffers[4])
    control = ptr32(buffers[9])
    ply = int(control[_PLY])
    frame = ply * _FRAME
    turn = int(stack[frame + _TURN])
    hash = int(stack[frame + _HASH])
    verify = int(stack[frame + _VERIFY])
    if place:
        cells[int(words[SPAN]) + place] = turn
        control[_EMPTY] -= 1
        bits = int(stamp(place << 1 | turn - 1, _HASHES))
        hash ^= bits
        bits = int(stamp(place << 1 | turn - 1, _VERIFIES))
        verify ^= bits
    stack[frame + _PLAYED] = place
    below = frame + _FRAME
    stack[below + _TURN] = 3 - turn
    stack[below + _LEFT] = int(stack[frame + _LEFT]) - 1
    stack[below + _HASH] = hash
    stack[below + _VERIFY] = verify
    control[_PLY] = ply + 1


@micropython.viper
def leave(buffers) -> int:
    """Take back the move that led here and take its value into account. Return the next phase."""
    words = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    stack = ptr32(buffers[4])
    control = ptr32(buffers[9])
    span = int(words[SPAN])
    ply = int(control[_PLY]) - 1
    control[_PLY] = ply
    frame = ply * _FRAME
    place = int(stack[frame + _PLAYED])
    if place:
        cells[span + place] = 0
        control[_EMPTY] += 1
    if not ply:
        return _DONE
    if int(stack[frame + _TURN]) == int(control[_ATTACKER]):
        if not control[_VALUE]:
            return _PICK
        control[_ANSWER] = place
        stack[frame + _BEST] = place
    elif control[_VALUE]:
        answer = int(control[_ANSWER])
        if not place and not stack[frame + _BEST] and not cells[span + answer]:
            stack[frame + _BEST] = answer  # what wins against a pass may be what the defender must stop
        return _PICK
    elif place:
        stack[frame + _BEST] = place
    keep(buffers)
    return _LEAVE


@micropython.viper
def keep(buffers):
    """Store in the table what was found out about the position."""
    stack = ptr32(buffers[4])
    table = ptr32(buffers[6])
    control = ptr32(buffers[9])
    frame = int(control[_PLY]) * _FRAME
    sides = int(stack[frame + _TURN]) << 1 | int(control[_ATTACKER]) - 1
    at = ((int(stack[frame + _HASH]) ^ sides) & int(control[_MASK])) << 1
    verify = int(stack[frame + _VERIFY]) ^ sides
    wins = _NONE
    fails = 0
    if int(table[at]) == verify:
        wins = int(table[at + 1]) & 255
        fails = int(table[at + 1]) >> 8 & 255
    left = int(stack[frame + _LEFT])
    if control[_VALUE]:
        if left < wins:
            wins = left
    elif left > fails:
        fails = left
    table[at] = verify
    table[at + 1] = wins | fails << 8 | int(stack[frame + _BEST]) << 16


@micropython.viper
def stamp(number: int, seed: int) -> int:
    """Return 30 pseudo-random bits for a number below 1024; another 18-bit `seed` gives another set."""
    bits = (number + 1) * seed & 0x3FFFFFFF
    bits ^= bits >> 11
    bits = (bits & 0x7FFF) * 0x6F4F + (bits >> 15) * 0x5A35 & 0x3FFFFFFF
    bits ^= bits >> 13
    bits = (bits & 0x7FFF) * 0x7A6B + (bits >> 15) * 0x4D2B & 0x3FFFFFFF
    return bits ^ bits >> 14


def new_control(table):
    """Return `control` for searches that use this table."""
    control = new_words(_CONTROL)
    control[_MASK] = (len(table) >> 1) - 1
    return control


def forget_all(empty, buffers):
    """Empty the table, for a position with `empty` empty points."""
    clear(buffers[6], len(buffers[6]))
    buffers[9][_EMPTY] = empty
