"""Choosing the size of a field: its picture, one LED a point, with a winning row in it."""

from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen
from glowgrid.console.view import draw_dots, draw_picture


class Sizes(Screen):
    """Pages through sizes of a game; `sizes` are those that fit the LEDs, at least one."""

    def __init__(self, app, game, sizes, at):
        super().__init__(app)
        self.game = game
        self.sizes = sizes
        self.at = at

    def press(self, key, role, now_ms):
        if role in (LEFT, UP):
            self.at = (self.at - 1) % len(self.sizes)
        elif role in (RIGHT, DOWN):
            self.at = (self.at + 1) % len(self.sizes)
        elif role == SELECT:
            self.app.choose_seats(self.game, self.sizes[self.at], now_ms)
        elif role == BACK:
            self.app.open_menu(now_ms)

    def draw(self, frame, now_ms):
        app = self.app
        picture = self.game.sketch(*self.sizes[self.at])
        draw_picture(frame, app.width, app.height, picture)
        if len(picture) < app.height - 2:
            draw_dots(frame, app.width, self.at, len(self.sizes))
