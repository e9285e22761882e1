"""What is flashed for a board, built once a process: `flashed(name)` in place of `staged_files(name)`."""

import functools

from tools.device.build import staged_files

_made = functools.cache(staged_files)


def flashed(name):
    """Return {path: bytes} as `staged_files` does; the caller may change it."""
    return dict(_made(name))
