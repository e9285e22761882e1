"""The statistics."""

from glowgrid.console.screens.choice import Choice
from glowgrid.console.statistics import line, signs


class Results(Choice):
    """Shows the icon of each game and level played; its counts scroll by. Select and back go to the menu."""

    NAME = "statistics"

    def __init__(self, app):
        entries = []
        self._signs = []  # for each entry what scrolls; the icon shows which game
        for game in app.offered:
            results = app.settings.results.get(game.name, {})
            for level in sorted(results):
                entries.append((game.title() + ", " + line(level, results[level]), game.icon, app.open_menu))
                self._signs.append(signs(level, results[level]))
        super().__init__(app, entries)
        self.on_back = app.open_menu

    def words(self):
        return self._signs[self.at], None

    def help(self):
        return "left, right: choose   " + self.entry_name()
