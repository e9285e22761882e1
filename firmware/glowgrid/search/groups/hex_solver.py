"""Exact solver for Hex up to 7x7: depth-first search over must-play regions, with the stones as bit masks.

A proof comes with its carrier: the empty points that it needs. If the other side refutes a move with a carrier, every
move outside that carrier is refuted as well. The moves inside the carriers of all refutations form the must-play region
(R. Hayward and others, "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005). A leaf is a chain of
two-bridges and edge templates with disjoint carriers from edge to edge (V. Anshelevich, "A hierarchical approach to
computer Hex", 2002). Hex cannot end in a draw, so each search asks only: won or not?

Masks are pairs of words: a row of `width` points takes width + 1 bits, so that shifts never run into the next row.
Small fields need only the first word; on others it has the rows 0, 2, 4 .., the second the rows 1, 3, 5 ... `chain` and
`rank` come from hex_narrow.py or hex_wide.py accordingly.
"""

import micropython
from micropython import const

from glowgrid.memory import clear
from glowgrid.memory import words as new_words
from glowgrid.search.engine import Stage
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import NO_MOVE

# `control`, the state of the search:
_H_PHASE = const(0)
_H_PLY = const(1)
_H_NODES = const(2)
_H_WINNER = const(3)  # 1 or 2
_H_MASK = const(4)  # entries of the table, less one
_H_FIRST = const(5)  # 1: side 1 is to move at the root
_H_ALL = const(6)  # the mask of all points: two words
_H_EVERY = const(8)  # 1: go on after the first root move that wins
_H_WON = const(9)  # root moves that win: two words
_H_OPEN = const(11)  # root moves not decided yet: two words
_H_FIRST_WON = const(13)  # the first root move found to win
_H_CONTROL = const(15)
_H_WINNER_SHIFT = const(28)  # in the last word of an entry of the table
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# `stack`: 32 words a ply.
_H_FRAME = const(32)
_H_PLY_SHIFT = const(5)
_H_STONES = const(0)  # of side 1, then of side 2
_H_MUST = const(4)  # moves not refuted yet
_H_UNION = const(6)  # of the carriers of all refutations
_H_CURRENT = const(8)
_H_KILLER = const(10)  # to be tried first
_H_PLANES = const(12)  # the ranks of the moves, bit-sliced, the low bits first: two words a plane
_H_PLANE_COUNT = const(8)

# `io`: arguments and results of `chain` and `rank`.
_IO_FREE = const(0)
_IO_STONES = const(2)
_IO_CARRIER = const(4)
_IO_KEY = const(6)
_IO_WORDS = const(14)  # and four for each point

# `shape`: the width of a row in bits, masks of the four edges, bit planes of the distance to the centre, and where the
# lists of each edge's templates and of the two-bridges start. Masks are pairs of words.
_H_WIDTH = const(0)
_H_EDGES = const(2)
_H_CENTRE = const(10)
_H_CENTRE_PLANES = const(5)
_H_TEMPLATES = const(20)
_H_BRIDGES = const(24)
_H_LISTS = const(26)

# Templates that join a stone to an edge whoever moves first: the points that must be empty, as (rows nearer to the
# edge, columns) from the stone, where the first step towards the edge is (1, -1) or (1, 0). Two points from the second
# row, eight from the third.
_TWO_BRIDGE = ((1, -1), (1, 0))
_THIRD_ROW = ((0, 1), (1, -1), (1, 0), (1, 1), (2, -2), (2, -1), (2, 0), (2, 1))
_MIRRORED_THIRD_ROW = tuple([(down, -down - right) for down, right in _THIRD_ROW])
TEMPLATES_BY_ROW = ((1, _TWO_BRIDGE), (2, _THIRD_ROW), (2, _MIRRORED_THIRD_ROW))
_FARTHEST = 2

