"""Other versions of MicroPython: if their image is here, the console boots, plays a match and saves it."""

import re

import emulator
import pytest
from support.replay_judge import Twin

from host_sim.boards import load_board
from host_sim.console import menu_path
from host_sim.pico import image
from tools.paths import DEFAULT_BOARD

pytestmark = pytest.mark.emulator

MIDDLE, CORNER = 5, 0  # keys of points
NUMBERS = re.compile(r"\d+\.\d+\.\d+")


def versions():
    """Return the versions to try: those that must work, and newer ones whose images are in the cache."""
    here = [image.version_of(path) for path in image.found()]
    newer = [
        version for version in here if NUMBERS.fullmatch(version) and numbers(version) > numbers(image.DEFAULT_VERSION)
    ]
    return sorted({*image.ALSO_WORK, *newer}, key=numbers)


def numbers(version):
    return [int(part) for part in version.split(".")]


@pytest.mark.parametrize("version", versions())
def test_a_match_is_played_and_saved(version, tmp_path):
    board = load_board(DEFAULT_BOARD)
    twin = Twin(board, tmp_path, emulator.image_or_skip(version))
    twin.boot()
    way = menu_path.to_match(board, menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 0], saves=tmp_path)
    twin.tap(*[key for _, key, down in way if down], MIDDLE, CORNER)
    assert len(twin.expected()["moves"]) == 2 and twin.saved() == twin.expected()
    assert twin.pico.exec("import os; print(os.uname().release)").startswith(version)
