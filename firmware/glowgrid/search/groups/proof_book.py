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
MASK = const(5)  # bytes
_LINES = const(64)  # read at once
LINE_WORK = const(11)  # units to try a line: 3 us

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
    while i < MASK:
        mask = int(lines[at + i]) & int(planes[plane + i])
        if mask:
            if found or mask & (mask - 1) or mask & int(planes[plane + _OTHERS + i]):
                return 2
            found = 1
        i += 1
    return found


@micropython.viper
def _rest_lacking(at: int, plane: int, buffers) -> int:
    """Return how many stones the line lacks, with those of its pairs; more than 1 if there is no answer in it."""
    lines = ptr8(buffers[0])
    planes = ptr8(buffers[1])
    found = int(lacking(at, plane, buffers))
    pairs = int(lines[at + MASK - 1]) >> 4
    at += MASK
    i = 0
    if pairs == REPLIES:
        while i < MASK:
            if int(lines[at + i]) & int(planes[plane + _OTHERS + i]):
                return 2
            i += 1
        if found:
            return found
        return 2
    while i < pairs:
        found += int(planes[plane + _PAIRS + int(lines[at + i])])
        i += 1
    return found


@micropython.viper
def see(me: int, turned: int, buffers):
    """Enter the position into a plane."""
    planes = ptr8(buffers[1])
    places = ptr8(buffers[2])
    cells = ptr8(buffers[3])
    pairs = ptr8(buffers[4])
    points = int(len(buffers[3]))
    plane = turned * _PLANE
    first = turned * points
    at = 0
    while at < _PLANE:
        planes[plane + at] = 0
        at += 1
    at = 0
    while at < points:
        cell = int(cells[places[first + at]])
        if cell != me:
            place = plane + (at >> 3)
            planes[place] = int(planes[place]) | 1 << (at & 7)
            if cell:
                planes[place + _OTHERS] = int(planes[place + _OTHERS]) | 1 << (at & 7)
        at += 1
    count = int(len(buffers[4]))
    at = 0
    while at < count:
        one = int(cells[places[first + int(pairs[at])]])
        other = int(cells[places[first + int(pairs[at + 1])]])
        if one != me and other != me:
            lacks = 0
            if one:
                lacks += 1
            if other:
                lacks += 1
            planes[plane + _PAIRS + (at >> 1)] = lacks
        at += 2


class ProofBook(Stage):
    """Looks for a line that holds. Without the file, or if it is damaged, there is nothing to look for.

    The file is open only while a position is looked up.

    buffers  the lines read last; two planes; where the points of a line are in the position, then of a turned line; the
             cells; the points of the pairs
    """

    def __init__(self, tables):
        points = tables.points
        self.buffers = [bytearray(LINE * _LINES), bytearray(2 * _PLANE), bytearray(2 * points), None, bytearray(0)]
        self._mirrored, self._path = tables.mirrored, tables.proof
        self._verdict = self._file = None
        self._left = self._count = self._start = 0
        self._every = False
        try:
            with open(self._path, "rb") as file:
                self._read_head(file, points)
        except OSError:
            pass

    def _read_head(self, file, points):
        """Read what comes before the lines, if the file is whole."""
        head = file.read(5)
        if len(head) < 5:
            return
        pairs, count = head[1] | head[2] << 8, head[3] | head[4] << 8
        start = 5 + 2 * pairs
        if head[0] == points <= MOST_POINTS and pairs <= MOST_PAIRS and self._is_whole(file, start + LINE * count):
            file.seek(5)
            self.buffers[4] = bytearray(file.read(2 * pairs))
            self._count, self._start = count, start

    def _is_whole(self, file, size):
        """Return whether the file has so many bytes, then their CRC-32."""
        part = memoryview(self.buffers[0])
        file.seek(0)
        crc = 0
        while size:
            read = file.readinto(part[: min(size, len(part))])
            if not read:
                return False
            crc = binascii.crc32(part[:read], crc)
            size -= read
        return file.read(5) == crc.to_bytes(4, "little")

    def start(self, position, limits, verdict, every, work):
        """With `every`, only the row of its move is known."""
        self.stop()
        if not self._count or not limits.reach_the_end(verdict.empty):
            return False
        if position.may_be_taken_over() or position.may_swap():
            return False
        places, mirrored, last = self.buffers[2], self._mirrored, position.points - 1
        for point in range(last + 1):  # fast: no calls
            place = mirrored[point] if verdict.me == 2 else point
            places[point] = place
            places[2 * last + 1 - point] = place
        self.buffers[3] = position.cells
        see(verdict.me, 0, self.buffers)
        see(verdict.me, 1, self.buffers)
        self._verdict, self._every, self._left = verdict, every, self._count
        try:
            self._file = open(self._path, "rb")
            self._file.seek(self._start)
        except OSError:
            self.stop()
            return False
        self.done = False
        return True

    def step(self, work):
        used = 0
        while used < work and not self.done:
            count = min(self._left, _LINES)
            found = first_holding(count, self.buffers) if self._read(count) else -1
            self._left -= count
            used += count * LINE_WORK
            if found >= 0:
                self._play(self._move(found >> 1, found & 1))
            self.done = found >= 0 or not self._left
        if self.done:
            self.stop()
        return used

    def stop(self):
        if self._file:
            self._file.close()
            self._file = None

    def _read(self, count):
        """Read the next lines; return whether that went well, else there are none left."""
        try:
            if self._file.readinto(self.buffers[0]) >= LINE * count:
                return True
        except OSError:
            pass
        self._left = count
        return False

    def _play(self, move):
        verdict = self._verdict
        verdict.put(move, verdict.me)
        verdict.estimates[move] = 100
        verdict.choose(move, verdict.win_in(0), True)
        verdict.settled = not self._every

    def _move(self, at, turned):
        """Return the move after which a line holds: the stone that it lacks, or a point of a pair."""
        lines, _, places, cells, pairs = self.buffers
        me, first = self._verdict.me, len(cells) * turned
        for point in range(len(cells)):
            if lines[at + (point >> 3)] >> (point & 7) & 1 and cells[places[first + point]] != me:
                return places[first + point]
        move = -1
        for i in range(lines[at + MASK - 1] >> 4):
            pair = 2 * lines[at + MASK + i]
            one, other = places[first + pairs[pair]], places[first + pairs[pair + 1]]
            if cells[one] != me and cells[other] != me:
                move = other if cells[one] else one
                if cells[one] or cells[other]:
                    break
        return move
