"""`python -m tools.lab book hex 7`: find what to play in the first positions of Hex, for a file on the device.

firmware/glowgrid/search/groups/book.py states its format. Of the points that win it has the one nearest to the centre.
In a lost position it is the one, of the four nearest to the centre, after which the fewest replies win. On 7x7 to find
that would take days: there it is so after the reply that wins against an opening; else the nearest one after an
opening, later none. So a file depends on nothing but the game. The file of 7x7 in firmware/ leaves out what would take
hours: two stones after a1 and b1, and the rows behind the lines of a1, a2, a3 and g3.

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
from host_sim.cli.errors import ToolError
from host_sim.cli.writable import check_writable

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
    answers = {}

    def find(function, lines, positions):
        about = f"{size}x{size}, {len(positions[-1])} stones"
        using = job(f"{__name__}:{function}", {"size": size, "lines": lines})
        rows = tracked(console, about, using, store, workers, range(len(positions)))
        answers.update(zip(positions, rows.values(), strict=True))

    lines = [(), *((opening,) for opening in openings(size))]
    find("answer", lines, positions(size, lines))
    lines = [(opening, answers[opening,] % RESISTS) for opening in openings(size)]
    lost = [line for line in lines if answers[line[:1]] < RESISTS]
    if size >= SLOW_SIZE:
        find("resisting", lost, lost)
    find("answer", lines, positions(size, lines))
    lines = [line_of(opening, answers) for opening in openings(size)]
    find("answer", lines, positions(size, lines))
    return packed(size, answers)


def line_of(opening, answers):
    """Return the line of an opening, see the book's format; answers: {moves: byte} of what it goes through."""
    line = (opening,)
    while len(line) < (3 if answers[opening,] >= RESISTS else 4):
        line += (answers[line] % RESISTS,)
    return line


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


def positions(size, lines) -> list[tuple[int, ...]]:
    """Return the positions one stone after these lines, as moves."""
    points = {line: order(size) if line else openings(size) for line in lines}
    return [(*line, point) for line in lines for point in points[line] if point not in line]


# Answers ------------------------------------------------------------------------------------------


@functools.cache
def values_of(size):
    return exact.HexValues(size, TABLE_BITS)


def answer(parameters, number):
    """Return a row of a job: the byte of a position one stone after the lines."""
    size = parameters["size"]
    moves = positions(size, [tuple(line) for line in parameters["lines"]])[number]
    cells, me, points = position_after(size, moves)
    values = values_of(size)
    if values.value(cells, me):
        return next(point for point in points if not values.value(after(cells, point, me), 3 - me))
    if size < SLOW_SIZE:
        return resists(size, moves)
    return RESISTS + (points[0] if len(moves) == 1 else NONE_KNOWN)


def resisting(parameters, number):
    """Return a row of a job: the byte of a line, which the side to move loses."""
    return resists(parameters["size"], parameters["lines"][number])


def resists(size, moves):
    """Return the byte of a lost position."""
    cells, me, points = position_after(size, moves)
    return RESISTS + min(points[:TRIED], key=lambda point: len(values_of(size).wins(after(cells, point, me), 3 - me)))


def position_after(size, moves):
    """Return (cells, side to move, empty points in their order)."""
    cells, me = bytes(size**2), 1
    for point in moves:
        cells, me = after(cells, point, me), 3 - me
    return cells, me, [point for point in order(size) if not cells[point]]


def after(cells, point, side):
    """Return the cells with one more stone."""
    return cells[:point] + bytes([side]) + cells[point + 1 :]


# The file -----------------------------------------------------------------------------------------


def packed(size, answers):
    """Return the bytes of the file. answers: {moves: byte}."""
    points, first = size**2, sorted(openings(size))
    begins = next(opening for opening in openings(size) if answers[opening,] >= RESISTS)
    data = bytearray([begins, *(answers[opening,] for opening in first)])
    data += bytes(turned(points, answers[opening,]) for opening in reversed(first[: points // 2]))
    for stones in 1, 2, 4:
        for line in [line_of(opening, answers)[:stones] for opening in first]:
            data += bytes(answers.get((*line, point), NO_MOVE) for point in range(points))
    return bytes(data) + crc32(data).to_bytes(4, "little")


def turned(points, byte):
    """Return the byte of the position that half a turn leads to."""
    return byte // RESISTS * RESISTS + points - 1 - byte % RESISTS
