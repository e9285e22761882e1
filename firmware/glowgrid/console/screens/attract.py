"""What the console shows when it is left alone: engines play each other, dimly, one game after the other."""

import gc

from glowgrid import overlay
from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.match import Match
from glowgrid.console.screen import Screen
from glowgrid.console.seats import GivenUp

_LEVEL = 2
_SOFTER = 4  # the brightness is divided by this
_MOVE_MS = 1000
_END_MS = 6000


class Attract(Screen):
    """Plays matches of its own. It saves only how many, once, so that the next power-up begins with another game.

    Any key goes to the menu, and does nothing else until it is released.

    match   the current match, or None
    view    the screen that paints it
    """

    NAME = "attract"
    HELP = "Engines play each other. Any key: menu"
    PERIOD = 120
    FIELD = in_match = True

    def __init__(self, app):
        super().__init__(app)
        self.match = self.view = None
        self._leaves = False
        self._noted = False  # whether it is saved that another game comes first next time
        self._steps = self._setting_up()

    def open(self, now_ms):
        super().open(now_ms)
        self.app.panel.shine(1, _SOFTER)

    def press(self, key, role, now_ms):
        if not self._leaves:
            self.leave(now_ms)

    def leave(self, now_ms):
        """Go to the menu, in steps."""
        self._leaves = True
        self.in_match = False
        if self.match:
            self.match.drop_engine()
        self.match = self.view = None
        self._steps = load.steps_to_menu()
        self.app.panel.shine()
        self.app.panel.redraw = True

    def _setting_up(self):
        """Set up the next match, in steps of at most 50 ms on the Pico. Its engine takes over the engines' buffers."""
        app = self.app
        for match in app.match, self.match:
            if match:
                match.drop_engine()
        self.match = self.view = match = None
        shown = app.settings.shown
        game = app.offered[shown % len(app.offered)]
        app.settings.shown = shown = (shown + 1) % 256
        for each in "pictures", "choice", "sizes":  # one by one, so that keys are read in between
            sizes = load.ahead(each)
            yield
        size = sizes.fitting(app, game, 1)[0]
        del sizes
        overlay.unload_screens()
        gc.collect()
        yield
        match = Match(game, size, [_LEVEL] * game.sides, shown)
        yield
        for _ in match.making_engine(app.memory, app.tick_work):
            yield
        self.match = match

    def work(self, now_ms):
        try:
            for _ in self._steps:
                return
            if self._leaves:
                self.app.open_menu(now_ms)
            elif self.view:
                self._play(now_ms)
            else:
                self.view = load.play.Play(self.app, match=self.match)
                self._show(now_ms)
        except MemoryError:
            self.leave(now_ms)

    def _show(self, now_ms):
        """Show the changed position."""
        self.view.open(now_ms)
        self.app.panel.redraw = True
        if self.match.engine_to_move():
            self.match.seat().begin(self.match)

    def _play(self, now_ms):
        """Search a slice; make the move when it is found and it is time; after the end begin another match."""
        match = self.match
        age = since(now_ms, self.view.moved_at)
        if match.position.is_over():
            if not self._noted:
                self._noted = True
                self.app.saving.settings_changed(now_ms)
            if age >= _END_MS:
                self._steps = self._setting_up()
        elif match.seat().step(match) and age >= _MOVE_MS:
            try:
                match.seat().play(match)
            except GivenUp:  # a game with rules of its own
                self.leave(now_ms)
            else:
                self._show(now_ms)

    def draw(self, frame, now_ms):
        if self.view:
            self.view.draw(frame, now_ms)
