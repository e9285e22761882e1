"""Exact solver for Hex up to 7x7: the stage. hex_proof.py searches; hex_links.py lays out the buffers.

Hex cannot end in a draw, so the search asks only: won or not? With `every`, it then decides the other moves one by one.
"""

import micropython
from micropython import const

from glowgrid.memory import clear
from glowgrid.memory import words as new_words
from glowgrid.search.engine import Stage
from glowgrid.search.groups.hex_fill import list_dead
from glowgrid.search.groups.hex_proof import begin, fill_rows, likeliest, next_move, note, search
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import DRAW

STEP_WORK = 21  # units of a step of `search`, a carrier tried: 6 us
_EVERY_SHARE = 5  # eighths of the work for the moves of a question; the rest is for the tree's estimates

# `state`, see hex_links.py and hex_proof.py:
_V_WIDTH = const(0)
_V_POINTS = const(1)
_V_ALL = const(2)
_V_EDGES = const(4)
_V_MOST_GROUPS = const(12)
_V_MOST_FULL = const(13)
_V_MOST_SEMI = const(14)
_V_MOST_WINS = const(15)
_V_QUEUE_SIZE = const(16)
_V_ENDS = const(17)
_V_LENGTHS = const(18)
_V_WINS = const(19)
_V_QUEUE = const(20)
_V_FRAMES = const(21)
_V_SETS = const(23)
_V_MOVES = const(24)
_V_MOST_PLIES = const(25)
_V_LAYOUT = const(26)  # words up to here
_V_STEPS = const(26)
_V_NODES = const(313)
_V_WINNER = const(353)
_V_END = const(355)

# `field`:
_F_NUMBER = const(0)
_F_BITS = const(64)
_F_PLACES = const(162)
_F_FRAMES = const(211)
_F_LAYOUT = const(260)  # the first words of `state`
_F_SHARES = const(286)
_F_VOLTAGES = const(320)
_F_WORDS = const(418)

_FULL = const(256)  # where the lists in `full` start
_MOST_WIRES = const(34)  # of a point; more than there ever are
_FRAME = const(22)  # words of a frame of the stack
_ENTRIES = const(40)  # words of a set of entries
_NEIGHBOURS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))  # rows and columns: N, NE, W, E, SW, S


@micropython.viper
def mark(at: int, place: int, array):
    """Set a point's bit in the mask that starts there; plain Python would allocate a big integer for bit 30."""
    words = ptr32(array)
    at += place >> 5
    words[at] = int(words[at]) | (1 << (place & 31))


@micropython.viper
def number_of(place: int) -> int:
    """Return where `pop` of hex_links.py finds the number of the point whose bit is at this place."""
    return place & 32 | (((1 << (place & 31)) * 0x077CB531) >> 27) & 31


