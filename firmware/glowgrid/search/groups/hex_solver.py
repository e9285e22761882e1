"""Exact solver for Hex up to 7x7: the stage. hex_proof.py searches; hex_links.py describes the buffers.

Hex has no draws: the search asks only who wins. With `every`, it then decides the other moves one by one.
"""

from glowgrid.memory import clear
from glowgrid.search.engine import Stage
from glowgrid.search.groups import MOST_POINTS_SOLVED
from glowgrid.search.groups.hex_proof import begin, fill_rows, list_carrier, prove
from glowgrid.search.groups.hex_words import *
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import DRAW

STEP_WORK = 21  # units to try a carrier: 6 us
_SHARE = 5  # eighths of the work if the tree has to estimate moves, too
_MOST = b"\x05\x03\x05\x08\x16\x06"  # what fits the buffers, see hex_links.py


class HexSolver(Stage):
    """Prove which side wins, and with `every` which moves win.

    memory   buffers that engines share
    most     limits, see hex_links.py
    more     work to look for other winning moves, once one is found: style.py chooses
    """

    def __init__(self, memory, most=_MOST, more=0):
        self.buffers = [memory.words, memory.lookup, memory.table, memory.table, memory.halves, most]
        self._position = self._verdict = None
        self._carrier = bytearray(MOST_POINTS_SOLVED)
        self._every = self.done = False
        self._most_more = more
        self._left = self._more = 0  # work

    def start(self, position, limits, verdict, every, work):
        if verdict.proven and not every or not (limits.reach_the_end(verdict.empty) or position.may_swap()):
            return False
        if position.may_be_taken_over() and not every:
            return False  # the tree finds a first stone that is worth half
        self._position, self._verdict, self._every = position, verdict, every
        self._more = 0 if every or position.may_swap() else self._most_more
        self._left = work * _SHARE >> 3 if every or position.may_swap() else work
        self.done = False
        clear(self.buffers[3], len(self.buffers[3]))
        begin(verdict.me, position.field.width, self.buffers, position.cells)
        return True

    def step(self, work):
        state, verdict = self.buffers[0], self._verdict
        nodes = state[NODES]
        decided = prove(GO_ON, (min(work, self._left) + STEP_WORK - 1) // STEP_WORK, self.buffers)
        verdict.nodes += state[NODES] - nodes
        used = min(state[STEPS] * STEP_WORK, self._left)
        self._left -= used
        if decided:
            self._decided()
        elif not self._left:
            self.stop()
            self.done = True
        elif self._every:
            self._enter_rows()  # what lies outside the must-play region loses: say so soon
        return used

    def stop(self):
        """Enter the rows; if the winner is unknown, choose the move that is hardest to refute."""
        state, verdict = self.buffers[0], self._verdict
        self._enter_rows()
        if not verdict.proven and state[LOOKING] >= 0:
            verdict.best = state[LOOKING]

    def _decided(self):
        """Enter a decided root or move; go on to the next, or end."""
        verdict, position = self._verdict, self._position
        if not (self.buffers[0][BASE] or position.may_swap() or position.may_be_taken_over()):
            list_carrier(self._carrier, self.buffers)
            verdict.carrier = self._carrier
        go_on = self._every or self._more
        move = prove(NEXT_MOVE if go_on else NOTE, 0, self.buffers)
        self._enter_rows()
        winner, win = self.buffers[0][WINNER], verdict.win_in(0)
        if winner < 0:
            if not verdict.proven:
                verdict.choose(verdict.best, verdict.loss_in(0), True)  # the tree finds what resists best
        else:
            if verdict.score < win:  # the first win, unless an earlier stage knows a sooner one
                verdict.choose(winner, win, True)
            if move >= 0:
                verdict.looking_at = move
                if not self._every:
                    self._left = min(self._left, self._more)
                return
        self.done = True
        if position.may_swap():
            enter_swap(position, verdict)
        # The horizon finds the number of plies; style.py chooses a winning move.
        verdict.settled = not go_on and verdict.score > DRAW

    def _enter_rows(self):
        verdict = self._verdict
        fill_rows(verdict.me, self.buffers, self._position.cells, verdict.outcomes, verdict.estimates)
