"""Iterative deepening: alpha-beta looks as far ahead as the work allows, one ply more each round."""

from micropython import const

from glowgrid.search.lines.root import AlphaBeta
from glowgrid.search.verdict import DRAW, DRAWN, LOSS, NO_MOVE, SURE_LOSS, SURE_WIN, WIN

_SEEN = const(2)  # with two sides threats alone decide who wins within two plies
_MARGIN = 240  # a rough search: moves that are worse than the best by this much need no exact score


class Deepening(AlphaBeta):
    """Look one ply deeper each round: for the best move within reach, or with `every` for what each move leads to.

    A rough search begins with an estimate of each move without a search.
    """

    def __init__(self, root):
        super().__init__(root)
        self._rough = False

    def start(self, position, limits, verdict, every, work):
        self._every = every
        self._rough = every and limits.rough
        self._begin(position, limits, verdict)
        self._most = min(limits.depth, verdict.empty)
        if self._rough or not every:
            self._root.set_horizon(True)
        self._begin_round(self._first_depth(), 0)
        return True

    def _first_depth(self):
        """Return the depth of the first round; 0 is an estimate. What is nearer is known to decide nothing."""
        if self._rough:
            return 0
        if not self._every or self._root.sides > 2:
            return 1
        self._root.set_horizon(False, _SEEN)
        depth = max(min(self._root.soonest_win(), self._most), 1)
        self._verdict.depth = max(self._verdict.depth, depth - 1)
        return depth

    def _alpha(self):
        if self._rough:
            return max(self._best_score - _MARGIN, 0)
        return 0 if self._every else self._best_score

    def _begin_move(self, point):
        if not self._depth:
            self._scored(self._root.first_sight(point), 1)
        elif self._every and self._verdict.plies[point]:
            self._scored(self._known_score(point), 0)
        else:
            super()._begin_move(point)

    def _known_score(self, point):
        """Return the score of a move with known outcome and plies."""
        verdict = self._verdict
        outcome, plies = verdict.outcomes[point], verdict.plies[point]
        if outcome == DRAWN:
            return DRAW
        return verdict.win_in(plies) if outcome == verdict.me else verdict.loss_in(plies)

    def _note(self, score, unsure):
        if not self._every:
            return
        if self._rough:
            self._note_roughly(score)
            return
        if not unsure and SURE_LOSS <= score <= SURE_WIN:
            self._verdict.put(self._verdict.looking_at, DRAWN, self._verdict.empty)
        super()._note(score, unsure)

    def _note_roughly(self, score):
        """Enter a win, a loss, or an estimate; a point of score is an eighth of a percent."""
        verdict = self._verdict
        point, me = verdict.looking_at, verdict.me
        if score > SURE_WIN:
            verdict.put(point, me, WIN - score)
        elif score < SURE_LOSS:
            verdict.put(point, me % self._root.sides + 1, score - LOSS)
        else:
            verdict.estimates[point] = min(max(50 + (score - DRAW >> 3), 1), 99)

    def _end_round(self):
        verdict, score = self._verdict, self._best_score
        verdict.depth = self._depth
        known = not self._unsure
        if self._rough:
            known = known or score > SURE_WIN or score < SURE_LOSS
        if not self._every:
            forced = self._root.count == 1 and not self._root.may_be_solved()
            known = known or forced or score > SURE_WIN or score < SURE_LOSS
        if known or self._depth >= self._most:
            self._finish()
        else:
            self._begin_round(self._depth + 1, 0)

    def stop(self):
        root, verdict = self._root, self._verdict
        root.unwind()
        if verdict.score < SURE_LOSS and self._at < root.count:
            verdict.choose(root.moves[self._at], DRAW, False)  # a move that was not searched may hold
        self._finish()

    def _finish(self):
        """End. Give up a move known to draw only for one known to win."""
        root, verdict = self._root, self._verdict
        if root.held != NO_MOVE and verdict.score <= SURE_WIN:
            verdict.choose(root.held, DRAW, False)
        self._settle()
