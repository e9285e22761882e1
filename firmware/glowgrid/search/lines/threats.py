"""Before every move is looked at: is there a win by fours and open threes, and which moves leave the other side none?

Every move of the attacker must threaten to win within three plies: to fill a line (a four, where five win), or to make
two such threats at once (an open three). Then only a few replies can stop it: a stone on a line of the attacker that
lacks two points or less, or a threat of one's own to fill a line. So few positions are visited, and a win that is found
is proven; one that is not found may still be there. For two sides. Source of the idea: L. V. Allis, H. J. van den
Herik, M. P. H. Huntjens, "Go-Moku and Threat-Space Search", 1993.
"""

import micropython
from micropython import const

from glowgrid.search.engine import NO_MOVE, Stage, words
from glowgrid.search.lines.stones import lift, place, rank

# Words of the stones, see stones.py.
_POINTS = const(3)
_CELLS = const(5)
_WEIGHT = const(7)
_CLOSED = const(0)
_READY = const(1)
_AT = const(2)
_GAPS = const(1)
_LENGTH = const(2)
_MEMBERS = const(3)
_LINES = const(15)
_LINES_END = const(23)
_SUMS = const(31)

# `control`, the search between two slices.
_PHASE = const(0)
_PLY = const(1)
_ATTACKER = const(2)  # to move at the root
_VALUE = const(3)  # 1: the attacker wins
_NODES = const(4)
_PLIES = const(5)  # within which it is to win, odd
_FIRST_MOVE = const(6)  # its first move, if it wins
_HINT = const(7)  # the first move to be tried, or _NONE
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# The stack has two words a ply: the only move to try (or _ANY, or _NONE when it has been tried), the move under way.
_REPLY = const(0)
_PLAYED = const(1)
_NONE = const(255)
_ANY = const(256)


@micropython.viper
def scan(k: int, point: int, attacker: int, attacks: int, state, ranks_, first: int) -> int:
    """1 + a point where a stone of the attacker makes two threats at once to fill a line; 0 if there is none.

    Then ranks[first + point] (a byte) is set for every point: 0 not to be tried, the highest first. If `attacks`, the
    attacker is to move: its lines that lack three points or less count; else those that lack two or less, of both
    sides. `k` and `point` are dummies (registers).
    """
    s = ptr32(state)
    members = ptr8(state)
    ranks = ptr8(ranks_)
    points = int(s[_POINTS])
    cells = int(s[_CELLS])
    weight = int(s[_WEIGHT])
    sums = int(s[_SUMS])
    closed = int(s[(attacker << 3) + _CLOSED])
    other_closed = int(s[((3 - attacker) << 3) + _CLOSED])
    shift = (attacker << 3) - 8
    most = 2 + attacks
    double = points
    k = first
    point = sums
    end = sums + points
    while point < end:
        s[point] = 0
        ranks[k] = _NONE  # until the end of the scan: the other gap of a line through the point
        point += 1
        k += 1
    line = int(s[_LINES])
    lines_end = int(s[_LINES_END])
    while line < lines_end:
        count = int(s[line])
        total = 0
        gaps = 0
        if not count & closed:
            missing = int(s[line + _LENGTH]) - ((count >> shift) & 255)
            if missing <= most:
                total = int(s[weight + missing])
                if missing == 2:
                    gaps = int(s[line + _GAPS])
        if not attacks:
            if not count & other_closed:
                if int(s[line + _LENGTH]) - ((count >> (8 - shift)) & 255) == 2:
                    total += int(s[weight + 2])
        if total:
            k = int(s[line + _MEMBERS])
            end = k + int(s[line + _LENGTH])
            while k < end:
                point = int(members[k])
                if not s[cells + point]:
                    s[sums + point] = int(s[sums + point]) + total
                    if gaps:
                        if int(ranks[first + point]) == _NONE:
                            ranks[first + point] = gaps - point
                        elif int(ranks[first + point]) != gaps - point and point < double:
                            double = point
                k += 1
        line += 4
    if double < points:
        if attacks:
            return double + 1
    k = first
    point = sums
    end = sums + points
    while point < end:
        total = int(s[point]) >> 4
        if total > 254:
            total = 254
        ranks[k] = total
        point += 1
        k += 1
    if double < points:
        return double + 1
    return 0


