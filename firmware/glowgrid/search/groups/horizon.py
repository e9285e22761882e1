"""Who wins within so many plies: the near end of a game of groups, for each move, one ply farther at a time.

One side attacks: can it force a win within n plies? A side that can win at once does; one such threat of the other side
must be stopped, two cannot be. A stone more never harms its side, so what the attacker cannot force against a side that
passes, it cannot force at all: the defender passes first. An odd horizon can only show a win of the side to move, an
even one only a loss.

The stones are those of the tree (tree.py); stack and table are in its buffers, which are free before it begins.
"""

import micropython
from micropython import const

from glowgrid.search.engine import DRAW, DRAWN, LOSS, SURE_WIN, WIN, Stage, clear
from glowgrid.search.engine import words as new_words
from glowgrid.search.groups.tree import enter_swap
from glowgrid.search.groups.unions import unite, wins_in_one

POINT_WORK = 17  # units of a position, for each point of the field
NEAR_WORK = 1_600_000  # units, half a second: estimates of what is farther should not wait for long
LATE_WORK = 40_000_000  # twelve seconds: who wins is known, and the longest game would take for ever
_ABOUT_A_MOVE, _ABOUT_A_PASS = False, True  # questions

# `words`, see tree.py.
_T_SPAN = const(13)
_T_WINS_1 = const(24)
_T_WINS_2 = const(26)
_T_PLACES = const(30)

# `control`, the search between two slices:
_N_PHASE = const(0)
_N_PLY = const(1)
_N_ATTACKER = const(2)
_N_VALUE = const(3)  # 1: the attacker wins
_N_NODES = const(4)
_N_EMPTY = const(5)  # points
_N_MASK = const(6)  # entries of the table, less one
_N_ANSWER = const(7)  # the attacker's winning move that was found last
_N_CONTROL = const(8)
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The stack has eight words a ply:
_N_FRAME = const(8)
_N_TURN = const(0)  # side to move
_N_LEFT = const(1)  # plies left
_N_NEXT = const(2)  # the move picker: _N_PASS, then _N_FIRST, then the next place in `order`; 0: no more
_N_ONLY = const(3)  # 1: only the first move is to be tried
_N_PLAYED = const(4)  # the place under way; 0: a pass
_N_HASH = const(5)  # of the stones, 30 bits
_N_VERIFY = const(6)
_N_BEST = const(7)  # the place to try first, or 0
_N_PASS = const(65535)
_N_FIRST = const(65534)

_N_HASHES = const(0x2F4A7)  # makes the hashes of stones,
_N_VERIFIES = const(0x1B7E5)  # and the second ones

# An entry of the table is two words: verifying hash; fewest plies within which the attacker wins (255: none known),
# most within which it does not << 8, place to try first << 16.
_N_NONE = const(255)


@micropython.viper
def stamp(x: int, k: int) -> int:
    """Return 30 pseudo-random bits for a number below 1024; `k`, of 18 bits, makes another set of them."""
    x = (x + 1) * k & 0x3FFFFFFF
    x ^= x >> 11
    x = (x & 0x7FFF) * 0x6F4F + (x >> 15) * 0x5A35 & 0x3FFFFFFF
    x ^= x >> 13
    x = (x & 0x7FFF) * 0x7A6B + (x >> 15) * 0x4D2B & 0x3FFFFFFF
    return x ^ x >> 14


