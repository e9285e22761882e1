"""Lines of a proof with carriers, and how they are written. README.md says what they mean."""

from typing import NamedTuple

from .tables import bits, by_bytes, turned_by


class Carried(NamedTuple):
    """A line: with `stones`, all of `free` empty, all else the rival's, and the rival to move, the side wins.

    stones, free   masks; no point is in both
    pairs          disjoint pairs of `free`, one of each of which is enough; or None
    replies        (key, number of an earlier line, whether that is turned), if there are no pairs
    """

    stones: int
    free: int
    pairs: tuple | None
    replies: tuple = ()


class Lines:
    """The lines of one side, each once up to `order`, a symmetry of the field that undoes itself, or None."""

    def __init__(self, tables, order):
        self.names, self.order = tables.names, order
        self._image = by_bytes(self.order) if self.order else None
        self.lines = []
        self.number_of = {}  # {(stones, free): (number, whether it is turned)}
        self._by_lowest = {}

    def turn(self, mask):
        """Return what a mask becomes by the symmetry."""
        return turned_by(self._image, mask) if self._image else mask

    def settled(self, stones, free, pairs):
        """Add a line that pairs settle; return (its number, whether it is turned)."""
        return self._added(Carried(stones, free, tuple(pairs)))

    def replied(self, replies):
        """Add the line that these replies make; return (its number, whether it is turned).

        replies: (key, number, turned); no point is in all of their carriers.
        """
        stones = free = 0
        for key, number, turned in replies:
            own, carrier = self.masks(number, turned)
            stones |= own & ~(1 << key)
            free |= carrier | 1 << key
        return self._added(Carried(stones, free, None, tuple(replies)))

    def _added(self, line):
        place = line.stones, line.free
        known = self.number_of.get(place)
        if known:
            return known
        number = len(self.lines)
        self.lines.append(line)
        for turned in (False, True) if self.order else (False,):
            stones, free = self.masks(number, turned)
            if (stones, free) not in self.number_of:
                self.number_of[stones, free] = number, turned
                self._by_lowest.setdefault(free & -free, []).append((stones, free, number, turned))
        return number, False

    def masks(self, number, turned):
        """Return (stones, free) of a line."""
        stones, free = self.lines[number][:2]
        return (self.turn(stones), self.turn(free)) if turned else (stones, free)

    def within(self, free):
        """Yield (stones, free, number, turned) of all lines whose carrier lies within these points."""
        for low in (0, *(1 << p for p in bits(free))):
            for line in self._by_lowest.get(low, ()):
                if not line[1] & ~free:
                    yield line

    def needed(self, numbers):
        """Return the numbers of the lines that these lines rest on, in order."""
        found, stack = set(), list(numbers)
        while stack:
            number = stack.pop()
            if number not in found:
                found.add(number)
                stack += [earlier for _, earlier, _ in self.lines[number].replies]
        return sorted(found)

    def written(self, numbers, first=0):
        """Return the rows of these lines, which are `needed`, the first with number `first`."""
        place = {number: at for at, number in enumerate(numbers, first)}
        rows = []
        for number in numbers:
            line = self.lines[number]
            if line.pairs is not None:
                words = [self.names[p] for p in bits(line.stones)]
                words += ["settles", *(f"{self.names[a]}-{self.names[b]}" for a, b in line.pairs)]
            else:
                words = [
                    word
                    for key, earlier, turned in line.replies
                    for word in (self.names[key], f"{place[earlier]}{'~' * turned}")
                ]
            rows.append(" ".join(words))
        return rows
