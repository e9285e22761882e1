"""Choosing the size of a field: its picture, one LED a point, with a winning row in it."""

from glowgrid.console.choice import Choice
from glowgrid.console.menu import choose_seats
from glowgrid.console.pictures import draw_dots, draw_picture


class Sizes(Choice):
    """Pages through sizes of a game; `sizes` are those that fit the LEDs, at least one."""

    def __init__(self, app, game, sizes, at):
        super().__init__(app, sizes, app.open_menu, at)
        self.game = game

    def take(self, size, now_ms):
        choose_seats(self.app, self.game, size)

    def work(self, now_ms):
        from glowgrid.console import seats  # the next screen: loaded (20 ms) before a press has to wait for it

    def draw(self, frame, now_ms):
        app = self.app
        picture = self.game.sketch(*self.entries[self.at])
        draw_picture(frame, app.width, app.height, picture)
        if len(picture) < app.height - 2:
            draw_dots(frame, app.width, self.at, len(self.entries))
