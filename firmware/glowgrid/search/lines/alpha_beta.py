"""Alpha-beta on the lines of a game, for two sides or one against all others: the endgame, and iterative deepening.

The root is searched move by move here; what lies below a root move is the kernel's, an explicit stack in an array.
Endgame asks who wins at the end of the game, in however many plies; Deepening looks as far ahead as the work allows.
"""

import micropython
from micropython import const

from glowgrid.search.engine import (
    DRAW,
    DRAWN,
    LOSS,
    NO_MOVE,
    SURE_LOSS,
    SURE_WIN,
    WIN,
    Stage,
    clear,
    words,
)
from glowgrid.search.lines.stones import Stones, lift, place, rank

# Words of the stones, see stones.py: viper inlines constants only inside their own file.
_HASH = const(0)
_VERIFY = const(1)
_EMPTY = const(2)
_POINTS = const(3)
_SIDES = const(4)
_CELLS = const(5)
_READY = const(1)
_AT = const(2)
_OPEN = const(3)
_WORTH = const(4)
_CLOSED = const(0)
_LINES = const(15)
_LINES_END = const(23)
_LENGTH = const(2)

# A score is 0..4095 from the root side's view, as in engine.py.
_DRAW = const(2048)
_WIN = const(4000)
_LOSS = const(96)
_SURE_WIN = const(3744)  # above: a proven win (no game is longer than 250 plies)
_SURE_LOSS = const(352)  # below: a proven loss
_HIGH = const(3048)  # estimates stay between these two
_LOW = const(1048)
_NO_SCORE = const(4096)
_MOVE_BONUS = const(12)  # what the right to move is worth in an estimate

# The stack has twelve words a ply:
_FRAME = const(12)
_ALPHA = const(0)
_BETA = const(1)
_BEST = const(2)
_MOVE = const(3)  # move of the best score
_CURRENT = const(4)  # move under way
_NEXT = const(5)  # the move picker: _STOP when no more moves are wanted, else the next place in the order
_DEPTH = const(6)  # plies to the horizon
_FORCED = const(7)  # the only sensible move, or _NONE
_UNSURE = const(8)  # 1 if an estimate entered: the score is not proven
_TABLE_MOVE = const(9)
_ALPHA0 = const(10)  # the window at entry tells which bound the score is
_BETA0 = const(11)
_NONE = const(255)
_STOP = const(256)
_SEEN = const(2)  # with two sides threats tell who wins within two plies
_FAR = const(6)  # plies up to which it pays to look how many points the lines lack

# Worth of an open line: 1024 >> missing points. A side whose lines are worth less than these together cannot win.
_ALL = const(1024)  # it is the other's turn
_HALF = const(512)  # it is its own turn
_WORTH_SHIFT = const(2)  # from worth to estimate

# `control`, the search between two slices:
_PHASE = const(0)
_PLY = const(1)
_SIDE = const(2)
_VALUE = const(3)
_NODES = const(4)
_ME = const(5)  # the root side
_EXTEND = const(6)  # 1: a forced move does not count as depth
_ESTIMATE = const(7)  # 1: estimate at the horizon; 0: the horizon counts as a draw
_VALUE_UNSURE = const(8)
_MASK = const(9)  # entries of the table, less one
_RANKED = const(10)  # plies for which `ranks` has room
_RANK_COST = const(11)  # nodes that take as long on the Pico as ranking the moves
_SIGHT = const(12)  # plies to the horizon at which threats alone tell all: nobody wins that soon unless they say so
_BUDGET = const(13)  # nodes of this slice
_ENTER = const(0)
_PICK = const(1)
_LEAVE = const(2)
_DONE = const(3)

# A table entry is two words: verifying hash; score 12 bits, move 8, bound 2 (1 upper, 2 lower, 3 exact), depth 8.
_PROVEN_DEPTH = const(255)


@micropython.viper
def estimate(side: int, me: int, state) -> int:
    """Worth of the position for `me` with `side` to move: own open lines less those of the strongest other side."""
    s = ptr32(state)
    sides = int(s[_SIDES])
    most = 0
    others = 0
    other = 1
    while other <= sides:
        if other != me:
            others += int(s[(other << 3) + _OPEN])
            if int(s[(other << 3) + _WORTH]) > most:
                most = int(s[(other << 3) + _WORTH])
        other += 1
    value = _DRAW - _MOVE_BONUS + ((int(s[(me << 3) + _WORTH]) - most) >> _WORTH_SHIFT)
    if side == me:
        value += _MOVE_BONUS + _MOVE_BONUS
    if value > _HIGH:
        value = _HIGH
    if value < _LOW:
        value = _LOW
    if not s[(me << 3) + _OPEN]:
        if value > _DRAW:
            value = _DRAW
    if not others:
        if value < _DRAW:
            value = _DRAW
    return value


