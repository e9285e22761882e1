"""Choosing who sits at each side: a person or the engine at one of its levels."""

from glowgrid.console.match import PERSON, levels_of
from glowgrid.console.menu import leave_seats
from glowgrid.console.palette import CYAN, GREY, STONE, WHITE
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen
from glowgrid.search import LEVELS


class Seats(Screen):
    """Up and down choose the side, left and right who sits there: a person (white figure), levels 1, 2, ... (a bar).

    Where no engine plays the game there are persons only. The left block is the side's stone, in its colour; that of the chosen side blinks.
    """

    PERIOD = 250

    def __init__(self, app, game, size, seats):
        super().__init__(app)
        self.game = game
        self.size = size
        self.seats = seats
        self.choices = levels_of(game) + 1  # with PERSON
        self.at = 0

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

    def draw(self, frame, now_ms):
        width = self.app.width
        left, top = (width - 8) // 2, (self.app.height - 8) // 2
        if len(self.seats) == 2:
            top += 1
        blink = (now_ms - self.since) // self.PERIOD % 2
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
                for at in range(LEVELS):
                    frame[corner + width + 3 + at] = CYAN if at < seat else GREY
                    if at < seat:
                        frame[corner + 3 + at] = CYAN
