"""Pairing strategies (A. W. Hales and R. I. Jewett, "Regularity and positional games", 1963).

If every line has two points of its own, a side that answers in the other point of the pair keeps the rival from filling
a line. The pairs are a matching of lines, each twice, with points. Lines that have two points in common, such as
neighbours in one row, may share a pair; they are joined as long as two common points remain.
"""

from ...theory.proofs.pairs import against_lines
from ...theory.proofs.tables import mask_of

EFFORT = 2_000  # tries of the third way


def pairing(position):
    """Return pairs of points, one in every line, by the first of three ways that finds them; else None.

    ValueError, in one line, for a game that is not of lines, has three sides, or rules by which the other point of a
    pair may be illegal.
    """
    if position.family() != "lines" or position.sides != 2:  # with other rules a pair may be illegal, or lose
        raise ValueError("a pairing is for games of lines with two sides, where every empty point is always legal")
    tables = position.tables
    lines = [frozenset(tables.members[tables.starts[i] : tables.starts[i + 1]]) for i in range(tables.count)]
    lines = [line for line in lines if not any(other < line for other in lines)]
    for needs in _joined(lines), sorted(set(lines), key=sorted):
        pairs = _matched(needs)
        if pairs:
            return pairs
    return against_lines([mask_of(line) for line in lines], position.points // 2, EFFORT)


def _joined(lines):
    """Return sets of points such that every line contains one of them, each with two points at least if possible."""
    joined = []
    for line in lines:
        best = max(joined, key=lambda other: len(line & other), default=frozenset())
        if len(line & best) >= 2:
            joined[joined.index(best)] = line & best
        else:
            joined.append(line)
    return joined


def _matched(needs):
    """Return two points for each set, no point twice, by augmenting paths; None if there is no such matching."""
    owner = {}  # point: (the set it is matched with, 0 or 1)
    for number in range(len(needs)):
        for half in (0, 1):
            if not _augment((number, half), needs, owner, set()):
                return None
    found = {}
    for point, (number, _) in sorted(owner.items()):
        found.setdefault(number, []).append(point)
    return [tuple(found[number]) for number in range(len(needs))]


def _augment(slot, needs, owner, tried):
    for point in sorted(needs[slot[0]]):
        if point not in tried:
            tried.add(point)
            if point not in owner or _augment(owner[point], needs, owner, tried):
                owner[point] = slot
                return True
    return False
