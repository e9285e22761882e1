"""Exact solver for Hex up to 7x7: the stage. hex_proof.py searches; hex_links.py lays out the buffers.

Hex cannot end in a draw, so the search asks only: won or not? With `every`, it then decides the other moves one by one.
"""

from micropython import const

from glowgrid.memory import clear
from glowgrid.memory import words as new_words
from glowgrid.search.engine import Stage
from glowgrid.search.groups.hex_fill import list_dead
from glowgrid.search.groups.hex_proof import begin, fill_rows, prove
from glowgrid.search.groups.swap import enter_swap
from glowgrid.search.verdict import DRAW

STEP_WORK = 21  # units of a step of `search`, a carrier tried: 6 us
_SHARE = 5  # eighths of the work for a question, or where the sides may be swapped: there the tree's estimates count

# `state`, see hex_links.py and hex_proof.py:
_HV_WIDTH = const(0)
_HV_FALL = const(46)
_HV_POINTS = const(1)
_HV_ALL = const(2)
_HV_EDGES = const(32)
_HV_MOST_GROUPS = const(31)
_HV_MOST_FULL = const(6)
_HV_MOST_SEMI = const(7)
_HV_MOST_WINS = const(40)
_HV_QUEUE_SIZE = const(41)
_HV_ENDS = const(4)
_HV_LENGTHS = const(5)
_HV_WINS = const(42)
_HV_QUEUE = const(43)
_HV_FRAMES = const(8)
_HV_SETS = const(44)
_HV_MOVES = const(9)
_HV_MOST_PLIES = const(45)
_HV_STEPS = const(11)
_HV_NODES = const(313)
_HV_WINNER = const(353)
_HV_LOOKING = const(354)
_HV_END = const(355)

# `field`:
_HF_BITS = const(0)
_HF_PLACES = const(98)
_HF_LAYOUT = const(147)  # the first words of `state`
_HF_WORDS = const(194)

# Tasks of `prove`:
_H_GO_ON = const(0)
_H_NOTE = const(1)
_H_NEXT_MOVE = const(2)

_H_NUMBERS = const(768)
_H_SHARE_BYTES = const(832)
_H_FULL = const(256)  # where the lists in `full` start
_H_MOST_WIRES = const(34)  # of a point; more than there ever are
_H_FRAME = const(22)  # words of a frame of the stack
_H_ENTRIES = const(40)  # words of a set of entries


