"""The question before something is lost."""

from glowgrid.console.screens.choice import RESUME, Choice


class Sure(Choice):
    """Keep it, or lose it. Keeping comes first; the back key keeps it too and returns to the screen that asks."""

    NAME = "sure"

    def __init__(self, asking, kept, lose, keep=None):
        """asking: that screen. kept: the name of the first entry, "keep ..."; keep: its action, if not to return.
        lose: the other entry."""
        self.on_back = lambda now_ms: self.app.go(asking)
        super().__init__(asking.app, ((kept, RESUME, keep or self.on_back), lose))

    def words(self):
        return "delete%s? %s" % (self.entries[0][0][4:], self.entry_name()), None


def ask_match(asking, icon, begin):
    """Ask before a new match takes the place of the one under way. icon, begin: of the new one; an action."""
    app = asking.app
    app.go(Sure(asking, "keep match", ("new match", icon, begin), app.resume))
