"""What the console knows of a person's moves: the coach shows what each move leads to, a hint shows one best move.

While a person is to move, the engine searches the position in slices, as it does for a move of its own. All that is
shown is read from its verdict (search/verdict.py).
"""

import micropython

from glowgrid.answers import m_hat
from glowgrid.console.palette import CYAN, ESTIMATE, GREEN, OFF, RED, YELLOW
from glowgrid.console.view import NOTHING
from glowgrid.search import DRAWN, NO_ESTIMATE, NO_MOVE, Limits

LOSES, HOLDS, WINS = 1, 2, 3  # marks: as many lights as a point of four LEDs gets beside its own; 0: not known
ESTIMATED = 4  # ESTIMATED + 1..3: poor, even, good, as playouts say
COLOURS = (OFF, RED, YELLOW, GREEN, OFF, ESTIMATE + 1, ESTIMATE + 2, ESTIMATE + 3)
# By mark: in which sixteenths of two seconds its LED is lit.
RHYTHMS = 0, 0b1000000010000000, 0b1111111100000000, 0b1111101011111010, 0b1111111111111100
GOOD, EVEN = 2, 12  # a move that is at most so many percent behind the best is called good, even

COACH_WORK = 60_000_000  # work units for all moves; what is not known by then stays unknown, and the Pico rests
HINT_WORK = 1_500_000  # for a proven hint; one that is an estimate takes as many again
_LATE = 256  # later than any ply that is known
_TURN = 12  # eighths of a second from a ply of the dial to the next
_FLASH = 3  # so long it tells how many they are
_NOTED = 12  # moves looked up after a slice
_NOTE_WORK = 7_000  # what that takes, 2 ms, in work units
_TO_START, _ALL_MOVES, _BEST_MOVE, _RESTING = range(4)  # what the engine is asked for now


