"""Exact solver for small groups games, such as Havannah up to size 3: alpha-beta on bit masks.

The masks are those of group_shape.py. A side that can win at once does; one such threat of the other side must be
stopped; two cannot be. A value is 1, 2 or 3: loss, draw or win for the side to move. Table keys are exact.
"""

import micropython
from micropython import const

from glowgrid.memory import clear
from glowgrid.memory import words as new_words
from glowgrid.search.engine import Stage
from glowgrid.search.groups.group_shape import bits_of, first_point, shape_of, threats
from glowgrid.search.groups.shape_words import *
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict_words import *

WORK, WORK_OF_RINGS = 30, 52  # units of a position, without rings and with
_VALUE_LOSS = const(1)  # values of a position
_VALUE_DRAW = const(2)
_VALUE_WIN = const(3)

# `control`, the state of the search:
_PHASE = const(0)
_PLY = const(1)
_VALUE = const(2)
_NODES = const(3)
_MASK = const(4)  # entries of the table, less one
_EVERY = const(5)  # 1: find the exact value of every root move
_KNOWN = const(6)  # root moves with a known value
_WON_MOVES = const(7)  # those that win
_DRAWN_MOVES = const(8)
_FIRST_WON = const(9)  # the first of each found: the search's favourite
_FIRST_DRAWN = const(10)
_CONTROL = const(11)
_BITS = const(0x1FFFFFFF)  # 29 points
_BITS_SHIFT = const(29)
_UPPER = const(1)  # bounds of a value in the table
_LOWER = const(2)
_EXACT = const(3)
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# `stack`: sixteen words a ply.
_FRAME = const(16)
_PLY_SHIFT = const(4)
_ME = const(0)  # stones of the side to move, a bit per point
_OTHER = const(1)
_LEFT = const(2)  # moves not tried yet
_ALPHA = const(3)
_BETA = const(4)
_ALPHA0 = const(5)
_BEST = const(6)  # the best move's bit, 0 if none
_CURRENT = const(7)
_KILLER = const(8)  # the move that last cut off at this ply


@micropython.viper
def search(budget: int, buffers):
    """Go on with the search in control and stack for at most `budget` nodes (positions entered).

    buffers: [control, stack, table, shape, bits]. An entry of the table has two words: the stones of each side, above
    them the bound (3 exact, 2 lower, 1 upper) and the value.
    """
    control = ptr32(buffers[0])
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
    control[_NODES] += nodes


@micropython.viper
def enter(buffers) -> int:
    """Enter a position: leave it at once if its value is known, else try its moves. Return the next phase."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    shape = ptr32(buffers[3])
    ply = int(control[_PLY])
    frame = ply << _PLY_SHIFT
    me = int(stack[frame + _ME])
    other = int(stack[frame + _OTHER])
    moves = int(shape[ALL]) ^ me ^ other
    value = 0
    if ply < 2:
        value = int(win_near_root(moves, buffers))
    if not value and (ply or not control[_EVERY]):
        stops = int(threats(other, moves, buffers[3]))
        if stops & (stops - 1):
            value = _VALUE_LOSS
            stack[frame + _BEST] = stops & (0 - stops)
        elif stops:
            moves = stops
        elif not moves:
            value = _VALUE_DRAW
    if not value and ply:
        value = int(recall(me, other, buffers))
    if value:
        control[_VALUE] = value
        return _LEAVE
    stack[frame + _LEFT] = moves
    stack[frame + _ALPHA0] = stack[frame + _ALPHA]
    stack[frame + _BEST] = 0
    return _PICK


@micropython.viper
def win_near_root(free: int, buffers) -> int:
    """Return the value if a root move already decided the game, or if the side to move wins at once; else 0.

    Deeper in the tree neither can happen: a side that can win at once does, and the other one stops it.
    """
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    frame = int(control[_PLY]) << _PLY_SHIFT
    if frame:
        if int(threats(int(stack[_ME]), int(stack[_CURRENT]), buffers[3])):
            return _VALUE_LOSS
    elif control[_EVERY]:
        return 0
    wins = int(threats(int(stack[frame + _ME]), free, buffers[3]))
    if not wins:
        return 0
    stack[frame + _BEST] = wins & (0 - wins)
    return _VALUE_WIN


@micropython.viper
def pick(buffers) -> int:
    """Make the next move, or leave the position when all are tried. Return the next phase."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    shape = ptr32(buffers[3])
    ply = int(control[_PLY])
    frame = ply << _PLY_SHIFT
    left = int(stack[frame + _LEFT])
    alpha = int(stack[frame + _ALPHA])
    if not left:
        control[_VALUE] = alpha
        keep(buffers)
        return _LEAVE
    move = left & int(stack[frame + _KILLER])
    order = ORDER
    while not move:
        move = left & int(shape[order])
        order += 1
    move &= 0 - move
    stack[frame + _LEFT] = left ^ move
    stack[frame + _CURRENT] = move
    if not alpha:
        alpha = _VALUE_LOSS  # the root, where a loss is better than no move
    below = frame + _FRAME
    stack[below + _ME] = stack[frame + _OTHER]
    stack[below + _OTHER] = int(stack[frame + _ME]) | move
    stack[below + _ALPHA] = 4 - int(stack[frame + _BETA])
    stack[below + _BETA] = 4 - alpha
    control[_PLY] = ply + 1
    return _ENTER