@micropython.viper
def soonest(side: int, state) -> int:
    """Two sides, `side` to move: return the fewest plies in which anybody could win; 255 if nobody ever can.

    That is if the other passed all the time: a line that lacks n points takes its side n moves of its own.
    """
    s = ptr32(state)
    least = 255
    own = (side - 1) << 3
    mine = int(s[(side << 3) + _CLOSED])
    others = int(s[((3 - side) << 3) + _CLOSED])
    line = int(s[_LINES])
    end = int(s[_LINES_END])
    while line < end:
        count = int(s[line])
        length = int(s[line + _LENGTH]) << 1
        if not count & mine:
            plies = length - (((count >> own) & 255) << 1) - 1
            if plies < least:
                least = plies
        if not count & others:
            plies = length - (((count >> (8 - own)) & 255) << 1)
            if plies < least:
                least = plies
        line += 4
    return least


@micropython.viper
def judged(ply: int, side: int, me: int, state) -> int:
    """What threats alone tell of a position with `side` to move: a score, or 4096 + the forced point (255: none).

    A side that can win does. An enemy's win that comes before the side's next turn must be stopped; two of them, or
    one each of two enemies on different points, cannot be. With three sides the two that are not `me` are allies.
    """
    s = ptr32(state)
    sides = int(s[_SIDES])
    empty = int(s[_EMPTY])
    if s[(side << 3) + _READY]:
        if side == me:
            return _WIN - ply - 1
        return _LOSS + ply + 1
    if not s[8 + _OPEN] + s[16 + _OPEN] + s[24 + _OPEN]:
        return _DRAW
    following = side + 1
    if following > sides:
        following = 1
    if side != me:
        if following != me:
            # An ally moves next: if it can win, this side only has to leave it the point.
            if s[(following << 3) + _READY]:
                if empty > 1:
                    return _LOSS + ply + 2
            return _NO_SCORE + _NONE
    forced = _NONE
    away = 2
    while following != side:
        if s[(following << 3) + _READY]:
            # A win two turns away can also be spoilt by the ally that has to move between: not with points to spare.
            if away == 2 or empty > 2:
                gap = int(s[(following << 3) + _AT])
                lost = 0
                if int(s[(following << 3) + _READY]) > 1:
                    lost = 1
                elif forced != _NONE:
                    if forced != gap:
                        lost = 1
                if lost:
                    if side == me:
                        return _LOSS + ply + away
                    return _WIN - ply - away
                forced = gap
        following += 1
        if following > sides:
            following = 1
        if side != me:
            following = side  # only `me` is an enemy
        away += 1
    return _NO_SCORE + forced


