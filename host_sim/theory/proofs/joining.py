"""Pairs of points that join the borders of a side: answer a stone on one point of a pair with a stone on the other.

This file runs on MicroPython, too: see hex_program.py.
"""

from .masks import bits, twos
from .must_play import MOST_PAIRS


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
    if not around & (around - 1):
        return None
    for border in tables.wanted(side):
        if not touched >> border & 1:
            common = around & tables.borders[border]
            for a, b in twos(common):
                found = _grown(
                    tables, side, group, others, free & ~(1 << a | 1 << b), borders | 1 << border, pairs + ((a, b),)
                )
                if found is not None:
                    return found
    left = others
    while left:
        other = tables.group(others, next(bits(left)))
        left &= ~other
        common = around & tables.around(other)
        for a, b in twos(common):
            found = _grown(
                tables, side, group | other, others & ~other, free & ~(1 << a | 1 << b), borders, pairs + ((a, b),)
            )
            if found is not None:
                return found
    return None