@micropython.viper
def attack(budget: int, state, stack_, control_, ranks_):
    """Go on with the search that control and stack hold for at most `budget` nodes (positions entered).

    When control[_PHASE] becomes _DONE, control[_VALUE] tells whether the attacker wins, control[_FIRST_MOVE] with which
    move. `ranks_`: a bytearray, a byte a point for each of control[_PLIES] plies.
    """
    s = ptr32(state)
    stack = ptr32(stack_)
    control = ptr32(control_)
    ranks = ptr8(ranks_)
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    value = int(control[_VALUE])
    attacker = int(control[_ATTACKER])
    points = int(s[_POINTS])
    mine = attacker << 3
    others = (3 - attacker) << 3
    nodes = 0
    while phase != _DONE:
        f = ply << 1
        attacks = 1 - (ply & 1)
        if phase == _ENTER:
            if nodes >= budget:
                break
            nodes += 1
            left = int(control[_PLIES]) - ply
            value = 0
            phase = _LEAVE
            if attacks:
                if s[mine + _READY]:
                    value = 1
                    if not ply:
                        control[_FIRST_MOVE] = s[mine + _AT]
                elif left >= 3:
                    if not s[others + _READY]:
                        point = int(scan(0, 0, attacker, 1, state, ranks_, ply * points))
                        if point:
                            value = 1
                            stack[f + _PLAYED] = point - 1
                            if not ply:
                                control[_FIRST_MOVE] = point - 1
                        elif left >= 5:
                            stack[f + _REPLY] = _ANY
                            phase = _PICK
                            if not ply:
                                point = int(control[_HINT])
                                if point != _NONE:
                                    if ranks[point]:
                                        ranks[point] = 255
                    elif int(s[others + _READY]) == 1:
                        stack[f + _REPLY] = s[others + _AT]
                        phase = _PICK
            elif not s[others + _READY]:
                if int(s[mine + _READY]) > 1:
                    value = 1
                elif left >= 4:
                    if s[mine + _READY]:
                        stack[f + _REPLY] = s[mine + _AT]
                        phase = _PICK
                    elif int(scan(0, 0, attacker, 0, state, ranks_, ply * points)):
                        stack[f + _REPLY] = _ANY
                        phase = _PICK
        elif phase == _PICK:
            point = int(stack[f + _REPLY])
            if point == _ANY:
                point = _NONE
                most = 0
                i = ply * points
                end = i + points
                while i < end:
                    if int(ranks[i]) > most:
                        most = int(ranks[i])
                        point = i
                    i += 1
                if point != _NONE:
                    ranks[point] = 0
                    point -= ply * points
            else:
                stack[f + _REPLY] = _NONE
            if point == _NONE:
                value = 1 - attacks
                phase = _LEAVE
            else:
                stack[f + _PLAYED] = point
                if attacks:
                    place(point, attacker, state)
                else:
                    place(point, 3 - attacker, state)
                ply += 1
                phase = _ENTER
        elif not ply:
            phase = _DONE
        else:
            ply -= 1
            f -= 2
            attacks = 1 - attacks
            point = int(stack[f + _PLAYED])
            if attacks:
                lift(point, attacker, state)
                if not value:
                    phase = _PICK
                elif not ply:
                    control[_FIRST_MOVE] = point
            else:
                lift(point, 3 - attacker, state)
                if value:
                    phase = _PICK
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_VALUE] = value
    control[_NODES] += nodes


@micropython.viper
def sort(moves: ptr8, count: int, ranks: ptr8):
    """Order so many moves (points) by rank, the highest first; equal ones stay as they are."""
    i = 1
    while i < count:
        move = int(moves[i])
        k = i
        while k and int(ranks[int(moves[k - 1])]) < int(ranks[move]):
            moves[k] = moves[k - 1]
            k -= 1
        moves[k] = move
        i += 1


_MOST_PLIES = 11
# Questions: do I win? Would the other side, if I passed? Does it, after each of my moves?
_OWN, _PASS, _EACH = range(3)


