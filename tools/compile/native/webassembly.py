"""All kernels as one WebAssembly module, kernels.wasm, kept in the repository with a hash of its inputs.

It runs in the memory of MicroPython's WebAssembly port (host_sim/web/worker/micropython.js). Kernels that Python calls
are exported with their full names, "glowgrid.search.engine.clear"; `call` calls a function in the table. The hash is in
its own section, which engines skip.
"""

import hashlib
from pathlib import Path

from host_sim.cli.errors import ToolError

from .compiler import PINNED, WEBASSEMBLY_FLAGS, compile_webassembly
from .translate import c_program

BUILT = Path(__file__).with_name("kernels.wasm")
_HEAD = b"\0asm\1\0\0\0"
_CUSTOM, _DATA = 0, 11  # kinds of sections
_NAME = b"\x06source"  # of the section with the hash, its length first


def build(program):
    """Return the bytes of kernels.wasm."""
    text = c_program(program)
    content = _NAME + source_hash(text)
    return without_data(compile_webassembly(text)) + bytes([_CUSTOM, len(content)]) + content


def without_data(made):
    """Return a module (bytes). Raises ToolError if it has data, which would overlap MicroPython's."""
    if any(kind == _DATA for kind, _ in _sections(made)):
        raise ToolError("kernels have data of their own: a data section in WebAssembly")
    return made


def source_hash(text):
    """Return the hash of all inputs of the module: the C text, the compiler and its options."""
    return hashlib.sha256("\n".join([PINNED, *WEBASSEMBLY_FLAGS, text]).encode()).digest()


def is_stale(program, made):
    """Return whether a module (bytes) is not from this program."""
    wanted = _NAME + source_hash(c_program(program))
    return not made.startswith(_HEAD) or (_CUSTOM, wanted) not in _sections(made)


def _sections(made):
    """Return (kind, content) of each section."""
    at, found = len(_HEAD), []
    while at < len(made):
        kind, at, length, shift = made[at], at + 1, 0, 0
        while True:  # seven bits a byte, the lowest first; the last byte is below 128
            byte, at = made[at], at + 1
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        found.append((kind, made[at : at + length]))
        at += length
    return found
