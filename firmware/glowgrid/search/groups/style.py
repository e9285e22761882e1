"""Once the winner is proven: which move shortens the win, or makes it the hardest.

The stones that a side still needs count: the free points of the shortest chain that meets one of its goals. The winner
plays the winning move after which it needs fewest. The loser plays the move after which it loses last, as far as
horizon.py knows the plies; then the one after which the winner needs most, compared with what it needs itself, so that
few replies keep the win. Rings are not weighed.
"""

import micropython
from micropython import const

from glowgrid.search.engine import Stage
from glowgrid.search.verdict_words import *

CHAIN_WORK = 160  # units to weigh a move, for each point of the field

_STEPS = const(1024)  # in `small`: 256 bytes for each border, behind what the Hex solver keeps there
_FAR = const(255)  # it cannot be joined


@micropython.viper
def reach(side: int, border: int, plane: int, buffers):
    """Enter the number of stones that join each point to a border into the bytes at `plane` of `small`."""
    cells = ptr8(buffers[0])
    borders = ptr16(buffers[2])
    steps = ptr8(buffers[3])
    points = int(len(buffers[0]))
    at = points
    while at:
        at -= 1
        steps[plane + at] = _FAR
    change = 1
    while change:
        change = 0
        at = 0
        while at < points:
            cell = int(cells[at])
            if not cell or cell == side:
                total = 0
                if not int(borders[at]) >> border & 1:
                    total = int(nearest(at, plane, buffers))
                if not cell:
                    total += 1
                if total < int(steps[plane + at]):
                    steps[plane + at] = total
                    change = 1
            at += 1


@micropython.viper
def nearest(at: int, plane: int, buffers) -> int:
    """Return the least number that a neighbour of a point has at `plane`."""
    near = ptr8(buffers[1])
    steps = ptr8(buffers[3])
    points = int(len(buffers[0]))
    least = _FAR
    i = 6 * at
    last = i + 6
    while i < last:
        other = int(near[i])
        if other < points and int(steps[plane + other]) < least:
            least = int(steps[plane + other])
        i += 1
    return least


@micropython.viper
def joined(at: int, least: int, last: int, buffers) -> int:
    """Return how many stones join a point to the `least` nearest borders, out of the planes up to `last`."""
    steps = ptr8(buffers[3])
    total = 0
    while least:
        least -= 1
        low = _STEPS
        plane = low
        while plane <= last:
            if int(steps[plane + at]) < int(steps[low + at]):
                low = plane
            plane += 256
        total += int(steps[low + at])
        steps[low + at] = _FAR
    return total


@micropython.viper
def need(side: int, mask: int, least: int, buffers) -> int:
    """Return how many stones `side` needs to join `least` of the borders in `mask`.

    The result is this number << 8, less the number of free points on the shortest chains. buffers: [cells, near,
    borders, small]; `small` has 256 bytes for each border.
    """
    cells = ptr8(buffers[0])
    points = int(len(buffers[0]))
    plane = _STEPS - 256
    border = 0
    while mask >> border:
        if mask >> border & 1:
            plane += 256
            reach(side, border, plane, buffers)
        border += 1
    fewest = _FAR
    ways = 0
    at = 0
    while at < points:
        cell = int(cells[at])
        if not cell or cell == side:
            total = int(joined(at, least, plane, buffers))
            if not cell:
                total -= least - 1  # a stone where the ways meet counts once
            if total < fewest:
                fewest = total
                ways = 0
            if total == fewest and not cell:
                ways += 1
        at += 1
    return (fewest << 8) - ways


class Style(Stage):
    """Chooses among proven moves.

    tables  describe the game
    small   bytes that no other stage needs at that time: `lookup` of the buffers
    """

    def __init__(self, tables, small):
        self._goals = tables.goals
        self._buffers = [bytearray(tables.points), tables.field.near, tables.field.borders, small]
        self._verdict = None
        self._at = self._least = 0
        self.done = True

    def start(self, position, limits, verdict, every, work):
        if not verdict.proven or verdict.score == DRAW or position.may_swap():
            return False
        if verdict.score < DRAW and not max(verdict.plies):
            return False  # the loss is far away: playouts say better what makes it hard
        cells = self._buffers[0]
        for point in range(len(cells)):
            cells[point] = position.cells[point]
        self._verdict = verdict
        self._at, self._least, self.done = 0, 0x3FFFFFFF, False
        return True

    def step(self, work):
        """Weigh the next move, if it counts. Less is better."""
        verdict, at, side = self._verdict, self._at, self._verdict.me
        wins, used = verdict.score > DRAW, 1
        if verdict.outcomes[at] == (side if wins else 3 - side):
            used = CHAIN_WORK * len(verdict.outcomes)
            rank = (verdict.plies[at] or 127) * (0x400000 if wins else -0x400000)
            self._buffers[0][at] = verdict.me
            for mine in range(2):
                side, fewest = 3 - side, 0xFFFF
                for _, mask, least in self._goals[side - 1]:
                    fewest = min(fewest, need(side, mask, least, self._buffers))
                rank = (fewest << 6 * (mine & wins)) - rank
            self._buffers[0][at] = 0
            if rank < self._least:
                self._least, verdict.best = rank, at
        self._at = at + 1
        self.done = verdict.settled = at + 1 == len(verdict.outcomes)
        return used
