"""`bench boards`: measure key to light, the cost of a scan and a frame, and the console's load, against limits."""

import random
import statistics
from typing import Annotated, NamedTuple

import typer

from glowgrid.console.app import TICK_MS
from host_sim.boards.files import list_boards, load_board
from host_sim.cli.errors import ToolError
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware

from ... import output
from ...compile.build import staged_files
from ...compile.layout.places import MAIN
from ...pico.play_on_pico import CONSOLE

PRESSES = 400
MENU_MS = 1300  # the menu is open by then
TILES_MS = 12  # a frame that goes to several tiles is complete within this
MEDIAN_MS = 15  # key to light
ON_PINS = "matrix", "pins"  # drivers of keys that need no bus
WORST_MS = 20, 25  # of keys on pins: with up to 8 x 8 LEDs, above
WORST_ON_BUS_MS = 30  # of keys on a bus
WORST_ON_HT16K33_MS, MEDIAN_ON_HT16K33_MS = 60, 45  # it finds a key in its second scan, 20 to 40 ms after the press
FAST_HERTZ = 400_000  # lights on a slower I2C bus may take twice as long
SCAN_US = 100, 400  # up to 16 keys on pins, above; keys on a bus are as fast as their bus
FRAME_US = 300  # CPU time of a frame by PIO and DMA; other LEDs are as fast as their bus
LOAD_PERCENT = 15
_LOAD = f"""{CONSOLE}
import time
from time import ticks_us, ticks_diff
from glowgrid.hardware import loop
app = App(keys, lights, Storage('/saves'), about)
tick, slept, until, began = app.tick, 0, 0, 0
class Over(Exception):
    pass
class Watched:
    # The app under the device's own loop, until a time.
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
    # Percent of the time not slept.
    global slept, until, at
    slept, until, began = 0, ms, ticks_us()
    try:
        loop.run(Watched(), {TICK_MS}, sleep_ms)
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
    """The CPU load of the console.

    menu, match: percent of the time, in the menu and in an idle match between people. scan_us, frame_us:
    the time of a read of all keys and of a frame.
    """

    menu: int
    match: int
    scan_us: int
    frame_us: int


def measure(board, files, presses, seed=1, image=None, cache=False):
    """Return (waits, a `Load`): for each press in the menu the ms from the contact to the end of the frame it changes.

    board: a checked board; files: what is flashed; cache: as for `Pico`. Presses come at moments unrelated to
    the console's ticks.
    """
    hardware = Hardware(board)
    pico = Pico(image, files=files, parts=hardware.parts, cache=cache).boot()
    pico.run_ms(MENU_MS)
    waits = _press_to_light(pico, hardware, presses, random.Random(seed))
    bare = {path: data for path, data in files.items() if path != MAIN}  # there is room for only one console
    pico = Pico(image, files=bare, parts=Hardware(board).parts, cache=cache).boot()
    load = pico.exec(_LOAD).splitlines()[-1]  # the console may have printed something before
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


def command(
    board: Annotated[str | None, typer.Option(help="One board only.")] = None,
    cache: Annotated[bool, typer.Option("--cache", help="Count the time of misses in the chip's flash cache.")] = False,
):
    """Measure every board: from key to light, scan, frame, CPU load.

    On the emulated Pico; a board that is slower than its limits is an error.
    """
    columns = "board", "key to light, median ms", "worst ms", "scan us", "frame us", "busy in menu %", "in match %"
    console = output.console()
    slow, rows = [], []
    for name in [board] if board else list_boards():
        about = load_board(name)
        files = staged_files(name)
        with console.status(f"{about['name']}: pressing keys"):
            waits, figures = measure(about, files, PRESSES, cache=cache)
        cells = []
        for figure, limit in bars(about, waits, figures):
            over = limit is not None and figure > limit
            cells.append(f"{figure:.1f}" if isinstance(figure, float) else str(figure))
            if over:
                cells[-1] += f" (at most {limit})"
                slow.append(about["name"])
        rows.append((about["name"], *cells))
    console.print(output.table(columns, rows))
    if slow:
        raise ToolError(f"slower than the limits: {', '.join(sorted(set(slow)))}")


def bars(about, waits, figures):
    """Return [(figure, its limit or None)] in the order of the table."""
    leds, keys = about["leds"], about["keys"]
    scan = SCAN_US[keys["width"] * keys["height"] > 16] if keys["driver"] in ON_PINS else None
    frame = FRAME_US if leds["driver"] == "ws2812" else None
    worst = WORST_MS[leds["width"] * leds["height"] > 64] if keys["driver"] in ON_PINS else WORST_ON_BUS_MS
    median = MEDIAN_MS
    if keys["driver"] == "ht16k33":
        worst, median = WORST_ON_HT16K33_MS, MEDIAN_ON_HT16K33_MS
    slow = 2 if leds["driver"] == "seesaw" and leds.get("hertz", 0) < FAST_HERTZ else 1
    return [
        (statistics.median(waits), slow * median),
        (max(waits), slow * worst),
        (figures.scan_us, scan),
        (figures.frame_us, frame),
        (figures.menu, LOAD_PERCENT),
        (figures.match, LOAD_PERCENT),
    ]
