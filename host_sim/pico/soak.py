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
# Given keys and levels: events(until_ms) prints all events of the console's debouncing under the device's main loop, as
# `heard` reads them.
EVENTS = """
from binascii import hexlify
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
        self.heard = bytearray()
    def tick(self, now_ms):
        if ticks_ms() >= self.until_ms:
            raise Over
        keys.scan(levels)
        self.debounce.update(levels, now_ms)
        while self.debounce.next_event():
            self.heard.append(self.debounce.kind)
            self.heard.append(self.debounce.key)
def events(until_ms):
    listener = Listener(until_ms)
    try:
        loop.run(listener, %d)
    except Over:
        print(hexlify(listener.heard).decode())
""" % TICK_MS
_PRESS, _RELEASE = 1, 2
_ROUNDS = 20  # planned at a time


def soak(board, presses, seed=1, image=None, report=None, fingers=1):
    """(events lost, events too many), presses and releases: both 0 where all is well.

    board: a checked board. report: called as report(presses done) every now and then. fingers: how many keys, at most all,
    are pressed in a round: at chance moments of it and for a chance time each; see `most_fingers`. Between two rounds all
    keys are up, so that the next one begins with a press that a glance finds.
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
    done = 0
    while done < presses:
        at_ns = pico.now_ns + 60 * MS
        for _ in range(_ROUNDS):
            keys = chance.sample(range(count), min(fingers, presses - done))
            at_ns = _round(hardware, keys, at_ns, chance) + chance.uniform(25, 60) * MS
            for key in keys:
                expected[key] += [_PRESS, _RELEASE]
            done += len(keys)
        said = pico.exec(f"events({round(at_ns / MS) + 60})", limit_s=600)
        for kind, key in heard(said):
            reported[key].append(kind)
        if report:
            report(done)
    lost, many = zip(*(_difference(expected[key], reported[key]) for key in range(count)))
    return sum(lost), sum(many)


def heard(said):
    """[(kind, key)] of the events that `events` printed."""
    pairs = bytes.fromhex(said.strip())
    return list(zip(pairs[::2], pairs[1::2]))


def _round(hardware, keys, starts_ns, chance):
    """Plan a press of each key; when the last is released, in ns since power-up."""
    ends_ns = starts_ns
    for key in keys:
        at_ns = starts_ns + chance.uniform(0, 60) * MS
        for action in ("press", "release"):
            bounces = bounce_times(chance.randrange(1 << 30), lasts_ns=BOUNCE_MS * MS)
            hardware.at(round(at_ns), action, key, bounces)
            ends_ns = max(ends_ns, at_ns)
            at_ns += chance.uniform(30, 120) * MS
    return ends_ns


def most_fingers(board):
    """How many keys may be held at a time: without diodes in a matrix a third could look like a fourth; else ten fingers."""
    return 2 if board["keys"].get("diodes") == "none" else 10


def _difference(expected, reported):
    """(how many of `expected` are missing, how many of `reported` are too many), in order."""
    import difflib

    matcher = difflib.SequenceMatcher(None, expected, reported, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return len(expected) - same, len(reported) - same
