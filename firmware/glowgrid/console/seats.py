"""Seats: who moves for a side of a match. A person, the engine at a level, or a strategy in a file.

Where no person sits, `begin` the search for a move, `step` in each tick until it returns True, then `play` the move
when it is time. A press never waits for two of these. A seat that cannot move raises GivenUp: then another one has its
place.
"""

from glowgrid.console import load
from glowgrid.console.screen import NO_POINT

PERSON = 0  # the level of a person


class GivenUp(Exception):
    """A seat cannot move; the message says why, and perhaps who plays on."""


class Person:
    """A person.

    level   of the engine in whose place the person sits, or PERSON
    """

    is_person = True
    needs_engine = False  # whether the match must have an engine
    file = ""  # name of its file
    paired = False  # whether it has moved by pairs of points (screens/pairs.py shows them)

    def __init__(self, level=PERSON):
        self.level = level

    def looking_at(self, match):
        """Return the move that the engine looks at now, or NO_POINT."""
        return match.engine.verdict.looking_at

    def clear(self):
        """Let go of what it needs to find a move."""


class Level(Person):
    """The engine at a level, 1 and up."""

    is_person = False
    needs_engine = True
    hurried = False  # whether a person wants the move at once
    _found = None  # the move, once it is known

    def begin(self, match):
        self._found, self.hurried = None, False
        self.search(match)

    def search(self, match):
        limits = load.levels.level_limits(match.position, self.level, match.seed, match.engine.tick_work)
        match.engine.start(match.position, limits, limits.rough)

    def step(self, match):
        """Search on, or choose a move; return whether it was known before. The search allocates nothing."""
        if self._found is not None:
            return True
        engine = match.engine
        if engine.done or self.hurried and engine.stop():
            self._found = self.chosen(match)
        else:
            engine.step(engine.tick_work)
        return False

    def chosen(self, match):
        """Return the move that it plays after this search."""
        position, engine = match.position, match.engine
        seen = position.view(position.to_move) if engine.blind else position
        return load.levels.chosen(seen, engine.verdict, self.level, match.seed)

    def play(self, match):
        """Make the move.

        If a hidden stone is there, a blind engine makes its next best move at once: the time it takes tells nothing.
        """
        position, engine, move = match.position, match.engine, self._found
        if match.puzzle:
            match.puzzle.update(engine.verdict)
        while True:
            why = position.refusal(position.to_move, move)
            if position.play(move) and not position.has_tried():
                return
            other = load.search.next_best(position, engine, move) if engine and engine.blind else NO_POINT
            if other == NO_POINT:
                match.give_up_engine()
                raise GivenUp("%s: the engine makes the illegal move %d: %s" % (match.game.name, move, why))
            move = other


class File(Level):
    """A strategy in a file (strategy_file.py). The engine at the level stands by, and is made when it is needed.

    folder  where the file is
    """

    needs_engine = False

    def __init__(self, level, folder, file):
        self.level, self.folder, self.file = level, folder, file

    def looking_at(self, match):
        return NO_POINT

    def search(self, match):
        self._steps = load.strategy_answers.moving(match, self)

    def step(self, match):
        """Read on."""
        self.hurried = False  # it takes its time
        if self._found is not None:
            return True
        try:
            self._found = next(self._steps)
            if self._found is not None:
                self.clear()
        except (OSError, ValueError, MemoryError) as error:
            self._give_up(match, error)
        return False

    def play(self, match):
        if not match.position.play(self._found):
            self._give_up(match, ValueError("an illegal move"))

    def clear(self):
        self._steps = None  # they hold the file open

    def _give_up(self, match, error):
        self.clear()
        raise GivenUp(load.strategy_answers.given_up(match, self, error))
