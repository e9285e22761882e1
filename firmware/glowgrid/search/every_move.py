"""What each move leads to and in how many plies, for two sides on small fields: the engine around search/solver.py.

    every.start(position, nodes); while not every.step(200): ...

It fills in two arrays, each with an entry per point: `scores` as in search/minimax.py, and `known`: 0 nothing, 1 who
wins, 2 the plies to it too. One move stands for all that a symmetry of the position makes of it.
"""

from glowgrid.search.bitboard import put
from glowgrid.search.solver import DRAW, LOSS, MOST_UNRANKED, NEVER, WIN, lowest
from glowgrid.search.state import DRAW as DRAW_SCORE
from glowgrid.search.state import LOSS as LOSS_SCORE
from glowgrid.search.state import WIN as WIN_SCORE

_SOON = 6  # plies: on larger fields what is decided by then is found first; the rest may take long
_FIRST = 4  # plies to the first line that takes a search: what is sooner is seen by the threats alone


class EveryMove:
    """Solves the moves of a position with a Solver.

    best, score   the best move so far and its score; a move that is not known counts as a draw
    left          the number of moves not known to the last ply
    horizon       plies up to which every win and loss is known
    looking_at    the move under consideration
    """

    def __init__(self, solver, scores, known):
        self._solver, self._scores, self._known = solver, scores, known
        self._entered = [solver.least, solver.order, scores, known]
        self.best = self.looking_at = self.score = self.left = self.horizon = 0
        # Moves by their number in the solver's order: those to look at yet, as a mask, and the one that is looked at.
        self._todo = self._number = 0
        self._empty = self._horizon = self._nodes = 0
        self._valued = self._searching = False

    def start(self, position, nodes):
        """Begin to solve the moves of a position that is not over, in at most so many nodes."""
        solver = self._solver
        solver.load(position)
        solver.begin(solver.me, solver.other, 0, WIN, NEVER)
        self._empty = self.left = position.points - position.plies
        self._nodes = nodes
        self.score = self.horizon = 0
        self._valued = self._searching = False
        for point in range(solver.points):
            self._known[point] = 0
        if solver.wins or solver.threats:
            for number in range(solver.points):
                if (solver.wins & solver.moves) >> number & 1:
                    self._put(number, WIN, 1)
                elif solver.moves >> number & 1 and solver.threats & ~(1 << number):
                    self._put(number, LOSS, 2)
        self._todo = solver.moves
        self._horizon = NEVER if solver.points <= MOST_UNRANKED else _FIRST

    def step(self, budget):
        """Visit at most `budget` nodes; True when all is known or the nodes are used up. Allocates nothing."""
        solver = self._solver
        while self.left:
            if budget <= 0:
                return False
            if self._searching:
                # A quarter of the nodes is left for how soon, or for what is soon, if the rest do not settle who wins.
                end = self._nodes - (self._nodes >> 2) if self._horizon == NEVER else self._nodes
                before = solver.nodes
                value = solver.run(max(min(budget, end - before), 0))
                budget -= solver.nodes - before
                if value:
                    self._searching = False
                    self._decided(WIN + LOSS - value)
                elif solver.nodes < end:
                    return False
                elif self._horizon == NEVER:
                    self._searching = False
                    self._todo = 0
                else:
                    break
            elif self._todo:
                self._begin_move()
            elif self._valued and self._horizon == self._empty:
                break
            else:
                self._recede()
                return False
        if self.score < DRAW_SCORE:
            self._hope()
        return True

    def _begin_move(self):
        solver, number = self._solver, lowest(self._todo)
        self._todo &= self._todo - 1
        self._number = number
        point = solver.order[number]
        if not self._is_wanted(point):
            return
        self.looking_at = point
        horizon, below = self._horizon, self._horizon - 1
        if horizon == NEVER:
            alpha, beta, below = 0, WIN, NEVER
        elif horizon & 1:
            alpha, beta = 0, DRAW  # does the other side lose?
        else:
            alpha, beta = DRAW, WIN
        if solver.begin(solver.other, solver.me | 1 << number, alpha, beta, below):
            self._put(number, WIN, 3)  # it cannot stop two threats
        else:
            self._searching = True

    def _is_wanted(self, point):
        """Does this horizon tell something new of a move? A side's own wins take an odd number of plies."""
        known, horizon = self._known[point], self._horizon
        if horizon == NEVER or not known:
            return not known
        return known == 1 and (self._scores[point] > DRAW_SCORE) == (horizon & 1)

    def _decided(self, value):
        """The value of the move looked at is found, or with a horizon: the outcome that an odd or an even one may show."""
        if self._horizon == NEVER:
            self._put(self._number, value, self._empty if value == DRAW else 0)
        elif value == (WIN if self._horizon & 1 else LOSS):
            self._put(self._number, value, self._horizon)

    def _put(self, number, value, plies):
        """Enter what is known of a move and its equals; plies 0: unknown, the longest win or the soonest loss stands for it."""
        score = DRAW_SCORE
        if value == WIN:
            score = WIN_SCORE - (plies or self._empty)
        elif value == LOSS:
            score = LOSS_SCORE + (plies or _FIRST)
        equals = put(number, score, 2 if plies else 1, self._entered)
        if plies:
            self.left -= equals
        if score > self.score:
            self.best, self.score = self._solver.order[number], score

    def _recede(self):
        """To the next horizon: first those that are soon, then the end of the game, then the others."""
        solver = self._solver
        solver.forget()
        self._todo = solver.moves
        if self._horizon == NEVER:
            self._valued = True
            self._horizon = self.horizon
        else:
            self.horizon = self._horizon
        if self._horizon < _FIRST:
            self._horizon = _FIRST
        elif self._horizon == _SOON and not self._valued:
            self._horizon = NEVER
        else:
            self._horizon += 1

    def _hope(self):
        """No move is known to hold: take one of which nothing is known."""
        solver = self._solver
        for number in range(solver.points):
            if solver.moves >> number & 1 and not self._known[solver.order[number]]:
                self.best, self.score = solver.order[number], DRAW_SCORE
                return
