"""Who wins at the end of the game, no matter how late? Alpha-beta with a window around a draw."""

from glowgrid.search.lines.root import AlphaBeta
from glowgrid.search.verdict import DRAW, DRAWN


class Endgame(AlphaBeta):
    """Find out who wins at the end of the game, no matter how late. One winning move is enough."""

    NODE_PERCENT = 72
    ENOUGH = DRAW + 1
    share = 4

    def start(self, position, limits, verdict, every, work):
        if every or not limits.reach_the_end(verdict.empty):
            return False
        self._root.load(position, limits, verdict)
        if not self._root.may_be_solved():
            return False
        self._begin(position, limits, verdict)
        self._begin_round(verdict.empty, DRAW - 1)
        return True

    def _note(self, score, unsure):
        """Enter nothing: scores of this stage are bounds; they show who wins, but not in how many plies."""

    def _end_round(self):
        self.stop()

    def _scored(self, score, unsure):
        super()._scored(score, unsure)
        if score > DRAW:
            self.stop()

    def stop(self):
        self._root.unwind()
        verdict, score = self._verdict, self._best_score
        if score > DRAW or score == DRAW and self._at == self._root.count:
            verdict.depth = self._depth
            verdict.put(verdict.best, verdict.me if score > DRAW else DRAWN, 0 if score > DRAW else verdict.empty)
            self._settle()
        elif score == DRAW:
            self._root.held = verdict.best  # moves not searched may be better
        self.done = True
