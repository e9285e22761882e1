"""As much of the library (host_sim/library) as lessons ask, for MicroPython's WebAssembly port.

The names are the same, and so are the answers.
"""

from collections import OrderedDict

from glowgrid import games
from glowgrid.answers import w_star
from glowgrid.rules.notation import move_name, parse_move, point_name
from glowgrid.rules.placed import place, standing
from glowgrid.search import DRAWN, Limits, hides, work_in

from ..cli.suggest import no_game, no_move
from ..engine.answers_in import best_moves, engine_asked, plies_left
from ..text.placed_text import parts_of
from ..text.position_line import position_line, stones_of

DRAW = 0  # as a winner: nobody
SLICE = 1_000_000  # units of work
_known = []  # the games, once they are listed


class Game:
    """A game at one size; ValueError, in one line, for a size that it has not."""

    def __init__(self, rules, size, swap):
        start = rules.setup(size or None)
        self.rules, self.name, self.about, self.swap = rules, rules.name, rules.about, bool(swap)
        self.size = size or tuple(rules.sizes[0])
        self.title = rules.title(self.size)
        self.hides = hides(start)
        last = start.moves - (start.actions == ("swap",) and not swap)
        self.moves = [move_name(start, move) for move in range(last)]

    def start(self):
        return Position(self, self._started())

    def parse(self, stones):
        core = self._started()
        return Position(self, place(core, *stones_of(stones, core)))

    def _started(self):
        core = self.rules.setup(self.size)
        if self.rules.swap:
            core.swap_rule = self.swap
        return core


class Position:
    """A position of a game. core: the same in the firmware."""

    def __init__(self, game, core):
        self.game, self.core, self.sides = game, core, core.sides

    @property
    def to_move(self):
        return self.core.to_move

    @property
    def winner(self):
        return self.core.winner if self.core.is_over() else None

    @property
    def stones(self):
        stones = standing(self.core)
        return OrderedDict([(point_name(self.core.field, point), stones[point]) for point in sorted(stones)])

    def is_over(self):
        return self.core.is_over()

    def legal_moves(self):
        return [name for move, name in enumerate(self.game.moves) if self.core.is_legal(move)]

    def number(self, name):
        number = parse_move(self.core, name)
        if not 0 <= number < len(self.game.moves):
            raise ValueError(no_move(name, self.game.title, self.game.moves, self.core.points))
        return number

    def text(self):
        return position_line(self.game.rules, self.game.size, self.core)

    def copy(self):
        core = self.core.fresh()
        core.become(self.core)
        if self.game.rules.swap:
            core.swap_rule = self.game.swap
        return Position(self.game, core)

    def play(self, name):
        core, number = self.core, self.number(name)
        if not core.play(number):
            raise ValueError("%s: %s" % (name, core.refusal(core.to_move, number)))


class Value:
    """What a move leads to: winner and plies, None where that is not known."""

    def __init__(self, winner, plies):
        self.winner, self.plies = winner, plies


class Answer:
    """What a search has found out: winner, plies, values, best and move."""

    def __init__(self, position, verdict):
        core, names = position.core, position.game.moves
        outcome, best = w_star(verdict, core), best_moves(verdict, core)
        legal = [move for move in range(core.moves) if core.is_legal(move)]
        values = [(names[move], Value(_side(verdict.outcome(move)), verdict.plies_to(move) or None)) for move in legal]
        self.values = OrderedDict(values)
        self.winner, self.plies = _side(outcome), plies_left(verdict, core, outcome, best)
        self.best = [names[move] for move in best] if outcome else None
        self.move = names[verdict.best]


def solve(position, milliseconds, watch=None):
    """Return the Answer about a position that is not over, and of a game that hides nothing."""
    core = position.core
    engine = engine_asked(core, position.game.rules.family(core))
    engine.start(core, Limits(work_in(milliseconds)), True)
    while not engine.step(SLICE):
        if watch:
            watch()
    return Answer(position, engine.verdict)


def _side(outcome):
    return None if not outcome else DRAW if outcome == DRAWN else outcome


def list_games(own):
    """Learn which games there are. own: the folder of a person's own games."""
    _known[:] = games.discover(own=own)[0]


def game(name, *size, swap=False):
    for rules in _known:
        if rules.name == name:
            return Game(rules, size, swap)
    raise ValueError(no_game(name, [rules.name for rules in _known]))


def parse(line):
    name, size, stones = parts_of(line)
    return game(name, *size).parse(stones)
