"""Processes that a tool talks to line by line: our engine on unix MicroPython, or an external program."""

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from .. import FIRMWARE
from ..cli.errors import ToolError

ENGINE_PROGRAM = "host_sim/engine/engine_program.py"
HEAP = "16m"
# What CPython runs: the firmware needs the stand-in for the module `micropython`.
ON_CPYTHON = "import host_sim, runpy, sys; del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"


def hosts():
    """Return {name: command that takes a program after -c} of the available interpreters."""
    found = {"cpython": [sys.executable]}
    beside = Path(sys.executable).parent / "micropython"
    unix = str(beside) if beside.is_file() else shutil.which("micropython")
    if unix:
        found["unix micropython"] = [unix]
    return found


def unix_micropython():
    """Return the command that runs unix MicroPython, or None if it is not installed."""
    return hosts().get("unix micropython")


class Process:
    """A program that answers on a pipe, line by line."""

    def __init__(self, command, errors=None):
        """errors: where its error output goes, subprocess.DEVNULL for nowhere; None: to standard error.

        subprocess.PIPE: kept for `last_words`; little of it, as nobody reads it before the end.
        """
        self.name = " ".join(map(str, command))[:60]
        # Where MicroPython looks for modules; CPython finds them from the folder it is started in.
        environment = {**os.environ, "MICROPYPATH": str(FIRMWARE)}
        try:
            self._process: Any = subprocess.Popen(
                command,
                cwd=FIRMWARE.parent,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                bufsize=1,
            )
        except OSError as error:
            raise ToolError(f"player {self.name}: cannot be started: {error.strerror}") from error

    def say(self, line):
        """Send a line."""
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:  # a broken pipe; Windows raises another error
            raise ToolError(f"player {self.name}: the program has ended") from None

    def hear(self, watch=None):
        """Return the next line it prints.

        watch: None, or called ten times a second while it is silent (not on Windows, whose pipes do not tell); what it
        raises ends the waiting, and the answer is still to come.
        """
        while watch and os.name == "posix" and not select.select([self._process.stdout], [], [], 0.1)[0]:
            watch()
        line = self._process.stdout.readline()
        if not line:
            raise ToolError(f"player {self.name}: the program has ended")
        return line.rstrip("\n")

    def last_words(self):
        """Return the last line that it has printed or said as an error, else its exit status; it is told to end."""
        with contextlib.suppress(OSError):  # a broken pipe
            self._process.stdin.close()
        self._process.stdin = None  # else `kill` would flush it
        # Not communicate(): it would miss what `hear` has read ahead.
        lines = "\n".join([self._process.stdout.read(), self._process.stderr.read()]).splitlines()
        self._process.wait()
        return next(filter(None, reversed(lines)), f"exit status {self._process.returncode}")

    def rest(self):
        """Return all it prints until it ends."""
        return self._process.communicate()[0]

    def close(self):
        """Let it end."""
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)

    def kill(self):
        """End it at once."""
        self._process.kill()
        self._process.communicate()


class Worker(Process):
    """A process that answers lines of JSON, one object each. `asked` is part of every question."""

    def __init__(self, command, asked=(), errors=None):
        super().__init__(command, errors)
        self._asked = dict(asked)

    def ask(self, watch=None, **asked):
        """Return the answer to a question. watch: as in `hear`."""
        self.say(json.dumps({**self._asked, **asked}))
        answer = self.hear(watch)
        try:
            return json.loads(answer)
        except ValueError:
            raise ToolError(f"player {self.name}: answered {answer[:80]!r}") from None


def engine_command(program, *words, heap=HEAP, unix=None):
    """Return the command that runs one of our programs (its path, its arguments) with `glowgrid` importable.

    It uses unix MicroPython if available: 50 to 100 times as fast as CPython, with the same answers. heap: its size.
    unix: True or False to choose.
    """
    micropython = unix_micropython()
    if micropython and unix is not False:
        return [*micropython, "-X", f"heapsize={heap}", str(program), *words]
    return [
        sys.executable,
        "-u",
        "-c",
        ON_CPYTHON,
        str(program),
        *words,
    ]  # -u: unbuffered, so that each answer is sent at once
