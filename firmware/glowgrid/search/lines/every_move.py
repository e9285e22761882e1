"""What each move leads to and in how many plies: the solver searches one move and one horizon after the other.

A move is named by its bit (solver.py), and one move stands for all moves that a symmetry of the position maps it to.
First comes what threats alone decide. On small fields the value of each move is next, then how soon; on larger ones
first what is decided soon, as the rest may take long.
"""

import micropython
from micropython import const

from glowgrid.memory import words
from glowgrid.search.engine import Stage
from glowgrid.search.lines.masks import begin, begin_after, forget, solve
from glowgrid.search.lines.masks_words import *
from glowgrid.search.verdict_words import *

# `plan`, the state of the search.
_TODO = const(0)  # moves still to look at, a mask
_NUMBER = const(1)  # the current move
_SEARCHING = const(2)  # 1: it is being searched
_LEFT = const(3)  # moves whose value or plies are not known
_KNOWN = const(4)  # plies up to which every win and loss is known
_HORIZON = const(5)  # plies
_VALUED = const(6)  # 1: the value of each move is known, or the work for it is used up
_WORK = const(7)  # units of work, in all
_USED = const(8)  # units used
_SIDE = const(9)  # the side to move
_EMPTY = const(10)  # empty points
_BEST = const(11)  # the best move so far, as a point
_SCORE = const(12)  # and its score
_LOOKING = const(13)  # the last move looked at, as a point
_NODE_WORK = const(14)
_START = const(15)  # the horizon to begin with
_WORDS = const(16)

_ENDLESS = const(255)  # a horizon: the end of the game
_FIRST = const(4)  # plies: threats show earlier wins without a search
_SOON = const(6)  # plies: on larger fields, find first what is decided within these; the rest may take long


@micropython.viper
def enter(number: int, value: int, plies: int, buffers):
    """Enter the value of a move and its equals. Unknown plies count as the longest win or the soonest loss."""
    plan = ptr32(buffers[0])
    least = ptr8(buffers[3])
    order = ptr8(buffers[4])
    outcomes = ptr8(buffers[5])
    plies_of = ptr8(buffers[6])
    outcome = DRAWN
    score = DRAW
    if value == 3:
        outcome = int(plan[_SIDE])
        score = WIN - int(plan[_EMPTY])
        if plies:
            score = WIN - plies
    elif value == 1:
        outcome = 3 - int(plan[_SIDE])
        score = LOSS + _FIRST
        if plies:
            score = LOSS + plies
    move = int(len(buffers[4]))
    while move:
        move -= 1
        if int(least[move]) == number:
            outcomes[int(order[move])] = outcome
            plies_of[int(order[move])] = plies
            if plies:
                plan[_LEFT] -= 1
    if score > int(plan[_SCORE]):
        plan[_SCORE] = score
        plan[_BEST] = int(order[number])


@micropython.viper
def set_out(side: int, empty: int, work: int, buffers):
    """Begin with the loaded position: enter what threats decide."""
    plan = ptr32(buffers[0])
    control = ptr32(buffers[2])
    plan[_SEARCHING] = 0
    plan[_LEFT] = empty
    plan[_KNOWN] = 0
    plan[_VALUED] = 0
    plan[_WORK] = work
    plan[_USED] = 0
    plan[_SIDE] = side
    plan[_EMPTY] = empty
    plan[_TODO] = control[MOVES]
    plan[_BEST] = NO_MOVE
    plan[_SCORE] = 0
    plan[_LOOKING] = NO_MOVE
    plan[_HORIZON] = plan[_START]
    begin_loaded = buffers[7]
    begin_loaded(0, 3, _ENDLESS, buffers[1])
    moves = int(control[MOVES])
    found = ptr32(buffers[11])
    wins = int(found[0])
    threats = int(found[1])
    number = 0
    while moves >> number:
        bit = 1 << number
        if moves & wins & bit:
            enter(number, 3, 1, buffers)
        elif moves & bit and threats & ~bit:
            enter(number, 1, 2, buffers)
        number += 1


@micropython.viper
def take_next(buffers):
    """Take the next move: search it if this horizon can show something new, or enter what threats decide."""
    plan = ptr32(buffers[0])
    order = ptr8(buffers[4])
    todo = int(plan[_TODO])
    number = 0
    while not todo >> number & 1:
        number += 1
    plan[_TODO] = todo & (todo - 1)
    plan[_NUMBER] = number
    if not int(is_open(int(order[number]), buffers)):
        return
    plan[_LOOKING] = int(order[number])
    low = 0
    high = 3
    below = int(plan[_HORIZON])
    if below != _ENDLESS:
        if below & 1:
            high = 2  # does the other side lose?
        else:
            low = 2
        below -= 1
    begin_move = buffers[8]
    if int(begin_move(number, low, high, below, buffers[1])):
        enter(number, 3, 3, buffers)  # the other side cannot stop two threats
    else:
        plan[_SEARCHING] = 1


@micropython.viper
def is_open(point: int, buffers) -> int:
    """Return whether a search with this horizon can show something new about a move.

    An odd horizon can only show a win of the mover, an even one only a loss.
    """
    plan = ptr32(buffers[0])
    outcomes = ptr8(buffers[5])
    plies_of = ptr8(buffers[6])
    horizon = int(plan[_HORIZON])
    outcome = int(outcomes[point])
    if not outcome:
        return 1
    if horizon == _ENDLESS or plies_of[point]:
        return 0
    if outcome == int(plan[_SIDE]):
        return horizon & 1
    return 1 - (horizon & 1)


