"""The first picture: the ring of Glowgrid lights up while the games are found; dimly, to spare the supply.

It delays nothing: when all is ready, the console goes on.
"""

from glowgrid import overlay
from glowgrid.console import load
from glowgrid.console.screen import Screen
from glowgrid.console.screens.pictures import draw_picture
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
READERS = (  # of a person's own games, which hold on to none of them
    "glowgrid.console.tried",
    "glowgrid.rules.mine",
    "glowgrid.rules.tables",
    "glowgrid.rules.trial",
)


class Splash(Screen):
    """Finds the games meanwhile, then shows what is wrong, offers the match that was under way, or opens the menu.

    At the first start a first game comes before the menu. errors: of games found before; place: see App.
    """

    NAME = "splash"
    HELP = "Switched on. Finding the games."

    def __init__(self, app, errors, place):
        super().__init__(app)
        self._errors, self._place = errors, place
        self._steps = self._get_ready()
        self._rows = 1

    def work(self, now_ms):
        for step in self._steps:
            if self._rows < 8:
                self._rows += 1
                self.app.panel.redraw = self._rows % 4 == 0  # each drawing delays the menu by 1 ms
            return
        self._go_on(now_ms)

    def draw(self, frame, now_ms):
        app = self.app
        app.panel.shine(self._rows, 8)
        draw_picture(frame, app.panel.width, app.panel.height, RING[: 8 * self._rows] + 8 * (8 - self._rows) * ".", 8)

    def _get_ready(self):
        """Load the menu; find the games, those that fit the lights, and the match that was under way.

        Yield after steps of 10 to 50 ms on the Pico. What finds the games takes 23 ms to load, so it comes after the
        first light.
        """
        app = self.app
        overlay.collect()  # the garbage of importing, but not before the first light: 22 ms
        yield
        games = load.games
        yield
        fitting = load.fitting.fitting
        yield
        if not app.games:
            if self._place:
                self._place.clear()
            for found in games.discovering(own=games.own_folder, remember=self._tried):
                yield
            app.games, self._errors = found
            for name in READERS:
                overlay.unload(name)
            app.puzzles = games.puzzles[:]
        app.strategies = games.own_folder and games.own_folder + "/strategies"
        app.offered = [game for game in app.games if fitting(app, game, 1)]
        yield
        if app.linking:
            load.ahead("link")
            yield
            sharing = load.sharing
            yield
            app.link = app.link or sharing.link_on(*app.linking)
            yield
        saved = app.storage.load(MATCH)
        self._counted = app.settings.counted
        if saved is not None:
            for each in "shortage", "search", "levels", "match", "view", "resume":
                resume = load.ahead(each)
                yield
            overlay.collect()
            yield
            app.untried = True
            app.match = resume.saved_match(app, saved)
            yield
            for _ in resume.counting(app):
                yield
        load.ahead("menu")
        if saved is None and app.settings.fresh:
            yield
            load.ahead("search")
            yield
            load.ahead("match")
            for each in "play", "blocks", "coach", "first_game":
                yield
                load.ahead(each)
            yield

    def _tried(self):
        return load.tried.Tried(self.app.storage)

    def _go_on(self, now_ms):
        app, lights = self.app, self.app.panel.lights
        app.panel.shine()
        if app.settings.counted != self._counted:
            app.saving.settings_due = True
        for game in app.games:
            if game not in app.offered:
                print("%s: no size of it fits %dx%d LEDs" % (game.name, lights.width, lights.height))
        faults = list(self._errors)
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
            self.app.go(load.resume.Resume(self.app))
        elif self.app.settings.fresh and not self.app.restarted:  # it may have been what crashed
            load.first_game.begin(self.app, now_ms)
        else:
            self.app.open_menu(now_ms)
