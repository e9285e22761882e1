"""Setting a match up, or an engine for the match under way: in steps, so that keys are read meanwhile."""

import gc

from glowgrid import overlay
from glowgrid.console import your_level
from glowgrid.console.match import PERSON, YOURS, Match
from glowgrid.console.screen import Screen
from glowgrid.console.screens.pictures import draw_icon

STARTING = (
    "........"
    "........"
    "........"
    ".#.#.#.."
    "........"
    "........"
    "........"
    "........"
)  # fmt: skip


class Starting(Screen):
    """Takes a step of `steps`, a generator, whenever there is time; its last step opens another screen.

    It takes some 0.3 s on the Pico. Keys pressed meanwhile wait for the match.
    """

    NAME = "starting"
    HELP = "Setting up the match."
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
    """Set a new match up and go to it; yields between steps of 50 ms at most on the Pico, but for a save."""
    settings = app.settings
    settings.game, settings.size = game.name, size
    settings.seats[game.name] = list(seats)
    for step in settings.saving():
        yield
    score = None
    if app.match:
        app.end_match()
        score = _score(app.match, game, seats)
    app.match, app.save_due = None, False
    overlay.unload_screens()
    gc.collect()
    yield
    yours, swap = your_level.of(settings, game), settings.swap.get(game.name, True)
    sitting = [yours if seat == YOURS else seat for seat in seats]
    app.match = Match(game, size, sitting, memory=app.memory, tick_work=app.tick_work, swap=swap)
    app.match.adapts = YOURS in seats and PERSON in seats
    if score:
        app.match.score = score
    yield
    for step in resuming(app, False):
        yield


def _score(match, game, seats):
    """Return the score of the match before, if the same play the same game, or None. They may have moved up a seat."""
    before = your_level.chosen_seats(match)
    if match.game is game:
        for up in 1, 0:
            if before[up:] + before[:up] == list(seats):
                return match.total()[up:] + match.total()[:up]
    return None


def resuming(app, hint):
    """Make the engine that the match needs, and go to the match."""
    overlay.unload_screens()
    if app.match.needs_engine(hint):
        for step in app.match.making_engine():
            yield
    if app.settings.two_presses:
        overlay.load_screen("blocks")
        yield
    if hint or app.match.coach:
        overlay.load_screen("coach")
        yield
    app.resume(0, hint)
