"""The search of minimax.py, one step at a time, for people to look at: each step is noted, and the search waits.

It is the same code: Steps only writes down what `advance` does. It searches to the end of the game at once, not one ply
deeper each round.
"""

from array import array

from glowgrid.search.engine import Limits
from glowgrid.search.minimax import Minimax
from glowgrid.search.verdict import NO_MOVE, SURE_LOSS, SURE_WIN, Verdict

DEEPER, SCORED, SKIPPED, BACK, DONE = range(5)  # what a step does
NUMBERS = 6  # of a note
HIGHEST = 4095  # the window at first: 0 to this


class Steps(Minimax):
    """A search of a position with few empty points.

    notes   NUMBERS numbers for each step taken: what it does (DEEPER, ...), ply, move, score, and the window, alpha and
            beta, of the ply where the search then is
              DEEPER   the move is played; the game goes on
              SCORED   the move ends the game, with this score; it is taken back
              SKIPPED  the other moves of this ply cannot matter
              BACK     the moves after this move are judged; it is taken back, with this score
              DONE     this move is best
    pruned  whether moves are skipped that cannot matter
    """

    def __init__(self, position, pruned):
        super().__init__(position)
        self.pruned = pruned
        self.notes = array("H")
        self._kind = DONE  # of the score that is learnt next
        verdict = Verdict(position.moves)
        verdict.me, verdict.empty = position.to_move, position.empty
        self.start(position, Limits(0), verdict, not pruned, 0)

    def take(self):
        """Take a step and note it; return False if there is none left."""
        if self.done:
            return False
        taken = len(self.notes)
        if self._skips():
            self._note(SKIPPED, self._ply, NO_MOVE, 0)
        while len(self.notes) == taken:  # a move that is not legal is no step
            self.advance()
        return True

    def winner(self, score):
        """Return the side that wins by this score, or 0."""
        me = self._verdict.me
        return me if score > SURE_WIN else 3 - me if score < SURE_LOSS else 0

    def _skips(self):
        """Return whether legal moves of this ply are about to be skipped, and that is not noted yet."""
        ply = self._ply
        if self._alpha[ply] < self._beta[ply] or (self.notes and self.notes[-NUMBERS] == SKIPPED):
            return False
        for move in self._order[self._next[ply] :] if ply else self._moves[self._next[ply] : self._count]:
            if self._position.is_legal(move):
                return True
        return False

    def _note(self, kind, ply, move, score):
        for number in (kind, ply, move, score, self._alpha[self._ply], self._beta[self._ply]):
            self.notes.append(number)

    # What the search does, noted ------------------------------------------------------------------

    def _begin_round(self):
        self._depth = self._most - 1
        super()._begin_round()

    def _open(self, alpha, beta):
        super()._open(alpha if self.pruned else 0, beta if self.pruned else HIGHEST)

    def _try(self, move):
        ply = self._ply
        self._kind = SCORED
        super()._try(move)
        if self._ply > ply:
            self._note(DEEPER, ply, move, 0)

    def _go_back(self):
        self._kind = BACK
        super()._go_back()

    def _learn(self, move, score):
        super()._learn(move, score)
        self._note(self._kind, self._ply, move, score)

    def _end_round(self):
        super()._end_round()
        self._note(DONE, 0, self._verdict.best, self._verdict.score)