# Winning moves on 5x5 with at most two stones, which would take too long to find. A letter per point: A is point 0; "."
# if the side to move has no winning move. The first row answers each opening of side 1; then follows a row for each
# opening, with the answers of side 1 to each reply. Made by `python -m tools.lab arena suites book`.
BOOK_SIZE = 5
WINS = (
    b"MMMM.M....Q...I....M.MMMM"
    b".MMEIM.I.MMM.QMM.QQMRSQMM"
    b"M.MIIM.I.MMM.QMM.QQMRSQMM"
    b"MM.MIMMI.MMM.MMM.QMMRMQMM"
    b"MMM.MMM..MMM.MMM..MMRMQMM"
    b"MMMM.MMNJMMMNMMMNQMMNNQMM"
    b"MMMMM.MMMMMM.MMMRQMMRMMMM"
    b"MMMMMM.MMMMMRMMMRQMMRMMMM"
    b"MMMMMMM.MMMMRMMMRQMMRMMMM"
    b"MMMEDMMM.MMMNMMMNQMMRNMMM"
    b"EEEEHEEIE.EMSMMMNQMMREQMM"
    b"MMMQQMMIQM.MQMMM.QMMRUQMM"
    b"QMIQQQMIQQQ.QQQQRQQQQUQQQ"
    b"HHIHHHHIHHHH.RRQRQQHRRQHH"
    b"IIIEHIIIHIIII.IIIIMIIIIMI"
    b"MMIEHMMI.MMMIM.MIIMMIIMMM"
    b"MMICHMMIHMMMGMM.UQMMRUUMM"
    b"MMMHHMMIHMMMLMMM.MMMMUMMM"
    b"MMMMHMMIHMMMHMMMM.MMMMMMM"
    b"MMMEHMMIHMMMHMMMMM.MMMMMM"
    b"MMMEHMMIHMMM.MMMMMM.MMMMM"
    b"MMILHMMILMMMLMMMMLMM.MMMM"
    b"MMIMHMM..MMM.MMM..MMM.MMM"
    b"MMIEHMMI.MMM.MMM.QMMQM.MM"
    b"MMIIHMII.MMI.MMM.Q.MQIM.M"
    b"MMIIHMII.MMI.MMM.Q.MQUMM."
)


