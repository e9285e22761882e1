"""A game of lines or groups as bit masks, for the search for proofs: bit p is point p."""

from functools import cached_property

from glowgrid.rules.groups import GroupsPosition
from glowgrid.rules.notation import point_name

from .symmetry import symmetries


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
        self.symmetries = [tuple(range(self.points)), *symmetries(position).values()]

    @cached_property
    def _images(self):
        return [by_bytes(turned) for turned in self.symmetries[1:]]

    def won(self, side, stones, p):
        """Return whether the stone on p wins for its side, which has these stones."""
        raise NotImplementedError

    def finishing(self, side, stones, others):
        """Return the points where the side wins at once."""
        return mask_of(p for p in bits(self.full & ~(stones | others)) if self.won(side, stones | 1 << p, p))

    def smallest(self, *stones):
        """Return the least of the symmetric images of some stones: positions that are alike have the same one."""
        best = stones
        for image in self._images:
            turned = tuple(turned_by(image, mask) for mask in stones)
            if turned < best:
                best = turned
        return best


def by_bytes(turned):
    """Return tables, one for each eight points, that turn a mask."""
    tables = []
    for first in range(0, len(turned), 8):
        part = turned[first : first + 8]
        tables.append([mask_of(part[p] for p in bits(byte)) for byte in range(1 << len(part))])
    return tables


def turned_by(image, mask):
    """Return what a mask becomes by a permutation, given by its tables."""
    found = 0
    for table in image:
        found |= table[mask & 255]
        mask >>= 8
    return found


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
    """near[p]: the neighbours of p; borders[b]: the points of border b; goals[s - 1]: (borders, how many of them).

    Where rings win, each hole of the field is a place, too, numbered after the points; a ring can surround `inner`.
    """

    def __init__(self, position):
        tables, field = position.tables, position.field
        points, degree = position.points, field.degree
        near = [field.near[degree * p : degree * p + degree] for p in range(points)]
        self.near = [mask_of(q for q in beside if q < points) for beside in near]
        self.borders = [
            mask_of(p for p in range(points) if field.borders[p] >> border & 1)
            for border in range(max(field.borders).bit_length())
        ]
        self.at = list(field.borders)
        self.goals = [[(mask, least) for _, mask, least in goals] for goals in tables.goals]
        self.rings = tables.rings
        super().__init__(position)
        rim, *holes = _off(field)
        for hole, beside in enumerate(holes if self.rings else (), points):
            self.near = [near | 1 << hole if beside >> p & 1 else near for p, near in enumerate(self.near)] + [beside]
        self.places = (1 << len(self.near)) - 1
        self.inner = self.places & ~rim
        self.remoteness = [self._remoteness(p) for p in range(points)]

    def _remoteness(self, p):
        """Return the sum of the distances to all other points."""
        found, reached, left = 0, 1 << p, self.points - 1
        while left:
            more = self.around(reached) & self.full & ~reached
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
        """Return whether a group encloses a place: one of its own, or others that it cuts off from the rim."""
        if any(not self.near[p] & ~group for p in bits(group & self.inner)):
            return True
        others = reached = self.places & ~group
        for p in bits(others & ~self.inner):
            if reached >> p & 1:
                reached &= ~self.group(others, p)
        return reached != 0

    def rules(self):
        """Yield the lines of text that state the game."""
        for p, near in enumerate(self.near[: self.points]):
            yield " ".join(["near", self.names[p], *(self.names[q] for q in bits(near & self.full))])
        for hole in self.near[self.points :]:
            yield "hole " + " ".join(self.names[p] for p in bits(hole))
        for number, border in enumerate(self.borders):
            yield f"border {number} " + " ".join(self.names[p] for p in bits(border))
        for side, goals in enumerate(self.goals, 1):
            for mask, least in goals:
                yield f"join {side} {least} " + " ".join(str(b) for b in bits(mask))
        if self.rings:
            yield "ring " + " ".join(self.names[p] for p in bits(self.inner & self.full))


def _off(field):
    """Return the points beside what lies around a hexagonal field, then those beside each of its holes, as masks."""
    points = {(field.columns[p], field.rows[p]): p for p in range(field.points)}
    left = {(x, y) for x in range(-1, field.width + 1) for y in range(-1, field.height + 1)} - points.keys()
    steps = (1, 0), (-1, 0), (0, 1), (0, -1), (-field.slant, 1), (field.slant, -1)
    found = []
    while left:
        new = [min(left)]  # at first a corner, off the field
        beside = set()
        for x, y in new:
            near = {(x + across, y + down) for across, down in steps}
            new += (near & left) - {*new}
            beside |= near & points.keys()
        left.difference_update(new)
        found.append(mask_of(points[place] for place in beside))
    return found


def family_of(position):
    """Return "lines" or "groups" if a file can state the rules of a position, else None.

    Groups on any map, also where the engine of groups cannot play; but the same map for all sides.
    """
    of_groups = type(position) is GroupsPosition and all(near == position.field.near for near in position.tables.near)
    return "groups" if of_groups else position.family()


def tables_of(position):
    """Return the tables of a position, or None if no file can state its rules."""
    return {"lines": LinesTables, "groups": GroupsTables}.get(family_of(position) or "", lambda _: None)(position)
