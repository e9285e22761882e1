"""Who wins small lines games and how soon, by search on masks with memory: the judge of the engine's exact answers.

Shares no code with firmware/. A point is row * columns + column, a side's stones are a mask, a line is a mask. Outcomes are
the side that wins or 0, a draw.
"""

from functools import lru_cache

NEVER = 255  # plies


def rows_of(rows, columns, k):
    """The masks of all straight unbroken rows of k points."""
    found = set()
    for y in range(rows):
        for x in range(columns):
            for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
                row = [(y + dy * i, x + dx * i) for i in range(k)]
                if all(0 <= y < rows and 0 <= x < columns for y, x in row):
                    found.add(sum(1 << y * columns + x for y, x in row))
    return sorted(found)


class Field:
    """What two and three sides share: lines, and the images of a field under the symmetries that keep them."""

    def __init__(self, rows, columns, k):
        self.points = rows * columns
        self.lines = rows_of(rows, columns, k)
        self.through = [[line ^ 1 << p for line in self.lines if line >> p & 1] for p in range(self.points)]
        self.order = sorted(range(self.points), key=lambda p: -len(self.through[p]))
        self._images = self._tables_of_images(rows, columns)

    def _tables_of_images(self, rows, columns):
        """For each symmetry but the identity (of two that are equal on a narrow field, one) the images of each byte of a mask."""
        images = set()
        for turn in range(8):
            if turn & 4 and rows != columns:
                continue
            image = []
            for p in range(self.points):
                y, x = divmod(p, columns)
                y, x = (rows - 1 - y if turn & 1 else y), (columns - 1 - x if turn & 2 else x)
                y, x = (x, y) if turn & 4 else (y, x)
                image.append(y * columns + x)
            images.add(tuple(image))
        images.discard(tuple(range(self.points)))
        return [[[sum(1 << image[8 * byte + i] for i in range(8) if bits >> i & 1 and 8 * byte + i < self.points)
                  for bits in range(256)] for byte in range((self.points + 7) // 8)] for image in images]

    def least(self, *masks):
        """Of all images of a position the least, a tuple of masks."""
        best = masks
        for table in self._images:
            image = tuple([sum([table[i][mask >> 8 * i & 255] for i in range(len(table))]) for mask in masks])
            if image < best:
                best = image
        return best

    def wins_at(self, stones, point):
        """Does a stone on the point complete a line of these?"""
        return any(rest & stones == rest for rest in self.through[point])

    def completing(self, stones, others):
        """The free points where a stone completes a line of `stones`, as a mask."""
        found = 0
        for line in self.lines:
            gap = line & ~stones
            if not gap & (gap - 1) and not gap & others:
                found |= gap
        return found

    def free(self, *masks):
        """The free points, those on many lines first."""
        taken = 0
        for mask in masks:
            taken |= mask
        return [p for p in self.order if not taken >> p & 1]


class Two(Field):
    """Two sides. Positions are (stones of the side to move, of the other side) and not over."""

    def __init__(self, rows, columns, k):
        super().__init__(rows, columns, k)
        self._known = {}

    def value(self, mine, other):
        """(outcome for the side to move: 1 it wins, 0 a draw, -1 it loses; plies to it with best play)."""
        for outcome, forces in ((1, lambda plies: self.forces(mine, other, True, plies)),
                                (-1, lambda plies: self.forces(other, mine, False, plies))):
            if forces(NEVER):
                plies = 1 if outcome == 1 else 2
                while not forces(plies):
                    plies += 2
                return outcome, plies
        return 0, len(self.free(mine, other))

    def values(self, mine, other):
        """{point: (outcome, plies)} of every move for its side, as `value` has it; the move is counted."""
        found = {}
        for point in self.free(mine, other):
            if self.wins_at(mine, point):
                found[point] = 1, 1
            else:
                outcome, plies = self.value(other, mine | 1 << point)
                found[point] = -outcome, plies + 1
        return found

    def forces(self, attacker, defender, to_move, plies):
        """Does the attacker complete a line within so many plies (NEVER: ever), whatever the other does, and before it?"""
        if all(line & defender for line in self.lines):
            return False
        key = (*self.least(attacker, defender), to_move, plies)
        if key not in self._known:
            self._known[key] = (self._attack if to_move else self._defend)(attacker, defender, plies)
        return self._known[key]

    def _attack(self, attacker, defender, plies):
        if self.completing(attacker, defender):
            return plies > 0
        stop = self.completing(defender, attacker)
        if plies < 3 or stop & (stop - 1):
            return False
        left = plies if plies == NEVER else plies - 1
        return any(self.forces(attacker | 1 << p, defender, False, left)
                   for p in self.free(attacker, defender) if not stop or stop >> p & 1)

    def _defend(self, attacker, defender, plies):
        if plies < 2 or self.completing(defender, attacker):
            return False
        stop = self.completing(attacker, defender)
        if stop & (stop - 1):
            return True
        left = plies if plies == NEVER else plies - 1
        moves = [p for p in self.free(attacker, defender) if not stop or stop >> p & 1]
        return bool(moves) and all(self.forces(attacker, defender | 1 << p, True, left) for p in moves)


class Three(Field):
    """Three sides. Positions are (stones of the side to move, of the next, of the one after) and not over.

    Outcomes are counted from the side to move: 1 itself, 2 the next, 3 the one after, 0 nobody.
    """

    def __init__(self, rows, columns, k):
        super().__init__(rows, columns, k)
        self.max_n = lru_cache(1 << 20)(self._max_n)
        self.paranoid = lru_cache(1 << 20)(self._paranoid)

    def moves(self, a, b, c):
        """{point: outcome by max^n}: its own win > draw > another's win, the lowest point among equals."""
        found = {}
        for point in sorted(self.free(a, b, c)):
            if self.wins_at(a, point):
                found[point] = 1
            else:
                seen = self.max_n(b, c, a | 1 << point)
                found[point] = seen and seen % 3 + 1
        return found

    def _max_n(self, a, b, c):
        outcomes = list(self.moves(a, b, c).values())
        return 1 if 1 in outcomes else 0 if 0 in outcomes or not outcomes else outcomes[0]

    def forced(self, a, b, c):
        """{point: what the side to move forces with it against both others}: 1 its win, 0 a draw, -1 nothing."""
        return {p: 1 if self.wins_at(a, p) else self.paranoid(b, c, a | 1 << p, 2) for p in self.free(a, b, c)}

    def _paranoid(self, a, b, c, one):
        """What the side `one` (0 the side to move, 1 the next, 2 the one after) forces, as above."""
        values = []
        for p in self.free(a, b, c):
            if self.wins_at(a, p):
                values.append(1 if not one else -1)
            else:
                values.append(self.paranoid(b, c, a | 1 << p, (one - 1) % 3))
        return 0 if not values else min(values) if one else max(values)