@micropython.viper
def leave(buffers) -> int:
    """Take back the move that led here and note its value. Return the next phase."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    ply = int(control[_PLY]) - 1
    if ply < 0:
        return _DONE
    control[_PLY] = ply
    frame = ply << _PLY_SHIFT
    value = 4 - int(control[_VALUE])
    if not ply:
        note_root_move(value, buffers)
    if value <= int(stack[frame + _ALPHA]):
        return _PICK
    stack[frame + _BEST] = stack[frame + _CURRENT]
    if not ply and control[_EVERY]:
        return _PICK
    stack[frame + _ALPHA] = value
    if value < int(stack[frame + _BETA]):
        return _PICK
    stack[frame + _KILLER] = stack[frame + _CURRENT]
    control[_VALUE] = value
    keep(buffers)
    return _LEAVE


@micropython.viper
def note_root_move(value: int, buffers):
    """Note the value of the last root move tried."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    move = int(stack[_CURRENT])
    control[_KNOWN] = int(control[_KNOWN]) | move
    if value == _VALUE_WIN:
        if not control[_WON_MOVES]:
            control[_FIRST_WON] = move
        control[_WON_MOVES] = int(control[_WON_MOVES]) | move
    elif value == _VALUE_DRAW and int(stack[_ALPHA]) < _VALUE_DRAW:
        if not control[_DRAWN_MOVES]:
            control[_FIRST_DRAWN] = move
        control[_DRAWN_MOVES] = int(control[_DRAWN_MOVES]) | move


@micropython.viper
def recall(me: int, other: int, buffers) -> int:
    """Return the value of a position if the table is good enough, else 0."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    table = ptr32(buffers[2])
    entry = int(slot(me, other, int(control[_MASK])))
    bound = int(table[entry])
    value = int(table[entry + 1])
    if bound & _BITS != me or value & _BITS != other:
        return 0
    frame = int(control[_PLY]) << _PLY_SHIFT
    bound >>= _BITS_SHIFT
    value >>= _BITS_SHIFT
    if bound == _LOWER and value < int(stack[frame + _BETA]):
        return 0
    if bound == _UPPER and value > int(stack[frame + _ALPHA]):
        return 0
    return value


@micropython.viper
def keep(buffers):
    """Store in the table what the moves of a position show about its value, except at the root."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    table = ptr32(buffers[2])
    frame = int(control[_PLY]) << _PLY_SHIFT
    if not frame:
        return
    value = int(control[_VALUE])
    bound = _EXACT
    if value == _VALUE_DRAW:
        if int(stack[frame + _ALPHA0]) >= _VALUE_DRAW:
            bound = _UPPER
        elif int(stack[frame + _BETA]) <= _VALUE_DRAW:
            bound = _LOWER
    me = int(stack[frame + _ME])
    other = int(stack[frame + _OTHER])
    entry = int(slot(me, other, int(control[_MASK])))
    table[entry] = me | bound << _BITS_SHIFT
    table[entry + 1] = other | value << _BITS_SHIFT


@micropython.viper
def slot(me: int, other: int, mask: int) -> int:
    """Return the index of the position's entry in the table."""
    mixed = (me * 0x1E3779B1 + other * 0x165667B1) & 0x3FFFFFFF
    mixed = (((mixed ^ (mixed >> 15)) * 0x2C1B3C6D) & 0x3FFFFFFF) >> 12
    return (mixed & mask) << 1


