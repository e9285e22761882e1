"""How far a table is, on standard error: a bar in a terminal, a line now and then in a pipe."""

import sys
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ..cli.now_and_then import NowAndThen


@contextmanager
def shown(title, work, kept):
    """Context: a function to call with the number of each part that is done. work: of each part; kept: those there."""
    columns = TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    estimate, now_and_then = Estimate(work, kept), NowAndThen()
    with bar:
        task = bar.add_task(f"{title}: {estimate.text()}", total=sum(work) or 1, completed=estimate.done)

        def done(number):
            estimate.add(number)
            text = f"{title}: {estimate.text()}"
            bar.update(task, completed=estimate.done, description=text)
            if bar.disable:
                now_and_then.say(text)

        yield done


class Estimate:
    """How much of the work is done, and how long the rest may take.

    The pace is that since the first part of this run, because before it every worker gets ready.
    """

    def __init__(self, work, kept, clock=monotonic):
        self._work, self._clock = work, clock
        self._number = len(kept)
        self.done = sum(work[number] for number in kept)
        self._first = None  # (time, done) after the first part of this run

    def add(self, number):
        """Count a part as done."""
        self._number += 1
        self.done += self._work[number]
        self._first = self._first or (self._clock(), self.done)

    def seconds_left(self):
        """Return about how many seconds the rest takes; None if there is no pace yet."""
        if not self._first or self.done == self._first[1]:
            return None
        since, before = self._first
        return (self._clock() - since) * (sum(self._work) - self.done) / (self.done - before)

    def text(self):
        left = self.seconds_left()
        parts = f"{self._number:,} of {len(self._work):,} parts"
        if left is None:
            return f"{parts}, getting ready"
        return f"{parts}, about {left / 60:.0f} minutes left" if left >= 120 else f"{parts}, about {left:.0f} s left"
