"""Max^n on lines, for three sides: what does each move lead to if every side plays for itself?

A side prefers its own win, then a draw, then another side's win. Among equal moves it plays the lowest point. Moves are
tried in that order, so the first of the best ones counts. Source: C. Luckhardt and K. Irani, "An algorithmic
solution of N-person games", AAAI 1986. Pruning as in R. Korf, "Multi-player alpha-beta pruning", 1991 (shallow).

The kernels work on three buffers:

search   the state of the search and a frame for every ply: named below
state    the stones, see stones.py
table    outcomes of positions, two words each: a verifying hash; the hash with the outcome in its lowest bits
"""

import micropython
from micropython import const

from glowgrid.memory import words
from glowgrid.search.engine import Stage
from glowgrid.search.lines.solved_file import MAX_N_PLIES
from glowgrid.search.lines.stones import lift, place
from glowgrid.search.lines.stones_words import *
from glowgrid.search.verdict_words import *

# `search` begins with eight words:
_PHASE = const(0)
_PLY = const(1)
_SIDE = const(2)  # the side to move
_FOLLOWING = const(3)  # the side that moves after it
_OUTCOME = const(4)  # of the position to leave; 0: no better than what the side before it already has
_LIMIT = const(5)  # plies: a game not won by then counts as a draw
_NO_LIMIT = const(255)
_MASK = const(6)  # entries of the table, less one
# Ply p, counted from 1, has four words from 4 * p:
_BEST = const(4)  # the best outcome so far, or 0
_CURRENT = const(5)  # the point under way
_NEXT = const(6)  # the next point to try
_FORCED = const(7)  # the only point that stops the following side, or NO_POINT

# Phases:
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

_ALL_SIDES = const(6)  # 1 + 2 + 3: minus the side to move and the following one gives the third
_MAX_N_KEY = const(4)  # marks entries of max^n in the table; alpha-beta uses the root side
_NOT_OUTCOME = const(0x3FFFFFF8)  # the bits of the hash beside an outcome


@micropython.viper
def max_n(budget: int, search_, state, table) -> int:
    """Go on with the search for at most `budget` positions; return how many it entered."""
    search = ptr32(search_)
    phase = int(search[_PHASE])
    entered = 0
    while phase != _DONE:
        if phase == _ENTER:
            if entered >= budget:
                break
            entered += 1
            phase = int(enter(search_, state, table))
        elif phase == _PICK:
            phase = int(pick(search_, state, table))
        else:
            phase = int(leave(search_, state))
    search[_PHASE] = phase
    return entered


@micropython.viper
def enter(search_, state_, table) -> int:
    """Enter a position: leave it if its outcome is known, else begin with its moves. Return the next phase."""
    search = ptr32(search_)
    state = ptr32(state_)
    side = int(search[_SIDE])
    following = int(search[_FOLLOWING])
    ply = int(search[_PLY])
    left = int(search[_LIMIT]) - ply
    if left <= 0:
        outcome = DRAWN
    elif state[(side << 3) + READY]:
        outcome = side
    elif left == 1 or not state[8 + OPEN] + state[16 + OPEN] + state[24 + OPEN]:
        outcome = DRAWN
    elif int(state[(following << 3) + READY]) > 1:
        outcome = following
    else:
        outcome = int(recall(search_, state_, table))
    search[_OUTCOME] = outcome
    if outcome:
        return _LEAVE
    frame = ply << 2
    search[frame + _BEST] = 0
    search[frame + _NEXT] = 0
    search[frame + _FORCED] = NO_POINT
    if state[(following << 3) + READY]:
        search[frame + _FORCED] = state[(following << 3) + AT]
    return _PICK


@micropython.viper
def recall(search_, state_, table_) -> int:
    """Return the outcome of the position from the table, or 0."""
    state = ptr32(state_)
    table = ptr32(table_)
    entry = (int(state[HASH]) & int(ptr32(search_)[_MASK])) << 1
    if int(table[entry]) != int(state[VERIFY]) ^ _MAX_N_KEY:
        return 0
    outcome = int(table[entry + 1]) ^ (int(state[HASH]) & _NOT_OUTCOME)
    if outcome & _NOT_OUTCOME:
        return 0
    return outcome


@micropython.viper
def pick(search_, state_, table) -> int:
    """Play the next move: the forced one, or the next empty point. After the last, settle. Return the phase."""
    search = ptr32(search_)
    state = ptr32(state_)
    ply = int(search[_PLY])
    frame = ply << 2
    points = int(state[POINTS])
    point = int(search[frame + _NEXT])
    forced = int(search[frame + _FORCED])
    if forced == NO_POINT:
        cells = int(state[CELLS])
        while point < points and state[cells + point]:
            point += 1
        search[frame + _NEXT] = point + 1
    elif not point:
        point = forced
        search[frame + _NEXT] = points
    if point >= points:
        settle(search_, state_, table)
        return _LEAVE
    side = int(search[_SIDE])
    following = int(search[_FOLLOWING])
    place(point, side, state_)
    search[frame + _CURRENT] = point
    search[_PLY] = ply + 1
    search[_SIDE] = following
    search[_FOLLOWING] = _ALL_SIDES - side - following
    return _ENTER


