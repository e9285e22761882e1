"""What the console knows of a person's moves: the coach shows what each leads to, a hint is one best move.

While a person is to move the engine searches the position in slices, as for a move of its own. Loaded when asked for.
"""

import micropython

from glowgrid.console.palette import CYAN, ESTIMATE, GREEN, OFF, RED, YELLOW
from glowgrid.search import DRAWN, NO_POINT, Limits
from glowgrid.search.exact import m_hat
from glowgrid.search.state import DRAW

LOSES, HOLDS, WINS = 1, 2, 3  # marks: as many lights as a point of four LEDs gets beside its own; 0: not known
ESTIMATED = 4  # ESTIMATED + 1..3: poor, even, good, as playouts say
COLOURS = (OFF, RED, YELLOW, GREEN, OFF, ESTIMATE + 1, ESTIMATE + 2, ESTIMATE + 3)
GOOD, EVEN = 2, 12  # percent that a move may be behind the best to be called so

COACH_MS = 60_000  # on the Pico; what is not known by then stays so, and the Pico rests
HINT_MS = 1_500  # for a proven hint; one that is an estimate takes as long again as the engine's strongest move
_NOTHING = 255  # no colour: leave the LED as it is
_NOTED = 12  # points looked up after a slice: 2 ms
_TO_START, _EVERY, _BEST, _RESTING = range(4)  # stages


