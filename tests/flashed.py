"""What is flashed for a board, built once for all tests and runs: `flashed(name)` in place of `staged_files(name)`.

It is kept in build/ together with a hash of all that it is made of, so it is never older than its sources.
"""

import functools
import hashlib
import os
import pickle
import sys
import tempfile

from host_sim.boards.files import list_boards
from tools.compile.build import staged_files
from tools.compile.layout.places import MAIN
from tools.compile.mpy import compiler
from tools.paths import BUILD, ROOT

KEPT = BUILD / "flashed"
SOURCES = "firmware", "boards", "tools", "host_sim"


def flashed(name, apart=False):
    """Return {path: bytes} as `staged_files` does; the caller may change it. name: of a file in boards/."""
    return dict(_made(name, apart))


def without_main(name):
    """Return the same, but the Pico starts no game: it waits at its prompt."""
    return {path: data for path, data in flashed(name).items() if path != MAIN}


@functools.cache
def _made(name, apart):
    if name not in list_boards():
        return staged_files(name, apart=apart)
    return kept(f"{name}{'-apart' * apart}", lambda: staged_files(name, apart=apart))


def kept(name, make, of=None):
    """Return what `make()` returns, which is made of nothing but SOURCES, the compiler of MicroPython, and `of`."""
    path = KEPT / f"{name}.pickle"
    hashed = AS_IMPORTED, repr(of)
    if path.is_file():
        was, made = pickle.loads(path.read_bytes())
        if was == hashed:
            return made
    made = make()
    if _hash_of_sources() != AS_IMPORTED:
        return made  # of sources that are newer than the code that is imported, or of both
    KEPT.mkdir(parents=True, exist_ok=True)
    handle, new = tempfile.mkstemp(dir=KEPT)
    with os.fdopen(handle, "wb") as file:
        pickle.dump((hashed, made), file)
    os.replace(new, path)  # atomic: another worker never sees half a file
    return made


def _hash_of_sources():
    """Return a hash of the compiler, of Python, and of all files that a build might read or run."""
    found = hashlib.sha256(f"{compiler()[1]}\0{sys.version}".encode())
    for path in sorted(path for name in SOURCES for path in (ROOT / name).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            data = path.read_bytes()
            found.update(f"\0{path.relative_to(ROOT)}\0{len(data)}\0".encode() + data)
    return found.digest()


AS_IMPORTED = _hash_of_sources()
