"""Keys work while the engine thinks, and its move comes in time."""

import pytest
from flashed import flashed

from host_sim.boards.files import load_board
from tools.lab.pico.alive import LARGE, SMALL, WORST_MS, measure


@pytest.mark.parametrize(
    "board, game, size, level, most_ms",
    [
        (LARGE, "hex", (14,), 3, 700),  # it has 300 ms; presses and frames take their share
        pytest.param(SMALL, "mnk", (8, 8, 5), 5, 4100, marks=pytest.mark.long),
        pytest.param(SMALL, "hex", (7,), 5, 2100, marks=pytest.mark.long),
    ],
)
def test_keys_are_answered_while_the_engine_thinks_and_the_move_comes_in_time(
    pico_image, board, game, size, level, most_ms
):
    alive = measure(load_board(board), flashed(board), game, size, level, image=pico_image)
    assert len(alive.waits_ms) >= 3 and max(alive.waits_ms) < WORST_MS[board], alive
    assert alive.move_ms < most_ms, alive
