"""Figures of a board on the emulated Pico: from key to light, and how busy the console is with nothing to do."""

import random

from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware

MS = 1_000_000
MENU_MS = 1300  # surely in the menu
TILES_MS = 12  # a frame that goes to several tiles is complete within this
_LOAD = """
import gc
from time import ticks_us, ticks_diff, sleep_us
from glowgrid import hardware
from glowgrid.hardware import board
from glowgrid.hardware.lights import Lights
from glowgrid.console import palette
from glowgrid.console.app import App
from glowgrid.console.storage import Storage
about = board.load('/board.json')
keys, leds = board.drivers(about)
app = App(keys, Lights(about, palette.RGB, leds), Storage('/saves'), about)
now = 0
def busy(ticks):
    # Microseconds spent in that many ticks, paced as the loop paces them.
    global now
    spent = 0
    for _ in range(ticks):
        began = ticks_us()
        app.tick(now)
        took = ticks_diff(ticks_us(), began)
        spent += took
        now += 10
        if took < 10000:
            sleep_us(10000 - took)
    return spent
busy(60)
menu = busy(100)
game = [game for game in app.games if game.name == 'tic-tac-toe'][0]
app.start_match(game, (), [0] * game.sides, now)
busy(20)
print(menu // 10000, busy(100) // 10000)
"""


def press_to_light(board, files, presses, seed=1, image=None):
    """Milliseconds from a contact closing to the last bit of the frame it changes, in the menu, for each press.

    board: a checked board; files: what is flashed. Presses come at moments that have nothing to do with the console's
    own pace.
    """
    hardware = Hardware(board)
    pico = Pico(image, files=files, parts=hardware.parts).boot()
    pico.run_ms(MENU_MS)
    chance = random.Random(seed)
    roles = board["keys"]["roles"]
    waits = []
    for i in range(presses):
        key = roles["right"] if i % 2 else roles["left"]
        shown = hardware.frames()
        closes = pico.now_ns + round(chance.uniform(20, 40) * MS)
        hardware.at(closes, "press", key)
        hardware.at(closes + 40 * MS, "release", key)
        pico.run_ms((closes - pico.now_ns) / MS + 60)
        changed = [frame for frame in hardware.frames(len(shown)) if frame.rgb != shown[-1].rgb]
        last = [frame for frame in changed if frame.end_ns <= changed[0].end_ns + TILES_MS * MS]
        waits.append(((last if hardware.tiles else changed)[-1 if hardware.tiles else 0].end_ns - closes) / MS)
        pico.run_ms(40)
    return waits


def load(board, files, image=None):
    """(in the menu, in a match between people with nobody moving): per cent of the time that the console computes."""
    files = {path: data for path, data in files.items() if path != "/main.py"}
    pico = Pico(image, files=files, parts=Hardware(board).parts).boot()
    return tuple(map(int, pico.exec(_LOAD).splitlines()[-1].split()))  # before it the console may have said something
