"""A proof as a book: how the side that begins wins Hex 6x6 from its first stone on, whatever the other side plays.

`python -m tools.lab record proof` makes the file from what `glowgrid prove` writes (host_sim/theory/proofs/README.md).
A line has stones S and free points C: the side that has S and moves next to last wins if no point of C is the other
side's. So each position is answered from its stones alone, in whatever order they came: with one stone more, a line has
to hold. Lines come in the order of the size of C, so that the first that holds is the nearest to a win, and a line that
holds already is never the first, unless pairs settle it: then a point of any pair is played.

    points, pairs (2 bytes), lines (2 bytes)
    each pair      its two points
    each line      S (5 bytes: a bit for each point, the lowest first; four bits more: the number of its pairs, or
                   REPLIES), then the numbers of its pairs, or for REPLIES C (5 bytes); 12 bytes in all
    CRC-32 of all before (4 bytes)

A line of pairs holds if of each pair one point is the side's, or both are free. All is seen as if side 1 had begun. If
side 2 did, as it took over the first stone, the field is mirrored; and a line may hold after half a turn.
"""

import binascii

import micropython
from micropython import const

from glowgrid.search.engine import Stage

LINE = const(12)  # bytes
REPLIES = const(15)
MOST_POINTS = const(36)
MOST_PAIRS = const(64)
_MASK = const(5)  # bytes
_LINES = const(64)  # read at once
LINE_WORK = const(36)  # units to try a line

# A plane is the position as a line sees it; the second plane is turned. It has masks of the points that the side lacks
# and of those that the other side has, then a byte for each pair: stones to place before it holds, 2 if it is lost.
_OTHERS = const(8)
_PAIRS = const(16)
_PLANE = const(80)


@micropython.viper
def first_holding(count: int, buffers) -> int:
    """Return twice where the first of these lines starts that holds with one stone more, + 1 if turned; -1 if none."""
    at = 0
    while at < count * LINE:
        if int(lacking(at, 0, buffers)) < 2:
            if int(_rest_lacking(at, 0, buffers)) < 2:
                return at << 1
        if int(lacking(at, _PLANE, buffers)) < 2:
            if int(_rest_lacking(at, _PLANE, buffers)) < 2:
                return at << 1 | 1
        at += LINE
    return -1


@micropython.viper
def lacking(at: int, plane: int, buffers) -> int:
    """Return how many stones of S the side lacks; 2 for more, or for one where the other side is."""
    lines = ptr8(buffers[0])
    planes = ptr8(buffers[1])
    found = 0
    i = 0
    while i < _MASK:
        mask = int(lines[at + i]) & int(planes[plane + i])
        if mask:
            if found or mask & (mask - 1) or mask & int(planes[plane + _OTHERS + i]):
                return 2
            found = 1
        i += 1
    return found


@micropython.viper
def _rest_lacking(at: int, plane: int, buffers) -> int:
    """Return how many stones the line lacks, those of its pairs too; more than 1 if it cannot hold."""
    lines = ptr8(buffers[0])
    planes = ptr8(buffers[1])
    found = int(lacking(at, plane, buffers))
    pairs = int(lines[at + _MASK - 1]) >> 4
    at += _MASK
    i = 0
    if pairs == REPLIES:
        while i < _MASK:
            if int(lines[at + i]) & int(planes[plane + _OTHERS + i]):
                return 2
            i += 1
        return found
    while i < pairs:
        found += int(planes[plane + _PAIRS + int(lines[at + i])])
        i += 1
    return found


