"""Games too large to list, by bit masks: who wins with best play, within k plies or at all.

Points are bits. All that matters in a position of two sides is which patterns each can still complete, and the points
they lack: two families of masks. A stone removes its point from the masks of its side, and removes every mask of the
other side that needs the point. A side with an empty family cannot win; a mask of one bit is an immediate win. An extra
stone never harms its side, so a point in no mask can be skipped. This is all that the search needs of the rules, and it
holds for every strong positional game: for Hex and Havannah by their minimal patterns.

Two bounds end most searches early, by P. Erdos and J. L. Selfridge, "On a combinatorial game", 1973. If the sum of
2^-size over the masks of a side is below 1, the other side can stop them all if it moves first; below 1/2, also if it
moves second.

The definitions are those of positional_games and game_tree_search. Tests compare every answer with them.
"""

from itertools import chain

from .max_n import rank


class TooMany(Exception):
    """The search met more positions than it may store."""


def bits_of(points):
    """Return a bit for every point, in their order."""
    return {p: 1 << number for number, p in enumerate(points)}


def families(bits, patterns):
    """Return the pattern sets of the sides as families of masks."""
    return tuple(frozenset(sum(bits[p] for p in pattern) for pattern in of_side) for of_side in patterns)


def put(bit, mine, theirs):
    """Return the families after the side to move places a stone on `bit`: the other side's first, as it moves next."""
    return frozenset(m for m in theirs if not m & bit), frozenset(m & ~bit for m in mine)


