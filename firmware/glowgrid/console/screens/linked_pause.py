"""The pause of a match that two devices share: taking back is asked for, and a person may resign.

While the other device has another match, a person may still take that.
"""

from glowgrid.console import load
from glowgrid.console.screens.choice import RESUME, Choice

_BACK, _RESIGN = (
    "...?......??.....?????....??..?....?..?.......?....???..........",
    ".........##......#####...#######.#####...##......#.......#......",
)


class Resign(Choice):
    """Ask before a person gives the match up."""

    NAME = "resign"

    def __init__(self, app, resign):
        super().__init__(app, (("go on", RESUME, app.resume), ("resign", _RESIGN, resign)))
        self.on_back = app.resume

    def words(self):
        return "give the match up? " + self.entry_name(), None


def change(app, match, entries):
    """Change the entries of such a pause."""
    shared = match.shared

    def ask(now_ms):
        load.taking_back.ask(match)
        app.resume(now_ms)

    def resign(now_ms):
        shared.resign(match)
        app.match_changed(now_ms)
        app.resume(now_ms)

    if match.position.is_over():
        return
    if app.link and app.link.offered:
        entries.insert(1, load.together.take_after_all(app, app.link.offered))
    if load.taking_back.may_ask(match):
        entries.insert(1, ("take back", _BACK, ask))
    if match.game.sides == 2 and not match.engine_to_move():
        entries.append(("resign", _RESIGN, lambda now_ms: app.go(Resign(app, resign))))
