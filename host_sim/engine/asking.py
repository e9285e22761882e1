"""Ask engines about one position: which move they choose, and what each move leads to.

GTP and the library ask here, so they answer alike. The engine searches in this process, or on unix MicroPython
(unix_engine.py), 25 times as fast; the answers are the same.
"""

import sys

from glowgrid.search import Limits, engine_for

from .answers_in import engine_asked, table_for
from .large_fields import no_engine
from .unix_engine import Ended

NODE_WORK = 100  # units of work, of a node of `nodes N`
VALUES_WORK = 15_000_000  # 4.7 s of the reference board
THREE_SIDES_WORK = 2 * VALUES_WORK  # 4 s on CPython
MINIMAX_WORK = 40 * VALUES_WORK  # the same: 200,000 nodes
SLICE = 1_000_000  # units of work between two looks at the keyboard interrupt


def complain(line):
    """Print a line for who waits at a terminal."""
    print(line, file=sys.stderr, flush=True)


class Asking:
    """The engines of one position of a game.

    position  what is asked about; moves may be played on it between questions
    playing   the Engine that chooses moves; where it can, it knows no more than the side to move sees
    asked     the Engine that answers questions; it knows all
    """

    def __init__(self, game, size, position, elsewhere=None, say=complain):
        """elsewhere: the UnixEngine that searches, or None; say(line): called once that has ended.

        ValueError, in one line, if no engine holds the field.
        """
        if why := no_engine(position):
            raise ValueError(why)
        self._size, self.position, self._elsewhere, self._say = size, position, elsewhere, say
        self._family = game.family(position)
        self._table = table_for(position)  # of questions; 0: as `playing` has it
        self.playing = self.asked = engine_for(position, family=self._family, blind=True)
        if self._table or self.playing.blind:
            self.asked = engine_asked(position, self._family)

    def values_work(self):
        """Return how many units of work find out what each move leads to, if nobody says how long."""
        if self._family == "minimax":
            return MINIMAX_WORK
        return THREE_SIDES_WORK if self.position.sides > 2 else VALUES_WORK

    def chosen(self, limits, every=False):
        """Return the Verdict of the engine that plays; with `every`, on every move."""
        return self._searched(self.playing, limits, every, 0)

    def answered(self, limits: Limits, every=True, watch=None):
        """Return the Verdict of the engine that is asked; with `every`, on every move.

        watch: None, or called now and then; what it raises ends the search.
        """
        return self._searched(self.asked, limits, every, self._table, watch)

    def _searched(self, engine, limits, every, table, watch=None):
        elsewhere = self._elsewhere
        if elsewhere and not elsewhere.has_ended and not engine.blind:
            try:
                elsewhere.search(engine.verdict, self._size, self.position, limits, every, table, watch)
                return engine.verdict
            except Ended as ended:
                self._say(f"{ended}; the search goes on here, on CPython")
        engine.start(self.position, limits, every)
        while not engine.step(SLICE):
            if watch:
                watch()
        return engine.verdict