class Coach:
    """Advice on the position of a match, for the side to move.

    marks       what is known of each point (bytearray)
    hint        the move to show (the first stone: take it over), or NO_POINT; hint_mark, hint_plies (0: unknown) and, of an
                estimate, hint_percent say what it leads to
    asked       a hint was asked for and is being sought
    """

    def __init__(self, match):
        self.match = match
        self.position = match.position
        self.engine = match.engine
        self.marks = bytearray(self.position.points)
        self._listed = bytearray(self.position.points)
        self._colours = bytearray(len(COLOURS))  # what each mark looks like now
        self.forget()

    def forget(self):
        """The position has changed: nothing is known, nobody has asked."""
        for point in range(len(self.marks)):
            self.marks[point] = 0
        self.hint = NO_POINT
        self.hint_mark = self.hint_plies = 0
        self.hint_percent = -1
        self.asked = False
        self._stage = _TO_START
        self._won = False  # is a move known that wins at once?
        self._settled = False  # are the engine's outcomes all that can be known?
        self._unnoted = 0  # points to look up yet
        self._at = 0
        self._best = self._highest = 0  # of the estimates: in the last round over the points, and in this one

    def ask(self):
        """Seek a hint, unless there is one."""
        if self.hint == NO_POINT:
            self.asked = True

    def percent(self, point):
        """The engine's estimate for a move: percent of the playouts that it wins; -1 if there is none."""
        estimate = getattr(self.engine, "estimate", None)
        return estimate(point) if estimate else -1

    # Thinking -----------------------------------------------------------------------------------

    def work(self):
        """One slice, if there is anything to find out."""
        engine = self.engine
        if self._stage == _TO_START:
            if self.asked or self.match.coach:
                milliseconds = COACH_MS if self.match.coach else HINT_MS
                engine.start(self.position, Limits(milliseconds * 1000 // engine.node_us), True)
                self._stage = _EVERY
        elif self._stage == _EVERY:
            if not self._settled:
                self._settled = engine.step(engine.slice_nodes)
                self._unnoted = len(self.marks)
            if self._unnoted:
                self._note(_NOTED)
                self._unnoted = max(self._unnoted - _NOTED, 0)
            if self.asked and not (self._settled and self._unnoted):
                self._seek()
        elif self._stage == _BEST and engine.step(engine.slice_nodes):
            self._take_best()

    def _note(self, count):
        """Look up what is known of the next `count` points."""
        cells, marks = self.position.cells, self.marks
        for _ in range(count):
            point = self._at
            self._at = (point + 1) % len(marks)
            if not point:
                self._best, self._highest = self._highest, 0
            if not cells[point]:
                marks[point] = self._mark(point) or marks[point]
                if marks[point] == WINS and self.engine.plies(point) == 1:
                    self._won = True

    def _mark(self, point):
        outcome = self.engine.outcome(point)
        if outcome:
            return WINS if outcome == self.position.to_move else HOLDS if outcome == DRAWN else LOSES
        percent = self.percent(point)
        if percent < 0:
            return 0
        self._highest = max(self._highest, percent)
        behind = max(self._best, self._highest) - percent
        return ESTIMATED + 1 + (behind <= EVEN) + (behind <= GOOD)

    def _seek(self):
        """Take a hint from the outcomes as soon as they tell; where they do not, search for a move as the engine does."""
        engine = self.engine
        late = engine.nodes >= HINT_MS * 1000 // engine.node_us
        if not (self._settled or late or self._won):
            return
        if m_hat(engine, self.position, self._listed):
            self._take_listed()
        elif self._settled or late:
            engine.start(self.position, Limits(HINT_MS * 1000 // engine.node_us, seed=self.match.seed))
            self._stage = _BEST

    def _take_listed(self):
        """Of the best moves the one that wins soonest, or loses latest; the first of them."""
        engine, me = self.engine, self.position.to_move
        best = NO_POINT
        for point in range(len(self._listed)):
            if self._listed[point]:
                outcome, plies = engine.outcome(point), engine.plies(point)
                better = plies > self.hint_plies
                if outcome == me and plies and self.hint_plies:  # 0: not known in how many
                    better = plies < self.hint_plies
                if best == NO_POINT or better:
                    best, self.hint_plies = point, plies
        self.hint = best
        self.hint_mark = WINS if outcome == me else HOLDS if outcome == DRAWN else LOSES
        if self.hint_mark == LOSES and self.position.may_swap():
            self.hint, self.hint_mark, self.hint_plies = self.position.history[0], WINS, 0
        self.asked = False

    def _take_best(self):
        engine = self.engine
        self.hint = engine.best
        if self.position.may_swap() and engine.swap:
            self.hint = self.position.history[0]  # the stone to take over
        if engine.proven and self.position.sides == 2:
            self.hint_mark = WINS if engine.score > DRAW else HOLDS if engine.score == DRAW else LOSES
        else:
            self.hint_mark = ESTIMATED + HOLDS  # half on, half off
            self.hint_percent = self.percent(engine.best)
        self.asked = False
        self._stage = _RESTING if self._settled else _TO_START

    # Picture ------------------------------------------------------------------------------------

    def draw(self, frame, view, phase):
        """Paint what is known; `phase` counts eighths of a second."""
        marks, colours = self.marks, self._colours
        blocks = view.block > 1
        for mark in range(len(COLOURS)):
            colours[mark] = _colour_of_led(mark, phase)
        if blocks:
            colours[LOSES] = colours[HOLDS] = colours[WINS] = _NOTHING
            for point in range(len(marks)):
                if 0 < marks[point] < ESTIMATED:
                    view.lights(frame, point, marks[point], COLOURS[marks[point]])
        _paint(marks, len(marks), colours, view.corner, frame)
        if self.hint != NO_POINT:
            self._draw_hint(frame, view, phase)

    def _draw_hint(self, frame, view, phase):
        """The mark of the hint, blinking fast; where a point has one LED it is longer on the better the move is."""
        mark = self.hint_mark
        estimated = mark > ESTIMATED
        view.fill(frame, self.hint, OFF)
        if view.block > 1 and not estimated:
            if phase % 2 == 0:
                view.lights(frame, self.hint, mark, COLOURS[mark])
        elif phase % 4 < mark % ESTIMATED:
            view.dot(frame, self.hint, CYAN if estimated else COLOURS[mark])


def _colour_of_led(mark, phase):
    """What a point's own LED shows: a win burns, a draw blinks slowly, a loss flashes.

    An estimate burns too, but never as bright as what is proven. In a block outcomes are told by its other LEDs.
    """
    if mark == HOLDS:
        return COLOURS[mark] if phase % 16 < 8 else _NOTHING
    if mark == LOSES:
        return COLOURS[mark] if phase % 8 == 0 else OFF
    return COLOURS[mark] if mark % ESTIMATED else _NOTHING


@micropython.viper
def _paint(marks: ptr8, points: int, colours: ptr8, corner: ptr16, frame: ptr8):
    """The LED of each point in the colour of its mark; in Python 196 points take 12 ms."""
    point = 0
    while point < points:
        colour = int(colours[int(marks[point])])
        if colour < 255:
            frame[int(corner[point])] = colour
        point += 1
