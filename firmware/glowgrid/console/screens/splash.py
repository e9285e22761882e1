"""The first picture: the ring of Glowgrid lights up while the games are found, softly, for the supply.

Nobody waits for it: when all is ready, the console goes on.
"""

from glowgrid import games, overlay
from glowgrid.console.screen import Screen
from glowgrid.console.screens.pictures import draw_picture
from glowgrid.console.screens.sizes import fitting
from glowgrid.console.storage import MATCH

RING = (
    "..1111.."
    ".1....2."
    "1......2"
    "1..33..2"
    "1..33..2"
    "1......2"
    ".1....2."
    "..2222.."
)  # fmt: skip


class Splash(Screen):
    """Finds the games meanwhile, then shows what is wrong, offers the match that was under way, or opens the menu.

    At the first start a first game comes before the menu.
    """

    NAME = "splash"
    HELP = "Switched on. The games are being found."

    def __init__(self, app):
        super().__init__(app)
        self._steps = self._get_ready()
        self._rows = 1

    def work(self, now_ms):
        for step in self._steps:
            if self._rows < 8:
                self._rows += 1
                self.app.redraw = self._rows % 2 == 0  # to draw takes 10 ms, and the menu is waited for
            return
        self._go_on(now_ms)

    def draw(self, frame, now_ms):
        app = self.app
        app.lights.brightness = max(1, app.settings.brightness * self._rows // 8)
        draw_picture(frame, app.width, app.height, RING[: 8 * self._rows] + 8 * (8 - self._rows) * ".", 8)

    def _get_ready(self):
        """Load the menu and find the games, those of which a size fits the lights, and the match that was under way.

        Yields after steps of 10 to 50 ms on the Pico.
        """
        app = self.app
        if not app.games:
            if app.place:
                app.place.clear()
            for found in games.discovering(own=games.own_folder, remember=self._tried):
                yield
            app.games, app.errors = found
        app.offered = [game for game in app.games if fitting(app, game, 1)]
        yield
        saved = app.storage.load(MATCH)
        self._counted = app.settings.counted
        if saved is not None:
            for _ in overlay.making_names():
                yield
            for name in "glowgrid.levels", "glowgrid.console.match":
                overlay.load(name)
                yield
            for name in "icons", "choice", "resume":
                resume = overlay.load_screen(name)
                yield
            overlay.collect()
            yield
            app.untried = True
            app.match = resume.saved_match(app, saved)
            if app.match:
                app.keep_if_over()
            yield
            for _ in resume.counting(app):
                yield
        overlay.load_screen("menu")
        if saved is None and app.settings.fresh:
            yield
            overlay.load("glowgrid.levels")
            overlay.load("glowgrid.console.view")
            for name in "play", "blocks", "coach", "first_game":
                yield
                overlay.load_screen(name)
            yield

    def _tried(self):
        return overlay.load("glowgrid.console.tried").Tried(self.app.storage)

    def _go_on(self, now_ms):
        app = self.app
        app.lights.brightness = app.settings.brightness
        if app.settings.counted != self._counted:
            app.settings_due = True
        for game in app.games:
            if game not in app.offered:
                print("%s: no size of it fits %dx%d LEDs" % (game.name, app.lights.width, app.lights.height))
        faults = list(app.errors)
        faults += app.storage.faults
        if faults:
            app.warn(self._offer, faults)
        else:
            self._offer(now_ms)

    def _offer(self, now_ms):
        """Offer the match that was under way, or open the menu."""
        if self.app.match_under_way() and self.app.restarted:
            self.app.resume(now_ms)
        elif self.app.match_under_way():
            self.app.go(overlay.load_screen("resume").Resume(self.app))
        elif self.app.settings.fresh:
            self._begin_first_game(now_ms)
        else:
            self.app.open_menu(now_ms)

    def _begin_first_game(self, now_ms):
        app, screen = self.app, overlay.load_screen("first_game")
        for game in app.offered:
            if game.name == screen.GAME:
                app.go(screen.FirstGame(app, game))
                return
        app.open_menu(now_ms)
