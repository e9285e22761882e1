"""Choosing who sits at each side: a person or the engine at one of its levels."""

from glowgrid.console.match import PERSON, levels_of
from glowgrid.console.menu import leave_seats
from glowgrid.console.palette import CYAN, GREEN, GREY, RED, STONE, WHITE
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen
from glowgrid.search import LEVELS

_BAR = 3  # LEDs beside the stone where there are only four in a row
_BAR_COLOURS = bytes((GREY, CYAN, GREEN, RED))  # up to nine levels


class Seats(Screen):
    """Up and down choose the side, left and right who sits there: a person (white figure), levels 1, 2, ... (a bar).

    Where no engine plays the game there are persons only. The left block is the side's stone, in its colour; that of the
    chosen side blinks. Where the LEDs are too few for that a side is a row of them: its stone, then white in the middle for
    a person, or a bar of three that fills up first in one colour, then in the next.
    """

    PERIOD = 250

    def __init__(self, app, game, size, seats):
        super().__init__(app)
        self.game = game
        self.size = size
        self.seats = seats
        self.choices = levels_of(game) + 1  # with PERSON
        self.at = 0
        self.FIELD = app.enlarged

    def press(self, key, role, now_ms):
        if role == UP:
            self.at = (self.at - 1) % len(self.seats)
        elif role == DOWN:
            self.at = (self.at + 1) % len(self.seats)
        elif role == LEFT:
            self.seats[self.at] = (self.seats[self.at] - 1) % self.choices
        elif role == RIGHT:
            self.seats[self.at] = (self.seats[self.at] + 1) % self.choices
        elif role == SELECT:
            self.app.start_match(self.game, self.size, self.seats, now_ms)
        elif role == BACK:
            leave_seats(self.app, self.game, now_ms)
        self.since = now_ms  # the chosen side shows at once, then blinks

    def work(self, now_ms):
        from glowgrid.console import starting  # the next screen: loaded (20 ms) before a press has to wait for it

    def _draw_row(self, frame, side, seat, blink):
        """One side on few LEDs; three levels to a colour of the bar."""
        row = side * self.app.lights.width
        if side != self.at or not blink:
            frame[row] = STONE + 1 + side
        if seat == PERSON:
            frame[row + 2] = WHITE
            return
        full, more = divmod(seat - 1, _BAR)
        for at in range(_BAR):
            frame[row + 1 + at] = _BAR_COLOURS[full + (at <= more)]

    def draw(self, frame, now_ms):
        blink = (now_ms - self.since) // self.PERIOD % 2
        if self.FIELD:
            for side, seat in enumerate(self.seats):
                self._draw_row(frame, side, seat, blink)
            return
        width = self.app.width
        left, top = (width - 8) // 2, (self.app.height - 8) // 2
        if len(self.seats) == 2:
            top += 1
        for side, seat in enumerate(self.seats):
            corner = (top + (3 if len(self.seats) == 3 else 4) * side) * width + left
            if side != self.at or not blink:
                for at in (0, 1, width, width + 1):
                    frame[corner + at] = STONE + 1 + side
            if seat == PERSON:
                frame[corner + 5] = WHITE
                for at in (4, 5, 6):
                    frame[corner + width + at] = WHITE
            else:
                step = 1 if LEVELS <= 5 else 2  # levels to a column of the bar: there are five columns
                for at in range(-(-LEVELS // step)):
                    frame[corner + width + 3 + at] = CYAN if seat > step * at else GREY
                    if seat >= step * at + step:
                        frame[corner + 3 + at] = CYAN
