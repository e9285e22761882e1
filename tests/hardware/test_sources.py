"""Glowgrid copied as sources (`build --source`, mip): MicroPython compiles the kernels, some versions wrongly."""

import emulator
import pytest

from host_sim.boards import DEFAULT_BOARD
from host_sim.pico.bench import Pico
from tools.compile.build import staged_files

pytestmark = pytest.mark.emulator

SUM = """
import micropython
from array import array
@micropython.viper
def total(numbers) -> int:
    at = ptr16(numbers)
    i = 0
    found = 0
    while i < 3:
        found += int(at[i])
        i += 1
    return found
from glowgrid.power_up import compiled_wrongly
print(total(array("H", [1, 20, 300, 4000])) != 321, compiled_wrongly("/glowgrid/power_up.py"))
"""


@pytest.mark.parametrize("version", [None, "1.24.1", "1.28.0"])
def test_a_wrong_compiler_is_recognised(version):
    files = staged_files(DEFAULT_BOARD)
    del files["/main.py"]
    pico = Pico(emulator.image_or_skip(version), files=files).boot()
    wrong, known = pico.exec(SUM).split()
    assert wrong == known


@pytest.mark.long
def test_sources_are_not_played_with_a_wrong_compiler(pico_image):
    pico = Pico(pico_image, files=staged_files(DEFAULT_BOARD, source=True)).boot()
    said = pico.run_until(b">>> ", 2000)
    assert b"compile these sources wrongly; run `glowgrid flash`" in said
