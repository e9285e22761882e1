"""The values of all positions of a small game of two sides at once, by backward reasoning.

A position has a number: the sum of its stones (0, 1 or 2) times 3**point. A set of positions is one int with a bit for
each number, so a step that takes all positions back by a move is a few operations on ints of 3**points bits (5 MB for
16 points). First, forward from the empty field: which positions can be reached; games stop when decided. Then, by the
number of plies to the end: won in 1 is what has a move to an end that the mover wins; lost in 2 is what has only moves
to positions that the other side wins in 1; and so on. What is left is a draw.
"""

from .winning_stones import winning_masks

MOST_POINTS = 16
DRAWN = 3  # in the low two bits of a code, where 1 and 2 are the winner


def codes_of(position):
    """Return a byte for each number of a position: 0 if it cannot be reached, else its value.

    position: the start of the game. A value is the winner (1, 2 or DRAWN) in the low two bits, and above them the plies
    to the end if the winner hurries and the other side delays; 0 in a draw.
    """
    return _Positions(position).codes()


class _Positions:
    """The sets of positions of a game. Lists of two have one for each side to move, side 1 first."""

    def __init__(self, position):
        self._points = position.points
        self._stone = [_with_stone(position.points, p) for p in range(position.points)]
        over = [_spread(winning_masks(position, side), position.points, side) for side in (1, 2)]
        self._reached = self._reachable(over[0] | over[1])
        # Lost in 0: the other side has just won.
        self._lost = [{0: self._reached[0] & over[1]}, {0: self._reached[1] & over[0]}]
        self._won = [{}, {}]
        self._find_wins()

    def _reachable(self, over):
        """Return the positions with side 1 and with side 2 to move that legal play reaches."""
        reached, layer = [1, 0], 1
        for ply in range(self._points):
            mover = ply % 2
            layer = self._after(layer & ~over, mover)
            reached[1 - mover] |= layer
        return reached

    def _after(self, layer, mover):
        """Return the positions after a move from these."""
        found = 0
        for p, stone in enumerate(self._stone):
            empty = stone >> 3**p  # the same with no stone on p
            found |= (layer & empty) << (mover + 1) * 3**p
        return found

    def _before(self, layer, mover):
        """Return the positions from which a move of this side leads to one of these."""
        found = 0
        for p, stone in enumerate(self._stone):
            mine = stone << mover * 3**p  # a stone 2 for side 2
            found |= (layer & mine) >> (mover + 1) * 3**p
        return found

    def _find_wins(self):
        full = _full(self._stone)
        going_on = [self._reached[m] & ~full & ~self._lost[m][0] for m in (0, 1)]  # no value yet
        not_won, before = [*self._reached], True
        for plies in range(1, self._points + 1):
            if plies % 2:
                found = [going_on[m] & self._before(self._lost[1 - m][plies - 1], m) for m in (0, 1)]
                not_won = [not_won[m] & ~found[m] for m in (0, 1)]
            else:
                found = [going_on[m] & ~self._before(not_won[1 - m], m) for m in (0, 1)]
            for m in (0, 1):
                (self._won if plies % 2 else self._lost)[m][plies] = found[m]
                going_on[m] &= ~found[m]
            if not any(found) and not before:
                break  # nothing is that long, so nothing is longer
            before = any(found)

    def codes(self):
        planes = {}  # {bit of a code: the positions that have it}

        def add(code, positions):
            bit = 1
            while bit <= code:
                if code & bit:
                    planes[bit] = planes.get(bit, 0) | positions
                bit <<= 1

        for m in (0, 1):
            drawn = self._reached[m]
            for winner, by_plies in ((m + 1, self._won[m]), (2 - m, self._lost[m])):
                for plies, positions in by_plies.items():
                    add(winner | plies << 2, positions)
                    drawn &= ~positions
            add(DRAWN, drawn)
        count, found = 3**self._points, 0
        for bit, positions in planes.items():
            each = format(positions, "b").encode().translate(bytes.maketrans(b"01", bytes((0, bit))))
            found |= int.from_bytes(each, "big")
        return found.to_bytes(count, "little")


def _with_stone(points, p):
    """Return the positions with a stone of side 1 on p."""
    block, length = ((1 << 3**p) - 1) << 3**p, 3 ** (p + 1)
    for _ in range(p + 1, points):
        block |= block << length | block << 2 * length
        length *= 3
    return block


def _full(with_stone):
    """Return the positions without an empty point."""
    full = -1
    for p, stone in enumerate(with_stone):
        full &= stone | stone << 3**p
    return full


def _spread(won, points, side):
    """Return the positions in which the stones of this side win. won: see `winning_masks`."""
    blocks = [b"1" if each else b"0" for each in won]
    for _ in range(points):
        # The highest bit first, as `int` reads it: stone 2, stone 1, no stone.
        pairs = zip(blocks[::2], blocks[1::2])
        blocks = [without + own + without if side == 1 else own + without + without for without, own in pairs]
    return int(blocks[0], 2)
