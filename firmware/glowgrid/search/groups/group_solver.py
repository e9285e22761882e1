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
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import DRAW

WORK, WORK_OF_RINGS = 30, 52  # units of a position, without rings and with
_G_LOSS = const(1)  # values of a position
_G_DRAW = const(2)
_G_WIN = const(3)
_G_NOBODY = const(4)  # an outcome: DRAWN of verdict.py

# `control`, the state of the search:
_G_PHASE = const(0)
_G_PLY = const(1)
_G_VALUE = const(2)
_G_NODES = const(3)
_G_MASK = const(4)  # entries of the table, less one
_G_EVERY = const(5)  # 1: find the exact value of every root move
_G_KNOWN = const(6)  # root moves with a known value
_G_WON = const(7)  # those that win
_G_DRAWN = const(8)
_G_FIRST_WON = const(9)  # the first of each found: the search's favourite
_G_FIRST_DRAWN = const(10)
_G_CONTROL = const(11)
_G_BITS = const(0x1FFFFFFF)  # 29 points
_G_BITS_SHIFT = const(29)
_G_UPPER = const(1)  # bounds of a value in the table
_G_LOWER = const(2)
_G_EXACT = const(3)
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# `stack`: sixteen words a ply.
_G_FRAME = const(16)
_G_PLY_SHIFT = const(4)
_G_ME = const(0)  # stones of the side to move, a bit per point
_G_OTHER = const(1)
_G_LEFT = const(2)  # moves not tried yet
_G_ALPHA = const(3)
_G_BETA = const(4)
_G_ALPHA0 = const(5)
_G_BEST = const(6)  # the best move's bit, 0 if none
_G_CURRENT = const(7)
_G_KILLER = const(8)  # the move that last cut off at this ply

# `shape`, see group_shape.py.
_G_ALL = const(3)
_G_ORDER = const(4)


@micropython.viper
def search(budget: int, buffers):
    """Go on with the search in control and stack for at most `budget` nodes (positions entered).

    buffers: [control, stack, table, shape, bits]. An entry of the table has two words: the stones of each side, above
    them the bound (3 exact, 2 lower, 1 upper) and the value.
    """
    control = ptr32(buffers[0])
    phase = int(control[_G_PHASE])
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
    control[_G_PHASE] = phase
    control[_G_NODES] += nodes


@micropython.viper
def enter(buffers) -> int:
    """Enter a position: leave it at once if its value is known, else try its moves. Return the next phase."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    shape = ptr32(buffers[3])
    ply = int(control[_G_PLY])
    frame = ply << _G_PLY_SHIFT
    me = int(stack[frame + _G_ME])
    other = int(stack[frame + _G_OTHER])
    moves = int(shape[_G_ALL]) ^ me ^ other
    value = 0
    if ply < 2:
        value = int(win_near_root(moves, buffers))
    if not value and (ply or not control[_G_EVERY]):
        stops = int(threats(other, moves, buffers[3]))
        if stops & (stops - 1):
            value = _G_LOSS
            stack[frame + _G_BEST] = stops & (0 - stops)
        elif stops:
            moves = stops
        elif not moves:
            value = _G_DRAW
    if not value and ply:
        value = int(recall(me, other, buffers))
    if value:
        control[_G_VALUE] = value
        return _LEAVE
    stack[frame + _G_LEFT] = moves
    stack[frame + _G_ALPHA0] = stack[frame + _G_ALPHA]
    stack[frame + _G_BEST] = 0
    return _PICK


@micropython.viper
def win_near_root(free: int, buffers) -> int:
    """Return the value if a root move already decided the game, or if the side to move wins at once; else 0.

    Deeper in the tree neither can happen: a side that can win at once does, and the other one stops it.
    """
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    frame = int(control[_G_PLY]) << _G_PLY_SHIFT
    if frame:
        if int(threats(int(stack[_G_ME]), int(stack[_G_CURRENT]), buffers[3])):
            return _G_LOSS
    elif control[_G_EVERY]:
        return 0
    wins = int(threats(int(stack[frame + _G_ME]), free, buffers[3]))
    if not wins:
        return 0
    stack[frame + _G_BEST] = wins & (0 - wins)
    return _G_WIN


@micropython.viper
def pick(buffers) -> int:
    """Make the next move, or leave the position when all are tried. Return the next phase."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    shape = ptr32(buffers[3])
    ply = int(control[_G_PLY])
    frame = ply << _G_PLY_SHIFT
    left = int(stack[frame + _G_LEFT])
    alpha = int(stack[frame + _G_ALPHA])
    if not left:
        control[_G_VALUE] = alpha
        keep(buffers)
        return _LEAVE
    move = left & int(stack[frame + _G_KILLER])
    order = _G_ORDER
    while not move:
        move = left & int(shape[order])
        order += 1
    move &= 0 - move
    stack[frame + _G_LEFT] = left ^ move
    stack[frame + _G_CURRENT] = move
    if not alpha:
        alpha = _G_LOSS  # the root, where a loss is better than no move
    below = frame + _G_FRAME
    stack[below + _G_ME] = stack[frame + _G_OTHER]
    stack[below + _G_OTHER] = int(stack[frame + _G_ME]) | move
    stack[below + _G_ALPHA] = 4 - int(stack[frame + _G_BETA])
    stack[below + _G_BETA] = 4 - alpha
    control[_G_PLY] = ply + 1
    return _ENTER


