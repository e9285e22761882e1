"""Exact solver for Hex up to 7x7: the stage. hex_proof.py searches; hex_links.py lays out the buffers.

Hex cannot end in a draw, so the search asks only: won or not? With `every`, it then decides the other moves one by one.
"""

from micropython import const

from glowgrid.memory import clear
from glowgrid.search.engine import Stage
from glowgrid.search.groups.hex_proof import begin, fill_rows, prove
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import DRAW

STEP_WORK = 21  # units of a step of `search`, a carrier tried: 6 us
_SHARE = 5  # eighths of the work for a question, or where the sides may be swapped: there the tree's estimates count

# `state`, see hex_links.py and hex_proof.py:
_HV_STEPS = const(11)
_HV_NODES = const(313)
_HV_WINNER = const(353)
_HV_LOOKING = const(354)

# Tasks of `prove`:
_H_GO_ON = const(0)
_H_NOTE = const(1)
_H_NEXT_MOVE = const(2)

_H_MOST = b"\x18\x04\x06\x08\x16\x04"  # see hex_links.py: what fits into the shared buffers


class HexSolver(Stage):
    """Proves which side wins, and with `every` which moves win.

    memory   the buffers: `words` for the state, `lookup` and `table` for connections, `halves` for positions
    most     limits, see hex_links.py
    more     work to look for other moves that win, once one is found: the win that needs fewest stones is played
    """

    def __init__(self, memory, most=_H_MOST, more=0):
        self.buffers = [memory.words, memory.lookup, memory.table, memory.halves, memory.halves, most]
        self._position = self._verdict = None
        self._every = self.done = False
        self._most_more = more
        self._left = self._more = 0  # work

    def start(self, position, limits, verdict, every, work):
        if verdict.proven and not every or not (limits.reach_the_end(verdict.empty) or position.may_swap()):
            return False
        if position.may_be_taken_over() and not every:
            return False  # a first stone that may be taken over should be near even: the tree estimates that
        self._position, self._verdict, self._every = position, verdict, every
        self._more = 0 if every or position.may_swap() else self._most_more
        self._left = work * _SHARE >> 3 if every or position.may_swap() else work
        self.done = False
        clear(self.buffers[3], len(self.buffers[3]) >> 2)
        begin(verdict.me, position.field.width, self.buffers, position.cells)
        return True

    def step(self, work):
        state, verdict = self.buffers[0], self._verdict
        nodes = state[_HV_NODES]
        decided = prove(_H_GO_ON, (min(work, self._left) + STEP_WORK - 1) // STEP_WORK, self.buffers)
        verdict.nodes += state[_HV_NODES] - nodes
        used = min(state[_HV_STEPS] * STEP_WORK, self._left)
        self._left -= used
        if decided:
            self._decided()
        elif not self._left:
            self.stop()
            self.done = True
        return used

    def stop(self):
        """Enter what is known so far; if that does not say who wins, choose the move that is hardest to refute."""
        state, verdict = self.buffers[0], self._verdict
        self._enter_rows()
        if not verdict.proven and state[_HV_LOOKING] >= 0:
            verdict.best = state[_HV_LOOKING]

    def _decided(self):
        """The root is decided, or a move of it: go on to the next one, or end."""
        verdict, position = self._verdict, self._position
        go_on = self._every or self._more
        move = prove(_H_NEXT_MOVE if go_on else _H_NOTE, 0, self.buffers)
        self._enter_rows()
        winner, win = self.buffers[0][_HV_WINNER], verdict.win_in(0)
        if winner < 0:
            if not verdict.proven:
                verdict.choose(verdict.best, verdict.loss_in(0), True)  # the tree finds the move that resists best
        else:
            if verdict.score <= win:  # else an earlier stage knows a win in a few plies
                verdict.choose(winner, win, True)
            if move >= 0:
                verdict.looking_at = move
                if not self._every:
                    self._left = min(self._left, self._more)
                return
        self.done = True
        if position.may_swap():
            enter_swap(position, verdict)
        # With `every`, the horizon finds the number of plies; of many winning moves, style.py chooses one.
        verdict.settled = not go_on and verdict.score > DRAW

    def _enter_rows(self):
        verdict = self._verdict
        fill_rows(verdict.me, self.buffers, self._position.cells, verdict.outcomes, verdict.estimates)
