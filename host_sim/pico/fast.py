"""A faster build of the emulator: rp2040py's own C files compiled for this Python, and our loop around them.

The wheel of rp2040py is built once for every Python (the limited API), and that costs more than half its speed. It
contains its C files. `python -m host_sim.pico.build` compiles them, and with Cython fast_engine.pyx, into the user's
cache; from then on every import of host_sim.pico uses them. CPU-bound code runs twenty times as fast, and two runs are
the same bit for bit with either build. GLOWGRID_EMULATOR=stock in the environment leaves this one aside.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from pathlib import Path

import platformdirs

VARIABLE, STOCK = "GLOWGRID_EMULATOR", "stock"
NATIVE = "rp2040py.native"
ENGINE = Path(__file__).with_name("fast_engine.pyx")
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
FLAGS = ["-O2", "-fwrapv", "-fPIC", "-DNDEBUG", "-w"]


class NotBuilt(Exception):
    """The message is one line that says what is missing."""


def folder() -> Path:
    """Return the folder for the build of this Python, this rp2040py and this engine."""
    version = importlib.metadata.version("rp2040py")
    source = hashlib.sha256(ENGINE.read_bytes()).hexdigest()[:8]
    return Path(platformdirs.user_cache_dir("glowgrid")) / "emulator" / f"rp2040py-{version}-{source}{SUFFIX}"


def built() -> bool:
    """Return whether a build is available."""
    try:
        return os.environ.get(VARIABLE) != STOCK and folder().is_dir()
    except importlib.metadata.PackageNotFoundError:
        return False


class _Finder(MetaPathFinder):
    """Finds the build, if there is one, before rp2040py's own compiled modules."""

    def find_spec(self, name, path, target=None):
        if name != NATIVE or not built():
            return None
        spec = PathFinder.find_spec(name, path)
        if spec and spec.submodule_search_locations is not None:
            spec.submodule_search_locations.insert(0, str(folder()))
        return spec


def use() -> None:
    """Let later imports of rp2040py find the build."""
    sys.meta_path.insert(0, _Finder())


def build() -> None:
    """Compile everything into `folder()`; takes half a minute. Raises NotBuilt."""
    sources = _shipped_sources()
    folder().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder().parent) as made:
        made = Path(made)
        (made / "build").mkdir()
        engine = made / ENGINE.with_suffix(".c").name
        module = f"{NATIVE}.{ENGINE.stem}"
        cython = [sys.executable, "-m", "cython", "--module-name", module, "-I", str(_site()), "-o", str(engine)]
        _run([*cython, str(ENGINE)], "Cython is missing: pip install 'glowgrid[fast-emulator]'")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda source: _compile(source, made / "build"), [*sources, engine]))
        try:
            (made / "build").rename(folder())
        except OSError:
            if not folder().is_dir():  # else another process has just finished the same
                raise


def _shipped_sources():
    if os.name != "posix":
        raise NotBuilt("not supported on this system")
    found = sorted((_site() / NATIVE.replace(".", "/")).glob("*.c"))
    if not found:
        raise NotBuilt("rp2040py came without its C files")
    return found


def _site():
    """Return the folder where rp2040py is installed."""
    spec = importlib.util.find_spec("rp2040py")
    if spec is None or spec.origin is None:
        raise NotBuilt("rp2040py is not installed")
    return Path(spec.origin).parents[1]


def _compile(source, target):
    linker = shlex.split(sysconfig.get_config_var("LDSHARED"))
    headers = f"-I{sysconfig.get_paths()['include']}"
    _run([*linker, *FLAGS, headers, str(source), "-o", str(target / (source.stem + SUFFIX))], "no compiler that can")


def _run(command, missing):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise NotBuilt(f"{missing} ({error.strerror}: {command[0]})") from error
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no reason given"]
        raise NotBuilt(f"{missing} ({said[-1]})")
