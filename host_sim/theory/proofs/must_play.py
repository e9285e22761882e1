"""Make lines with carriers: the winner's replies, each with the points that it needs, until no point is in all."""

from itertools import product

from .carriers import Lines
from .pairs import joining
from .solver import Solver
from .tables import bits


class Maker:
    """Lines of one side of a game of groups, made by asking a Solver.

    lines    those that it has made
    """

    def __init__(self, tables, side, sure, order, most, watch):
        self.tables, self.side, self.sure = tables, side, sure
        self.solver = Solver(tables, side, sure, most, watch)
        self.lines = Lines(tables, order)
        self._outer = sorted(range(tables.points), key=lambda p: -tables.remoteness[p])
        self.asked = 0

    def wins(self, stones, free):
        """Return the points that the side needs with these stones, all else the rival's, who moves; or None."""
        self.asked += 1
        full, turn = self.tables.full, self.lines.turn
        other = turn(stones), turn(free)
        if other < (stones, free):
            won, carrier = self.solver.carrier(other[0], full & ~(other[0] | other[1]), 1)
            carrier = turn(carrier)
        else:
            won, carrier = self.solver.carrier(stones, full & ~(stones | free), 1)
        return carrier if won else None

    def small(self, stones, free, away=0):
        """Return (stones, free) as few as are enough, of some that are; points of `away` are given up first."""
        order = [p for p in self._outer if away >> p & 1] + [p for p in self._outer if not away >> p & 1]
        for p in order:
            if free >> p & 1:
                enough = self.wins(stones, free & ~(1 << p))
                if enough is not None:
                    free = enough
        for p in bits(stones):
            enough = self.wins(stones & ~(1 << p), free)
            if enough is not None:
                stones, free = stones & ~(1 << p), enough
        return stones, free

    def proven(self, stones, free):
        """Return (number, turned) of a line for stones and free points that are enough, and as few as can be."""
        known = self.lines.number_of.get((stones, free))
        if known:
            return known
        pairs = self._pairs(stones, free)
        if pairs is not None:
            return self.lines.settled(stones, sum(1 << p for pair in pairs for p in pair), pairs)
        must, replies = free, []
        while must:
            key, number, turned = self._known_reply(stones, free, must) or self._new_reply(stones, free, must)
            replies.append((key, number, turned))
            must &= self.lines.masks(number, turned)[1] | 1 << key
        return self.lines.replied(self._without_idle(replies))

    def _pairs(self, stones, free):
        if not stones:
            return None
        first = (stones & -stones).bit_length() - 1
        pairs = joining(self.tables, self.side, stones, self.tables.full & ~(stones | free), first)
        if pairs is None or self.sure:
            return pairs
        ends = (stones | sum(1 << p for p in choice) for choice in product(*pairs))
        return pairs if all(map(self.solver.holds, ends)) else None

    def _known_reply(self, stones, free, must):
        """Return (key, number, turned) of the line that leaves the fewest points, or None."""
        best, least = None, (must.bit_count(), 0)
        for own, carrier, number, turned in self.lines.within(free):
            lacks = own & ~stones
            if lacks and not lacks & (lacks - 1) and not lacks & (carrier | ~free):
                needs = carrier | lacks
                left = (must & needs).bit_count()
                if left < least[0] and (left, needs.bit_count()) < least:
                    best, least = (lacks.bit_length() - 1, number, turned), (left, needs.bit_count())
        return best

    def _new_reply(self, stones, free, must):
        """Return (key, number, turned) of a new line."""
        best = None
        for key in bits(free):
            if self.wins(stones | 1 << key, free & ~(1 << key)) is None:
                continue
            own, carrier = self.small(stones | 1 << key, free & ~(1 << key), must)
            left = (must & (carrier | 1 << key)).bit_count()
            if left < must.bit_count() and own >> key & 1:
                cost = 16 * self._cost(own, carrier) + 8 * left
                if best is None or cost < best[0]:
                    best = cost, key, own, carrier
        if best is None:
            best = next(self._without_a_point(stones, free, must))
        _, key, own, carrier = best
        return key, *self.proven(own, carrier)

    def _without_a_point(self, stones, free, must):
        """Yield replies that do not need some point of `must`."""
        for p in bits(must):
            for key in bits(free & ~(1 << p)):
                if self.wins(stones | 1 << key, free & ~(1 << key | 1 << p)) is not None:
                    own, carrier = self.small(stones | 1 << key, free & ~(1 << key | 1 << p), must)
                    if own >> key & 1:
                        yield 0, key, own, carrier

    def _cost(self, stones, free):
        """Return about how many new lines these take."""
        if (stones, free) in self.lines.number_of:
            return 0
        if self._pairs(stones, free) is not None:
            return 1
        size = free.bit_count()
        return 2 if size < 4 else size * size // 4

    def _without_idle(self, replies):
        """Return the replies without those that the others make idle."""
        kept = list(replies)
        for reply in replies:
            left = -1
            for key, number, turned in kept:
                if (key, number, turned) != reply:
                    left &= self.lines.masks(number, turned)[1] | 1 << key
            if not left:
                kept.remove(reply)
        return kept
