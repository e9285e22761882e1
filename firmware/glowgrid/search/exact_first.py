"""Connection games on small fields: who wins is proven if a part of the nodes suffices for it, else it is estimated.

    engine.start(position, limits); while not engine.step(20): ...

The same attributes as search/connection.py, whose engine gets the nodes that are left and makes do with what is proven.
"""

import gc

from glowgrid.search import state as st
from glowgrid.search.limits import Limits

LOSS, DRAW, WIN = 1, 2, 3  # values of a solver


def solver_for(engine, tables):
    """The solver for a game with these tables, None if it does not suit any. It works in the engine's buffers."""
    gc.collect()
    if engine.hex:
        from glowgrid.search.hex_shape import hex_solvable
        from glowgrid.search.hex_solver import HexSolver

        return HexSolver(tables, engine.table, engine.spare) if hex_solvable(tables) else None
    from glowgrid.search.group_solver import GroupSolver, group_solvable

    return GroupSolver(tables, engine.table) if group_solvable(tables) else None


class ExactFirst:
    """A solver before an engine that estimates. A node is one of the engine's; the solver's are counted by their time."""

    def __init__(self, engine, solver):
        self.engine, self.solver = engine, solver
        self.points, self.table = engine.points, engine.table
        self.node_us, self.slice_nodes = engine.node_us, engine.slice_nodes
        self._rest = Limits(0)
        self._position = None
        self.done = True
        self.best = self.looking_at = st.NO_POINT
        self.score = st.DRAW
        self.depth = self.nodes = self.me = 0
        self.proven = self.swap = self.every = False
        self._solving = self._tried = self._asked = self._may_swap = False
        self._most = self._before = self._empty = 0

    def start(self, position, limits, every=False):
        """Begin to search `position` within `limits`; with `every` to find out of each move who wins, as far as they go."""
        self._position = position
        self._empty = position.points - position.plies
        self._may_swap = position.may_swap()
        self.me, self.every = position.to_move, every
        self.best = self.looking_at = st.NO_POINT
        self.score = st.DRAW
        self.nodes = self.depth = 0
        self.proven = self.swap = self._asked = False
        self.done = position.is_over()
        rest = self._rest
        rest.nodes, rest.depth = limits.nodes, limits.depth
        rest.overlook, rest.seed = limits.overlook, limits.seed
        self._tried = self._solving = False
        if self.done:
            return
        self._ask()  # it sees a win at once, and two of the other side
        # A first stone that may be taken over must be neither won nor lost: that is to be estimated.
        balance = position.may_be_taken_over() and not every
        if not self.done and not balance and limits.reach_the_end(self._empty):
            self._solving = self._tried = True
            self._asked = False
            self._most = limits.nodes * self.solver.share // 8 * self.node_us // self.solver.node_us
            self.solver.start(position, every)

    def step(self, budget):
        """Visit at most `budget` nodes; True when the search has finished. Allocates nothing."""
        if self.done:
            return True
        if self._solving:
            self._solve(max(budget * self.node_us // self.solver.node_us, 1))
        else:
            self.done = self.engine.step(budget)
            self._take_estimate()
        return self.done

    def _solve(self, budget):
        solver = self.solver
        solved = solver.step(min(budget, self._most - solver.nodes))
        self.nodes = solver.nodes * solver.node_us // self.node_us
        self.best = self.looking_at = solver.looking_at()
        if solved:
            self.proven = True
            self.depth = self._empty
            if solver.value >= DRAW:
                self._solving = False
                self.best = solver.best
                self.score = st.WIN - self._empty if solver.value == WIN else st.DRAW
                self.done = True
                return
            self.score = st.LOSS + self._empty
            self.swap = self._may_swap
        if solved or solver.nodes >= self._most:
            self._ask()

    def _ask(self):
        """Let the engine estimate; where all is lost, what resists best."""
        self._solving = False
        self._asked = True
        self._before = self.nodes
        self._rest.nodes = max(self._rest.nodes - self.nodes, 1)
        self.engine.start(self._position, self._rest, self.every and not self.proven)
        self.done = self.engine.done
        self._take_estimate()

    def _take_estimate(self):
        engine = self.engine
        self.best, self.looking_at = engine.best, engine.looking_at
        self.nodes = self._before + engine.nodes
        if self.proven and self._tried:
            return  # lost, by the solver
        self.score, self.depth = engine.score, engine.depth
        self.proven, self.swap = engine.proven, engine.swap
        if self._tried and self.done and not engine.proven and self.solver.outcome(self.best) == 3 - self.me:
            self._avoid_losses()

    def _avoid_losses(self):
        """The engine's move is refuted: the best of those that are not."""
        most = -2
        for point in range(self.points):
            if not self._position.cells[point] and self.solver.outcome(point) != 3 - self.me:
                likely = self.engine.estimate(point)
                if likely > most:
                    most = likely
                    self.best = point
        self.score = st.DRAW if most < 0 else st.DRAW + (most - 50) * 20  # 2,000 for what is certain, as the engine has it
        self.swap = self._may_swap and self.score < st.DRAW

    def outcome(self, point):
        """Who wins if the side to move plays `point` (1, 2, DRAWN), 0 if that is not proven."""
        winner = self.solver.outcome(point) if self._tried else 0
        if not winner and self._asked:
            winner = self.engine.outcome(point)
        return winner

    def estimate(self, point):
        """Percent of playouts that the side to move won after that move, or what is proven; -1 if it was never looked at."""
        winner = self.outcome(point)
        if winner:
            return 50 if winner == st.DRAWN else 100 if winner == self.me else 0
        return self.engine.estimate(point) if self._asked else -1

    def plies(self, point):
        """1 where the side to move wins at once, else 0: unknown."""
        return self.engine.plies(point) if self._asked else 0

    def pv(self):
        """The best move alone, in a list."""
        return [] if self.best == st.NO_POINT else [self.best]
