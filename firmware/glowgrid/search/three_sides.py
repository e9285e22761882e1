"""The engine for three sides: what can be forced against both others (paranoid), what happens if each plays for itself.

Same interface as search/minimax.py. To find a move, first all moves are classified by what they force against both
others, from a file of solved positions or by search: a win is played, and a move that draws is never given up for one
that may lose. The moves left over are told apart by playouts between sides that play as people do. The weak levels only
look a few plies ahead. With `every`, the outcome of each move is that of max^n.

A move is not held to its max^n outcome: the best play there is against two sides that win, block or else play anywhere
wins 98.6, 95.6 and 74.1% from seats 1 to 3 if it holds the outcomes against both others, but 97.0, 88.5 and 65.9% if it
holds those of max^n too (every position enumerated). In 2 s a move this engine wins 98.1, 93.8 and 71.7% (2,570 games each).
"""

from glowgrid.search import state as st
from glowgrid.search.kernel import lift, place
from glowgrid.search.max_n import max_n
from glowgrid.search.minimax import SLICE_US, Minimax
from glowgrid.search.playout import playout
from glowgrid.search.solved import MAX_N_PLIES, PARANOID_PLIES, Solved

_DECIDED = 1900  # a score this far above or below a draw is a win or a loss
_LOOKING, _MAX_N, _PLAYOUTS = range(3)  # stages
PLAYOUT_NODES = 3  # a playout counts as so many nodes at least: 0.2 ms of it do not depend on its plies


