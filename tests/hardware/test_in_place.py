"""Kernels that run where they lie in the flash, on the emulated Pico: the same answers as in memory, and less of it."""

import pytest
from emulator import image_or_skip
from flashed import flashed

from host_sim.console.golden import BOARD
from host_sim.pico import image
from host_sim.pico.bench import Pico
from tools.device.bundle import MODULES

pytestmark = pytest.mark.emulator

OLDER_AND_NEWER = [pytest.param(version, marks=pytest.mark.long) for version in image.ALSO_WORK]
# Write the bundle once more, with a small file between any two of its first blocks, so that these lie apart.
SCATTER = f"""
import os
data = open({MODULES!r}, "rb")
block, number = bytearray(4096), 0
with open("/again", "wb") as file:
    while size := data.readinto(block):
        file.write(memoryview(block)[:size])
        if number < 16:
            file.flush()
            with open("/between%d" % number, "wb") as between:
                between.write(block)
        number += 1
data.close()
os.rename("/again", {MODULES!r})
"""
# What a search of hundreds of nodes finds, and the memory that its modules take.
SEARCH = """
import gc, glowgrid
from glowgrid.games import tic_tac_toe, hex
gc.collect()
before = gc.mem_free()
from glowgrid.search import Limits, engine_for
for game, size in (tic_tac_toe.GAME, ()), (hex.GAME, (4,)):
    position = game.setup(size)
    position.play(1)
    engine = engine_for(position)
    engine.start(position, Limits(200000))
    while not engine.done:
        engine.step(20000)
    print(engine.verdict.best, engine.verdict.score, engine.verdict.proven)
    engine = None
gc.collect()
print(glowgrid.code > 0, before - gc.mem_free())
"""


def flash(version=None):
    """Return a booted Pico with the firmware, and no main.py, so that its prompt answers."""
    files = flashed(BOARD)
    del files["/main.py"]
    return Pico(image_or_skip(version), files=files).boot()


@pytest.mark.parametrize("version", [None, *OLDER_AND_NEWER])
def test_kernels_in_the_flash_answer_like_copies_in_memory(version):
    pico = flash(version)
    *in_place, found = pico.forked(lambda pico: pico.exec(SEARCH)).splitlines()
    pico.exec(SCATTER)
    pico.power_cycle().boot()
    *in_memory, scattered = pico.exec(SEARCH).splitlines()
    assert in_place == in_memory and len(in_place) == 2
    assert found.startswith("True") and scattered.startswith("False")
    taken, copied = (int(line.split()[1]) for line in (found, scattered))
    assert copied - taken > 20_000
