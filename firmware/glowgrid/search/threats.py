"""Before the engine looks at every move: is there a win by fours and open threes, and which moves leave the other none?

    threats.start(me, moves, count, nodes)
    while not threats.step(200): ...
    threats.best (NO_POINT, or a move that wins within threats.plies), threats.count (moves[:count] are left to choose from)

Moves are struck out of `moves` when the other side wins after them; those that lose last stay if all do.
"""

from glowgrid.search.attack import attack, sort
from glowgrid.search.kernel import lift, place, rank
from glowgrid.search.state import NO_POINT, words

# Words of `control` (search/attack.py).
PHASE, PLY, VALUE, NODES, ATTACKER, PLIES, BEST, HINT = range(8)
ENTER, DONE = 0, 3

MOST_PLIES = 11
_OWN, _PASS, _EACH, _DONE = range(4)  # stages: a win of my own; what if I passed; each of my moves


class Threats:
    """The threat search on the words of a LineState of two sides. `ranks`: a bytearray, so many bytes per ply and point."""

    def __init__(self, points, state_words, ranks):
        self._words, self._ranks = state_words, ranks
        self._most_plies = min(len(ranks) // points, MOST_PLIES)
        self._control = words(8)
        self._stack = words(2 * (MOST_PLIES + 1))
        self.best = self.looking_at = NO_POINT
        self.plies = self.count = self.nodes = 0
        self._moves = None
        self._me = self._stage = self._plies = self._limit = self._end = self._at = self._left = 0
        self._placed = self.untried = False  # untried: some of the moves struck out were not looked at

    def start(self, me, moves, count, nodes):
        """The words hold the position, side `me` is to move and cannot win at once; `moves` is changed in place."""
        self._me, self._moves, self.count = me, moves, count
        self.best, self.nodes = NO_POINT, 0
        self._stage = _OWN
        self._end = nodes >> 1
        self._limit = nodes
        self._placed = self.untried = False
        self._sort()
        self._control[HINT] = NO_POINT
        self._begin(me, 3)

    def _sort(self):
        """The moves through the lines that are worth most come first: what stops an attack is among them."""
        rank(0, 0, self._words, self._ranks, 0)
        sort(self._moves, self.count, self._ranks)

    def _begin(self, attacker, plies):
        control = self._control
        control[PHASE] = ENTER
        control[PLY] = control[NODES] = 0
        control[ATTACKER] = attacker
        control[PLIES] = self._plies = plies

    def step(self, budget):
        """Visit at most `budget` nodes; True when done. Allocates nothing."""
        control = self._control
        while budget > 0 and self._stage != _DONE:
            before = control[NODES]
            attack(min(budget, self._end - self.nodes), self._words, self._stack, control, self._ranks)
            used = control[NODES] - before
            self.nodes += used
            budget -= used
            if control[PHASE] == DONE:
                self._found(control[VALUE])
            elif self.nodes >= self._end:
                self._out_of_nodes()
        return self._stage == _DONE

    def _found(self, wins):
        if self._stage == _OWN:
            if wins and self._may_play(self._control[BEST]):
                self.best, self.plies = self._control[BEST], self._plies
                self._stage = _DONE
            elif self._plies + 2 <= self._most_plies:
                self._begin(self._me, self._plies + 2)
            else:
                self._begin_pass()
        elif self._stage == _PASS:
            if wins:
                self._control[HINT] = self._control[BEST]
                self._begin_each()
            elif self._plies + 2 <= self._most_plies:
                self._begin(3 - self._me, self._plies + 2)
            else:
                self._stage = _DONE
        else:
            self._move_judged(wins)

    def _may_play(self, point):
        """Is the point among the moves? It may have been overlooked."""
        for i in range(self.count):
            if self._moves[i] == point:
                return True
        return False

    def _begin_pass(self):
        self._stage = _PASS
        self._end = self.nodes + (self._limit - self.nodes >> 1)
        self._begin(3 - self._me, 1)

    def _begin_each(self):
        self._stage = _EACH
        self._end = self._limit
        self._at = self._left = 0
        self._try()

    def _try(self):
        self.looking_at = self._moves[self._at]
        place(self.looking_at, self._me, self._words)
        self._placed = True
        self._begin(3 - self._me, self._plies)

    def _lift(self):
        lift(self.looking_at, self._me, self._words)
        self._placed = False

    def _move_judged(self, loses):
        """Moves that hold so far go to the front; after the last one only they are left, unless none is."""
        self._lift()
        moves = self._moves
        if not loses:
            moves[self._at], moves[self._left] = moves[self._left], moves[self._at]
            self._left += 1
        self._at += 1
        if self._at < self.count:
            self._try()
        elif not self._left:
            self._stage = _DONE
        else:
            self.count = self._left
            if self.count > 1 and self._plies + 2 <= self._most_plies:
                self._plies += 2
                self._begin_each()
            else:
                self._stage = _DONE

    def _out_of_nodes(self):
        if self._stage == _OWN:
            self._unwind(self._me)
            self._begin_pass()
        else:
            self._unwind(3 - self._me)
            if self._placed:
                self._lift()
            if self._stage == _EACH and self._left:
                self.untried = self._left < self.count
                self.count = self._left  # what was not tried stops less
            self._stage = _DONE

    def _unwind(self, side):
        """Lift the stones of an attack that was cut off."""
        ply = self._control[PLY]
        while ply:
            ply -= 1
            lift(self._stack[2 * ply + 1], side if not ply & 1 else 3 - side, self._words)
