"""Once the winner is proven: the shortest way to the win, or the hardest task for the other side.

The fewest plies come first, as far as horizon.py finds them in half a second. Then the stones that a side still needs
count: the free points of the shortest chain that meets one of its goals. The winner plays a winning move after which it
needs fewest. The loser plays the move after which the winner needs most, compared with what it needs itself; then few
replies keep the win. Each move is weighed alone, without a search. Rings are not weighed.
"""

from array import array

import micropython
from micropython import const

from glowgrid.memory import words
from glowgrid.search.engine import Stage
from glowgrid.search.verdict import NO_MOVE, SURE_LOSS, SURE_WIN, Verdict

CHAIN_WORK = 10  # units to weigh a move, for each point of the field and each border in the goals of both sides
_TRY_WORK = 8_000  # to begin with the next winning move to look for, in plain Python
STYLE_WORK = 1_600_000  # half a second: the winner is known, so other winning moves need not take long

# The kernels work on the buffers [cells, near, borders, nearest, steps, queue, goals]. `nearest` and `steps` have bytes
# for each point, and count the stones that join it to a border, one on the point itself included.
_S_FAR = const(255)  # it cannot be joined
_S_PLANES = const(3)  # in `nearest`: of the nearest border, the second, the third
_S_GOALS = const(8)  # half-words a side in `goals`: the borders that count, a bit each, and how many to join; then 0
_S_SHIFT = const(8)  # a need is a number of stones << 8, less the number of points on such chains
_S_MOST = const(0x3FFFFFFF)


@micropython.viper
def spread(side: int, border: int, buffers):
    """Find in `steps` how many stones of `side` join each point to a border.

    Points are visited by their number of stones: `queue` holds free ones from its start on, and the side's own, which
    come first, before its end.
    """
    cells = ptr8(buffers[0])
    near = ptr8(buffers[1])
    borders = ptr16(buffers[2])
    steps = ptr8(buffers[4])
    queue = ptr8(buffers[5])
    points = int(len(buffers[0]))
    last = 2 * points
    own = last
    at = 0
    end = 0
    point = 0
    while point < points:
        steps[point] = _S_FAR
        if int(borders[point]) >> border & 1:
            if int(cells[point]) == side:
                steps[point] = 0
                own -= 1
                queue[own] = point
            elif not cells[point]:
                steps[point] = 1
                queue[end] = point
                end += 1
        point += 1
    while at < end or own < last:
        if own < last:
            point = int(queue[own])
            own += 1
        else:
            point = int(queue[at])
            at += 1
        here = int(steps[point])
        step = 6 * point
        while step < 6 * point + 6:
            other = int(near[step])
            step += 1
            if other < points and int(steps[other]) == _S_FAR:
                if int(cells[other]) == side:
                    steps[other] = here
                    own -= 1
                    queue[own] = other
                elif not cells[other]:
                    steps[other] = here + 1
                    queue[end] = other
                    end += 1


@micropython.viper
def keep_nearest(buffers):
    """Enter `steps` in `nearest`, which keeps the lowest numbers of each point in order."""
    nearest = ptr8(buffers[3])
    steps = ptr8(buffers[4])
    points = int(len(buffers[0]))
    point = 0
    while point < points:
        here = int(steps[point])
        at = point
        while at < _S_PLANES * points:
            other = int(nearest[at])
            if here < other:
                nearest[at] = here
                here = other
            at += points
        point += 1


@micropython.viper
def need(side: int, buffers) -> int:
    """Return what `side` needs for the nearest of its goals: fewer stones are less, and more ways are."""
    cells = ptr8(buffers[0])
    nearest = ptr8(buffers[3])
    goals = ptr16(buffers[6])
    points = int(len(buffers[0]))
    fewest = _S_FAR
    ways = 0
    goal = _S_GOALS * (side - 1)
    while goals[goal]:
        wanted = int(goals[goal])
        least = int(goals[goal + 1])
        goal += 2
        point = _S_PLANES * points
        while point:
            point -= 1
            nearest[point] = _S_FAR
        border = 0
        while wanted >> border:
            if wanted >> border & 1:
                spread(side, border, buffers)
                keep_nearest(buffers)
            border += 1
        while point < points:
            total = 0
            at = 0
            while at < least:
                total += int(nearest[at * points + point])
                at += 1
            if not cells[point]:
                total -= least - 1  # a stone where the ways meet counts once
            if total < fewest:
                fewest = total
                ways = 0
            if total == fewest and not cells[point]:
                ways += 1
            point += 1
    return (fewest << _S_SHIFT) - ways


@micropython.viper
def weigh(me: int, point: int, wins: int, buffers) -> int:
    """Return how good a move of side `me` is in a game that it wins (1) or loses (0): less is better."""
    cells = ptr8(buffers[0])
    cells[point] = me
    mine = int(need(me, buffers))
    other = int(need(3 - me, buffers))
    cells[point] = 0
    if wins:
        return (mine << 14) - other
    return mine - other


def goals_of(tables):
    """Return the goals of both sides as the kernels want them; None if they have more of them, or more to join."""
    goals = array("H", bytes(4 * _S_GOALS))
    for side in range(2):
        at = _S_GOALS * side
        if tables.field.degree != 6 or tables.near[0] != tables.near[1] or len(tables.goals[side]) >= _S_GOALS >> 1:
            return None
        for _, mask, least in tables.goals[side]:
            if least > _S_PLANES:
                return None
            goals[at], goals[at + 1] = mask, least
            at += 2
    return goals


