"""What tools print on: whatever a person has typed comes out as it was typed, without markup, emoji or folding."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


def console(stderr=False):
    return Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


def description():
    """The column of a progress bar that says what is being done."""
    return TextColumn("{task.description}", markup=False)


def progress(console):
    """A progress bar for work that comes in pieces, gone when it is done; none where there is no terminal."""
    columns = (description(), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
