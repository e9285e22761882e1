"""Choosing the size of a field: its picture, one LED per point, with a winning row in it."""

from glowgrid.console import load
from glowgrid.console.screens.choice import Choice
from glowgrid.console.screens.fitting import fitting, sketch
from glowgrid.console.screens.pictures import draw_dots, draw_picture
from glowgrid.rules.game import size_name


class Sizes(Choice):
    """Pages through the sizes of a game that fit the lights; there is at least one."""

    NAME = "sizes"
    HELP = "left, right: size   select: %s   back: menu"

    def __init__(self, app, game, sizes, at):
        super().__init__(app, [(size_name(size), size, self._take) for size in sizes], at)
        self.game = game
        self.on_back = app.open_menu

    def help(self):
        return self.HELP % self.words()[0]

    def words(self):
        return self.game.title(self.entries[self.at][1]), None

    def _take(self, now_ms):
        _choose_seats(self.app, self.game, self.entries[self.at][1])

    def draw(self, frame, now_ms):
        app = self.app
        picture = sketch(self.game, self.entries[self.at][1])
        signs = "".join(picture)
        if app.panel.mono:
            signs = signs.replace("a", "-")  # free points are dark in a match
        draw_picture(frame, app.panel.width, app.panel.height, signs, len(picture[0]))
        self.dotted = len(picture) < app.panel.height - 2
        if self.dotted:
            draw_dots(frame, app, self.at, len(self.entries))


def choose_size(app, game, size=None):
    """Go on to the sizes of a game, at `size` or the last one chosen; or to its seats if only one size fits."""
    sizes = fitting(app, game)
    size = size or app.settings.size
    if len(sizes) == 1:
        _choose_seats(app, game, sizes[0])
    else:
        app.go(Sizes(app, game, sizes, sizes.index(size) if size in sizes else 0))


def _choose_seats(app, game, size):
    """Go on to the seats of a match of this size."""
    app.go(load.seats.Seats(app, game, size))


def leave_seats(app, game, size, now_ms):
    """Go back from the seats: to this size among the sizes, or to the menu if only one size fits."""
    if len(fitting(app, game, 2)) == 1:
        app.open_menu(now_ms)
    else:
        choose_size(app, game, size)
