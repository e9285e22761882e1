"""A match: a position, who sits at each side, and the engine that moves for the seats that are not a person's."""

import gc

from glowgrid import search
from glowgrid.games import set_up
from glowgrid.modules import forget
from glowgrid.search import LEVELS, NO_POINT, level_limits

MATCH = "match"  # name of the save
PERSON = 0  # a seat is PERSON or the level of the engine, 1..LEVELS


def levels_of(game):
    """The highest level that a seat of the game may have; PERSON where no engine plays it."""
    return LEVELS if game.engine else PERSON


class Match:
    """One game from the first move to the last, with undo; `engine` is None until one was made (`making_engine`).

    seats   list with a seat per side: PERSON or a level
    seed    decides what a weak engine overlooks; another one makes another game
    table   a transposition table to use instead of a new one (see search.engine_for)
    coach   whether a person to move is shown what the moves lead to (console/coach.py); off at first
    unadvised, alone   there is no memory for hint and coach; for an engine: persons move for it
    """

    def __init__(self, game, size, seats, seed=1, table=None):
        if len(seats) != game.sides or [seat for seat in seats if not 0 <= seat <= levels_of(game)]:
            raise ValueError("seats: %r; expected %d numbers 0 to %d" % (seats, game.sides, levels_of(game)))
        self.game = game
        self.size = size
        self.seats = self._sitting = list(seats)
        self.seed = seed
        self.position = set_up(game, size)
        self.position.swap_rule = True  # games without it take no notice
        self.coach = False
        self.cursor = NO_POINT  # where the person's cursor was when the match was left for another screen
        self.engine = None
        self.unadvised = self.alone = False
        self._table = table

    def needs_engine(self, hint=False):
        """Is one to be made before play goes on, with a hint or without?"""
        return self.engine is None and not self.alone and (hint or self.coach or max(self.seats) != PERSON)

    def can_advise(self):
        """Can there be a hint, or the coach?"""
        return self.game.engine and not self.unadvised

    def making_engine(self):
        """Have an engine, to move for its seats, for hints and the coach: yields after each step of some 50 ms on the Pico.

        MemoryError if it does not fit.
        """
        from glowgrid.search.making import making_engine
        forget(search, "making")
        for again in (True, False):
            gc.collect()  # its tables are the largest blocks on the heap
            yield
            try:
                for self.engine in making_engine(self.position.tables, self._table):
                    yield
                return
            except MemoryError:  # the heap is in pieces, of what was loaded among others: that has its place the next time
                self.engine = None
                if not again:
                    raise

    def do_without(self):
        """Go on without what there is no memory for: first without advice, then without the engine."""
        self.coach = False
        if self.engine is None or self.unadvised:
            self.alone = True
            self._sitting = [PERSON] * len(self.seats)
            self.engine = None
        self.unadvised = True

    def rematch(self):
        """The same game once more, from the empty field."""
        while self.position.undo() >= 0:
            pass
        self.seed = self.seed % 250 + 1

    def seat(self):
        """The seat of the side to move."""
        return self._sitting[self.position.to_move - 1]

    def engine_to_move(self):
        return not self.position.is_over() and self.seat() != PERSON

    def start_thinking(self):
        self.engine.start(self.position, level_limits(self.seat(), self.engine.node_us, self.seed))

    def can_undo(self):
        """Is there a move of a person to take back?"""
        position = self.position
        for ply in range(position.plies):
            if self._sitting[position.cells[position.history[ply]] - 1] == PERSON:
                return True
        return position.swapped and PERSON in self._sitting  # both sides have moved, though but one stone lies there

    def undo(self):
        """Take back to the last move of a person; False, changing nothing, if there is none."""
        if not self.can_undo():
            return False
        self.position.undo()
        while self.seat() != PERSON:
            self.position.undo()
        return True

    def record(self):
        """All of the match, as JSON can hold it."""
        position = self.position
        moves = list(position.history[:position.plies])
        record = {
            "game": self.game.name,
            "size": list(self.size),
            "seats": self.seats,
            "seed": self.seed,
            "moves": moves,
        }
        if self.coach:
            record["coach"] = True
        if position.swapped:
            record["swapped"] = True
            moves[0] = position.tables.mirrored[moves[0]]  # where it was played
        return record
