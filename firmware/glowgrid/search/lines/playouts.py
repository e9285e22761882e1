"""Playouts for three sides on lines: they choose among the moves that Paranoid leaves.

In a playout a side wins if it can, else blocks a win of the following side, else plays on any empty point.
"""

import micropython
from micropython import const

from glowgrid.memory import words
from glowgrid.search.engine import Stage
from glowgrid.search.lines.stones import lift, place
from glowgrid.search.lines.stones_words import *
from glowgrid.search.verdict import DRAW

_TELLING = const(10)  # playouts for each move; a percentage of fewer is mostly luck
_PLAYOUT_WORK, _PLY_WORK = 565, 56  # work units of a playout, and of each of its plies


@micropython.viper
def playout(side: int, state_, path_, random) -> int:
    """Play on from `state` with `side` to move, then take it all back; return winner (0: a draw) + 4 * plies.

    path: a bytearray for the points played. random: array 'i' of one word, not 0, the state of the generator.
    """
    state = ptr32(state_)
    path = ptr8(path_)
    plies = 0
    winner = 0
    while state[EMPTY] and state[8 + OPEN] + state[16 + OPEN] + state[24 + OPEN]:
        if state[(side << 3) + READY]:
            winner = side
            break
        following = side + 1
        if following > 3:
            following = 1
        if state[(following << 3) + READY]:
            point = int(winning_point(following, state_))
        else:
            point = int(any_point(state_, random))
        place(point, side, state_)
        path[plies] = point
        plies += 1
        side = following
    take_back(plies, side, state_, path_)
    return winner + (plies << 2)


@micropython.viper
def winning_point(side: int, state_) -> int:
    """Return the lowest point on which the side wins at once."""
    state = ptr32(state_)
    if state[(side << 3) + READY] == 1:
        return int(state[(side << 3) + AT])
    wins = int(state[(side << 3) + WINS])
    cells = int(state[CELLS])
    point = 0
    while not state[wins + point] or state[cells + point]:
        point += 1
    return point


@micropython.viper
def any_point(state_, random_) -> int:
    """Return an empty point at random (xorshift, kept to 30 bits)."""
    state = ptr32(state_)
    random = ptr32(random_)
    number = int(random[0])
    number ^= (number << 13) & 0x3FFFFFFF
    number ^= number >> 17
    number ^= (number << 5) & 0x3FFFFFFF
    random[0] = number
    number = (number >> 3) % int(state[EMPTY])
    point = int(state[CELLS])
    while number or state[point]:
        if not state[point]:
            number -= 1
        point += 1
    return point - int(state[CELLS])


@micropython.viper
def take_back(plies: int, side: int, state, path_):
    """Take back the last `plies` moves; `side` is the side to move after them."""
    path = ptr8(path_)
    while plies:
        plies -= 1
        side -= 1
        if not side:
            side = 3
        lift(int(path[plies]), side, state)


class Playouts(Stage):
    """Choose by playouts among the moves that Paranoid leaves, the same number for each."""

    def __init__(self, root, paranoid):
        self._root, self._paranoid = root, paranoid
        self._verdict = None
        self.done = True
        self._listed = bytearray(root.points)
        self._count = 0  # listed[:count]: the moves to choose from
        self._gained = words(root.points)  # by point: 4 for each playout won, 1 for each draw
        self._path = bytearray(root.points)
        self._random = words(1)
        self._turn = self._used = self._most = self._round = self._rounds = 0

    def start(self, position, limits, verdict, every, work):
        if every or not limits.reach_the_end(verdict.empty):
            return False
        self._verdict = verdict
        self.done = False
        for point in range(len(self._gained)):
            self._gained[point] = 0
        self._random[0] = (limits.seed * 7919 + position.stones * 104729) & 0x3FFFFFFF | 1
        self._count = self._paranoid.shortlist(self._listed)
        verdict.choose(self._listed[0], DRAW, self._paranoid.proves_draw())
        self._used, self._most, self._rounds = 0, work, -1
        self._round = self._count * (_PLAYOUT_WORK + _PLY_WORK * verdict.empty)  # most work for one playout of each
        if self._count == 1:
            self._end()
        else:
            self._begin_round()
        return True

    def _begin_round(self):
        self._turn = 0
        self._rounds += 1
        self._verdict.looking_at = self._listed[0]
        if self._used + self._round > self._most:
            self._end()

    def step(self, work):
        before = self._used
        longest = _PLAYOUT_WORK + _PLY_WORK * self._verdict.empty
        while not self.done:
            self._play_out()
            if self._used - before + longest > work:
                break  # the next playout may not fit
        return self._used - before

    def _play_out(self):
        """Do one playout of the move under consideration."""
        verdict, stones = self._verdict, self._root.stones
        point, me = verdict.looking_at, verdict.me
        if stones.wins_at(me, point):
            result = me
        else:
            place(point, me, stones.words)
            result = playout(me % self._root.sides + 1, stones.words, self._path, self._random)
            lift(point, me, stones.words)
        self._used += ((result >> 2) + 1) * _PLY_WORK + _PLAYOUT_WORK
        verdict.nodes += 1
        if result & 3 == me:
            self._gained[point] += 4
        elif not result & 3:
            self._gained[point] += 1
        self._turn += 1
        if self._turn == self._count:
            self._begin_round()
        else:
            verdict.looking_at = self._listed[self._turn]

    def stop(self):
        self._end()

    def _end(self):
        verdict, gained = self._verdict, self._gained
        best = self._listed[0]
        for i in range(self._count):
            point = self._listed[i]
            if gained[point] > gained[best]:
                best = point
            if self._rounds >= _TELLING:
                verdict.estimates[point] = gained[point] * 25 // (self._rounds + (i < self._turn))
        verdict.best = best
        self.done = verdict.settled = True
