"""The games of `python -m tools.lab arena play`: seats, openings and results.

Games come in groups, one game for each side: the same opening with the first player in each seat in turn, the second
player in all others. Everything follows from the seed, so a match can be continued and repeated, group by group.
"""

import threading
from contextlib import ExitStack, closing, contextmanager
from math import inf, log10, sqrt
from random import Random
from typing import NamedTuple

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.game import Game
from glowgrid.rules.notation import move_name
from host_sim.cli.errors import ToolError
from host_sim.engine.engine_program import position_after

from ...paths import FIRMWARE, ROOT
from ..runs.job import job
from .players import legal, player

# What the games depend on (runs/job.py).
CODE = [
    *(FIRMWARE / "glowgrid").glob("*.py"),
    *(
        path
        for folder in ("rules", "games", "search")
        for path in (FIRMWARE / "glowgrid" / folder).rglob("*")
        if path.suffix in (".py", ".json", ".bin")
    ),
    *(ROOT / "host_sim" / "engine").glob("*.py"),
    *(ROOT / "tools" / "lab" / "arena" / f"{name}.py" for name in ("match", "players", "openspiel")),
]
Z = 1.96  # 95%
MOST_SEEDS = 100_000  # of our engines: seed * 7919 stays within 30 bits


class Match(NamedTuple):
    """The definition of a match; equal ones are played identically (unless an external program varies its moves)."""

    game: Game
    size: tuple
    first: str
    second: str
    opening_plies: int
    seed: int
    swap: bool

    def about(self):
        """Return the match as JSON values."""
        return {**self._asdict(), "game": self.game.name, "size": list(self.size)}


def opening(match, number):
    """Return the random moves before the players take over, the same for a whole group; they do not end the game."""
    random = Random(f"{match.seed} {number // match.game.sides}")
    position = match.game.setup(match.size)
    moves = []
    while len(moves) < match.opening_plies:
        if position.empty < 2:
            raise ToolError(f"an opening of {match.opening_plies} plies does not fit the field")
        moves.append(random.choice(legal(position)))
        position.play(moves[-1])
        if position.winner:
            position.undo()
            moves.pop()
    return moves


def play(match, number, players):
    """Play one game: {"number", "seat" of the first player (1..), "winner" (0: a draw), "moves"}; `players`: both."""
    sides = match.game.sides
    seat = number % sides + 1
    position = match.game.setup(match.size)
    position.swap_rule = match.swap
    moves = opening(match, number)
    position_after(position, moves)
    seed = 1 + (match.seed * 7919 + number) % MOST_SEEDS
    winner = None
    while not position.is_over():
        who = players[0] if position.to_move == seat else players[1]
        move = who.move(position, moves, seed)
        if move is None:
            winner = 3 - position.to_move
            break
        if not position.play(move):
            spec = match.first if position.to_move == seat else match.second
            shown = move_name(position, move) if 0 <= move < position.moves else move
            raise ToolError(f"player {spec}: illegal move {shown} after {len(moves)} plies of game {number}")
        moves.append(move)
    if winner is None:
        winner = position.winner
        for who in players:
            _agree(who, moves, winner)
    return {"number": number, "seat": seat, "winner": winner, "moves": moves}


def _agree(who, moves, winner):
    """Check that a player with its own rules sees the same winner: else points do not mean the same."""
    if hasattr(who, "winner") and who.winner(moves) != winner:
        raise ToolError(f"openspiel sees winner {who.winner(moves)}, our rules {winner}, after {moves}")


@contextmanager
def seated(match):
    """Context with both players of a match."""
    with ExitStack() as stack:
        specs = match.first, match.second
        yield [stack.enter_context(closing(player(spec, match.game, match.size, match.swap))) for spec in specs]


def games_of(match, count):
    """Yield the first games of a match, played here one after another."""
    with seated(match) as players:
        for number in range(count):
            yield play(match, number, players)


def job_of(match):
    """Return the match as a Job: row n is the group of games n."""
    return job(f"{__name__}:group", match.about())


_own = threading.local()  # the players of a worker: starting a program takes longer than many a game


def group(parameters, number):
    """Return the games of a group; parameters: `Match.about`."""
    if getattr(_own, "parameters", None) != parameters:
        _stand_up()
        game = next(each for each in discover()[0] if each.name == parameters["game"])
        _own.match = Match(**{**parameters, "game": game, "size": tuple(parameters["size"])})
        _own.stack = ExitStack()
        _own.players = _own.stack.enter_context(seated(_own.match))
        _own.parameters = parameters
    sides = _own.match.game.sides
    try:
        return [play(_own.match, sides * number + seat, _own.players) for seat in range(sides)]
    except BaseException:
        _stand_up()
        raise


def _stand_up():
    """Let the players of this worker go."""
    _own.parameters = None
    if hasattr(_own, "stack"):
        _own.stack.close()


class Tally(NamedTuple):
    """The result of a match for its first player. Points: 1 for a win, 1/2 for a draw, or 1/3 among three sides."""

    sides: int
    games: int
    wins: int
    draws: int

    def share(self):
        """Of the points: 0..1."""
        return (self.wins + self.draws / self.sides) / self.games

    def interval(self):
        """Return the (lowest, highest) share, 95% (E. B. Wilson, "Probable inference", 1927).

        It assumes that every game is won or lost, and independent: slightly too wide with draws and paired openings.
        """
        n, p = self.games, self.share()
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(middle - half, 0.0), min(middle + half, 1.0)

    def elo(self, share=None):
        """Return how much stronger the first player is than one other, from its share: 400 for ten times the points."""
        share = self.share() if share is None else share
        if not 0 < share < 1:
            return inf if share else -inf
        return 400 * log10((self.sides - 1) * share / (1 - share))


def points_of(games, sides):
    """Return the points of the first player in these games."""
    return sum(1 if game["winner"] == game["seat"] else 0 if game["winner"] else 1 / sides for game in games)


def tally(games, sides, seat=None):
    """Return the Tally of game results, optionally of one seat only."""
    counted = [game for game in games if seat in (None, game["seat"])]
    wins = sum(game["winner"] == game["seat"] for game in counted)
    return Tally(sides, len(counted), wins, sum(not game["winner"] for game in counted))
