"""Look for a strategy: a move for every position that the other sides can bring about.

A **turn** is a position with a side of the strategy to move. For each turn that it wins (or holds), the search keeps a
Line: a move, and the plan after it. Positions that are alike by symmetry share one.
"""

from typing import NamedTuple

from .joining import joining
from .pairs import against_lines
from .tables import GroupsTables, LinesTables, bits, mask_of

EFFORT = 20  # turns to spend on each move at first
MOST = 2_000_000  # positions that a search remembers, 0.3 KB each


class TooMany(Exception):
    """The search has met more positions than it may remember."""


class OutOfTime(Exception):
    """The time for a search is over; what watches the search raises it."""


class TooHard(Exception):
    """A move needs more effort than it was given; another may be easier."""


class Line(NamedTuple):
    """What a strategy does at a turn.

    move    the move
    pairs   None, or pairs of points: it is enough now to answer a stone on one point with a stone on the other
    plans   what to play next, if those points are still free: (move, pairs) that end the game or are enough
    """

    move: int
    pairs: tuple | None = None
    plans: tuple = ()


class Strategy:
    """The search for two sides. `side` is to win, or with `draw` at least to draw.

    met     how many turns it has looked at; watch(met) is called now and then
    """

    def __init__(self, tables, side, draw, most=MOST, watch=lambda met: None):
        self.tables, self.side, self.rival, self.draw = tables, side, 3 - side, draw
        self.most, self.watch, self.met = most, watch, 0
        self.lines = {}  # {stones of (the side, its rival): a Line, or the depth searched in vain}
        self._limit = float("inf")  # of `met`, for the move that is being tried
        self._quick = isinstance(tables, LinesTables)
        self._joins = isinstance(tables, GroupsTables) and not tables.rings and not draw

    def found(self):
        """Return whether there is a strategy from the start."""
        own, theirs = (self.tables.stones[side - 1] for side in (self.side, self.rival))
        left = (self.tables.full & ~(own | theirs)).bit_count()
        depths = range(1, left + 2, 2) if self._quick and not self.draw else (left + 1,)
        return any(self._holds(own, theirs, self.tables.to_move == self.side, depth) for depth in depths)

    def _holds(self, own, theirs, mine, depth):
        return self.turn(own, theirs, depth) if mine else self._answered(own, theirs, depth) is not None

    def turn(self, own, theirs, depth):
        """Return whether the side, to move, reaches its aim within this number of plies."""
        if own | theirs == self.tables.full:
            return self.draw
        own, theirs = key = self.tables.smallest(own, theirs)
        known = self.lines.get(key)
        if known is not None:
            if isinstance(known, Line):
                return True
            if known >= depth:
                return False
        if self.met >= self._limit:
            raise TooHard
        self.met += 1
        if self.met % 256 == 0:
            self.watch(self.met)
        if len(self.lines) >= self.most:
            raise TooMany
        line = self._line(own, theirs, depth)
        self.lines[key] = line or depth
        return line is not None

    def _line(self, own, theirs, depth):
        """Return what to do at a turn, or None."""
        tables = self.tables
        free = tables.full & ~(own | theirs)
        if depth < 1:
            return None
        wins = tables.finishing(self.side, own, theirs)
        if wins:
            return Line(next(bits(wins)))
        if free & (free - 1) == 0 and self.draw:
            return Line(next(bits(free)))
        threats = tables.finishing(self.rival, theirs, own)
        if threats & (threats - 1) or (depth < 3 and not self.draw):
            return None
        if self._quick and not self.draw and not tables.open(self.side, own, theirs):
            return None
        moves = threats or free
        if self._joins:
            moves &= self._must_play(own, theirs, free)
        ordered = self._ordered(own, theirs, moves)
        for move in ordered:
            pairs = self._pairs(own | 1 << move, theirs, move)
            if pairs is not None:
                return Line(move, pairs)
        effort = EFFORT
        while ordered:
            hard = []
            for move in ordered:
                try:
                    plans = self._tried(own | 1 << move, theirs, depth - 1, effort)
                except TooHard:
                    if self.met >= self._limit:
                        raise
                    hard.append(move)
                    continue
                if plans is not None:
                    return Line(move, None, plans)
            ordered, effort = hard, 4 * effort
        return None

    def _tried(self, own, theirs, depth, effort):
        """Return what `_answered` does; TooHard if that takes more than `effort` turns."""
        before = self._limit
        self._limit = min(before, self.met + effort)
        try:
            return self._answered(own, theirs, depth)
        finally:
            self._limit = before

    def _pairs(self, own, theirs, move):
        """Return pairs that are enough after a move, or None."""
        if self._joins:
            return joining(self.tables, self.side, own, theirs, move)
        if self._quick and self.draw:
            return against_lines(self.tables.open(self.rival, theirs, own))
        return None

    def _must_play(self, own, theirs, free):
        """Return the points where a move can matter: those of every threat of the rival to join with pairs."""
        left = free
        for move in bits(free):
            if left >> move & 1 or left == free:
                pairs = joining(self.tables, self.rival, theirs | 1 << move, own, move)
                if pairs is not None:
                    left &= 1 << move | mask_of(p for pair in pairs for p in pair)
                    if not left:
                        break
        return left

    def _ordered(self, own, theirs, moves):
        if self._quick:
            worth = {}
            mine, others = self.tables.open(self.side, own, theirs), self.tables.open(self.rival, theirs, own)
            for share, rests in ((1, mine), (2 if self.draw else 1, others)):
                for rest in rests:
                    for p in bits(rest):
                        worth[p] = worth.get(p, 0) + share * 0.25 ** rest.bit_count()
            return sorted(bits(moves), key=lambda p: -worth.get(p, 0))
        return sorted(bits(moves), key=lambda p: self._promise(own | 1 << p, theirs, p))

    def _promise(self, own, theirs, p):
        """Return what sorts moves: first those after which the fewest replies need an answer of their own."""
        tables = self.tables
        replies = self._replies(self._plans(own, theirs), tables.full & ~(own | theirs))
        distance = tables.distance(self.side, own, theirs) - tables.distance(self.rival, theirs, own)
        return replies.bit_count(), distance, tables.remoteness[p]

    def _replies(self, plans, replies):
        """Return the replies that stop all plans."""
        for move, pairs in plans:
            replies &= 1 << move | mask_of(p for pair in pairs for p in pair)
        return replies

    def _answered(self, own, theirs, depth):
        """Return plans, perhaps none, if the strategy holds against every move of the rival, to move; else None."""
        tables = self.tables
        free = tables.full & ~(own | theirs)
        if not free:
            return () if self.draw else None
        if tables.finishing(self.rival, theirs, own):
            return None
        plans = self._plans(own, theirs)
        replies = self._replies(plans, free)
        if self._quick:
            order = self._ordered(own, theirs, replies)
        else:
            order = bits(replies)
        for reply in order:
            if not self.turn(own, theirs | 1 << reply, depth - 1):
                return None
        return plans

    def _plans(self, own, theirs):
        """Return threats that leave the rival few replies."""
        free = self.tables.full & ~(own | theirs)
        wins = tuple((p, ()) for p in bits(self.tables.finishing(self.side, own, theirs)))
        if wins or not self._joins:
            return wins[:2]
        left, found = free, []
        for move in bits(free):
            pairs = joining(self.tables, self.side, own | 1 << move, theirs, move)
            if pairs is not None:
                points = 1 << move | mask_of(p for pair in pairs for p in pair)
                if left & ~points:
                    left &= points
                    found.append((move, pairs))
                    if not left:
                        break
        return tuple(found)

    def written(self):
        """Yield (cells, moves, move, pairs) for every turn that the strategy can meet, once if they are alike."""
        own, theirs = (self.tables.stones[side - 1] for side in (self.side, self.rival))
        seen = set()
        mine = self.tables.to_move == self.side
        stack = (
            [(own, theirs, None)] if mine else list(self._after_replies(own, theirs, self._plans(own, theirs)))[::-1]
        )
        while stack:
            own, theirs, plan = stack.pop()
            alike = self.tables.smallest(own, theirs)
            if alike in seen or own | theirs == self.tables.full:
                continue
            seen.add(alike)
            if plan is None:
                own, theirs = alike
                line = self.lines[alike]
            else:
                line = Line(plan[0], plan[1] or None)
            yield self._cells(own, theirs), (), line.move, line.pairs
            own |= 1 << line.move
            if line.pairs is None and not self.tables.won(self.side, own, line.move):
                stack += list(self._after_replies(own, theirs, line.plans))[::-1]

    def _after_replies(self, own, theirs, plans):
        """Yield (stones, the rival's stones, the plan that applies or None) after each reply."""
        for reply in bits(self.tables.full & ~(own | theirs)):
            for move, pairs in plans:
                if reply != move and all(reply not in pair for pair in pairs):
                    yield own, theirs | 1 << reply, (move, pairs)
                    break
            else:
                yield own, theirs | 1 << reply, None

    def _cells(self, own, theirs):
        stones = {self.side: own, self.rival: theirs}
        return bytes(next((s for s in stones if stones[s] >> p & 1), 0) for p in range(self.tables.points))
