"""What the console knows of a person's moves: the coach shows what each leads to, a hint is one best move.

While a person is to move the engine searches the position in slices, as for a move of its own. Loaded when asked for.
"""

import micropython

from glowgrid.console.palette import CYAN, ESTIMATE, GREEN, OFF, RED, YELLOW
from glowgrid.console.view import NOTHING
from glowgrid.search import DRAWN, NO_POINT, Limits
from glowgrid.search.exact import m_hat
from glowgrid.search.state import DRAW

LOSES, HOLDS, WINS = 1, 2, 3  # marks: as many lights as a point of four LEDs gets beside its own; 0: not known
ESTIMATED = 4  # ESTIMATED + 1..3: poor, even, good, as playouts say
COLOURS = (OFF, RED, YELLOW, GREEN, OFF, ESTIMATE + 1, ESTIMATE + 2, ESTIMATE + 3)
RHYTHMS = 0, 0b1000000010000000, 0b1111111100000000, 0b1111101011111010, 0b1111111111111100  # by mark: when its LED is lit
GOOD, EVEN = 2, 12  # percent that a move may be behind the best to be called so

COACH_MS = 60_000  # on the Pico; what is not known by then stays so, and the Pico rests
HINT_MS = 1_500  # for a proven hint; one that is an estimate takes as long again as the engine's strongest move
_NOTED = 12  # points looked up after a slice: 2 ms
_TO_START, _EVERY, _BEST, _RESTING = range(4)  # stages


