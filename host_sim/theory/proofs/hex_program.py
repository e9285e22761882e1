"""Make lines of Hex on unix MicroPython, whose kernels are native code: hex_process.py asks.

The arguments are the points on a side, whether half a turn shares lines (0 or 1), then all points: which to do without
first. Masks are those of points by rows, in decimal. Questions, and their answers:

    wins STONES FREE   `needs CARRIER`, or `lost`; before that, now and then, `searching`
    line STONES FREE   rows, then `line NUMBER TURNED`. A row is a new line, `settled STONES POINT POINT ...` or
                       `replied KEY NUMBER TURNED ...`, or `left MUST CARRIER`: how far the last line is

`full` is the last answer of all if the memory is not enough.
"""

import gc
import sys
from array import array

sys.path.append("host_sim/theory")

from proofs.carriers import Lines
from proofs.joining import joining
from proofs.masks import bits
from proofs.must_play import Maker

from glowgrid.memory import words
from glowgrid.search.groups.hex_proof import begin
from glowgrid.sources import copied

FIRMWARE = "firmware/glowgrid"
TABLE_BITS = 21  # of the table, 40 bytes each
SPARE = 3000  # entries: room for the full connections, as if they were there, too
EVEN_BITS = 31  # of the word with the first row, the third ...; the other word's bits follow
EVEN = (1 << EVEN_BITS) - 1
MOST_STEPS = 10_000, 100_000  # of a question that may stay open, up to 6x6 and on 7x7: some ten or hundred positions
GARBAGE = 64 << 20  # bytes between collections: else what lasts is spread over the heap, and long lists find no room
LONG_STEPS = 300_000  # of one that may not, at a time: a few tenths of a second


class Kernels:
    """What hex_kernels.py names, compiled with the solver's constants."""

    def __init__(self):
        names = {}
        with open("host_sim/theory/proofs/hex_kernels.py", "rb") as file:
            exec(copied(file.read(), self._of_the_firmware), names)
        for name, value in names.items():
            setattr(self, name, value)

    def _of_the_firmware(self, path):
        with open(FIRMWARE + path, "rb") as file:
            return file.read()


kernels = Kernels()


class Board:
    """Hex of one size as joining.py asks for it. Point p of a mask is the bit that the kernels have for it.

    place    of each point by rows: its bit
    """

    def __init__(self, size):
        self.place = [EVEN_BITS * (row & 1) + (row >> 1) * (size + 1) + c for row in range(size) for c in range(size)]
        self.points = {place: point for point, place in enumerate(self.place)}
        self.full = self.inward((1 << size * size) - 1)
        row = (1 << size) - 1
        self.borders = self.inward(row), self.inward(row << size * (size - 1))
        self.near = {}
        self.opposite = {}
        for point, place in enumerate(self.place):
            row, column = divmod(point, size)
            beside = 0
            for down, right in (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0):
                if 0 <= row + down < size and 0 <= column + right < size:
                    beside |= 1 << self.place[point + size * down + right]
            self.near[place] = beside
            self.opposite[place] = 1 << self.place[size * size - 1 - point]

    def inward(self, mask):
        """Return the mask of points by rows as the kernels have it."""
        return sum([1 << self.place[p] for p in bits(mask)])

    def outward(self, mask):
        """Return a mask of the kernels as points by rows."""
        return sum([1 << self.points[p] for p in bits(mask)])

    def turn(self, mask):
        return sum([self.opposite[p] for p in bits(mask)])

    def around(self, group):
        found = 0
        for p in bits(group):
            found |= self.near[p]
        return found

    def group(self, stones, p):
        group = new = 1 << p
        while new:
            new = self.around(new) & stones & ~group
            group |= new
        return group

    def touched(self, group):
        first, last = self.borders
        return (1 if group & first else 0) | (2 if group & last else 0)

    def wanted(self, side):
        return 0, 1

    def joins(self, side, touched):
        return touched == 3


