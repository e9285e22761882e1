"""The first choice of some games: a guided game of it is offered, once."""

from glowgrid import overlay
from glowgrid.console import load
from glowgrid.console.match import PERSON
from glowgrid.console.screens.choice import RESUME, Choice
from glowgrid.console.your_level import YOURS

LAMP = (
    "...++..."
    "..++++.."
    ".++++++."
    ".++++++."
    "..++++.."
    "...##..."
    "...##..."
    "........"
)  # fmt: skip
GUIDED = "hex", "three-player"


def choose(app, game):
    """Go on from the menu with a game: to the offer, or to its sizes."""
    if game.name in GUIDED and game.name not in app.settings.seats and not game.file:
        app.go(Offer(app, game))
    else:
        load.sizes.choose_size(app, game)


class Offer(Choice):
    """A guided game, or on to the sizes. Any answer makes it the only time, as does a match of the game."""

    NAME = "offer"

    def __init__(self, app, game):
        super().__init__(app, [("guided game", LAMP, self._accept), ("skip", RESUME, self._go_on)])
        self.on_back = self._go_on
        self.game = game

    def _accept(self, now_ms):
        self._note(now_ms)
        self.app.go(load.starting.Starting(self.app, starting(self.app, self.game)))

    def _go_on(self, now_ms):
        self._note(now_ms)
        load.sizes.choose_size(self.app, self.game)

    def _note(self, now_ms):
        # The seats of a first match, but one seat back, as each match moves them on: from now on the game is known.
        self.app.settings.seats[self.game.name] = [YOURS, PERSON] + [YOURS] * (self.game.sides - 2)
        self.app.saving.settings_changed(now_ms)


def starting(app, game):
    """Set up the guided game and go to it; without room for it, go on to the sizes. Yield between steps of at most
    50 ms on the Pico."""
    overlay.make_room(app.match)
    yield

    def on_end(now_ms):
        load.sizes.choose_size(app, game)

    try:
        for each in "play", "blocks", "edges", "coach":
            load.ahead(each)
            yield
        screen = load.first_game
        yield
        if game.engine == "lines":
            match = screen.match_of(game, screen.EasyLines)
            hints = screen.LineHints(match)
        else:
            match = screen.match_of(game, screen.EasyGroups, min(game.sizes))
            yield
            for _ in match.making_engine(app.memory, app.tick_work):
                yield
            hints = screen.Hints(match)
        yield
        app.go(screen.FirstGame(app, match, hints, on_end))
    except MemoryError:
        for _ in load.steps_to_menu():
            yield
        on_end(0)
