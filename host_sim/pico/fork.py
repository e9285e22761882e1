"""Run a function in a forked copy of this process: boot once, then try many things from the same instant."""

import os
import pickle
import sys
import traceback
import warnings

from ..cli.errors import ToolError


def forked(function, *args):
    """Call `function(*args)` in a child process and return its (pickled) result; its exception is raised here.

    The child cannot affect this process. Raises ToolError if the system cannot fork.
    """
    if not hasattr(os, "fork"):
        raise ToolError(
            "copying the emulated Pico needs os.fork, which Windows lacks: use Linux, macOS or WSL for this"
        )
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Python 3.12 warns about the test runner's threads; the child does not touch them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(_outcome(function, args))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        outcome = pipe.read()
    os.waitpid(child, 0)
    if not outcome:
        raise RuntimeError(f"the forked run of {function!r} died without a result")
    error, text, result = pickle.loads(outcome)
    if error is not None:
        raise error from RuntimeError("in the forked process:\n" + text)
    return result


def _outcome(function, args) -> bytes:
    """Return the pickled (exception or None, its traceback, result)."""
    try:
        return pickle.dumps((None, "", function(*args)))
    except BaseException as error:  # noqa: B902 - whatever it was, the parent raises it
        text = traceback.format_exc()
        try:
            outcome = pickle.dumps((error, text, None))
            pickle.loads(outcome)
            return outcome
        except Exception:
            return pickle.dumps((RuntimeError(f"{type(error).__name__}: {error}"), text, None))
