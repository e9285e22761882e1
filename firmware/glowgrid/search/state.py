"""The words that the kernels work on (search/kernel.py names them), allocated once for a game and loaded per position."""

from array import array

from glowgrid.search.kernel import empty, place

# Words of the header of `state` and of a side's record (at 8 * side) that the engines read.
HASH, VERIFY, EMPTY, POINTS, SIDES, CELLS, THROUGH, WEIGHT = range(8)
CLOSED, READY, AT, OPEN, WORTH, WINS, ZOBRIST = range(7)
COUNT, GAPS, LENGTH, MEMBERS = range(4)
LINES, LINES_END, SUMS = 15, 23, 31  # free words of the records of sides 1 to 3
# Words of `control`.
PHASE, PLY, SIDE, VALUE, NODES, ME, EXTEND, ESTIMATE, VALUE_UNSURE, MASK, RANKED, RANK_COST = range(12)
ENTER, PICK, LEAVE, DONE = range(4)
# Words of a frame of the stack.
FRAME = 12
ALPHA, BETA, BEST, MOVE, CURRENT, NEXT, DEPTH = range(7)

DRAW = 2048
WIN = 4000
LOSS = 96
SURE_WIN = 3744
SURE_LOSS = 352
NO_POINT = 255
DRAWN = 4  # an outcome: 0 unknown, 1..3 the side that wins, DRAWN nobody


def words(count):
    """An array of `count` 32-bit zeros."""
    return array("i", bytes(4 * count))


class LineState:
    """A lines position as search sees it; `words` goes to the kernels.

    `tables` gives field, points, sides, count, members, starts, owners, through, through_starts (see rules/lines.py).
    `order` (bytes) lists the points, those on the most lines and nearest the middle first, as an order to try them in.
    """

    def __init__(self, tables):
        from glowgrid.search.line_words import order_of, words_of
        self.words = words_of(tables)
        self.order = order_of(tables)

    def load(self, cells):
        """Set the words to the position with these cells (one byte per point)."""
        state = self.words
        empty(0, 0, state)
        point = 0
        for side in cells:
            if side:
                place(point, side, state)
            point += 1

    def wins_at(self, side, point):
        """Does `side` win at once on the empty `point`?"""
        return self.words[self.words[8 * side + WINS] + point] != 0
