"""A strategy's file at a seat of the emulated Pico: it answers in time, goes on after a power cut, may go missing."""

import pytest
from support.replay_judge import SAVES, Twin

from glowgrid.record import pack
from host_sim.boards import load_board
from host_sim.console.golden import BOARD

pytestmark = [pytest.mark.emulator, pytest.mark.long]

FILE = "/games/strategies/first.txt"
TEXT = b"glowgrid strategy 1\ngame tic-tac-toe\nmoves 1\n2 .../.1./... a1\nelse b1 c1 a2 c2 a3 b3 c3\nend\n"
MATCH = {"game": "tic-tac-toe", "size": [], "seats": [0, 3], "seed": 1, "moves": [4], "files": ["", "first.txt"]}


def switched_on(image, folder, files):
    """Return a Pico and its twin that offer a match in which the file is to move; only the Pico has the file."""
    twin = Twin(
        load_board(BOARD), folder, image, lambda all_files: {**all_files, **files, SAVES + "match": pack(MATCH)}
    )
    twin.pico.boot()
    twin.pico.run_ms(1400)
    return twin


def tap(twin, key):
    twin.hardware.press(key)
    twin.pico.run_ms(80)
    twin.hardware.release(key)
    twin.pico.run_ms(250)


def test_a_file_moves_on_the_pico_and_after_a_power_cut(pico_image, tmp_path):
    twin = switched_on(pico_image, tmp_path, {FILE: TEXT})
    tap(twin, twin.board["keys"]["roles"]["select"])  # go on
    twin.pico.run_ms(2500)
    assert twin.saved()["moves"] == [4, 0] and twin.saved()["files"] == ["", "first.txt"]
    twin.pico.power_cycle()
    twin.pico.run_ms(1400)
    tap(twin, twin.board["keys"]["roles"]["select"])
    twin.pico.run_ms(1500)
    tap(twin, 10)  # c3: the keys of the first three rows and columns
    twin.pico.run_ms(1500)
    assert twin.saved()["moves"] == [4, 0, 8, 1]


def test_a_file_that_is_gone_is_a_sign_and_the_engine_plays_on(pico_image, tmp_path):
    twin = switched_on(pico_image, tmp_path, {})
    tap(twin, twin.board["keys"]["roles"]["select"])
    twin.pico.run_ms(2500)
    assert twin.saved()["moves"] == [4] and "files" not in twin.saved()
    tap(twin, 0)  # the sign
    twin.pico.run_ms(2500)
    assert len(twin.saved()["moves"]) == 2
