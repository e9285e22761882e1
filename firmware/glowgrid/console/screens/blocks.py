"""A match on a field larger than the keys, with two presses: the first picks a block of points, the second its point.

The keys first lie over the field as blocks of equal size, then over the picked block, several keys to a point if there
are enough. The second press works like any press of a point: it lights the point, and releasing it places the stone.
"""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.palette import OFF, SILVER
from glowgrid.console.screen import BACK, NO_POINT, NO_ROLE
from glowgrid.console.screens.play import HANDING, Play
from glowgrid.console.view import NOTHING

LARGE = 8  # fields with more columns or rows are large
NEVER, ON_LARGE_FIELDS, ALWAYS = range(3)  # settings.two_presses
_PAUSE_MS = 3000
_NONE, _MINE, _OTHER = range(3)  # kinds of points: draw nothing; free in the block; free in every other block


def block_size(field, keys_width, keys_height):
    """Return how many columns and rows of points a block has."""
    return (field.width - 1) // keys_width + 1, (field.height - 1) // keys_height + 1


def wanted(app):
    """Return whether the console's match uses two presses."""
    field, across, down = app.match.position.field, app.keypad.width, app.keypad.height
    if app.settings.two_presses == ON_LARGE_FIELDS and max(field.width, field.height) <= LARGE:
        return False
    columns, rows = block_size(field, across, down)
    return max(columns, rows) > 1 and columns <= across and rows <= down


class Blocks(Play):
    """Play, where `points` are those of the picked block.

    block   the key of the picked block, or NO_POINT
    first   that key while it is still down, or NO_POINT
    """

    NAME = "two presses"

    def __init__(self, app, hint=False):
        super().__init__(app, hint)
        self.columns, self.rows = block_size(self.position.field, app.keypad.width, app.keypad.height)
        self.points = bytearray(len(app.keypad.levels))
        self._colours_of = bytearray((NOTHING, SILVER, OFF))  # by kind

    def help(self):
        if self.thinking or self.position.is_over():
            return super().help()
        pause = "back and undo together, or a key held for long: pause"
        return load.play_help.swap(self) + "press a block, then a point in it   " + pause

    def needs_chord(self):
        return True

    def open(self, now_ms):
        super().open(now_ms)
        self._drop()

    def changed(self, now_ms):
        super().changed(now_ms)
        self._drop()

    def press(self, key, role, now_ms):
        picks = self.block == NO_POINT
        super().press(key, BACK if self.position.is_over() else NO_ROLE, now_ms)
        if self.state >= HANDING:
            return
        if picks:
            self.first, self._first_at = key, now_ms
            picks = self._pick(key)
        if not picks and self.key_point(key) not in self.pressed:
            self._drop()

    def release(self, key, now_ms):
        if key == self.first:
            self.first = NO_POINT
        else:
            super().release(key, now_ms)
            if not self.pressed:
                self._drop()

    def hold(self, key, now_ms):
        if key != self.first:  # that key shows the blocks
            super().hold(key, now_ms)

    def work(self, now_ms):
        if self.first != NO_POINT and since(now_ms, self._first_at) >= _PAUSE_MS:
            self._pause()
        super().work(now_ms)

    def _drop(self):
        """Pick no block."""
        self.block = self.first = NO_POINT
        for key in range(len(self.points)):
            self.points[key] = NO_POINT

    def _pick(self, key):
        """Pick the block of a key; return whether there is a point in it. Until the match ends, `marks` hold kinds."""
        width, columns, rows, cells, marks = self.app.keypad.width, self.columns, self.rows, self.seen.cells, self.marks
        field, my_row, my_column = self.position.field, key // width, key % width
        for point in range(len(marks)):
            row, column = field.rows[point] // rows, field.columns[point] // columns
            marks[point] = _NONE if cells[point] else _OTHER * ((row + column + my_row + my_column) % 2)
            if row == my_row and column == my_column:
                self.block = key
                marks[point] = _NONE if cells[point] else _MINE
                self._lay_keys(point)
        return self.block == key

    def _lay_keys(self, point):
        """Lay keys over a point of the picked block."""
        width, field = self.app.keypad.width, self.position.field
        across, down = width // self.columns, self.app.keypad.height // self.rows  # keys per point
        left, top = field.columns[point] % self.columns * across, field.rows[point] % self.rows * down
        for y in range(top, top + down):
            for x in range(left, left + across):
                self.points[y * width + x] = point

    def draw(self, frame, now_ms):
        super().draw(frame, now_ms)
        if self.block == NO_POINT or self.pressed or self.looking.through or self.pausing:
            return
        self._colours_of[_OTHER] = NOTHING if self.first == NO_POINT else OFF
        self.view.dots(frame, self.marks, self._colours_of)
