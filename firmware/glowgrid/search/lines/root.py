"""The root of an alpha-beta search: its moves, and how they are searched one after the other."""

from glowgrid.memory import clear, words
from glowgrid.search.engine import Stage
from glowgrid.search.lines.alpha_beta import alpha_beta, begin
from glowgrid.search.lines.search_words import *
from glowgrid.search.lines.stones import Stones, estimate, lift, place, soonest
from glowgrid.search.verdict import LOSS, NO_MOVE, SURE_LOSS, SURE_WIN, WIN

_MOST_RANKS = 1024  # bytes for ranks of moves; if they run out, deep plies use the order of the points
_MOST_WORTH = 4096  # of the open lines of all sides together; more is not solved in time
_ROOT_MOVE_WORK = 1800  # work units: plain Python goes on to the next root move


class Root:
    """The position to search, shared by the stages of a lines engine.

    stones   the position (stones.py)
    moves    moves[:count] are the moves worth searching, best first (bytearray)
    untried  whether some moves were left out without a search: then only a win can be proven
    held     a move known to draw, or NO_MOVE
    node_work   work units on the Pico of a node without moves to rank
    """

    def __init__(self, tables, table, buffer=None):
        points = tables.points
        self.points, self.sides = points, tables.sides
        self.stones = Stones(tables, buffer)
        self.table = table
        met = self.stones.pairs
        # Measured on 3x3 to 8x8: the more lines run through a point, the more a node costs.
        self.node_work = 24 + 29 * met // (2 * points) if tables.sides == 2 else 20 * met // points + 1
        self._words = search = words(FRAMES + FRAME * (points + 3))
        ranked = min(points, _MOST_RANKS // points)
        self.ranks = bytearray(ranked * points)
        search[RANKED] = ranked
        search[RANK_COST] = (3 * met // 4 + 2 * tables.count + points + self.node_work // 2) // self.node_work
        self.moves = bytearray(points)
        self.count = self.me = 0
        self.untried = False
        self.held = self.looking_at = NO_MOVE
        self._cells = bytearray(points)
        self._search = -1  # number of the search whose position is loaded
        self._under_way = False

    def load(self, position, limits, verdict):
        """Make the position the root and list its moves, unless a stage of this search has already done so."""
        if self._search == verdict.search:
            return
        self._search = verdict.search
        self.set_up(position.cells, verdict.me)
        clear(self.table, len(self.table))
        self.held = NO_MOVE
        self._list_moves()
        self.untried = self.count < verdict.empty
        verdict.best = self.moves[0]

    def set_up(self, cells, me):
        """Make these cells the root, with side `me` to move; keep the table."""
        self.me = me
        self._under_way = False
        for point in range(self.points):  # a slice would allocate
            self._cells[point] = cells[point]
        self.stones.load(self._cells)
        self._words[ME] = me
        self._words[MASK] = (len(self.table) >> 1) - 1

    def _list_moves(self):
        """List the moves in the order to try: a win, then a forced block, then the points by their lines."""
        self.count = 0
        ready = False
        for side in range(1, self.sides + 1):
            ready = ready or self.stones.can_win(side)
        if ready:
            self._list_where(True)
        self._list_where(False if ready else None)

    def _list_where(self, urgent):
        """List the empty points that are urgent, or are not, or all (None)."""
        order = self.stones.order
        for at in range(self.points):
            if not self._cells[order[at]] and (urgent is None or self._urgent(order[at]) == urgent):
                self.moves[self.count] = order[at]
                self.count += 1

    def _urgent(self, point):
        """Return whether a point wins at once or, if none does, stops a win of another side."""
        if self.stones.can_win(self.me):
            return self.stones.wins_at(self.me, point)
        for side in range(1, self.sides + 1):
            if self.stones.wins_at(side, point):
                return True
        return False

    def _put_first(self, at):
        """Move moves[at] to the front; those before it move back by one."""
        moves, point = self.moves, self.moves[at]
        while at:
            moves[at] = moves[at - 1]
            at -= 1
        moves[0] = point

    def soonest_win(self):
        """With two sides, return the fewest plies in which one could win."""
        return soonest(self.me, self.stones.words)

    def may_be_solved(self):
        """Return whether it pays to search to the end: not while too many lines are open."""
        return self.stones.worth() <= _MOST_WORTH

    def first_sight(self, point):
        """Return the estimate of a move without a search."""
        state = self.stones.words
        place(point, self.me, state)
        score = estimate(self.me % self.sides + 1, self.me, state)
        lift(point, self.me, state)
        return score

    def set_horizon(self, estimates, sight=0):
        """Set what happens at the horizon: an estimate, and forced moves do not count as depth; or else a draw.

        sight: this many plies before the horizon, threats alone decide.
        """
        self._words[EXTEND] = self._words[ESTIMATE] = 1 if estimates else 0
        self._words[SIGHT] = sight

    def begin_move(self, point, alpha, beta, depth):
        """Begin to search what a move leads to, `depth` plies deep."""
        place(point, self.me, self.stones.words)
        begin(alpha, beta, depth, self._words, self.stones.words)
        self.looking_at = point
        self._under_way = True

    def run(self, nodes):
        """Go on for about `nodes` nodes; return how many were used, ranking included."""
        stones = self.stones
        return alpha_beta(nodes, self._words, stones.words, self.table, stones.order, self.ranks)

    def is_searched(self):
        """Return whether the search of the move has finished; if so, take the move back."""
        if self._words[PHASE] != DONE:
            return False
        self._under_way = False
        lift(self.looking_at, self.me, self.stones.words)
        return True

    def nodes(self):
        """Return how many positions the search of this move has entered so far."""
        return self._words[NODES]

    def score(self):
        """Return the score of the last move searched."""
        return self._words[VALUE]

    def unsure(self):
        """Return 1 if that score depends on an estimate, else 0."""
        return self._words[VALUE_UNSURE]

    def unwind(self):
        """Take back the moves of an interrupted search."""
        if not self._under_way:
            return
        self._under_way = False
        ply, side = self._words[PLY], self._words[SIDE]
        while ply > 1:
            ply -= 1
            side = side - 1 or self.sides
            lift(self._words[FRAMES + FRAME * ply + CURRENT], side, self.stones.words)
        lift(self.looking_at, self.me, self.stones.words)


class AlphaBeta(Stage):
    """The common part of these stages: search the root moves one after the other, each to the same depth."""

    NODE_PERCENT = 83  # cost of a node, in percent of root.node_work
    ENOUGH = 4095  # scores from here on are all as good

    def __init__(self, root):
        self._root = root
        self._node_work = root.node_work * self.NODE_PERCENT // 100 or 1
        self._verdict = None
        self.done = True
        self._every = False
        self._most = 0  # most plies to look ahead
        self._at = self._depth = 0  # moves searched at this depth, and the depth
        self._best_score = self._unsure = 0
        self._searching = False

    def _begin(self, position, limits, verdict):
        """Load the position. The horizon counts as a draw."""
        self._root.load(position, limits, verdict)
        self._verdict = verdict
        self._root.set_horizon(False)
        self.done = self._searching = False

    def _begin_round(self, depth, least):
        """Search all root moves to this depth; ignore scores up to `least`."""
        self._depth = depth
        self._at = self._unsure = 0
        self._best_score = least

    def step(self, work):
        root = self._root
        left = total = max(work // self._node_work, 1)
        while left > 0 and not self.done:
            if self._searching:
                before = root.nodes()
                left -= root.run(left)
                self._verdict.nodes += root.nodes() - before
                if root.is_searched():
                    self._searching = False
                    self._scored(root.score(), root.unsure())
            elif self._at < root.count:
                self._verdict.looking_at = root.moves[self._at]
                self._begin_move(root.moves[self._at])
                left -= _ROOT_MOVE_WORK // self._node_work
            else:
                self._end_round()
        return (total - left) * self._node_work

    def _begin_move(self, point):
        root = self._root
        if root.stones.wins_at(root.me, point):
            self._scored(WIN - 1, 0)
        else:
            root.begin_move(point, self._alpha(), self.ENOUGH, self._depth - 1)
            self._searching = True

    def _alpha(self):
        """Return alpha: lower scores do not matter, nor does this one."""
        return self._best_score

    def _scored(self, score, unsure):
        """Take the score of the move under consideration; `unsure`: it depends on an estimate."""
        if score > SURE_WIN or score < SURE_LOSS:
            unsure = 0
        self._note(score, unsure)
        self._unsure |= unsure
        at = self._at
        self._at += 1
        if score > self._best_score:
            self._best_score = score
            # The first move of a round is the best of the round before, so a move that beats it is better.
            self._verdict.choose(self._root.moves[at], score, score > SURE_WIN)
            self._root._put_first(at)

    def _note(self, score, unsure):
        """Enter a proven score into the row of the move under consideration."""
        verdict = self._verdict
        if unsure:
            return
        if score > SURE_WIN:
            verdict.put(verdict.looking_at, verdict.me, WIN - score)
        elif score < SURE_LOSS and self._root.sides == 2:
            verdict.put(verdict.looking_at, 3 - verdict.me, score - LOSS)

    def _end_round(self):
        """All moves are searched to this depth: settle, or begin the next round."""
        raise NotImplementedError

    def _settle(self):
        """Keep the answer. One move proves a win; a draw or a loss is proven only if all moves were searched."""
        verdict, root = self._verdict, self._root
        searched = self._at == root.count and not root.untried
        sure = verdict.score < SURE_LOSS or not self._unsure
        verdict.proven = verdict.score > SURE_WIN or searched and sure
        self.done = verdict.settled = True