@micropython.viper
def leave(buffers) -> int:
    """Take back the move that led here and note its value. Return the next phase."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    ply = int(control[_G_PLY]) - 1
    if ply < 0:
        return _DONE
    control[_G_PLY] = ply
    frame = ply << _G_PLY_SHIFT
    value = 4 - int(control[_G_VALUE])
    if not ply:
        note_root_move(value, buffers)
    if value <= int(stack[frame + _G_ALPHA]):
        return _PICK
    stack[frame + _G_BEST] = stack[frame + _G_CURRENT]
    if not ply and control[_G_EVERY]:
        return _PICK
    stack[frame + _G_ALPHA] = value
    if value < int(stack[frame + _G_BETA]):
        return _PICK
    stack[frame + _G_KILLER] = stack[frame + _G_CURRENT]
    control[_G_VALUE] = value
    keep(buffers)
    return _LEAVE


@micropython.viper
def note_root_move(value: int, buffers):
    """Note the value of the last root move tried."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    move = int(stack[_G_CURRENT])
    control[_G_KNOWN] = int(control[_G_KNOWN]) | move
    if value == _G_WIN:
        if not control[_G_WON]:
            control[_G_FIRST_WON] = move
        control[_G_WON] = int(control[_G_WON]) | move
    elif value == _G_DRAW and int(stack[_G_ALPHA]) < _G_DRAW:
        if not control[_G_DRAWN]:
            control[_G_FIRST_DRAWN] = move
        control[_G_DRAWN] = int(control[_G_DRAWN]) | move


