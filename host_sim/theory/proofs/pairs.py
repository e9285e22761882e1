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


def joining(tables, side, own, theirs, p):
    """Return disjoint pairs that join the group of the stone on p to what the side has to join; None without."""
    free = tables.full & ~(own | theirs)
    group = tables.group(own, p)
    return _grown(tables, side, group, own & ~group, free, 0, ())


def _grown(tables, side, group, others, free, borders, pairs):
    touched = tables.touched(group) | borders
    if tables.joins(side, touched):
        return pairs
    if len(pairs) == MOST_PAIRS:
        return None
    around = tables.around(group) & free
    if around.bit_count() < 2:
        return None
    for border in tables.wanted(side):
        if not touched >> border & 1:
            common = around & tables.borders[border]
            for a, b in combinations(list(bits(common)), 2):
                found = _grown(
                    tables, side, group, others, free & ~(1 << a | 1 << b), borders | 1 << border, (*pairs, (a, b))
                )
                if found is not None:
                    return found
    left = others
    while left:
        other = tables.group(others, (left & -left).bit_length() - 1)
        left &= ~other
        common = around & tables.around(other)
        for a, b in combinations(list(bits(common)), 2):
            found = _grown(
                tables, side, group | other, others & ~other, free & ~(1 << a | 1 << b), borders, (*pairs, (a, b))
            )
            if found is not None:
                return found
    return None
