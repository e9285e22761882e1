"""Why a full field of Hex has a winner: a walk along the border between the two colours (D. Gale, "The game of Hex and
the Brouwer fixed-point theorem", 1979).

Outside the field lie the edges: places of side 1 above and below, of side 2 on the left and right. At the top left
corner a place of each lies on one hand, and the first point of the field lies ahead. A walker has one colour on each
hand; the next place ahead has one of the two colours, so it goes to that hand, and there is always one way on. The
walk ends where it leaves the field: at a corner where the other edge of one side begins. All places on that side's
hand are connected, so they join its two edges.
"""

# Steps to the six neighbours in order around, (columns, rows), as in the field of Hex (rules/hexagonal.py, slant 1).
_AROUND = (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)
OUTSIDE = -1  # instead of a point: a place of an edge


class BorderWalk:
    """A walk through a full field of Hex. `cells` has the side of each point, 1 or 2.

    hands    the place on the hand of side 1 and of side 2: (column, row), from -1 to size
    place    the place just taken, on the hand of `side`; before the first step None and 0
    trail    trail[p]: the side on whose hand the walk had point p, or 0
    steps    taken so far
    winner   the side that has won, once the walk has ended, else 0
    """

    def __init__(self, size, cells):
        self._size, self._cells = size, cells
        self.hands = [(0, -1), (-1, 0)]
        self.place, self.side = None, 0
        self.trail = bytearray(size * size)
        self.steps = self.winner = 0

    def step(self):
        """Take the place ahead; return False if the walk has ended."""
        if self.winner:
            return False
        (column, row), (across, down) = self.hands
        turn = _AROUND.index((across - column, down - row)) + 1
        ahead = column + _AROUND[turn % 6][0], row + _AROUND[turn % 6][1]
        if not self._is_there(ahead):
            self.winner = 1 if self.hands[0][1] == self._size else 2
            return False
        self.place, self.side = ahead, self._side_of(ahead)
        self.hands[self.side - 1] = ahead
        point = self.point(ahead)
        if point != OUTSIDE:
            self.trail[point] = self.side
        self.steps += 1
        return True

    def point(self, place):
        """Return the point at a place, or OUTSIDE."""
        column, row = place
        inside = 0 <= column < self._size and 0 <= row < self._size
        return row * self._size + column if inside else OUTSIDE

    def _is_there(self, place):
        """Return whether the place is a point or a place of an edge."""
        column, row = place
        return -1 <= min(column, row) and max(column, row) <= self._size and place not in ((-1, -1), (self._size,) * 2)

    def _side_of(self, place):
        point = self.point(place)
        if point != OUTSIDE:
            return self._cells[point]
        return 1 if place[1] in (-1, self._size) else 2
