"""The screen that most others are made of: a choice between icons."""

from glowgrid.console.pictures import draw_dots, draw_icon
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen


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
