"""What all workers of a run share: it is made once, by the worker that comes first."""

import contextlib
import os


@contextlib.contextmanager
def locked(tmp_path_factory, name):
    """Context: the path of this name in a folder that all workers share; one worker has it at a time."""
    base = tmp_path_factory.getbasetemp()
    path = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    try:
        import fcntl
    except ImportError:  # on Windows each worker has its own
        yield base / name
        return
    with open(path.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path
