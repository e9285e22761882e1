"""What every engine is: a list of stages that take turns to improve one Verdict on a position.

    engine.start(position, limits)        # or with every=True: what does each move lead to?
    while not engine.step(TICK_WORK):     # 9 ms of the reference board; allocates nothing
        ...                               # keys, lights
    engine.verdict.best                   # the move

A move needs one good row of the verdict; a person's question (hint, coach, `values`) needs all rows: `every`. Work is
counted in units of about 0.3 us of the reference board (an RP2040 at 125 MHz with native kernels), never in time. So
the same limits give the same answer on every machine, whatever the size of the slices.
"""

from glowgrid.search.verdict import DRAWN, NO_MOVE, Verdict

WORK_VERSION = 10  # raise it if the cost of anything in work units changes: a key log names its version
TICK_WORK = 32_000  # units in a tick of the console (10 ms): they keep the reference board busy for about 9.3 ms
_START_WORK = 160  # units per move to start a stage; they count in the slice, not in the budget


def work_in(milliseconds, tick_work=TICK_WORK):
    """Return the work units that a console does in this time. `tick_work`: those of a tick, 10 ms."""
    return milliseconds * tick_work // 10


class Limits:
    """How hard to think. work: most units; depth: most plies; seed: of playouts.

    rough: with `every`, give every row an estimate if a stage can (glowgrid/levels.py); a win at once ends the search.
    cut: with three sides and `every`, a game without a winner after this number of plies is a draw (answers.w_k).
    """

    def __init__(self, work, depth=250, rough=False, seed=1, cut=250):
        self.work = work
        self.depth = depth
        self.rough = rough
        self.seed = seed
        self.cut = cut

    def reach_the_end(self, empty):
        """Return whether they let a search see every move to the end of a game with this number of empty points."""
        return self.depth >= empty


class Stage:
    """One way to find out something about a position.

    share  how many eighths of the remaining work it may use; what it does not use goes to the next stage
    done   whether it has finished; `start` sets it to False, or to True if there is no more to do
    """

    share = 8
    done = True

    def start(self, position, limits, verdict, every, work):
        """Begin, with at most `work` units. Return False if this stage has nothing to add for this position."""
        raise NotImplementedError

    def step(self, work):
        """Do about `work` units, then return how many were done. Set `done` when finished. Allocates nothing."""
        raise NotImplementedError

    def stop(self):
        """The stage's share is used up: leave everything in the state that the next stage expects."""


class Engine:
    """Plays one game. `verdict` is what it found out about the last position it was given.

    blind: whether it knows no more of a position than the side to move may see (imagined.py).
    tick_work: what it may do in one tick of the console, in work units.
    """

    tick_work = TICK_WORK

    def __init__(self, moves, stages, blind=False):
        self.blind = blind
        self.verdict = Verdict(moves)
        self.stages = stages
        self.done = True
        self._position = self._limits = self._stage = None
        self._every = False
        self._at = self._end = 0

    def start(self, position, limits, every=False):
        """Begin to search `position` within `limits`; with `every`, find out what each move leads to."""
        verdict = self.verdict
        verdict.clear()
        verdict.me, verdict.empty = position.to_move, position.empty
        self._position, self._limits, self._every = position, limits, every
        self._at = 0
        self.done = position.is_over()
        if not self.done:
            self._start_next()

    def step(self, work):
        """Do about `work` units, or fewer; return True when the search has finished. Allocates nothing."""
        verdict = self.verdict
        while work > 0 and not self.done:
            stage = self._stage
            used = stage.step(min(work, self._end - verdict.work))
            verdict.work += used
            work -= used
            if not stage.done and verdict.work >= self._end:
                stage.stop()
                stage.done = True
            if verdict.settled:
                self.done = True
            elif stage.done:
                self._start_next()
                work -= _START_WORK * len(verdict.outcomes)
            if self.done and not verdict.proven:
                self._pass_over_a_loss()
        return self.done

    def stop(self):
        """End the search with the best move so far. Return False, and go on, if there is no move yet."""
        if not self.done and self.verdict.best != NO_MOVE:
            self._stage.stop()
            self._stage.done = self.done = True
            if not self.verdict.proven:
                self._pass_over_a_loss()
        return self.done

    def _pass_over_a_loss(self):
        """If the best move so far is known to lose, take one that may be better."""
        verdict = self.verdict
        outcomes, best = verdict.outcomes, verdict.best
        outcome = 0 if best == NO_MOVE else outcomes[best]
        if outcome and outcome != verdict.me and outcome != DRAWN:
            for move in range(len(outcomes)):
                if not outcomes[move] and self._position.is_legal(move):
                    verdict.best = move
                    return

    def clear(self):
        """Let go of all that it holds, for good (overlay.py says what the garbage collector would keep)."""
        self.done = True
        self.stages = ()
        self._position = self._limits = self._stage = None

    def _start_next(self):
        """Start the next stage that has something to add; after the last one the search is done."""
        verdict = self.verdict
        while self._at < len(self.stages):
            if 0 < self._limits.work <= verdict.work and verdict.best != NO_MOVE and not verdict.proven:
                break  # the stages so far have used all the work, and there is a move
            stage = self._stage = self.stages[self._at]
            self._at += 1
            share = max(self._limits.work - verdict.work >> 3, 0) * stage.share
            self._end = verdict.work + share
            if stage.start(self._position, self._limits, verdict, self._every, share):
                self.done = verdict.settled
                if self.done or share:
                    return
            if verdict.settled:
                break
        self.done = True
