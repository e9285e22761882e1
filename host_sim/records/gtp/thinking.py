"""GTP: a position, the engines that look at it, and how long they may think."""

import time

from glowgrid.levels import LEVELS, chosen, level_limits, levels_of
from glowgrid.search import TICK_WORK, Limits, hides, work_in

from ...engine.asking import NODE_WORK, Asking
from .words import Refused, whole_number

MOST_NODES = 1_000_000_000
MOST_MS = 1_000_000  # of `think`
MOST_SECONDS = 1_000_000_000  # of a clock
MOVES_LEFT = 20  # the share of the time left that a move may take, where no number of stones is given
SIDES = {"1": 1, "2": 2, "3": 3, "b": 1, "black": 1, "w": 2, "white": 2}


class Thinking:
    """One position of a game. Commands, `_do_...`, return the text of their answer or raise Refused."""

    def __init__(self, game, size=None, elsewhere=None, speed=1.0, seed=1):
        """game: a Game; size: as Game.setup takes it (ValueError if unfit).

        elsewhere: the UnixEngine that searches; without one the engine in this process does. speed: of the board whose
        milliseconds levels and `think` count, as in its file. seed: of the moves that `genmove` chooses in the first
        game; each new game, by whichever command, takes the next one.
        """
        self.game = game
        self.size = game.sizes[0] if size is None else size
        self.elsewhere = elsewhere
        self.tick_work = int(TICK_WORK * speed)
        self.level = LEVELS
        self.seed = seed - 1  # `_begin` takes the next one
        self.nodes = 0  # 0: what the level has
        self.think = 0  # ms; 0: what level or nodes say
        self.clock = None  # (main time, overtime, stones of the overtime), in seconds; None: no limit
        self.left = {}  # {side: (seconds, stones)}, as `time_left` says
        self.swap = True  # whether the first stone may be taken over, where the rules know that
        self._set_up(self.size)

    def _set_up(self, size):
        self._begin(self.game.setup(size), size)

    def _begin(self, position, size):
        """Go on from a position, from which nothing can be taken back but its own moves."""
        self.seed += 1
        self._before = []  # positions that were left where a side moved out of turn
        self._hold(position)
        self.size = size

    def _hold(self, position):
        """Make it the position that is talked about."""
        position.swap_rule = self.swap
        self.position = position
        self._made = None  # the engines, when one is needed

    @property
    def asking(self):
        """The engines that play and that answer questions; Refused where none holds the field."""
        if not self._made:
            try:
                self._made = Asking(self.game, self.size, self.position, self.elsewhere)
            except ValueError as error:
                raise Refused(str(error)) from None
        return self._made

    # How long it thinks -----------------------------------------------------------------------------------------------

    def _do_level(self, level=None):
        levels = levels_of(self.position)
        if level is None:
            return f"level {min(self.level, levels)} of 1 to {levels}"
        self.level = whole_number("level", level, 1, levels)
        self.think = 0
        return ""

    def _do_nodes(self, nodes=None):
        if nodes is None:
            return str(self._limits().work // NODE_WORK)
        self.nodes = whole_number("nodes", nodes, 0, MOST_NODES)
        self.think = 0
        return ""

    def _do_think(self, ms=None):
        if ms is None:
            return str(self.think)
        self.think = whole_number("think", ms, 1, MOST_MS)
        self.nodes = 0
        return ""

    def _do_time_settings(self, main, overtime, stones):
        clock = tuple(whole_number("time_settings", word, 0, MOST_SECONDS) for word in (main, overtime, stones))
        limited = clock[2] if clock[1] else clock[0]  # the protocol: an overtime for 0 stones is no limit
        self.clock = clock if limited else None
        self.left = {}
        return ""

    def _do_time_left(self, side, seconds, stones="0"):
        numbers = [whole_number("time_left", word, 0, MOST_SECONDS) for word in (seconds, stones)]
        self.left[self._side(side)] = tuple(numbers)
        return ""

    def _do_cputime(self):
        return f"{time.process_time() + (self.elsewhere.seconds if self.elsewhere else 0):.2f}"

    def _do_engine_sees(self):
        return "view" if self.asking.playing.blind else "all"

    def peeks(self):
        """Return whether the game hides something that the engine sees."""
        return hides(self.position) and not self.asking.playing.blind

    def _seen(self):
        """What the side to move may see of the position."""
        return self.position.view(self.position.to_move)

    def _choice(self):
        """The move that the engine chooses for the side to move."""
        limits = self._limits()
        verdict = self.asking.chosen(limits, limits.rough)
        known = self._seen() if self.asking.playing.blind else self.position
        return verdict.best if self.think else chosen(known, verdict, self.level, limits.seed)

    def _limits(self):
        """Of `genmove`."""
        if self.think:
            limits = Limits(work_in(self.think, self.tick_work), seed=self.seed)
        else:
            limits = level_limits(self.position, self.level, self.seed, self.tick_work)
            limits.work = self.nodes * NODE_WORK or limits.work
        ms = self._clock_ms()
        if ms is not None:
            limits.work = min(limits.work, work_in(ms, self.tick_work))
        return limits

    def _clock_ms(self):
        """Return the ms that a clock leaves for a move of the side to move; None without one."""
        side = self.position.to_move
        main, overtime, stones = self.clock or (0, 0, 0)
        pace = 1000 * overtime // stones if stones else 0
        if side in self.left:
            seconds, due = self.left[side]
            return 1000 * seconds // due if due else max(pace, 1000 * seconds // MOVES_LEFT)
        if not self.clock:
            return None
        made = self.position.plies // self.position.sides
        return max(pace, 1000 * main * (MOVES_LEFT - 1) ** made // MOVES_LEFT ** (made + 1))

    def _side(self, text):
        side = SIDES.get(text.lower())
        if side is None:
            raise Refused(f"syntax error: {text} is no side; expected 1, 2, 3, black or white")
        if side > self.position.sides:
            raise Refused(f"illegal move: no side {side}; sides are 1 to {self.position.sides}")
        return side