@micropython.viper
def search(budget: int, buffers):
    """Go on with the search in control and stack for at most `budget` nodes (positions entered).

    buffers: [control, stack, table, shape, io, chain, rank, places]. An entry of the table has four words: two of key,
    two of carrier with the winner in the last.
    """
    control = ptr32(buffers[0])
    stack = ptr32(buffers[1])
    table = ptr32(buffers[2])
    io = ptr32(buffers[4])
    chain = buffers[5]
    rank = buffers[6]
    phase = int(control[_H_PHASE])
    ply = int(control[_H_PLY])
    winner = 0
    low = 0
    high = 0
    reply_low = 0
    reply_high = 0
    store = 0
    left = budget
    while phase != _DONE:
        f = ply << _H_PLY_SHIFT
        side = (int(control[_H_FIRST]) + ply) & 1  # 1: side 1 is to move
        if phase == _PICK:
            low = int(stack[f + _H_MUST])
            high = int(stack[f + _H_MUST + 1])
            if low | high:
                a = low & int(stack[f + _H_KILLER])
                b = high & int(stack[f + _H_KILLER + 1])
                if a | b:
                    low = a
                    high = b
                i = f + _H_PLANES + _H_PLANE_COUNT + _H_PLANE_COUNT
                while i > f + _H_PLANES:
                    i -= 2
                    a = low & int(stack[i])
                    b = high & int(stack[i + 1])
                    if a != low or b != high:
                        low ^= a
                        high ^= b
                if low:
                    low = low & (0 - low)
                    high = 0
                else:
                    high = high & (0 - high)
                stack[f + _H_CURRENT] = low
                stack[f + _H_CURRENT + 1] = high
                i = f + _H_FRAME
                stack[i] = stack[f]
                stack[i + 1] = stack[f + 1]
                stack[i + 2] = stack[f + 2]
                stack[i + 3] = stack[f + 3]
                if not side:
                    i += 2
                stack[i] = int(stack[i]) | low
                stack[i + 1] = int(stack[i + 1]) | high
                ply += 1
                phase = _ENTER
            else:
                low = int(stack[f + _H_UNION])
                high = int(stack[f + _H_UNION + 1])
                winner = 1 + side
                store = 1
                phase = _LEAVE
        elif phase == _ENTER:
            if not left:
                break
            left -= 1
            a = int(control[_H_ALL]) ^ int(stack[f]) ^ int(stack[f + 2])
            b = int(control[_H_ALL + 1]) ^ int(stack[f + 1]) ^ int(stack[f + 3])
            io[_IO_FREE] = a
            io[_IO_FREE + 1] = b
            winner = 0
            reply_low = 0
            reply_high = 0
            i = f + side + side
            io[_IO_STONES] = stack[i]
            io[_IO_STONES + 1] = stack[i + 1]
            if int(chain(side, buffers[3], buffers[4])):
                winner = 1 + side
                low = int(io[_IO_CARRIER])
                high = int(io[_IO_CARRIER + 1])
                stack[f + _H_MUST] = 0
                stack[f + _H_MUST + 1] = 0
            elif ply:
                i = int(key(f, buffers[1], buffers[4]))
                i = (i & int(control[_H_MASK])) << 2
                if int(table[i]) == int(io[_IO_KEY]) and int(table[i + 1]) == int(io[_IO_KEY + 1]):
                    low = int(table[i + 2])
                    high = int(table[i + 3])
                    winner = high >> _H_WINNER_SHIFT
                    high ^= winner << _H_WINNER_SHIFT
            phase = _LEAVE
            if not winner:
                phase = _PICK
                stack[f + _H_MUST] = a
                stack[f + _H_MUST + 1] = b
                stack[f + _H_UNION] = 0
                stack[f + _H_UNION + 1] = 0
                stack[f + _H_KILLER] = 0
                stack[f + _H_KILLER + 1] = 0
                io[_IO_FREE] = a
                io[_IO_FREE + 1] = b
                rank(f, buffers[1], buffers[3], buffers[4])
        else:
            if not ply:
                control[_H_WINNER] = winner
                phase = _DONE
                break
            if store:
                store = 0
                i = int(key(f, buffers[1], buffers[4]))
                i = (i & int(control[_H_MASK])) << 2
                table[i] = int(io[_IO_KEY])
                table[i + 1] = int(io[_IO_KEY + 1])
                table[i + 2] = low
                table[i + 3] = high | (winner << _H_WINNER_SHIFT)
            ply -= 1
            f -= _H_FRAME
            a = int(stack[f + _H_CURRENT])
            b = int(stack[f + _H_CURRENT + 1])
            if winner != 1 + side:
                stack[f + _H_UNION] = int(stack[f + _H_UNION]) | low
                stack[f + _H_UNION + 1] = int(stack[f + _H_UNION + 1]) | high
                stack[f + _H_MUST] = int(stack[f + _H_MUST]) & low
                stack[f + _H_MUST + 1] = int(stack[f + _H_MUST + 1]) & high
                stack[f + _H_KILLER] = reply_low
                stack[f + _H_KILLER + 1] = reply_high
                phase = _PICK
            else:
                low |= a
                high |= b
                reply_low = a
                reply_high = b
                store = 1
                if not ply:
                    if not int(control[_H_WON]) | int(control[_H_WON + 1]):
                        control[_H_FIRST_WON] = a
                        control[_H_FIRST_WON + 1] = b
                    control[_H_WON] = int(control[_H_WON]) | a
                    control[_H_WON + 1] = int(control[_H_WON + 1]) | b
                    stack[_H_MUST] = int(stack[_H_MUST]) ^ a
                    stack[_H_MUST + 1] = int(stack[_H_MUST + 1]) ^ b
                    if control[_H_EVERY]:
                        phase = _PICK
                        store = 0
    control[_H_PHASE] = phase
    control[_H_PLY] = ply
    control[_H_OPEN] = stack[_H_MUST]  # the tree overwrites the stack
    control[_H_OPEN + 1] = stack[_H_MUST + 1]
    control[_H_NODES] = int(control[_H_NODES]) + budget - left


@micropython.viper
def key(f: int, stack_, io_) -> int:
    """Put two words that identify the stones of a ply into io, exact if the high words are 0; return a hash."""
    stack = ptr32(stack_)
    io = ptr32(io_)
    c = int(stack[f + 1])
    d = int(stack[f + 3])
    a = int(stack[f]) ^ ((c * 0x1E3779B1 ^ d * 0x2C1B3C6D) & 0x3FFFFFFF)
    b = int(stack[f + 2]) ^ ((d * 0x297A2D39 ^ c * 0x165667B1) & 0x3FFFFFFF)
    io[_IO_KEY] = a
    io[_IO_KEY + 1] = b
    c = (a * 0x1E3779B1 + b * 0x165667B1) & 0x3FFFFFFF
    return (((c ^ (c >> 15)) * 0x2C1B3C6D) & 0x3FFFFFFF) >> 12


@micropython.viper
def mark(at: int, place: int, array):
    """Set a point's bit in the mask that starts there; plain Python would allocate a big integer for bit 30."""
    words = ptr32(array)
    at += place >> 5
    words[at] = int(words[at]) | (1 << (place & 31))


@micropython.viper
def mark_all(at: int, points_, places: ptr8, array):
    """Do the same for each of these points."""
    words = ptr32(array)
    points = ptr8(points_)
    left = int(len(points_))
    while left:
        left -= 1
        place = int(places[int(points[left])])
        word = at + (place >> 5)
        words[word] = int(words[word]) | (1 << (place & 31))