@micropython.viper
def alpha_beta(i: int, f: int, state, stack, control_, table_, order_, ranks_) -> int:
    """Go on with the search that `control` and `stack` hold for at most control[_BUDGET] nodes (positions entered), or
    fewer: ranking the moves counts too. Returns what is used up of the budget.

    `i` and `f` are dummies: arguments come first in registers, and these are the busiest variables.
    The root side maximises and every other side minimises: two sides, or one against all others (paranoid).
    `table_` is array 'i', two words an entry; `order_` is bytes, the points in the order in which to try moves of equal
    rank; `ranks_` is a bytearray, a byte per point and ply.
    When control[_PHASE] becomes _DONE, control[_VALUE] is the score and control[_VALUE_UNSURE] 0 if it is proven.
    """
    s = ptr32(state)
    stack32 = ptr32(stack)
    control = ptr32(control_)
    table = ptr32(table_)
    order = ptr8(order_)
    ranks = ptr8(ranks_)
    phase = int(control[_PHASE])
    ply = int(control[_PLY])
    side = int(control[_SIDE])
    value = int(control[_VALUE])
    me = int(control[_ME])
    unsure = int(control[_VALUE_UNSURE])
    sides = int(s[_SIDES])
    points = int(s[_POINTS])
    cells = int(s[_CELLS])
    sight = int(control[_SIGHT])
    budget = int(control[_BUDGET])
    nodes = 0
    used = 0
    while phase != _DONE:
        f = ply * _FRAME
        if phase == _ENTER:
            if used >= budget:
                break
            nodes += 1
            used += 1
            unsure = 0
            value = int(judged(ply, side, me, state))
            forced = value - _NO_SCORE
            if value >= _NO_SCORE:
                value = _NO_SCORE
                # Who cannot win bounds the score. P. Erdos and J. Selfridge, "On a combinatorial game", 1973: the other
                # side can always keep a side from filling a line if the sum of 2^-missing over its open lines is below
                # 1 when the other is to move, below 1/2 when it is the side's own turn.
                limit = _ALL
                if side == me:
                    limit = _HALF
                if int(s[(me << 3) + _WORTH]) < limit:
                    if int(stack32[f + _BETA]) > _DRAW:
                        stack32[f + _BETA] = _DRAW
                    if int(stack32[f + _ALPHA]) >= _DRAW:
                        value = _DRAW
                # With three sides the others are two to one: they are harmless only without any open line.
                other = int(s[8 + _OPEN]) + int(s[16 + _OPEN]) + int(s[24 + _OPEN]) - int(s[(me << 3) + _OPEN])
                if sides == 2:
                    if int(s[((3 - me) << 3) + _WORTH]) < _ALL + _HALF - limit:
                        other = 0
                if not other:
                    if int(stack32[f + _ALPHA]) < _DRAW:
                        stack32[f + _ALPHA] = _DRAW
                    if int(stack32[f + _BETA]) <= _DRAW:
                        value = _DRAW
            phase = _LEAVE
            if value == _NO_SCORE:
                depth = int(stack32[f + _DEPTH])
                near = 0
                if sight:
                    if depth <= sight:
                        near = 1
                    elif depth <= _FAR:
                        if forced == _NONE:
                            used += int(control[_RANK_COST]) >> 1
                            if int(soonest(side, state)) > depth:
                                near = 1
                elif not depth:
                    if forced == _NONE or not control[_EXTEND]:
                        near = 1
                if near:
                    if int(s[_EMPTY]) > depth:
                        unsure = 1
                    value = _DRAW
                    if control[_ESTIMATE]:
                        value = int(estimate(side, me, state))
                else:
                    stack32[f + _TABLE_MOVE] = _NONE
                    k = ((int(s[_HASH]) + me) & int(control[_MASK])) << 1
                    if int(table[k]) == int(s[_VERIFY]) ^ me:
                        entry = int(table[k + 1])
                        score = entry & 4095
                        bound = (entry >> 20) & 3
                        stack32[f + _TABLE_MOVE] = (entry >> 12) & 255
                        entry = entry >> 22
                        usable = 0
                        if entry >= depth:
                            usable = 1
                        if score > _SURE_WIN:
                            if bound & 2:
                                usable = 1
                            score -= ply
                        elif score < _SURE_LOSS:
                            if bound & 1:
                                usable = 1
                            score += ply
                        elif entry != _PROVEN_DEPTH:
                            unsure = 1
                        if usable:
                            if bound == 3:
                                value = score
                            elif bound == 2:
                                if score >= int(stack32[f + _BETA]):
                                    value = score
                            elif bound:
                                if score <= int(stack32[f + _ALPHA]):
                                    value = score
                    if value == _NO_SCORE:
                        stack32[f + _BEST] = _NO_SCORE
                        stack32[f + _MOVE] = _NONE
                        stack32[f + _NEXT] = 0
                        stack32[f + _FORCED] = forced
                        stack32[f + _UNSURE] = 0
                        stack32[f + _ALPHA0] = stack32[f + _ALPHA]
                        stack32[f + _BETA0] = stack32[f + _BETA]
                        phase = _PICK
                        if forced == _NONE:
                            if ply < int(control[_RANKED]):
                                k = ply * points
                                used += int(control[_RANK_COST])
                                rank(0, 0, state, ranks_, k)
                                score = int(stack32[f + _TABLE_MOVE])
                                if score != _NONE:
                                    if ranks[k + score]:
                                        ranks[k + score] = 255
        elif phase == _PICK:
            point = _NONE
            stage = int(stack32[f + _NEXT])
            if stage != _STOP:
                if int(stack32[f + _FORCED]) != _NONE:
                    point = int(stack32[f + _FORCED])
                    stage = _STOP
                elif ply < int(control[_RANKED]):
                    k = ply * points
                    score = 1
                    i = points
                    while i:  # the highest rank; of equal ones the first in order
                        i -= 1
                        c = int(order[i])
                        bound = int(ranks[k + c])
                        if not (bound - score) >> 8:  # it is not less
                            score = bound
                            point = c
                    if point != _NONE:
                        ranks[k + point] = 0
                else:
                    while point == _NONE and stage < points:
                        if not s[cells + int(order[stage])]:
                            point = int(order[stage])
                        stage += 1
                stack32[f + _NEXT] = stage
            if point != _NONE:
                stack32[f + _CURRENT] = point
                depth = int(stack32[f + _DEPTH])
                if depth:
                    if int(stack32[f + _FORCED]) == _NONE or not control[_EXTEND]:
                        depth -= 1
                place(point, side, state)
                stack32[f + _FRAME + _ALPHA] = stack32[f + _ALPHA]
                stack32[f + _FRAME + _BETA] = stack32[f + _BETA]
                stack32[f + _FRAME + _DEPTH] = depth
                ply += 1
                side += 1
                if side > sides:
                    side = 1
                phase = _ENTER
            else:
                phase = _LEAVE
                value = int(stack32[f + _BEST])
                unsure = int(stack32[f + _UNSURE])
                score = value
                if value > _SURE_WIN:
                    score += ply
                    unsure = 0
                elif value < _SURE_LOSS:
                    score -= ply
                    unsure = 0
                depth = int(stack32[f + _DEPTH])
                if not unsure:
                    depth = _PROVEN_DEPTH
                    if score > _SURE_WIN or score < _SURE_LOSS:
                        depth = int(stack32[f + _DEPTH])  # proven, but maybe not the shortest
                bound = 3
                if value <= int(stack32[f + _ALPHA0]):
                    bound = 1
                elif value >= int(stack32[f + _BETA0]):
                    bound = 2
                k = ((int(s[_HASH]) + me) & int(control[_MASK])) << 1
                table[k] = int(s[_VERIFY]) ^ me
                table[k + 1] = score | (int(stack32[f + _MOVE]) << 12) | (bound << 20) | (depth << 22)
        else:
            if ply == 1:
                phase = _DONE
            else:
                ply -= 1
                f -= _FRAME
                side -= 1
                if not side:
                    side = sides
                point = int(stack32[f + _CURRENT])
                lift(point, side, state)
                if unsure:
                    stack32[f + _UNSURE] = 1
                best = int(stack32[f + _BEST])
                phase = _PICK
                if side == me:
                    if best == _NO_SCORE or value > best:
                        stack32[f + _BEST] = value
                        stack32[f + _MOVE] = point
                        if value > int(stack32[f + _ALPHA]):
                            stack32[f + _ALPHA] = value
                elif value < best:
                    stack32[f + _BEST] = value
                    stack32[f + _MOVE] = point
                    if value < int(stack32[f + _BETA]):
                        stack32[f + _BETA] = value
                if int(stack32[f + _ALPHA]) >= int(stack32[f + _BETA]):
                    stack32[f + _NEXT] = _STOP  # cut off
    control[_PHASE] = phase
    control[_PLY] = ply
    control[_SIDE] = side
    control[_VALUE] = value
    control[_NODES] += nodes
    control[_VALUE_UNSURE] = unsure
    return used


