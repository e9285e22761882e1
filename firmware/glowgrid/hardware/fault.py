"""When hardware is missing at power-up: words that say what, and a sign on the lights if they work."""
from glowgrid.hardware.lights import Lights

_PALETTE = bytes((0, 0, 0, 255, 0, 0))


def report(fault, board):
    """Print the fault (a ValueError of board.load or board.drivers) and show a red square until the next reset."""
    print("glowgrid:", fault)
    leds = getattr(fault, "leds", None)
    if leds:
        lights = Lights(board, _PALETTE, leds)
        lights.show(square(lights.width, lights.height))
        leds.close()


def square(width, height):
    """The sign of hardware that does not answer: a line along the edge; a crash shows a cross."""
    line = b"\x01" * (width + 1)
    return line + (bytes(width - 2) + b"\x01\x01") * (height - 2) + line[2:]