@micropython.viper
def settle(search_, state_, table_):
    """All moves are tried: the best outcome is the position's. Store it in the table."""
    search = ptr32(search_)
    state = ptr32(state_)
    table = ptr32(table_)
    frame = int(search[_PLY]) << 2
    outcome = int(search[frame + _BEST])
    forced = int(search[frame + _FORCED])
    if forced != NO_POINT and outcome != DRAWN and outcome != int(search[_SIDE]):
        # The block loses too, so all moves are equal and the lowest point is played. Any other point lets a side win.
        cells = int(state[CELLS])
        lowest = 0
        while state[cells + lowest]:
            lowest += 1
        if lowest != forced:
            outcome = int(search[_FOLLOWING])
    search[_OUTCOME] = outcome
    entry = (int(state[HASH]) & int(search[_MASK])) << 1
    table[entry] = int(state[VERIFY]) ^ _MAX_N_KEY
    table[entry + 1] = (int(state[HASH]) & _NOT_OUTCOME) | outcome


@micropython.viper
def leave(search_, state_) -> int:
    """Take back the move that led here and see whether its outcome is the best so far. Return the next phase."""
    search = ptr32(search_)
    state = ptr32(state_)
    ply = int(search[_PLY]) - 1
    if not ply:
        return _DONE
    following = int(search[_SIDE])
    side = _ALL_SIDES - following - int(search[_FOLLOWING])
    search[_PLY] = ply
    search[_SIDE] = side
    search[_FOLLOWING] = following
    frame = ply << 2
    lift(int(search[frame + _CURRENT]), side, state_)
    outcome = int(search[_OUTCOME])
    if not outcome:
        return _PICK
    best = int(search[frame + _BEST])
    if not best or outcome == side or outcome == DRAWN:
        best = outcome
        search[frame + _BEST] = best
    if best == side or (best == DRAWN and not state[(side << 3) + OPEN]):
        search[frame + _NEXT] = state[POINTS]  # no better outcome is possible
    elif best == DRAWN and ply > 1 and int(search[frame - 4 + _BEST]) == DRAWN:
        # The side before already has a draw, and this side does not let it win.
        search[_OUTCOME] = 0
        return _LEAVE
    return _PICK


class LinesMaxN(Stage):
    """The outcome of each move if every side plays for itself, from the file of solved positions or by search.

    Limits may cut the game: if no side has won by then, the outcome is a draw.
    """

    def __init__(self, root, solved):
        self._root, self._solved = root, solved
        self._verdict = None
        self.done = True
        self._search = words(4 * (root.points + 2))
        self._search[_LIMIT] = _NO_LIMIT
        self._point = NO_MOVE  # the root move that is searched
        self._searching = False

    def start(self, position, limits, verdict, every, work):
        if not every or limits.rough:
            return False
        root = self._root
        root.load(position, limits, verdict)
        self._verdict = verdict
        self.done = self._searching = False
        self._search[_LIMIT] = limits.cut
        self._go_on(-1)
        if self._solved and self._solved.holds(position, MAX_N_PLIES) and limits.cut >= verdict.empty:
            while not self.done:
                self._decided(self._solved.max_n(position, verdict.looking_at) or DRAWN)
        return True

    def _go_on(self, after):
        """Go on to the lowest move above the point `after`; a side plays the lowest of equal moves."""
        root = self._root
        lowest = NO_MOVE
        for i in range(root.count):
            point = root.moves[i]
            if after < point < lowest:
                lowest = point
        self._verdict.looking_at = lowest
        if lowest == NO_MOVE:
            self._end()

    def step(self, work):
        root, verdict = self._root, self._verdict
        left = total = max(work // root.node_work, 1)
        while left > 0 and not self.done:
            if self._searching:
                nodes = self.run(left)
                left -= nodes
                verdict.nodes += nodes
                if self.is_searched():
                    self._decided(self.outcome())
            elif root.stones.wins_at(root.me, verdict.looking_at):
                self._decided(root.me)
            else:
                self.begin_move(verdict.looking_at)
        return (total - left) * root.node_work

    def begin_move(self, point):
        """Begin to search what a root move leads to."""
        root, search = self._root, self._search
        place(point, root.me, root.stones.words)
        search[_MASK] = (len(root.table) >> 1) - 1
        search[_PHASE] = _ENTER
        search[_PLY] = 1
        search[_SIDE] = root.me % 3 + 1
        search[_FOLLOWING] = search[_SIDE] % 3 + 1
        self._point = point
        self._searching = True

    def run(self, nodes):
        """Go on for at most `nodes` nodes; return how many were used."""
        return max_n(nodes, self._search, self._root.stones.words, self._root.table)

    def is_searched(self):
        """Return whether the search of the move has finished; if so, take the move back."""
        if self._search[_PHASE] != _DONE:
            return False
        self._searching = False
        lift(self._point, self._root.me, self._root.stones.words)
        return True

    def outcome(self):
        """Return the outcome of the last move searched."""
        return self._search[_OUTCOME]

    def _decided(self, outcome):
        """Enter the outcome of the move under consideration; plies are known only for a draw and a win at once."""
        verdict, point = self._verdict, self._verdict.looking_at
        plies = 0
        if outcome == DRAWN:
            plies = verdict.empty
        elif outcome == verdict.me and self._root.stones.wins_at(verdict.me, point):
            plies = 1
        verdict.put(point, outcome, plies)
        self._go_on(point)

    def stop(self):
        self._end()

    def _end(self):
        """Choose the lowest move that wins, else the lowest that draws. A draw is proven if all moves are known."""
        verdict = self._verdict
        self.done = verdict.settled = True
        if not self._choose_first(verdict.me, WIN - 1, True):
            self._choose_first(DRAWN, DRAW, verdict.looking_at == NO_MOVE and not self._root.untried)

    def _choose_first(self, outcome, score, proven):
        verdict = self._verdict
        for point in range(self._root.points):
            if verdict.outcomes[point] == outcome:
                verdict.choose(point, score, proven)
                return True
        return False
