"""Seats: who moves for a side of a match. A person, the engine at a level, or a strategy in a file.

Where no person sits, `begin` the search for a move, `step` in each tick until it returns True, then `play` the move
when it is time. A press never waits for two of these. A seat that cannot move raises GivenUp: then another one has its
place.
"""

from glowgrid.console import load
from glowgrid.levels import chosen, level_limits
from glowgrid.search import NO_MOVE, SURE_LOSS, next_best

PERSON = 0  # the level of a person


class GivenUp(Exception):
    """A seat cannot move; the message says why, and perhaps who plays on."""


class Person:
    """A person.

    level   of the engine in whose place the person sits, or PERSON
    """

    is_person = True
    needs_engine = False  # whether the match must have an engine
    hurries = False  # whether it moves at once if a person wants that
    file = ""  # name of its file
    paired = False  # whether it has moved by pairs of points (screens/pairs.py shows them)

    def __init__(self, level=PERSON):
        self.level = level

    def looking_at(self, match):
        """Return the move that the engine looks at now, or NO_MOVE."""
        return match.engine.verdict.looking_at

    def rest(self):
        """Let go of what it needs to find a move."""


class Level(Person):
    """The engine at a level, 1 and up."""

    is_person = False
    needs_engine = hurries = True
    _found = None  # the move, once it is known

    def begin(self, match):
        self._found = None
        self.search(match)

    def search(self, match):
        limits = level_limits(match.position, self.level, match.seed, match.tick_work)
        match.engine.start(match.position, limits, limits.rough)

    def step(self, match, hurry=False):
        """Search on, or choose a move; return whether the move was known before. Allocates nothing while it searches.

        hurry: whether a person wants the move at once.
        """
        if self._found is not None:
            return True
        engine = match.engine
        if engine.done or hurry and engine.stop():
            self._found = self.choice(match)
        else:
            engine.step(match.tick_work)
        return False

    def choice(self, match):
        """Return the move that it plays after this search."""
        position, engine = match.position, match.engine
        seen = position.view(position.to_move) if engine.blind else position
        return chosen(seen, engine.verdict, self.level, match.seed)

    def play(self, match):
        """Make the move.

        If a hidden stone is there, a blind engine makes its next best move at once: the time it takes tells nothing.
        """
        position, engine, move = match.position, match.engine, self._found
        if match.puzzle:
            match.puzzle.spoiled = engine.verdict.proven and engine.verdict.score > SURE_LOSS
        while True:
            why = position.refusal(position.to_move, move)
            if position.play(move) and not position.has_tried():
                return
            other = next_best(position, engine, move) if engine and engine.blind else NO_MOVE
            if other == NO_MOVE:
                match.give_up_engine()
                raise GivenUp("%s: the engine makes the illegal move %d: %s" % (match.game.name, move, why))
            move = other


class File(Level):
    """A strategy in a file (strategy_file.py). The engine at the level stands by, and is made when it is needed.

    folder  where the file is
    """

    needs_engine = hurries = False

    def __init__(self, level, folder, file):
        self.level, self.folder, self.file = level, folder, file

    def looking_at(self, match):
        return NO_MOVE

    def search(self, match):
        self._steps = load.strategy_file.moving(match, self)

    def step(self, match, hurry=False):
        """Read on."""
        if self._found is not None:
            return True
        try:
            self._found = next(self._steps)
            if self._found is not None:
                self.rest()
        except (OSError, ValueError, MemoryError) as error:
            self._give_up(match, error)
        return False

    def play(self, match):
        if not match.position.play(self._found):
            self._give_up(match, ValueError("an illegal move"))

    def rest(self):
        self._steps = None  # they hold the file open

    def _give_up(self, match, error):
        self.rest()
        raise GivenUp(load.strategy_file.given_up(match, self, error))
