"""The complete table of a small game of two sides: a row for all positions that turns and reflections make equal."""

from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

from ..theory.proofs.symmetry import symmetries
from .every_position import DRAWN, MOST_POINTS, codes_of
from .point_names import in_order, names_of_masks, stones_text

PART = 150_000  # ways to place the stones, about, in a part: some seconds of work


class Some(NamedTuple):
    """Positions after `ply` plies with these sets of stones of side 1, as masks; ways: to place those of side 2."""

    ply: int
    firsts: list[int]
    ways: int


class Complete:
    """A complete table. Its parts have an order, and their rows, too: by plies, then by the stones of side 1.

    Of equal positions the one with the lowest masks (bit p is point p) has the row: of side 1, then of side 2.
    """

    def __init__(self, start):
        """start: the start of a game, glowgrid.rules.position.Position."""
        self._start, self._points = start, start.points
        self.symmetries = list(symmetries(start).values())
        self._images = [_images_of_masks(each) for each in self.symmetries]

    @cached_property
    def _parts(self):
        """The parts, lists of Some: one that is full is followed by another."""
        found, room = [], 0
        for some in self._in_order():
            if room < some.ways:
                found.append([])
                room = PART
            found[-1].append(some)
            room -= some.ways
        return found

    def _in_order(self):
        """Yield all positions as Some, each of at most PART ways if it has more than one set of stones of side 1."""
        points = self._points
        masks = [mask for mask in range(1 << points) if all(images[mask] >= mask for images in self._images)]
        for ply in range(points + 1):
            firsts = [mask for mask in masks if mask.bit_count() == (ply + 1) // 2]
            each = comb(points - (ply + 1) // 2, ply // 2)
            step = max(PART // each, 1)
            for at in range(0, len(firsts), step):
                some = firsts[at : at + step]
                yield Some(ply, some, each * len(some))

    def work(self):
        """Return how much work each part is."""
        return [sum(some.ways for some in part) for part in self._parts]

    def rows(self, number):
        """Yield the rows of a part (see columns.COLUMNS)."""
        for ply, firsts, _ in self._parts[number]:
            for first in firsts:
                yield from self._rows_with(first, ply)

    @cached_property
    def _codes(self):
        return codes_of(self._start)

    @cached_property
    def _names(self):
        field = self._start.field
        return names_of_masks(field, in_order(field)), names_of_masks(field, range(self._points))

    def _rows_with(self, first, ply):
        """Yield the rows of the positions with these stones of side 1 after a number of plies."""
        (stones, names), mover = self._names, ply % 2 + 1
        moves = [(1 << p, mover * 3**p) for p in range(self._points) if not first >> p & 1]
        for second, number, code, count in self._positions_with(first, ply):
            best, optimal = self._best(number, code, moves, second)
            draw = code & 3 == DRAWN
            yield (
                stones_text((stones[first], stones[second])),
                ply,
                mover,
                0 if draw else code & 3,
                None if draw and ply < self._points else code >> 2,
                names[best],
                names[optimal],
                count,
            )

    def _positions_with(self, first, ply):
        """Yield (stones of side 2, number of the position, its code, how many positions are equal to it)."""
        codes, points = self._codes, self._points
        keeping = [images for images in self._images if images[first] == first]
        of_first = sum(3**p for p in range(points) if first >> p & 1)
        # A stone of side 2 as one int: what it adds to the number of the position, and its bit.
        stones = [2 * 3**p << points | 1 << p for p in range(points) if not first >> p & 1]
        for chosen in map(sum, combinations(stones, ply // 2)):
            second, number = chosen & (1 << points) - 1, of_first + (chosen >> points)
            if code := codes[number]:
                images = [each[second] for each in keeping]
                if not images or min(images) >= second:
                    yield second, number, code, (len(self._images) + 1) // (images.count(second) + 1)

    def _best(self, number, code, moves, taken):
        """Return as masks the moves that keep the winner, and those that keep the plies, too.

        moves: (bit, what it adds to the number of the position) of points; those in the mask `taken` are no moves.
        """
        codes, winner = self._codes, code & 3
        best = optimal = 0
        if code >> 2 or winner == DRAWN:  # the game goes on
            wanted = code if winner == DRAWN else code - 4  # a ply less
            for bit, step in moves:
                if not taken & bit and (after := codes[number + step]) & 3 == winner:
                    best |= bit
                    if after == wanted:
                        optimal |= bit
        return best, optimal


def refusal(start):
    """Return why a game has no complete table, in a few words; None if it has one."""
    if start.sides != 2 or not start.family() or start.actions not in ((), ("swap",)):
        return "only games of lines and groups with two sides have one"
    if start.points > MOST_POINTS:
        return f"{start.points} points, and up to {placements(start.points, 2):,} positions; {MOST_POINTS} points fit"
    return None


def placements(points, sides):
    """Return in how many ways stones can stand if the sides take turns: at least as many as there are positions."""
    return sum(ways(points, sides, ply) for ply in range(points + 1))


def ways(points, sides, ply):
    """Return in how many ways stones can stand after a number of plies."""
    found, left = 1, points
    for side in range(sides):
        stones = (ply + sides - 1 - side) // sides
        found *= comb(left, stones)
        left -= stones
    return found


def _images_of_masks(images):
    """Return a list: the image of each mask under a symmetry, given as the images of the points."""
    found = [0]
    for image in images:
        found += [mask | 1 << image for mask in found]
    return found