class Solver:
    """The oracle of must_play.py; `order`: points by rows, those to do without first."""

    def __init__(self, size, board, order):
        self.board, self.order = board, bytes(order)
        points = size * size
        self._most = MOST_STEPS[size > 6]
        self.buffers = [words(20_000), bytearray(500_000), words(200_000), words(10 * ((1 << TABLE_BITS) + SPARE))]
        self.buffers += [bytearray(10_000), bytes((24, 8, 16, 12, points, TABLE_BITS - 2))]
        self.ours = words(kernels.WORDS)
        begin(2, size, self.buffers, bytearray(points))

    def put(self, at, mask):
        self.ours[at], self.ours[at + 1] = mask & EVEN, mask >> EVEN_BITS

    def got(self, at):
        return self.ours[at] | self.ours[at + 1] << EVEN_BITS

    def wins(self, stones, free, long):
        self.put(kernels.STONES, stones)
        self.put(kernels.FREE, free)
        answer = kernels.ask(LONG_STEPS if long else self._most, self.buffers, self.ours)
        while long and answer == 2:
            print("searching")
            answer = kernels.ask(LONG_STEPS, self.buffers, self.ours)
        return self.got(kernels.NEEDS) if answer == 1 else None

    def small(self, stones, free, away):
        self.put(kernels.STONES, stones)
        self.put(kernels.FREE, free)
        self.put(kernels.AWAY, away)
        if kernels.make_small(self._most, self.buffers, self.ours, self.order):
            return self.got(kernels.STONES), self.got(kernels.FREE)
        return None

    def pairs(self, stones, free):
        if not stones:
            return None
        board = self.board
        return joining(board, 1, stones, board.full & ~(stones | free), next(bits(stones)))


class Told(Lines):
    """Lines that are printed when they are made, and found by kernels."""

    def __init__(self, board, solver, turns):
        Lines.__init__(self, board.turn if turns else None)
        self._board, self._solver = board, solver
        self._lists = {}  # {(first point of the carrier, last): words}
        self._points = sorted(board.points)

    def settled(self, stones, free, pairs):
        points = self._board.points
        ends = [str(points[p]) for pair in pairs for p in pair]
        return self._told(
            Lines.settled(self, stones, free, pairs), ["settled", str(self._board.outward(stones))] + ends
        )

    def replied(self, replies):
        points = self._board.points
        said = ["%d %d %d" % (points[key], number, turned) for key, number, turned in replies]
        return self._told(Lines.replied(self, replies), ["replied"] + said)

    def _told(self, place, words):
        print(" ".join(words))
        return place

    def listed(self, stones, free, number, turned):
        held = [p for p in self._points if free >> p & 1]
        line = self._lists.setdefault((held[0], held[-1]) if held else None, array("i"))
        for mask in free, stones:
            line.append(mask & EVEN)
            line.append(mask >> EVEN_BITS)
        line.append(2 * number + turned)

    def reply(self, stones, free, must):
        solver, ours = self._solver, self._solver.ours
        solver.put(kernels.STONES, stones)
        solver.put(kernels.FREE, free)
        solver.put(kernels.AWAY, must)
        ours[kernels.FOUND], ours[kernels.LEAVES], ours[kernels.NEEDED] = -1, bin(must).count("1"), 0
        held = [p for p in self._points if free >> p & 1]
        lists = self._lists
        for at, first in enumerate(held):
            for last in held[at:]:
                lines = lists.get((first, last))
                if lines:
                    kernels.find_reply(len(lines) // kernels.LINE_WORDS, lines, solver.buffers, ours)
        lines = lists.get(None)
        if lines:
            kernels.find_reply(len(lines) // kernels.LINE_WORDS, lines, solver.buffers, ours)
        if ours[kernels.FOUND] < 0:
            return None
        return next(bits(solver.got(kernels.KEY))), ours[kernels.FOUND] >> 1, bool(ours[kernels.FOUND] & 1)


def main(size, turns, *order):
    gc.threshold(GARBAGE)
    board = Board(size)
    solver = Solver(size, board, order)
    lines = Told(board, solver, turns)
    maker = Maker(lines, solver, lambda must, carrier: print("left", must, carrier))
    while True:
        question = sys.stdin.readline().split()
        if not question:
            return
        stones, free = [board.inward(int(mask)) for mask in question[1:]]
        if question[0] == "wins":
            carrier = solver.wins(stones, free, True)
            print("lost" if carrier is None else "needs %d" % board.outward(carrier))
        else:
            print("line %d %d" % maker.line(stones, free))


try:
    main(*[int(word) for word in sys.argv[1:]])
except MemoryError:
    print("full")
