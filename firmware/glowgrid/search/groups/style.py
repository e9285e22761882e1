"""Once the winner is proven: which move shortens the win, or makes it the hardest.

The stones that a side still needs count: the free points of the shortest chain that meets one of its goals. The winner
plays the winning move after which it needs fewest. The loser plays the move after which it loses last, as far as
horizon.py knows the plies; then the one after which the winner needs most, compared with what it needs itself, so that
few replies keep the win. Rings are not weighed.
"""

import micropython
from micropython import const

from glowgrid.search.engine import Stage

CHAIN_WORK = 160  # units to weigh a move, for each point of the field

_S_STEPS = const(1024)  # in `small`: 256 bytes for each border, behind what the Hex solver keeps there
_S_FAR = const(255)  # it cannot be joined
_DRAW = const(2048)  # a score, see verdict.py


@micropython.viper
def need(side: int, mask: int, least: int, point: int, stone: int, buffers) -> int:
    """Return how many stones `side` needs to join `least` of the borders in `mask`, once `stone` is on `point`.

    The result is this number << 8, less the number of free points on the shortest chains. buffers: [cells, near,
    borders, small], where `small` gets the number of stones that join each point to each border.
    """
    cells = ptr8(buffers[0])
    near = ptr8(buffers[1])
    borders = ptr16(buffers[2])
    steps = ptr8(buffers[3])
    points = int(len(buffers[0]))
    fewest = _S_FAR
    ways = 0
    plane = _S_STEPS - 256
    last = 0  # 1: the steps are known, count
    border = 0
    while not last:
        if mask >> border & 1:
            plane += 256
            at = points
            while at:
                at -= 1
                steps[plane + at] = _S_FAR
        elif not mask >> border:
            last = 1
        change = mask >> border & 1 | last
        while change:
            change = 0
            at = 0
            while at < points:
                cell = int(cells[at])
                if at == point:
                    cell = stone
                if not cell or cell == side:
                    total = 0
                    if last:
                        i = 0
                        while i < least:
                            low = _S_STEPS
                            other = low
                            while other <= plane:
                                if int(steps[other + at]) < int(steps[low + at]):
                                    low = other
                                other += 256
                            total += int(steps[low + at])
                            steps[low + at] = _S_FAR
                            i += 1
                        if not cell:
                            total -= least - 1  # a stone where the ways meet counts once
                        if total < fewest:
                            fewest = total
                            ways = 0
                        if total == fewest and not cell:
                            ways += 1
                    else:
                        if not int(borders[at]) >> border & 1:
                            total = _S_FAR
                            i = 6 * at
                            while i < 6 * at + 6:
                                other = int(near[i])
                                if other < points and int(steps[plane + other]) < total:
                                    total = int(steps[plane + other])
                                i += 1
                        if not cell:
                            total += 1
                        if total < int(steps[plane + at]):
                            steps[plane + at] = total
                            change = 1
                at += 1
        border += 1
    return (fewest << 8) - ways


class Style(Stage):
    """Chooses among proven moves; with `every` it has nothing to add.

    tables  describe the game
    small   bytes that no other stage needs at that time: `lookup` of the buffers
    """

    def __init__(self, tables, small):
        self._goals = tables.goals
        self._buffers = [small, tables.field.near, tables.field.borders, small]
        self._verdict = None
        self._at = self._least = 0
        self.done = True

    def start(self, position, limits, verdict, every, work):
        if every or not verdict.proven or verdict.score == _DRAW or position.may_swap():
            return False
        self._buffers[0], self._verdict = position.cells, verdict
        self._at, self._least, self.done = 0, 0x3FFFFFFF, False
        return True

    def step(self, work):
        """Weigh the next move, if it counts. Less is better."""
        verdict, at, side = self._verdict, self._at, self._verdict.me
        wins, used = verdict.score > _DRAW, 1
        if verdict.outcomes[at] == (side if wins else 3 - side):
            used = CHAIN_WORK * len(verdict.outcomes)
            rank = (verdict.plies[at] or 127) * (0x400000 if wins else -0x400000)
            for mine in range(2):
                side, fewest = 3 - side, 0xFFFF
                for _, mask, least in self._goals[side - 1]:
                    fewest = min(fewest, need(side, mask, least, at, verdict.me, self._buffers))
                rank = (fewest << 6 * (mine & wins)) - rank
            if rank < self._least:
                self._least, verdict.best = rank, at
        self._at = at + 1
        self.done = verdict.settled = at + 1 == len(verdict.outcomes)
        return used
