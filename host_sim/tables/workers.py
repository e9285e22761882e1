"""Where parts are made: processes of this machine, or the workers of a Dask scheduler."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker

from glowgrid.tables import part_of  # pyright: ignore[reportMissingImports] - of the library

from ..cli.ctrl_c import ctrl_c_later
from ..cli.errors import Refused
from ..cli.installed import to_install

AHEAD = 2  # parts at a worker: one in work, one that waits
CONNECT_S = 10


def made(asked, numbers, suffix, workers, scheduler=None):
    """Yield (number, bytes) of each of these parts, in their order. Close the generator to stop earlier."""
    workers = min(workers, len(numbers))
    with _dask(scheduler) if scheduler else _processes(workers) if workers > 1 else _here() as (submit, ahead):
        waiting, left = deque(), iter(numbers)
        try:
            while True:
                for number in islice(left, ahead - len(waiting)):
                    waiting.append((number, submit(part_of, tuple(asked), number, suffix)))
                if not waiting:
                    return
                number, future = waiting.popleft()
                yield number, future.result()
        except BrokenExecutor:
            raise Refused(
                f"{asked.title}: a worker has gone, perhaps for want of memory; run the same command again, with "
                "--workers 1 if it happens again"
            ) from None


@contextmanager
def _here():
    """Make the parts in this process."""

    def submit(function, *arguments):
        future = Future()
        future.set_result(function(*arguments))
        return future

    yield submit, 1


@contextmanager
def _processes(workers):
    others = {*multiprocessing.active_children()}
    resource_tracker.ensure_running()  # else the first worker starts it, and that unblocks Ctrl-C
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_in_worker)

    def submit(*call):
        with ctrl_c_later():
            return pool.submit(*call)

    try:
        yield submit, AHEAD * workers
    finally:
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()  # else Ctrl-C would wait for the parts in work
        pool.shutdown(cancel_futures=True)


def _in_worker():
    """Leave Ctrl-C to the process that started this one, and end with it, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(process):
    process.join()
    os._exit(1)


@contextmanager
def _dask(address):
    try:
        import distributed  # pyright: ignore[reportMissingImports] - the extra `lab`
    except ModuleNotFoundError:
        raise Refused(f"--scheduler needs Dask: {to_install('distributed')}") from None
    try:
        client = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise Refused(f"no Dask scheduler answers at {address}: start one with `dask scheduler`") from None
    with client:
        with client.get_executor(pure=False) as executor:
            yield executor.submit, max(AHEAD * sum(client.ncores().values()), 1)
