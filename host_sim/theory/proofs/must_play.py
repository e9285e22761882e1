"""Make lines with carriers: the winner's replies, each with the points that it needs, until no point is in all.

The maker asks an **oracle**, which searches:

    wins(stones, free, long)      the free points that the side needs with these stones, all else the rival's, who
                                  moves; None if it does not win, or if this is not soon clear, unless `long`
    small(stones, free, away)     (stones, free) as few as are enough, of some that are; points of `away` are given up
                                  first, and None is returned if there are some, and all of them are needed
    pairs(stones, free)           disjoint pairs of free points, one of each of which is enough; or None

This file runs on MicroPython, too: see hex_program.py.
"""

from .masks import bits, size

MOST_PAIRS = 7  # of a line, as in check_carriers.py


class Maker:
    """Lines of one side of a game of groups.

    lines    those that it has made
    watch    None, or called while `line` makes its last line, with (points that all replies so far need, points of its
             carrier)
    """

    def __init__(self, lines, oracle, watch=None):
        self.lines, self.oracle, self.watch = lines, oracle, watch

    def wins(self, stones, free):
        """Return the points that the side needs with these stones, all else the rival's, who moves; or None."""
        return self.oracle.wins(stones, free, True)

    def key(self, stones, free, keys):
        """Return the first of these points with which the side, to move, wins; or None."""
        return self.oracle.key(stones, free, keys)

    def line(self, stones, free):
        """Return (number, turned) of a line within these stones and free points, which are enough."""
        stones, free = self.oracle.small(stones, free, 0)
        return self._proven(stones, free, self.watch)

    def _proven(self, stones, free, watch=None):
        """Return (number, turned) of a line for stones and free points that are enough, and as few as can be."""
        known = self.lines.number_of.get((stones, free))
        if known:
            return known
        pairs = self._pairs(stones, free)
        if pairs is not None:
            return self.lines.settled(stones, sum(1 << p for pair in pairs for p in pair), pairs)
        must, replies = free, []
        while must:
            if watch:
                watch(size(must), size(free))
            reply = self.lines.reply(stones, free, must) or self._new_reply(stones, free, must)
            replies.append(reply)
            must &= self._needs(reply)
        return self.lines.replied(self._without_idle(replies))

    def _needs(self, reply):
        key, number, turned = reply
        return self.lines.masks(number, turned)[1] | 1 << key

    def _pairs(self, stones, free):
        """Return pairs that settle stones and free points, all of which are needed."""
        points = size(free)
        return None if points & 1 or points > 2 * MOST_PAIRS else self.oracle.pairs(stones, free)

    def _new_reply(self, stones, free, must):
        """Return (key, number, turned) of a new line."""
        best = None
        for key in bits(free):
            own, rest = stones | 1 << key, free & ~(1 << key)
            if not must & rest or self.oracle.wins(own, rest, False) is None:
                continue
            found = self.oracle.small(own, rest, must & rest)
            if found and found[0] >> key & 1:
                cost = 16 * self._cost(*found) + 8 * size(must & (found[1] | 1 << key))
                if best is None or cost < best[0]:
                    best = cost, key, found
        if best is None:
            best = self._without_a_point(stones, free, must)
        _, key, (own, carrier) = best
        number, turned = self._proven(own, carrier)
        return key, number, turned

    def _without_a_point(self, stones, free, must):
        """Return a reply that does not need some point of `must`; its line needs its key, too, if that can be."""
        idle = []
        for p in bits(must):
            for key in bits(free & ~(1 << p)):
                own, rest = stones | 1 << key, free & ~(1 << key | 1 << p)
                if self.oracle.wins(own, rest, True) is not None:
                    found = self.oracle.small(own, rest, 0)
                    if found[0] >> key & 1:
                        return 0, key, found
                    idle.append((0, key, found))
        return idle[0]

    def _cost(self, stones, free):
        """Return about how many new lines these take."""
        if (stones, free) in self.lines.number_of:
            return 0
        if self._pairs(stones, free) is not None:
            return 1
        points = size(free)
        return 2 if points < 4 else points * points // 4

    def _without_idle(self, replies):
        """Return the replies without those that the others make idle."""
        kept = list(replies)
        for reply in replies:
            left = -1
            for other in kept:
                if other != reply:
                    left &= self._needs(other)
            if not left:
                kept.remove(reply)
        return kept
