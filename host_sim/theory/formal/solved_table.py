"""The table of solved positions of three players on 4x4: outcomes of the first moves, which no search here reaches.

`glowgrid/games/three_player.bin` holds two bits a position, four to a byte, the lowest first: what the side that has
just moved can force against both others (0 nothing, 1 a draw, 2 its win) after 1 to 4 moves, then who wins by max^n
(1, 2, 3; 0: a draw) after 1 to 5. The search of the firmware made the file; tests compare it with masks.py.

A position's place: the stones of side 1 are a choice of points, and have a place among all such choices (x1 < x2 < ...
have C(x1, 1) + C(x2, 2) + ...); then those of side 2 among the points that are left, and so on.
"""

from math import comb, prod
from pathlib import Path

POINTS = 16
FORCED_PLIES, MAX_N_PLIES = 4, 5


class Table:
    """The table in a file. A position is three sets of point numbers 0 to 15 in reading order, one for each side."""

    def __init__(self, path):
        """Raises OSError if the file cannot be read."""
        self._bytes = Path(path).read_bytes()
        self._forced, self._max_n, start = {}, {}, 0
        for starts, plies in ((self._forced, FORCED_PLIES), (self._max_n, MAX_N_PLIES)):
            for ply in range(1, plies + 1):
                starts[ply] = start
                start += prod(choices for _, choices in _parts(_in_turn(ply)))
            start += -start % 4

    def max_n(self, stones):
        """Return the side that wins by max^n, or 0; None if the table does not have the position."""
        return self._at(self._max_n, stones)

    def forced(self, stones):
        """Return what the side that has just moved can force: 2 its win, 1 a draw, 0 nothing; None as above."""
        return self._at(self._forced, stones)

    def _at(self, starts, stones):
        plies = sum(map(len, stones))
        if plies not in starts or list(map(len, stones)) != _in_turn(plies):
            return None
        place, left = 0, list(range(POINTS))
        for (_, choices), of_side in zip(_parts(_in_turn(plies)), stones):
            chosen = sorted(left.index(p) for p in of_side)
            place = place * choices + sum(comb(x, number) for number, x in enumerate(chosen, 1))
            left = [p for p in left if p not in of_side]
        place += starts[plies]
        return self._bytes[place >> 2] >> 2 * (place & 3) & 3


def _in_turn(plies):
    """Return how many stones each side has after a number of moves."""
    return [(plies + 2 - side) // 3 for side in range(3)]


def _parts(numbers):
    """Return for each side (points left for it, ways to choose its stones among them)."""
    found, left = [], POINTS
    for number in numbers:
        found.append((left, comb(left, number)))
        left -= number
    return found