class Style(Stage):
    """A solver, and which move to play once it has proven the winner. With `every` it adds nothing to the solver.

    The solver proves one winning move. If others may win sooner, it is asked about them, the most promising first.

    horizon   the stage that finds in how many plies
    """

    def __init__(self, position, goals, solver, horizon):
        field, points = position.field, position.points
        self.share = solver.share
        self._solver, self._horizon = solver, horizon
        self._stage = None  # one of them under way
        self._after = position.fresh()
        self._answer = Verdict(position.moves)  # what the solver says of the position after a move
        nearest, steps, queue = bytearray(_S_PLANES * points), bytearray(points), bytearray(2 * points)
        self._buffers = [bytearray(points), field.near, field.borders, nearest, steps, queue, goals]
        self._move_work = CHAIN_WORK * points * borders_in(goals)
        self._ranks = words(points)
        self._position = self._limits = self._verdict = None
        self._plays = False
        self._at = self._left = 0
        self._tried = NO_MOVE
        self.done = True

    def start(self, position, limits, verdict, every, work):
        self._position, self._limits, self._verdict = position, limits, verdict
        self._plays = not (every or position.may_swap() or position.may_be_taken_over())
        self._stage, self.done = self._solver, False
        if not self._solver.start(position, limits, verdict, every, work):
            self._solved()
        return not self.done or verdict.settled

    def step(self, work):
        if self._stage:
            used = self._stage.step(work)
            if self._stage.done:
                self._solved()
            return used
        if self._at < len(self._ranks):
            used = self._weigh(work)
        elif self._tried == NO_MOVE:
            used = self._try_next()
        else:
            used = self._solver.step(work)
            if self._solver.done:
                self._learn()
        self._left -= used
        if self._left <= 0 and not self.done:
            self._end()
        return used

    def stop(self):
        if self._stage:
            self._stage.stop()
        if self._stage != self._solver:
            self._end()

    def _solved(self):
        """Solver or horizon have finished: go on if a win or a loss is proven."""
        verdict, solved = self._verdict, self._stage == self._solver
        self._stage = None
        if solved:
            self.done = not (self._plays and verdict.proven and not SURE_LOSS <= verdict.score <= SURE_WIN)
            if self.done:
                return
            self._left, self._tried, self._at = STYLE_WORK, NO_MOVE, 0
            cells = self._position.cells
            for point in range(len(cells)):
                self._buffers[0][point] = cells[point]
                self._ranks[point] = _S_MOST
            if self._horizon.start(self._position, self._limits, verdict, False, STYLE_WORK):
                self._stage = self._horizon
        verdict.settled = False

    def _weigh(self, work):
        """Weigh moves, about as many as this work allows; after the last one of a lost game choose."""
        verdict, cells, used = self._verdict, self._position.cells, 0
        wins = 1 if verdict.score > SURE_WIN else 0
        while used < work and self._at < len(cells):
            if not cells[self._at]:
                self._ranks[self._at] = self._rank(self._at, wins)
                used += self._move_work
            self._at += 1
        if self._at == len(cells):
            if wins:
                self._after.become(self._position)
            else:
                self._end()
        return used

    def _rank(self, point, wins):
        """Return how good a move is: less is better. Plies come first; those not found are many."""
        verdict = self._verdict
        plies, rank = verdict.plies[point], weigh(verdict.me, point, wins, self._buffers)
        if not wins:
            return rank - ((plies or 255) << 20)
        fewest = verdict.plies[verdict.best]
        return _S_MOST if fewest and plies != fewest else rank

    def _first(self, outcome):
        """Return the move of least rank with this outcome in its row; NO_MOVE if there is none."""
        found, least = NO_MOVE, _S_MOST
        for point in range(len(self._ranks)):
            if self._ranks[point] < least and self._verdict.outcomes[point] == outcome:
                found, least = point, self._ranks[point]
        return found

    def _try_next(self):
        """Ask the solver about the best move of unknown outcome, or end if one that wins is as good."""
        verdict, after, answer = self._verdict, self._after, self._answer
        move, winner = self._first(0), self._first(verdict.me)
        if move == NO_MOVE or self._ranks[move] >= self._ranks[winner]:
            self._end()
        else:
            self._tried = verdict.looking_at = move
            after.play(move)
            answer.clear()
            answer.me, answer.empty = after.to_move, after.empty
            if after.is_over() or not self._solver.start(after, self._limits, answer, False, self._left):
                self._learn()
        return _TRY_WORK

    def _learn(self):
        """Enter what the solver says of the move tried."""
        verdict, answer, move = self._verdict, self._answer, self._tried
        if self._after.is_over() or answer.proven and answer.score < SURE_LOSS:
            verdict.put(move, verdict.me)
        elif answer.proven:
            verdict.put(move, 3 - verdict.me)
        else:
            self._ranks[move] = _S_MOST
        verdict.nodes += answer.nodes
        self._after.undo()
        self._tried = NO_MOVE

    def _end(self):
        """Choose; in a lost game every move has the same outcome."""
        verdict = self._verdict
        best = self._first(verdict.me if verdict.score > SURE_WIN else 3 - verdict.me)
        if best != NO_MOVE:
            verdict.best = best
        self.done = verdict.settled = True


def borders_in(goals):
    """Return how many borders these goals name, each as often as it is named."""
    count = 0
    for at in range(0, len(goals), 2):
        mask = goals[at]
        while mask:
            mask &= mask - 1
            count += 1
    return count