@micropython.viper
def attack(p: int, f: int, budget: int, buffers) -> int:
    """Go on with the search that control and stack hold for at most `budget` nodes (positions entered).

    Returns how many it entered. `p` and `f` are dummies: registers. buffers: those of tree.py, then control. When
    control[_N_PHASE] becomes _DONE, control[_N_VALUE] tells whether the attacker wins.
    """
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    stack = ptr32(buffers[4])
    table = ptr32(buffers[6])
    control = ptr32(buffers[10])
    span = int(words[_T_SPAN])
    attacker = int(control[_N_ATTACKER])
    ply = int(control[_N_PLY])
    phase = int(control[_N_PHASE])
    value = int(control[_N_VALUE])
    nodes = 0
    while phase != _DONE:
        f = ply * _N_FRAME
        turn = int(stack[f + _N_TURN])
        left = int(stack[f + _N_LEFT])
        if phase == _ENTER:
            if nodes >= budget:
                break
            nodes += 1
            unite(buffers)
            wins_in_one(buffers)
            mine = _T_WINS_1
            others = _T_WINS_2
            if turn == 2:
                mine = _T_WINS_2
                others = _T_WINS_1
            phase = _LEAVE
            p = 0
            if words[mine]:
                value = 0
                if turn == attacker:
                    value = 1
                    control[_N_ANSWER] = words[mine + 1]
            elif int(words[others]) > 1:
                value = 1
                if turn == attacker:
                    value = 0
                elif left < 2:
                    value = 0
            elif left < 3 or not control[_N_EMPTY]:
                value = 0
            else:
                if words[others]:
                    p = int(words[others + 1])
                phase = _PICK
                stack[f + _N_NEXT] = _N_FIRST
                stack[f + _N_ONLY] = 0
                if p:
                    stack[f + _N_ONLY] = 1
                elif turn != attacker:
                    stack[f + _N_NEXT] = _N_PASS
                i = turn << 1 | attacker - 1
                k = ((int(stack[f + _N_HASH]) ^ i) & int(control[_N_MASK])) << 1
                if int(table[k]) == int(stack[f + _N_VERIFY]) ^ i:
                    entry = int(table[k + 1])
                    if left >= entry & 255:
                        value = 1
                        control[_N_ANSWER] = entry >> 16
                        phase = _LEAVE
                    elif left <= entry >> 8 & 255:
                        value = 0
                        phase = _LEAVE
                    elif not p:
                        p = entry >> 16
                stack[f + _N_BEST] = p
        elif phase == _PICK:
            at = int(stack[f + _N_NEXT])
            best = int(stack[f + _N_BEST])
            p = 0
            found = 0
            if at == _N_PASS:
                found = 1
                at = _N_FIRST
            else:
                if at == _N_FIRST:
                    at = int(words[_T_PLACES])
                    p = best
                    if stack[f + _N_ONLY]:
                        at = 0
                if not p and at:
                    p = int(order[at])
                    while p and (int(c[span + p]) or p == best):
                        at += 1
                        p = int(order[at])
                    at += 1
                    if not p:
                        at = 0
                if p:
                    found = 1
            if found:
                stack[f + _N_NEXT] = at
                stack[f + _N_PLAYED] = p
                i = int(stack[f + _N_HASH])
                k = int(stack[f + _N_VERIFY])
                if p:
                    c[span + p] = turn
                    control[_N_EMPTY] -= 1
                    x = int(stamp(p << 1 | turn - 1, _N_HASHES))
                    i ^= x
                    x = int(stamp(p << 1 | turn - 1, _N_VERIFIES))
                    k ^= x
                f += _N_FRAME
                ply += 1
                stack[f + _N_TURN] = 3 - turn
                stack[f + _N_LEFT] = left - 1
                stack[f + _N_HASH] = i
                stack[f + _N_VERIFY] = k
                phase = _ENTER
            else:
                value = 1
                if turn == attacker:
                    value = 0
                phase = _LEAVE
                keep(value, f, buffers)
        elif not ply:
            phase = _DONE
        else:
            ply -= 1
            f -= _N_FRAME
            turn = 3 - turn
            p = int(stack[f + _N_PLAYED])
            if p:
                c[span + p] = 0
                control[_N_EMPTY] += 1
            phase = _PICK
            if turn == attacker:
                if value:
                    control[_N_ANSWER] = p
                    stack[f + _N_BEST] = p
                    phase = _LEAVE
            elif not value:
                if p:
                    stack[f + _N_BEST] = p
                phase = _LEAVE
            elif not p:  # what wins against a pass is what a defender may have to stop
                if not stack[f + _N_BEST]:
                    i = int(control[_N_ANSWER])
                    if not c[span + i]:
                        stack[f + _N_BEST] = i
            if phase == _LEAVE:
                keep(value, f, buffers)
    control[_N_PHASE] = phase
    control[_N_PLY] = ply
    control[_N_VALUE] = value
    control[_N_NODES] += nodes
    return nodes


