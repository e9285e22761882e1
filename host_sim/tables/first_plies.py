"""The first plies of the three-player game on 4x4: outcomes by max^n from its file of solved positions."""

from itertools import combinations

from glowgrid.rules.notation import point_name

from ..theory.formal.solved_table import MAX_N_PLIES, POINTS, Table
from .complete import ways
from .point_names import in_order, stones_text

PLIES = MAX_N_PLIES


class FirstPlies:
    """The table of all positions after at most PLIES plies, a part for each ply.

    No positions are equal here: of moves that are as good, max^n takes the first in reading order, and turns change it.
    After the last of these plies the best moves are not known. Nobody can have won.
    """

    symmetries = ()

    def __init__(self, start):
        self._solved = Table(start.tables.solved)
        self._field = start.field

    def work(self):
        """Return how much work each part is."""
        return [ways(POINTS, 3, ply) for ply in range(PLIES + 1)]

    def rows(self, number):
        """Yield the rows of a part (see columns.COLUMNS)."""
        mover = number % 3 + 1
        for stones in _placed(range(POINTS), [(number + 2 - side) // 3 for side in range(3)]):
            best = self._best(stones, mover) if number < PLIES else None
            winner = self._solved.max_n(stones) if number else self._of_the_start()
            text = stones_text(self._text(p for p in in_order(self._field) if p in of_side) for of_side in stones)
            yield text, number, mover, winner, None, None if best is None else self._text(best), None, 1

    def _best(self, stones, mover):
        """Return the points whose outcome is as good as any for the mover: its win, else a draw, else another's win."""
        taken = {p for of_side in stones for p in of_side}
        worth = {p: self._worth(self._after(stones, mover, p), mover) for p in range(POINTS) if p not in taken}
        return [p for p in worth if worth[p] == max(worth.values())]

    def _of_the_start(self):
        """Return the outcome of the empty field, which the file leaves out: that of its first best move."""
        nobody = [()] * 3
        return self._after(nobody, 1, self._best(nobody, 1)[0])

    def _after(self, stones, mover, p):
        """Return the outcome after a stone of the mover on p."""
        side = mover - 1
        return self._solved.max_n([*stones[:side], (*stones[side], p), *stones[side + 1 :]])

    def _worth(self, outcome, mover):
        return 2 if outcome == mover else not outcome

    def _text(self, points):
        return " ".join(point_name(self._field, p) for p in points)


def is_solved(start):
    """Return whether this is the game of the file."""
    return start.sides == 3 and start.points == POINTS and start.family() == "lines" and bool(start.tables.solved)


def _placed(free, counts):
    """Yield the stones of each side, tuples of points, in every way to place these numbers."""
    if not counts:
        yield []
        return
    for chosen in combinations(free, counts[0]):
        left = [p for p in free if p not in chosen]
        for rest in _placed(left, counts[1:]):
            yield [chosen, *rest]
