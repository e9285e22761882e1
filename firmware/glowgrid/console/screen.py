"""What a screen is, and the one that most others are made of: a choice between icons."""

from glowgrid.console.view import draw_dots, draw_icon

# What a key means where it is not a point of the field; the board file says which key has which role.
NO_ROLE, UP, DOWN, LEFT, RIGHT, SELECT, BACK, UNDO, HINT = range(9)
ROLES = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT, "select": SELECT, "back": BACK, "undo": UNDO, "hint": HINT}


class Screen:
    """One picture and what keys do in it. `app` is the console (console/app.py).

    PERIOD is how often (ms) it is drawn again without a key having been pressed; 0: only when `app.redraw` is set.
    """

    PERIOD = 0
    FIELD = False  # whether it paints the frame itself, LED by LED, not a picture

    def __init__(self, app):
        self.app = app

    def open(self, now_ms):
        """The screen comes up."""
        self.since = now_ms

    def press(self, key, role, now_ms):
        """A key went down."""

    def release(self, key, now_ms):
        """A key came up."""

    def hold(self, key, now_ms):
        """A key has been down for long."""

    def work(self, now_ms):
        """Background work of one tick: a slice of thinking, a save."""

    def draw(self, frame, now_ms):
        """Paint the picture into the frame, which is all dark."""


class Choice(Screen):
    """Icons to page through with left and right and to take with select; `entries` is a list of (icon, action).

    Dots in the bottom row show the place among the entries; `on_back` (an action) is what the back key does,
    `on_hold` what a long press of any key does.
    """

    def __init__(self, app, entries, on_back=None, at=0, on_hold=None):
        super().__init__(app)
        self.entries = entries
        self.on_back = on_back
        self.on_hold = on_hold
        self.at = at

    def press(self, key, role, now_ms):
        if role in (LEFT, UP):
            self.at = (self.at - 1) % len(self.entries)
        elif role in (RIGHT, DOWN):
            self.at = (self.at + 1) % len(self.entries)
        elif role == SELECT:
            self.take(self.entries[self.at], now_ms)
        elif role == BACK and self.on_back:
            self.on_back(now_ms)

    def take(self, entry, now_ms):
        """Do what the entry stands for."""
        entry[1](now_ms)

    def hold(self, key, now_ms):
        if self.on_hold:
            self.on_hold(now_ms)

    def draw(self, frame, now_ms):
        app = self.app
        draw_icon(frame, app.width, app.height, self.entries[self.at][0])
        draw_dots(frame, app.width, self.at, len(self.entries))