def drawn_fields(points, of_sides):
    """Return how many full fields have no winner, after moves in turn; `of_sides`: a family for each side.

    The points are filled one by one; a mask is checked when its last point is filled.
    """
    sides = range(len(of_sides))
    last = [[[m for m in of_side if m.bit_length() == p + 1] for of_side in of_sides] for p in range(points)]
    left, stones = [(points + len(of_sides) - 1 - side) // len(of_sides) for side in sides], [0 for _ in sides]

    def count(p):
        if p == points:
            return 1
        found = 0
        for side in sides:
            filled = stones[side] | 1 << p
            if left[side] and not any(m & filled == m for m in last[p][side]):
                stones[side], left[side] = filled, left[side] - 1
                found += count(p + 1)
                stones[side], left[side] = filled ^ 1 << p, left[side] + 1
        return found

    return count(0)


def weight(family):
    """The sum of 2^-size."""
    return sum(0.5 ** m.bit_count() for m in family)


def threats(family):
    """Return as a mask the points where this side would win at once."""
    found = 0
    for m in family:
        if not m & (m - 1):
            found |= m
    return found


def in_order(mine, theirs):
    """Return the bits of all masks; those in many short masks come first."""
    worth = {}
    for m in chain(mine, theirs):
        share = 0.5 ** m.bit_count()
        while m:
            bit = m & -m
            worth[bit] = worth.get(bit, 0) + share
            m ^= bit
    return sorted(worth, key=worth.__getitem__, reverse=True)


class TwoSides:
    """Searches positions as two families, (side to move, other side); stores at most `most` of them.

    met   how many positions it has searched
    """

    def __init__(self, most=2_000_000):
        self.most = most
        self.met = 0
        self._known = {}

    def w_star(self, free, mine, theirs):
        """Return 1 if the side to move wins with best play, -1 if the other does, 0 for a draw; `free` points are left.

        Deepening by two plies finds wins among short masks first, and there are few of those.
        """
        for k in (*range(1, free, 2), free):
            found = self.w_k(k, mine, theirs)
            if found:
                return found
        return 0

    def w_k(self, k, mine, theirs):
        """Return 1 if the side to move forces a win within k plies, -1 if the other does, else 0. Raises TooMany."""
        return self._value(k, mine, theirs, -1, 1)

    def _value(self, k, mine, theirs, low, high):
        """Return w_k if it lies between low and high, else a bound outside them (alpha-beta)."""
        if threats(mine):
            return 1 if k else 0
        forced = threats(theirs) if k > 1 else 0
        if forced & (forced - 1):
            return -1
        mine = frozenset(m for m in mine if m.bit_count() <= (k + 1) // 2)
        theirs = frozenset(m for m in theirs if m.bit_count() <= k // 2)
        key = k, mine, theirs
        least, greatest = self._known.get(key) or (-(weight(theirs) >= 1), int(weight(mine) >= 0.5))
        if least >= high or least == greatest:
            return least
        if greatest <= low:
            return greatest
        self.met += 1
        low, high, best = max(low, least), min(high, greatest), least
        for bit in (forced,) if forced else in_order(mine, theirs):
            best = max(best, -self._value(k - 1, *put(bit, mine, theirs), -high, -max(low, best)))
            if best >= high:
                break
        if best > low:
            least = best
        if best < high:
            greatest = best
        if len(self._known) >= self.most:
            raise TooMany
        self._known[key] = least, greatest
        return best


class ThreeSides:
    """max^n and the paranoid values of max_n, for three sides on points 0, 1, 2, ... in reading order.

    A position is the stones of sides 0, 1 and 2, as masks, and the side to move. An outcome is a side, or None.
    """

    def __init__(self, points, families, most=2_000_000):
        self.full = (1 << points) - 1
        self.lines_through = [[[m for m in family if m >> p & 1] for p in range(points)] for family in families]
        self.most = most
        self._families = families
        self._known = {}

    def wins(self, side, stones, p):
        """Return whether a stone of the side on p completes one of its lines."""
        stones |= 1 << p
        return any(m & stones == m for m in self.lines_through[side][p])

    def has_open(self, side, stones):
        """Return whether the side can still complete a line."""
        others = (stones[0] | stones[1] | stones[2]) & ~stones[side]
        return any(not m & others for m in self._families[side])

    def _remember(self, key, found):
        if len(self._known) >= self.most:
            raise TooMany
        self._known[key] = found
        return found

    def _free(self, stones):
        left = self.full & ~(stones[0] | stones[1] | stones[2])
        return [p for p in range(len(self.lines_through[0])) if left >> p & 1]

    def w_k(self, k, side, stones):
        """Return the side (0, 1, 2) that wins within k plies if each plays its first best move for itself; or None."""
        free = self._free(stones)
        if not k or not free:
            return None
        if any(self.wins(side, stones[side], p) for p in free):
            return side
        following = (side + 1) % 3
        threats = [p for p in free if self.wins(following, stones[following], p)] if k > 1 else []
        if len(threats) > 1:
            return following
        key = min(k, len(free)), side, stones
        if key in self._known:
            return self._known[key]
        open_to = [self.has_open(s, stones) for s in range(3)]
        if not any(open_to):
            return None
        outcomes = []
        for p in threats or free:
            outcomes.append(self.w_k(k - 1, following, with_stone(stones, side, p)))
            if outcomes[-1] == side or outcomes[-1] is None and not open_to[side]:
                break
        best = max(outcomes, key=lambda outcome: rank(outcome, side, None))  # the first of equals
        if threats and not rank(best, side, None) and free[0] not in threats:
            best = following  # a block that does not help is no better than the first move
        return self._remember(key, best)

    def forced(self, k, side, stones):
        """Return what side k forces against both others: 2 its win, 1 a draw, 0 nothing; `side` is to move."""
        free = self._free(stones)
        if not free:
            return 1
        if any(self.wins(side, stones[side], p) for p in free):
            return 2 if side == k else 0
        key = "forced", k, side, stones
        if key in self._known:
            return self._known[key]
        mine, best = side == k, 0 if side == k else 2
        for p in free:
            found = self.forced(k, (side + 1) % 3, with_stone(stones, side, p))
            best = max(best, found) if mine else min(best, found)
            if best == (2 if mine else 0):
                break
        return self._remember(key, best)


def with_stone(stones, side, p):
    """Return the stones of the three sides after one more stone."""
    return (*stones[:side], stones[side] | 1 << p, *stones[side + 1 :])
