"""`rows`: what is in a file of rows, the files of two machines as one, and rows computed again.

rows list build/lab.sqlite
rows merge all.sqlite here.sqlite there.sqlite
rows repeat all.sqlite --count 20
"""

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from host_sim.cli.errors import ToolError

from ... import output
from .job import code_of, compute
from .store import Store, check_rows, stoppable

COLUMNS = "job", "rows", "function", "parameters", "code"
File = Annotated[Path, typer.Argument(help="A file of rows.")]


def listed(file: File):
    """List the jobs of a file.

    A row of an arena job is a group of games with the seats exchanged: a pair for two sides.
    """
    with _there(file) as store:
        jobs = store.jobs()
    shown = [
        (job.key, f"{count:,}", job.function, ", ".join(f"{name} {x}" for name, x in job.parameters.items()), job.code)
        for job, count in jobs
    ]
    output.console().print(output.table(COLUMNS, shown))


def merge(
    into: Annotated[Path, typer.Argument(help="The file that gets all rows; made if absent.")],
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The other files; they stay as they are.")],
):
    """Add the rows of other files to a file. A row that is in both must be the same."""
    console = output.console()
    for file in files:
        check_rows(file)  # before the first one is made
    with Store(into) as store:
        for file in files:
            console.print(f"{file}: {store.merge(file):,} new rows")


def repeat(
    file: File,
    number: Annotated[int | None, typer.Option(min=0, help="One row; if absent, a random sample.")] = None,
    count: Annotated[int, typer.Option(min=1, help="Rows in the sample of each job.")] = 10,
):
    """Compute rows again and compare. Only jobs of this clone's code can be repeated."""
    console = output.console()
    with _there(file) as store, stoppable(console):
        for each, _ in store.jobs():
            if code_of(each.function.partition(":")[0]) != each.code:
                console.print(f"{each.key}: of other code, {each.code}; left out")
                continue
            numbers = sorted(store.numbers(each))
            if number is not None and number not in numbers:
                raise ToolError(f"{file}: job {each.key} has no row {number}; it has {len(numbers):,} rows")
            asked = [number] if number is not None else Random(1).sample(numbers, min(count, len(numbers)))
            for row in output.tracked(console, each.key, asked):
                if compute(each, row) != store.row(each, row):
                    raise ToolError(f"{file}: row {row} of job {each.key} comes out differently here")
            console.print(f"{each.key}: {len(asked)} of {len(numbers):,} rows repeated, all the same")


def _there(file):
    """Return the Store in a file that exists."""
    check_rows(file)
    return Store(file)
