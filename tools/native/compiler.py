"""The compiler that makes native code: clang in PyPI's `ziglang`, so that every machine gives the same bytes."""

import subprocess
import sys
import tempfile
from pathlib import Path

from ..errors import ToolError

PINNED = "0.17.1"  # as in pyproject.toml: another version may give other bytes

# Speed first, but nothing that makes loops longer for the sake of larger processors.
FLAGS = """
    -target thumb-freestanding-eabi -mcpu=cortex_m0plus -std=gnu99 -g0 -w
    -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize
    -ffreestanding -fno-builtin -fno-stack-protector -fno-sanitize=all -fomit-frame-pointer
    -fno-unwind-tables -fno-asynchronous-unwind-tables
    -fwrapv -fno-strict-aliasing
    -fno-jump-tables -ffunction-sections -fstack-size-section
""".split()


def compile_c(text):
    """Return the object file that the pinned compiler makes of a C text. Raises ToolError if it is not installed."""
    check_installed()
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "kernels.c", Path(folder) / "kernels.o"
        source.write_text(text)
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, "-c", source.name, "-o", made.name]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if run.returncode:
            raise ToolError(f"the compiler refuses what translate.py wrote: {run.stderr.strip()}")
        return made.read_bytes()


def check_installed():
    """Raise ToolError unless the pinned compiler is there."""
    run = subprocess.run([sys.executable, "-m", "ziglang", "version"], capture_output=True, text=True)
    found = run.stdout.strip() if not run.returncode else "none"
    if found != PINNED:
        raise ToolError(f"native code needs ziglang {PINNED}, found {found}: python -m pip install 'glowgrid[native]'")
