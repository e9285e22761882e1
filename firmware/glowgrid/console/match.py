"""A match: a position, who sits at each side, and the engine that moves for the seats that are not a person's."""

from glowgrid.levels import LEVELS, chosen, level_limits, levels_of
from glowgrid.search import NO_MOVE, TICK_WORK, hides, making_engine, next_best

PERSON = 0  # a seat is PERSON or the level of the engine, 1..LEVELS
YOURS = LEVELS + 1  # what may be chosen instead of a level: the one that suits the person (your_level.py)


class Match:
    """One game from the first move to the last, with undo.

    seats       a list with a seat per side: PERSON or a level
    levels      how many levels there are at this size
    seed        decides what a weak engine overlooks; another seed makes another game
    memory      the buffers of engines, to use instead of new ones (see search.making_engine)
    tick_work   what the engine may do in one tick, in work units
    swap        whether the first stone may be taken over, in games that know the swap rule
    coach       whether a person to move is shown what the moves lead to (screens/coach.py); off at first
    dial        whether the coach shows wins and losses alone, those within one ply, two, three ...
    cursor      where the person's cursor was when the match was left for another screen
    adapts      whether the engine sits at your level (your_level.py)
    score       matches won since these people and levels began, by whoever sits at each side now; not this one
    number      of the match among those that ended on this device (finished.py); 0 until it ends
    engine      None until one was made (`making_engine`)
    unadvised   whether hint and coach were given up, or would tell what the game hides
    alone       whether the engine was given up: people move for it
    """

    def __init__(self, game, size, seats, seed=1, memory=None, tick_work=TICK_WORK, swap=True):
        if len(seats) != game.sides or [seat for seat in seats if not 0 <= seat <= LEVELS]:
            raise ValueError("seats: %r; expected %d numbers 0 to %d" % (seats, game.sides, LEVELS))
        self.game = game
        self.size = size
        self.score = [0] * len(seats)
        self.seed = seed
        self.position = game.setup(size)
        self.levels = levels_of(self.position)
        self.seats = self._sitting = [min(seat, self.levels) for seat in seats]
        self.position.swap_rule = self.swap = swap  # games without it take no notice
        self.coach = self.dial = self.adapts = False
        self.cursor = NO_MOVE
        self.number = 0
        self.engine = None
        self.unadvised = hides(self.position)
        self.alone = False
        self.tick_work = tick_work
        self._memory = memory

    def needs_engine(self, hint=False):
        """Return whether an engine has to be made before play goes on, with a hint or without."""
        return self.engine is None and not self.alone and (hint or self.coach or max(self.seats) != PERSON)

    def can_advise(self):
        """Return whether there can be a hint, or the coach."""
        return not self.unadvised

    def making_engine(self):
        """Make the engine that moves for its seats and advises people; yields after steps of 50 ms at most on the Pico.

        MemoryError if it does not fit.
        """
        for self.engine in making_engine(self.position, self._memory, self.game.family(self.position), blind=True):
            yield

    def do_without(self):
        """There is not enough memory: give up hint and coach, or, if that is done or there is no engine, the engine."""
        if self.engine is None or self.unadvised:
            self.give_up_engine()
        self.coach = False
        self.unadvised = True

    def give_up_engine(self):
        """Let people move for the engine from now on."""
        self.alone = self.unadvised = True
        self.coach = False
        self.drop_engine()
        self._sitting = [PERSON] * len(self.seats)

    def drop_engine(self):
        """Let go of the engine, and it of its stages, which a screen that is left might keep in memory."""
        if self.engine:
            self.engine.clear()
        self.engine = None

    def rematch(self, level=None):
        """Begin the same game once more, from the empty field. Everybody moves up a seat, so somebody else starts.

        level: of the engine from now on, if it is another one.
        """
        score = self.total()
        self.score = score[1:] + score[:1]
        while self.position.undo() >= 0:
            pass
        self.seats = [level if level and seat != PERSON else seat for seat in self.seats[1:] + self.seats[:1]]
        if not self.alone:
            self._sitting = self.seats
        self.seed = self.seed % 250 + 1
        self.number = 0

    def total(self):
        """Return the score with this match, if somebody has won it."""
        score = self.score[:]
        if self.position.winner:
            score[self.position.winner - 1] += 1
        return score

    def seat(self):
        """Return the seat of the side to move."""
        return self._sitting[self.position.to_move - 1]

    def is_person(self, side):
        return self._sitting[side - 1] == PERSON

    def engine_to_move(self):
        return not self.position.is_over() and self.seat() != PERSON

    def seen(self):
        """Return the position as the person may see it who moves next."""
        side = self.position.to_move
        for _ in self._sitting:
            if self.is_person(side):
                break
            side = side % len(self._sitting) + 1
        return self.position.view(side)

    def start_thinking(self):
        limits = level_limits(self.position, self.seat(), self.seed, self.tick_work)
        self.engine.start(self.position, limits, limits.rough)

    def engine_move(self):
        """Return the move that the engine's level chooses."""
        position = self.position
        seen = position.view(position.to_move) if self.engine.blind else position
        return chosen(seen, self.engine.verdict, self.seat(), self.seed)

    def play_best(self):
        """Make the engine's move; return why the rules forbid it, or None. A blind engine then makes its next best."""
        position = self.position
        move = self.engine_move()
        while not position.play(move):
            why = position.refusal(position.to_move, move)
            other = next_best(position, self.engine.verdict, move) if self.engine.blind else NO_MOVE
            if other == NO_MOVE:
                return "the engine makes the illegal move %d: %s" % (move, why)
            move = other
        return None

    def can_undo(self):
        """Return whether a person has made a move to take back."""
        made = self.position.history[: self.position.plies]
        if not self.undo():
            return False
        self._redo(made)
        return True

    def undo(self):
        """Take back to the last move of a person. If there is none, return False and change nothing."""
        made = self.position.history[: self.position.plies]
        while PERSON in self._sitting and self.position.undo() >= 0:
            if self.seat() == PERSON:
                return True
        self._redo(made)
        return False

    def _redo(self, made):
        """Make those of these moves again that were taken back."""
        for move in made[self.position.plies :]:
            if not self.position.play(move):
                raise ValueError("move %d was legal and is not" % move)

    def record(self):
        """Return all of the match, as JSON can hold it: a move is the number of a point or the name of an action."""
        position = self.position
        moves = []
        for move in position.history[: position.plies]:
            moves.append(move if move < position.points else position.actions[move - position.points])
        record = {
            "game": self.game.name,
            "size": list(self.size),
            "seats": self.seats,
            "seed": self.seed,
            "moves": moves,
        }
        if self.coach:
            record["coach"] = True
        if self.dial:
            record["dial"] = True
        if not self.swap:
            record["swap"] = False
        if self.adapts:
            record["adapts"] = True
        if self.number:
            record["number"] = self.number
        return record
