"""The compiler that makes native code and WebAssembly: clang in PyPI's `ziglang`; every machine gets the same bytes."""

import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from host_sim.cli.errors import ToolError

PINNED = "0.17.1"  # as in pyproject.toml: another version may produce other bytes

# What C leaves open and translate.py relies on, and nothing that is not in the text.
_LANGUAGE = """
    -std=gnu99 -g0 -w
    -ffreestanding -fno-builtin -fno-stack-protector -fno-sanitize=all
    -fwrapv -fno-strict-aliasing
""".split()

# Kernels share MicroPython's memory, and their stack is a block of it: they have none of their own, and fail at once
# without it. Kernels find each other through the table, which the loader fills. lime1: supported by every browser since
# 2021.
WEBASSEMBLY_FLAGS = [
    *"-target wasm32-freestanding -mcpu=lime1 -O3".split(),
    *_LANGUAGE,
    *"-nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,--import-memory".split(),
    *"-Wl,-z,stack-size=0 -Wl,--export=__stack_pointer -Wl,--export-table -Wl,--growable-table".split(),
]

# For any machine like the one at hand: code for its very processor is no faster. Kernels need no other library.
LIBRARY_FLAGS = ["-mcpu=baseline", "-O3", "-shared", "-fPIC", *_LANGUAGE, "-nostdlib"]

# Speed first, but nothing that makes loops longer for the benefit of larger processors.
_FLAGS = """
    -std=gnu99 -g0 -w
    -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize
    -ffreestanding -fno-builtin -fno-stack-protector -fno-sanitize=all -fomit-frame-pointer
    -fno-unwind-tables -fno-asynchronous-unwind-tables
    -fwrapv -fno-strict-aliasing
    -fno-jump-tables -ffunction-sections -fstack-size-section
""".split()

# MicroPython's garbage collector takes each word of a block for an address, even in code: 0x20022500 is `movs r5, #0`,
# then `movs r0, #2`. What is at that address is never freed; sometimes that was an engine of 20 KB. Only `movs r0` of
# 0 to 3 in the second half of a word makes a heap address: 0 is made in another way, the others go into first halves.
# The heap of the RP2350 ends later, so it is 0 to 8 there; in longer instructions, `mla` may make one, too.
_ZERO = r"(?m)^\tmovs\tr0, #0$", r"\teors\tr0, r0"


class Architecture(NamedTuple):
    """What mpy-cross calls an architecture.

    options    of the compiler
    rewritten  pairs of what is written and what is better, see above
    """

    options: tuple
    rewritten: tuple


_TARGET = "-target", "thumb-freestanding-eabi"
ARCHITECTURES = {
    "armv6m": Architecture(
        (*_TARGET, "-mcpu=cortex_m0plus"), (_ZERO, (r"(?m)^\tmovs\tr0, #[1-3]$", r"\t.p2align\t2\n\g<0>"))
    ),
    "armv7em": Architecture(
        (*_TARGET, "-mcpu=cortex_m4", "-mrestrict-it"),
        (
            _ZERO,
            (r"(?m)^\tmovs\tr0, #[1-8]$", r"\t.p2align\t2\n\g<0>"),
            (r"(?m)^\tmla\tr0, r0, r[0-8], r2$", r"\t.p2align\t2\n\tnop\n\g<0>"),
        ),
    ),
}


def inputs(architecture):
    """Return what makes the code beside the C text: the compiler, its options, what is rewritten."""
    about = ARCHITECTURES[architecture]
    return PINNED, *about.options, *_FLAGS, str(about.rewritten)


def compile_c(text, architecture):
    """Return the object file that the pinned compiler makes of a C text. Raises ToolError if it is not installed."""
    check_installed()
    about = ARCHITECTURES[architecture]
    with tempfile.TemporaryDirectory() as folder:
        source, code, made = (Path(folder) / name for name in ("kernels.c", "kernels.s", "kernels.o"))
        source.write_text(text)
        _run([*about.options, *_FLAGS, "-S"], source, code)
        assembly = code.read_text()
        for written, instead in about.rewritten:
            assembly = re.sub(written, instead, assembly)
        code.write_text(assembly)
        _run([*about.options, "-c"], code, made)
        return made.read_bytes()


def compile_webassembly(text):
    """Return the WebAssembly module that the pinned compiler makes of a C text. Raises ToolError like `compile_c`."""
    return _compiled(text, WEBASSEMBLY_FLAGS, "kernels.wasm")


def compile_library(text):
    """Return the shared library that the pinned compiler makes of a C text. Raises ToolError like `compile_c`."""
    return _compiled(text, LIBRARY_FLAGS, "kernels.so")


def _compiled(text, flags, file):
    check_installed()
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "kernels.c", Path(folder) / file
        source.write_text(text)
        _run(flags, source, made)
        return made.read_bytes()


def _run(flags, source, made):
    command = [sys.executable, "-m", "ziglang", "cc", *flags, source.name, "-o", made.name]
    run = subprocess.run(command, cwd=source.parent, capture_output=True, text=True)
    if run.returncode:
        raise ToolError(f"the compiler refuses what translate.py wrote: {run.stderr.strip()}")


@cache
def check_installed():
    """Raise ToolError unless the pinned compiler is there."""
    run = subprocess.run([sys.executable, "-m", "ziglang", "version"], capture_output=True, text=True)
    found = run.stdout.strip() if not run.returncode else "none"
    if found != PINNED:
        raise ToolError(f"native code needs ziglang {PINNED}, found {found}: python -m pip install 'glowgrid[native]'")
