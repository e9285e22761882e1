"""Pairs of points that are enough: answer a stone on one point of a pair with a stone on the other."""

from itertools import combinations

from .check_alone import MOST_PAIRS
from .tables import bits

TRIES = 300


def against_lines(rests, most=MOST_PAIRS, effort=TRIES):
    """Return disjoint pairs such that each of the rival's lines contains one; rests: what it lacks, the shortest first.

    None if there are none, if it takes more than `most` pairs, or if `effort` tries find none.
    """
    tries = [effort]

    def cover(rests, used, pairs):
        tries[0] -= 1
        if not rests:
            return pairs
        if len(pairs) == most or tries[0] < 0:
            return None
        rest = min(rests, key=lambda rest: (rest & ~used).bit_count())
        free = rest & ~used
        choices = []
        for a, b in combinations(list(bits(free)), 2):
            pair = 1 << a | 1 << b
            left = [other for other in rests if pair & ~other]
            choices.append((len(left), a, b, pair, left))
        for _, a, b, pair, left in sorted(choices):
            found = cover(left, used | pair, (*pairs, (a, b)))
            if found is not None:
                return found
        return None

    return cover(rests, 0, ())
