"""Run command lines as a shell would, on any streams; no process outlives its test."""

import contextlib
import functools
import gc
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import typer
from deadline import DEADLINE_S
from typer.main import get_command
from typer.testing import CliRunner

from host_sim.app.commands import of_glowgrid, of_host_sim, of_tools
from host_sim.pico.fork import forked
from tools.lab import commands as lab_commands
from tools.paths import ROOT


def every_command():
    """Return the words of every command there is, groups too: ("tools", "board", "check") ..."""

    def below(words, command):
        yield words
        for name, inner in getattr(command, "commands", {}).items():
            yield from below((*words, name), inner)

    apps = {"host_sim": of_host_sim(), "tools": of_tools(), "tools.lab": lab_commands.application()}
    return [words for name, app in apps.items() for words in below((name,), get_command(app))]


@contextlib.contextmanager
def running(*words, **options):
    """A process of `python -m WORDS`; when the block ends, it is killed with all it has started."""
    command = [sys.executable, "-m", *map(str, words)]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, **options)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


def streams(kind, typed=b""):
    """Return (descriptors for 0, 1, 2; the files that keep what is written to 1 and 2, if any)."""
    stdin, stdout, stderr = tempfile.TemporaryFile(), tempfile.TemporaryFile(), tempfile.TemporaryFile()
    stdin.write(typed)
    stdin.seek(0)
    given = {0: stdin.fileno(), 1: stdout.fileno(), 2: stderr.fileno()}
    if kind in ("full disk", "full disk for errors too"):
        given[1] = os.open("/dev/full", os.O_WRONLY)
    if kind == "full disk for errors too":
        given[2] = given[1]
    if kind == "closed pipe":
        reader, given[1] = os.pipe()
        os.close(reader)
    if kind == "no streams":
        given = {0: None, 1: None, 2: None}
    if kind == "vanished terminal":
        terminal, inner = os.openpty()
        os.close(terminal)
        given[0] = given[1] = inner
    return given, (stdin, stdout, stderr)


@functools.cache
def _warmed_up():
    """Import what typer imports when it reads an argument, so that not every fork has to."""
    app = typer.Typer()

    @app.command()
    def nothing(number: int, path: Path = Path()):
        pass

    CliRunner().invoke(app, ["1", "--path", "x"])


def call(words, kind="", typed=b""):
    """Run a command on streams of this kind in a fork; return (exit code, its output, its errors)."""
    _warmed_up()
    given, files = streams(kind, typed)
    try:
        code = forked(_in_child, words, given)
    finally:
        for descriptor in {*given.values()} - {None, *(file.fileno() for file in files)}:
            os.close(descriptor)
    said = []
    for file in files[1:]:
        file.seek(0)
        said.append(file.read().decode(errors="replace"))
        file.close()
    files[0].close()
    return code, *said


def run(*words, typed=""):
    """Run a command on good streams; return its subprocess.CompletedProcess.

    It runs in a fork where the system can: four times as fast as a process. One test of each front end should start a
    real process.
    """
    words = [*map(str, words)]
    if hasattr(os, "fork"):
        return subprocess.CompletedProcess(words, *call(words, typed=typed.encode()))
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=DEADLINE_S)


def invoke(*words, typed=""):
    """Run a command of `glowgrid` in this process; return its Result, whose `exception` is an error."""
    words = [*map(str, words)]
    return CliRunner().invoke(of_glowgrid(words), words, input=typed)


def _in_child(words, given):
    gc.freeze()  # do not collect what other tests left behind: that would print to the command's streams
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # pytest-timeout has its own
    signal.alarm(DEADLINE_S)
    for number, descriptor in given.items():
        if descriptor is None:
            os.close(number)
        else:
            os.dup2(descriptor, number)
    modes = {"stdin": "r", "stdout": "w", "stderr": "w"}
    for number, (name, mode) in enumerate(modes.items()):
        setattr(sys, name, None if given[number] is None else open(number, mode, closefd=False))
    sys.argv = list(words)
    os.chdir(ROOT)
    try:
        importlib.import_module(f"{words[0]}.__main__").main()
    except SystemExit as end:
        sys.stdout.flush()  # as the interpreter does when it ends
        sys.stderr.flush()
        return end.code or 0
    except BaseException:
        traceback.print_exc()
    return 70