@micropython.viper
def keep(value: int, f: int, buffers):
    """Enter into the table what was found out of the position at `f` on the stack."""
    stack = ptr32(buffers[4])
    table = ptr32(buffers[6])
    control = ptr32(buffers[10])
    i = int(stack[f + _N_TURN]) << 1 | int(control[_N_ATTACKER]) - 1
    k = ((int(stack[f + _N_HASH]) ^ i) & int(control[_N_MASK])) << 1
    i ^= int(stack[f + _N_VERIFY])
    wins = _N_NONE
    holds = 0
    if int(table[k]) == i:
        wins = int(table[k + 1]) & 255
        holds = int(table[k + 1]) >> 8 & 255
    table[k] = i
    i = int(stack[f + _N_LEFT])
    if value:
        if i < wins:
            wins = i
    elif i > holds:
        holds = i
    table[k + 1] = wins | holds << 8 | int(stack[f + _N_BEST]) << 16


class Horizon(Stage):
    """Finds for each move in how many plies it wins or loses, as far ahead as its share of the work allows.

    tree    the stage whose buffers hold the game
    memory  the buffers for its table and its stack
    share   see Stage
    late    True: begin only where every outcome is known, and look for the plies alone
    """

    def __init__(self, tree, memory, share, late=False):
        self.share = share
        self._late = late
        self._tree = tree
        self._control = control = new_words(_N_CONTROL)
        self._buffers = tree.buffers + [control]
        self._buffers[4], self._buffers[6] = memory.words, memory.table
        control[_N_MASK] = (len(memory.table) >> 1) - 1
        self._left = 0  # units of work
        self._node_work = POINT_WORK * len(tree.place)
        self._position = self._verdict = None
        self._at = self._plies = 0  # the point under consideration, and the horizon
        self._asking = _ABOUT_A_MOVE
        self.done = True

    def start(self, position, limits, verdict, every, work):
        fair = position.tables.fair or not (position.may_swap() or position.may_be_taken_over())
        if not every or not fair or not limits.reach_the_end(verdict.empty):
            return False
        self._position, self._verdict = position, verdict
        if self._late:
            if not self._all_known(verdict.outcomes):
                return False
            if not work:  # who wins is known, and there is no work left for the plies
                verdict.settled = verdict.score >= DRAW
                return False
        self._tree.load(position, verdict)
        clear(self._buffers[6], len(self._buffers[6]))
        stack, control = self._buffers[4], self._control
        stack[_N_HASH] = stack[_N_VERIFY] = 0
        control[_N_EMPTY] = verdict.empty
        control[_N_NODES] = 0
        self.done = False
        self._left = min(work, LATE_WORK if self._late else NEAR_WORK)
        self._plies = verdict.depth
        if not self._plies:
            self._enter_wins_at_once()
        self._recede()
        return True

    def step(self, work):
        control = self._control
        left = total = (min(work, self._left) + self._node_work - 1) // self._node_work
        while left > 0 and not self.done:
            nodes = attack(0, 0, left, self._buffers)
            left -= nodes
            self._verdict.nodes += nodes
            if control[_N_PHASE] == _DONE:
                self._answered(control[_N_VALUE])
        self._left -= (total - left) * self._node_work
        if self._left <= 0 and not self.done:
            self._end()
        return (total - left) * self._node_work

    def stop(self):
        self._end()

    def _enter_wins_at_once(self):
        unite(self._buffers)
        wins_in_one(self._buffers)
        verdict, marks, place = self._verdict, self._buffers[1], self._tree.place
        for point in range(len(place)):
            if not self._position.cells[point] and marks[place[point]] & verdict.me:
                verdict.put(point, verdict.me, 1)
                verdict.choose(point, WIN - 1, True)
        self._plies = 1

    def _recede(self):
        """Go on to the next horizon, unless all is known."""
        verdict = self._verdict
        verdict.depth = self._plies
        if self._plies >= verdict.empty:
            self._enter_draws()
        if self._plies >= verdict.empty or self._all_known(verdict.plies):
            verdict.depth = verdict.empty
            self._end()
            return
        self._plies += 1
        self._at = -1
        if self._plies & 1:
            self._go_on()
        else:
            self._asking = _ABOUT_A_PASS
            self._begin(3 - verdict.me)

    def _go_on(self):
        """Ask about the next move of which this horizon may tell something new; after the last one go farther."""
        verdict, cells = self._verdict, self._position.cells
        wanted = verdict.me if self._plies & 1 else 3 - verdict.me
        point = self._at + 1
        while point < len(cells):
            if not cells[point] and not verdict.plies[point]:
                if not verdict.outcomes[point] or verdict.outcomes[point] == wanted:
                    break
            point += 1
        self._at = point
        if point == len(cells):
            self._recede()
            return
        verdict.looking_at = point
        place, stack = self._tree.place[point], self._buffers[4]
        self._stand(place, verdict.me)
        self._control[_N_EMPTY] -= 1
        stack[_N_HASH] = stamp(place << 1 | verdict.me - 1, _N_HASHES)
        stack[_N_VERIFY] = stamp(place << 1 | verdict.me - 1, _N_VERIFIES)
        self._asking = _ABOUT_A_MOVE
        self._begin(wanted)

    def _begin(self, attacker):
        """The other side is to move."""
        control, stack = self._control, self._buffers[4]
        control[_N_PHASE], control[_N_PLY], control[_N_ATTACKER] = _ENTER, 0, attacker
        stack[_N_TURN], stack[_N_LEFT] = 3 - self._verdict.me, self._plies - 1

    def _stand(self, place, side):
        words, cells = self._buffers[0], self._buffers[1]
        cells[words[_T_SPAN] + place] = side

    def _answered(self, wins):
        if self._asking == _ABOUT_A_PASS:
            if wins:
                self._go_on()
            else:
                self._recede()
            return
        stack = self._buffers[4]
        stack[_N_HASH] = stack[_N_VERIFY] = 0
        self._stand(self._tree.place[self._at], 0)
        self._control[_N_EMPTY] += 1
        if wins:
            verdict = self._verdict
            verdict.put(self._at, self._control[_N_ATTACKER], self._plies)
            if self._plies & 1 and verdict.score < WIN - self._plies:
                verdict.choose(self._at, WIN - self._plies, True)
        self._go_on()

    def _all_known(self, rows):
        """Return whether there is something in the rows of all empty points."""
        cells = self._position.cells
        for point in range(len(cells)):
            if not cells[point] and not rows[point]:
                return False
        return True

    def _enter_draws(self):
        """Enter a draw for every move: nobody can win."""
        verdict, cells = self._verdict, self._position.cells
        for point in range(len(cells)):
            if not cells[point] and not verdict.plies[point]:
                verdict.put(point, DRAWN, verdict.empty)

    def _end(self):
        """Choose what wins soonest. If all is known and nothing wins: what draws, else what loses latest."""
        verdict, cells = self._verdict, self._position.cells
        self.done = True
        known = self._all_known(verdict.plies)
        if known:
            verdict.score = 0
        for point in range(len(cells)):
            plies, outcome = verdict.plies[point], verdict.outcomes[point]
            if plies and not cells[point]:
                score = WIN - plies if outcome == verdict.me else DRAW if outcome == DRAWN else LOSS + plies
                if score > verdict.score and (known or score > SURE_WIN):
                    verdict.choose(point, score, True)
        verdict.settled = known or self._late and verdict.score >= DRAW
        if verdict.settled and self._position.may_swap():
            enter_swap(self._position, verdict)
