"""Paranoid, for three sides on lines: what does each move force against both other sides together?

Paranoid asks what each move forces, from solved positions or by search. It plays a winning move and never
gives up a drawing move for one that may lose. Playouts choose among the rest (playouts.py). max_n.py answers a
person's questions: what follows if every side plays for itself.

A move need not keep its max^n outcome. Against two sides that win, block or else play anywhere, the best play wins
98.6, 95.6 and 74.1% from seats 1 to 3, but 97.0, 88.5 and 65.9% if it also keeps that (all positions enumerated).
"""

from glowgrid.search.lines.root import AlphaBeta
from glowgrid.search.lines.solved_file import PARANOID_PLIES
from glowgrid.search.verdict import DRAW

LOST, DRAWS, WON = range(3)  # what a move forces against both others
_UNKNOWN = 255


class Paranoid(AlphaBeta):
    """What does each move force against both other sides together? One winning move is enough.

    forced   forced[point]: LOST, DRAWS, WON or _UNKNOWN (bytearray)
    """

    share = 6
    ENOUGH = DRAW + 1

    def __init__(self, root, solved):
        super().__init__(root)
        self._solved = solved
        self.forced = bytearray(root.points)

    def start(self, position, limits, verdict, every, work):
        if every or not limits.reach_the_end(verdict.empty):
            return False
        self._begin(position, limits, verdict)
        self._begin_round(verdict.empty, DRAW - 1)
        self._forget()
        if self._solved and self._solved.holds(position, PARANOID_PLIES):
            self._look_up(position)
        return True

    def _forget(self):
        for point in range(len(self.forced)):
            self.forced[point] = _UNKNOWN

    def _look_up(self, position):
        """Look up what each move forces: 2 ms instead of a search of seconds."""
        root = self._root
        for i in range(root.count):
            point = root.moves[i]
            self.forced[point] = self._solved.paranoid(position, point)
        self.stop()

    def _alpha(self):
        return DRAW - 1

    def _note(self, score, unsure):
        if not unsure:
            self.forced[self._verdict.looking_at] = WON if score > DRAW else DRAWS if score == DRAW else LOST

    def _scored(self, score, unsure):
        super()._scored(score, unsure)
        if score > DRAW:
            self.stop()

    def _end_round(self):
        self.stop()

    def stop(self):
        root, verdict = self._root, self._verdict
        root.unwind()
        self.done = True
        for i in range(root.count):
            point = root.moves[i]
            if self.forced[point] == WON:
                verdict.choose(point, verdict.win_in(0), True)
                verdict.put(point, verdict.me)
                verdict.settled = True
                return

    def shortlist(self, listed):
        """Put the moves that may be best into `listed` (bytearray) and return how many there are.

        These are the moves that hold a draw; else those not known to lose; else all.
        """
        return self._list(DRAWS, listed) or self._list(_UNKNOWN, listed) or self._list(LOST, listed)

    def proves_draw(self):
        """Return whether a draw is the best that any move forces. Called only if no move wins."""
        root, draws = self._root, False
        for i in range(root.count):
            forced = self.forced[root.moves[i]]
            if forced == _UNKNOWN:
                return False
            draws = draws or forced == DRAWS
        return draws and not root.untried

    def _list(self, wanted, listed):
        count = 0
        for point in range(self._root.points):
            if self.forced[point] == wanted and self._is_move(point):
                listed[count] = point
                count += 1
        return count

    def _is_move(self, point):
        """Return whether the point is one of the root moves."""
        root = self._root
        for i in range(root.count):
            if root.moves[i] == point:
                return True
        return False
