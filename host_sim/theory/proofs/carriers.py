"""Lines of a proof with carriers, and how they are written. README.md says what they mean.

This file runs on MicroPython, too: see hex_program.py.
"""

from collections import namedtuple

from .masks import bits, size

# With `stones`, all of `free` empty, all else the rival's, and the rival to move, the side wins:
#
# stones, free   masks; no point is in both
# pairs          disjoint pairs of `free`, one of each of which is enough; or None
# replies        (key, number of an earlier line, whether that is turned), if there are no pairs
Carried = namedtuple("Carried", ("stones", "free", "pairs", "replies"))


class Lines:
    """The lines of one side, each once up to `turn`, a symmetry of masks that undoes itself, or None."""

    def __init__(self, turn):
        self.turn = turn or (lambda mask: mask)
        self._turns = (False, True) if turn else (False,)
        self.lines = []
        self.number_of = {}  # {(stones, free): (number, whether it is turned)}
        self._by_lowest = {}

    def settled(self, stones, free, pairs):
        """Add a line that pairs settle; return (its number, whether it is turned)."""
        return self._added(Carried(stones, free, tuple(pairs), ()))

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
        for turned in self._turns:
            stones, free = place = self.masks(number, turned)
            if place not in self.number_of:
                self.number_of[place] = number, turned
                self.listed(stones, free, number, turned)
        return number, False

    def listed(self, stones, free, number, turned):
        """List a line where `reply` finds it."""
        self._by_lowest.setdefault(free & -free, []).append((stones, free, number, turned))

    def masks(self, number, turned):
        """Return (stones, free) of a line."""
        stones, free = self.lines[number][:2]
        return (self.turn(stones), self.turn(free)) if turned else (stones, free)

    def reply(self, stones, free, must):
        """Return (key, number, turned) of the line that leaves the fewest points of `must`, or None."""
        best, least = None, (size(must), 0)
        for low in [0] + [1 << p for p in bits(free)]:  # MicroPython has no (0, *...)
            for own, carrier, number, turned in self._by_lowest.get(low, ()):
                lacks = own & ~stones
                if carrier & ~free or not lacks or lacks & (lacks - 1) or lacks & (carrier | ~free):
                    continue
                needs = carrier | lacks
                left = size(must & needs)
                if left <= least[0] and (left, size(needs)) < least:
                    best, least = (next(bits(lacks)), number, turned), (left, size(needs))
        return best

    def needed(self, numbers):
        """Return the numbers of the lines that these lines rest on, in order."""
        found, stack = set(), list(numbers)
        while stack:
            number = stack.pop()
            if number not in found:
                found.add(number)
                stack += [earlier for _, earlier, _ in self.lines[number].replies]
        return sorted(found)

    def written(self, names, numbers, first=0):
        """Return the rows of these lines, which are `needed`, the first with number `first`; names: of the points."""
        place = {number: at for at, number in enumerate(numbers, first)}
        rows = []
        for number in numbers:
            line = self.lines[number]
            if line.pairs is not None:
                words = [names[p] for p in bits(line.stones)] + ["settles"]
                words += [f"{names[a]}-{names[b]}" for a, b in line.pairs]
            else:
                words = [
                    word
                    for key, earlier, turned in line.replies
                    for word in (names[key], f"{place[earlier]}{'~' * turned}")
                ]
            rows.append(" ".join(words))
        return rows
