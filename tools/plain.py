"""What tools print on: whatever a person has typed comes out as it was typed, without markup, emoji or folding."""

from rich.console import Console
from rich.progress import TextColumn


def console(stderr=False):
    return Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


def description():
    """The column of a progress bar that says what is being done."""
    return TextColumn("{task.description}", markup=False)
