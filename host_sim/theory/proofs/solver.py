"""Who wins when one side has some stones, some points are free, and all else is the rival's: a must-play search.

Proof-number search (L. V. Allis, "Searching for solutions in games and artificial intelligence", 1994), depth first (A.
Nagai, 2002). What has been settled keeps a carrier, the free points that its winner needs; a move outside of it loses.
"""

from .connections import Connections
from .currents import currents
from .strategy import TooMany
from .tables import bits

ENDLESS = 1 << 30


class Solver:
    """The search for one side and its rival; a settled position has `phi` or `delta` 0.

    sure: whether nothing needs to be checked but what the side joins: in Hex and Y the rival then joins nothing
    """

    def __init__(self, tables, side, sure, most, watch):
        self.tables, self.sure, self.most, self.watch = tables, sure, most, watch
        self.sides = side, 3 - side
        self.searches = [Connections(tables, side), Connections(tables, 3 - side)]
        self.met = 0
        self.known = {}  # {(stones of the side, of its rival, who moves: 0 or 1): [phi, delta, must-play, carrier]}

    def joined(self, which, stones):
        """Return whether these stones join what the side (0) or its rival (1) has to join."""
        tables, side, left = self.tables, self.sides[which], stones
        while left:
            group = tables.group(stones, (left & -left).bit_length() - 1)
            if tables.joins(side, tables.touched(group)):
                return True
            left &= ~group
        return False

    def holds(self, stones):
        """Return whether the side has won with these stones and its rival with all else has not."""
        return self.joined(0, stones) and (self.sure or not self.joined(1, self.tables.full & ~stones))

    def carrier(self, own, theirs, mover):
        """Return (whether the side wins, the carrier of who does); mover: 0 the side, 1 its rival."""
        key = own, theirs, mover
        entry = self._entry(key)
        while entry[0] and entry[1]:
            self._search(key, entry, ENDLESS, ENDLESS)
        return (not entry[0]) == (not mover), entry[3]

    def _entry(self, key):
        """Return what is known of a position, or what a first look at it shows."""
        entry = self.known.get(key)
        if entry is None:
            if len(self.known) >= self.most:
                raise TooMany
            self.met += 1
            if self.met % 256 == 0:
                self.watch(self.met)
            entry = self.known[key] = self._first(*key)
        return entry

    def _first(self, own, theirs, mover):
        free = self.tables.full & ~(own | theirs)
        if self.holds(own):
            return [ENDLESS, 0, 0, 0] if mover else [0, ENDLESS, 0, 0]
        if not self.holds(own | free):
            return [0, ENDLESS, 0, 0] if mover else [ENDLESS, 0, 0, 0]
        stones = own, theirs
        mine, others = self.searches[mover], self.searches[1 - mover]
        if self.sure or mover:
            mine.look(stones[mover], stones[1 - mover], True)
            if mine.won is not None:
                return [0, ENDLESS, 0, mine.won]
            if mine.threats:
                return [0, ENDLESS, 0, mine.threats[0]]
        must, union = free, 0
        if self.sure or not mover:
            others.look(stones[1 - mover], stones[mover])
            if others.won is not None:
                return [ENDLESS, 0, 0, others.won]
            for threat in others.threats:
                if must & ~threat:
                    must &= threat
                    union |= threat
        return [1, max(1, must.bit_count()), must, union] if must else [ENDLESS, 0, 0, union]

    def _child(self, key, move):
        own, theirs, mover = key
        return (own, theirs | 1 << move, 0) if mover else (own | 1 << move, theirs, 1)

    def _search(self, key, entry, most_phi, most_delta):
        """Look below a position until it is settled, or its numbers reach these."""
        order = self._ordered(key, entry)
        while True:
            best, phi, second, total = None, ENDLESS, ENDLESS, 0
            wide, widest = 0, 1 + (7 * entry[2].bit_count() >> 4)
            for move in order:
                if not entry[2] >> move & 1:
                    continue
                below = self._child(key, move)
                found = self._entry(below)
                if not found[0]:
                    self._refuted(entry, move, found[3])
                elif not found[1]:
                    entry[:4] = 0, ENDLESS, 0, found[3] | 1 << move
                    return
                elif wide < widest:
                    wide += 1
                    total += found[0]
                    if found[1] < phi:
                        phi, second, best = found[1], phi, (below, found, move)
                    elif found[1] < second:
                        second = found[1]
            if best is None:
                if entry[2]:
                    continue
                entry[:3] = ENDLESS, 0, 0
                return
            if not entry[2] >> best[2] & 1:
                continue
            entry[:2] = phi, total
            if phi >= most_phi or total >= most_delta:
                return
            self._search(*best[:2], most_delta - total + best[1][0], min(most_phi, second + 1 + second // 4))

    def _refuted(self, entry, move, carrier):
        """A move loses: so do all others outside of the winner's carrier."""
        entry[2] &= carrier & ~(1 << move)
        entry[3] |= carrier

    def _ordered(self, key, entry):
        """Return the moves of a position, those that promise most first."""
        if len(entry) == 4:
            own, theirs, _ = key
            free = self.tables.full & ~(own | theirs)
            mine = currents(self.tables, self.sides[0], own, free)
            others = currents(self.tables, self.sides[1], theirs, free)
            entry.append(sorted(bits(entry[2]), key=lambda p: -mine[p] - others[p]))
        return entry[4]
