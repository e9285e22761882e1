"""A folder whose content is replaced as a whole, by one process at a time; a file that is written first marks it.

The new content is made in a folder inside it and moved out when it is whole. Cut off at any moment, it leaves the old
content, or a marked folder without its last file, which the next time fills.
"""

import contextlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from ..output import say

MARK = "glowgrid.txt"
MAKING = "making_"  # how the name of the folder inside begins
_ABOUT = b"Glowgrid makes this folder, and replaces the files in it.\n"
_AGAIN_S = 0.1


def is_marked(folder):
    """Return whether a folder has the mark. One that was cut off may be short, or empty beside what was being made."""
    mark = folder / MARK
    if not mark.is_file():
        return False
    written = mark.read_bytes()
    others = [path.name for path in folder.iterdir() if path != mark]
    making = not others or any(name.startswith(MAKING) for name in others)
    return _ABOUT.startswith(written) and bool(written or making)


@contextlib.contextmanager
def claimed(folder):
    """Context: a folder, marked, that no other process claims; it waits for one that does."""
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / MARK, f"{folder}: another Glowgrid is building it; waiting") as mark:
        if not mark.seek(0, os.SEEK_END):
            mark.write(_ABOUT)
            mark.flush()
            os.fsync(mark.fileno())
        yield


def replace(folder, fill, last):
    """Replace the content of a claimed folder.

    fill: called with an empty folder, puts the new content into it; last: the file of it that says that all is there.
    """
    for left in folder.glob(f"{MAKING}*"):  # by a time that was cut off
        shutil.rmtree(left, ignore_errors=True)
    making = Path(tempfile.mkdtemp(prefix=MAKING, dir=folder))
    try:
        fill(making)
        _move(making, folder, last)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def _move(made, folder, last):
    """Move what was made into the place of the files that are there, and of the folders of the same names."""
    (folder / last).unlink(missing_ok=True)
    for path in folder.iterdir():
        kept = path.suffix == ".uf2" and not (made / path.name).exists()  # a person's own, perhaps
        if path.is_file() and path.name != MARK and not kept:
            path.unlink()
    for path in sorted(made.iterdir(), key=lambda path: path.name == last):
        there = folder / path.name
        if there.is_dir():
            shutil.rmtree(there)
        path.rename(there)


@contextlib.contextmanager
def locked(path, waiting=""):
    """Context: a file, made if need be and open for writing, that this process alone locks. Its end ends the lock.

    waiting: what to say if another process has it.
    """
    with open(path, "ab") as file:
        while not _locks(file):
            if waiting:
                say(waiting, err=True)
                waiting = ""
            time.sleep(_AGAIN_S)
        yield file


def _locks(file):
    """Return whether a file could be locked; a file system that knows no locks lets everybody go on."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass
    return True
