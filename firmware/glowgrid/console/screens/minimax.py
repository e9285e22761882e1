"""Minimax, step by step: right takes the next step of the search of search/minimax.py, left goes back by one.

The field is tic-tac-toe with few points left. Stones that the search has placed are bright; the stone it tries blinks.
What it knows of the moves of this ply is on their points, as the coach shows it to the side to move there.
"""

from glowgrid import overlay, search
from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.palette import BRIGHT, DIM, OFF, SILVER, STONE
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UNDO, UP, Screen
from glowgrid.rules.notation import point_name

GAME = "tic-tac-toe"
EXAMPLES = b"\7\0\3\5\x08\6", b"\3\1\6\x08\7", b"\6\5\4\3"  # moves played before: 3, 4 and 5 points are left
BLINK_MS = 240


def setting_up(app):
    """Make room, then go to the lesson; yield between steps."""
    yield  # answer the press first
    overlay.make_room(app.match)
    yield
    try:
        for steps in search.loading_steps():
            yield
        load.ahead("coach_picture")
        load.ahead("view")
        yield
        for game in app.offered:
            if game.name == GAME:
                app.go(MinimaxSteps(app, game, steps))
    except MemoryError:
        give_up(app)


def give_up(app):
    """Memory is short: say so and go to the menu. The match under way loses nothing by that."""
    app.warn(app.open_menu, ["minimax: too large for what memory is left"])


