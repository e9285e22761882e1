"""`python -m tools.lab suite`: positions whose value is easily lost, and how many the engine keeps.

    suite make hex 6
    suite measure hex 7 --think 3000
    suite measure hex 7 --think 10000 --each 20
    suite check mnk 5,5,4
    suite perfect havannah 3

Which suites there are, with their bands, is in suite.py; drawing.py says how positions are chosen. All rows are kept
in a file, so the same command goes on where it stopped; RUNNING.md says how to use more machines.
"""

from pathlib import Path
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import VERSION
from host_sim.errors import ToolError, check_writable, writing

from ... import output
from .. import measured
from ..arena.players import Level, budget, player, think_option
from ..runs.run import tracked
from ..runs.store import ROWS, Rows, opened
from ..runs.workers import CORES, Jobs, Scheduler, workers
from . import checking, drawing, measuring
from .perfect import GAMES, faults
from .suite import SEED, SUITES, by_band, line_of, names, read, spread, suite_of, text_of

MS = 3000  # of the Pico, for a move
PART = "How strong the engine is"

app = typer.Typer(no_args_is_help=True, help="Positions whose value is easily lost: make, measure and check suites.")
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


def measured_row(suite, spec, each, results, whole):
    """Return the row of MEASURED.md."""
    kind, _, number = spec.partition(":")
    size = suite.title.partition(" ")[2]
    words = f"suite measure {suite.name} {size} --{kind} {number}{f' --each {each}' if each else ''}"
    strength = f"{int(number) / 1000:g} s" if kind == "think" else f"level {number}"
    bands = [f"{low} to {high}: {one.text()}" for (low, high), one in zip(suite.bands, results, strict=True)]
    return {
        "name": "_".join(["suite", suite.path.stem, kind, number]),
        "part": PART,
        "what": f"{suite.title}, {strength}: moves that keep the value of a position that is easily lost, by stones",
        "figure": f"{whole.text()}; {'; '.join(bands)}",
        "command": f"python -m tools.lab {words}",
        "date": measured.today(),
        "version": VERSION,
    }


@app.command("check")
def check(
    name: Name,
    size: Size,
    path: From = None,
    each: Annotated[int, typer.Option(min=1, help="Positions of each band, if it has as many within reach.")] = 10,
    empty: Annotated[int | None, typer.Option(min=1, help="Judge up to so many empty points; each costs more.")] = None,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Judge a sample of every band again, by a judge that shares no code with what found the values."""
    suite, console = suite_of(name, size), output.console()
    cases, points = read(suite, path), suite.game.setup(suite.size).points
    most = empty or checking.judge_of(suite)[1]
    bands = by_band(suite, cases)
    within = [[n for n in numbers if points - len(cases[n].moves) <= most] for numbers in bands]
    chosen = [spread(numbers, each) for numbers in within]
    job = checking.job_of(suite, path)
    with opened(console, file) as store:
        found = tracked(console, suite.title, job, store, workers(jobs, scheduler), sum(chosen, []))
    wrong = {number: checking.fault(suite, cases[number], row) for number, row in found.items()}
    wrong = {number: text for number, text in wrong.items() if text}
    for number, text in wrong.items():
        console.print(f"{line_of(suite, cases[number])}: {text}")
    for (low, high), numbers, reached in zip(suite.bands, chosen, within, strict=True):
        console.print(f"{low} to {high} stones: {len(numbers)} judged, {len(reached)} of {suite.each} within reach")
    out = sum(bool(numbers) and not reached for numbers, reached in zip(bands, within, strict=True))
    beyond = f"; {out} {'band' if out == 1 else 'bands'} out of reach" if out else ""
    console.print(f"{suite.title}: {len(found)} of {len(cases)} positions judged, {len(wrong)} wrong{beyond}")
    raise typer.Exit(1 if wrong else 0)


@app.command("perfect")
def perfect(
    game: Annotated[str, typer.Argument(help="hex or havannah")],
    size: Annotated[int, typer.Argument(min=1, max=4, help="Points on a side: Hex up to 4, Havannah up to 3.")],
    think: Think = None,
    level: Level = None,
    positions: Annotated[int, typer.Option("--random", min=0, help="Number of additional random positions.")] = 5000,
):
    """Check that the engine is perfect: judge every position it meets against all replies by an independent search."""
    if game not in GAMES or (game == "havannah" and size > 3):
        raise ToolError(f"{game} {size}: expected hex 1 to 4 or havannah 1 to 3")
    spec = budget(think, level, MS)
    worker, count, wrong = player(spec, GAMES[game].GAME, (size,)), 0, 0
    console = output.console()
    for fault in output.tracked(console, f"{game} {size}", faults(worker, game, size, positions)):
        count += 1
        if fault:
            wrong += 1
            console.print(f"after {fault[0]}: {fault[1]} gives the value away")
    worker.close()
    console.print(f"{game} {size}, {spec}: {count} positions, {wrong} moves that give the value away")
    raise typer.Exit(1 if wrong else 0)