@micropython.viper
def search_on(most: int, buffers) -> int:
    """Go on with the search of a move until about `most` units are used; return 1 if no work is left."""
    plan = ptr32(buffers[0])
    control = ptr32(buffers[2])
    node_work = int(plan[_NODE_WORK])
    end = int(plan[_WORK])
    if int(plan[_HORIZON]) == _ENDLESS:  # keep a quarter to find how soon, or what is decided soon
        end -= end >> 2
    if most > end:
        most = end
    nodes = (most - int(plan[_USED])) // node_work
    if nodes < 1:
        nodes = 1
    solve_on = buffers[9]
    nodes = int(solve_on(nodes, buffers[1]))
    plan[_USED] += nodes * node_work
    if control[RESULT]:
        decide(4 - int(control[RESULT]), buffers)
    elif int(plan[_USED]) >= end:
        plan[_SEARCHING] = 0
        plan[_TODO] = 0
        if int(plan[_HORIZON]) != _ENDLESS:
            return 1
    return 0


@micropython.viper
def decide(value: int, buffers):
    """Enter the value that the search of a move has found."""
    plan = ptr32(buffers[0])
    number = int(plan[_NUMBER])
    horizon = int(plan[_HORIZON])
    plan[_SEARCHING] = 0
    if horizon == _ENDLESS:
        horizon = 0
        if value == 2:
            horizon = int(plan[_EMPTY])
        enter(number, value, horizon, buffers)
    elif value == 1 + 2 * (horizon & 1):  # a win if the horizon is odd, else a loss
        enter(number, value, horizon, buffers)


@micropython.viper
def recede(buffers):
    """Go on to the next horizon: the near ones first, then the end of the game, then those between."""
    plan = ptr32(buffers[0])
    control = ptr32(buffers[2])
    forget_all = buffers[10]
    forget_all(buffers[1])
    plan[_TODO] = control[MOVES]
    plan[_USED] += plan[_NODE_WORK]
    horizon = int(plan[_HORIZON])
    if horizon == _ENDLESS:
        plan[_VALUED] = 1
        horizon = int(plan[_KNOWN])
    else:
        plan[_KNOWN] = horizon
    if horizon < _FIRST:
        horizon = _FIRST
    elif horizon == _SOON and not plan[_VALUED]:
        horizon = _ENDLESS
    else:
        horizon += 1
    plan[_HORIZON] = horizon


@micropython.viper
def advance(work: int, buffers) -> int:
    """Go on for about `work` units; return 1 when all is known or the work is used up, else 0."""
    plan = ptr32(buffers[0])
    most = int(plan[_USED]) + work
    while int(plan[_USED]) < most and plan[_LEFT]:
        if plan[_SEARCHING]:
            if int(search_on(most, buffers)):
                return 1
        elif plan[_TODO]:
            take_next(buffers)
        elif plan[_VALUED] and int(plan[_HORIZON]) == int(plan[_EMPTY]):
            return 1
        else:
            recede(buffers)
    if plan[_LEFT]:
        return 0
    return 1


class EveryMove(Stage):
    """Find what each move leads to and in how many plies."""

    def __init__(self, solver):
        self._solver = solver
        self._verdict = None
        self._plan = words(_WORDS)
        self._plan[_NODE_WORK] = solver.node_work
        self._plan[_START] = _FIRST if solver.ranked else _ENDLESS
        self._buffers = [self._plan, solver.buffers, solver.control, solver.least, solver.order, None, None]
        self._buffers += [begin, begin_after, solve, forget, solver.found]
        self.done = True

    def start(self, position, limits, verdict, every, work):
        if not every or not limits.reach_the_end(verdict.empty):
            return False
        solver = self._solver
        self._verdict = verdict
        self._buffers[5], self._buffers[6] = verdict.outcomes, verdict.plies
        self.done = False
        solver.load(position)
        set_out(verdict.me, verdict.empty, work, self._buffers)
        self._report()
        if not self._plan[_LEFT]:
            self._finish()
        return True

    def step(self, work):
        before = self._plan[_USED]
        if advance(work, self._buffers):
            self._finish()
        else:
            self._report()
        return self._plan[_USED] - before

    def stop(self):
        self._finish()

    def _report(self):
        verdict, plan = self._verdict, self._plan
        verdict.nodes = self._solver.control[NODES]
        verdict.looking_at = plan[_LOOKING]
        verdict.best, verdict.score = plan[_BEST], plan[_SCORE]
        verdict.proven = not plan[_LEFT]
        verdict.depth = plan[_KNOWN] if plan[_LEFT] else verdict.empty

    def _finish(self):
        self._report()
        self.done = self._verdict.settled = True
        if self._verdict.score < DRAW:
            self._hope()

    def _hope(self):
        """Every known move loses; try an unsearched one."""
        solver, verdict = self._solver, self._verdict
        moves = solver.moves()
        for number in range(solver.points):
            point = solver.order[number]
            if moves >> number & 1 and not verdict.outcomes[point]:
                verdict.best, verdict.score = point, DRAW
                return
