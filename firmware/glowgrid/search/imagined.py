"""An engine for a seat that does not see everything: it searches positions that fit what its side sees.

For each move it draws about 30 of them, searches each with a share of the work, and plays the move that is best on
average over the draws that allow it. If a hidden stone is there, it loses nothing and tries the next best. Of the true
position it asks only `view`, the number of stones and whose turn it is. So equal views give equal moves.

This is perfect information Monte Carlo (M. L. Ginsberg, "GIB: Imperfect Information in a Computationally Challenging
Game", 2001). It plays as if all came to light after its move, so it does not bluff.

Loaded only for games that hide information. Allocates what the rules allocate for a view.
"""

from array import array

from micropython import const

from glowgrid.search.engine import Limits, Stage
from glowgrid.search.verdict import DRAW, DRAWN, NO_ESTIMATE, NO_MOVE

DRAWS = 30  # positions for each move, if there is enough work

_HIDDEN = const(255)  # in the history of a view
_PLY_WORK = const(3000)  # work units of a ply in a draw, a view or a copy, on the Pico: like NODE_WORK in minimax.py
_ROW_WORK = const(1000)  # work units to count one move after a draw was searched
_TRIES = const(40)  # attempts to draw a position before giving up
_TRIAL_PLIES = const(8)  # of the game that shows whether positions can be drawn
_LOOKS = const(2)  # a draw gets work for at least this many looks at each move
_WON_WORTH, _EVEN_WORTH = const(1000), const(500)  # worth of a move; a loss is worth nothing
_BEST_WORTH = const(20)  # bonus of a move that is best in all draws: among equals, the engine's favourite
_TAKEN = const(255)  # in place of the worth of a move, a quarter of it
_SURE_WORTH = const(996)  # of a win at once, and a bit less
_ABOUT = const(33)  # moves whose worth differs by less are about equally good: one of 30 draws
_TO_DRAW, _TO_START, _TO_SEARCH, _TO_COUNT = range(4)  # what to do next
_FINER = const(64)  # averages are scaled by this


class Random:
    """Random numbers, the same on every machine."""

    def __init__(self, seed):
        self._state = seed * 7919 & 0xFFFFF
        for _ in range(3):
            self.below(1)

    def below(self, count):
        """Return a number from 0 to count - 1; count is at most 255."""
        self._state = self._state * 1021 + 12345 & 0xFFFFF
        return (self._state >> 8) % count


class Imagination:
    """Draws positions that a side may take for the true one, a ply per step.

    A game may state how (`imagine`). Otherwise it makes again the moves that the side sees, and draws the hidden ones
    among the legal ones, until the view is the same.

    seen      what the side sees
    position  the last draw; None if nothing was found
    random    random numbers
    made      about how many plies the last step has made; an imagined position comes whole
    """

    def __init__(self, position):
        self.position = None
        self._drawn = position.fresh()
        self._unlikely = bytearray(position.moves)  # moves to draw last
        self.seen = self.random = None
        self._side = self._first = self._tries = self.made = 0

    def look_at(self, position, seed):
        """Begin to draw what the side to move may take this position for."""
        self._side = position.to_move
        self.seen = seen = position.view(self._side)
        self.random = Random(seed + 613 * seen.plies)
        unlikely = self._unlikely
        for move in range(len(unlikely)):
            unlikely[move] = 0
        self._first = seen.plies  # the first hidden move
        for ply in range(seen.plies - 1, -1, -1):
            move = seen.history[ply]
            if move == _HIDDEN:
                self._first = ply
            else:
                unlikely[move] = 1  # the point was empty before
        while self._drawn.undo() >= 0:
            pass
        self.redraw()

    def _hides_moves(self):
        """Return whether there is anything to draw."""
        return self._first < self.seen.plies or self._imagined() is not None

    def redraw(self):
        """Begin to draw another position."""
        self.position = None
        self._tries = 0
        self._take_back()

    def step(self):
        """Do one ply; return whether the draw has ended."""
        drawn = self._imagined() or self._drawn
        self.made = 1 if drawn is self._drawn else 2 * drawn.plies
        if drawn is self._drawn and drawn.plies < self.seen.plies:
            move = self.seen.history[drawn.plies]
            if move == _HIDDEN:
                move = self._any_move()
            if move != NO_MOVE and drawn.play(move):
                return False
        elif self._looks_the_same(drawn):
            self.position = drawn
            return True
        self._take_back()
        self._tries += 1
        return self._tries == _TRIES

    def _imagined(self):
        return self.seen.imagine(self._side, self.random)

    def _take_back(self):
        while self._drawn.plies > self._first:
            self._drawn.undo()

    def _any_move(self):
        """Return a legal move, a likely one if possible; NO_MOVE if no move is legal."""
        drawn, unlikely, count = self._drawn, self._unlikely, len(self._unlikely)
        for _ in range(count):
            move = self.random.below(count)
            if not unlikely[move] and drawn.is_legal(move):
                return move
        start = self.random.below(count)
        for avoided in (0, 1):
            for move in range(start, start + count):
                move %= count
                if unlikely[move] == avoided and drawn.is_legal(move):
                    return move
        return NO_MOVE

    def _looks_the_same(self, drawn):
        """Return whether the side cannot tell this position from the true one; learn which moves it would see."""
        seen = self.seen
        if drawn.to_move != self._side or drawn.is_over():
            return False
        looks = drawn.view(self._side)
        same = looks.plies == seen.plies and looks.winner == seen.winner and looks.cells == seen.cells
        for ply in range(min(looks.plies, seen.plies)):
            move = looks.history[ply]
            if move != seen.history[ply]:
                same = False
                if move != _HIDDEN:
                    self._unlikely[move] = 1
        return same


