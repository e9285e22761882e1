"""When hardware is missing at power-up, or a key is down: words that say what, and a sign on the lights if they work."""
from glowgrid.hardware.lights import Lights

_PALETTE = bytes((0, 0, 0, 255, 0, 0))


def report(fault, board):
    """Print the fault (a ValueError of board.load or board.drivers) and show a red square until the next reset."""
    print("glowgrid:", fault)
    leds = getattr(fault, "leds", None)
    if leds:
        _show(square(board["leds"]["width"], board["leds"]["height"]), board, leds)


def held(keys, board, leds):
    """Print which keys are down and show their places in red until the next reset: somebody holds them, or they are stuck."""
    print("glowgrid: a key is held down, the game is skipped; held, or stuck:", keys)
    _show(places(keys, board), board, leds)


def _show(frame, board, leds):
    Lights(board, _PALETTE, leds).show(frame)
    leds.close()


def places(keys, board):
    """The frame of 0 and 1 whose lights lie where these keys do, among the lights as the keys are among the keys."""
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
    """The sign of hardware that does not answer: a line along the edge; a crash shows a cross."""
    line = b"\x01" * (width + 1)
    return line + (bytes(width - 2) + b"\x01\x01") * (height - 2) + line[2:]
