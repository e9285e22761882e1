"""`python -m tools soak --hours`: two minutes with all faults; what is written down."""

import json

import pytest

from host_sim.boards import load_board
from host_sim.pico.evenings import Stretch
from tools.lab.soak import command

NAME = "pico_ws2812_8x8_keys_4x4"


@pytest.mark.long
@pytest.mark.emulator
def test_two_minutes_of_play_leave_the_pico_like_its_twin(pico_image, tmp_path):
    count = Stretch(load_board(NAME), tmp_path, "1 1", pico_image).play(120)
    assert count["ms"] >= 120_000 and count["power cuts"] == 1 and count["checks"] >= 2


def test_hours_that_are_full_are_only_told(tmp_path, capsys):
    folder = tmp_path / f"{NAME}-1"
    folder.mkdir()
    done = {"ms": 7_200_000, "presses": 9000, "stretches": 20, "least free": 30000}
    (folder / "done.json").write_text(json.dumps(done))
    command(hours=2, folder=tmp_path)
    line = "2.00 hours without a fault: 9000 presses, 20 stretches; 30000 bytes free in the menu at least\n"
    assert capsys.readouterr().out == f"{NAME}: {line}"
