"""A soak: many presses with bounce at chance moments on the emulated Pico, each to be reported once and none besides.

The device runs the board's own key driver and the console's debouncing at the console's pace.
"""

import random

from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import bounce_times

MS = 1_000_000
BOUNCE_MS = 5
_SCRIPT = """
from time import ticks_ms, sleep_ms
from glowgrid.hardware import board
from glowgrid.console.debounce import Debounce
about = board.load('/board.json')
keys, leds = board.drivers(about)
levels = bytearray(keys.count)
def events(until_ms):
    debounce = Debounce(keys.count)
    now_ms = ticks_ms()
    while now_ms < until_ms:
        keys.scan(levels)
        debounce.update(levels, now_ms)
        while debounce.next_event():
            print(debounce.kind, debounce.key)
        now_ms += 10
        ahead = now_ms - ticks_ms()
        if ahead > 0:
            sleep_ms(ahead)
"""
_PRESS, _RELEASE = 1, 2


def soak(board, presses, seed=1, image=None, report=None):
    """(presses lost, reported too often): both 0 where all is well.

    board: a checked board. report: called as report(presses done) after every hundred.
    """
    from tools.build import BOARD, staged_files  # the tools know what is flashed
    from tools.paths import DEFAULT_BOARD
    from host_sim.boards import device_board

    files = {**staged_files(DEFAULT_BOARD), BOARD: device_board(board)}
    del files["/main.py"]
    hardware = Hardware(board)
    pico = Pico(image, files=files, parts=hardware.parts).boot()
    pico.exec(_SCRIPT)
    chance = random.Random(seed)
    expected, reported = [], []
    for start in range(0, presses, 100):
        count = min(100, presses - start)
        at_ns = pico.now_ns + 60 * MS
        for _ in range(count):
            key = chance.randrange(board["keys"]["width"] * board["keys"]["height"])
            for action, lasts_ms in (("press", chance.uniform(30, 120)), ("release", chance.uniform(30, 120))):
                bounces = bounce_times(chance.randrange(1 << 30), lasts_ns=BOUNCE_MS * MS)
                hardware.at(round(at_ns), action, key, bounces)
                at_ns += lasts_ms * MS
            expected += [(_PRESS, key), (_RELEASE, key)]
        said = pico.exec(f"events({round(at_ns / MS) + 60})", limit_s=600)
        reported += [tuple(map(int, line.split())) for line in said.splitlines()]
        if report:
            report(start + count)
    return _difference(expected, reported)


def _difference(expected, reported):
    """(how many of `expected` are missing, how many of `reported` are too many), in order."""
    import difflib

    matcher = difflib.SequenceMatcher(None, expected, reported, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return len(expected) - same, len(reported) - same
