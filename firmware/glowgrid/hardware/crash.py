"""When the game fails: leave a file that says why and a sign on the lights that says that."""
import gc
import sys

from glowgrid.hardware.lights import Lights

CRASH_FILE = "/crash.txt"
_PALETTE = bytes((0, 0, 0, 255, 0, 0))


def report(error, board, leds):
    """Write the traceback of `error` to /crash.txt and to the serial line, and show a red cross until the next reset.

    board: the board; leds: its driver. Raises nothing for a full or broken file system: the serial line has it too.
    """
    gc.collect()
    lights = Lights(board, _PALETTE, leds)
    lights.show(cross(lights.width, lights.height))
    try:
        with open(CRASH_FILE, "w") as file:
            sys.print_exception(error, file)
    except OSError as why:
        print("glowgrid: cannot write %s: %s" % (CRASH_FILE, why))
    sys.print_exception(error)


def cross(width, height):
    """The sign, a frame of 0 and 1: both diagonals of the largest square that fits, in the middle."""
    frame = bytearray(width * height)
    size = min(width, height)
    left, top = (width - size) // 2, (height - size) // 2
    for i in range(size):
        frame[(top + i) * width + left + i] = 1
        frame[(top + i) * width + left + size - 1 - i] = 1
    return frame