class Coach:
    """Advice on the position of a match, for the side to move.

    marks      what is known of each move (bytearray)
    hint       the move to show, or NO_MOVE; hint_mark, hint_plies (0: unknown), hint_percent (an estimate, else -1)
               say what it leads to
    asked      whether a hint was asked for and is being sought
    complete   whether all that can be known of the moves is in `marks`
    within     the dial: only wins and losses within so many plies are marked, one ply more from time to time, and as
               many points flash; 0 without it
    """

    def __init__(self, match):
        self.match = match
        self.position = match.position
        self.engine = match.engine
        self._verdict = match.engine.verdict
        self._slice = max(match.tick_work - _NOTE_WORK, match.tick_work // 2)  # a slow chip does little in a tick
        self.marks = bytearray(self.position.moves)
        self._best_moves = bytearray(self.position.moves)
        self._colours = bytearray(len(COLOURS))  # what each mark looks like now
        self.forget()

    def forget(self):
        """The position has changed: nothing is known, nobody has asked."""
        for move in range(len(self.marks)):
            self.marks[move] = 0
        self.hint = NO_MOVE
        self.hint_mark = self.hint_plies = 0
        self.hint_percent = -1
        self.asked = self.complete = False
        self._stage = _TO_START
        self._searched = False  # whether the search of all moves has ended
        self._won = False  # whether a move is known that wins at once
        self._unnoted = 0  # moves to look up yet
        self.within = 1 if self.match.dial else 0
        self._turn_at = -1  # when the dial goes on; -1: not known yet
        self._depth = 0  # plies that the search of all moves knows whole
        self._best = 0  # the highest estimate in the last round over the moves
        self._begin_round()

    def ask(self):
        """Seek a hint, unless there is one."""
        if self.hint == NO_MOVE:
            self.asked = True

    def percent(self, move):
        """Return the engine's estimate of a move, the percent of playouts that it wins; -1 if there is none."""
        estimate = self._verdict.percent(move)
        return -1 if estimate == NO_ESTIMATE else estimate

    def outcome_mark(self, move):
        """Return the mark of a move's outcome; 0 if the outcome is unknown."""
        outcome = self._verdict.outcome(move)
        if not outcome:
            return 0
        return WINS if outcome == self.position.to_move else HOLDS if outcome == DRAWN else LOSES

    # Thinking -----------------------------------------------------------------------------------

    def work(self, phase=0):
        """Do one slice, if there is anything to find out; `phase` counts eighths of a second, for the dial."""
        if self.within:
            self._turn(phase)
        if self._stage == _TO_START:
            if self.asked or self.match.coach:
                self.engine.start(self.position, Limits(COACH_WORK if self.match.coach else HINT_WORK), True)
                self._searched = self.complete = False
                self._stage = _ALL_MOVES
        elif self._stage == _ALL_MOVES:
            if self.asked and self._can_answer():
                self._answer()
            else:
                self._search_all_moves()
        elif self._stage == _BEST_MOVE and self.engine.step(self._slice):
            self._take_best()

    def _search_all_moves(self):
        if not self._searched:
            self._searched = self.engine.step(self._slice)
            self._unnoted = len(self.marks)
            if self._searched:
                self._unnoted *= 2  # a round to find the best estimate, a round to compare with it
                self._begin_round()
        self._depth = self._verdict.depth
        count = min(_NOTED, self._unnoted)
        self._note(count)
        self._unnoted -= count
        self.complete = self._searched and not self._unnoted

    def _note(self, count):
        """Look up what is known of the next `count` moves."""
        marks = self.marks
        for _ in range(count):
            move = self._at
            marks[move] = self._mark(move) or marks[move]
            if marks[move] == WINS and self._verdict.plies[move] == 1:
                self._won = True
            self._at = move + 1
            if self._at == len(marks):
                self._best = self._highest
                self._begin_round()

    def _begin_round(self):
        self._at = 0
        self._highest = 0  # the highest estimate so far in this round over the moves

    def _mark(self, move):
        mark = self.outcome_mark(move)
        if self.within:
            return mark if mark != HOLDS and 0 < self._verdict.plies_to(move) <= self.within else 0
        if mark:
            return mark
        percent = self.percent(move)
        if percent < 0:
            return 0
        self._highest = max(self._highest, percent)
        behind = max(self._best, self._highest) - percent
        return ESTIMATED + 1 + (behind <= EVEN) + (behind <= GOOD)

    def _can_answer(self):
        """Return whether it is time for a hint: a move is known to win, or the time for outcomes is over."""
        return self._won or self._searched or self._verdict.work >= HINT_WORK

    def _answer(self):
        """Take a hint from the outcomes; if they do not tell, search for a move as the engine does."""
        if not self._take_from_outcomes():
            self.engine.start(self.position, Limits(HINT_WORK, seed=self.match.seed))
            self._stage = _BEST_MOVE

    def _take_from_outcomes(self):
        """Take the best move that wins soonest or loses latest; return False if none is known.

        Where nobody knows how soon, take the one that the engine would play. If all lose, it has yet to look for that.
        """
        if not m_hat(self._verdict, self.position, self._best_moves):
            return False
        best = NO_MOVE
        for move in range(len(self._best_moves)):
            if self._best_moves[move] and (best == NO_MOVE or self._is_better(move, best)):
                best = move
        if not self._verdict.plies_to(best):
            if self.outcome_mark(best) == LOSES:
                return False
            choice = self._verdict.best
            if choice != NO_MOVE and self._best_moves[choice]:
                best = choice
        self._take(best, self.outcome_mark(best))
        return True

    def _is_better(self, move, other):
        """Return whether a move wins sooner, or loses later, than another with as good an outcome."""
        plies, others = self._verdict.plies_to(move) or _LATE, self._verdict.plies_to(other) or _LATE
        return plies < others if self._verdict.outcome(move) == self.position.to_move else plies > others

    def _take_best(self):
        best = self._verdict.best
        self._take(best, self.outcome_mark(best) or ESTIMATED + HOLDS)  # an estimate is half on, half off
        self._stage = _RESTING if self.complete and not self.within else _TO_START

    def _take(self, move, mark):
        self.hint, self.hint_mark, self.hint_plies = move, mark, self._verdict.plies_to(move)
        self.hint_percent = self.percent(move)
        self.asked = False

    def _turn(self, phase):
        """Turn the dial on by a ply when it is time, as far as is known."""
        if self._turn_at < 0:
            self._turn_at = phase + _TURN
        elif phase >= self._turn_at and self.within < self._depth and self._stage == _ALL_MOVES:
            self.within += 1
            self._turn_at = phase + _TURN
            self._unnoted = len(self.marks)
            self.complete = False
            self._begin_round()

    # Picture ------------------------------------------------------------------------------------

    def draw(self, frame, view, phase):
        """Paint what is known, without the coach the hint alone; `phase` counts eighths of a second."""
        points, stone = self.position.points, self.position.last_stone()
        if self.match.coach:
            self._draw_marks(frame, view, stone, phase)
        if self.hint != NO_MOVE:
            point = self.hint if self.hint < points else stone
            if point >= 0:
                self._draw_hint(frame, view, point, phase)
        if self._turn_at - phase > _TURN - _FLASH:
            for point in range(min(self.within, points)):
                view.dot(frame, point, CYAN)

    def _draw_marks(self, frame, view, stone, phase):
        """Paint the marks of all moves; those of actions on the last stone."""
        marks, colours, points = self.marks, self._colours, self.position.points
        for mark in range(len(COLOURS)):
            colours[mark] = led_colour(mark, phase)
        if view.block > 1:
            colours[LOSES] = colours[HOLDS] = colours[WINS] = NOTHING
            for point in range(points):
                if 0 < marks[point] < ESTIMATED:
                    draw_quarters(frame, view, point, marks[point], COLOURS[marks[point]])
        view.dots(frame, marks, colours)
        if stone >= 0:
            for action in range(points, len(marks)):
                self._draw_on_stone(frame, view, stone, marks[action], phase)

    def _draw_on_stone(self, frame, view, stone, mark, phase):
        """Paint what an action such as the swap leads to on the last stone, which shines through."""
        if view.block > 1 and mark < ESTIMATED:
            draw_quarters(frame, view, stone, mark, COLOURS[mark])
        elif led_colour(mark, phase) not in (OFF, NOTHING):
            view.dot(frame, stone, COLOURS[mark])

    def _draw_hint(self, frame, view, point, phase):
        """Paint the mark of the hint, blinking fast. On a single LED it is on for longer the better the move is."""
        mark = self.hint_mark
        estimated = mark > ESTIMATED
        view.fill(frame, point, OFF)
        if view.block > 1 and not estimated:
            if phase % 2 == 0:
                draw_quarters(frame, view, point, mark, COLOURS[mark])
        elif phase % 4 < mark % ESTIMATED:
            view.dot(frame, point, CYAN if estimated else COLOURS[mark])


def led_colour(mark, phase):
    """Return what a point's own LED shows in an eighth of a second; NOTHING: the same as without a coach.

    Each kind of mark has its rhythm: a win winks twice a second, a draw blinks slowly, a loss flashes, an estimate
    winks every two seconds. In a block the other LEDs tell outcomes.
    """
    rhythm = RHYTHMS[min(mark, ESTIMATED)]
    if not mark % ESTIMATED:
        return NOTHING
    return COLOURS[mark] if rhythm >> 15 - phase % 16 & 1 else NOTHING if mark == HOLDS else OFF


def draw_quarters(frame, view, point, count, colour):
    """Paint quarters of a block, not that of `view.dot`: 1 the last, 2 those beside it, 3 all. No stone looks so."""
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
