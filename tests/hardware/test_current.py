"""Random frames never draw more than a board's budget, by the bytes on the wire.

GLOWGRID_FRAMES=1000000 python -m pytest -n 0 tests/hardware/test_current.py runs a million frames a board.
"""

import os
import random

import pytest

from glowgrid.console import palettes
from glowgrid.hardware.lights import Lights
from host_sim.boards import list_boards, load_board
from host_sim.console.session import VirtualLeds

FRAMES = int(os.environ.get("GLOWGRID_FRAMES", 600))
AT_ONCE = 5  # frames of the same colours at one brightness


@pytest.mark.parametrize("name", list_boards())
def test_random_frames_keep_within_the_budget(name):
    board = load_board(name)
    chance = random.Random(name)
    leds, budget = board["leds"], board["power"]["budget_milliamps"]
    lights = Lights(board, palettes.table(0), VirtualLeds())
    count, colours = lights.width * lights.height, range(len(lights.palette) // 3)
    capped = 0
    for number in range(FRAMES):
        if number % AT_ONCE == 0:
            lights.recolour(palettes.table(chance.randrange(len(palettes.NAMES))))
            lights.brightness = chance.randint(1, 255)
            some = chance.sample(colours, chance.randint(1, len(colours)))  # from a single colour to all of them
            some = bytes(chance.choices(some, k=256))
        lights.show(bytearray(chance.randbytes(count).translate(some)))
        drawn = leds["milliamps_idle"] * count + sum(lights.wire) * leds["milliamps_full"] / 255
        assert drawn <= budget
        capped += lights.scale < 256
    most = count * (leds["milliamps_idle"] + 3 * leds["milliamps_full"])
    assert capped or most <= 2 * budget  # the cap was active
