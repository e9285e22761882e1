"""Compute the rows of a job on an executor, keep them in a file, and go on where an earlier run stopped."""

from collections import Counter
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing

from host_sim.cli.ctrl_c import ctrl_c_later
from host_sim.cli.errors import ToolError

from ... import output
from .job import Failed, attempt

MOST_LOSSES = 3  # of workers with the same row in work, and in succession without a row between them
LOOK_S = 1  # how often to look whether there are more workers; and on Windows Ctrl-C ends no longer wait


def rows(job, store, workers, numbers):
    """Yield the rows of a job with these numbers, in this order; close the generator to stop earlier.

    Rows in the store are not computed again. As the order never depends on the workers, neither does a decision to
    stop. A lost worker or scheduler is replaced.

    Raises the error of a row that cannot be computed, and ToolError for a row that always ends its worker.
    """
    units = _Units(job, store, workers, numbers)
    try:
        for number in numbers:
            units.wait_for(number)
            yield store.row(job, number)
    finally:
        units.stop()


def tracked(console, about, job, store, workers, numbers):
    """Return {number: row} of a job, with a progress bar."""
    with closing(rows(job, store, workers, numbers)) as found:
        return dict(zip(numbers, output.tracked(console, about, found, len(numbers)), strict=True))


class _Units:
    """The units of a run: which are kept, in work, and next."""

    def __init__(self, job, store, workers, numbers):
        self._job, self._store, self._workers = job, store, workers
        self._kept = store.numbers(job)
        self._next = iter(number for number in numbers if number not in self._kept)
        self._again = set()  # units to hand out before the next ones: their worker was lost
        self._in_work = {}  # {future: number}
        self._executor = None
        self._losses = 0
        self._losses_of = Counter()  # {number: losses while it was in work}

    def wait_for(self, number):
        """Return when this row is in the store."""
        while number not in self._kept:
            try:
                self._hand_out()
            except self._workers.lost as error:
                lost = error
            else:
                lost = self._collect()
            if lost:
                self._replace_workers(lost)

    def stop(self):
        """Keep the rows that are there, and end the workers."""
        self._store.commit()
        if self._executor:
            self._executor = None
            self._workers.stop()

    def _hand_out(self):
        if not self._executor:
            self._executor = self._workers.start()
        for _ in range(self._workers.slots() - len(self._in_work)):
            number = self._choose()
            if number is None:
                return
            with ctrl_c_later():
                self._in_work[self._executor.submit(attempt, self._job, number)] = number
                self._again.remove(number)

    def _choose(self):
        """Return the number of the unit to hand out, None if there is none now.

        The last try of a unit has no other beside it: if the worker is lost again, no other can be the reason.
        """
        if not self._again:
            number = next(self._next, None)
            if number is None:
                return None
            self._again.add(number)  # until it is handed out: the executor may be lost
        number = min(self._again)
        alone = any(self._losses_of[each] == MOST_LOSSES for each in (number, *self._in_work.values()))
        return None if alone and self._in_work else number

    def _collect(self):
        """Wait for a unit, not long; keep the rows of those that are done. Return the error of a lost worker, or None.

        Raises the error of a row that cannot be computed.
        """
        lost = failed = None
        done = wait(self._in_work, LOOK_S, FIRST_COMPLETED).done
        for number, each in sorted((self._in_work[each], each) for each in done):
            try:
                row = each.result()
            except self._workers.lost as error:
                lost = error
            except Exception as error:
                failed = failed or error
            else:
                del self._in_work[each]
                self._store.put(self._job, number, row)
                self._kept.add(number)
                self._losses = 0
        self._store.commit()
        if isinstance(failed, Failed):
            raise failed.error from failed
        if failed:
            raise failed
        return lost

    def _replace_workers(self, error):
        """Prepare for new workers; what the lost ones had is done again."""
        self._losses += 1
        self._losses_of.update(self._in_work.values())
        ending = [n for n in self._in_work.values() if self._losses_of[n] > MOST_LOSSES]
        if ending or self._losses > MOST_LOSSES:
            where = f"row {ending[0]} of job {self._job.key}: " if ending else ""
            about = str(error) or type(error).__name__
            raise ToolError(f"{where}workers ended {MOST_LOSSES + 1} times without a result: {about}")
        self._again.update(self._in_work.values())
        self._in_work.clear()
        self.stop()
