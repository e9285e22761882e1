"""Compute the rows of a job on an executor, keep them in a file, and go on where an earlier run stopped."""

import signal
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing, contextmanager

from host_sim.errors import ToolError

from ... import output
from .job import compute

MOST_LOSSES = 3  # in succession, without a row between them
LOOK_S = 1  # how often to look whether there are more workers; and on Windows Ctrl-C ends no longer wait


def rows(job, store, workers, numbers):
    """Yield the rows of a job with these numbers, in this order; close the generator to stop earlier.

    Rows in the store are not computed again. As the order never depends on the workers, neither does a decision to
    stop. A lost worker or scheduler is replaced.
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
        self._again = []  # units whose worker was lost
        self._in_work = {}  # {future: number}
        self._executor = None
        self._losses = 0

    def wait_for(self, number):
        """Return when this row is in the store."""
        while number not in self._kept:
            try:
                self._hand_out()
                self._collect()
            except self._workers.lost as error:
                self._replace_workers(error)

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
            number = min(self._again, default=None)
            if number is None:
                number = next(self._next, None)
                if number is None:
                    return
                self._again.append(number)  # until it is handed out: the executor may be lost
            with _ctrl_c_later():
                self._in_work[self._executor.submit(compute, self._job, number)] = number
                self._again.remove(number)

    def _collect(self):
        """Wait for a unit, not long; keep the rows of those that are done."""
        lost = None
        for each in wait(self._in_work, LOOK_S, FIRST_COMPLETED).done:
            number = self._in_work.pop(each)
            try:
                self._store.put(self._job, number, each.result())
                self._kept.add(number)
                self._losses = 0
            except self._workers.lost as error:
                self._again.append(number)
                lost = error
        self._store.commit()
        if lost:
            raise lost

    def _replace_workers(self, error):
        """Prepare for new workers; what the lost ones had is done again."""
        self._losses += 1
        if self._losses > MOST_LOSSES:
            raise ToolError(f"workers ended {self._losses} times without a result: {error or type(error).__name__}")
        self._again += self._in_work.values()
        self._in_work.clear()
        self.stop()


@contextmanager
def _ctrl_c_later():
    """Put off Ctrl-C until the end of the block; in a process that starts meanwhile, for good.

    The executor starts its processes while it takes a unit. An interrupted start leaves it without a thread.
    """
    came = []
    blocks = hasattr(signal, "pthread_sigmask")  # Windows has none
    handler = signal.signal(signal.SIGINT, lambda *its: came.append(its))  # another thread may get the signal
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if blocks else set()
    try:
        yield
    finally:
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if came:
        raise KeyboardInterrupt
