"""Before all moves are searched: is there a win by threats (attack.py), and which moves leave the other side none?"""

import micropython

from glowgrid.search.engine import Stage
from glowgrid.search.lines.attack import ATTACK_WINS, FIRST_MOVE, NODES, RESULT, attack, begin, new_control, unwind
from glowgrid.search.lines.stones import lift, place, rank
from glowgrid.search.verdict import NO_MOVE


@micropython.viper
def sort(moves: ptr8, count: int, ranks: ptr8):
    """Sort the first `count` moves (points) by rank, highest first; equal ones keep their order."""
    done = 1
    while done < count:
        move = int(moves[done])
        at = done
        while at and int(ranks[int(moves[at - 1])]) < int(ranks[move]):
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = move
        done += 1


_MOST_PLIES = 11
# Questions: Do I win? Would the other side, if I passed? Does it, after each of my moves?
_OWN, _PASS, _EACH = range(3)


class Threats(Stage):
    """The threat search at the root of a lines game of two sides.

    A win by threats alone is the answer. Otherwise moves after which the other side wins by threats are removed from
    root.moves, unless that would remove all.
    """

    share = 5

    def __init__(self, root):
        self._root = root
        self._verdict = None
        self.done = True
        self._words = root.stones.words
        self._most_plies = min(len(root.ranks) // root.points, _MOST_PLIES)
        self._control = new_control(_MOST_PLIES)
        self._buffers = [self._control, self._words, root.ranks]
        self._hint = NO_MOVE
        self._node_work = root.node_work * 5 // 3  # a node looks at all lines twice
        self._question = self._plies = self._at = self._left = 0
        self._end = 0  # work of this stage by which the question must be answered
        self._used = self._share = 0
        self._placed = NO_MOVE

    def start(self, position, limits, verdict, every, work):
        if every or limits.depth < verdict.empty:
            return False
        root = self._root
        root.load(position, limits, verdict)
        if root.stones.can_win(root.me):
            return False
        self._verdict = verdict
        self.done = False
        self._used, self._share = 0, work
        self._placed = NO_MOVE
        # The moves through the most valuable lines come first: they include those that stop an attack.
        rank(self._words, root.ranks, 0)
        sort(root.moves, root.count, root.ranks)
        self._hint = NO_MOVE
        self._question, self._end = _OWN, work >> 1
        self._begin(root.me, 3)
        return True

    def _begin(self, attacker, plies):
        self._plies = plies
        begin(attacker, plies, self._hint, self._buffers)

    def step(self, work):
        before = self._used
        while self._used - before < work and not self.done:
            counted = self._control[NODES]
            nodes = max((min(before + work, self._end) - self._used) // self._node_work, 1)
            attack(nodes, self._buffers)
            nodes = self._control[NODES] - counted
            self._used += nodes * self._node_work
            self._verdict.nodes += nodes
            if self._control[RESULT]:
                self._answered(self._control[RESULT] == ATTACK_WINS)
            elif self._used >= self._end:
                self._give_up()
        return self._used - before

    def stop(self):
        self._give_up()
        if not self.done:  # the question was whether I win: no work is left for the next one
            unwind(self._buffers)
            self.done = True

    def _answered(self, wins):
        root = self._root
        if self._question == _OWN:
            if wins and self._is_listed(self._control[FIRST_MOVE]):
                verdict, plies = self._verdict, self._plies
                verdict.choose(self._control[FIRST_MOVE], verdict.win_in(plies), True)
                verdict.put(verdict.best, verdict.me, plies)
                verdict.depth = plies
                self.done = verdict.settled = True
            elif self._plies + 2 <= self._most_plies:
                self._begin(root.me, self._plies + 2)
            else:
                self._ask_what_if_i_pass()
        elif self._question == _PASS:
            if wins:
                self._hint = self._control[FIRST_MOVE]
                self._ask_after_each_move()
            elif self._plies + 2 <= self._most_plies:
                self._begin(3 - root.me, self._plies + 2)
            else:
                self._end_stage()
        else:
            self._judge_move(wins)

    def _is_listed(self, point):
        """Return whether the point is one of the moves."""
        root = self._root
        for i in range(root.count):
            if root.moves[i] == point:
                return True
        return False

    def _ask_what_if_i_pass(self):
        self._question = _PASS
        self._end = self._used + (self._share - self._used >> 1)
        self._begin(3 - self._root.me, 1)

    def _ask_after_each_move(self):
        self._question, self._end = _EACH, self._share
        self._at = self._left = 0
        self._try_move()

    def _try_move(self):
        root = self._root
        self._placed = self._verdict.looking_at = root.moves[self._at]
        place(self._placed, root.me, self._words)
        self._begin(3 - root.me, self._plies)

    def _lift(self):
        if self._placed != NO_MOVE:
            lift(self._placed, self._root.me, self._words)
            self._placed = NO_MOVE

    def _judge_move(self, loses):
        """Move the moves that hold to the front; after the last one, keep only these, if there are any."""
        root, verdict = self._root, self._verdict
        moves = root.moves
        if loses:
            verdict.put(self._placed, 3 - verdict.me)
        self._lift()
        if not loses:
            moves[self._at], moves[self._left] = moves[self._left], moves[self._at]
            self._left += 1
        self._at += 1
        if self._at < root.count:
            self._try_move()
        elif not self._left:
            self._end_stage()
        else:
            root.count = self._left
            if root.count > 1 and self._plies + 2 <= self._most_plies:
                self._plies += 2
                self._ask_after_each_move()
            else:
                self._end_stage()

    def _give_up(self):
        """The question has used up its share of the work."""
        root = self._root
        if self._question == _OWN:
            unwind(self._buffers)
            self._ask_what_if_i_pass()
            return
        unwind(self._buffers)
        self._lift()
        if self._question == _EACH and self._left:
            root.untried = root.untried or self._left < root.count
            root.count = self._left  # moves not tried are less likely to stop the attack
        self._end_stage()

    def _end_stage(self):
        self.done = True
        self._verdict.best = self._root.moves[0]
