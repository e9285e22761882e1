"""A soak: many presses with bounce at chance moments on the emulated Pico, each to be reported once and none besides.

The device runs the board's own key driver, its main loop with all its glances at the keys, and the console's debouncing.
"""

import random

from glowgrid.console.app import TICK_MS
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import bounce_times

MS = 1_000_000
BOUNCE_MS = 5
_DRIVERS = """
from glowgrid.hardware import board
about = board.load('/board.json')
keys, leds = board.drivers(about)
levels = bytearray(keys.count)
"""
# Given keys and levels: events(until_ms) prints kind and key of each event of the console's debouncing, under the
# device's main loop.
EVENTS = """
from time import ticks_ms
from glowgrid.console.debounce import Debounce
from glowgrid.hardware import loop
class Over(Exception):
    pass
class Listener:
    # What the loop needs of the console.
    keys, levels = keys, levels
    def __init__(self, until_ms):
        self.until_ms = until_ms
        self.debounce = Debounce(keys.count)
    def tick(self, now_ms):
        if ticks_ms() >= self.until_ms:
            raise Over
        keys.scan(levels)
        self.debounce.update(levels, now_ms)
        while self.debounce.next_event():
            print(self.debounce.kind, self.debounce.key)
def events(until_ms):
    try:
        loop.run(Listener(until_ms), %d)
    except Over:
        pass
""" % TICK_MS
_PRESS, _RELEASE = 1, 2


def soak(board, presses, seed=1, image=None, report=None, fingers=1):
    """(events lost, events too many), presses and releases: both 0 where all is well.

    board: a checked board. report: called as report(presses done) every now and then. fingers: how many press at a time,
    each on keys of its own; see `most_fingers`.
    """
    from tools.build import BOARD, staged_files  # the tools know what is flashed
    from tools.paths import DEFAULT_BOARD
    from host_sim.boards import device_board

    files = {**staged_files(DEFAULT_BOARD), BOARD: device_board(board)}
    del files["/main.py"]
    hardware = Hardware(board)
    pico = Pico(image, files=files, parts=hardware.parts).boot()
    pico.exec(_DRIVERS + EVENTS)
    chance = random.Random(seed)
    count = board["keys"]["width"] * board["keys"]["height"]
    expected, reported = {key: [] for key in range(count)}, {key: [] for key in range(count)}
    for start in range(0, presses, 100 * fingers):
        until_ns = 0
        for finger in range(fingers):
            at_ns = pico.now_ns + 60 * MS
            for _ in range(start + finger, min(presses, start + 100 * fingers), fingers):
                key = chance.randrange(finger, count, fingers)
                for kind, action in ((_PRESS, "press"), (_RELEASE, "release")):
                    bounces = bounce_times(chance.randrange(1 << 30), lasts_ns=BOUNCE_MS * MS)
                    hardware.at(round(at_ns), action, key, bounces)
                    at_ns += chance.uniform(30, 120) * MS
                    expected[key].append(kind)
            until_ns = max(until_ns, at_ns)
        said = pico.exec(f"events({round(until_ns / MS) + 60})", limit_s=600)
        for kind, key in (map(int, line.split()) for line in said.splitlines()):
            reported[key].append(kind)
        if report:
            report(min(presses, start + 100 * fingers))
    lost, many = zip(*(_difference(expected[key], reported[key]) for key in range(count)))
    return sum(lost), sum(many)


def most_fingers(board):
    """How many keys may be held at a time: without diodes in a matrix a third could look like a fourth; else ten fingers."""
    return 2 if board["keys"].get("diodes") == "none" else 10


def _difference(expected, reported):
    """(how many of `expected` are missing, how many of `reported` are too many), in order."""
    import difflib

    matcher = difflib.SequenceMatcher(None, expected, reported, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return len(expected) - same, len(reported) - same
