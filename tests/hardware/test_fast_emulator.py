"""The faster build of the emulator (host_sim/pico/fast.py) is the same machine as the one that rp2040py installs."""

import json
import os
import pickle
import subprocess
import sys

import pytest
from flashed import without_main

from host_sim.pico import fast
from tools.paths import ROOT

BOARD = "pico_ws2812_8x8_keys_4x4"
# Searches, computes, sleeps, saves, scans bouncing keys and sends frames; prints all results, with times.
RUN = """
import hashlib, json, pickle, sys
from host_sim.boards.files import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.engine import Engine
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import bounce_times

def digest(data):
    return hashlib.sha256(bytes(data)).hexdigest()

board = load_board(sys.argv[2])
files = pickle.load(sys.stdin.buffer)
hardware = Hardware(board)
pico = Pico(sys.argv[1], files=files, parts=hardware.parts).boot()
said = pico.exec('''
from time import sleep_ms, ticks_us
from glowgrid.hardware import board
about = board.load('/board.json')
keys, leds = board.drivers(about)
levels = bytearray(keys.count)
pixels = bytearray(about['leds']['width'] * about['leds']['height'] * 3)
''')
said += pico.exec('''
import glowgrid.games
from glowgrid.search import Limits, Memory, engine_for
print([(-n * n // 7, -n % 5, n * 1.5) for n in range(9)])
games = {game.name: game for game in glowgrid.games.discover(glowgrid.games.FOLDER)[0]}
position = games['hex'].setup((4,))
engine = engine_for(position, Memory())
engine.start(position, Limits(20_000), True)
while not engine.step(5_000):
    pass
print(list(engine.verdict.outcomes), engine.verdict.nodes)
''')
start_ns = pico.now_ns + 2_000_000
hardware.at(start_ns, "press", 5, bounce_times(7))
hardware.at(start_ns + 9_000_000, "release", 5, bounce_times(8))
said += pico.exec('''
with open('/saved', 'w') as file:
    for n in range(6):
        keys.scan(levels)
        print(ticks_us(), sum(levels), sum(i * i for i in range(40)))
        pixels[n] = 9 * n
        leds.write(pixels)
        file.write(str(n))
        sleep_ms(3)
''')
print(json.dumps([Engine.__module__, said, pico.now_ns, digest(pico.mcu.sram), digest(pico.flash),
                  [(frame.start_ns, frame.end_ns, frame.rgb.hex()) for frame in hardware.frames()]]))
"""


def run(image, board, **variables):
    """Return (module of the engine, all results of the run)."""
    environment = {name: value for name, value in os.environ.items() if name != fast.VARIABLE}
    command = [sys.executable, "-c", RUN, str(image), board]
    files = pickle.dumps(without_main(board))
    done = subprocess.run(command, cwd=ROOT, env={**environment, **variables}, capture_output=True, input=files)
    assert done.returncode == 0, done.stderr.decode()
    engine, *rest = json.loads(done.stdout)
    return engine, rest


@pytest.mark.long
@pytest.mark.skipif(not fast.built(), reason="no faster emulator: python -m host_sim.pico.build")
def test_frames_times_and_memory_are_identical(pico_image):
    stock_engine, stock = run(pico_image, BOARD, **{fast.VARIABLE: fast.STOCK})
    fast_engine, built = run(pico_image, BOARD)
    assert (stock_engine, fast_engine) == ("host_sim.pico.engine", "rp2040py.native.fast_engine")
    assert built == stock
    frames = stock[-1]
    assert len(frames) >= 6