@micropython.viper
def first_point(at: int, array, places_) -> int:
    """Return the first point in the mask that starts there, or NO_MOVE (255)."""
    words = ptr32(array)
    places = ptr8(places_)
    points = int(len(places_))
    point = 0
    while point < points:
        place = int(places[point])
        if int(words[at + (place >> 5)]) >> (place & 31) & 1:
            return point
        point += 1
    return 255


@micropython.viper
def fill_rows(me: int, buffers, cells_, outcomes_, estimates_):
    """Enter which moves of side `me` are known to win or lose."""
    control = ptr32(buffers[0])
    places = ptr8(buffers[7])
    points = int(len(cells_))
    cells = ptr8(cells_)
    outcomes = ptr8(outcomes_)
    estimates = ptr8(estimates_)
    point = 0
    while point < points:
        if not cells[point]:
            word = int(places[point]) >> 5
            shift = int(places[point]) & 31
            if int(control[_H_WON + word]) >> shift & 1:
                outcomes[point] = me
                estimates[point] = 100
            elif not int(control[_H_OPEN + word]) >> shift & 1:
                outcomes[point] = me ^ 3
                estimates[point] = 0
        point += 1


class HexSolver(Stage):
    """Proves which side wins, and with `every` which moves win.

    tables   describe the game: Hex on a field of at most 7x7 points
    table    words for the solver's transposition table
    kernels  the module with `chain` and `rank`: hex_narrow up to 5x5, else hex_wide
    stack    a buffer of 128 bytes a point and 256 more
    book     whether to look positions up in the book
    """

    def __init__(self, tables, table, kernels, stack, book=True):
        field = tables.field
        self._mirrored = tables.mirrored
        self._places = places(field, kernels.WORDS)
        self._book = book and field.width == BOOK_SIZE
        self._control = control = new_words(_H_CONTROL)
        control[_H_MASK] = (len(table) >> 2) - 1
        for place in self._places:
            mark(_H_ALL, place, control)
        io = new_words(_IO_WORDS + 4 * field.points)
        shape = shape_of(field, self._places, kernels.bridges(field.width + 1))  # last: it leaves garbage
        self._buffers = [control, stack, table, shape, io, kernels.chain, kernels.rank, self._places]
        self.share = kernels.SHARE
        self._node_work = kernels.WORK[0] + kernels.WORK[1] * field.points
        self._position = self._verdict = None
        self._every = self.done = False

    def start(self, position, limits, verdict, every, work):
        if not limits.reach_the_end(verdict.empty) or position.may_be_taken_over() and not every:
            return False  # a first stone that may be taken over should be near even: the tree estimates that
        control, stack, table = self._buffers[0], self._buffers[1], self._buffers[2]
        self._position, self._verdict, self._every = position, verdict, every
        self.done = False
        clear(table, len(table))
        clear(stack, _H_FRAME)
        control[_H_FIRST] = verdict.me & 1
        control[_H_PHASE] = _ENTER
        control[_H_PLY] = control[_H_NODES] = control[_H_WON] = control[_H_WON + 1] = 0
        control[_H_OPEN] = control[_H_OPEN + 1] = control[_H_FIRST_WON] = control[_H_FIRST_WON + 1] = 0
        control[_H_EVERY] = 1 if every else 0
        point = 0
        ahead = 0  # how many stones the side to move has more than the other
        for cell in position.cells:
            place = self._places[point]
            if cell:
                ahead += 1 if cell == verdict.me else -1
                mark(_H_STONES + 2 * cell - 2, place, stack)
            else:
                mark(_H_OPEN, place, control)
            point += 1
        # The book is of sides that move in turn; a position set up from stones may be another.
        if self._book and position.points - verdict.empty < 3 and -1 <= ahead <= 0:
            self._look_up()
        return not self.done

    def _look_up(self):
        """Take the book's answer; if the first stone was taken over, that of the mirror image with sides exchanged.

        With `every` this is the best move, and the search decides the others.
        """
        verdict, cells, mirrored = self._verdict, self._position.cells, self._mirrored
        points, control = len(cells), self._control
        stones = points - verdict.empty
        opener = 1 if verdict.me == 1 + stones % 2 else 2
        opening = reply = 0
        for point in range(points):
            if cells[point] == opener:
                opening = point if opener == 1 else mirrored[point]
            elif cells[point]:
                reply = point if opener == 1 else mirrored[point]
        if not stones:
            answer = points >> 1
        elif stones == 1:
            answer = WINS[opening] - 65
        else:
            answer = WINS[points * (opening + 1) + reply] - 65
        if answer >= 0:
            place = self._places[answer if opener == 1 else mirrored[answer]]
            mark(_H_WON, place, control)
            mark(_H_FIRST_WON, place, control)
        if not self._every:
            control[_H_PHASE] = _DONE
            if answer < 0:
                control[_H_OPEN] = 0
            self._solved()

    def step(self, work):
        control, verdict = self._control, self._verdict
        before = control[_H_NODES]
        search((work + self._node_work - 1) // self._node_work, self._buffers)
        nodes = control[_H_NODES] - before
        verdict.nodes += nodes
        if control[_H_PHASE] == _DONE:
            self._solved()
        else:
            verdict.looking_at = first_point(_H_CURRENT, self._buffers[1], self._places)
            if self._every:
                self.stop()
                best = first_point(_H_FIRST_WON, control, self._places)
                if best != NO_MOVE:
                    verdict.best = best
        return nodes * self._node_work

    def stop(self):
        """Enter what is known so far."""
        verdict = self._verdict
        fill_rows(verdict.me, self._buffers, self._position.cells, verdict.outcomes, verdict.estimates)

    def _solved(self):
        verdict = self._verdict
        self.done = True
        self.stop()
        best = first_point(_H_FIRST_WON, self._control, self._places)
        if best == NO_MOVE:
            verdict.choose(verdict.best, verdict.loss_in(0), True)  # the tree finds the move that resists best
        else:
            verdict.choose(best, verdict.win_in(0), True)
            verdict.settled = not self._every  # with `every`, the horizon finds the number of plies
            if self._position.may_swap():
                enter_swap(self._position, verdict)


def places(field, words):
    """Return where each point has its bit in a mask of one or two words: 32 * word + shift."""
    width, odd = field.width + 1, words - 1
    return bytes([32 * (row & odd) + (row >> odd) * width + column for row, column in zip(field.rows, field.columns)])


def shape_of(field, places, bridges):
    """Return `shape`; `bridges` are those that the kernels need listed."""
    rows, columns = field.height, field.width
    lists = [_carriers(field, edge) for edge in range(4)]  # first row, last row, first column, last column
    shape = new_words(_H_LISTS + sum([4 * len(each) + 2 for each in lists]) + len(bridges))
    shape[_H_WIDTH] = columns + 1
    at = _H_LISTS
    for edge in range(4):
        shape[_H_TEMPLATES + edge] = at
        for stone, carrier in lists[edge]:
            mark(at, places[stone], shape)
            mark_all(at + 2, carrier, places, shape)
            at += 4
        at += 2
    shape[_H_BRIDGES] = at
    for number in bridges:
        shape[at] = number
        at += 1
    for point in range(field.points):
        row, column = field.rows[point], field.columns[point]
        for edge, away in enumerate(_away(field, point)):
            if not away:
                mark(_H_EDGES + 2 * edge, places[point], shape)
        off = abs(2 * column - columns + 1) + abs(2 * row - rows + 1) + abs(2 * (row + column) - rows - columns + 2)
        cost = min(3 * off >> 1, (1 << _H_CENTRE_PLANES) - 1)
        for plane in range(_H_CENTRE_PLANES):
            if cost >> plane & 1:
                mark(_H_CENTRE + 2 * plane, places[point], shape)
    return shape


def _away(field, point):
    """Return how many rows a point is away from each edge."""
    row, column = field.rows[point], field.columns[point]
    return row, field.height - 1 - row, column, field.width - 1 - column


def _carriers(field, edge):
    """Return the templates that join a stone to an edge and fit the field: (stone, their points)."""
    towards = 1 if edge & 1 else -1
    last = field.width - 1
    rows, columns = (field.columns, field.rows) if edge & 2 else (field.rows, field.columns)  # side 2: rows are columns
    found = []
    templates = []
    for near, template in TEMPLATES_BY_ROW:
        asides = [towards * right for down, right in template]
        steps = [
            towards * (right * field.width + down if edge & 2 else down * field.width + right)
            for down, right in template
        ]
        templates.append((near, min(asides), max(asides), steps))
    for stone in range(field.points):
        away = last - rows[stone] if edge & 1 else rows[stone]
        for near, least, most, steps in templates if away <= _FARTHEST else ():
            if near == away and 0 <= columns[stone] + least and columns[stone] + most <= last:
                found.append((stone, bytes([stone + step for step in steps])))
    return found
