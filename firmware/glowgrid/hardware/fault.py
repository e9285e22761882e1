"""Report missing hardware or held keys at power-up: in words, and by a sign on the lights if they work."""

import time

from glowgrid.hardware.lights import kind

_PALETTE = bytes((0, 0, 0, 255, 0, 0))
_SCANS = 20  # a key that is down in all of them is held or stuck
_APART_MS = 10


def report(fault):
    """Print a board.Fault, and show a red square until the next reset if the lights work. If there is no usable board,
    the first of the lights that the build knows is red, and the Pico's LED blinks."""
    print("glowgrid:", fault)
    if fault.leds:
        board = fault.board
        _show(square(board["leds"]["width"], board["leds"]["height"]), board, fault.leds)
        return
    try:
        __import__("glowgrid.dark", None, None, ("sign",)).sign(1)
    except Exception:  # they do not answer, or the file is missing: mip does not install it
        pass


def held(keys):
    """Return which keys are down for the first fifth of a second; print them."""
    down = bytearray(b"\x01" * keys.count)
    levels = bytearray(keys.count)
    for _ in range(_SCANS):
        keys.scan(levels)
        for key in range(keys.count):
            down[key] &= levels[key]
        time.sleep_ms(_APART_MS)
    found = [key for key in range(keys.count) if down[key]]
    if found:
        print("glowgrid: held down, or stuck; ignored until let go: keys", found)
    return found


def skip(keys, board, leds):
    """Print that a key skips the game, and show its place in red until the next reset."""
    print("glowgrid: the back key is held down: the game is skipped")
    _show(places(keys, board), board, leds)


def _show(frame, board, leds):
    kind(board)(board, _PALETTE, leds).show(frame)
    leds.close()


def places(keys, board):
    """Return a frame of 0 and 1 that lights the places of these keys; the keys are spread over the whole matrix."""
    width, height = board["leds"]["width"], board["leds"]["height"]
    across, down = board["keys"]["width"], board["keys"]["height"]
    frame = bytearray(width * height)
    for key in keys:
        top, left = key // across * height // down, key % across * width // across
        for y in range(top, max(top + 1, (key // across + 1) * height // down)):
            for x in range(left, max(left + 1, (key % across + 1) * width // across)):
                frame[y * width + x] = 1
    return frame


def square(width, height):
    """Return the sign for hardware that does not answer, a frame of 0 and 1: a line along the edge."""
    line = b"\x01" * (width + 1)
    return line + (bytes(width - 2) + b"\x01\x01") * (height - 2) + line[2:]


def cross(width, height):
    """Return the sign for a crash, a frame of 0 and 1: both diagonals of the largest square in the middle."""
    frame = bytearray(width * height)
    size = min(width, height)
    left, top = (width - size) // 2, (height - size) // 2
    for i in range(size):
        frame[(top + i) * width + left + i] = 1
        frame[(top + i) * width + left + size - 1 - i] = 1
    return frame
