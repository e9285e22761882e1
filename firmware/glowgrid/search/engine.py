"""What every engine is: a list of stages that take turns to improve one Verdict on a position.

    engine.start(position, limits)        # or with every=True: what does each move lead to?
    while not engine.step(TICK_WORK):     # 9 ms of the reference board; allocates nothing
        ...                               # keys, lights
    engine.verdict.best                   # the move

A move needs one good row of the verdict; a person's question (hint, coach, `values`) needs all of them: `every`. Work
is counted in units of some 0.3 us of the reference board (an RP2040 at 125 MHz with native kernels), never in time, so
the same limits give the same answer on every machine and whatever the size of the slices.
"""

from array import array

import micropython
from micropython import const

DRAWN = 4  # an outcome: 0 unknown, 1..3 the side that wins, DRAWN nobody does
NO_MOVE = 255
NO_ESTIMATE = const(255)
STAYS, TAKEN_OVER, UNFAIR = range(3)  # see Verdict

# A score is a number 0..4095 for the side to move: WIN - n for a win in n plies, LOSS + n for a loss in n plies.
LOSS, DRAW, WIN = 96, 2048, 4000
SURE_LOSS, SURE_WIN = 352, 3744  # below and above: a proven loss or win (no game is longer than 250 plies)

WORK_VERSION = 8  # of what things cost in work units: raise it with any of them, so that older key logs are told
TICK_WORK = 32_000  # units in a tick of the console (10 ms): the reference board is busy for some 9.3 ms of it
_START_WORK = 160  # units for each move that it takes to start a stage: they count in the slice, not in the budget

TABLE_BITS = 11  # 2,048 entries of two words: 16 KB
WORDS = 2000  # 8 KB
HALVES = 3000  # half-words: what the console needs besides leaves no more on the largest boards
LOOKUP_BYTES = 12304  # two-bridge replies for each side and ring of six neighbours, then 16 of which borders win


def work_in(milliseconds, tick_work=TICK_WORK):
    """Return the work units that a console does in so many ms. `tick_work`: those of a tick, 10 ms."""
    return milliseconds * tick_work // 10


class Limits:
    """How hard to think. work: units, at most; depth: plies, at most; seed: of playouts.

    rough: with `every`, each row is to have an estimate, as far as a stage can estimate (glowgrid/levels.py).
    cut: with three sides and `every`, the plies after which a game that nobody has won is a draw (answers.w_k).
    """

    def __init__(self, work, depth=250, rough=False, seed=1, cut=250):
        self.work = work
        self.depth = depth
        self.rough = rough
        self.seed = seed
        self.cut = cut

    def reach_the_end(self, empty):
        """Return whether they let a search see every move to the end of a game with so many empty points."""
        return self.depth >= empty


class Verdict:
    """What is known of a position: a row per move, and what follows for the side to move.

    outcomes    outcomes[move]: 0 unknown, 1..3 the side that wins with best play, DRAWN (bytearray)
    plies       plies[move]: how many plies to that outcome, this move counted; 0 unknown (bytearray)
    estimates   estimates[move]: percent that the side to move wins, 0..100; NO_ESTIMATE (bytearray)
    best        the move to play; NO_MOVE while there is none
    score       what it is worth, 0..4095 (see above)
    proven      whether the score is proven, not estimated; with three sides it may be that against both others together
    settled     whether nothing is left to find out
    depth       plies that were searched whole: with `every`, the rows know all wins and losses within them
    work        units of work done
    nodes       positions visited, or playouts made
    looking_at  the move under consideration, or NO_MOVE
    me, empty   the side to move; the number of empty points
    search      number of this search: one more each time
    swap        what becomes of a stone (swap rule): STAYS; TAKEN_OVER, it may be, and is worth the same to the other
                side; or UNFAIR, it may be, and is worth nobody knows what

    The three rows are those of stones that stay: `outcome`, `plies_to` and `percent` heed the swap rule.
    """

    def __init__(self, moves):
        self.outcomes = bytearray(moves)
        self.plies = bytearray(moves)
        self.estimates = bytearray(moves)
        self.me = self.empty = self.search = 0
        self.clear()

    def clear(self):
        """Nothing is known; a new search begins."""
        self.search += 1
        outcomes = self.outcomes
        forget(outcomes, self.plies, self.estimates, len(outcomes))
        self.best = self.looking_at = NO_MOVE
        self.score = DRAW
        self.proven = self.settled = False
        self.depth = self.work = self.nodes = 0
        self.swap = STAYS

    def outcome(self, move):
        """Who wins by a move: 0 unknown, 1..3, or DRAWN."""
        outcome = self.outcomes[move]
        if self.swap == UNFAIR and outcome != 3 - self.me and self.plies[move] != 1:
            return 0
        return 3 - outcome if self._is_taken(move) else outcome

    def plies_to(self, move):
        """In how many plies, this move counted; 0 unknown."""
        plies = self.plies[move]
        if self.swap == UNFAIR and plies > 1:
            return 0
        return plies + 1 if plies and self._is_taken(move) else plies

    def percent(self, move):
        """Percent that the side to move wins, or NO_ESTIMATE."""
        estimate = self.estimates[move]
        return min(estimate, 100 - estimate) if self.swap and estimate != NO_ESTIMATE else estimate

    def _is_taken(self, move):
        """Return whether the other side takes the stone over, as it would win; a win at once stands."""
        return self.swap == TAKEN_OVER and self.outcomes[move] == self.me and self.plies[move] != 1

    def put(self, move, outcome, plies=0):
        """Enter what a move leads to, in how many plies (0: unknown)."""
        self.outcomes[move] = outcome
        self.plies[move] = plies

    def choose(self, move, score, proven):
        """Make `move` the best."""
        self.best, self.score, self.proven = move, score, proven

    def win_in(self, plies):
        """The score of a win for the side to move."""
        return WIN - (plies or self.empty)

    def loss_in(self, plies):
        """The score of a loss for the side to move."""
        return LOSS + (plies or self.empty)


