"""The menu: every game, the match under way if there is one, and the settings. Holding undo starts the self-test.

Left alone for a minute, it goes to attract mode (attract.py).
"""

from glowgrid import overlay
from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.screen import SELECT, UP
from glowgrid.console.screens.choice import RESUME, Choice
from glowgrid.console.screens.fitting import look_ahead

SETTINGS = (
    "#######."
    "..#....."
    "..#....."
    "#######."
    ".....#.."
    ".....#.."
    "#######."
    "........"
)  # fmt: skip
PUZZLE = (
    "..???..."
    ".?...?.."
    ".....?.."
    "....?..."
    "...?...."
    "........"
    "...?...."
    "........"
)  # fmt: skip
MINIMAX = (
    "...11..."
    "...11..."
    "..2..2.."
    ".22..22."
    ".2....2."
    "1.1..1.1"
    "1.1..1.1"
    "........"
)  # fmt: skip
CUP = (
    ".??????."
    "?.????.?"
    "?.????.?"
    ".?.??.?."
    "...??..."
    "...??..."
    "..????.."
    "........"
)  # fmt: skip
_ATTRACT_AFTER_MS = 60_000


class Menu(Choice):
    """Comes up at the entry that it showed last; after a match at that match, or at its game, or at the puzzles."""

    NAME = "menu"

    def __init__(self, app):
        entries = []
        at = 0
        under_way = app.match_under_way()
        if under_way:
            entries.append(("go on", RESUME, app.resume))
        for game in app.offered:
            if game.name == app.settings.game and not under_way:
                at = len(entries)
            entries.append((game.name, None, lambda now_ms, game=game: self._choose(game)))
        if app.puzzles:
            if app.match and app.match.puzzle and not under_way:
                at = len(entries)
            entries.append(("puzzles", PUZZLE, self._choose_puzzles))
        if [game for game in app.offered if game.name == "tic-tac-toe"]:
            entries.append(("minimax", MINIMAX, self._choose_minimax))
        if [game for game in app.offered if app.settings.results.get(game.name)]:  # ignore games no longer here
            entries.append(("statistics", CUP, self._show_results))
        entries.append(("settings", SETTINGS, self._choose_settings))
        for place, entry in enumerate(entries):
            if entry[0] == app.menu_entry:
                at = place
        super().__init__(app, entries, at)
        self._seen = -1  # the entry with nothing left to look ahead for
        self._read = 0  # half steps: of each game the icon is asked for, as some are read only then

    def open(self, now_ms):
        super().open(now_ms)
        self._idle_from = now_ms

    def press(self, key, role, now_ms):
        self._idle_from = now_ms
        super().press(key, role, now_ms)
        self.app.menu_entry = self.entry_name()

    def hold(self, key, now_ms):
        if not UP <= self.app.keypad.roles[key] <= SELECT:
            self.app.test_hardware(now_ms)

    def icon(self):
        game = self.game
        return game.icon if game else super().icon()

    def words(self):
        game = self.game
        return (load.words.in_menu(game, self.app.panel.sides), None) if game else super().words()

    @property
    def game(self):
        """The game shown, or None."""
        for game in self.app.offered:
            if game.name == self.entry_name():
                return game
        return None

    def work(self, now_ms):
        match = self.app.match
        if match and match.engine:  # the screens that come next need its room; going on makes it again
            match.drop_engine()
            overlay.unload_match()
            overlay.collect()
        elif self._read < 2 * len(self.app.offered):
            game = self.app.offered[self._read >> 1]
            if self._read & 1:
                hasattr(game, "icon")
            elif "icon" not in game.__dict__:
                overlay.load("glowgrid.games")  # by itself: with the game it takes 51 ms
            self._read += 1
        elif self._seen != self.at:
            game = self.game
            if not game or not look_ahead(self.app, game):
                self._seen = self.at
        if since(now_ms, self._idle_from) >= _ATTRACT_AFTER_MS and self.app.offered:
            self.app.go(load.attract.Attract(self.app))

    def _choose(self, game):
        load.ahead("search")  # as in load.starting
        load.offer.choose(self.app, game)

    def _choose_puzzles(self, now_ms):
        self.app.go(load.starting.Starting(self.app, self._to_puzzles(now_ms)))

    def _to_puzzles(self, now_ms):
        yield  # answer the press first: loading takes 30 ms
        overlay.make_room(self.app.match)
        yield
        load.puzzles.choose(self, now_ms)

    def _choose_minimax(self, now_ms):
        self.app.go(load.starting.Starting(self.app, load.minimax.setting_up(self.app)))

    def _show_results(self, now_ms):
        self.app.go(load.results.Results(self.app))

    def _choose_settings(self, now_ms):
        self.app.go(load.settings.SettingsMenu(self.app))
