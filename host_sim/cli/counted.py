"""How many of so many are done: a bar in a terminal; in a pipe or a log, a line on standard error now and then."""

import sys
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from .now_and_then import NowAndThen


@contextmanager
def counted(total):
    """Return a function (done, words) that shows how many of `total` are done. words: what they are, and more."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    in_a_pipe = NowAndThen()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=total)

        def show(done, words):
            progress.update(task, completed=done, description=words)
            if progress.disable:
                in_a_pipe.say(f"{done} of {total} {words}")

        yield show
