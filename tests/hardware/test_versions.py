"""Other versions of MicroPython: if their image is here, the console boots, plays a match and saves it."""

import emulator
import pytest
from support.replay_judge import Twin

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.console import menu_path
from host_sim.pico import image

pytestmark = pytest.mark.emulator

MIDDLE, CORNER = 5, 0  # keys of points


@pytest.mark.long
@pytest.mark.parametrize("version", image.ALSO_WORK)
def test_a_match_is_played_and_saved(version, tmp_path):
    board = load_board(DEFAULT_BOARD)
    twin = Twin(board, tmp_path, emulator.image_or_skip(version))
    twin.boot()
    way = menu_path.to_match(board, menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 0], saves=tmp_path)
    twin.tap(*[key for _, key, down in way if down], MIDDLE, CORNER)
    assert len(twin.expected()["moves"]) == 2 and twin.saved() == twin.expected()
    assert twin.pico.exec("import os; print(os.uname().release)").startswith(version)
