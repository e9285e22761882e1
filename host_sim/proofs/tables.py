"""A game of lines or groups as bit masks, for the search for proofs: bit p stands for point p."""

from itertools import product

from glowgrid.rules.notation import point_name


def bits(mask):
    """Yield the points of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(points):
    """Return the mask of some points."""
    return sum(1 << p for p in points)


class Tables:
    """What both families share.

    stones       the stones of each side at the start, a mask each; to_move: the side to move then
    names        names of the points
    symmetries   permutations of the points that turn the game into itself; the first changes nothing
    """

    def __init__(self, position):
        field = position.field
        self.points, self.sides = position.points, position.sides
        self.full = (1 << self.points) - 1
        self.names = [point_name(field, p) for p in range(self.points)]
        self.stones = tuple(
            mask_of(p for p in range(self.points) if position.cells[p] == side) for side in range(1, self.sides + 1)
        )
        self.to_move = position.to_move
        self.symmetries = [turned for turned in _turned(field) if self.keeps(turned)]
        self._images = [_by_bytes(turned) for turned in self.symmetries]

    def keeps(self, turned):
        """Return whether a permutation of the points turns the game into itself."""
        raise NotImplementedError

    def won(self, side, stones, p):
        """Return whether the stone on p wins for its side, which has these stones."""
        raise NotImplementedError

    def finishing(self, side, stones, others):
        """Return the points where the side wins at once."""
        return mask_of(p for p in bits(self.full & ~(stones | others)) if self.won(side, stones | 1 << p, p))

    def smallest(self, *stones):
        """Return the least of the symmetric images of some stones: positions that are alike have the same one."""
        best = stones
        for image in self._images[1:]:
            turned = tuple(_turn(image, mask) for mask in stones)
            if turned < best:
                best = turned
        return best


def _by_bytes(turned):
    """Return tables, one for each eight points, that turn a mask."""
    tables = []
    for first in range(0, len(turned), 8):
        part = turned[first : first + 8]
        tables.append([mask_of(part[p] for p in bits(byte)) for byte in range(1 << len(part))])
    return tables


def _turn(image, mask):
    found = 0
    for table in image:
        found |= table[mask & 255]
        mask >>= 8
    return found


def _turned(field):
    """Yield the permutations of the points that turns and reflections of a square or hexagonal field give."""
    places = [(field.columns[p], field.rows[p]) for p in range(field.points)]
    number = {place: p for p, place in enumerate(places)}
    for a, b, c, d in sorted(product((1, 0, -1), repeat=4), key=(1, 0, 0, 1).__ne__):
        if abs(a * d - b * c) != 1:
            continue
        images = [(a * x + b * y, c * x + d * y) for x, y in places]
        left = min(x for x, _ in images) - min(x for x, _ in places)
        top = min(y for _, y in images) - min(y for _, y in places)
        turned = [number.get((x - left, y - top)) for x, y in images]
        if None not in turned:
            yield turned


class LinesTables(Tables):
    """lines[s - 1]: the lines of side s, as masks."""

    def __init__(self, position):
        tables = position.tables
        self.members = [tuple(tables.members[tables.starts[i] : tables.starts[i + 1]]) for i in range(tables.count)]
        self.owners = tables.owners
        self.lines = [
            [mask_of(line) for line, owners in zip(self.members, self.owners) if owners >> side & 1]
            for side in range(position.sides)
        ]
        super().__init__(position)

    def keeps(self, turned):
        lines = {(frozenset(line), owners) for line, owners in zip(self.members, self.owners)}
        return lines == {(frozenset(turned[p] for p in line), owners) for line, owners in lines}

    def won(self, side, stones, p):
        return any(not line & ~stones for line in self.lines[side - 1])

    def open(self, side, stones, others):
        """Return what is missing in each line that the side can still complete, the shortest first."""
        found = {line & ~stones for line in self.lines[side - 1] if not line & others}
        return sorted(found, key=int.bit_count)

    def finishing(self, side, stones, others):
        found = 0
        for line in self.lines[side - 1]:
            rest = line & ~stones
            if not line & others and not rest & (rest - 1):
                found |= rest
        return found

    def rules(self):
        """Yield the lines of text that state the game."""
        for line, owners in zip(self.members, self.owners):
            sides = "".join(str(side) for side in range(1, self.sides + 1) if owners >> (side - 1) & 1)
            yield f"line {sides} " + " ".join(self.names[p] for p in line)


class GroupsTables(Tables):
    """near[p]: the neighbours of p; borders[b]: the points of border b; goals[s - 1]: (borders, how many of them)."""

    def __init__(self, position):
        tables, field = position.tables, position.field
        points = position.points
        self.near = [mask_of(q for q in field.near[6 * p : 6 * p + 6] if q < points) for p in range(points)]
        self.borders = [
            mask_of(p for p in range(points) if field.borders[p] >> border & 1)
            for border in range(max(field.borders).bit_length())
        ]
        self.at = list(field.borders)
        self.goals = [[(mask, least) for _, mask, least in goals] for goals in tables.goals]
        self.rings = tables.rings
        super().__init__(position)
        self.remoteness = [self._remoteness(p) for p in range(points)]

    def keeps(self, turned):
        if any(mask_of(turned[q] for q in bits(self.near[p])) != self.near[turned[p]] for p in range(self.points)):
            return False
        images = [mask_of(turned[p] for p in bits(border)) for border in self.borders]
        return all(
            sorted((least, sorted(self.borders[b] for b in bits(mask))) for mask, least in goals)
            == sorted((least, sorted(images[b] for b in bits(mask))) for mask, least in goals)
            for goals in self.goals
        )

    def _remoteness(self, p):
        """Return the sum of the distances to all other points."""
        found, reached, left = 0, 1 << p, self.points - 1
        while left:
            more = self.around(reached) & ~reached
            if not more:
                return found + left * self.points
            found += left
            left -= more.bit_count()
            reached |= more
        return found

    def group(self, stones, p):
        """Return the group of the stone on p."""
        group = new = 1 << p
        while new:
            around = 0
            for q in bits(new):
                around |= self.near[q]
            new = around & stones & ~group
            group |= new
        return group

    def around(self, group):
        """Return the points beside a group, its own too."""
        found = 0
        for p in bits(group):
            found |= self.near[p]
        return found

    def wanted(self, side):
        """Yield the borders that count for a side, each once, though several goals may ask for it."""
        found = 0
        for mask, _ in self.goals[side - 1]:
            found |= mask
        return bits(found)

    def distance(self, side, own, others):
        """Return how many stones the side lacks, at least, to join its borders: the sum of the ways from the first.

        0 if it joins none, as in a game of rings.
        """
        if not (borders := [*self.wanted(side)]):
            return 0
        first, *rest = borders
        free = self.full & ~(own | others)
        reached = self.borders[first] & own
        front = self._spread(reached, own)
        steps, found, missing = 0, 0, [self.borders[b] for b in rest]
        reached, front = front, front
        next_ring = (self.borders[first] & free) | (self.around(front) & free)
        missing = [b for b in missing if not b & reached]
        while missing and next_ring:
            steps += 1
            new = next_ring & ~reached
            reached = self._spread(reached | new, own)
            found += steps * sum(1 for b in missing if b & reached)
            missing = [b for b in missing if not b & reached]
            next_ring = self.around(reached) & free & ~reached
        return found + 50 * len(missing)

    def _spread(self, reached, own):
        """Return what is reached, and the own stones that hang together with it."""
        while True:
            more = self.around(reached) & own & ~reached
            if not more:
                return reached
            reached |= more

    def touched(self, group):
        """Return the borders that a group touches."""
        found = 0
        for number, border in enumerate(self.borders):
            if border & group:
                found |= 1 << number
        return found

    def joins(self, side, touched):
        """Return whether a group that touches these borders wins."""
        return any((touched & mask).bit_count() >= least for mask, least in self.goals[side - 1])

    def won(self, side, stones, p):
        group = self.group(stones, p)
        return self.joins(side, self.touched(group)) or (self.rings and self._ring(group))

    def _ring(self, group):
        """Return whether a group encloses a point: one of its own with six neighbours, or one cut off from the rim."""
        if any(self.near[p] & group == self.near[p] and self.near[p].bit_count() == 6 for p in bits(group)):
            return True
        outside = self.full & ~group
        rim = [p for p in bits(outside) if self.near[p].bit_count() < 6]
        reached = 0
        for p in rim:
            if not reached >> p & 1:
                reached |= self.group(outside, p)
        return reached != outside

    def rules(self):
        """Yield the lines of text that state the game."""
        for p, near in enumerate(self.near):
            yield f"near {self.names[p]} " + " ".join(self.names[q] for q in bits(near))
        for number, border in enumerate(self.borders):
            yield f"border {number} " + " ".join(self.names[p] for p in bits(border))
        for side, goals in enumerate(self.goals, 1):
            for mask, least in goals:
                yield f"join {side} {least} " + " ".join(str(b) for b in bits(mask))
        if self.rings:
            inner = [p for p, near in enumerate(self.near) if near.bit_count() == 6]
            yield "ring " + " ".join(self.names[p] for p in inner)


def tables_of(position):
    """Return the tables of a position, or None if its rules are a class's own."""
    return {"lines": LinesTables, "groups": GroupsTables}.get(position.family(), lambda _: None)(position)
