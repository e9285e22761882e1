"""A puzzle: what the person has to do in a match that began from stones, and how it stands."""

from glowgrid.console.match import ENGINE
from glowgrid.search import SURE_LOSS


class Puzzle:
    """The side to move is to win against the engine at its best.

    number   in its file, from 0
    plies    within which the side wins
    length   of its file in bytes; 0: it is of no file
    spoiled  whether the person can no longer solve it: the engine has proven its own win, or was lost before
    """

    def __init__(self, match, number, plies, length=0, spoiled=False):
        self.match = match
        self.number, self.plies, self.length = number, plies, length
        self.spoiled = spoiled

    def task(self):
        """Return what the person is to do, in a few words; a win in 5 plies takes 3 of their moves."""
        return "win in %d" % (self.plies // 2 + 1)

    def is_solved(self):
        """Return whether the person has won in time, against the engine."""
        if self.match.without == ENGINE or self.spoiled:
            return False
        position = self.match.position
        return position.winner and position.winner == position.placed[1] and position.plies <= self.plies

    def has_failed(self):
        """Return whether the person can no longer win in time."""
        if self.match.without == ENGINE or self.is_solved():
            return False
        position = self.match.position
        return self.spoiled or position.plies >= self.plies or position.is_over()

    def update(self, verdict):
        """The engine moves after this verdict: a win of its own that it has proven spoils the puzzle."""
        self.spoiled = verdict.proven and verdict.score > SURE_LOSS

    def record(self, record):
        """Add what is saved of it to the record of the match."""
        record["puzzle"] = [self.number, self.plies, self.length]
        if self.spoiled or self.match.without == ENGINE and self.match.position.plies:
            record["spoiled"] = True
