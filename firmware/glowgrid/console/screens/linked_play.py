"""The screen of a match that two devices share: what the other one is asked, and what it says."""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.screens.play_picture import FLASH_MS

_made = {}


def linked(kind):
    """Return the class that adds to Play, or to another kind of it, what a link needs."""
    if kind not in _made:
        _made[kind] = _linked(kind)
    return _made[kind]


def _linked(kind):
    class LinkedPlay(kind):
        """The press of a point may be a question, taking back always is; words say what the other device does.

        out_led   the LED that says that the wire is out (wire_out.py), once it was
        """

        out_led = None

        def words(self):
            said = self.app.link.words(self.match) if self.app.link else "no answer, is it connected?"
            if said:
                return said, None
            if self.match.shared.resigned:
                return load.words.result(self.seen, self.app.panel.sides, "by resignation")
            return load.words.of(self)

        def draw(self, frame, now_ms):
            kind.draw(self, frame, now_ms)  # super() would allocate
            if self.app.link and not self.pausing:
                self.app.link.draw(self, frame, since(now_ms, self.moved_at) // FLASH_MS)

        def mark_win(self):
            if not self.match.shared.resigned:
                super().mark_win()

        def undo(self, now_ms):
            if load.taking_back.may_ask(self.match):
                load.taking_back.ask(self.match)
                self.app.panel.look(now_ms)

        def changed(self, now_ms):
            if self.match.shared.awaits(self.match):  # nothing to save yet: it would be seen on the wire
                self.app.panel.look(now_ms)
            else:
                super().changed(now_ms)

        def moved(self, now_ms, made=False):
            position = self.position
            tried = position.has_tried() and self.match.is_person(position.to_move)
            asks = self.match.shared.awaits(self.match)
            super().moved(now_ms, made and not tried and not asks)
            if tried and not asks:
                self.refuse(position.history[position.plies - 1], now_ms)

    return LinkedPlay
