"""Who wins an m,n,k position within a few plies, by plain search on bit masks: the judge of the engine's replies.

It shares nothing with the engine. Two facts cut it short. A stone more never harms its owner, so a move that does not
win if the other side passes wins against no reply. And a move that threatens to win within 3 plies can only be met by
a stone on a line that is open to the attacker and lacks two points or less, or by a four of one's own.
"""

from functools import lru_cache


class Judge:
    """Judges positions of the game m,n,k: (mine, other) are the stones of the side to move and of the other side,
    as masks with bit row * columns + column."""

    def __init__(self, rows, columns, k):
        self.k, self.points = k, rows * columns
        self.whole = (1 << self.points) - 1
        self.lines = []
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for y in range(rows - down * (k - 1)):
                for x in range(columns):
                    if 0 <= x + right * (k - 1) < columns:
                        self.lines.append(sum(1 << (y + down * i) * columns + x + right * i for i in range(k)))
        self.wins_within = lru_cache(1 << 18)(self._wins_within)

    def fives(self, mine, other):
        """The points that complete a line of `mine` (a mask)."""
        points = 0
        for line in self.lines:
            if not line & other:
                gap = line & ~mine
                if not gap & (gap - 1):
                    points |= gap
        return points

    def _doubles(self, mine, other):
        """The points where a stone of `mine` makes two threats at once to complete a line (a mask)."""
        gaps, doubles = {}, 0
        for line in self.lines:
            if not line & other:
                gap = line & ~mine
                rest = gap & (gap - 1)
                if rest and not rest & (rest - 1):
                    for point, threat in ((rest, gap ^ rest), (gap ^ rest, rest)):
                        if gaps.setdefault(point, threat) != threat:
                            doubles |= point
        return doubles

    def fours(self, mine, other):
        """The points where a stone of `mine` threatens to complete a line (a mask)."""
        points = 0
        for line in self.lines:
            if not line & other:
                gap = line & ~mine
                rest = gap & (gap - 1)
                if rest and not rest & (rest - 1):
                    points |= gap
        return points

    def _wins_within(self, mine, other, plies):
        """Does the side to move win within `plies`, whatever the other does?"""
        if self.fives(mine, other):
            return True
        return plies > 2 and any(True for _ in self._winning(mine, other, plies))

    def winning_moves(self, mine, other, plies):
        """The moves with which the side to move wins within `plies` (a list of points)."""
        fives = list(_bits(self.fives(mine, other)))
        return [move.bit_length() - 1 for move in fives or self._winning(mine, other, plies)]

    def _winning(self, mine, other, plies):
        if plies < 3:
            return
        threats = self.fives(other, mine)
        if threats & (threats - 1):
            return
        if plies == 3 and not threats:
            moves = self._doubles(mine, other)  # any other move leaves at most one point to stop
        else:
            moves = threats or self.whole & ~(mine | other)
        for move in _bits(moves):
            if self.wins_after(mine | move, other, plies - 1):
                yield move

    def wins_after(self, mine, other, plies):
        """Does the side that has just moved (its stones are `mine`) win within `plies` more, whatever `other` replies?"""
        if self.fives(other, mine):
            return False
        threats = self.fives(mine, other)
        if threats & (threats - 1):
            return True
        if not threats and not self.wins_within(mine, other, plies - 1):
            return False
        return all(self.wins_within(mine, other | reply, plies - 1)
                   for reply in _bits(threats or self._replies(mine, other)))

    def _replies(self, mine, other):
        """What `other` may reply to the threat of `mine` to win; all others lose to the threat."""
        free = self.whole & ~(mine | other)
        if not self.wins_within(mine, other, 3):
            return free
        return (self.fours(mine, other) | self.fours(other, mine)) & free

    def wins_by_threats_within(self, mine, other, plies):
        """As wins_within, but every move of the winner threatens to win within 3 plies: fours and open threes only."""
        if self.wins_within(mine, other, min(plies, 5)):
            return True
        if plies <= 5:
            return False
        threats = self.fives(other, mine)
        if threats & (threats - 1):
            return False
        return any(self.wins_by_threats_after(mine | move, other, plies - 1)
                   for move in _bits(threats or self.whole & ~(mine | other)))

    def wins_by_threats_after(self, mine, other, plies):
        """As wins_after, by fours and open threes."""
        if self.fives(other, mine):
            return False
        threats = self.fives(mine, other)
        if not threats and not self.wins_within(mine, other, 3):
            return False
        return all(self.wins_by_threats_within(mine, other | reply, plies - 1)
                   for reply in _bits(threats or self._replies(mine, other)))


def _bits(mask):
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