class Stage:
    """One way to find something out about a position.

    share  how many eighths of the work that is left it may use; what it leaves over goes to the next stage
    done   whether it has no more to do; `start` sets it to False, or to True if that was all
    """

    share = 8
    done = True

    def start(self, position, limits, verdict, every, work):
        """Begin, with so many units of `work` at most. Return False if this stage has nothing to say of it."""
        raise NotImplementedError

    def step(self, work):
        """Do about so many units of work, then return how many were done. Set `done` when there is no more to do.

        Allocates nothing.
        """
        raise NotImplementedError

    def stop(self):
        """The stage's share is used up: leave everything as the next stage expects it."""


class Engine:
    """Plays one game. `verdict` is what it found out about the position that it was given last.

    blind: whether it knows no more of a position than the side to move may see (imagined.py).
    """

    def __init__(self, moves, stages, blind=False):
        self.blind = blind
        self.verdict = Verdict(moves)
        self.stages = stages
        self.done = True
        self._position = self._limits = self._stage = None
        self._every = False
        self._at = self._end = 0

    def start(self, position, limits, every=False):
        """Begin to search `position` within `limits`; with `every` to find out what each move leads to."""
        verdict = self.verdict
        verdict.clear()
        verdict.me, verdict.empty = position.to_move, position.empty
        self._position, self._limits, self._every = position, limits, every
        self._at = 0
        self.done = position.is_over()
        if not self.done:
            self._start_next()

    def step(self, work):
        """Do about so many units of work, or fewer; True when the search has finished. Allocates nothing."""
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
        return self.done

    def stop(self):
        """End the search with the best move so far. Return False, and go on, if there is none yet."""
        if not self.done and self.verdict.best != NO_MOVE:
            self._stage.stop()
            self._stage.done = self.done = True
        return self.done

    def clear(self):
        """It is not used any more: let go of all that it holds (see overlay.py on what the garbage collector keeps)."""
        self.done = True
        self.stages = ()
        self._position = self._limits = self._stage = None

    def _start_next(self):
        """Start the next stage that has something to say; after the last one the search is done."""
        verdict = self.verdict
        while self._at < len(self.stages):
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


def words(count):
    """An array of `count` 32-bit zeros. It grows in place, so nothing as large is left for the garbage collector."""
    part = count
    while part > 32 and part & 1 == 0:
        part >>= 1
    made = array("i", bytes(4 * part))
    while part < count:
        made.extend(made)
        part *= 2
    return made


def new_table():
    """An empty transposition table."""
    return words(2 << TABLE_BITS)


class Memory:
    """The largest buffers that engines need: 42 KB. One engine after the other uses them.

    They are made once, while the heap is in one piece: after a few games its free parts may all be smaller.

    table     4,096 words: transposition table, or the moves of a search tree
    words     2,000 words: what searches without a tree note, or, with halves and lookup, the rest of the tree
    halves    3,000 half-words, as bytes
    lookup    bytes: what playouts of Hex look up; with other groups, records of the tree
    """

    def __init__(self, table=None):
        self.words = words(WORDS)
        self.table = table or new_table()
        self.halves = bytearray(2 * HALVES)
        self.lookup = bytearray(LOOKUP_BYTES)

    def forget(self):
        """Clear every buffer: the garbage collector mistakes words in them for addresses.

        Stones of the solver of groups looked like one, which kept 16 KB of unloaded modules.
        """
        clear(self.table, len(self.table))
        clear(self.words, WORDS)
        clear(self.halves, HALVES >> 1)
        clear(self.lookup, LOOKUP_BYTES >> 2)


@micropython.viper
def forget(outcomes: ptr8, plies: ptr8, estimates: ptr8, move: int):
    """Empty so many rows of a verdict; slices would allocate, and a loop in plain Python takes milliseconds."""
    while move:
        move -= 1
        outcomes[move] = 0
        plies[move] = 0
        estimates[move] = NO_ESTIMATE


@micropython.viper
def clear(words_, count: int):
    """Set `count` words to zero: a table of 8,192 in 3 ms on the Pico, where plain Python takes 50."""
    target = ptr32(words_)
    i = 0
    while i + 8 <= count:  # eight at a time, in a third of the time
        target[i] = 0
        target[i + 1] = 0
        target[i + 2] = 0
        target[i + 3] = 0
        target[i + 4] = 0
        target[i + 5] = 0
        target[i + 6] = 0
        target[i + 7] = 0
        i += 8
    while i < count:
        target[i] = 0
        i += 1