class ThreeSides:
    """Paranoid and max^n search of lines positions with three sides; attributes as in Minimax."""

    def __init__(self, tables, table=None):
        self.points, self.sides = tables.points, tables.sides
        self._paranoid = Minimax(tables, table)
        self.line_state = self._paranoid.line_state
        self._words = self.line_state.words
        self.node_us = 20 * len(tables.through) // tables.points + 1  # measured on 4x4: 80 in playouts, 95 in the search
        self.slice_nodes = self._paranoid.slice_nodes  # here and in max^n; playouts take the other
        self._playouts_slice = SLICE_US // self.node_us
        self._solved = None
        if tables.solved:
            try:
                self._solved = Solved(tables.solved, tables.points)
            except OSError:
                pass  # without the file all is searched
        self._table = self._paranoid.table
        self._stack = st.words(st.FRAME * (tables.points + 3))
        self._control = st.words(12)
        self.outcomes = bytearray(tables.points)  # per point: outcome of that root move by max^n, 0 unknown
        self._at_once = bytearray(tables.points)  # per point, with `every`: 1 if that move wins at once
        self._shortlist = bytearray(tables.points)  # the first `_listed`: moves than which none is known to be better
        self._gained = st.words(tables.points)  # per point: 4 for each playout won, 1 for each drawn
        self._path = bytearray(tables.points)
        self._random = st.words(1)
        self.done = True
        self.best = self.looking_at = st.NO_POINT
        self.score = st.DRAW
        self.depth = self.nodes = 0
        self.proven = False

    def start(self, position, limits, every=False):
        """Begin to search `position`; with `every`, go straight to the max^n outcome of each root move."""
        self.limits = limits
        self.me = position.to_move
        self._empty = position.points - position.plies
        self.nodes = self.depth = 0
        self.score = st.DRAW
        self.proven = False
        for point in range(self.points):
            self.outcomes[point] = 0
            self._gained[point] = 0
        self._random[0] = (limits.seed * 7919 + position.plies * 104729) & 0x3FFFFFFF | 1
        self._whole = not every and limits.reach_the_end(self._empty)
        if self._whole:
            self._paranoid.classify(position, limits.nodes - (limits.nodes >> 2))
        else:
            self._paranoid.start(position, limits)
        self._take_paranoid()
        self.slice_nodes = self._paranoid.slice_nodes
        self.done = position.is_over()
        self._stage = _LOOKING
        self._at = 0  # root moves that are decided
        self._searching = False  # every attribute is made here: a new one allocates
        self._round = self._listed = self._turn = 0
        self._looked_up = False
        if not self.done:
            if every:
                for point in range(self.points):
                    self._at_once[point] = self.line_state.wins_at(self.me, point)
                if self._solved and position.plies < MAX_N_PLIES:
                    self._look_up_max_n(position)
                else:
                    self._begin_max_n()
            elif self._whole and self._solved and position.plies < PARANOID_PLIES:
                self._look_up(position)
                self._looked_up = True

    def _take_paranoid(self):
        first = self._paranoid
        self.best, self.score, self.depth = first.best, first.score, first.depth
        self.nodes, self.proven, self.looking_at = first.nodes, first.proven, first.looking_at

    def step(self, budget):
        """Visit at most `budget` nodes (a budget shorter than the game: one playout); True when the search has finished.

        Allocates nothing.
        """
        whole_budget = budget
        while budget > 0 and not self.done:
            before = self.nodes
            if self._stage == _LOOKING:
                finished = self._looked_up or self._paranoid.step(budget)
                self._take_paranoid()
                if not finished:
                    break
                self._paranoid_done()
            elif self._stage == _PLAYOUTS:
                if budget < max(self._empty, PLAYOUT_NODES) and budget < whole_budget:
                    break  # a playout might not fit any more
                self._play_out()
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

    def _look_up(self, position):
        """What each move forces against both others, from the file: in 2 ms all that a search would take seconds for."""
        first = self._paranoid
        for i in range(first.count):
            point = first.moves[i]
            first.scores[point] = st.DRAW + (self._solved.paranoid(position, point) - 1) * _DECIDED
            first.known[point] = 1

    def _look_up_max_n(self, position):
        for i in range(self._paranoid.count):
            point = self._paranoid.moves[i]
            self.outcomes[point] = self._solved.max_n(position, point) or st.DRAWN
        self._max_n_done()

    def _paranoid_done(self):
        if not self._whole:
            self.done = True
            return
        first = self._paranoid
        best = 0
        for i in range(first.count):
            point = first.moves[i]
            if first.known[point] and first.scores[point] > best:
                best = first.scores[point]
                self.best = point
        if best > st.DRAW:
            self.score, self.proven = best, True
            self.done = True
        else:
            self._begin_playouts(best == st.DRAW)

    def _begin_max_n(self):
        self._stage = _MAX_N
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
        self._choose_next(self.looking_at)

    def _max_n_done(self):
        self.done = True
        if not self._take_first(self.me, st.WIN - 1):
            self._take_first(st.DRAWN, st.DRAW)

    def _begin_playouts(self, holding):
        """Shortlist the moves that hold a draw; if none is known to, those not known to lose; if all do, all."""
        first = self._paranoid
        first.unwind()
        self._stage = _PLAYOUTS
        self.slice_nodes = self._playouts_slice
        self.proven = holding
        self._listed = 0
        for point in range(self.points):
            if first.known[point]:
                listed = first.scores[point] >= st.DRAW
            else:
                listed = not holding
            if listed and self._is_move(point):
                self._list(point)
        if not self._listed:
            for point in range(self.points):
                if self._is_move(point):
                    self._list(point)
        self.best = self._shortlist[0]
        self.score = st.DRAW
        self._round = self._listed * max(self._empty, PLAYOUT_NODES)  # most nodes of one playout for each move
        if self._listed == 1:
            self.done = True
        else:
            self._begin_round()

    def _is_move(self, point):
        """Is the point among the root moves? It may have been overlooked."""
        first = self._paranoid
        for i in range(first.count):
            if first.moves[i] == point:
                return True
        return False

    def _list(self, point):
        self._shortlist[self._listed] = point
        self._listed += 1

    def _begin_round(self):
        self._turn = 0
        self.looking_at = self._shortlist[0]
        if self.nodes + self._round > self.limits.nodes:
            self._end_playouts()

    def _play_out(self):
        """One playout of the move looked at; all moves get the same number of them."""
        point = self.looking_at
        if self.line_state.wins_at(self.me, point):
            result = self.me
        else:
            place(point, self.me, self._words)
            result = playout(self.me % self.sides + 1, self._words, self._path, self._random)
            lift(point, self.me, self._words)
        self.nodes += max((result >> 2) + 1, PLAYOUT_NODES)
        winner = result & 3
        self._gained[point] += 4 if winner == self.me else 0 if winner else 1
        self._turn += 1
        if self._turn == self._listed:
            self._begin_round()
        else:
            self.looking_at = self._shortlist[self._turn]

    def _end_playouts(self):
        best = self._shortlist[0]
        for i in range(self._listed):
            if self._gained[self._shortlist[i]] > self._gained[best]:
                best = self._shortlist[i]
        self.best = best
        self.done = True

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
        """The number of plies to that outcome, this move counted; 0 if unknown: it is known of a draw and of a win at once."""
        if self.outcomes[point] == st.DRAWN:
            return self._empty
        return self._at_once[point] if self.outcomes[point] else 0

    def pv(self):
        return [] if self.best == st.NO_POINT else [self.best]
