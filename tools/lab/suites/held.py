"""Let the engine play itself after each opening of Hex: does the side that wins, by the book, win?

Row n of the job is a game: the n-th opening of the book, and after all of them the same with the next seed. It is the
list of moves, which the engine found as in a match, one engine for both sides.
"""

from contextlib import closing
from pathlib import Path

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from glowgrid.search.groups.book import RESISTS

from ...paths import FIRMWARE
from .. import book
from ..arena.match import CODE as ENGINE_CODE
from ..arena.players import player
from ..runs.job import job

CODE = [*ENGINE_CODE, *book.CODE, Path(__file__)]
SIZES = hex.BOOKS


def game(parameters, number):
    """Return a row of the job."""
    size, openings = parameters["size"], book.openings(parameters["size"])
    seed, at = divmod(number, len(openings))
    position, moves = hex.setup(size), [openings[at]]
    position.play(moves[0])
    with closing(player(parameters["player"], hex.GAME, (size,))) as engine:
        while not position.is_over():
            moves.append(engine.move(position, moves, 1 + seed))
            position.play(moves[-1])
    return moves


def job_of(size, spec):
    """Return the Job for a size and our engine, as a text of arena/players.py."""
    return job(f"{__name__}:game", {"size": size, "player": spec})


def winners(size):
    """Return who wins after each opening, {opening: side}."""
    file = (FIRMWARE / "glowgrid" / "games" / f"hex_{size}.bin").read_bytes()
    return {opening: 1 if file[1 + opening] >= RESISTS else 2 for opening in book.openings(size)}


def is_held(size, moves):
    """Return whether the side that wins after the opening has won this game."""
    return 2 - len(moves) % 2 == winners(size)[moves[0]]  # the last move wins
