"""The notation of the definitions: sets given by a condition, powersets, minimal sets, and the closure R*."""

from itertools import chain, combinations


class Those:
    """The set of all x that meet a condition: `x in Those(condition)`, for sets too large to list.

    For a tiny set, `listing` (a function without arguments) returns its members, each once, and `for x in ...` works.
    """

    def __init__(self, condition, listing=None):
        self._condition = condition
        self._listing = listing

    def __contains__(self, x):
        return self._condition(x)

    def __iter__(self):
        if self._listing is None:
            raise TypeError("this set is given by its condition only and cannot be listed")
        return iter(self._listing())


def powerset(points):
    """Every subset of `points`, as frozensets: the small ones first."""
    points = sorted(points)
    return map(frozenset, chain.from_iterable(combinations(points, size) for size in range(len(points) + 1)))


def minimal(sets):
    """The inclusion-minimal ones: { s in sets | no other s' in sets is a proper subset of s }."""
    kept = []
    for candidate in sorted(set(sets), key=len):  # a proper subset is smaller, so it came before
        if not any(other < candidate for other in kept):
            kept.append(candidate)
    return frozenset(kept)


def image(relation):
    """The relation as a dictionary: p -> { q | (p, q) in relation }, for every p that has such a q."""
    found = {}
    for p, q in relation:
        found.setdefault(p, set()).add(q)
    return {p: frozenset(followers) for p, followers in found.items()}


def reached(relation, start):
    """{ q | (start, q) in relation* }: start itself and all that steps along the relation lead to."""
    following = image(relation)
    found, new = {start}, {start}
    while new:
        new = {q for p in new for q in following.get(p, ())} - found
        found |= new
    return frozenset(found)
