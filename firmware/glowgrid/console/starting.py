"""A match is set up, or an engine for one under way: step by step, so that keys are read meanwhile. Unloaded in a match."""

import gc

from glowgrid.console.match import Match
from glowgrid.console.pictures import draw_icon
from glowgrid.console.screen import Screen

STARTING = (
    "........",
    "........",
    "........",
    ".#.#.#..",
    "........",
    "........",
    "........",
    "........",
)


class Starting(Screen):
    """Shown while a match is set up, a large part of a second on the Pico: `steps` does a part of it whenever it goes on.

    Keys pressed meanwhile wait for the match.
    """

    KEYS_WAIT = True

    def __init__(self, app, steps):
        super().__init__(app)
        self.steps = steps

    def work(self, now_ms):
        for step in self.steps:
            break

    def draw(self, frame, now_ms):
        draw_icon(frame, self.app.width, self.app.height, STARTING)


def starting(app, game, size, seats):
    """Set a new match up and go to it; yields between steps of 20 to 130 ms on the Pico."""
    settings = app.settings
    settings.game, settings.size = game.name, size
    settings.seats[game.name] = list(seats)
    settings.save()
    yield
    app.match = None
    app.make_room()
    gc.collect()
    yield
    app.match = Match(game, size, seats, table=app.table)
    yield
    for step in resuming(app, False):
        yield


def resuming(app, hint):
    """Make the engine that the match needs, and go to it."""
    app.make_room(False)
    if app.match.needs_engine(hint):
        for step in app.match.making_engine():
            yield
    app.resume(0, hint)
