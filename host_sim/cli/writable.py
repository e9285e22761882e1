"""Checks for files that cannot be written."""

from contextlib import contextmanager
from pathlib import Path

from .errors import ToolError


def check_writable(file):
    """Raise ToolError if a file cannot be written: before hours of work, not after."""
    file = Path(file)
    if file.is_dir():
        raise ToolError(f"{file} cannot be written: it is a folder; name a file")
    if not file.parent.is_dir():
        raise ToolError(f"{file} cannot be written: there is no folder {file.parent}; make it, or name another file")
    there = file.exists()
    with writing(file):
        file.open("ab").close()
        if not there:
            file.unlink()


@contextmanager
def writing(target):
    """Context for writing a file or a folder: raises ToolError if the system refuses."""
    try:
        yield
    except OSError as error:
        raise ToolError(f"{target} cannot be written: {error.strerror}; name another place") from error
