"""When the game or the hardware fails: a sign on the lights that says that, and words that say why."""
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
    _show(cross, board, leds)
    try:
        with open(CRASH_FILE, "w") as file:
            sys.print_exception(error, file)
    except OSError as why:
        print("glowgrid: cannot write %s: %s" % (CRASH_FILE, why))
    sys.print_exception(error)


def warn(fault, board):
    """Print a `Fault` found at power-up, and show a red square on the lights if they work, until the next reset."""
    print("glowgrid:", fault)
    leds = getattr(fault, "leds", None)
    if leds:
        _show(square, board, leds)
        leds.close()


def _show(sign, board, leds):
    lights = Lights(board, _PALETTE, leds)
    lights.show(sign(lights.width, lights.height))


def square(width, height):
    """The sign of hardware that does not answer: a line along the edge."""
    row = bytes(width - 2)
    line = b"\x01" * (width + 1)
    return line + (row + b"\x01\x01") * (height - 2) + line[2:]


def cross(width, height):
    """The sign of a crash, a frame of 0 and 1: both diagonals of the largest square that fits, in the middle."""
    frame = bytearray(width * height)
    size = min(width, height)
    left, top = (width - size) // 2, (height - size) // 2
    for i in range(size):
        frame[(top + i) * width + left + i] = 1
        frame[(top + i) * width + left + size - 1 - i] = 1
    return frame
