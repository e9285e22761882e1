"""Advice on a person's moves: the coach shows what each move leads to, a hint shows one best move.

While a person is to move, the engine searches the position in slices, as for a move of its own. All that is shown comes
from its verdict (search/verdict.py). How it looks is in coach_picture.py.
"""

from glowgrid.answers import m_hat, w_star
from glowgrid.console.match import WINS_WITHIN
from glowgrid.console.screens.coach_picture import ESTIMATED, HOLDS, LOSES, WINS, draw_advice
from glowgrid.search import DRAWN, NO_ESTIMATE, NO_MOVE, SURE_LOSS, Limits

GOOD, EVEN = 2, 12  # an estimate at most this many percent below the best is called good, even

COACH_WORK = 60_000_000  # work units for all moves; what is unknown by then stays unknown, and the Pico rests
HINT_WORK = 1_500_000  # for a proven hint; an estimated one takes as much again
_LATE = 256  # later than any known ply
_TURN = 12  # eighths of a second until wins within one ply more are shown
_FLASH = 3  # eighths of a second for which it shows the number of plies
_NOTED = 12  # moves looked up after a slice
_NOTE_WORK = 7_000  # work units for that, 2 ms
_TO_START, _ALL_MOVES, _BEST_MOVE, _RESTING = range(4)  # what the engine does now