class ProofBook(Stage):
    """Looks for a line that holds. Without the file, or if it is damaged, there is nothing to look for."""

    def __init__(self, tables):
        self._points, self._mirrored = tables.points, tables.mirrored
        self._verdict = self._cells = None
        self._me = self._left = self._count = self._start = 0
        self._every = False
        self._pairs = b""
        self._file = None
        self.buffers = [bytearray(LINE * _LINES), bytearray(2 * _PLANE)]
        try:
            self._file = open(tables.proof, "rb")
            self._read_head()
        except OSError:
            pass

    def _read_head(self):
        """Read what comes before the lines, if the file is whole."""
        file, part = self._file, self.buffers[0]
        crc, before, size = 0, b"", 0
        while True:
            read = file.readinto(part)
            if not read:
                break
            size += read
            data = before + bytes(memoryview(part)[:read])
            crc = binascii.crc32(data[:-4], crc)
            before = data[-4:]
        file.seek(0)
        head = file.read(5)
        if len(head) < 5 or before != crc.to_bytes(4, "little"):
            return
        pairs, count = head[1] | head[2] << 8, head[3] | head[4] << 8
        if head[0] == self._points <= MOST_POINTS and pairs <= MOST_PAIRS:
            self._pairs = file.read(2 * pairs)
            self._start = 5 + 2 * pairs
            if size == self._start + LINE * count + 4:
                self._count = count

    def start(self, position, limits, verdict, every, work):
        """With `every`, only the row of its move is known."""
        if not self._count or not limits.reach_the_end(verdict.empty):
            return False
        if position.may_be_taken_over() or position.may_swap():
            return False
        self._verdict, self._cells, self._me, self._every = verdict, position.cells, verdict.me, every
        self._left, self.done = self._count, False
        self._file.seek(self._start)
        self._see(0)
        self._see(1)
        return True

    def _point(self, point, turned):
        """Return where a point of a line is in the position."""
        point = self._points - 1 - point if turned else point
        return self._mirrored[point] if self._me == 2 else point

    def _see(self, turned):
        """Enter the position into a plane."""
        planes, plane, cells, me = self.buffers[1], turned * _PLANE, self._cells, self._me
        for at in range(plane, plane + _PAIRS):  # fast: no calls
            planes[at] = 0
        for point in range(self._points):
            cell = cells[self._point(point, turned)]
            if cell != me:
                planes[plane + (point >> 3)] |= 1 << (point & 7)
                if cell:
                    planes[plane + _OTHERS + (point >> 3)] |= 1 << (point & 7)
        pairs = self._pairs
        for pair in range(len(pairs) >> 1):
            one = cells[self._point(pairs[2 * pair], turned)]
            other = cells[self._point(pairs[2 * pair + 1], turned)]
            lost = 0 if one == me or other == me else (one > 0) + (other > 0)
            planes[plane + _PAIRS + pair] = lost

    def step(self, work):
        used = 0
        while used < work and not self.done:
            count = min(self._left, _LINES)
            self._file.readinto(self.buffers[0])
            found = first_holding(count, self.buffers)
            self._left -= count
            used += count * LINE_WORK
            if found >= 0:
                self._choose(self._move(found >> 1, found & 1))
            self.done = self.done or not self._left
        return min(used, work)

    def _choose(self, move):
        verdict = self._verdict
        self.done = True
        if move >= 0:
            verdict.put(move, verdict.me)
            verdict.estimates[move] = 100
            verdict.choose(move, verdict.win_in(0), True)
            verdict.settled = not self._every

    def _move(self, at, turned):
        """Return the move after which a line holds: a stone that it lacks, or the other point of a pair."""
        lines, cells, me = self.buffers[0], self._cells, self._me
        for point in range(self._points):
            if lines[at + (point >> 3)] >> (point & 7) & 1:
                move = self._point(point, turned)
                if cells[move] != me:
                    return move
        pairs, best = self._pairs, -1
        if lines[at + _MASK - 1] >> 4 == REPLIES:
            return best
        for i in range(lines[at + _MASK - 1] >> 4):
            pair = 2 * lines[at + _MASK + i]
            one, other = self._point(pairs[pair], turned), self._point(pairs[pair + 1], turned)
            if cells[one] != me and cells[other] != me:
                if cells[one] or cells[other]:
                    return other if cells[one] else one
                best = one
        return best