class Imagined(Stage):
    """Search positions that the side to move may take for the true one.

    Rows hold averages: estimates over the draws that allow the move, and an outcome if all draws agree.
    """

    share = 128  # the first draw is searched whatever it takes; further ones only within the limits

    def __init__(self, position, engine):
        self._engine = engine
        self._imagination = Imagination(position)
        self._worth = array("i", [0] * position.moves)  # by move: total over the draws that allow it
        self._allowed = bytearray(position.moves)  # by move: number of these draws
        self._best = bytearray(position.moves)  # by move: draws in which it is the best
        self._rows = bytearray(DRAWS * position.moves)  # by draw and move: its worth there, or _TAKEN
        self._tried = bytearray(position.moves)  # by move: whether it was refused
        self._limits = Limits(0)  # for one draw
        self._verdict = None
        self._searched = self._draws = 0  # draws so far, draws to come
        self._left = 0  # work
        self._next = _TO_DRAW
        self.done = True

    def start(self, position, limits, verdict, every, work):
        imagination, mine, moves = self._imagination, self._limits, len(self._allowed)
        imagination.look_at(position, limits.seed)
        self._verdict, self._left = verdict, limits.work
        verdict.best = _any_legal(imagination.seen, self._tried)  # until more is known
        mine.depth, mine.rough, mine.seed, mine.cut = limits.depth, True, limits.seed, limits.cut
        for move in range(moves):
            self._worth[move] = self._allowed[move] = self._best[move] = self._tried[move] = 0
        self._searched, self._draws = 0, 1
        if imagination._hides_moves():
            least = 3 * _PLY_WORK * imagination.seen.plies + (_ROW_WORK + _LOOKS * _PLY_WORK) * moves
            self._draws = max(1, min(DRAWS, limits.work // least))
        self._next = _TO_DRAW
        self.done = False
        return True

    def step(self, work):
        left = work
        while left > 0 and not self.done:
            used = self._do_next(left)
            left -= used
            self._left -= used
        return work - left

    def _do_next(self, work):
        """Do one part of the work, at most 30 ms on the Pico; return the work it took."""
        imagination, engine = self._imagination, self._engine
        if self._next == _TO_DRAW:
            if not imagination.step():
                return _PLY_WORK * imagination.made
            if not imagination.position:
                self._finish()
                return _PLY_WORK * imagination.made
            self._next = _TO_START
            return _PLY_WORK * (imagination.made + imagination.position.plies)  # for the view
        if self._next == _TO_START:
            self._limits.work = max(self._left // self._draws, _PLY_WORK * len(self._allowed))
            engine.start(imagination.position.uncovered(), self._limits, True)
            self._next = _TO_SEARCH
            return _PLY_WORK * imagination.position.plies + 1  # for the copy
        if self._next == _TO_SEARCH:
            before = engine.verdict.work
            if engine.step(work):
                self._next = _TO_COUNT
            return engine.verdict.work - before
        self._count()
        self._draws -= 1
        if self._draws and self._left > 0:
            imagination.redraw()
            self._next = _TO_DRAW
        else:
            self._finish()
        return _ROW_WORK * len(self._allowed)

    def _count(self):
        """Enter what the search of a draw has found, and choose the move that is best on average."""
        inner, verdict, drawn = self._engine.verdict, self._verdict, self._imagination.position.uncovered()
        moves = len(self._allowed)
        self._searched += 1
        if inner.best < moves:
            self._best[inner.best] += 1
        for move in range(moves):
            self._rows[(self._searched - 1) * moves + move] = _TAKEN
            if drawn.is_legal(move):
                self._enter(move, inner.outcome(move), inner.plies_to(move), inner.percent(move), inner.depth)
        verdict.choose(self._best_on_average(), DRAW, False)
        verdict.nodes += inner.nodes
        verdict.depth = inner.depth

    def _best_on_average(self):
        """Return the best move; NO_MOVE if no draw allows one."""
        best, most = NO_MOVE, -1
        for move in range(len(self._allowed)):
            average = self._average(move)
            if average > most:
                best, most = move, average
        return best

    def _average(self, move):
        """Return what a move is worth over the draws that allow it; -1 if none does, or it was refused."""
        count = self._allowed[move]
        if not count or self._tried[move]:
            return -1
        average = self._worth[move] * _FINER // count
        return average + self._best[move] * _BEST_WORTH * _FINER // self._searched

    def _mix(self):
        """Choose among the moves that are about as good as the best: who always plays the same is found out.

        A win at once in every draw stands.
        """
        best, count = self._verdict.best, 0
        if best != NO_MOVE and self._average(best) >= 0 and self._worth[best] < _SURE_WORTH * self._allowed[best]:
            least = self._average(best) - _ABOUT * _FINER
            for move in range(len(self._allowed)):
                if self._average(move) >= least:
                    count += 1
                    if not self._imagination.random.below(count):
                        self._verdict.best = move

    def next_best(self, seen, refused):
        """A stone is on the point of this move: return the best move over the draws in which one is.

        seen: what the side sees now. NO_MOVE if no move is left.
        """
        if refused < len(self._tried):
            self._tried[refused] = 1
            self._keep_draws(refused)
        self._verdict.best = self._best_on_average()
        if self._verdict.best == NO_MOVE:
            self._verdict.best = _any_legal(seen, self._tried)
        self._mix()
        return self._verdict.best

    def _keep_draws(self, taken):
        """Keep the draws in which a stone is on a point; all of them if none has one."""
        moves, rows, kept = len(self._tried), self._rows, 0
        for draw in range(self._searched):
            if rows[draw * moves + taken] == _TAKEN:
                for move in range(moves):
                    rows[kept * moves + move] = rows[draw * moves + move]
                kept += 1
        if not kept:
            return
        self._searched = kept
        for move in range(moves):
            self._worth[move] = self._allowed[move] = self._best[move] = 0
            for at in range(move, kept * moves, moves):
                if rows[at] != _TAKEN:
                    self._worth[move] += rows[at] << 2
                    self._allowed[move] += 1

    def _enter(self, move, outcome, plies, percent, depth):
        """Enter what a move leads to in one draw."""
        verdict, count = self._verdict, self._allowed[move]
        worth = _EVEN_WORTH
        if outcome == verdict.me:
            worth = _WON_WORTH - plies
        elif outcome and outcome != DRAWN:
            if plies <= depth or not depth:  # else the search had not yet looked as far at the other moves
                worth = plies
        elif not outcome and percent != NO_ESTIMATE:
            worth = percent * (_WON_WORTH // 100)
        self._worth[move] += worth
        self._rows[(self._searched - 1) * len(self._allowed) + move] = worth >> 2
        self._allowed[move] = count = count + 1
        verdict.estimates[move] = self._worth[move] // (count * (_WON_WORTH // 100))
        if count == 1:
            verdict.put(move, outcome, plies)
        elif verdict.outcomes[move] != outcome:
            verdict.put(move, 0)
        else:
            slower = max if outcome == verdict.me else min
            verdict.put(move, outcome, slower(plies, verdict.plies[move]))

    def stop(self):
        if not self._searched and (self._next == _TO_COUNT or self._next == _TO_SEARCH and self._engine.stop()):
            self._count()
        self._finish()

    def _finish(self):
        """Keep the answer. If nothing could be drawn, it is the first legal move: better than to peek."""
        self._mix()
        self._verdict.settled = self.done = True


def _any_legal(seen, tried):
    """Return the first legal move that was not refused; NO_MOVE if all were."""
    for move in range(len(tried)):
        if not tried[move] and seen.is_legal(move):
            return move
    return NO_MOVE


def checking(position):
    """Find out whether positions of this game can not be drawn: yield None step by step, at last the answer.

    It looks at the first plies of a random game.
    """
    game, imagination, random = position.fresh(), Imagination(position), Random(1)
    for _ in range(_TRIAL_PLIES):
        for _ in range(4 * game.moves):
            if game.play(random.below(game.moves)):
                break
        if game.is_over():
            break
        imagination.look_at(game, 1)
        while not imagination.step():
            yield None
        if imagination.made > 1:
            yield None
        if not imagination.position:
            yield True
            return
    yield False
