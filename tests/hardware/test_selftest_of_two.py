"""The self-test of an emulated Pico with a link: it reports whether another one on the cable answers."""

import json

import pytest

from host_sim.boards.files import load_board
from host_sim.boards.linked import linked
from host_sim.pico.bench import Pico
from host_sim.pico.cable import Cable, End
from host_sim.pico.hardware import Hardware
from tools.compile.build import staged_files
from tools.workshop.selftest import on_emulator
from tools.workshop.talk.selftest import unseen

NAME = "pico_ws2812_8x8_keys_4x4"
ASKS = b"selftest: press every key"


@pytest.mark.long
@pytest.mark.parametrize("plugged, said", [(True, b"the other device answers"), (False, b"no answer")])
def test_the_self_test_of_a_pico_hears_the_other_one(pico_image, plugged, said):
    board, files = load_board(NAME), staged_files(NAME, link=True)
    picos, ends = [], [End(0), End(0)]
    for end, keys in zip(ends, ([board["keys"]["roles"]["undo"]], [])):
        hardware = Hardware(board)
        for key in keys:
            hardware.press(key)
        picos.append(Pico(pico_image, files=files, parts=[*hardware.parts, end]).boot())
    cable = Cable(picos, ends)
    cable.plugged = plugged
    while ASKS not in picos[0].serial:
        cable.run_ms(100)
        assert picos[0].now_ns < 20 * 10**9
    lines = [line for line in bytes(picos[0].serial).splitlines() if b"link" in line]
    assert lines == [b"selftest: link: " + said]
    assert b"selftest" not in picos[1].serial


@pytest.mark.long
def test_the_self_test_of_the_emulator_knows_a_linked_board(pico_image, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(linked(load_board(NAME))), encoding="utf-8")
    said = list(on_emulator(load_board(path), path, pico_image))
    assert "selftest: link: no answer" in said and not unseen(said)
