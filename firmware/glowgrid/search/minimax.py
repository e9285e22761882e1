"""The engine for two sides, or for one side against all others: iterative deepening over the alpha-beta kernel.

    engine.start(position, limits)        # allocates nothing (but for the first with `every`): all was made with the engine
    while not engine.step(200): ...       # visits at most 200 nodes (positions), then returns; True when it has finished
    engine.best, engine.score, engine.depth, engine.nodes, engine.pv()

The root is searched here, one move after the other; what lies below a root move is the kernel's. The same limits give
the same answer on every machine and whatever the size of the slices, because limits count nodes, never time.
"""

from glowgrid.search import state as st
from glowgrid.search.kernel import alpha_beta, clear, lift, place
from glowgrid.search.limits import Limits, overlooked

TABLE_BITS = 11  # 2,048 entries, 16 KB: leaves 110 KB of heap in a match on 8x8

MOST_WORTH = 4096  # of the open lines of all sides together (1024 >> missing points each): more is not solved in time
MOST_SOLVER_POINTS = 25
MOST_SOLVER_LINES = 100  # 5x5 has 48 lines of three; more would take too much of the heap
SOLVED_DRAW, SOLVED_WIN = 2, 3  # values of the solver
SOLVER_US = 36  # a node of the solver on the Pico, on 5x5 near the empty field; 17 on 3x3
SOLVER_SLICE = 360  # of its budget: 5 ms on 5x5, 10 at most
SLICE_US = 7000
ROOT_MOVE_COST = 3  # nodes of the kernel that take as long as going on to the next root move
_FRONT_FIRST, _ALL_ALIKE = (True, False), (False,)
MOST_RANKS = 1024  # bytes for the ranks of moves; where they do not suffice, deep plies take the order of the points


def new_table():
    """An empty transposition table."""
    return st.words(2 << TABLE_BITS)


def solvable(tables):
    """Do these lines suit search/solver.py? Two sides, few lines, the same for both, all of one length of three or more."""
    if tables.sides != 2 or tables.points > MOST_SOLVER_POINTS or tables.count > MOST_SOLVER_LINES:
        return False
    length = tables.starts[1]
    for line in range(tables.count):
        if tables.starts[line + 1] - tables.starts[line] != length or tables.owners[line] != 3:
            return False
    return length >= 3


