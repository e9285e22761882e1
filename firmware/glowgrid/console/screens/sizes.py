"""Choosing the size of a field: its picture, one LED per point, with a winning row in it."""

from glowgrid.console.screens import outside
from glowgrid.console.screens.choice import Choice
from glowgrid.console.screens.pictures import draw_dots, draw_picture
from glowgrid.rules.game import size_name

_UNKNOWN, _FITS, _TOO_LARGE = 0, 1, 2  # whether a size fits


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
        choose_seats(self.app, self.game, self.entries[self.at][1])

    def draw(self, frame, now_ms):
        app = self.app
        picture = sketch(self.game, self.entries[self.at][1])
        draw_picture(frame, app.panel.width, app.panel.height, "".join(picture), len(picture[0]))
        self.dotted = len(picture) < app.panel.height - 2
        if self.dotted:
            draw_dots(frame, app, self.at, len(self.entries))


def sketch(game, size):
    """Return the picture of a size, rows of palette signs; the empty field if the game has none."""
    if game.sketch:
        return game.sketch(*size)
    field = game.setup(size).field
    rows = []
    for y in range(field.height):
        rows.append("".join(["a" if field.point_at(x, y) >= 0 else "." for x in range(field.width)]))
    return rows


def fitting(app, game, most=99):
    """Return the sizes of a game that fit the lights, the first `most` of them."""
    if not _has_choice(game):
        return game.sizes
    known = _known(app, game)
    found = []
    for at, size in enumerate(game.sizes):
        if known[at] == _UNKNOWN:
            look_ahead(app, game)
        if known[at] == _FITS:
            found.append(size)
            if len(found) == most:
                break
    return found


def look_ahead(app, game):
    """Check one more size of a game, so that the press that opens the sizes does not wait 40 ms for all. Return whether
    there was one."""
    if not _has_choice(game):
        return False
    known = _known(app, game)
    for at, size in enumerate(game.sizes):
        if known[at] == _UNKNOWN:
            picture = sketch(game, size)
            lights = app.panel.lights
            fits = len(picture) <= lights.height and len(picture[0]) <= lights.width
            known[at] = _FITS if fits else _TOO_LARGE
            return True
    return False


def _known(app, game):
    """Return what is known of the sizes of a game, a byte each. It is one block, as growing ones would break up the
    memory among screens that come and go."""
    if game.name not in app.panel.fits:
        app.panel.fits[game.name] = bytearray(len(game.sizes))
    return app.panel.fits[game.name]


def _has_choice(game):
    """Return whether to check the sizes. A single one without a picture is set up only when the match starts."""
    return game.sketch or len(game.sizes) > 1


def choose_size(app, game, size=None):
    """Go on to the sizes of a game, at `size` or the last one chosen; or to its seats if only one size fits."""
    sizes = fitting(app, game)
    size = size or app.settings.size
    if len(sizes) == 1:
        choose_seats(app, game, sizes[0])
    else:
        app.go(Sizes(app, game, sizes, sizes.index(size) if size in sizes else 0))


def choose_seats(app, game, size):
    """Go on to the seats of a match of this size."""
    app.go(outside.seats().Seats(app, game, size))


def leave_seats(app, game, size, now_ms):
    """Go back from the seats: to this size among the sizes, or to the menu if only one size fits."""
    if len(fitting(app, game, 2)) == 1:
        app.open_menu(now_ms)
    else:
        choose_size(app, game, size)