class Coach:
    """Advice on the position of a match, for the side to move.

    marks      what is known of each move (bytearray)
    hint       the move to show, or NO_MOVE; hint_mark, hint_plies (0: unknown), hint_percent (an estimate, else -1)
               say what it leads to
    asked      whether a hint was asked for and is not there yet
    complete   whether `marks` has all that can be known of the moves
    needed     needed[point]: whether it is of those that are enough for the winner, if the side to move loses; the rest
               is dark. None: not known, or less than a quarter of the free points would be
    within     mark only wins and losses within this many plies, one ply more from time to time; as many points flash.
               0: mark all
    """

    def __init__(self, match):
        self.match = match
        self.position = match.position
        self.engine = match.engine
        self._verdict = match.engine and match.engine.verdict
        self.marks = bytearray(self.position.moves)
        self._best_moves = bytearray(self.position.moves)
        self.forget()

    def forget(self):
        """The position has changed: forget what is known, and that a hint was asked for."""
        for move in range(len(self.marks)):
            self.marks[move] = 0
        self.hint = NO_MOVE
        self.hint_mark = self.hint_plies = 0
        self.hint_percent = -1
        self.asked = self.complete = False
        self.needed = None
        self._stage = _TO_START
        self._searched = False  # whether the search of all moves has ended
        self._won = False  # whether a move that wins at once is known
        self._unnoted = 0  # moves still to look up
        self.within = 1 if self.match.coach == WINS_WITHIN else 0
        self._turn_at = -1  # when `within` rises; -1: not known yet
        self._depth = 0  # plies that the search of all moves has searched completely
        self._best = 0  # the highest estimate in the last pass over the moves
        self._begin_round()

    def ask(self):
        """Start looking for a hint, unless there is one."""
        if self.hint == NO_MOVE:
            self.asked = True

    def advises(self):
        """Return whether marks or a hint are shown, or will be soon: then neighbours are not."""
        return self.match.coach or self.asked or self.hint != NO_MOVE

    def percent(self, move):
        """Return the engine's estimate of a move in percent; -1 if there is none."""
        estimate = self._verdict.percent(move)
        return -1 if estimate == NO_ESTIMATE else estimate

    def _outcome_mark(self, move):
        """Return the mark of a move's outcome; 0 if the outcome is unknown."""
        outcome = self._verdict.outcome(move) or self.position.published(move)
        if not outcome:
            return 0
        return WINS if outcome == self.position.to_move else HOLDS if outcome == DRAWN else LOSES

    def proven(self):
        """Return the side that wins and in how many plies at most; 0, 0 if that is not known, or it is a draw."""
        position, verdict = self.position, self._verdict
        winner = 0 if self._stage == _TO_START or position.sides > 2 else w_star(verdict, position)
        most = 0
        for move in range(position.moves):
            if verdict.outcome(move) == winner:
                plies = verdict.plies_to(move) or position.empty
                most = plies if not most else (min if winner == position.to_move else max)(plies, most)
        return (winner, most) if 1 <= winner <= 2 else (0, 0)

    # Thinking -----------------------------------------------------------------------------------

    def work(self, phase=0):
        """Do one slice if there is anything to find out; `phase` counts eighths of a second."""
        if self.within:
            self._turn(phase)
        if self._stage == _TO_START:
            if self.asked or self.match.coach:
                self.engine.start(self.position, Limits(COACH_WORK if self.match.coach else HINT_WORK), True)
                tick_work = self.engine.tick_work
                self._slice = max(tick_work - _NOTE_WORK, tick_work // 2)  # a slow chip does little per tick
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
                self._unnoted *= 2  # one pass to find the best estimate, one to compare with it
                self._begin_round()
        verdict = self._verdict
        if verdict.score < SURE_LOSS and verdict.carrier and self.match.coach and not self.within:
            self.needed = verdict.carrier if 4 * sum(verdict.carrier) <= 3 * verdict.empty else None
        self._depth = verdict.depth
        count = min(_NOTED, self._unnoted)
        self._note(count)
        self._unnoted -= count
        self.complete = self._searched and not self._unnoted

    def _note(self, count):
        """Look up what is known about the next `count` moves."""
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
        self._highest = 0  # the highest estimate so far in this pass over the moves

    def _mark(self, move):
        mark = self._outcome_mark(move)
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
        """Return whether it is time for a hint: a win at once is known, or the time for outcomes is over."""
        return self._won or self._searched or self._verdict.work >= HINT_WORK

    def _answer(self):
        """Take a hint from the outcomes; if they are not enough, search for a move as the engine does."""
        if not self._take_from_outcomes():
            self.engine.start(self.position, Limits(HINT_WORK, seed=self.match.seed))
            self._stage = _BEST_MOVE

    def _take_from_outcomes(self):
        """Take the best move that wins soonest or loses latest; return False if none is known.

        If the number of plies is unknown, take the engine's move. If all moves lose, the engine still has to find it.
        """
        if not m_hat(self._verdict, self.position, self._best_moves):
            return False
        best = NO_MOVE
        for move in range(len(self._best_moves)):
            if self._best_moves[move] and (best == NO_MOVE or self._is_better(move, best)):
                best = move
        if not self._verdict.plies_to(best):
            if self._outcome_mark(best) == LOSES:
                return False
            choice = self._verdict.best
            if choice != NO_MOVE and self._best_moves[choice]:
                best = choice
        self._take(best, self._outcome_mark(best))
        return True

    def _is_better(self, move, other):
        """Return whether a move wins sooner, or loses later, than another; or loses as late, but matters."""
        plies, others = self._verdict.plies_to(move) or _LATE, self._verdict.plies_to(other) or _LATE
        if plies == others:
            return self.needed and self.needed[move] > self.needed[other]
        return plies < others if self._verdict.outcome(move) == self.position.to_move else plies > others

    def _take_best(self):
        best = self._verdict.best
        self._take(best, self._outcome_mark(best) or ESTIMATED + HOLDS)  # an estimate is on half of the time
        self._stage = _RESTING if self.complete and not self.within else _TO_START

    def _take(self, move, mark):
        self.hint, self.hint_mark, self.hint_plies = move, mark, self._verdict.plies_to(move)
        self.hint_percent = self.percent(move)
        self.asked = False

    def _turn(self, phase):
        """Let `within` rise by a ply when it is time, as far as the search has got."""
        if self._turn_at < 0:
            self._turn_at = phase + _TURN
        elif phase >= self._turn_at and self.within < self._depth and self._stage == _ALL_MOVES:
            self.within += 1
            self._turn_at = phase + _TURN
            self._unnoted = len(self.marks)
            self.complete = False
            self._begin_round()

    def shows_plies(self, phase):
        """Return whether `within` has just risen, so that as many points flash."""
        return self._turn_at - phase > _TURN - _FLASH

    def draw(self, frame, view, phase, draw=draw_advice):
        """Paint what is known; `phase` counts eighths of a second."""
        draw(self, frame, view, phase)
