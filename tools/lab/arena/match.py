"""The games of `python -m tools.lab arena play`: seats, openings and results.

Games come in groups, one game for each side: the same opening with the first player in each seat in turn, the second
player in all others. Everything follows from the seed, so a match can be continued and repeated.
"""

import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from math import inf, log10, sqrt
from random import Random
from typing import NamedTuple

from glowgrid.rules.game import Game
from glowgrid.rules.notation import move_name
from host_sim.engine.engine_program import position_after
from host_sim.errors import ToolError

from .players import legal, player

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


def run(match, numbers, jobs):
    """Play the games with these numbers, `jobs` at a time; yield each result as it comes."""
    own = threading.local()
    everyone = []

    def one(number):
        if not hasattr(own, "players"):
            own.players = [player(spec, match.game, match.size, match.swap) for spec in (match.first, match.second)]
            everyone.extend(own.players)
        return play(match, number, own.players)

    numbers = iter(numbers)
    with ThreadPoolExecutor(jobs) as pool:
        try:
            waiting = {pool.submit(one, number) for _, number in zip(range(jobs), numbers)}
            while waiting:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(one, number) for _, number in zip(range(len(finished)), numbers)}
                for each in finished:
                    yield each.result()
        finally:
            for who in everyone:
                who.close()


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


def tally(games, sides, seat=None):
    """Return the Tally of game results, optionally of one seat only."""
    counted = [game for game in games if seat in (None, game["seat"])]
    wins = sum(game["winner"] == game["seat"] for game in counted)
    return Tally(sides, len(counted), wins, sum(not game["winner"] for game in counted))
