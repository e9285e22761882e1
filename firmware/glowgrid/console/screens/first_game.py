"""A guided game: hints are lit, and the other sides let the person win.

The first start plays one of tic-tac-toe before the menu. The first choice of some other games offers one (offer.py).
"""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.match import ADVICE, PERSON, Match
from glowgrid.console.palette import GREEN, OFF, STONE
from glowgrid.console.screen import BACK
from glowgrid.console.screens.blocks import ON_LARGE_FIELDS
from glowgrid.console.screens.coach import COACH_WORK, Coach
from glowgrid.console.screens.play import LEAVING, Play
from glowgrid.console.seats import Level
from glowgrid.search import NO_MOVE, Limits

GAME = "tic-tac-toe"
_REMIND_MS = 6000  # without a press, after the words
_BLOCK = 1000  # what it is worth to stop another side from completing a line


def begin(app, now_ms):
    """The first start: go to the game, or to the menu without it."""
    for game in app.offered:
        if game.name == GAME:
            match = match_of(game, EasyLines)
            app.go(FirstGame(app, match, LineHints(match), app.open_menu))
            return
    app.open_menu(now_ms)


class FirstGame(Play):
    """Plays the match of a person with `hints` once; the back key skips it. Then `on_end`, an action, goes on.

    Nothing of the match is saved or counted. At the first start, the first press makes it the only time.
    """

    NAME = "first game"
    LOOK_MS = 1000

    def __init__(self, app, match, hints, on_end):
        super().__init__(app, match=match)
        self.coach = hints
        self.on_end = on_end
        self._goal, self._colour = _goal(app, match)
        self._good = "what flashes" if app.panel.mono else "green"
        self._said = self._goal
        self._ends = False  # whether the last words have begun
        self._steps = None  # what is still to do before `on_end`

    def help(self):
        if self.position.is_over():
            return "%s: go on" % ("select" if self.points is None else "any key")
        how = "arrows and select" if self.points is None else "press a lit key"
        leave = "back and undo together" if self.points is not None and self.needs_chord() else "back"
        return "%s   %s; %s is a good one   %s: leave" % (self._goal, how, self._good, leave)

    def words(self):
        if self.pausing:
            return "", None
        if not self.position.is_over():
            said, self._said = self._said, ""
            return said, self._colour
        self._ends = True
        return ("you win", None) if self.position.winner == 1 else load.words.result(self.seen, self.app.panel.sides)

    def open(self, now_ms):
        super().open(now_ms)
        self._quiet_from = now_ms

    def press(self, key, role, now_ms):
        self._quiet_from = now_ms
        settings = self.app.settings
        if settings.fresh:
            settings.fresh = settings.knows_pause = False
            settings.two_presses = ON_LARGE_FIELDS  # people used to arrows keep them
            self.app.saving.settings_changed(now_ms)
        super().press(key, role, now_ms)

    def hold(self, key, now_ms):
        if self.app.keypad.roles[key] == BACK:  # a beginner may hold any other key
            super().hold(key, now_ms)

    def changed(self, now_ms):
        self._quiet_from = now_ms
        self.app.panel.redraw = True

    def work(self, now_ms):
        super().work(now_ms)
        if self.app.panel.words:
            self._quiet_from = now_ms
        elif self._ends:
            self._pause()
        elif not self.position.is_over() and since(now_ms, self._quiet_from) >= _REMIND_MS:
            self._quiet_from = now_ms
            self._said = "press select" if self.points is None else "press " + self._good
            self.app.panel.look(now_ms)

    def leave(self, now_ms):
        if self._steps is None:
            self._pause()
            self.state = LEAVING
            self.match.drop_engine()
            self.coach = None
            self.in_match = False
            self.app.panel.redraw = True
            self._steps = load.steps_to_menu()
        for _ in self._steps:
            return
        self.on_end(now_ms)


def match_of(game, kind, size=None):
    """Return a match that a person begins, against a side of the class `kind` at each other seat.

    It has no hint and coach but its own, and the first stone stays. size: the first one if None.
    """
    size = game.sizes[0] if size is None else size
    match = Match(game, size, [PERSON] * game.sides, swap=False)
    for side in range(1, game.sides):
        match.sitting[side] = kind(1)
    match.without = ADVICE
    return match


class EasyLines(Level):
    """Neither completes a line nor blocks one while it has another move. No engine plays."""

    needs_engine = False

    def looking_at(self, match):
        return NO_MOVE

    def search(self, match):
        """There is no need."""

    def step(self, match):
        if self._found is not None:
            return True
        self._found = self.chosen(match)
        return False

    def chosen(self, match):
        return _chosen(match.position, min, 100 * _BLOCK)  # any block is better


class EasyGroups(Level):
    """Makes a move after which the person can win, while there is one.

    Its engine has to solve the field: Hex 3, at once.
    """

    def search(self, match):
        match.engine.start(match.position, Limits(COACH_WORK), True)

    def chosen(self, match):
        position, verdict = match.position, match.engine.verdict
        move, longest = verdict.best, -1
        for point in range(position.points):
            if verdict.outcome(point) == 1 and verdict.plies_to(point) > longest:
                longest, move = verdict.plies_to(point), point
        return move


class Hints(Coach):
    """Each position has a hint, drawn as a whole point."""

    def forget(self):
        super().forget()
        self.ask()

    def draw(self, frame, view, phase, draw=None):
        """draw: how a Coach draws, where this blinks at half the pace."""
        if self.hint != NO_MOVE:
            view.fill(frame, self.hint, OFF if (phase // 2 if draw else phase) % 2 else GREEN)


class LineHints(Hints):
    """The hint is there at once: the point that gets furthest on the lines through it, or keeps others from it.

    Against EasyLines it is as good as any move; a test compares it with the solved values.
    """

    def ask(self):
        if not self.match.engine_to_move() and not self.position.is_over():
            self.hint = _chosen(self.position, max, 5 * _BLOCK)

    def work(self, phase=0):
        pass


def _chosen(position, extreme, completing):
    """Return the move of the most worth (extreme: max) or the least (min) to the side to move.

    Each line through a point that is not blocked counts: 1 with no stone on it, 10 with one, _BLOCK with two; those
    without stones of others five times, but `completing` for one to complete.
    """
    tables, cells, me = position.tables, position.cells, position.to_move
    worths = [0] * position.points
    for line in range(len(tables.starts) - 1):
        points = tables.members[tables.starts[line] : tables.starts[line + 1]]
        side = stones = 0
        for point in points:
            stone = cells[point]
            if stone:
                stones += 3 if side and stone != side else 1
                side = stone
        if stones < 3:
            worth = (1, 10, _BLOCK)[stones]
            if side in (0, me):
                worth = completing if stones == 2 else 5 * worth
            for point in points:
                worths[point] += worth
    legal = [point for point in range(position.points) if position.is_legal(point)]
    return extreme(legal, key=lambda point: worths[point])


def _goal(app, match):
    """Return what the person has to do, and the colour of these words; None if all sides have to do the same."""
    goals = match.game.goals(match.size)
    if goals.count(goals[0]) == len(goals):
        return goals[0], None
    return "%s: %s" % (app.panel.sides[1], goals[0]), STONE + 1
