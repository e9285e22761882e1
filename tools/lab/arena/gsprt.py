"""Sequential tests: is the first player stronger by `elo0` or by `elo1`? They stop a match as soon as that is clear.

Two sides: the generalized sequential probability ratio test on pairs of games with seats swapped, by how many points
the first player has in a pair: 0, 1/2, 1, 3/2 or 2. It compares the most likely distributions of these five with the
mean that either hypothesis demands, so it assumes nothing of draws, openings, or the advantage of the first move.
Source: M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on Normalized Elo"
(https://www.cantate.be/Fishtest/), used by the testers of Stockfish.

Three sides: Wald's test on games, each won or not; a draw is a third of a win.
Source: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945.
"""

from math import log
from typing import NamedTuple

UNSEEN = 1e-3  # pairs, in place of none: a result that was not seen yet is not impossible
STEPS = 50  # of the bisection: 15 digits


class Bounds(NamedTuple):
    """The hypotheses, in Elo; how often to accept elo1 where elo0 holds (alpha), and elo0 where elo1 does (beta)."""

    elo0: float = 0
    elo1: float = 50
    alpha: float = 0.05
    beta: float = 0.05

    def limits(self):
        """Return the log likelihood ratios at or below which elo0 is accepted, at or above which elo1 is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class SequentialTest:
    """A test in progress. `llr()` is the log likelihood ratio of elo1 to elo0."""

    def __init__(self, bounds, sides):
        self.bounds = bounds
        self.shares = [share_of(elo, sides) for elo in bounds[:2]]

    def add(self, points):
        """Count a group of games, one with the first player in each seat, in which it has this many points."""
        raise NotImplementedError

    def llr(self):
        raise NotImplementedError

    def accepted(self):
        """Return the Elo that is accepted, None as long as neither is."""
        llr, (low, high) = self.llr(), self.bounds.limits()
        return self.bounds.elo0 if llr <= low else self.bounds.elo1 if llr >= high else None


class Gsprt(SequentialTest):
    """For two sides."""

    def __init__(self, bounds):
        super().__init__(bounds, 2)
        self.pairs = [0] * 5  # by half points

    def add(self, points):
        self.pairs[round(2 * points)] += 1

    def llr(self):
        seen = [(quarter / 4, count or UNSEEN) for quarter, count in enumerate(self.pairs)]
        tilt0, tilt1 = (_tilt(seen, share) for share in self.shares)
        share0, share1 = self.shares
        return sum(
            count * log((1 + tilt0 * (share - share0)) / (1 + tilt1 * (share - share1))) for share, count in seen
        )


class Wald(SequentialTest):
    """For three sides."""

    def __init__(self, bounds):
        super().__init__(bounds, 3)
        self.points, self.games = 0.0, 0

    def add(self, points):
        self.points += points
        self.games += 3

    def llr(self):
        share0, share1 = self.shares
        return self.points * log(share1 / share0) + (self.games - self.points) * log((1 - share1) / (1 - share0))


def sequential_test(bounds, sides):
    """Return the test for a game of two or three sides."""
    return Gsprt(bounds) if sides == 2 else Wald(bounds)


def share_of(elo, sides=2):
    """Return the share of the points of a player who is stronger than each of the others by this much."""
    return 1 / (1 + (sides - 1) * 10 ** (-elo / 400))


def _tilt(seen, mean):
    """Return t such that the distribution with weights count / (1 + t (share - mean)) has this mean.

    It is the most likely of those with this mean (Van den Bergh, "MLE for multinomial distributions", 1.1).
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(STEPS):
        tilt = (low + high) / 2
        if sum(count * (share - mean) / (1 + tilt * (share - mean)) for share, count in seen) > 0:
            low = tilt
        else:
            high = tilt
    return (low + high) / 2
