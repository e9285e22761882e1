"""Where rows are computed: processes of this machine, or the workers of a Dask scheduler.

Both give a `concurrent.futures.Executor`. `lost` are its errors that say that a worker or the scheduler has gone. A row
that cannot be computed raises Failed (job.py), so its own OSError is none of them.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from multiprocessing import resource_tracker
from typing import Annotated, Any

import typer

from host_sim.cli.errors import ToolError

Jobs = Annotated[int, typer.Option(min=1, help="Processes of this machine.")]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Compute on the workers of this Dask scheduler instead.")
]
CORES = os.cpu_count() or 1
AHEAD = 2  # units at a worker: one in work, one that waits
FIRST_S = 10  # how long to wait for a scheduler at the start
AGAIN_S = 600  # and for one that was there
NO_ANSWER = (OSError, TimeoutError, asyncio.TimeoutError)  # the last two are one from Python 3.11 on


def workers(jobs, scheduler=None):
    """Return the workers that a command's options --jobs and --scheduler name."""
    return Dask(scheduler) if scheduler else Processes(jobs)


class Processes:
    """Processes of this machine. They end with this process, however it ends."""

    lost = (BrokenExecutor,)

    def __init__(self, jobs):
        self._jobs = jobs
        self._pool: Any = None
        self._others = set()

    def start(self) -> Executor:
        """Return an executor with new processes."""
        self._others = {*multiprocessing.active_children()}
        spawn = multiprocessing.get_context("spawn")  # not by fork: this process has threads
        resource_tracker.ensure_running()  # else the first worker starts it, and that unblocks Ctrl-C
        self._pool = ProcessPoolExecutor(self._jobs, spawn, initializer=_in_worker)
        return self._pool

    def slots(self):
        """Return how many units to hand out at a time."""
        return AHEAD * self._jobs

    def stop(self):
        """End the processes at once, whatever they are doing."""
        for process in {*multiprocessing.active_children()} - self._others:
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


def _in_worker():
    """Leave Ctrl-C to the process that started this one, and end with it, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # programs that a worker starts inherit it
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(process):
    process.join()
    os._exit(1)


class Dask:
    """The workers of a Dask scheduler (https://distributed.dask.org). It may be restarted meanwhile."""

    lost = (BrokenExecutor, CancelledError, *NO_ANSWER)

    def __init__(self, address):
        try:
            import distributed  # pyright: ignore[reportMissingImports] - the extra `lab`
        except ModuleNotFoundError as error:
            raise ToolError("Dask is not installed: pip install 'glowgrid[lab]'") from error
        for name in ("distributed", "distributed.client"):  # it says with tracebacks that a scheduler has gone
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._distributed = distributed
        self.lost = (*Dask.lost, distributed.KilledWorker, distributed.client.ClosedClientError)
        self._address = address
        self._client: Any = None
        self._scheduler = ""  # its name: each start gives it another
        self._patience = FIRST_S

    def start(self) -> Executor:
        """Return an executor, as soon as the scheduler answers. Raises ToolError if it does not."""
        try:
            address = self._distributed.comm.resolve_address(self._address)
            self._client = self._distributed.Client(address, timeout=self._patience, set_as_default=False)
            self._scheduler = self._name()
        except (*NO_ANSWER, ValueError) as error:
            raise ToolError(f"no Dask scheduler answers at {self._address}: start one with `dask scheduler`") from error
        self._patience = AGAIN_S
        return self._client.get_executor(pure=False)

    def slots(self):
        """Return how many units to hand out at a time: workers may come and go."""
        if self._name() != self._scheduler:  # else one would wait for ever for what the earlier one had
            raise OSError(f"the Dask scheduler at {self._address} was restarted")
        return max(AHEAD * sum(self._client.ncores().values()), 1)

    def stop(self):
        """Leave; the scheduler drops what it was asked for."""
        self._client.close(timeout=FIRST_S)

    def _name(self):
        return self._client.sync(self._client.scheduler.identity)["id"]
