"""The statistics: shown or deleted."""

from glowgrid.console import load
from glowgrid.console.screens import outside
from glowgrid.console.screens.choice import RESUME, Choice
from glowgrid.console.statistics import line, signs

FORGET = (
    "!.....!."
    ".!...!?."
    "..!.!.?."
    "...!..?."
    "..!.!.?."
    ".!?.?!?."
    "!.?.?.!."
    "........"
)  # fmt: skip


class Results(Choice):
    """Shows the icon of each game and level played; its counts scroll by. Select and back go to the menu."""

    NAME = "statistics"

    def __init__(self, app):
        entries = []
        self._signs = []  # for each entry what scrolls; the icon shows which game
        for game in app.offered:
            results = app.settings.results.get(game.name, {})
            for level in sorted(results):
                entries.append((game.name + " " + line(level, results[level]), game.icon, app.open_menu))
                self._signs.append(signs(level, results[level]))
        super().__init__(app, entries)
        self.on_back = app.open_menu

    def words(self):
        return self._signs[self.at], None

    def help(self):
        return "left, right: choose   " + self.entry_name()


class Forget(Choice):
    """Asks before statistics are deleted, and which puzzles are solved. at: the entry of the settings to return to."""

    NAME = "forget"

    def __init__(self, app, at):
        super().__init__(app, [("keep statistics", RESUME, self._leave), ("forget", FORGET, self._forget)])
        self.on_back = self._leave
        self._back_at = at

    def _forget(self, now_ms):
        self.app.settings.forget()
        load.finished().forget(self.app.storage, self.app.match)
        self.app.saving.match_due = self.app.match is not None
        self.app.saving.settings_changed(now_ms)
        self._leave(now_ms)

    def _leave(self, now_ms):
        self.app.go(outside.settings().SettingsMenu(self.app, self._back_at))
