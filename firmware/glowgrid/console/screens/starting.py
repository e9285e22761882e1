"""Set up a match, a rematch, or an engine for the match under way; in steps, so that keys are read in between."""

import gc

from glowgrid import overlay
from glowgrid.console import load
from glowgrid.console.match import PERSON, Match
from glowgrid.console.screen import Screen
from glowgrid.console.screens.pictures import draw_icon
from glowgrid.console.view import check_fit
from glowgrid.levels import LEVELS

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

    All steps take about 0.3 s on the Pico. Keys pressed during them wait for the match.
    """

    NAME = "starting"
    HELP = "Setting up the match."
    KEYS_WAIT = True

    def __init__(self, app, steps):
        super().__init__(app)
        self.steps = steps

    @property
    def match(self):
        """The match that gets its engine: if that crashes, tried.py blames the game."""
        return self.app.match

    def work(self, now_ms):
        for step in self.steps:
            break

    def draw(self, frame, now_ms):
        draw_icon(frame, self.app.panel.width, self.app.panel.height, STARTING)


def starting(app, game, size, seats, files=(), shared=None):
    """Set up a new match and go to it; yield between steps of at most 50 ms on the Pico, except for a save.

    files, shared: see Match. With strategies the match has their swap rule; a shared one has the other device's.
    """
    overlay.unload_screens()  # first, since a save needs room too
    yield
    overlay.collect()
    your_level = load.your_level
    yield
    settings = app.settings
    settings.game, settings.size = game.name, size
    app.menu_entry = ""
    if not shared:
        settings.seats[game.name] = list(seats)
    if settings.counted is None:
        load.finished.uncounted(app.storage, settings)
    for step in settings.saving():
        yield
    score = app.match and not app.match.stones and _score(app.match, game, seats, files)
    for step in making_room(app, game):
        yield
    swap = settings.swap.get(game.name, True) if not shared or shared.swap is None else shared.swap
    if files:
        states = load.strategy_file.swap_in(app.strategies, files)
        swap = swap if states is None else states
        yield
    try:
        match = Match(game, size, [min(seat, LEVELS) for seat in seats], swap=swap)
        check_fit(match.position.field, app.panel.lights.width, app.panel.lights.height)
    except ValueError as error:  # a person's own game
        said = str(error)
        app.warn(app.open_menu, [said if said.startswith(game.name) else game.name + ": " + said])
        return
    except MemoryError:
        app.warn(app.open_menu, [game.name + ": too large for what memory is left"])
        return
    except Exception as error:
        if not game.file:
            raise
        warn_of_setup(app, game, error)
        return
    yours = your_level.of(settings, game, match.levels)
    match.sit([yours if seat == your_level.YOURS else seat for seat in seats], files, app.strategies)
    app.match = match
    if shared:
        load.sharing.share(match, shared)
        app.saving.match_due = not shared.joins  # before the other device hears of it
    match.unsaid = _peoples_goals(match) | {"swap"}
    app.match.adapts = your_level.YOURS in seats and PERSON in seats
    if score:
        app.match.score = score
    yield
    for step in resuming(app, False):
        yield


def warn_of_setup(app, game, error):
    """Say that a person's own game has raised an error."""
    app.warn(app.open_menu, ["%s: setup: %s: %s" % (game.file, type(error).__name__, error)])


def making_room(app, game):
    """Drop the match, saved if it has just ended, to make room for one of this game; yield between steps."""
    before = None
    if app.match:
        _end_match(app)
        before = app.match.game
        app.match.drop_engine()
    app.match, app.saving.match_due = None, False
    overlay.unload_screens()
    if before is not game:
        overlay.unload_engine()  # now, so that the match does not lie above it
    gc.collect()
    yield
    load.ahead("shortage")  # while there is room for it
    yield


def rematch(app):
    """Begin the match again where it began. All seats move up one, so another player starts."""
    _end_match(app)
    match = app.match
    level = load.your_level.of(app.settings, match.game, match.levels) if match.adapts else None
    before, score = _peoples_goals(match), match.total()
    match.score = score[1:] + score[:1]
    match.sitting = match.sitting[1:] + match.sitting[:1]
    if match.shared:
        match.shared = load.sharing.again(match)
    match.begin_again()
    if match.shared:
        load.sharing.fresh(match)
    for seat in match.sitting:
        if level and seat.level != PERSON:
            seat.level = level
    match.seed += 1
    match.number = 0
    match.unsaid = _peoples_goals(match) - before | {"swap"}


def _peoples_goals(match):
    """Return the goals of the sides where people sit."""
    return {goal for side, goal in enumerate(match.game.goals(match.size), 1) if match.is_person(side)}


def answer_first(app):
    """Answer the press, then go to the match, which has changed: both in one tick would take 30 ms on the Pico."""
    app.go(Starting(app, resuming(app, False)))


def _end_match(app):
    """The match is about to be replaced: save it if it has just ended."""
    if app.saving.match_due and app.match.position.is_over():
        while app.saving.match_due or app.saving.steps:
            app.save_step()


def _score(match, game, seats, files):
    """Return the previous score if the same players play the same game, perhaps one seat on; else None."""
    before = load.your_level.chosen_seats(match)
    if match.game is game:
        for up in 1, 0:
            if before[up:] + before[:up] == list(seats) and match.files[up:] + match.files[:up] == list(files):
                return match.total()[up:] + match.total()[:up]
    return None


def resuming(app, hint):
    """Make the engine that the match needs, and go to the match."""
    overlay.unload_screens()
    # What stays must lie below the engine, not in the room that the engine leaves, nor above what was unloaded.
    overlay.collect()
    load.ahead("play_picture")
    yield
    load.ahead("play")
    yield
    if app.match.position.field.borders:
        load.ahead("edges")
        yield
    for each, wanted in (
        ("play_mono", app.panel.mono),
        ("blocks", app.settings.two_presses),
        ("lines_through", True),
        ("coach_picture", hint or app.match.coach),  # with the coach it would be one step of 57 ms
        ("coach", hint or app.match.coach),
        ("strategy_file", app.match.files),
        ("strategy_answers", app.match.files),
        ("cover", app.match.passes_round()),
        ("linked_play", app.match.shared),
    ):
        if wanted:
            load.ahead(each)
            yield
    if app.match.needs_engine(hint):
        for step in app.match.making_engine(app.memory, app.tick_work):
            yield
    overlay.collect()  # so that the screen does not lie above the garbage of making the engine
    yield
    app.go(app.match_screen(hint))
    app.untidy = False
