"""One UF2 per board: its blocks suit the boot ROM, and it boots to the menu whatever was on the flash."""

import functools
import random
import struct

import pytest

from host_sim.boards import load_board, used
from host_sim.console.session import Session
from host_sim.errors import ToolError
from tools.device import uf2, uf2_format
from tools.device.build import staged_files
from tools.lab.fuzz.uf2 import ABSOLUTE, STORAGE, dropped, image
from tools.paths import DEFAULT_BOARD

MENU_MS = 400
FLASH_BYTES = 2 * 1024 * 1024
FILES = {"/board.json": b'{"mcu": "rp2040"}', "/main.py": b"print(1)\n", "/data": bytes(range(256)) * 40}


def made(tmp_path, **options):
    path = tmp_path / "image.uf2"
    path.write_bytes(image(**options))
    mcu = options.get("mcu", "rp2040")
    return uf2.one_file(path, FILES | {"/board.json": b'{"mcu": "%s"}' % mcu.encode()})


@pytest.mark.parametrize("mcu", ["rp2040", "rp2350"])
def test_blocks_are_numbered_together_and_every_sector_is_whole(mcu, tmp_path):
    data = made(tmp_path, mcu=mcu)
    if mcu == "rp2350":
        assert data[:512] == ABSOLUTE
        data = data[512:]
    heads = [struct.unpack_from("<8I", data, start) for start in range(0, len(data), 512)]
    assert [head[5] for head in heads] == list(range(len(heads)))
    assert {(head[4], head[6], head[7]) for head in heads} == {(256, len(heads), uf2_format.FAMILIES[mcu])}
    assert all(head[5] % 16 == head[3] // 256 % 16 for head in heads) and len(heads) % 16 == 0


def test_earlier_content_of_the_flash_does_not_matter(tmp_path):
    data = made(tmp_path)
    over_noise = dropped(data, random.Random(1).randbytes(FLASH_BYTES))
    over_blank = dropped(data, b"\xff" * FLASH_BYTES)
    last = max(struct.unpack_from("<8I", data, start)[3] for start in range(0, len(data), 512)) - uf2_format.FLASH
    written = [range(32 * 256), range(STORAGE.address - uf2_format.FLASH, last + 256)]
    assert len(data) // 512 * 256 == sum(map(len, written))
    for part in written:
        assert over_noise[part.start : part.stop] == over_blank[part.start : part.stop]


@pytest.mark.parametrize(
    "change, why",
    [
        ({"said": "CircuitPython 9"}, "is not MicroPython"),
        ({"said": "MicroPython v1.23.0"}, "is MicroPython 1.23.0; 1.24 or newer is needed"),
        ({"said": "MicroPython v1.24.1; XIAO with RP2040"}, "is for another board, XIAO: give the image for the Pico"),
        ({"storage": None}, "does not say where its file system is"),
        ({"storage": uf2_format.Storage(0x10000800, 0x40000)}, "does not say where its file system is"),
        ({"storage": uf2_format.Storage(0x10001000, 0x40000)}, "holds files already, maybe of another board"),
    ],
)
def test_an_unsuitable_image_is_refused(change, why, tmp_path):
    with pytest.raises(ToolError, match=why):
        made(tmp_path, **change)


@pytest.mark.parametrize(
    "content, why", [(image("rp2350"), "not an image for the RP2040"), (b"UF2\nnot at all", "not a whole UF2 file")]
)
def test_another_chips_image_and_other_files_are_refused(content, why, tmp_path):
    path = tmp_path / "image.uf2"
    path.write_bytes(content)
    with pytest.raises(ToolError, match=why):
        uf2.one_file(path, FILES)


@functools.cache
def whole(path):
    return uf2.one_file(path, used(staged_files(DEFAULT_BOARD)))


def older_glowgrid(path):
    """Return a flash with another main.py and saves, which littlefs has written more often than the one in the UF2."""
    from host_sim.pico import filesystem

    files = staged_files(DEFAULT_BOARD) | {"/main.py": b"raise SystemExit\n", "/saves/match.json": b"{}"}
    return dropped(path.read_bytes(), b"\xff" * FLASH_BYTES)[: filesystem.OFFSET] + filesystem.build(files)


def another_file_system(path):
    """Return a FAT volume's first sector at the start of each block, as another firmware leaves it."""
    sector = (b"\xeb\x3c\x90MSDOS5.0" + bytes(499) + b"\x55\xaa") * 8
    return sector * (FLASH_BYTES // len(sector))


BEFORE = {
    "noise": lambda path: random.Random(2).randbytes(FLASH_BYTES),
    "blank": lambda path: b"\xff" * FLASH_BYTES,
    "older glowgrid": older_glowgrid,
    "another file system": another_file_system,
}


@pytest.mark.emulator
@pytest.mark.parametrize(
    "before", [name if name == "noise" else pytest.param(name, marks=pytest.mark.long) for name in BEFORE]
)
def test_it_boots_to_the_menu(pico_image, before, tmp_path):
    from tools.device.play_on_pico import Player

    board = load_board(DEFAULT_BOARD)
    player = Player(board, [], pico_image)
    player.pico.flash = dropped(whole(pico_image), BEFORE[before](pico_image))
    shown = [(frame.time_ms, frame.text) for frame in player.frames(MENU_MS)]
    assert shown == list(Session(board, tmp_path).play([], MENU_MS))
    assert "#" in shown[-1][1]
    assert player.pico.files() == used(staged_files(DEFAULT_BOARD))
    assert not player.pico.flash_model.operations
