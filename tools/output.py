"""The consoles that tools print on: user input is printed as typed, without markup, emoji or folding.

Text from a device or a file cannot move the cursor (host_sim/cli/run.py); `say` prints a line without a console.
"""

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from host_sim.cli.run import printable, say  # noqa: F401
from host_sim.cli.writable import writing


class _Console(Console):
    def render_str(self, text, **options):
        return super().render_str(printable(text), **options)


def console(stderr=False):
    return _Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


def markdown(columns, rows):
    """Return a table in Markdown; all cells are strings."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def description():
    """The column of a progress bar with the current task."""
    return TextColumn("{task.description}", markup=False)


def table(columns, rows):
    """Return a table for a terminal; all cells are strings."""
    shown = Table(*columns)
    for row in rows:
        shown.add_row(*row)
    return shown


def write(console, target, data):
    """Write the bytes of a file, and say whether they are new."""
    same = target.is_file() and target.read_bytes() == data
    with writing(target):
        target.write_bytes(data)
    console.print(f"{target}: {len(data)} bytes, {'unchanged' if same else 'written'}")


def tracked(console, about, items, total=None) -> Iterator[Any]:
    """Yield the items under a progress bar, which counts them if there is a total or they have a length."""
    with progress(console) as bar:
        yield from bar.track(items, total, description=about)


def progress(console):
    """Return a progress bar for work in pieces. It disappears at the end; without a terminal there is none."""
    columns = (description(), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def run(console, about, steps, total):
    """Run an iterator whose items say what it does next: under a progress bar, or without a terminal a line each."""
    with progress(console) as bar:
        task = bar.add_task(about, total=total)
        for number, words in enumerate(steps, 1):
            bar.update(task, completed=number - 1, description=f"{about}: {words}")
            if not console.is_terminal:
                console.print(f"{about}, {number} of {total}: {words}")
