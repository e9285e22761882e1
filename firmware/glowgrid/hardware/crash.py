"""What happens when the game crashes: a file says why, and the game restarts with the saved match.

After the fourth crash in ten minutes a sign is shown instead, and the prompt comes.
"""

import gc
import sys
import time

import machine

from glowgrid.hardware import fault, watchdog
from glowgrid.hardware.lights import kind

CRASH_FILE = "/crash.txt"
_KEPT = 3  # crashes in the file
_HEAD = b"Crash, "  # start of each crash
_MOST = 6000  # bytes of the file to read; a traceback takes about 1,000
_RESTARTS = 3
_WITHIN_MS = 600_000
_PALETTE = bytes((0, 0, 0, 255, 0, 0))


def report(error, board, leds, again, blamed=False):
    """Write the traceback of `error` to /crash.txt and to the serial line. Then restart; or show a red cross until the
    next reset, and return.

    board: the board; leds: its driver. again: whether it restarted after a crash, and then crashed in the same match.
    blamed: whether a person's own game crashed, which can happen only twice: then it restarts in any case.
    """
    gc.collect()
    now = time.ticks_ms()
    try:
        _write(error, now)
    except (OSError, MemoryError) as trouble:  # a full or broken file system: the serial line has it anyway
        print("glowgrid: cannot write %s: %s" % (CRASH_FILE, trouble))
    sys.print_exception(error)
    watchdog.stop()
    if blamed or may_restart(now):
        watchdog.put_restart(watchdog.SET_ASIDE if again else watchdog.RESUME)
        machine.soft_reset()
    print("glowgrid: crashed too often, see %s" % CRASH_FILE)
    lights = kind(board)(board, _PALETTE, leds)
    lights.show(fault.cross(lights.width, lights.height))
    leds.close()


def _write(error, now):
    """Add a crash to the file, and drop all but the last few."""
    try:
        with open(CRASH_FILE, "rb") as file:
            before = file.read(_MOST).split(_HEAD)[1:]
    except OSError:
        before = []
    with open(CRASH_FILE, "wb") as file:
        for crash in before[1 - _KEPT :]:
            file.write(_HEAD + crash)
        file.write(_HEAD + b"%d s after power-up\n" % (now // 1000))
        sys.print_exception(error, file)


def may_restart(now):
    """Return whether there were few enough restarts recently; record this one."""
    times = [watchdog.kept(register) for register in range(_RESTARTS)]
    if times[0] and 0 <= time.ticks_diff(now, times[0]) < _WITHIN_MS:
        times = [0] * (_RESTARTS + 1)  # the count begins again after the prompt
        again = False
    else:
        times.append(now | 1)  # never 0
        again = True
    for register in range(_RESTARTS):
        watchdog.keep(register, times[register + 1])
    return again
