"""`python -m tools.lab book hex 7`: find what to play in the first positions of Hex, for a file on the device.

The file has all positions of up to two stones, and those of three where the second was the book's own reply.
firmware/glowgrid/search/groups/book.py states its format. Of the points that win it has the one nearest to the centre.
In a lost position it is the one, of the four nearest to the centre, after which the fewest replies win. On 7x7 to find
that would take hours: after an opening it is the nearest one, later none. So a file depends on nothing but the game.

Each position is a row (runs/), so an interrupted run goes on, and several machines can share the work.
"""

import functools
from pathlib import Path
from typing import Annotated
from zlib import crc32

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search.groups.book import NONE_KNOWN, RESISTS
from glowgrid.search.verdict import NO_MOVE
from host_sim.errors import ToolError
from host_sim.writable import check_writable

from .. import output
from ..paths import FIRMWARE
from . import exact
from .runs.job import job
from .runs.run import tracked
from .runs.store import ROWS, Rows, opened
from .runs.workers import CORES, Jobs, Scheduler, workers

CODE = (Path(__file__), FIRMWARE / "glowgrid" / "search" / "groups" / "book.py", *exact.CODE)
GAMES = ("hex",)
SIZES = range(3, 8)  # what exact.py solves
TABLE_BITS = 20
TRIED = 4  # points that may resist best
SLOW_SIZE = 7  # from here on they are not tried


def command(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(GAMES)}.")],
    size: Annotated[int, typer.Argument(help=f"{SIZES[0]} to {SIZES[-1]}.")],
    to: Annotated[Path | None, typer.Option(help="Write here (default: the file in firmware/).")] = None,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Find what to play in the first positions, for the file that the device reads.

    You can stop it at any time: the next run resumes.
    """
    if game not in GAMES:
        raise ToolError(f"there is no book of {game!r}; expected {', '.join(GAMES)}")
    if size not in SIZES:
        raise ToolError(f"size {size}: found no solver for it; expected {SIZES[0]} to {SIZES[-1]}")
    target = to or FIRMWARE / "glowgrid" / "games" / f"{game}_{size}.bin"
    check_writable(target)
    console = output.console(stderr=True)
    with opened(console, file) as store:
        data = made(size, store, workers(jobs, scheduler), console)
    output.write(console, target, data)


def made(size, store, workers, console):
    """Return the bytes of the book."""
    answers = answers_to(positions(size), {"size": size, "replies": []}, store, workers, console)
    replies = [answers[opening,] % RESISTS for opening in openings(size)]
    parameters = {"size": size, "replies": replies}
    return packed(size, answers | answers_to(positions(size, replies), parameters, store, workers, console))


def answers_to(positions, parameters, store, workers, console):
    """Return {position: byte}."""
    about = f"{'Three' if parameters['replies'] else 'Up to two'} stones on {parameters['size']}x{parameters['size']}"
    numbers = range(len(positions))
    found = tracked(console, about, job(f"{__name__}:answer", parameters), store, workers, numbers)
    return dict(zip(positions, found.values(), strict=True))


# Positions ----------------------------------------------------------------------------------------


@functools.cache
def order(size):
    """Return the points, those nearest to the centre first."""

    def away(point):
        row, column = divmod(point, size)
        return abs(2 * column - size + 1) + abs(2 * row - size + 1) + abs(2 * (row + column - size + 1))

    return sorted(range(size**2), key=away)


def openings(size):
    """Return the openings up to half a turn, in the same order."""
    return [point for point in order(size) if 2 * point < size**2]


def positions(size, replies=()) -> list[tuple[int, ...]]:
    """Return the positions up to two stones, as moves. With the replies to the openings: those of three stones."""
    pairs = list(zip(openings(size), replies, strict=False))
    if pairs:
        return [(*pair, second) for pair in pairs for second in order(size) if second not in pair]
    two = [(opening, reply) for opening in openings(size) for reply in order(size) if reply != opening]
    return [(), *((opening,) for opening in openings(size)), *two]


# Answers ------------------------------------------------------------------------------------------


@functools.cache
def values_of(size):
    return exact.HexValues(size, TABLE_BITS)


def answer(parameters, number):
    """Return a row of the job: the byte of a position."""
    size = parameters["size"]
    moves = positions(size, parameters["replies"])[number]
    cells, me = bytes(size**2), 1
    for point in moves:
        cells, me = after(cells, point, me), 3 - me
    values, points = values_of(size), [point for point in order(size) if not cells[point]]
    if values.value(cells, me):
        return next(point for point in points if not values.value(after(cells, point, me), 3 - me))
    if size >= SLOW_SIZE:
        return RESISTS + (points[0] if len(moves) == 1 else NONE_KNOWN)
    return RESISTS + min(points[:TRIED], key=lambda point: len(values.wins(after(cells, point, me), 3 - me)))


def after(cells, point, side):
    """Return the cells with one more stone."""
    return cells[:point] + bytes([side]) + cells[point + 1 :]


# The file -----------------------------------------------------------------------------------------


def packed(size, answers):
    """Return the bytes of the file. answers: {moves: byte}."""
    points, first = size**2, sorted(openings(size))
    data = bytearray([answers[()], *(answers[opening,] for opening in first)])
    data += bytes(turned(points, answers[opening,]) for opening in reversed(first[: points // 2]))
    for opening in first:
        data += bytes(answers.get((opening, reply), NO_MOVE) for reply in range(points))
    for opening in first:
        reply = answers[opening,] % RESISTS
        data += bytes(answers.get((opening, reply, second), NO_MOVE) for second in range(points))
    return bytes(data) + crc32(data).to_bytes(4, "little")


def turned(points, byte):
    """Return the byte of the position that half a turn leads to."""
    return byte // RESISTS * RESISTS + points - 1 - byte % RESISTS