@micropython.viper
def recall(me: int, other: int, buffers) -> int:
    """Return the value of a position if the table is good enough, else 0."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    table = ptr32(buffers[2])
    entry = int(slot(me, other, int(control[_G_MASK])))
    bound = int(table[entry])
    value = int(table[entry + 1])
    if bound & _G_BITS != me or value & _G_BITS != other:
        return 0
    frame = int(control[_G_PLY]) << _G_PLY_SHIFT
    bound >>= _G_BITS_SHIFT
    value >>= _G_BITS_SHIFT
    if bound == _G_LOWER and value < int(stack[frame + _G_BETA]):
        return 0
    if bound == _G_UPPER and value > int(stack[frame + _G_ALPHA]):
        return 0
    return value


@micropython.viper
def keep(buffers):
    """Store in the table what the moves of a position show about its value, except at the root."""
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    table = ptr32(buffers[2])
    frame = int(control[_G_PLY]) << _G_PLY_SHIFT
    if not frame:
        return
    value = int(control[_G_VALUE])
    bound = _G_EXACT
    if value == _G_DRAW:
        if int(stack[frame + _G_ALPHA0]) >= _G_DRAW:
            bound = _G_UPPER
        elif int(stack[frame + _G_BETA]) <= _G_DRAW:
            bound = _G_LOWER
    me = int(stack[frame + _G_ME])
    other = int(stack[frame + _G_OTHER])
    entry = int(slot(me, other, int(control[_G_MASK])))
    table[entry] = me | bound << _G_BITS_SHIFT
    table[entry + 1] = other | value << _G_BITS_SHIFT


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
    won = int(control[_G_WON])
    drawn = int(control[_G_DRAWN])
    points = int(len(buffers[4]))
    point = 0
    while point < points:
        bit = int(bits[point])
        if won & bit:
            outcomes[point] = me
            estimates[point] = 100
        elif drawn & bit:
            outcomes[point] = _G_NOBODY
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
        control, stack = new_words(_G_CONTROL), new_words(_G_FRAME * (field.points + 2))
        control[_G_MASK] = (len(table) >> 1) - 1
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
        for i in range(_G_CONTROL):
            if i != _G_MASK:
                control[i] = 0
        point = 0
        for cell in position.cells:
            if cell:
                stack[_G_ME if cell == verdict.me else _G_OTHER] |= bits[point]
            point += 1
        control[_G_EVERY] = 1 if every else 0
        stack[_G_BETA] = _G_WIN
        return True

    def step(self, work):
        control, verdict = self._buffers[0], self._verdict
        before = control[_G_NODES]
        search((work + self.node_work - 1) // self.node_work, self._buffers)
        nodes = control[_G_NODES] - before
        verdict.nodes += nodes
        if control[_G_PHASE] == _DONE:
            self._solved()
        else:
            verdict.looking_at = first_point(self._buffers[1][_G_CURRENT], self._buffers[4])
            if self._every:
                self.stop()
                if control[_G_WON]:
                    verdict.best = first_point(control[_G_FIRST_WON], self._buffers[4])
        return nodes * self.node_work

    def stop(self):
        """Enter what is known so far."""
        control, verdict = self._buffers[0], self._verdict
        # Without `every`, a move that comes after the first draw is only known to be no better.
        lost = control[_G_KNOWN] if self._every or not control[_G_DRAWN] else 0
        fill_rows(verdict.me, lost, verdict.empty, self._buffers, verdict.outcomes, verdict.plies, verdict.estimates)

    def _solved(self):
        control, stack, _, shape, bits = self._buffers
        verdict, value, best = self._verdict, control[_G_VALUE], stack[_G_BEST]
        self.done = True
        if self._every:
            value, best = _G_LOSS, 0
            if control[_G_WON]:
                value, best = _G_WIN, control[_G_FIRST_WON]
            elif control[_G_DRAWN]:
                value, best = _G_DRAW, control[_G_FIRST_DRAWN]
        if value == _G_LOSS:
            control[_G_KNOWN] = shape[_G_ALL] ^ stack[_G_ME] ^ stack[_G_OTHER]
        else:
            control[_G_WON if value == _G_WIN else _G_DRAWN] |= best
        self.stop()
        if value == _G_LOSS:
            verdict.choose(verdict.best, verdict.loss_in(0), True)  # the tree finds the move that resists best
        else:
            verdict.choose(first_point(best, bits), verdict.win_in(0) if value == _G_WIN else DRAW, True)
        swaps = self._position.may_swap()
        # With `every`, the horizon finds the number of plies; of many winning moves, style.py chooses one.
        verdict.settled = not self._every and (value == _G_DRAW or swaps)
        if swaps:
            enter_swap(self._position, verdict)
