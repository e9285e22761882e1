"""Rows that end their worker, or that cannot be computed: for tests/lab/test_runs.py."""

import os
import signal
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path

from host_sim.cli.errors import ToolError

CODE = [Path(__file__)]
ERRORS = {error.__name__: error for error in (OSError, TimeoutError, BrokenExecutor)}


def row(parameters, number):
    os.kill(os.getpid(), signal.SIGTERM)


def one_ends_its_worker(parameters, number):
    """Return the number after some seconds, or end the worker after some."""
    doomed = number == parameters["doomed"]
    time.sleep(parameters["ends_after_s" if doomed else "takes_s"])
    if doomed:
        os.kill(os.getpid(), signal.SIGTERM)
    return number


def some_fail(parameters, number):
    """Return the number, or raise ToolError."""
    if number in parameters["failing"]:
        raise ToolError(f"row {number} fails")
    return number


def raised(parameters, number):
    """Raise an error of this name, in row 1."""
    if number == 1:
        raise ERRORS[parameters["error"]]("its own")
    return number


def interrupted(parameters, number):
    raise KeyboardInterrupt
