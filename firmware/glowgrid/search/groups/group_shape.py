"""The field of a small groups game as bit masks, and the points where a side wins at once.

A field must fit one word of 29 bits; a row of `width` points takes width + 1 of them, so that shifts never run into the
next row. Both sides have the same goals.
"""

import micropython

from glowgrid.memory import words as new_words
from glowgrid.search.groups.shape_words import *


@micropython.viper
def threats(stones: int, free: int, shape_) -> int:
    """Return the free points, two at most, where the side with these stones wins at once."""
    shape = ptr32(shape_)
    row = int(shape[ROW])
    found = 0
    up = stones | stones << 1
    down = stones | stones >> 1
    left = (up | down | up << row | down >> row) & free
    while left:
        point = left & (0 - left)
        left ^= point
        mine = stones | point
        group = point
        before = 0
        while before != group:
            before = group
            up = group | group << 1
            down = group | group >> 1
            group = (up | down | up << row | down >> row) & mine
        won = 0
        at = GOALS
        missing = int(shape[at])
        while missing and not won:
            at += 1
            border = int(shape[at])
            while border:
                if group & border:
                    missing -= 1
                at += 1
                border = int(shape[at])
            if missing <= 0:
                won = 1
            at += 1
            missing = int(shape[at])
        if not won and shape[RINGS]:
            won = int(encloses(group, shape_))
        if won:
            if found:
                return found | point
            found = point
    return found


@micropython.viper
def encloses(group: int, shape_) -> int:
    """Return whether a group encloses one of its own stones, or a point that cannot reach the border."""
    shape = ptr32(shape_)
    row = int(shape[ROW])
    few = group & (group - 1)
    few &= few - 1
    few &= few - 1
    few &= few - 1
    if not few & (few - 1):
        return 0  # fewer than six stones
    up = group & group << 1
    down = group & group >> 1
    if up & down & up << row & down >> row:
        return 1
    others = int(shape[ALL]) ^ group
    outside = others & int(shape[BORDER])
    before = 0
    while before != outside:
        before = outside
        up = outside | outside << 1
        down = outside | outside >> 1
        outside = (up | down | up << row | down >> row) & others
    return outside ^ others


@micropython.viper
def first_point(mask: int, bits_) -> int:
    """Return the first point in the mask, or NO_MOVE (255)."""
    bits = ptr32(bits_)
    points = int(len(bits_))
    point = 0
    while point < points:
        if mask & int(bits[point]):
            return point
        point += 1
    return 255


def bits_of(field):
    """Return the mask of each point."""
    bits = new_words(field.points)
    for point in range(field.points):
        bits[point] = 1 << field.rows[point] * (field.width + 1) + field.columns[point]
    return bits


def shape_of(tables, bits):
    """Return `shape` for the kernels."""
    field, goals = tables.field, []
    for _, mask, least in tables.goals[0]:
        goals.append(least)
        for border in range(16):
            if mask >> border & 1:
                goals.append(sum([bits[p] for p in range(field.points) if field.borders[p] >> border & 1]))
        goals.append(0)
    shape = new_words(GOALS + len(goals) + 1)
    shape[ROW] = field.width if field.slant == 1 else field.width + 1
    shape[RINGS] = 1 if tables.rings else 0
    for point in range(field.points):
        shape[ALL] |= bits[point]
        if max(field.near[6 * point : 6 * point + 6]) == field.points:
            shape[BORDER] |= bits[point]
        shape[ORDER + _rank(tables, point)] |= bits[point]
    at = GOALS
    for number in goals:
        shape[at] = number
        at += 1
    return shape


def _rank(tables, point):
    """Return when to try a point: 0 if it counts for the goal with fewest borders, else 1 to 3 from the inside out."""
    field = tables.field
    easiest = min([least for _, mask, least in tables.goals[0]])
    for _, mask, least in tables.goals[0]:
        if least == easiest and mask & field.borders[point]:
            return 0
    if field.borders[point]:
        return 2
    across, down = 2 * field.columns[point] - field.width + 1, 2 * field.rows[point] - field.height + 1
    return 1 if across or down else 3
