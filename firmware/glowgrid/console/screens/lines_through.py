"""What goes through the point that a person looks at, one thing after the other.

In a lines game these are the lines that a side can still complete, the one nearest to completion first. In groups
games these are the neighbours, then the edges (or corners) of each goal of its side.
"""

from glowgrid.clock import since
from glowgrid.console.palette import BRIGHT, EDGE, SILVER, STONE, WHITE

STEP_MS = 480
_PAUSE_AFTER_MS = 2400  # from the moment a held key shows what goes through its point: 3 s in all
_REST_MS = 1000  # until a cursor that stays where it was moved counts as resting
_SLICE = 60  # points of lines checked in a tick: 1 ms
_FREE = 1 << 16  # the rank of a line: _FREE for each free point, plus its number
_NONE = -1
_LAST = 1 << 29


class Looking:
    """How a person looks at a point of a Play: by holding its key, or by letting the cursor rest on it.

    through  LinesThrough of the point, or None
    rests    whether the cursor was moved and may come to rest
    """

    def __init__(self, play):
        self._play = play
        self._held = None  # the held key of a point
        self._held_at = 0
        self.end()

    def end(self):
        """What was looked at has changed."""
        self.through = None
        self.rests = False

    def press(self):
        if self._held is None:
            self.through = None

    def release(self, key):
        if key == self._held:
            self._held = self.through = None

    def hold(self, key, point, now_ms):
        self._held, self._held_at = key, self._play.app.keypad.finger_ms(now_ms)
        self._look_at(point)

    def _look_at(self, point):
        play = self._play
        self.through = LinesThrough(play.seen, point, play.edges)
        play.app.panel.redraw = True

    def work(self, now_ms):
        """Show what is due; return whether a key has been held for so long that it opens the pause."""
        play = self._play
        if self._held is not None and since(play.app.keypad.finger_ms(now_ms), self._held_at) >= _PAUSE_AFTER_MS:
            return True
        if self.rests and since(now_ms, play.blink_from) >= _REST_MS:
            self.rests = False
            self._look_at(play.match.cursor)
        if self.through:
            play.app.panel.redraw |= self.through.work(now_ms)
            if self.through.rounds and play.points is None:
                self.through = None
        return False


class LinesThrough:
    """What a `point` of a position shows. `edges`: those of the screen, or None.

    rounds   how often all of it was shown
    """

    def __init__(self, position, point, edges):
        self.rounds = 0
        self._position, self._point, self._edges = position, point, edges
        self._tables = getattr(position, "tables", None)
        self._shown_at = 0
        self._shown = _NONE  # the rank of a line, or the number of a goal, 0 for neighbours
        self._after = _NONE  # the next thing comes after this one; _NONE: begin with the first
        self._begin_search()

    def _begin_search(self):
        self._next = _LAST  # the next thing, as far as known
        self._at = 0  # lines through the point checked so far

    def work(self, now_ms):
        """Find out in slices what comes next; return whether to show it now."""
        if not self._search() or (self._shown != _NONE and since(now_ms, self._shown_at) < STEP_MS):
            return False
        found = self._next != _LAST
        if found:
            self._shown = self._after = self._next
            self._shown_at = now_ms
        else:
            self.rounds += 1
            self._after = _NONE
        self._begin_search()
        return found

    def _search(self):
        """Search a little further; return whether the next thing is known."""
        tables = self._tables
        if self._edges:
            if self._after < len(self._goals()):
                self._next = self._after + 1
            return True
        if not hasattr(tables, "through"):  # not a family's game
            return True
        first, end = tables.through_starts[self._point], tables.through_starts[self._point + 1]
        left = _SLICE
        while first + self._at < end and left > 0:
            line = tables.through[first + self._at]
            rank = self._rank(line)
            if self._after < rank < self._next:
                self._next = rank
            left -= tables.starts[line + 1] - tables.starts[line]
            self._at += 1
        return first + self._at == end

    def _rank(self, line):
        """Return the rank of a line, lower with fewer free points; _NONE if no side can complete it."""
        tables, cells = self._tables, self._position.cells
        owners, free = tables.owners[line], 0
        for at in range(tables.starts[line], tables.starts[line + 1]):
            side = cells[tables.members[at]]
            if side:
                owners &= 1 << side - 1
            else:
                free += 1
        return free * _FREE + line if owners else _NONE

    def _side(self):
        """Return the side whose goals are shown: that of the stone on the point, or the side to move."""
        return self._position.cells[self._point] or self._position.to_move

    def _goals(self):
        return self._tables.goals[self._side() - 1]

    # Picture ------------------------------------------------------------------------------------

    def draw(self, frame, view):
        """Paint the thing shown now, and the point."""
        position, shown, point = self._position, self._shown, self._point
        last = position.last_stone()
        if last >= 0:  # no brighter than other stones now
            view.stone(frame, last, position.cells[last], STONE + position.cells[last])
        if self._edges and shown == 0:
            near, degree = self._tables.near[self._side() - 1], position.field.degree
            for at in range(degree * point, degree * point + degree):
                if near[at] < position.points:
                    self._draw_point(frame, view, near[at], SILVER)
        elif self._edges and shown > 0:
            borders, wanted = position.field.borders, self._goals()[shown - 1][1]
            for other in range(position.points):
                if borders[other] & wanted:
                    self._draw_point(frame, view, other, EDGE + self._side())
        elif shown > 0:
            tables, line = self._tables, shown % _FREE
            for at in range(tables.starts[line], tables.starts[line + 1]):
                self._draw_point(frame, view, tables.members[at], SILVER)
        if position.cells[point]:
            self._draw_point(frame, view, point, WHITE)
        else:
            view.fill(frame, point, WHITE)

    def _draw_point(self, frame, view, point, colour):
        side = self._position.cells[point]
        if side:
            view.stone(frame, point, side, BRIGHT + side)
        else:
            view.dot(frame, point, colour)
