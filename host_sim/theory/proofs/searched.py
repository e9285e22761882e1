"""The oracle of must_play.py for any game of groups: a Solver, in this process."""

from itertools import product

from .joining import joining
from .solver import Solver
from .tables import bits


class Searched:
    """turn: of lines (carriers.py); the others: see Solver."""

    def __init__(self, tables, side, sure, turn, most, watch):
        self.tables, self.side, self.sure, self.turn = tables, side, sure, turn
        self.solver = Solver(tables, side, sure, most, watch)
        self._outer = sorted(range(tables.points), key=lambda p: -tables.remoteness[p])

    def wins(self, stones, free, long=True):
        """Return the points that the side needs with these stones, all else the rival's, who moves; or None."""
        full, turn = self.tables.full, self.turn
        other = turn(stones), turn(free)
        if other < (stones, free):
            won, carrier = self.solver.carrier(other[0], full & ~(other[0] | other[1]), 1)
            carrier = turn(carrier)
        else:
            won, carrier = self.solver.carrier(stones, full & ~(stones | free), 1)
        return carrier if won else None

    def key(self, stones, free, keys):
        """Return the first of these points with which the side, to move, wins; or None."""
        if not self.solver.carrier(stones, self.tables.full & ~(stones | free), 0)[0]:
            return None
        return next(k for k in keys if free >> k & 1 and self.wins(stones | 1 << k, free & ~(1 << k)) is not None)

    def small(self, stones, free, away):
        """Return (stones, free) as few as are enough, of some that are; points of `away` are given up first."""
        order = [p for p in self._outer if away >> p & 1] + [p for p in self._outer if not away >> p & 1]
        for p in order:
            if away and not away >> p & 1 and not away & ~free:
                return None
            if free >> p & 1:
                enough = self.wins(stones, free & ~(1 << p))
                if enough is not None:
                    free = enough
        for p in bits(stones):
            enough = self.wins(stones & ~(1 << p), free)
            if enough is not None:
                stones, free = stones & ~(1 << p), enough
        return stones, free

    def pairs(self, stones, free):
        """Return disjoint pairs of free points, one of each of which is enough; or None."""
        if not stones:
            return None
        first = (stones & -stones).bit_length() - 1
        pairs = joining(self.tables, self.side, stones, self.tables.full & ~(stones | free), first)
        if pairs is None or self.sure:
            return pairs
        ends = (stones | sum(1 << p for p in choice) for choice in product(*pairs))
        return pairs if all(map(self.solver.holds, ends)) else None