@micropython.viper
def fill_rows(me: int, lost: int, empty: int, buffers, outcomes_, plies_, estimates_):
    """Enter which moves of side `me` win, draw, or are in the mask `lost`. A draw fills the field."""
    control = ptr32(buffers[0])
    bits = ptr32(buffers[4])
    outcomes = ptr8(outcomes_)
    plies = ptr8(plies_)
    estimates = ptr8(estimates_)
    won = int(control[_WON_MOVES])
    drawn = int(control[_DRAWN_MOVES])
    points = int(len(buffers[4]))
    point = 0
    while point < points:
        bit = int(bits[point])
        if won & bit:
            outcomes[point] = me
            estimates[point] = 100
        elif drawn & bit:
            outcomes[point] = DRAWN
            plies[point] = empty
            estimates[point] = 50
        elif lost & bit:
            outcomes[point] = me ^ 3
            estimates[point] = 0
        point += 1


class GroupSolver(Stage):
    """Proves which side wins, or that no side does; with `every`, for each move.

    tables  describe the game; `solvable` must accept it
    table   words for the solver's transposition table
    """

    share = 7

    def __init__(self, tables, table):
        field = tables.field
        bits = bits_of(field)
        control, stack = new_words(_CONTROL), new_words(_FRAME * (field.points + 2))
        control[_MASK] = (len(table) >> 1) - 1
        self._buffers = [control, stack, table, shape_of(tables, bits), bits]
        self.node_work = WORK_OF_RINGS if tables.rings else WORK
        self._position = self._verdict = None
        self._every = self.done = False

    def start(self, position, limits, verdict, every, work):
        if not limits.reach_the_end(verdict.empty) or position.may_be_taken_over() and not every:
            return False  # a first stone that may be taken over should be near even: the tree estimates that
        control, stack, table, _, bits = self._buffers
        self._position, self._verdict, self._every = position, verdict, every
        self.done = False
        clear(table, len(table))
        clear(stack, len(stack))
        for i in range(_CONTROL):
            if i != _MASK:
                control[i] = 0
        point = 0
        for cell in position.cells:
            if cell:
                stack[_ME if cell == verdict.me else _OTHER] |= bits[point]
            point += 1
        control[_EVERY] = 1 if every else 0
        stack[_BETA] = _VALUE_WIN
        return True

    def step(self, work):
        control, verdict = self._buffers[0], self._verdict
        before = control[_NODES]
        search((work + self.node_work - 1) // self.node_work, self._buffers)
        nodes = control[_NODES] - before
        verdict.nodes += nodes
        if control[_PHASE] == _DONE:
            self._solved()
        else:
            verdict.looking_at = first_point(self._buffers[1][_CURRENT], self._buffers[4])
            if self._every:
                self.stop()
                if control[_WON_MOVES]:
                    verdict.best = first_point(control[_FIRST_WON], self._buffers[4])
        return nodes * self.node_work

    def stop(self):
        """Enter the root moves that are decided."""
        control, verdict = self._buffers[0], self._verdict
        # Without `every`, a move that comes after the first draw is only known to be no better.
        lost = control[_KNOWN] if self._every or not control[_DRAWN_MOVES] else 0
        fill_rows(verdict.me, lost, verdict.empty, self._buffers, verdict.outcomes, verdict.plies, verdict.estimates)

    def _solved(self):
        control, stack, _, shape, bits = self._buffers
        verdict, value, best = self._verdict, control[_VALUE], stack[_BEST]
        self.done = True
        if self._every:
            value, best = _VALUE_LOSS, 0
            if control[_WON_MOVES]:
                value, best = _VALUE_WIN, control[_FIRST_WON]
            elif control[_DRAWN_MOVES]:
                value, best = _VALUE_DRAW, control[_FIRST_DRAWN]
        if value == _VALUE_LOSS:
            control[_KNOWN] = shape[ALL] ^ stack[_ME] ^ stack[_OTHER]
        else:
            control[_WON_MOVES if value == _VALUE_WIN else _DRAWN_MOVES] |= best
        self.stop()
        if value == _VALUE_LOSS:
            verdict.choose(verdict.best, verdict.loss_in(0), True)  # the tree finds the move that resists best
        else:
            verdict.choose(first_point(best, bits), verdict.win_in(0) if value == _VALUE_WIN else DRAW, True)
        swaps = self._position.may_swap()
        # With `every`, the horizon finds the number of plies; of many winning moves, style.py chooses one.
        verdict.settled = not self._every and (value == _VALUE_DRAW or swaps)
        if swaps:
            enter_swap(self._position, verdict)