class Threats(Stage):
    """The threat search at the root of a lines game of two sides.

    A win by threats alone is the answer. Else moves after which the other side wins by threats are struck out of
    root.moves, unless all of them are.
    """

    share = 5

    def __init__(self, root):
        self._root = root
        self._verdict = None
        self.done = True
        self._words = root.stones.words
        self._most_plies = min(len(root.ranks) // root.points, _MOST_PLIES)
        self._control = words(8)
        self._stack = words(2 * (_MOST_PLIES + 1))
        self._node_work = root.node_work * 5 // 3  # a node looks at all lines twice
        self._question = self._plies = self._at = self._left = 0
        self._end = 0  # work of this stage so far at which the question must be answered
        self._used = self._share = 0
        self._placed = NO_MOVE

    def start(self, position, limits, verdict, every, work):
        if every or limits.depth < verdict.empty:
            return False
        root = self._root
        root.load(position, limits, verdict)
        if root.stones.can_win(root.me):
            return False
        self._verdict = verdict
        self.done = False
        self._used, self._share = 0, work
        self._placed = NO_MOVE
        # The moves through the lines that are worth most come first: what stops an attack is among them.
        rank(self._words, root.ranks, 0)
        sort(root.moves, root.count, root.ranks)
        self._control[_HINT] = NO_MOVE
        self._question, self._end = _OWN, work >> 1
        self._begin(root.me, 3)
        return True

    def _begin(self, attacker, plies):
        control = self._control
        control[_PHASE] = _ENTER
        control[_PLY] = control[_NODES] = 0
        control[_ATTACKER] = attacker
        control[_PLIES] = self._plies = plies

    def step(self, work):
        before = self._used
        while self._used - before < work and not self.done:
            counted = self._control[_NODES]
            nodes = max((min(before + work, self._end) - self._used) // self._node_work, 1)
            attack(nodes, self._words, self._stack, self._control, self._root.ranks)
            nodes = self._control[_NODES] - counted
            self._used += nodes * self._node_work
            self._verdict.nodes += nodes
            if self._control[_PHASE] == _DONE:
                self._answered(self._control[_VALUE])
            elif self._used >= self._end:
                self._give_up()
        return self._used - before

    def stop(self):
        self._give_up()
        if not self.done:  # the question was whether I win: there is no work left for the next
            self._unwind(3 - self._root.me)
            self.done = True

    def _answered(self, wins):
        root = self._root
        if self._question == _OWN:
            if wins and self._is_listed(self._control[_FIRST_MOVE]):
                verdict, plies = self._verdict, self._plies
                verdict.choose(self._control[_FIRST_MOVE], verdict.win_in(plies), True)
                verdict.put(verdict.best, verdict.me, plies)
                verdict.depth = plies
                self.done = verdict.settled = True
            elif self._plies + 2 <= self._most_plies:
                self._begin(root.me, self._plies + 2)
            else:
                self._ask_what_if_i_pass()
        elif self._question == _PASS:
            if wins:
                self._control[_HINT] = self._control[_FIRST_MOVE]
                self._ask_after_each_move()
            elif self._plies + 2 <= self._most_plies:
                self._begin(3 - root.me, self._plies + 2)
            else:
                self._end_stage()
        else:
            self._judge_move(wins)

    def _is_listed(self, point):
        """Return whether the point is among the moves."""
        root = self._root
        for i in range(root.count):
            if root.moves[i] == point:
                return True
        return False

    def _ask_what_if_i_pass(self):
        self._question = _PASS
        self._end = self._used + (self._share - self._used >> 1)
        self._begin(3 - self._root.me, 1)

    def _ask_after_each_move(self):
        self._question, self._end = _EACH, self._share
        self._at = self._left = 0
        self._try_move()

    def _try_move(self):
        root = self._root
        self._placed = self._verdict.looking_at = root.moves[self._at]
        place(self._placed, root.me, self._words)
        self._begin(3 - root.me, self._plies)

    def _lift(self):
        if self._placed != NO_MOVE:
            lift(self._placed, self._root.me, self._words)
            self._placed = NO_MOVE

    def _judge_move(self, loses):
        """Moves that hold so far go to the front; after the last one only they are left, unless none is."""
        root, verdict = self._root, self._verdict
        moves = root.moves
        if loses:
            verdict.put(self._placed, 3 - verdict.me)
        self._lift()
        if not loses:
            moves[self._at], moves[self._left] = moves[self._left], moves[self._at]
            self._left += 1
        self._at += 1
        if self._at < root.count:
            self._try_move()
        elif not self._left:
            self._end_stage()
        else:
            root.count = self._left
            if root.count > 1 and self._plies + 2 <= self._most_plies:
                self._plies += 2
                self._ask_after_each_move()
            else:
                self._end_stage()

    def _give_up(self):
        """The question has had its share of the work."""
        root = self._root
        if self._question == _OWN:
            self._unwind(root.me)
            self._ask_what_if_i_pass()
            return
        self._unwind(3 - root.me)
        self._lift()
        if self._question == _EACH and self._left:
            root.untried = root.untried or self._left < root.count
            root.count = self._left  # what was not tried stops less
        self._end_stage()

    def _end_stage(self):
        self.done = True
        self._verdict.best = self._root.moves[0]

    def _unwind(self, side):
        """Lift the stones of an attack that was cut off."""
        ply = self._control[_PLY]
        while ply:
            ply -= 1
            lift(self._stack[2 * ply + _PLAYED], side if not ply & 1 else 3 - side, self._words)
