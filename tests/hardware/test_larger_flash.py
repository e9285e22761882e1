"""Clones have 4 to 16 MB of flash: with MicroPython's image for such a chip, all is found where it lies."""

import json
import struct

import pytest
from flashed import without_main
from rp2040py.device.load_flash import load_uf2
from rp2040py.rp2040 import RP2040

from host_sim.boards.files import load_board
from host_sim.pico import filesystem
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.compile.layout.places import MODULES
from tools.workshop import uf2_format
from tools.workshop.uf2 import one_file

NAME = "pico_ws2812_8x8_buttons"
MB = 1 << 20
BEGIN = MB  # of the file system; the Pico's begins at 640 KB
SOME = 20_000  # bytes of the bundle, several blocks
FAR = 16
LARGE = 2 * MB  # a file before ours, so that these lie beyond what a Pico has
ASK = f"""
import glowgrid, json, os
from glowgrid.hardware import contacts, in_place
first = in_place.first_block({MODULES!r}, {SOME})
with open("saved", "w") as file:
    file.write("as ever")
print(json.dumps([os.statvfs("/")[2] * 4096, first * 4096, glowgrid.code, open("saved").read()]))
"""


def with_flash(path, size, target):
    """Write MicroPython's image for a Pico as one for a chip with `size` bytes: its file system takes all after BEGIN.

    Two places say where it is: the driver of the flash, and the binary info.
    """
    data = path.read_bytes()
    for mapped in (0, uf2_format.FLASH):
        there = struct.pack("<2I", mapped + filesystem.OFFSET, filesystem.SIZE)
        assert data.count(there) == 1
        data = data.replace(there, struct.pack("<2I", mapped + BEGIN, size - BEGIN))
    target.write_bytes(data)
    return target


@pytest.mark.parametrize("megabytes", [4, *(pytest.param(size, marks=pytest.mark.long) for size in (8, FAR))])
def test_kernels_run_in_place_beyond_what_a_pico_has(pico_image, tmp_path, megabytes):
    image = with_flash(pico_image, megabytes * MB, tmp_path / "larger.uf2")
    storage = uf2_format.storage(uf2_format.read(image.read_bytes(), image))
    assert storage == (uf2_format.FLASH + BEGIN, megabytes * MB - BEGIN)
    target = tmp_path / "all.uf2"
    target.write_bytes(one_file(image, {"/a_large_file": bytes(LARGE), **without_main(NAME)}))
    chip = RP2040()
    load_uf2(target, chip)
    pico = Pico(image, parts=Hardware(load_board(NAME)).parts)
    pico.flash = bytes(chip.flash[: megabytes * MB])
    size, first, code, saved = json.loads(pico.boot().exec(ASK))
    assert size == megabytes * MB - BEGIN and saved == "as ever"
    assert code == uf2_format.FLASH + BEGIN + first
    assert first > LARGE or megabytes != FAR  # littlefs chooses where it begins
