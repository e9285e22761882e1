"""The first start: one game of three in a row with lit hints, against a side that neither wins nor blocks."""

from glowgrid.clock import since
from glowgrid.console.match import PERSON, Match
from glowgrid.console.palette import GREEN, OFF
from glowgrid.console.screen import BACK
from glowgrid.console.screens import outside
from glowgrid.console.screens.blocks import ON_LARGE_FIELDS
from glowgrid.console.screens.coach import Coach
from glowgrid.console.screens.play import Play
from glowgrid.search import NO_MOVE

GAME = "tic-tac-toe"
_REMIND_MS = 6000  # without a press, after the words


class FirstGame(Play):
    """Comes up once, before the menu; the back key skips it. Nothing of it is saved or counted."""

    NAME = "first game"
    LOOK_MS = 1000

    def __init__(self, app, game):
        match = FirstMatch(game)
        super().__init__(app, match=match)
        self.coach = Hints(match)
        self._said = "3 in a row"
        self._ends = False  # whether the last words have begun
        self._steps = None  # what is still to do before the menu

    def help(self):
        if self.position.is_over():
            return "the menu comes up   back: menu"
        how = "arrows and select" if self.points is None else "press a lit key"
        return "get three in a row: %s; green is a good one   back: menu" % how

    def words(self):
        if self.pausing:
            return "", None
        if not self.position.is_over():
            said, self._said = self._said, ""
            return said, None
        self._ends = True
        return "you win" if self.position.winner == 1 else "a draw", None

    def open(self, now_ms):
        super().open(now_ms)
        self._quiet_from = now_ms
        settings = self.app.settings
        settings.fresh = settings.knows_pause = False
        settings.two_presses = ON_LARGE_FIELDS  # people used to arrows keep them
        self.app.saving.settings_changed(now_ms)

    def press(self, key, role, now_ms):
        self._quiet_from = now_ms
        super().press(key, role, now_ms)

    def hold(self, key, now_ms):
        if self.app.keypad.roles[key] == BACK:  # a beginner may hold any other key for long
            super().hold(key, now_ms)

    def changed(self, now_ms):
        self._quiet_from = now_ms
        self.app.panel.redraw = True

    def work(self, now_ms):
        super().work(now_ms)
        if self.app.panel.words:
            self._quiet_from = now_ms
        elif self._ends:
            self.pausing = True
        elif not self.position.is_over() and since(now_ms, self._quiet_from) >= _REMIND_MS:
            self._quiet_from = now_ms
            self._said = "press select" if self.points is None else "press green"
            self.app.panel.look(now_ms)

    def leave(self, now_ms):
        if self._steps is None:
            self.in_match = False
            self.app.panel.redraw = True
            self._steps = outside.steps_to_menu()
        for _ in self._steps:
            return
        self.app.open_menu(now_ms)


class FirstMatch(Match):
    """A person begins; the other side neither completes a line nor blocks one as long as it has another move."""

    def __init__(self, game):
        super().__init__(game, game.sizes[0], [PERSON, 1])
        self.engine = NoEngine()
        self.unadvised = True

    def start_thinking(self):
        pass

    def engine_move(self):
        position = self.position
        least = None
        for point in range(position.points):
            worth = reach(position, point, 1) + 3 * reach(position, point, 2)
            if position.is_legal(point) and (least is None or worth < least):
                least, move = worth, point
        return move


class NoEngine:
    """The engine that a match expects: it has always found its move."""

    looking_at = NO_MOVE

    def __init__(self):
        self.verdict = self

    def step(self, work):
        return True

    def stop(self):
        return True


class Hints(Coach):
    """The hint is there at once: the point that gets furthest with the lines through it.

    It is drawn as a whole point, unlike the mark of a win: nothing is proven.
    """

    def forget(self):
        super().forget()
        best = -1
        for point in range(self.position.points):
            worth = reach(self.position, point, 1)
            if self.position.is_legal(point) and worth > best:
                best, self.hint = worth, point

    def work(self, phase=0):
        pass

    def draw(self, frame, view, phase):
        if self.hint != NO_MOVE:
            view.fill(frame, self.hint, OFF if phase % 2 else GREEN)


def reach(position, point, side):
    """Return how far a side gets on the lines through a point that no other side is on: 1, 10 or 100 for each."""
    tables, cells, total = position.tables, position.cells, 0
    for at in range(tables.through_starts[point], tables.through_starts[point + 1]):
        line = tables.through[at]
        worth = 1
        for place in range(tables.starts[line], tables.starts[line + 1]):
            stone = cells[tables.members[place]]
            if stone:
                worth *= 10 * (stone == side)
        total += worth
    return total
