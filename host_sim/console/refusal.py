"""Why a press was refused, in words, for every front end; on the page MicroPython's WebAssembly port runs it.

The rules say most of it: `refusal` of the position, a person's own game included.
"""

from glowgrid.clock import since
from glowgrid.console.screen import NO_POINT, SELECT
from glowgrid.rules.notation import point_name

MATCHES = "play", "two presses", "first game", "prove it"  # screens
SAID_MS = 3000  # so long it is said


class Refusals:
    """`said` is why the last press was refused ("b2: a stone is there"), for three seconds or until the next move.

    Call `look` after each tick of the console; now_ms is the time of that tick.
    """

    def __init__(self):
        self.said = ""
        self._screen, self._at_ms, self._plies = None, 0, 0

    def look(self, app, now_ms):
        screen = app.screen
        if screen.NAME not in MATCHES:
            self.said, self._screen = "", None
        elif screen.refused != NO_POINT and (screen is not self._screen or screen.refused_at != self._at_ms):
            self._screen, self._at_ms, self._plies = screen, screen.refused_at, screen.position.plies
            if _takes_back(app):
                self.said = "you have no move to take back"
                if screen.match.hides:
                    self.said = "nothing is taken back where stones are hidden"
                return
            why = why_refused(screen.match, screen.refused) or "another key went first"
            self.said = "%s: %s" % (point_name(screen.position.field, screen.refused), why)
        elif self.said and (screen.position.plies != self._plies or since(now_ms, self._at_ms) >= SAID_MS):
            self.said = ""


def why_refused(match, point):
    """Return why a press of this point is refused now; "" if it is not."""
    position, seen = match.position, match.seen()
    if position.is_over():
        return "the game is over"
    if match.shared and match.shared.awaits(match):
        return "the other device is asked"
    if match.engine_to_move():
        return "it is the other device's turn" if match.is_away(position.to_move) else "it is the engine's turn"
    if seen.cells[point] and position.may_swap():
        return ""
    return seen.refusal(position.to_move, point) or position.refusal(position.to_move, point) or ""


def _takes_back(app):
    """Return whether the key pressed was undo: it shows its refusal on the last stone, whose key is not down."""
    screen, levels = app.screen, app.keypad.levels
    if screen.refused != screen.seen.last_stone():
        return False
    for key in range(len(levels)):
        if levels[key] and screen.points is None and app.keypad.roles[key] == SELECT:
            return False
        if levels[key] and screen.key_point(key) == screen.refused:
            return False
    return True
