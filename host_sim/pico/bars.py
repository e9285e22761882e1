"""Figures of a board on the emulated Pico: from key to light, what a scan and a frame cost, how busy the console is."""

import random
from typing import NamedTuple

from .bench import Pico
from .hardware import Hardware

MS = 1_000_000
MENU_MS = 1300  # by then the menu is open
TILES_MS = 12  # a frame that goes to several tiles is complete within this
_LOAD = """
import time
from time import ticks_us, ticks_diff
from glowgrid.hardware import board, loop
from glowgrid.hardware.lights import Lights
from glowgrid.console import palette
from glowgrid.console.app import TICK_MS, App
from glowgrid.console.storage import Storage
about = board.load('/board.json')
keys, leds = board.drivers(about)
app = App(keys, Lights(about, palette.RGB, leds), Storage('/saves'), about)
tick, slept, until, began = app.tick, 0, 0, 0
class Over(Exception):
    pass
class Watched:
    # The app under the device's own loop, for so many ms of its time.
    keypad = app.keypad
    def tick(self, now_ms):
        if now_ms >= until:
            raise Over
        tick(at + now_ms)
def sleep_ms(ms):
    global slept
    began = ticks_us()
    time.sleep_ms(ms)
    slept += ticks_diff(ticks_us(), began)
at = 0
def busy(ms):
    # Per cent of the time not slept.
    global slept, until, at
    slept, until, began = 0, ms, ticks_us()
    try:
        loop.run(Watched(), TICK_MS, sleep_ms)
    except Over:
        pass
    at += ms
    return 100 - 100 * slept // ticks_diff(ticks_us(), began)
def took(call, argument):
    time.sleep_ms(20)
    began = ticks_us()
    call(argument)
    return ticks_diff(ticks_us(), began)
busy(3000)
while app.panel.words:  # those of the menu scroll by
    busy(1000)
menu = busy(500)
game = [game for game in app.games if game.name == 'tic-tac-toe'][0]
app.start_match(game, (), [0] * game.sides, at)
busy(200)
match = busy(500)
count = len(app.panel.lights.wire)
took(leds.write, bytes(count))
print(menu, match, took(keys.scan, bytearray(keys.count)), took(leds.write, bytes(b'\\x09' * count)))
"""


class Load(NamedTuple):
    """What the console costs the CPU.

    menu, match: per cent of the time, in the menu and in a match between people with nobody moving. scan_us, frame_us:
    the time of a read of all keys and of a frame.
    """

    menu: int
    match: int
    scan_us: int
    frame_us: int


def measure(board, files, presses, seed=1, image=None, cache=False):
    """(waits, a `Load`): for each press in the menu the ms from the contact to the last bit of the frame it changes.

    board: a checked board; files: what is flashed; cache: as of `Pico`. Presses come at moments that have nothing to do
    with the console's own pace.
    """
    hardware = Hardware(board)
    pico = Pico(image, files=files, parts=hardware.parts, cache=cache).boot()
    pico.run_ms(MENU_MS)
    waits = _press_to_light(pico, hardware, presses, random.Random(seed))
    bare = {
        path: content for path, content in files.items() if path != "/main.py"
    }  # one console is all there is room for
    pico = Pico(image, files=bare, parts=Hardware(board).parts, cache=cache).boot()
    load = pico.exec(_LOAD).splitlines()[-1]  # before it the console may have said something
    return waits, Load(*map(int, load.split()))


def _press_to_light(pico, hardware, presses, chance):
    roles = hardware.board["keys"]["roles"]
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
