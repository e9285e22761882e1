"""Whether the lights of a console show a game so that it can be read; MicroPython imports this too."""

from glowgrid.console.screens.fitting import told_apart
from glowgrid.console.view import check_fit


def check_shown(app, game, size, field):
    """Raise ValueError, in one line, if the lights of a console do not show this size of a game, or not readably."""
    lights = app.panel.lights
    check_fit(field, lights.width, lights.height)
    if app.panel.mono and not told_apart(game, size, field.width, field.height, lights.width, lights.height):
        here = "%s on these %dx%d LEDs" % (game.title(size), lights.width, lights.height)
        raise ValueError("%s: its edges would look like stones; take another size or board" % here)


def room_beside(game, size, field):
    """Return how many columns and rows more than its field a game needs on lights without all colours."""
    return 0 if told_apart(game, size, field.width, field.height, field.width, field.height) else 2
