"""`python -m tools.lab suite`: positions whose value is easily lost, and how many the engine keeps.

    suite make hex 6
    suite measure hex 7 --think 3000
    suite measure hex 7 --think 10000 --each 20
    suite held 7 --seeds 3

Which suites there are, with their bands, is in suite.py; drawing.py says how positions are chosen. `held` plays whole
games, see held.py. All rows are kept in a file, so the same command goes on where it stopped; RUNNING.md says how to
use more machines.
"""

from pathlib import Path
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import VERSION
from glowgrid.games import hex
from glowgrid.rules.notation import point_name
from host_sim.cli.errors import ToolError
from host_sim.cli.writable import check_writable, writing

from ... import output
from .. import measured
from ..arena.match import Tally
from ..arena.players import Level, budget, think_option
from ..runs.run import tracked
from ..runs.store import ROWS, Rows, opened
from ..runs.workers import CORES, Jobs, Scheduler, workers
from . import drawing, held, measuring
from .suite import SEED, SUITES, by_band, line_of, names, read, suite_of, text_of

MS = 3000  # of the Pico, for a move
PART = "How strong the engine is"

app = typer.Typer(no_args_is_help=True, help="Positions whose value is easily lost: make and measure suites.")
Name = Annotated[str, typer.Argument(metavar="GAME", help="hex, havannah, y or mnk.")]
Think = Annotated[int | None, think_option(f"{MS} without --level")]
Size = Annotated[str, typer.Argument(help=f"The suites: {', '.join(each.title for each in SUITES)}.")]
From = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", exists=True, resolve_path=True, help="Positions of another file."),
]


@app.command("make")
def make(
    name: Name,
    size: Size,
    seed: Annotated[int, typer.Option(min=0, help="Another one gives other positions.")] = SEED,
    to: Annotated[Path | None, typer.Option(help="Write here (default: the file in tests/data/suites).")] = None,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Draw the positions of a suite, find their exact values, and write its file."""
    suite, console = suite_of(name, size), output.console()
    target = to or suite.path
    check_writable(target)
    cases, drawn, using = [], [], workers(jobs, scheduler)
    with opened(console, file) as store, output.progress(console) as progress:
        task = progress.add_task(suite.title, total=suite.positions)
        for band in suite.bands:
            found = []
            for case in drawing.band_of(suite, band, seed, store, using):
                found.append(case)
                progress.advance(task, case is not None)
            cases += filter(None, found)
            drawn.append(len(found))
    with writing(target):
        target.write_text(text_of(suite, cases, drawn, seed))
    console.print(f"{target}: {len(cases)} of {sum(drawn):,} positions drawn")


@app.command("measure")
def measure(
    name: Name,
    size: Size,
    think: Think = None,
    level: Level = None,
    path: From = None,
    each: Annotated[int | None, typer.Option(min=1, help="Positions of each band; all if absent.")] = None,
    verbose: Annotated[bool, typer.Option(help="List the positions whose value is lost.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Enter the result in MEASURED.md.")] = False,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Measure how often the engine's move keeps the value, with 95% intervals."""
    if record and path:
        raise ToolError("--record is for the suites of the repository: leave out --from")
    suite, spec, console = suite_of(name, size), budget(think, level, MS), output.console()
    cases = read(suite, path)
    bands = by_band(suite, cases, each)
    job, numbers = measuring.job_of(suite, spec, path), sum(bands, [])
    with opened(console, file) as store:
        found = tracked(console, suite.title, job, store, workers(jobs, scheduler), numbers)
    if verbose:
        for number in numbers:
            if found[number][0] not in cases[number].keeps:
                console.print(f"{line_of(suite, cases[number])}, not {names(suite, found[number][:1])}")
    results = [measuring.result(cases, found, band) for band in bands]
    whole = measuring.result(cases, found, numbers)
    for (low, high), result in zip(suite.bands, results, strict=True):
        console.print(f"{low} to {high} stones: {result.text()}; {result.proven} proven")
    console.print(f"{suite.title}, {spec}: keeps {whole.text()}; {whole.proven} proven")
    if record:
        row = measured_row(suite, spec, each, results, whole)
        measured.write(measured.renewed(measured.load(), [row]))


@app.command("held")
def measure_held(
    size: Annotated[int, typer.Argument(min=held.SIZES[0], max=held.SIZES[-1], help="Hex of this size.")],
    think: Think = None,
    level: Level = None,
    seeds: Annotated[int, typer.Option(min=1, help="Games from each opening.")] = 3,
    verbose: Annotated[bool, typer.Option(help="List the games that are lost.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Enter the result in MEASURED.md.")] = False,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Let the engine play itself after each opening of Hex: how often does the side that wins hold it?"""
    spec, console, position = budget(think, level, MS), output.console(), hex.setup(size)
    each = len(held.winners(size))
    with opened(console, file) as store:
        using = workers(jobs, scheduler)
        games = tracked(console, f"hex {size}", held.job_of(size, spec), store, using, range(seeds * each))
    found = [held.is_held(size, moves) for moves in games.values()]
    for moves, kept in zip(games.values(), found, strict=True):
        if verbose and not kept:
            console.print(" ".join(point_name(position.field, point) for point in moves))
    by_seed = [sum(found[at : at + each]) for at in range(0, len(found), each)]
    low, high = Tally(2, len(found), sum(found), 0).interval()
    text = f"{sum(found)} of {len(found)} ({low:.1%} to {high:.1%}); by seed {', '.join(map(str, by_seed))} of {each}"
    console.print(f"hex {size}, {spec}: holds {text}")
    if record:
        kind, _, number = spec.partition(":")
        row = {
            "name": f"held_hex_{size}_{kind}_{number}",
            "part": PART,
            "what": f"hex {size}, {strength_of(spec)}: won openings held against itself",
            "figure": text,
            "command": f"python -m tools.lab suite held {size} --{kind} {number} --seeds {seeds}",
            "date": measured.today(),
            "version": VERSION,
        }
        measured.write(measured.renewed(measured.load(), [row]))


def strength_of(spec):
    """Return a player of ours in words."""
    kind, _, number = spec.partition(":")
    return f"{int(number) / 1000:g} s" if kind == "think" else f"level {number}"


def measured_row(suite, spec, each, results, whole):
    """Return the row of MEASURED.md."""
    kind, _, number = spec.partition(":")
    size = suite.title.partition(" ")[2]
    words = f"suite measure {suite.name} {size} --{kind} {number}{f' --each {each}' if each else ''}"
    bands = [(one.kept / one.positions, one, band) for one, band in zip(results, suite.bands) if one.positions]
    _, worst, (low, high) = min(bands)
    weak = (
        f"; at worst {worst.kept} of {worst.positions}, with {low} to {high} stones"
        if whole.kept < whole.positions
        else ""
    )
    return {
        "name": "_".join(["suite", suite.path.stem, kind, number]),
        "part": PART,
        "what": f"{suite.title}, {strength_of(spec)}: moves that keep a value that is easily lost",
        "figure": whole.text() + weak,
        "command": f"python -m tools.lab {words}",
        "date": measured.today(),
        "version": VERSION,
    }