class Coach:
    """Advice on the position of a match, for the side to move.

    marks       what is known of each point (bytearray)
    swap_mark   what is known of taking the first stone over; 0 also where it may not be
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
        self._estimate = getattr(self.engine, "estimate", None)  # once: a bound method is an allocation
        self.forget()

    def forget(self):
        """The position has changed: nothing is known, nobody has asked."""
        for point in range(len(self.marks)):
            self.marks[point] = 0
        self.hint = NO_POINT
        self.swap_mark = self.hint_mark = self.hint_plies = 0
        self.hint_percent = -1
        self.asked = False
        self._stage = _TO_START
        self._won = False  # is a move known that wins at once?
        self._taken = self.position.may_be_taken_over()
        self._settled = False  # are the engine's outcomes all that can be known?
        self._unnoted = 0  # points to look up yet
        self._best = 0  # estimate of a move, in the last round over the points
        self._begin_round()

    def ask(self):
        """Seek a hint, unless there is one."""
        if self.hint == NO_POINT:
            self.asked = True

    def percent(self, point):
        """The engine's estimate for a move: percent of the playouts that it wins; -1 if there is none."""
        return self._estimate(point) if self._estimate else -1

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
                if self._settled:
                    self._begin_round()
            if self._unnoted:
                count = min(_NOTED, self._unnoted)
                self._note(count)
                self._unnoted -= count
            if self.asked and not (self._settled and self._unnoted):
                self._seek()
        elif self._stage == _BEST and engine.step(engine.slice_nodes):
            self._take_best()

    def _note(self, count):
        """Look up what is known of the next `count` points."""
        cells, marks = self.position.cells, self.marks
        for _ in range(count):
            point = self._at
            if not cells[point]:
                marks[point] = self._mark(point) or marks[point]
                if marks[point] == WINS and self.engine.plies(point) == 1:
                    self._won = True
            self._at = point + 1
            if self._at == len(marks):
                self._end_round()

    def _begin_round(self):
        self._at = 0
        self._highest = 0  # estimate of a move, in this round over the points
        self._top = 0  # best outcome of a move
        self._open = False  # is there a move whose outcome is not known?

    def _end_round(self):
        """All points have been looked up. The first stone, taken over, is worth the contrary of the best answer to it."""
        self._best = self._highest
        if self.position.may_swap():
            if self._top == WINS or not self._open:
                self.swap_mark = WINS + LOSES - self._top
            elif self._best:
                self.swap_mark = self._level(100 - self._best)
        self._begin_round()

    def _at_most(self, worth, both):
        """A first stone that may be taken over is worth at most the contrary of what it is; `both` is the two together."""
        return min(worth, both - worth) if self._taken else worth

    def _mark(self, point):
        outcome = self.engine.outcome(point)
        if outcome:
            mark = self._at_most(WINS if outcome == self.position.to_move else HOLDS if outcome == DRAWN else LOSES, WINS + LOSES)
            self._top = max(self._top, mark)
            return mark
        self._open = True
        percent = self.percent(point)
        if percent < 0:
            return 0
        percent = self._at_most(percent, 100)
        self._highest = max(self._highest, percent)
        return self._level(percent)

    def _level(self, percent):
        """The mark of an estimate: how far is it behind the best that can be done?"""
        best = max(self._best, self._highest)
        if best and self.position.may_swap():
            best = max(best, 100 - best)
        behind = best - percent
        return ESTIMATED + 1 + (behind <= EVEN) + (behind <= GOOD)

    def _seek(self):
        """Take a hint from the outcomes as soon as they tell; where they do not, search for a move as the engine does."""
        engine = self.engine
        late = engine.nodes >= HINT_MS * 1000 // engine.node_us
        if not (self._settled or late or self._won or self._taken):
            return
        if not self._taken and m_hat(engine, self.position, self._listed):
            self._take_listed()
        elif self._settled or late or self._taken:  # of first stones the engine seeks one that is hard to choose by
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
            mark = WINS if engine.score > DRAW else HOLDS if engine.score == DRAW else LOSES
            self.hint_mark = self._at_most(mark, WINS + LOSES)
        else:
            self.hint_mark = ESTIMATED + HOLDS  # half on, half off
            self.hint_percent = self._at_most(self.percent(engine.best), 100)
            if self.hint != engine.best:
                self.hint_percent = 100 - self.hint_percent  # what it leaves to the other side
        self.asked = False
        self._stage = _RESTING if self._settled else _TO_START

    # Picture ------------------------------------------------------------------------------------

    def draw(self, frame, view, phase):
        """Paint what is known; `phase` counts eighths of a second."""
        marks, colours = self.marks, self._colours
        for mark in range(len(COLOURS)):
            colours[mark] = led_colour(mark, phase)
        if view.block > 1:
            colours[LOSES] = colours[HOLDS] = colours[WINS] = NOTHING
            for point in range(len(marks)):
                if 0 < marks[point] < ESTIMATED:
                    draw_quarters(frame, view, point, marks[point], COLOURS[marks[point]])
        view.dots(frame, marks, colours)
        if self.swap_mark:
            self._draw_swap(frame, view, phase)
        if self.hint != NO_POINT:
            self._draw_hint(frame, view, phase)

    def _draw_swap(self, frame, view, phase):
        """What taking the first stone over leads to, on the stone, which shines through."""
        mark = self.swap_mark
        point = self.position.history[0]
        if view.block > 1 and mark < ESTIMATED:
            draw_quarters(frame, view, point, mark, COLOURS[mark])
        elif led_colour(mark, phase) not in (OFF, NOTHING):
            view.dot(frame, point, COLOURS[mark])

    def _draw_hint(self, frame, view, phase):
        """The mark of the hint, blinking fast; where a point has one LED it is longer on the better the move is."""
        mark = self.hint_mark
        estimated = mark > ESTIMATED
        view.fill(frame, self.hint, OFF)
        if view.block > 1 and not estimated:
            if phase % 2 == 0:
                draw_quarters(frame, view, self.hint, mark, COLOURS[mark])
        elif phase % 4 < mark % ESTIMATED:
            view.dot(frame, self.hint, CYAN if estimated else COLOURS[mark])


def led_colour(mark, phase):
    """What a point's own LED shows in an eighth of a second, a rhythm for each kind of mark; NOTHING: as without a coach.

    A win winks twice a second, a draw blinks slowly, a loss flashes, an estimate winks every two seconds. In a block the
    other LEDs tell outcomes.
    """
    rhythm = RHYTHMS[min(mark, ESTIMATED)]
    if not mark % ESTIMATED:
        return NOTHING
    return COLOURS[mark] if rhythm >> 15 - phase % 16 & 1 else NOTHING if mark == HOLDS else OFF


def draw_quarters(frame, view, point, count, colour):
    """Paint quarters of a block, but not that of `view.dot`: 1 the last, 2 those beside it, 3 all; no stone looks so."""
    _quarters(view.corner[point], view.row, view.block, count, colour, frame)


@micropython.viper
def _quarters(corner: int, row: int, block: int, count: int, colour: int, frame: ptr8):
    half = block >> 1
    y = 0
    while y < block:
        x = 0
        while x < block:
            last = 0
            if x >= half:
                last = 1
            if y >= half:
                last += 1
            if last and (count == 3 or count == 3 - last):
                frame[corner + x] = colour
            x += 1
        corner += row
        y += 1