class Minimax:
    """Alpha-beta search of lines positions. One instance serves all positions of a game with these tables.

    best    the move found so far (255: none, the game is over)
    score   its score 0..4095 for the side to move (search/state.py: DRAW, WIN - n, LOSS + n, or an estimate)
    proven  True if the score is no estimate
    depth   the last depth that was searched whole, in plies
    nodes   positions visited
    looking_at  the root move under consideration
    node_us      about how long a node takes on the Pico, in microseconds, while the answer is sought exactly
    slice_nodes  a budget for `step` that takes 4 to 8 ms there, 10 at most, at the stage the search is at: a node of the
                 solver takes 15 to 60 us, of the kernel 90 on 3x3, 150 to 500 on 8x8
    """

    def __init__(self, tables, table=None):
        self.points, self.sides = tables.points, tables.sides
        self.line_state = st.LineState(tables)
        self.table = table or new_table()
        self._words = self.line_state.words
        self.scores = st.words(tables.points)  # per point, with `every`: the score of a root move
        self.known = bytearray(tables.points)  # per point, with `every`: 1 if its outcome is proven, 2 if its score is
        self._solver = self._every_move = None
        if solvable(tables):
            from glowgrid.search.solver import Solver  # the heap of the Pico: only where it is of use

            self._solver = Solver(tables, self.line_state.order, self.table)
        self._threats = None
        met = len(tables.through)
        self._kernel_us = 60 + 24 * met // tables.points
        self.node_us = SOLVER_US if self._solver else self._kernel_us
        leaf_us = 60 + 13 * met // tables.points  # a node of the kernel that has no moves to rank
        self._deepening_slice = SLICE_US // leaf_us
        self._threat_cost = 1 + met // 480  # such nodes take as long as one of the threat search
        self._stack = st.words(st.FRAME * (tables.points + 3))
        self._control = st.words(12)
        ranked = min(tables.points, MOST_RANKS // tables.points)
        self._ranks = bytearray(ranked * tables.points)
        self._control[st.RANKED] = ranked
        self._control[st.RANK_COST] = (3 * met // 4 + 2 * tables.count + tables.points + leaf_us // 2) // leaf_us
        if self._solver is None and tables.sides == 2:
            from glowgrid.search.threats import Threats

            self._threats = Threats(tables.points, self._words, self._ranks)
        self.moves = bytearray(tables.points)  # the root moves, best first
        self._root = bytearray(tables.points)  # cells of the position that is searched
        self.done = True
        self.best = self.looking_at = st.NO_POINT
        self.score = st.DRAW
        self.depth = self.nodes = 0
        self.proven = False
        self.slice_nodes = self._deepening_slice
        self._struck = False  # some moves were left out unseen: what is found without them proves a win only
        # `start` and `step` allocate nothing, and an attribute that is not there yet would be allocated.
        self.limits = None
        self.every = self._held = self._holding = self._searching = self._solving = self._using_solver = False
        self._classifying = self._threatening = False
        self.me = self._plies = self._empty = 0
        self.count = self._at = self._depth = self._best_score = self._unsure = self._beta = self._nodes_end = 0

    def start(self, position, limits, every=False):
        """Begin to search `position` within `limits`.

        With `every`, each root move gets its exact score (fewest plies to a win, most to a loss) as far as the limits
        go, in `scores` and `known`; without, only the best move counts and forced replies do not count as depth.
        """
        self._root[:] = position.cells
        self._plies = position.plies
        self._empty = position.points - position.plies
        self.me = position.to_move
        self.every = every
        self.limits = limits
        self.nodes = self.depth = 0
        self.score = self._held = st.DRAW
        self.proven = self._searching = self._solving = self._classifying = self._threatening = False
        self.best = self.looking_at = self._holding = st.NO_POINT
        self.done = position.is_over()
        if self.done:
            return
        whole = limits.reach_the_end(self._empty)
        self._using_solver = whole and self._solver is not None
        if self._using_solver:
            if every:
                if self._every_move is None:
                    from glowgrid.search.every_move import EveryMove  # only once a hint or the coach wants it: heap

                    self._every_move = EveryMove(self._solver, self.scores, self.known)
                self._every_move.start(position, limits.nodes)
            else:
                self._solver.start(position)
            self.slice_nodes = SOLVER_SLICE
            return
        self._load()
        if not every and limits.depth >= self._empty and self._threats and not self._words[8 * self.me + st.READY]:
            self._threatening = True
            self._threats.start(self.me, self.moves, self.count, limits.nodes >> 1)
        elif whole and not every and self._may_solve():
            self._begin_solving()
        else:
            self._begin_deepening()

    def _kernel_nodes(self, nodes):
        """How many nodes of the kernel take as long as so many of those that limits count (node_us)."""
        return nodes if self.every else nodes * self.node_us // self._kernel_us

    def classify(self, position, nodes):
        """Begin to find out of every root move whether it wins, draws or loses against all others, at most `nodes`.

        As far as the nodes go, `known` is then 1 and `scores` above, at or below DRAW; one winning move is enough.
        """
        self.start(position, Limits(nodes), every=True)
        if not self.done:
            self._classifying = True
            self._begin_solving()
            self._nodes_end = nodes

    def _load(self):
        """Get the position into the words of the kernel, and its moves into order."""
        self.slice_nodes = self._deepening_slice
        self.line_state.load(self._root)
        clear(self.table, len(self.table))
        self._control[st.ME] = self.me
        self._control[st.MASK] = (len(self.table) >> 1) - 1
        self._list_moves()

    def _list_moves(self):
        """The root moves in the order to try them: a win, then a forced block, then the points by their lines."""
        self.count = 0
        ready = False
        for side in range(1, self.sides + 1):
            if self._words[8 * side + st.READY]:
                ready = True
        for front in _FRONT_FIRST if ready else _ALL_ALIKE:
            for point in self.line_state.order:
                if not self._root[point]:
                    self.known[point] = 0
                    if not ready or self._urgent(point) == front:
                        self.moves[self.count] = point
                        self.count += 1
        if self.limits.overlook:
            self.count = overlooked(self.moves, self.count, self._root, self._plies, self.limits)
        self._struck = self.count < self._empty
        self.best = self.moves[0]

    def _urgent(self, point):
        """Does it win at once, or, if nothing does, stop a win of another side?"""
        if self._words[8 * self.me + st.READY]:
            return self.line_state.wins_at(self.me, point)
        for side in range(1, self.sides + 1):
            if self.line_state.wins_at(side, point):
                return True
        return False

    def step(self, budget):
        """Visit at most `budget` nodes; True when the search has finished. Allocates nothing."""
        control = self._control
        while budget > 0 and not self.done:
            if self._using_solver:
                if self.every:
                    self._step_every_move(budget)
                else:
                    self._step_solver(budget)
                return self.done
            elif self._threatening:
                budget -= self._step_threats(budget)
            elif self._searching:
                before = control[st.NODES]
                left = self._nodes_end - self.nodes
                order, ranks = self.line_state.order, self._ranks
                budget -= alpha_beta(0, 0, min(budget, left), self._words, self._stack, control, self.table, order, ranks)
                self.nodes += control[st.NODES] - before
                if control[st.PHASE] == st.DONE:
                    self._searching = False
                    lift(self.looking_at, self.me, self._words)
                    self._move_scored(control[st.VALUE], control[st.VALUE_UNSURE])
                if self.nodes >= self._nodes_end and not self.done:
                    self._out_of_nodes()
            elif self._at < self.count:
                self._begin_move(self.moves[self._at])
                budget -= ROOT_MOVE_COST
            elif self._solving:
                self._end_solving()
            else:
                self._end_iteration()
        if self._struck and self.score <= st.SURE_WIN:
            self.proven = False
        return self.done

    def _step_solver(self, budget):
        """Some nodes of the solver. What it finds is the answer; without one the kernel goes on, with the next budget: its
        nodes take three times as long."""
        solver = self._solver
        before = solver.nodes
        left = self.limits.nodes - (self.limits.nodes >> 2) - before
        solved = solver.step(min(budget, left))
        self.nodes = solver.nodes
        self.looking_at = solver.looking_at()
        if solved or (solver.value and self.nodes - before >= left):
            self._take_solution()
        elif self.nodes - before >= left:
            self._end_solver()

    def _take_solution(self):
        solver = self._solver
        self.best = solver.best
        self.proven = self.done = True
        self.depth = self._empty
        if solver.value == SOLVED_WIN:
            self.score = st.WIN - (solver.plies or self._empty)
        elif solver.value != SOLVED_DRAW:
            self.score = st.LOSS + (solver.plies or self._empty)

    def _step_every_move(self, budget):
        every = self._every_move
        self.done = every.step(budget)
        self.nodes, self.looking_at = self._solver.nodes, every.looking_at
        self.best, self.score = every.best, every.score
        self.proven = not every.left
        self.depth = every.horizon if every.left else self._empty

    def _step_threats(self, budget):
        """Some nodes of the threat search; returns how many. A win by threats alone is the answer, else the moves that
        leave the other side none are searched on."""
        threats = self._threats
        before = self.nodes
        cost = self._threat_cost
        finished = threats.step(max(budget // cost, 1))
        self.nodes = threats.nodes
        self.looking_at = threats.looking_at
        if finished:
            self._threatening = False
            if threats.best != st.NO_POINT:
                self.best, self.score, self.depth = threats.best, st.WIN - threats.plies, threats.plies
                self.proven = self.done = True
            else:
                self.count = threats.count
                self._struck = self._struck or threats.untried
                self.best = self.moves[0]
                if self._may_solve():
                    self._begin_solving()
                else:
                    self._begin_deepening()
        return max((self.nodes - before) * cost, 1)

    def _end_solver(self):
        self._using_solver = False
        self._load()
        self._begin_deepening()

    def _out_of_nodes(self):
        if self._solving:
            self.unwind()
            self._end_solving()
            return
        if self.score < st.SURE_LOSS and self._at < self.count:
            self.best, self.score, self.proven = self.moves[self._at], st.DRAW, False  # what was not looked at may hold
        self._finish()

    def _finish(self):
        """The answer stands. A move known to win or to draw is not given up for one that only looks better."""
        self.done = True
        if self._holding != st.NO_POINT and not (self.proven and self.score > st.DRAW):
            self.best, self.score, self.proven = self._holding, self._held, self._held > st.DRAW

    def unwind(self):
        """Lift the stones of a search that was cut off by its limits: the words are the root's again."""
        if not self._searching:
            return
        self._searching = False
        ply, side = self._control[st.PLY], self._control[st.SIDE]
        while ply > 1:
            ply -= 1
            side = side - 1 or self.sides
            lift(self._stack[st.FRAME * ply + st.CURRENT], side, self._words)
        lift(self.looking_at, self.me, self._words)

    # Solving: who wins at the end of the game, no matter in how many plies.

    def _may_solve(self):
        """Is it worth trying? Not while too many lines are open."""
        worth = 0
        for side in range(1, self.sides + 1):
            worth += self._words[8 * side + st.WORTH]
        return worth <= MOST_WORTH

    def _begin_solving(self):
        self._control[st.EXTEND] = self._control[st.ESTIMATE] = 0
        self._nodes_end = self.nodes + (self.limits.nodes - self.nodes >> 1)
        self._solving = True
        self._beta = st.DRAW + 1
        self._begin_iteration(self._empty)
        self._best_score = st.DRAW - 1

    def _end_solving(self):
        """All moves are decided, or half of the nodes are used up: then the rest goes into deepening."""
        self._solving = False
        if self._classifying:
            self.done = True
            return
        if self._best_score >= st.DRAW:
            if self._at == self.count or self._best_score > st.DRAW:
                self.depth = self._depth
                self.done = True
                return
            self._holding = self.best
        self._begin_deepening()

    # Iterative deepening: the best move as far as one can see, or the exact score of every move.

    def _begin_deepening(self):
        self._control[st.EXTEND] = self._control[st.ESTIMATE] = 0 if self.every else 1
        self._nodes_end = self.nodes + self._kernel_nodes(self.limits.nodes - self.nodes)
        self._beta = 4095
        self._begin_iteration(1)

    def _begin_iteration(self, depth):
        self._depth = depth
        self._at = 0
        self._best_score = 0
        self._unsure = 0

    def _begin_move(self, point):
        self.looking_at = point
        if self.every and self.known[point]:
            self._move_scored(self.scores[point], 0)
        elif self.line_state.wins_at(self.me, point):
            self._move_scored(st.WIN - 1, 0)
        else:
            place(point, self.me, self._words)
            stack, control = self._stack, self._control
            if self._classifying:
                stack[st.FRAME + st.ALPHA] = st.DRAW - 1
            else:
                stack[st.FRAME + st.ALPHA] = 0 if self.every else self._best_score
            stack[st.FRAME + st.BETA] = self._beta
            stack[st.FRAME + st.DEPTH] = self._depth - 1
            control[st.PHASE] = st.ENTER
            control[st.PLY] = 1
            control[st.SIDE] = self.me % self.sides + 1
            control[st.NODES] = 0
            self._searching = True

    def _move_scored(self, score, unsure):
        point = self.looking_at
        if score > st.SURE_WIN or score < st.SURE_LOSS:
            unsure = 0
        if self.every:
            self.scores[point] = score
            self.known[point] = 0 if unsure else 2
        self._unsure |= unsure
        if score > self._best_score:
            self._best_score = score
            # The first move of an iteration is the best of the one before: what beats it is better for certain.
            self.best, self.score = point, score
            self.proven = not unsure
            at = self._at
            while at:
                self.moves[at] = self.moves[at - 1]
                at -= 1
            self.moves[0] = point
        self._at += 1
        if self._solving and score > st.DRAW:
            self._at = self.count  # a win is enough

    def _end_iteration(self):
        self.depth = self._depth
        score = self._best_score
        sure = score > st.SURE_WIN or score < st.SURE_LOSS
        self.proven = sure or not self._unsure
        if self.every:
            self.done = not self._unsure
        else:
            self.done = self.proven or self.count == 1 and not self._may_solve()
        if self.done or self.depth >= self.limits.depth or self.depth >= self._empty:
            self._finish()
        else:
            self._begin_iteration(self._depth + 1)

    def outcome(self, point):
        """After `start(..., every=True)` with two sides: who wins if the side to move plays `point` (0 unknown, 1, 2, DRAWN)."""
        if not self.known[point]:
            return 0
        if st.SURE_LOSS <= self.scores[point] <= st.SURE_WIN:
            return st.DRAWN
        return self.me if self.scores[point] > st.SURE_WIN else 3 - self.me

    def plies(self, point):
        """The number of plies to that outcome with best play, this move counted; 0 if unknown."""
        if self.known[point] < 2:
            return 0
        outcome = self.outcome(point)
        if outcome == st.DRAWN:
            return self._empty  # a draw is a full field
        if outcome:
            return st.WIN - self.scores[point] if outcome == self.me else self.scores[point] - st.LOSS
        return 0

    def pv(self):
        """The principal variation as far as the table still has it: a list of points; only the best move while searching."""
        line = []
        if self.best == st.NO_POINT:
            return line
        line.append(self.best)
        if not self.done:
            return line
        self.line_state.load(self._root)
        words, table, side = self._words, self.table, self.me
        place(self.best, side, words)
        while words[st.EMPTY]:
            k = 2 * ((words[st.HASH] + self.me) & self._control[st.MASK])
            point = table[k + 1] >> 12 & 255
            if table[k] != words[st.VERIFY] ^ self.me or point == st.NO_POINT:
                break
            side = side % self.sides + 1
            line.append(point)
            place(point, side, words)
        return line