_MOST_RANKS = 1024  # bytes for the ranks of moves; where they do not suffice, deep plies take the order of the points
_MOST_WORTH = 4096  # of the open lines of all sides together: more is not solved in time
_ROOT_MOVE_WORK = 1800  # work units: going on to the next root move is plain Python
_MARGIN = 240  # a rough search: of a move so much worse than the best nobody asks how much worse it is


class Root:
    """The position that is searched, as the stages of a lines engine share it.

    stones   the position (stones.py)
    moves    moves[:count] are the moves worth searching, the best first (bytearray)
    untried  whether some moves were left out without a look: then only a win can be proven
    held     a move that is known to draw, or NO_MOVE
    node_work   work units of a node on the Pico that has no moves to rank
    """

    def __init__(self, tables, table, buffer=None):
        points = tables.points
        self.points, self.sides = points, tables.sides
        self.stones = Stones(tables, buffer)
        self.table = table
        met = self.stones.pairs
        # Measured on 3x3 to 8x8: a node costs the more the more lines there are through a point.
        self.node_work = 24 + 29 * met // (2 * points) if tables.sides == 2 else 20 * met // points + 1
        self.stack = words(_FRAME * (points + 3))
        self.control = control = words(14)
        ranked = min(points, _MOST_RANKS // points)
        self.ranks = bytearray(ranked * points)
        control[_RANKED] = ranked
        control[_RANK_COST] = (3 * met // 4 + 2 * tables.count + points + self.node_work // 2) // self.node_work
        self.moves = bytearray(points)
        self.count = self.me = 0
        self.untried = False
        self.held = self.looking_at = NO_MOVE
        self._cells = bytearray(points)
        self._search = -1  # number of the search whose position is loaded
        self._under_way = False

    def load(self, position, limits, verdict):
        """Make the position the root and list its moves, unless a stage of this search has done so."""
        if self._search == verdict.search:
            return
        self._search = verdict.search
        self.set_up(position.cells, verdict.me)
        clear(self.table, len(self.table))
        self.held = NO_MOVE
        self._list_moves()
        self.untried = self.count < verdict.empty
        verdict.best = self.moves[0]

    def set_up(self, cells, me):
        """Make these cells the root, with side `me` to move; the table stays as it is."""
        self.me = me
        self._under_way = False
        for point in range(self.points):  # a slice would be allocated
            self._cells[point] = cells[point]
        self.stones.load(self._cells)
        self.control[_ME] = me
        self.control[_MASK] = (len(self.table) >> 1) - 1

    def _list_moves(self):
        """The moves in the order to try them: a win, then a forced block, then the points by their lines."""
        self.count = 0
        ready = False
        for side in range(1, self.sides + 1):
            ready = ready or self.stones.can_win(side)
        if ready:
            self._list_where(True)
        self._list_where(False if ready else None)

    def _list_where(self, urgent):
        """List the empty points that are urgent, or are not; None: all."""
        order = self.stones.order
        for at in range(self.points):
            if not self._cells[order[at]] and (urgent is None or self._urgent(order[at]) == urgent):
                self.moves[self.count] = order[at]
                self.count += 1

    def _urgent(self, point):
        """Return whether it wins at once or, if nothing does, stops a win of another side."""
        if self.stones.can_win(self.me):
            return self.stones.wins_at(self.me, point)
        for side in range(1, self.sides + 1):
            if self.stones.wins_at(side, point):
                return True
        return False

    def put_first(self, at):
        """Make moves[at] the first of the moves; those before it move up by one."""
        moves, point = self.moves, self.moves[at]
        while at:
            moves[at] = moves[at - 1]
            at -= 1
        moves[0] = point

    def soonest_win(self):
        """Two sides: return the fewest plies in which anybody could win."""
        return soonest(self.me, self.stones.words)

    def may_be_solved(self):
        """Return whether it is worth searching to the end: not while too many lines are open."""
        return self.stones.worth() <= _MOST_WORTH

    def begin_move(self, point, alpha, beta, depth):
        """Begin to search what a move leads to, so many plies deep after it."""
        place(point, self.me, self.stones.words)
        stack, control = self.stack, self.control
        stack[_FRAME + _ALPHA] = alpha
        stack[_FRAME + _BETA] = beta
        stack[_FRAME + _DEPTH] = depth
        control[_PHASE] = _ENTER
        control[_PLY] = 1
        control[_SIDE] = self.me % self.sides + 1
        control[_NODES] = 0
        self.looking_at = point
        self._under_way = True

    def run(self, nodes):
        """Go on with it for about so many nodes; returns how many, ranking counted too."""
        self.control[_BUDGET] = nodes
        return alpha_beta(0, 0, self.stones.words, self.stack, self.control, self.table, self.stones.order, self.ranks)

    def is_searched(self):
        """Return whether the move is searched; then it is taken back."""
        if self.control[_PHASE] != _DONE:
            return False
        self._under_way = False
        lift(self.looking_at, self.me, self.stones.words)
        return True

    def score(self):
        """The score of the move that was searched last."""
        return self.control[_VALUE]

    def unwind(self):
        """Take back the moves of a search that was cut off."""
        if not self._under_way:
            return
        self._under_way = False
        ply, side = self.control[_PLY], self.control[_SIDE]
        while ply > 1:
            ply -= 1
            side = side - 1 or self.sides
            lift(self.stack[_FRAME * ply + _CURRENT], side, self.stones.words)
        lift(self.looking_at, self.me, self.stones.words)


class AlphaBeta(Stage):
    """What its stages share: the root moves are searched one after the other, each to the same depth."""

    NODE_PERCENT = 83  # what a node costs, in percent of root.node_work
    BETA = 4095  # scores as high as this are as good as any

    def __init__(self, root):
        self._root = root
        self._node_work = root.node_work * self.NODE_PERCENT // 100
        self._verdict = None
        self.done = True
        self._every = False
        self._most = 0  # plies to look ahead at most
        self._at = self._depth = 0  # moves searched at this depth, and the depth
        self._best_score = self._unsure = 0
        self._searching = False

    def _begin(self, position, limits, verdict):
        """Load the position. Unless `_use_estimates` follows, the horizon counts as a draw."""
        self._root.load(position, limits, verdict)
        self._verdict = verdict
        self._root.control[_EXTEND] = self._root.control[_ESTIMATE] = self._root.control[_SIGHT] = 0
        self.done = self._searching = False

    def _use_estimates(self):
        """Estimate at the horizon, and let forced moves not count as depth."""
        self._root.control[_EXTEND] = self._root.control[_ESTIMATE] = 1

    def _begin_round(self, depth, least):
        """Search all root moves to this depth; ignore scores up to `least`."""
        self._depth = depth
        self._at = self._unsure = 0
        self._best_score = least

    def step(self, work):
        root = self._root
        left = total = max(work // self._node_work, 1)
        while left > 0 and not self.done:
            if self._searching:
                before = root.control[_NODES]
                left -= root.run(left)
                self._verdict.nodes += root.control[_NODES] - before
                if root.is_searched():
                    self._searching = False
                    self._scored(root.score(), root.control[_VALUE_UNSURE])
            elif self._at < root.count:
                self._verdict.looking_at = root.moves[self._at]
                self._begin_move(root.moves[self._at])
                left -= _ROOT_MOVE_WORK // self._node_work
            else:
                self._end_round()
        return (total - left) * self._node_work

    def _begin_move(self, point):
        root = self._root
        if root.stones.wins_at(root.me, point):
            self._scored(WIN - 1, 0)
        else:
            root.begin_move(point, self._alpha(), self.BETA, self._depth - 1)
            self._searching = True

    def _alpha(self):
        """Scores as low as this are of no interest."""
        return self._best_score

    def _scored(self, score, unsure):
        """The move under consideration has this score; `unsure`: an estimate entered."""
        if score > SURE_WIN or score < SURE_LOSS:
            unsure = 0
        self._note(score, unsure)
        self._unsure |= unsure
        at = self._at
        self._at += 1
        if score > self._best_score:
            self._best_score = score
            # The first move of a round is the best of the one before: what beats it is better for certain.
            self._verdict.choose(self._root.moves[at], score, score > SURE_WIN)
            self._root.put_first(at)

    def _note(self, score, unsure):
        """Enter a proven score into the row of the move under consideration."""
        verdict = self._verdict
        if unsure:
            return
        if score > SURE_WIN:
            verdict.put(verdict.looking_at, verdict.me, WIN - score)
        elif score < SURE_LOSS and self._root.sides == 2:
            verdict.put(verdict.looking_at, 3 - verdict.me, score - LOSS)

    def _settle(self):
        """The answer stands. A win is proven by one move, a draw or a loss only when all moves have been searched."""
        verdict, root = self._verdict, self._root
        searched = self._at == root.count and not root.untried
        sure = verdict.score < SURE_LOSS or not self._unsure
        verdict.proven = verdict.score > SURE_WIN or searched and sure
        self.done = verdict.settled = True


class Endgame(AlphaBeta):
    """Who wins at the end of the game, no matter in how many plies? One winning move is enough."""

    NODE_PERCENT = 72
    BETA = DRAW + 1
    share = 4

    def start(self, position, limits, verdict, every, work):
        if every or not limits.reach_the_end(verdict.empty):
            return False
        self._root.load(position, limits, verdict)
        if not self._root.may_be_solved():
            return False
        self._begin(position, limits, verdict)
        self._begin_round(verdict.empty, DRAW - 1)
        return True

    def _note(self, score, unsure):
        """Scores of this stage are bounds: they tell who wins, but not in how many plies."""

    def _end_round(self):
        self.stop()

    def _scored(self, score, unsure):
        super()._scored(score, unsure)
        if score > DRAW:
            self.stop()

    def stop(self):
        self._root.unwind()
        verdict, score = self._verdict, self._best_score
        if score > DRAW or score == DRAW and self._at == self._root.count:
            verdict.depth = self._depth
            verdict.put(verdict.best, verdict.me if score > DRAW else DRAWN, 0 if score > DRAW else verdict.empty)
            self._settle()
        elif score == DRAW:
            self._root.held = verdict.best  # the moves that were not looked at may be better
        self.done = True


class Deepening(AlphaBeta):
    """Look one ply deeper, again and again: the best move as far as one can see, or with `every` what each leads to.

    A rough search begins with what each move looks like at first sight.
    """

    def __init__(self, root):
        super().__init__(root)
        self._rough = False

    def start(self, position, limits, verdict, every, work):
        self._every = every
        self._rough = every and limits.rough
        self._begin(position, limits, verdict)
        self._most = min(limits.depth, verdict.empty)
        if self._rough or not every:
            self._use_estimates()
        self._begin_round(self._first_depth(), 0)
        return True

    def _first_depth(self):
        """How deep the first round looks; 0 is a first sight. What is less deep than it is known to decide nothing."""
        if self._rough:
            return 0
        if not self._every or self._root.sides > 2:
            return 1
        self._root.control[_SIGHT] = _SEEN
        depth = max(min(self._root.soonest_win(), self._most), 1)
        self._verdict.depth = max(self._verdict.depth, depth - 1)
        return depth

    def _alpha(self):
        if self._rough:
            return max(self._best_score - _MARGIN, 0)
        return 0 if self._every else self._best_score

    def _begin_move(self, point):
        if not self._depth:
            root = self._root
            state = root.stones.words
            place(point, root.me, state)
            score = estimate(root.me % root.sides + 1, root.me, state)
            lift(point, root.me, state)
            self._scored(score, 1)
        elif self._every and self._verdict.plies[point]:
            self._scored(self._known_score(point), 0)
        else:
            super()._begin_move(point)

    def _known_score(self, point):
        """The score of a move whose outcome and plies are known."""
        verdict = self._verdict
        outcome, plies = verdict.outcomes[point], verdict.plies[point]
        if outcome == DRAWN:
            return DRAW
        return verdict.win_in(plies) if outcome == verdict.me else verdict.loss_in(plies)

    def _note(self, score, unsure):
        if not self._every:
            return
        if self._rough:
            self._note_roughly(score)
            return
        if not unsure and SURE_LOSS <= score <= SURE_WIN:
            self._verdict.put(self._verdict.looking_at, DRAWN, self._verdict.empty)
        super()._note(score, unsure)

    def _note_roughly(self, score):
        """Enter a win, a loss, or else an estimate: a point of a score is an eighth of a percent."""
        verdict = self._verdict
        point, me = verdict.looking_at, verdict.me
        if score > SURE_WIN:
            verdict.put(point, me, WIN - score)
        elif score < SURE_LOSS:
            verdict.put(point, me % self._root.sides + 1, score - LOSS)
        else:
            verdict.estimates[point] = min(max(50 + (score - DRAW >> 3), 1), 99)

    def _end_round(self):
        verdict, score = self._verdict, self._best_score
        verdict.depth = self._depth
        known = not self._unsure
        if self._rough:
            known = known or score > SURE_WIN or score < SURE_LOSS
        if not self._every:
            forced = self._root.count == 1 and not self._root.may_be_solved()
            known = known or forced or score > SURE_WIN or score < SURE_LOSS
        if known or self._depth >= self._most:
            self._finish()
        else:
            self._begin_round(self._depth + 1, 0)

    def stop(self):
        root, verdict = self._root, self._verdict
        root.unwind()
        if verdict.score < SURE_LOSS and self._at < root.count:
            verdict.choose(root.moves[self._at], DRAW, False)  # what was not looked at may hold
        self._finish()

    def _finish(self):
        """A move that is known to draw is given up only for one that is known to win."""
        root, verdict = self._root, self._verdict
        if root.held != NO_MOVE and verdict.score <= SURE_WIN:
            verdict.choose(root.held, DRAW, False)
        self._settle()
