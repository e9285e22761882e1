"""On the largest field of the largest board keys are answered while the engine thinks, and its move comes in time."""

import pytest

from host_sim.boards import load_board
from tools.device.build import staged_files
from tools.lab.alive import BOARD, WORST_MS

pytestmark = pytest.mark.emulator

LEVEL, LEVEL_MS = 2, 300


def test_keys_are_answered_while_the_engine_thinks_and_the_move_comes_in_time(pico_image):
    from host_sim.pico.alive import measure

    alive = measure(load_board(BOARD), staged_files(BOARD), "hex", (14,), LEVEL, image=pico_image)
    assert len(alive.waits_ms) >= 3 and max(alive.waits_ms) < WORST_MS, alive
    assert alive.move_ms < 2 * LEVEL_MS + 100, alive  # presses and frames take their share
