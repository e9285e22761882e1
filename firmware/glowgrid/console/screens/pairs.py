"""The pairs of a strategy in the match, each in a colour: a stone on one point is answered on the other.

The pairs light up one after the other, as not everybody tells so many colours apart.
"""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.palette import BRIGHT, CYAN, GREEN, RED, STONE, WHITE, YELLOW
from glowgrid.console.screen import Screen
from glowgrid.console.view import FieldView

_COLOURS = bytes((GREEN, BRIGHT + 2, RED, YELLOW, CYAN, STONE + 1, STONE + 2, STONE + 3))
_EACH_MS = 750


class Pairs(Screen):
    """Shows the pairs of the seat `match.paired()` until a key is pressed; stones are not shown.

    pairs   the pairs read so far
    """

    NAME = "pairs"
    HELP = "Two points of a pair light up together. Any key: back to the match."
    PERIOD = 250
    LOOK_MS = 10_000
    FIELD = True

    def __init__(self, app):
        super().__init__(app)
        match = app.match
        self.view = FieldView(match.position.field, app.panel.lights.width, app.panel.lights.height)
        self.pairs = []
        seat = match.paired()
        self._file = seat.file
        self._reading = load.strategy_answers.pairs_in(match, seat)
        self._said = ""

    def words(self):
        return self._said or "%s: %d pairs" % (self._file, len(self.pairs)), None

    def work(self, now_ms):
        try:
            for pair in self._reading:
                if pair:
                    self.pairs.append(pair)
                break
        except (OSError, ValueError) as error:
            self._said = "%s: %s" % (self._file, load.strategy_file.said(error))

    def press(self, key, role, now_ms):
        self.app.soon(self.app.resume)

    def draw(self, frame, now_ms):
        count = len(self.pairs)
        lit = since(now_ms, self.since) // _EACH_MS % max(count, 1)
        for number, pair in enumerate(self.pairs):
            if self.app.panel.mono and number != lit:
                continue
            for point in pair:
                self.view.fill(frame, point, WHITE if number == lit else _COLOURS[number % len(_COLOURS)])