class HexSolver(Stage):
    """Proves which side wins, and with `every` which moves win.

    tables   describe the game: Hex on a field of at most 7x7 points
    memory   the buffers: `words` for the state, `lookup` and `table` for connections, `halves` for positions
    most     limits: groups, full and semi connections of a pair of ends, connections that wait, plies of the stack
    """

    def __init__(self, tables, memory, most=(24, 4, 6, 256, 22)):
        field = new_words(_F_WORDS)
        rings = bytearray(512)
        list_dead(rings)
        _describe(tables.field, field)
        _lay_out(tables.points, memory, most, field)
        self.buffers = [memory.words, memory.lookup, memory.table, memory.halves, field, rings]
        self._position = self._verdict = None
        self._every = self.done = False
        self._left = 0  # work

    def start(self, position, limits, verdict, every, work):
        if not limits.reach_the_end(verdict.empty) or position.may_be_taken_over() and not every:
            return False  # a first stone that may be taken over should be near even: the tree estimates that
        self._position, self._verdict, self._every = position, verdict, every
        self._left = work * _EVERY_SHARE >> 3 if every else work
        self.done = False
        clear(self.buffers[3], len(self.buffers[3]) >> 2)
        begin(verdict.me, self.buffers, position.cells)
        return True

    def step(self, work):
        state, verdict = self.buffers[0], self._verdict
        nodes = state[_V_NODES]
        decided = search((min(work, self._left) + STEP_WORK - 1) // STEP_WORK, self.buffers)
        verdict.nodes += state[_V_NODES] - nodes
        used = state[_V_STEPS] * STEP_WORK
        self._left -= used
        if decided:
            self._decided()
        elif self._left <= 0:
            self.stop()
            self.done = True
        return used

    def stop(self):
        """Enter what is known so far; if that does not say who wins, choose the move that is hardest to refute."""
        verdict, buffers = self._verdict, self.buffers
        best = buffers[0][_V_WINNER] if self._every else likeliest(buffers)
        self._enter_rows()
        if best >= 0:
            verdict.best = best
            if not self._every:
                verdict.choose(best, DRAW, False)
        if self._position.may_swap():
            enter_swap(self._position, verdict)

    def _decided(self):
        """The root is decided, or with `every` a move of it: go on to the next one, or end."""
        verdict, buffers = self._verdict, self.buffers
        note(buffers)
        winner = buffers[0][_V_WINNER]
        if winner >= 0:
            verdict.choose(winner, verdict.win_in(0), True)
            if self._every:
                self._enter_rows()
                move = next_move(buffers)
                if move >= 0:
                    verdict.looking_at = move
                    return
        else:
            verdict.choose(verdict.best, verdict.loss_in(0), True)  # the tree finds the move that resists best
        self._enter_rows()
        self.done = True
        verdict.settled = winner >= 0 and not self._every  # with `every`, the horizon finds the number of plies
        if self._position.may_swap():
            enter_swap(self._position, verdict)

    def _enter_rows(self):
        verdict = self._verdict
        fill_rows(verdict.me, self.buffers, self._position.cells, verdict.outcomes, verdict.estimates)


def _describe(field, words):
    """Fill in the words about the field, and the first ones of the state."""
    width = field.width + 1
    for point in range(field.points):
        row, column = field.rows[point], field.columns[point]
        shift = (row >> 1) * width + column
        place = words[_F_PLACES + point] = 32 * (row & 1) + shift
        mark(_F_BITS + 2 * point, place, words)
        words[_F_NUMBER + number_of(place)] = point
        mark(_F_LAYOUT + _V_ALL, place, words)
        for edge in range(4):
            if field.borders[point] >> edge & 1:
                mark(_F_LAYOUT + _V_EDGES + 2 * edge, place, words)
        bit = 1
        for down, right in _NEIGHBOURS:
            if not 0 <= row + down < field.height:
                words[_F_FRAMES + point] |= bit  # counts for side 1, whose edges are top and bottom
            elif not 0 <= column + right < field.width:
                words[_F_FRAMES + point] |= bit << 6
            bit <<= 1
        words[_F_VOLTAGES + 2 * point] = 32767 - row * 32767 // field.height
        words[_F_VOLTAGES + 2 * point + 1] = 32767 - column * 32767 // field.width
    for wires in range(1, _MOST_WIRES):
        words[_F_SHARES + wires] = 65535 // wires
    words[_F_LAYOUT + _V_WIDTH] = width
    words[_F_LAYOUT + _V_POINTS] = field.points


def _lay_out(points, memory, most, words):
    """Find the largest layout of the buffers within these limits that fits."""
    groups, full, semi, queue, plies = most
    wins = 32
    while True:
        pairs = groups * (points + groups)
        lengths = 4 * (_FULL + 2 * full * pairs)
        if lengths + 2 * pairs <= len(memory.lookup) - 16 and 2 * (semi * pairs + wins) <= len(memory.table):
            break
        groups -= 1
    sets = len(memory.halves) // (4 * _ENTRIES)
    while sets & (sets - 1):
        sets &= sets - 1
    frames = _V_END + 3 * queue
    at = _F_LAYOUT
    words[at + _V_MOST_GROUPS] = groups
    words[at + _V_MOST_FULL] = full
    words[at + _V_MOST_SEMI] = semi
    words[at + _V_MOST_WINS] = wins
    words[at + _V_QUEUE_SIZE] = queue
    words[at + _V_ENDS] = points + groups
    words[at + _V_LENGTHS] = lengths
    words[at + _V_WINS] = 2 * semi * pairs
    words[at + _V_QUEUE] = _V_END
    words[at + _V_FRAMES] = frames
    words[at + _V_SETS] = sets - 1
    words[at + _V_MOVES] = 4 * (frames + _FRAME * plies)
    words[at + _V_MOST_PLIES] = plies