class MinimaxSteps(Screen):
    """Shows the search after `taken` steps.

    example   the place in EXAMPLES; pruned: whether the search skips what cannot matter
    steps     the search (search/minimax_steps.py), made once there is time, or None; `taken` of its notes are looked at
    ply       number of stones of the search that are on the field
    placed    placed[point]: the side of such a stone, or 0
    tried     positions looked at so far
    counts    by `pruned`: how many a whole search of this example has looked at; 0: not known yet
    """

    NAME = "minimax"
    PERIOD = BLINK_MS
    LOOK_MS = 2500
    ARROWS = True

    def __init__(self, app, game, search):
        """search: search/minimax_steps.py."""
        super().__init__(app)
        self._search = search
        self._picture = load.coach_picture
        self._sides = app.panel.sides
        self._game = game
        self._choose(0)

    def _choose(self, example):
        """Begin with an example."""
        self.example = example % len(EXAMPLES)
        self.position = self._game.setup()
        for move in EXAMPLES[self.example]:
            self.position.play(move)
        self.view = load.view.FieldView(self.position.field, self.app.panel.width, self.app.panel.height)
        self.counts = [0, 0]
        self._begin(True)

    def _begin(self, pruned):
        """Begin the search of this example."""
        self.pruned, self.steps = pruned, None
        self.placed = bytearray(self.position.points)
        self.taken = 0
        self._marks = [bytearray(self.position.points) for _ in range(self.position.empty + 1)]  # by ply
        self._look()

    def open(self, now_ms):
        super().open(now_ms)
        self._blink_from = now_ms

    def press(self, key, role, now_ms):
        self._blink_from = now_ms
        try:
            self._obey(role, now_ms)
        except MemoryError:
            give_up(self.app)

    def _obey(self, role, now_ms):
        if role == RIGHT:
            self._go_on()
        elif role in (LEFT, UNDO):
            self.taken = max(self.taken - 1, 0)
            self._look()
        elif role == SELECT:
            self._begin(not self.pruned)
        elif role in (UP, DOWN):
            self._choose(self.example + (1 if role == DOWN else -1))
        elif role == BACK:
            self.app.soon(self.app.open_menu)

    def work(self, now_ms):
        if not self.steps:
            try:
                self._prepare()
            except MemoryError:
                give_up(self.app)

    def _prepare(self):
        self.steps = self.steps or self._search.Steps(self.position, self.pruned)

    def _go_on(self):
        self._prepare()
        if self.taken * self._search.NUMBERS == len(self.steps.notes) and not self.steps.take():
            return
        self.taken += 1
        self._look()
        if self.kind == self._search.DONE:
            self.counts[self.pruned] = self.tried

    def _look(self):
        """Find out from the notes what there is to see after `taken` steps."""
        search, notes = self._search, self.steps.notes if self.steps else b""
        self.ply = self.tried = self.score = 0
        self.kind, self.move, self.window = search.DONE, -1, (0, search.HIGHEST)
        clear(self.placed)
        clear(self._marks[0])
        for at in range(0, self.taken * search.NUMBERS, search.NUMBERS):
            self.kind, ply, self.move, self.score = notes[at : at + 4]
            self.window = notes[at + 4], notes[at + 5]
            if self.kind == search.DEEPER:
                self.placed[self.move] = self._side(ply)
                self.ply = ply + 1
                clear(self._marks[self.ply])
            elif self.kind in (search.SCORED, search.BACK):
                self.placed[self.move] = 0
                self.ply = ply
                self._marks[ply][self.move] = self._mark(self.score, self._side(ply))
            self.tried += self.kind in (search.DEEPER, search.SCORED)

    def _side(self, ply):
        """Return the side to move after so many plies of the search."""
        first = self.position.to_move
        return first if ply % 2 == 0 else 3 - first

    def _mark(self, score, side):
        """Return how the coach marks a move of this side."""
        winner = self.steps.winner(score)
        return self._picture.HOLDS if not winner else self._picture.WINS if winner == side else self._picture.LOSES

    # In words -------------------------------------------------------------------------------------

    def words(self):
        return self._event() if self.taken else "right: a step", STONE + self._side(self.ply)

    def help(self):
        keys = "right, left: step   select: %s   up, down: another field   back: menu"
        keys %= "without skipping" if self.pruned else "with skipping"
        if not self.taken:
            return "%s to move, %d points left   %s" % (self._sides[self.position.to_move], self.position.empty, keys)
        said = "step %d: %s" % (self.taken, self._event())
        low, high = self.window
        if low >= high:
            said += "   alpha has reached beta: what is left of this ply cannot matter"
        elif self.pruned:
            said += "   for %s at least (alpha) %s, at most (beta) %s" % (
                self._sides[self.position.to_move],
                self._worth(low) if low else "not known",
                self._worth(high) if high < self._search.HIGHEST else "not known",
            )
        said += "   %d looked at" % self.tried
        other = self.counts[not self.pruned]
        if self.kind == self._search.DONE and other:
            said += ", %d %s skipping" % (other, "without" if self.pruned else "with")
        return said + "   " + keys

    def _event(self):
        """Return what the last step does, in words."""
        search, side = self._search, self._sides[self._side(self.ply)]
        if self.kind == search.SKIPPED:
            return "%s skips the rest: it cannot matter" % side
        name = point_name(self.position.field, self.move)
        if self.kind == search.DEEPER:
            return "%s tries %s" % (self._sides[self._side(self.ply - 1)], name)
        if self.kind == search.SCORED:
            return "%s tries %s: %s" % (side, name, self._worth(self.score))
        if self.kind == search.BACK:
            return "%s back: %s" % (name, self._worth(self.score))
        return "best is %s: %s" % (name, self._worth(self.score))

    def _worth(self, score):
        """Return a score in words."""
        winner = self.steps.winner(score)
        return self._sides[winner] + " wins" if winner else "draw"

    # On the lights --------------------------------------------------------------------------------

    def draw(self, frame, now_ms):
        position, view, search = self.position, self.view, self._search
        on = since(now_ms, self._blink_from) // BLINK_MS % 2 == 0
        side, marks = self._side(self.ply), self._marks[self.ply]
        free = DIM + side
        if self.taken and self.kind == search.SKIPPED:
            free = SILVER if on else OFF
        for point in range(position.points):
            owner, blinks = self.placed[point], point == self.move and not on
            if position.cells[point]:
                view.stone(frame, point, position.cells[point], STONE + position.cells[point])
            elif owner and not (blinks and self.kind == search.DEEPER):
                view.stone(frame, point, owner, BRIGHT + owner)
            elif marks[point]:
                self._draw_mark(frame, point, marks[point], not blinks)
            elif not owner:
                view.dot(frame, point, free)
        if self.taken and self.kind == search.SCORED and on:
            view.stone(frame, self.move, side, BRIGHT + side)

    def _draw_mark(self, frame, point, mark, on):
        """Paint what a move leads to; the one just judged blinks."""
        colour = self._picture.COLOURS[mark] if on else OFF
        if self.view.block > 1:
            self._picture.draw_quarters(frame, self.view, point, mark, colour)
        else:
            self.view.dot(frame, point, colour)


def clear(marks):
    """Set all bytes to 0."""
    for at in range(len(marks)):
        marks[at] = 0
