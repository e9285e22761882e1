"""How many permutations of the points keep the winning patterns of either side.

The group is counted along a chain: fix one point after another; the number of points each may still map to (its orbit)
is a factor. Whether a point may map to another is decided by refining colours on two copies of the game together, and
by trying if the colours leave a choice.
"""

from collections import Counter


def order(points, families):
    """Return the number of automorphisms of a game with these points and, for each side, these patterns."""
    points = sorted(points)
    found = 1
    for number, p in enumerate(points):
        fixed = points[:number]
        colours = _refined(families, {q: fixed.index(q) if q in fixed else -1 for q in points})
        alike = [q for q in points if colours[q] == colours[p]]
        found *= sum(q == p or _extends(points, families, [*fixed, p], [*fixed, q]) for q in alike)
    return found


def _extends(points, families, before, after):
    """Return whether an automorphism maps these points to those."""
    left = _refined(families, {p: before.index(p) if p in before else -1 for p in points})
    right = _refined(families, {p: after.index(p) if p in after else -1 for p in points})
    cells = Counter(left.values())
    if cells != Counter(right.values()):
        return False
    split = [colour for colour in cells if cells[colour] > 1]
    if not split:
        image = {colour: p for p, colour in right.items()}
        move = {p: image[colour] for p, colour in left.items()}
        return all(frozenset(move[p] for p in wp) in wps for wps in families for wp in wps)
    colour = min(split, key=cells.__getitem__)
    p = min(q for q in points if left[q] == colour)
    return any(_extends(points, families, [*before, p], [*after, q]) for q in sorted(points) if right[q] == colour)


def _refined(families, colours):
    """Return colours that differ for points with different patterns. They mean the same in both copies."""
    sides = [(side, wp) for side, wps in enumerate(families) for wp in wps]
    number = len(set(colours.values()))
    while True:
        around = {p: [] for p in colours}
        for side, wp in sides:
            sign = hash((side, tuple(sorted(colours[p] for p in wp))))
            for p in wp:
                around[p].append(sign)
        colours = {p: hash((colours[p], tuple(sorted(around[p])))) for p in colours}
        if len(set(colours.values())) == number:
            return colours
        number = len(set(colours.values()))
