"""A match: a position, who sits at each side, and the engine that moves for some of them and advises people."""

from glowgrid.console import load
from glowgrid.console.screen import NO_POINT
from glowgrid.console.seats import PERSON, File, Level, Person

ALL_MOVES, WINS_WITHIN, NEEDED = 1, 2, 3  # what the coach shows
ADVICE, ENGINE = 1, 2  # what people go without


class Match:
    """One game from the first move to the last, with undo.

    sitting     by side who moves for it now (seats.py)
    seed        decides what a weak engine overlooks; another seed gives another game
    coach       what a person to move sees (screens/coach.py): 0, nothing; what ALL_MOVES lead to; WINS_WITHIN, only
                wins and losses within one ply, two, three ...; or NEEDED, only which points matter in Hex
    cursor      where the person's cursor was when another screen came up
    adapts      whether the engine plays at your level (your_level.py)
    unsaid      what the lights have not yet said of this match: goals of people's sides, and "swap" (words.opening)
    score       matches won since these people and levels began, in the order of the seats now; without this one
    number      of the match among those that ended on this device (finished.py); 0 until it ends
    engine      None until it is made (`making_engine`)
    without     0; ADVICE if hint and coach are off, for lack of memory or as they would show what the game hides;
                ENGINE if the engine was given up, too: people move for it, but not for files
    holder      the side of a person who has just moved and still looks at the lights; 0: the next one does
    hides       whether the game hides anything from a side: no take-back, and other people do not look (cover.py)
    stones      what it began from, as text (rules/placed.py); "" for an empty field
    puzzle      puzzle.py, or None
    shared      shared.py, or None: all sides play on this device
    """

    shared = None

    def __init__(self, game, size, seats, seed=1, swap=True, stones=""):
        most = load.levels.LEVELS
        if len(seats) != game.sides or [seat for seat in seats if not 0 <= seat <= most]:
            raise ValueError("seats: %r; expected %d numbers 0 to %d" % (seats, game.sides, most))
        self.game = game
        self.size = size
        self.score = [0] * len(seats)
        self.seed = seed
        self.position = game.setup(size)
        self.stones = stones
        if stones:
            placed = load.placed
            placed.place(self.position, *placed.read(stones, self.position))
            if not self.position.placed:  # "-", the ordinary start
                self.stones = ""
        self.sit(seats)
        self.position.swap_rule = swap  # other games ignore it
        self.coach = 0
        self.adapts = False
        self.cursor = NO_POINT
        self.unsaid = ()
        self.number = 0
        self.engine = None
        self.puzzle = None
        self.hides = load.search.hides(self.position)  # asked once: a view takes 4 ms
        self.without = ADVICE if self.hides else 0
        self.holder = 0

    @property
    def levels(self):
        """The number of levels at this size."""
        return load.levels.levels_of(self.position)

    def sit(self, seats, files=(), folder=""):
        """Seat people and engines.

        seats: by side PERSON or a level. files: by side the name of a strategy in the folder, or ""; may be empty.
        """
        self.sitting = []
        levels = self.levels
        for side, level in enumerate(seats):
            level = min(level, levels)
            if files and files[side]:
                self.sitting.append(File(level, folder, files[side]))
            else:
                self.sitting.append(Person() if level == PERSON else Level(level))

    @property
    def seats(self):
        """By side PERSON or the level of the engine, as people chose: whether the engine was lost or not."""
        return [seat.level for seat in self.sitting]

    @property
    def files(self):
        """By side the name of the strategy that moves for it, or ""; [] if there is none."""
        files = [seat.file for seat in self.sitting]
        return files if any(files) else []

    def paired(self):
        """Return the seat that was the last to move by pairs of points; None if there is none."""
        for back in range(2, 2 + len(self.sitting)):
            seat = self.sitting[self.position.to_move - back]
            if seat.paired:
                return seat
        return None

    def pose(self, puzzle):
        """Make the match a puzzle, which has no hint and no coach."""
        self.puzzle = puzzle
        self.without = ADVICE

    def needs_engine(self, hint=False):
        """Return whether an engine is needed before play goes on, with a hint or without; a file needs none."""
        return self.engine is None and self.without < ENGINE and (hint or self.coach or self.seats_need_engine())

    def seats_need_engine(self):
        """Return whether an engine moves for a side."""
        return any([seat.needs_engine for seat in self.sitting])

    def making_engine(self, memory=None, tick_work=None):
        """Make the engine that moves for its seats and advises people; yield after steps of at most 50 ms on the Pico.

        memory: buffers to reuse (see search.making_engine). tick_work: what it may do in one tick, in work units; None:
        as on the reference board. MemoryError if it does not fit.
        """
        for self.engine in load.search.making_engine(
            self.position, memory, self.game.family(self.position), blind=True
        ):
            yield
        if tick_work:
            self.engine.tick_work = tick_work

    def give_up_engine(self):
        """Let people move for the engine from now on."""
        self.without = ENGINE
        self.coach = 0
        self.drop_engine()
        for side, seat in enumerate(self.sitting):
            if seat.needs_engine:
                self.sitting[side] = Person(seat.level)

    def drop_file(self):
        """Let the engine move for the side to move, not its file; a person if there is no engine."""
        self.sitting[self.position.to_move - 1] = (Person if self.without == ENGINE else Level)(self.seat().level)

    def drop_engine(self):
        """Drop the engine, its stages and open files: a screen that was left might keep them in memory."""
        for seat in self.sitting:
            seat.clear()
        if self.engine:
            self.engine.clear()
        self.engine = None

    def begin_again(self):
        """Take all moves back."""
        if self.puzzle:
            self.puzzle.spoiled = False
        self.holder = 0
        while self.position.undo() >= 0:
            pass

    def total(self):
        """Return the score including this match, if a side has won it."""
        score = self.score[:]
        if self.position.winner:
            score[self.position.winner - 1] += 1
        return score

    def is_under_way(self):
        """Return whether there is something to go on with."""
        return (self.position.plies or self.stones or self.shared) and not self.position.is_over()

    def has_moves_to_lose(self):
        """Return whether a new match would throw away moves of this one; those of a puzzle are soon made again."""
        return self.position.plies and not self.position.is_over() and not self.puzzle

    def seat(self):
        """Return the seat of the side to move."""
        return self.sitting[self.position.to_move - 1]

    def is_person(self, side):
        return self.sitting[side - 1].is_person

    def is_away(self, side):
        """Return whether a side plays on another device; all do, as long as this one joins."""
        return bool(self.shared) and (self.shared.joins or side in self.shared.away)

    def engine_to_move(self):
        return not self.position.is_over() and not self.seat().is_person

    def next_person(self):
        """Return the side of the person who moves next; 0 if the engine plays all sides."""
        side = self.position.to_move
        for _ in self.sitting:
            if self.is_person(side):
                return side
            side = side % len(self.sitting) + 1
        return 0

    def seen(self):
        """Return what the person who looks at the lights sees; all of the position if the engine plays all sides."""
        side = self.holder or self.next_person()
        return self.position.view(side) if side else self.position

    def passes_round(self):
        """Return whether people must not see what others see, so that the lights are covered between their turns."""
        return self.hides and sum([seat.is_person for seat in self.sitting]) > 1 and not self.position.is_over()

    def can_undo(self):
        """Return whether there is a person's move to take back."""
        made = self.position.history[: self.position.plies]
        if not self.undo():
            return False
        self.repeat(made)
        return True

    def undo(self):
        """Undo to the last move of a person. If there is none, or the game hides things, return False, change nothing.

        A move that is taken back would show what the next ones find.
        """
        if self.hides:
            return False
        if self.puzzle:
            self.puzzle.spoiled = False
        made = self.position.history[: self.position.plies]
        while self.next_person() and self.position.undo() >= 0:
            if self.seat().is_person:
                return True
        self.repeat(made)
        return False

    def repeat(self, made):
        """Replay the moves of `made` that were taken back."""
        for move in made[self.position.plies :]:
            if not self.position.play(move):
                raise ValueError("move %d was legal and is not" % move)
