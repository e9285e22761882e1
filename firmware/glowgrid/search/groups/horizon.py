"""Who wins within a number of plies? A search of the near future for each move, one ply farther each time.

An odd horizon can only show a win of the side to move, an even one only a loss. attack.py answers each question.

The stones are those of the tree (tree.py); stack and table use its buffers, which are free until it begins.
"""

from glowgrid.search.engine import Stage
from glowgrid.search.groups.attack import NO_ANSWER, answer, ask, attack, forget_all, new_control
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.groups.unions import unite, wins_in_one
from glowgrid.search.verdict import DRAW, DRAWN, LOSS, SURE_WIN, WIN

POINT_WORK = 17  # units of a position, for each point of the field
NEAR_WORK = 1_600_000  # units, half a second: estimates of the far future should not wait for long
LATE_WORK = 40_000_000  # twelve seconds: the winner is known, and the longest games would take far too long
_ABOUT_A_MOVE, _ABOUT_A_PASS = False, True  # questions


class Horizon(Stage):
    """Find for each move in how many plies it wins or loses, as far ahead as its share of the work allows.

    tree    the stage whose buffers hold the game
    memory  the buffers for its table and its stack
    share   see Stage
    late    whether to begin only if every outcome is known, and to look for the plies alone; style.py comes next
    leaves_losses  whether a loss leaves something to find out: what the winner needs
    """

    leaves_losses = False

    def __init__(self, tree, memory, share, late=False):
        self.share = share
        self._late = late
        self._tree = tree
        self._buffers = tree.buffers + [new_control(memory.table)]
        self._left = 0  # units of work
        self._node_work = POINT_WORK * len(tree.place)
        self._position = self._verdict = None
        self._at = self._plies = 0  # the point under consideration, and the horizon
        self._asking = _ABOUT_A_MOVE
        self._every = False
        self.done = True

    def start(self, position, limits, verdict, every, work):
        fair = position.tables.fair or not (position.may_swap() or position.may_be_taken_over())
        style = self._late and verdict.proven and not position.may_swap()
        if not (every or style) or not fair or not limits.reach_the_end(verdict.empty):
            return False
        self._position, self._verdict, self._every = position, verdict, every
        if self._late and every:
            if not self._all_known(verdict.outcomes):
                return False
            if not work:  # the winner is known, and there is no work left for the plies
                verdict.settled = verdict.score >= DRAW
                return False
        self._tree.load(position, verdict)
        forget_all(verdict.empty, self._buffers)
        self.done = False
        self._left = min(work, LATE_WORK if self._late and every else NEAR_WORK)
        self._plies = verdict.depth
        if not self._plies:
            self._enter_wins_at_once()
        self._recede()
        return True

    def step(self, work):
        left = total = (min(work, self._left) + self._node_work - 1) // self._node_work
        while left > 0 and not self.done:
            nodes = attack(left, self._buffers)
            left -= nodes
            self._verdict.nodes += nodes
            wins = answer(self._buffers)
            if wins != NO_ANSWER:
                self._answered(wins)
        self._left -= (total - left) * self._node_work
        if self._left <= 0 and not self.done:
            self._end()
        return (total - left) * self._node_work

    def stop(self):
        self._end()

    def _enter_wins_at_once(self):
        unite(self._buffers)
        wins_in_one(self._buffers)
        verdict, marks, place = self._verdict, self._buffers[1], self._tree.place
        for point in range(len(place)):
            if not self._position.cells[point] and marks[place[point]] & verdict.me:
                verdict.put(point, verdict.me, 1)
                verdict.choose(point, WIN - 1, True)
        self._plies = 1

    def _recede(self):
        """Go on to the next horizon, unless all is known."""
        verdict = self._verdict
        verdict.depth = self._plies
        if self._plies >= verdict.empty:
            self._enter_draws()
        soonest = not self._every and verdict.score > DRAW and verdict.plies[verdict.best]
        if soonest or self._plies >= verdict.empty or self._all_known(verdict.plies):
            verdict.depth = verdict.empty
            self._end()
            return
        self._plies += 1
        self._at = -1
        if self._plies & 1:
            self._go_on()
        else:
            self._ask(_ABOUT_A_PASS, 0)

    def _go_on(self):
        """Ask about the next move for which this horizon may show something new; after the last one look farther."""
        verdict, cells = self._verdict, self._position.cells
        wanted = self._attacker()
        point = self._at + 1
        while point < len(cells):
            if not cells[point] and not verdict.plies[point]:
                if not verdict.outcomes[point] or verdict.outcomes[point] == wanted:
                    break
            point += 1
        self._at = point
        if point == len(cells):
            self._recede()
            return
        verdict.looking_at = point
        self._ask(_ABOUT_A_MOVE, self._tree.place[point])

    def _attacker(self):
        """Return the side whose win this horizon can show."""
        return self._verdict.me if self._plies & 1 else 3 - self._verdict.me

    def _ask(self, about, place):
        """Ask about the position after a stone on `place`, or after a pass."""
        self._asking = about
        ask(self._attacker(), self._verdict.me, self._plies, place, self._buffers)

    def _answered(self, wins):
        if self._asking == _ABOUT_A_PASS:
            if wins:
                self._go_on()
            else:
                self._recede()
            return
        if wins:
            verdict = self._verdict
            verdict.put(self._at, self._attacker(), self._plies)
            if self._plies & 1 and verdict.score < WIN - self._plies:
                verdict.choose(self._at, WIN - self._plies, True)
        self._go_on()

    def _all_known(self, rows):
        """Return whether the row of every empty point has an entry."""
        cells = self._position.cells
        for point in range(len(cells)):
            if not cells[point] and not rows[point]:
                return False
        return True

    def _enter_draws(self):
        """Enter a draw for every move not known to win or lose: no side can force more."""
        verdict, cells = self._verdict, self._position.cells
        for point in range(len(cells)):
            if not cells[point] and not verdict.plies[point]:
                verdict.put(point, DRAWN, verdict.empty)

    def _end(self):
        """Choose the soonest win. If all is known and no move wins: a draw, else the latest loss."""
        verdict, cells = self._verdict, self._position.cells
        self.done = True
        known = self._all_known(verdict.plies)
        if known:
            verdict.score = 0
        for point in range(len(cells)):
            plies, outcome = verdict.plies[point], verdict.outcomes[point]
            if plies and not cells[point]:
                score = WIN - plies if outcome == verdict.me else DRAW if outcome == DRAWN else LOSS + plies
                if score > verdict.score and (known or score > SURE_WIN):
                    verdict.choose(point, score, True)
        may_swap = self._position.may_swap()
        over = self._every and known or self._late and verdict.score >= DRAW
        verdict.settled = over and (may_swap or not (self._late or self.leaves_losses and verdict.score < DRAW))
        if verdict.settled and may_swap:
            enter_swap(self._position, verdict)
