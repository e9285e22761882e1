"""What is flashed for a board, made once a process: `flashed(name)` in place of `staged_files(name)`."""

import functools

from tools.device.build import staged_files

_made = functools.cache(staged_files)


def flashed(name):
    """Return {path: bytes} as `staged_files` does; it is the caller's own."""
    return dict(_made(name))
