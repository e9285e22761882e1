"""What all runs of the tests share: the worker that comes first makes it, anew if it was made of something else."""

import contextlib
import shutil

from tools.paths import BUILD

KEPT = BUILD / "tests"


@contextlib.contextmanager
def kept(tmp_path_factory, name, of):
    """Context: the path of a folder that all runs share, for one worker at a time. of: bytes, what it is made of.

    Whoever has it makes what is missing in it.
    """
    KEPT.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # on Windows each worker has its own
        yield tmp_path_factory.mktemp(name) / name
        return
    folder, was = KEPT / name, KEPT / f"{name}.of"
    with open(KEPT / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not was.is_file() or was.read_bytes() != of:
            shutil.rmtree(folder, ignore_errors=True)
            was.write_bytes(of)
        yield folder
