"""What npm brings for the page: the bundler (esbuild) and MicroPython's WebAssembly port.

Of the versions in host_sim/web/package.json, with the hashes in package-lock.json.
"""

import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path

import platformdirs

from host_sim.cli.errors import ToolError

from ..paths import ROOT
from .claimed import locked
from .node import NodeMissing, npm, run

SOURCES = ROOT / "host_sim" / "web"
PACKAGE, LOCK = "package.json", "package-lock.json"
# Without a network npm would try for 70 seconds.
NPM_ARGUMENTS = "ci", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"
ESBUILD_ARGUMENTS = "--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error"
FAILED = "npm cannot bring what the page needs"
WAITING = "npm brings what the page needs for another Glowgrid; waiting"


def node_modules(sources=SOURCES):
    """Return the folder with what npm brings, brought here at the first call. Raises ToolError, NodeMissing.

    sources: the folder of package.json and package-lock.json.
    """
    wanted = {name: (sources / name).read_bytes() for name in (PACKAGE, LOCK)}
    folder = Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) / "node"
    folder = folder / hashlib.sha256(b"".join(wanted.values())).hexdigest()[:12]
    modules = folder / "node_modules"
    if not _is_whole(modules, sources):
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder.with_suffix(".lock"), WAITING) as lock:
            if not _is_whole(modules, sources):
                _bring(wanted, modules, lock, sources)
    return modules


def _bring(wanted, modules, lock, sources):
    for left in modules.parent.iterdir():  # by a start that was cut off
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=modules.parent, ignore_cleanup_errors=True) as made:
        for name, data in wanted.items():
            Path(made, name).write_bytes(data)
        command = [*npm(made, lock), *NPM_ARGUMENTS]
        try:
            run(command, made, FAILED, holds=lock)
        except ToolError as error:
            raise NodeMissing(f"{error}; check the network, and start again") from None
        os.rename(Path(made, modules.name), modules)
    if not _is_whole(modules, sources):
        raise ToolError(f"{modules} lacks a part of what the page needs; remove it")


def _is_whole(modules, sources):
    """Return whether the packages are in a folder."""
    package = json.loads((sources / PACKAGE).read_text(encoding="utf-8"))
    return all((modules / name).is_dir() for name in (*package["dependencies"], *package["devDependencies"]))


def bundle(modules, folder, names, **constants):
    """Write scripts of the page into a folder, each with what it imports in it, and with these constants."""
    esbuild = modules / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    defines = [f"--define:{name}={json.dumps(value)}" for name, value in constants.items()]
    sources = [str(SOURCES / name) for name in names]
    command = [str(esbuild), *sources, *ESBUILD_ARGUMENTS, *defines, f"--outdir={folder.resolve()}"]
    run(command, modules.parent, "esbuild cannot build the page", NODE_PATH=str(modules))
