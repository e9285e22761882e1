"""The engine for three sides: first what can be forced against both others (paranoid), then each for itself (max^n).

Same interface as search/minimax.py. Half of the nodes go to the paranoid search; a forced win or draw is played.
Otherwise the rest goes to max^n, to the end of the game; if it finishes, the first move of the best outcome is played,
else the best paranoid estimate.
"""

from glowgrid.search import state as st
from glowgrid.search.kernel import lift, place
from glowgrid.search.limits import Limits
from glowgrid.search.max_n import max_n
from glowgrid.search.minimax import Minimax


class ThreeSides:
    """Paranoid and max^n search of lines positions with three sides; attributes as in Minimax."""

    def __init__(self, tables, table=None):
        self.points, self.sides = tables.points, tables.sides
        self._paranoid = Minimax(tables, table)
        self.line_state = self._paranoid.line_state
        self._words = self.line_state.words
        self.node_us, self.slice_nodes = self._paranoid.node_us, self._paranoid.slice_nodes
        self._table = self._paranoid.table
        self._stack = st.words(st.FRAME * (tables.points + 3))
        self._control = st.words(12)
        self.outcomes = bytearray(tables.points)  # per point: outcome of that root move by max^n, 0 unknown
        self._root = bytearray(tables.points)
        self.done = True
        self.best = self.looking_at = st.NO_POINT
        self.score = st.DRAW
        self.depth = self.nodes = 0
        self.proven = False

    def start(self, position, limits, every=False):
        """Begin to search `position`; with `every`, go straight to the max^n outcome of each root move."""
        self.limits = limits
        self.every = every
        self.me = position.to_move
        self._root[:] = position.cells
        self._empty = position.points - position.plies
        self.nodes = self.depth = 0
        self.score = st.DRAW
        self.proven = False
        for point in range(self.points):
            self.outcomes[point] = 0
        self._share = Limits(limits.nodes >> 1, limits.depth, limits.overlook, limits.seed)
        self._paranoid.start(position, self._share)
        self._take_paranoid()
        self.done = position.is_over()
        self._at = -1  # root moves decided by max^n; -1 while the paranoid search goes on
        self._searching = False  # every attribute is made here: a new one allocates
        if not self.done and every:
            self._begin_max_n()

    def _take_paranoid(self):
        first = self._paranoid
        self.best, self.score, self.depth = first.best, first.score, first.depth
        self.nodes, self.proven, self.looking_at = first.nodes, first.proven, first.looking_at

    def step(self, budget):
        """Visit at most `budget` nodes; True when the search has finished. Allocates nothing."""
        while budget > 0 and not self.done:
            before = self.nodes
            if self._at < 0:
                finished = self._paranoid.step(budget)
                self._take_paranoid()
                if finished:
                    self._paranoid_done()
            elif self._searching:
                control = self._control
                counted = control[st.NODES]
                left = self.limits.nodes - self.nodes
                max_n(min(budget, left), self._words, self._stack, control, self._table)
                self.nodes += control[st.NODES] - counted
                if control[st.PHASE] == st.DONE:
                    self._searching = False
                    lift(self.looking_at, self.me, self._words)
                    self._move_decided(control[st.VALUE])
                if self.nodes >= self.limits.nodes:
                    self.done = True
            elif self._at == self._paranoid.count:
                self._max_n_done()
            else:
                self._begin_move()
            budget -= self.nodes - before
        return self.done

    def _paranoid_done(self):
        first = self._paranoid
        held = first.proven and first.score >= st.DRAW
        if held or self.limits.overlook or self.limits.depth < self._empty or first.count == 1:
            self.done = True
        else:
            self._begin_max_n()

    def _begin_max_n(self):
        self._paranoid.unwind()
        self._at = 0
        self._searching = False
        self._control[st.MASK] = (len(self._table) >> 1) - 1
        self._control[st.VALUE_UNSURE] = 0
        self._choose_next(-1)

    def _choose_next(self, after):
        """Look at the lowest root move above the point `after`: the first of the best rank is what max^n plays."""
        lowest = st.NO_POINT
        for i in range(self._paranoid.count):
            point = self._paranoid.moves[i]
            if after < point < lowest:
                lowest = point
        self.looking_at = lowest

    def _begin_move(self):
        point = self.looking_at
        if self.line_state.wins_at(self.me, point):
            self._move_decided(self.me)
        else:
            place(point, self.me, self._words)
            control = self._control
            control[st.PHASE] = st.ENTER
            control[st.PLY] = 1
            control[st.SIDE] = self.me % self.sides + 1
            control[st.NODES] = 0
            self._searching = True

    def _move_decided(self, outcome):
        self.outcomes[self.looking_at] = outcome
        self._at += 1
        if outcome == self.me and not self.every:
            self._at = self._paranoid.count
        else:
            self._choose_next(self.looking_at)

    def _max_n_done(self):
        self.done = True
        if not self._take_first(self.me, st.WIN - 1):
            self._take_first(st.DRAWN, st.DRAW)

    def _take_first(self, outcome, score):
        """Choose the lowest root move with that outcome; False if there is none."""
        for point in range(self.points):
            if self.outcomes[point] == outcome:
                self.best = point
                self.score = score
                self.proven = True
                return True
        return False

    def outcome(self, point):
        """After `start(..., every=True)`: the max^n outcome if the side to move plays `point` (0 unknown, 1..3, DRAWN)."""
        return self.outcomes[point]

    def plies(self, point):
        """The number of plies to that outcome, this move counted; 0 if unknown (only a draw's is known for certain)."""
        return self._empty if self.outcomes[point] == st.DRAWN else 0

    def pv(self):
        return [] if self.best == st.NO_POINT else [self.best]
