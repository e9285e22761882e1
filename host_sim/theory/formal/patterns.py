"""Generators of groups that include every inclusion-minimal winning group: paths, rings and forks without a chord.

Listing the minimal patterns of Hex and Havannah from all subsets of points is out of reach beyond about 16 points.
These generators grow sequences of points instead. A sequence of points, each a neighbour of the one before it, is
chordless if no other two of its points are neighbours (except the first and last of a ring). `near` is a relation of
neighbours as a dictionary, p -> set of neighbours.

Why this is enough, for a minimal group G that meets a criterion:
- G joins A to B: a shortest path from A to B within G is chordless, meets A in its first point only and B in its last
  only, and joins A to B itself; so G is that path. (`paths`)
- G is a ring: a chord splits it into two loops. If a loop had no point inside, some three points of it in a row, away
  from the chord, would be pairwise neighbours, which a ring excludes; so both loops go around points, and a ring of
  fewer points of G goes around them. So G has no chord. (`chordless_rings`)
- G touches three edges: take a shortest path within G between two of them. If it touches a third, it is G. If not, take
  a shortest path within G from its neighbours to a third edge; both together are G. (`forks`)
The generated groups need not be minimal; `minimal` of sets.py picks those that are.
"""


def steps(path, near, starts, ends, barred=frozenset()):
    """The points that may follow in a chordless path with its first point alone in `starts`, its last in `ends`."""
    if not path:
        return starts - barred
    if path[-1] in ends:
        return frozenset()
    return near[path[-1]] - starts - barred - set(path).union(*(near[p] for p in path[:-1]))


def paths(near, starts, ends, barred=frozenset()):
    """Yield every chordless path from `starts` to `ends` that meets each in one point only and avoids `barred`."""
    unfinished: list[tuple] = [()]
    while unfinished:
        path = unfinished.pop()
        if path and path[-1] in ends:
            yield path
        unfinished += [(*path, p) for p in steps(path, near, starts, ends, barred)]


def chordless_rings(near):
    """Yield the points of every chordless ring of four or more points: a chordless path and a point that closes it."""
    found = set()
    for first in near:
        unfinished: list[tuple] = [(first, second) for second in near[first]]
        while unfinished:
            path = unfinished.pop()
            for p in near[path[-1]] - set(path).union(*(near[q] for q in path[1:-1])):
                if p < first:
                    continue  # every ring is found from its least point
                if p not in near[first]:
                    unfinished.append((*path, p))
                elif len(path) >= 3:
                    found.add(frozenset((*path, p)))
    return found


def forks(near, edges):
    """Yield groups that touch three of the edges (disjoint sets of points), including all minimal ones."""
    found = set()
    for number, edge in enumerate(edges):
        for other in edges[:number]:
            for path in paths(near, edge, other):
                found.update(_forks_with(path, near, edges))
    return found


def _forks_with(path, near, edges):
    """Yield the groups that touch three edges and hold a path from one of them to another."""
    untouched = [third for third in edges if third.isdisjoint(path)]
    if len(untouched) < len(edges) - 2:
        yield frozenset(path)
        return
    beside = frozenset().union(*(near[p] for p in path)).difference(path)
    for third in untouched:
        for branch in paths(near, beside, third, barred=frozenset(path)):
            yield frozenset(path + branch)


def touching(near, borders, least):
    """Yield groups that touch at least `least` of the borders (any sets of points), including all minimal ones.

    As with forks: a minimal group holds a shortest path between two of its borders; then a shortest path from there to
    a third, and so on until it touches enough. That is all of it.
    """
    if least == 1:
        yield from (frozenset({p}) for p in frozenset().union(*borders))
        return
    seen = set()
    unfinished = [
        frozenset(path)
        for number, border in enumerate(borders)
        for other in borders[:number]
        for path in paths(near, border, other)
    ]
    while unfinished:
        group = unfinished.pop()
        if group in seen:
            continue
        seen.add(group)
        untouched = [border for border in borders if border.isdisjoint(group)]
        if len(borders) - len(untouched) >= least:
            yield group
            continue
        beside = frozenset().union(*(near[p] for p in group)) - group
        for border in untouched:
            unfinished += [group | set(branch) for branch in paths(near, beside, border, barred=group)]


def number_of_paths(near, starts, ends, random, probes=1000):
    """Estimate how many nodes the search of `paths` visits: the mean over random probes.

    Source: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation 29, 1975.
    """
    total = 0
    for _ in range(probes):
        path, weight = (), 1
        while following := sorted(steps(path, near, starts, ends)):
            weight *= len(following)
            total += weight
            path = (*path, random.choice(following))
    return total // probes