class HexSolver(Stage):
    """Proves which side wins, and with `every` which moves win.

    more     work to look for other moves that win, once one is found (style.py chooses among them)
    tables   describe the game: Hex on a field of at most 7x7 points
    memory   the buffers: `words` for the state, `lookup` and `table` for connections, `halves` for positions
    most     limits: groups, full and semi connections of a pair of ends, connections that wait, plies of the stack
    """

    def __init__(self, tables, memory, most=(24, 4, 6, 256, 22)):
        field = new_words(_HF_WORDS)
        list_dead(memory.lookup)
        _describe(tables.field, field, memory.lookup)
        _lay_out(tables.points, memory, most, field)
        self.buffers = [memory.words, memory.lookup, memory.table, memory.halves, field]
        self._position = self._verdict = None
        self._every = self.done = False
        self._left = self.more = 0  # work

    def start(self, position, limits, verdict, every, work):
        if not limits.reach_the_end(verdict.empty) or position.may_be_taken_over() and not every:
            return False  # a first stone that may be taken over should be near even: the tree estimates that
        self._position, self._verdict, self._every = position, verdict, every
        self._left = work * _SHARE >> 3 if every or position.may_swap() else work
        self.done = False
        clear(self.buffers[3], len(self.buffers[3]) >> 2)
        begin(verdict.me, self.buffers, position.cells)
        return True

    def step(self, work):
        state, verdict = self.buffers[0], self._verdict
        nodes = state[_HV_NODES]
        decided = prove(_H_GO_ON, (min(work, self._left) + STEP_WORK - 1) // STEP_WORK, self.buffers)
        verdict.nodes += state[_HV_NODES] - nodes
        used = min(state[_HV_STEPS] * STEP_WORK, self._left)
        self._left -= used
        if decided:
            self._decided()
        elif not self._left:
            self.stop()
            self.done = True
        return used

    def stop(self):
        """Enter what is known so far; if that does not say who wins, choose the move that is hardest to refute."""
        verdict = self._verdict
        best = self.buffers[0][_HV_WINNER if self._every else _HV_LOOKING]
        self._enter_rows()
        if best >= 0:
            verdict.best = best
        if verdict.outcomes[verdict.best] == 3 - verdict.me:
            self._take_unrefuted()

    def _take_unrefuted(self):
        """Make the first move that is not refuted the best."""
        cells, outcomes = self._position.cells, self._verdict.outcomes
        for point in range(len(cells)):
            if not cells[point] and not outcomes[point]:
                self._verdict.best = point
                return

    def _decided(self):
        """The root is decided, or with `every` a move of it: go on to the next one, or end."""
        verdict, every, position = self._verdict, self._every, self._position
        more = self.more and not every and not position.may_swap()
        move = prove(_H_NEXT_MOVE if every or more else _H_NOTE, 0, self.buffers)
        self._enter_rows()
        winner = self.buffers[0][_HV_WINNER]
        if winner >= 0:
            verdict.choose(winner, verdict.win_in(0), True)
            if move >= 0:
                verdict.looking_at = move
                if more:
                    self._every, self._left = True, min(self._left, self.more)
                return
        else:
            verdict.choose(verdict.best, verdict.loss_in(0), True)  # the tree finds the move that resists best
        self.done = True
        if position.may_swap() and (winner >= 0 or not every):
            enter_swap(position, verdict)
        # With `every`, the horizon finds the number of plies; of many winning moves, style.py chooses one.
        verdict.settled = not (every or more) and verdict.score > DRAW

    def _enter_rows(self):
        verdict = self._verdict
        fill_rows(verdict.me, self.buffers, self._position.cells, verdict.outcomes, verdict.estimates)


def _describe(field, words, small):
    """Fill in the words about the field, the masks among the first words of the state, and small tables."""
    width, last = field.width + 1, field.width - 1
    for point in range(field.points):
        row, column = field.rows[point], field.columns[point]
        word, bit = row & 1, 1 << (row >> 1) * width + column
        small[_H_NUMBERS + 32 * word + ((bit * 0x077CB531) >> 27 & 31)] = point
        words[_HF_BITS + 2 * point + word] = bit
        words[_HF_LAYOUT + _HV_ALL + word] |= bit
        for edge in range(4):
            if field.borders[point] >> edge & 1:
                words[_HF_LAYOUT + _HV_EDGES + 2 * edge + word] |= bit
        # Neighbours outside the field, as bits N, NE, W, E, SW, S: above and below for side 1, the others for side 2.
        above = 3 * (row == 0) | 48 * (row == last)
        beside = (20 * (column == 0) | 10 * (column == last)) & ~above
        place = 32 * word + (row >> 1) * width + column
        words[_HF_PLACES + point] = place | above << 6 | beside << 12 | row << 18 | column << 21
    for wires in range(1, _H_MOST_WIRES):
        small[_H_SHARE_BYTES + 2 * wires] = 65535 // wires & 255
        small[_H_SHARE_BYTES + 2 * wires + 1] = 65535 // wires >> 8
    words[_HF_LAYOUT + _HV_WIDTH] = width
    words[_HF_LAYOUT + _HV_POINTS] = field.points
    words[_HF_LAYOUT + _HV_FALL] = 32767 // field.height


def _lay_out(points, memory, most, words):
    """Find the largest layout of the buffers within these limits that fits."""
    groups, full, semi, queue, plies = most
    wins = 32
    while True:
        pairs = groups * (points + groups)
        lengths = 4 * (_H_FULL + 2 * full * pairs)
        if lengths + 2 * pairs <= len(memory.lookup) - 16 and 2 * (semi * pairs + wins) <= len(memory.table):
            break
        groups -= 1
    sets = len(memory.halves) // (4 * _H_ENTRIES)
    while sets & (sets - 1):
        sets &= sets - 1
    frames = _HV_END + 3 * queue
    at = _HF_LAYOUT
    words[at + _HV_MOST_GROUPS] = groups
    words[at + _HV_MOST_FULL] = full
    words[at + _HV_MOST_SEMI] = semi
    words[at + _HV_MOST_WINS] = wins
    words[at + _HV_QUEUE_SIZE] = queue
    words[at + _HV_ENDS] = points + groups
    words[at + _HV_LENGTHS] = lengths
    words[at + _HV_WINS] = 2 * semi * pairs
    words[at + _HV_QUEUE] = _HV_END
    words[at + _HV_FRAMES] = frames
    words[at + _HV_SETS] = sets - 1
    words[at + _HV_MOVES] = 4 * (frames + _H_FRAME * plies)
    words[at + _HV_MOST_PLIES] = plies
