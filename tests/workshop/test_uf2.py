"""One UF2 per board: its blocks suit the boot ROM, and it boots to the menu whatever was on the flash."""

import functools
import json
import random
import struct

import pytest
from cases import by_day
from command_lines import run
from support.fuzz.uf2 import ABSOLUTE, MPY, STORAGE, dropped, image

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import for_chip, load_board, used
from host_sim.boards.micropython import TRIED
from host_sim.cli.errors import ToolError
from host_sim.console.session import Session
from host_sim.pico import filesystem
from host_sim.pico import image as images
from host_sim.text.written_json import board_text
from tools.compile.build import staged_files
from tools.compile.layout.bundle import unbundled
from tools.pico.play_on_pico import Player
from tools.workshop import uf2, uf2_format
from tools.workshop.talk.compatible import header

MENU_MS = 400
FLASH_BYTES = 2 * 1024 * 1024
RP2040, RP2350 = (struct.pack("<I", uf2_format.FAMILIES[chip]) for chip in ("rp2040", "rp2350"))
NATIVE = b"M\x06\x13\x1f"  # the start of an .mpy: sub-version 3, armv6m
FILES = {
    "/board.json": b'{"mcu": "rp2040"}',
    "/glowgrid/a.mpy": NATIVE,
    "/main.py": b"print(1)\n",
    "/data": bytes(range(256)) * 170,
}


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
        ({"said": "BASIC 9"}, "is not MicroPython"),
        (
            {"said": "Adafruit CircuitPython 9.2.1 on 2024-11-20; Pico with rp2040"},
            "has circuitpython, not MicroPython: ",
        ),
        (
            {"said": "MicroPython v1.23.0 on 2024-05-31; Pico with RP2040"},
            "has MicroPython 1.23.0, which is too old: 1.24",
        ),
        ({"mpy": 7 | 4 << 10}, "cannot load /glowgrid/a.mpy as mpy-cross wrote it: give a newer image"),
        ({"mpy": 6 | 2 << 8 | 4 << 10}, "cannot load /glowgrid/a.mpy"),
        ({"mpy": 6 | 3 << 8 | 11 << 10}, "has a MicroPython for other cores than Arm: give the one for Arm"),
        ({"storage": uf2_format.Storage(0x10010000, 8 * 4096)}, "keeps 32 KB for files, too little for 4[0-9] KB"),
        ({"storage": None}, "does not say where its file system is"),
        ({"storage": uf2_format.Storage(0x10000800, 0x40000)}, "does not say where its file system is"),
        ({"storage": uf2_format.Storage(0x10001000, 0x40000)}, "holds files already, maybe of another board"),
    ],
)
def test_an_unsuitable_image_is_refused(change, why, tmp_path):
    with pytest.raises(ToolError, match=why):
        made(tmp_path, **change)


@pytest.mark.parametrize(
    "options, warnings",
    [
        ({}, []),
        (
            {"said": "MicroPython v1.27.0-preview.12.gd on 2026-04-06; XIAO with RP2040"},
            ["for XIAO with RP2040: ", "not tried with MicroPython 1.27.0; tried with 1.24.1, "],
        ),
        ({"said": "MicroPython v1.24.1 on 2024-11-29; My own", "mpy": None}, ["an unnamed board", ".mpy files"]),
    ],
)
def test_names_of_boards_only_warn(options, warnings, tmp_path):
    data = made(tmp_path, **options)
    mcu, storage = options.get("mcu", "rp2040"), options.get("storage", STORAGE)
    addresses = [struct.unpack_from("<I", data, start + 12)[0] for start in range(0, len(data), 512)]
    assert storage.address in addresses
    *_, machine = uf2.base_image(tmp_path / "image.uf2", mcu, FILES)
    found = uf2.warnings(machine, mcu)
    assert len(found) == len(warnings) and all(part in line for part, line in zip(warnings, found, strict=True))


def test_every_image_here_is_judged_like_a_board_with_it():
    for path in images.found():
        there, storage, machine = uf2.base_image(path, "rp2040", FILES)
        version = tuple(int(number) for number in images.version_of(path).split("."))
        assert (machine.name, machine.version, machine.mpy) == ("micropython", version, MPY)
        assert machine.machine.endswith(" with RP2040") and (there.chip, storage.size) == ("rp2040", 352 * 4096)
        for_a_pico = path.name.startswith("RPI_PICO-") and images.version_of(path) in TRIED
        assert (uf2.warnings(machine, "rp2040") == []) == for_a_pico


# How MicroPython's images for them state themselves: mpconfigboard.h and .cmake of ports/rp2/boards, 1.26.
PICO_W = {
    "said": "MicroPython v1.26.1 on 2025-09-11; Raspberry Pi Pico W with RP2040",
    "storage": uf2_format.Storage(0x1012C000, 848 << 10),
}
PICO_2 = {
    "mcu": "rp2350",
    "said": "MicroPython v1.26.1 on 2025-09-11; Raspberry Pi Pico2 with RP2350",
    "storage": uf2_format.Storage(0x10100000, 3 << 20),
    "mpy": 6 | 3 << 8 | 7 << 10,
}


@pytest.mark.parametrize(
    "options, architecture, drive", [(PICO_W, 4, "RPI-RP2"), (PICO_2, 6, "RP2350")], ids=["Pico W", "Pico 2"]
)
def test_the_image_says_which_pico_the_file_is_for(options, architecture, drive, tmp_path):
    (tmp_path / "image.uf2").write_bytes(image(**options))
    words = "--board", DEFAULT_BOARD, "--image", str(tmp_path / "image.uf2"), "--out", str(tmp_path / "out.uf2")
    done = run("tools", "uf2", *words)
    assert done.returncode == 0, done.stderr
    assert f"onto the drive {drive}." in done.stdout
    also = "A Pico 2 has the drive RP2350, and wants --image RPI_PICO2-...uf2 of https://micropython.org/download/"
    assert (also in done.stdout) == (drive == "RPI-RP2")
    warned = "not seen on a board yet" if drive == "RP2350" else "take the image RPI_PICO, which a Pico W runs too"
    assert [line for line in done.stdout.splitlines() if line.startswith("warning: ") and line.endswith(warned)]
    assert done.stdout.count("warning: ") == 1
    mcu, storage = options.get("mcu", "rp2040"), options["storage"]
    made = uf2_format.read((tmp_path / "out.uf2").read_bytes(), "out")
    assert made.chip == mcu
    addresses = range(storage.address, storage.address + storage.size, uf2_format.PAGE)
    volume = b"".join(made.pages.get(address, b"\xff" * uf2_format.PAGE) for address in addresses)
    files = filesystem.read(volume, 0, storage.size // filesystem.BLOCK_SIZE)
    assert files == staged_files(DEFAULT_BOARD, chip=mcu) and json.loads(files["/board.json"])["mcu"] == mcu
    assert {header(each)[2] for path, each in unbundled(files).items() if path.endswith(".mpy")} == {None, architecture}


def test_an_image_without_a_board_is_asked_for_which(tmp_path):
    (tmp_path / "image.uf2").write_bytes(image(**PICO_2))
    done = run("tools", "uf2", "--image", str(tmp_path / "image.uf2"))
    (line,) = done.stderr.splitlines()
    assert done.returncode == 2 and "for which board? add --board NAME" in line and DEFAULT_BOARD in line


@pytest.mark.parametrize("version, fits", [("1.28.0", False), ("1.29.0", True)])
def test_an_image_that_states_more_flash_than_its_board_has_is_refused(version, fits, tmp_path):
    """MicroPython issue 18839; mended in July 2026, after 1.28."""
    xiao = PICO_2 | {"said": f"MicroPython v{version} on 2026-02-17; Seeed XIAO RP2350 with RP2350"}
    if fits:
        assert made(tmp_path, **xiao)
    else:
        with pytest.raises(
            ToolError,
            match="takes the 2 MB of flash of a XIAO RP2350 for 4: it needs the image SEEED_XIAO_RP2350 of .* 1.29 or",
        ):
            made(tmp_path, **xiao)


@pytest.mark.parametrize("given", ["RPI_PICO2", "missing.uf2"])
def test_an_image_that_is_no_file_is_named_with_where_to_get_it(given, tmp_path):
    with pytest.raises(ToolError, match="is not a file") as error:
        uf2.find_image(tmp_path / given, "rp2040")
    (where,) = error.value.steps
    assert all(
        f"RPI_{name}-...uf2 of https://micropython.org/download/RPI_{name}/" in where for name in ("PICO", "PICO2")
    )


def test_a_board_without_variants_is_for_one_chip(tmp_path):
    board = {**load_board(DEFAULT_BOARD), "variants": []}
    assert for_chip(board, "rp2350")["mcu"] == "rp2040"
    (tmp_path / "mine.json").write_text(board_text(board | {"name": "mine"}))
    (tmp_path / "image.uf2").write_bytes(image(**PICO_2))
    done = run("tools", "uf2", "--board", str(tmp_path / "mine.json"), "--image", str(tmp_path / "image.uf2"))
    assert done.returncode == 2 and "is for the RP2350, the board file wants an RP2040" in done.stderr


@pytest.mark.parametrize(
    "content, why",
    [
        (image("rp2350"), "is for the RP2350, the board file wants an RP2040: choose another --board or --image"),
        (image().replace(RP2040, struct.pack("<I", 0xE48BFF5A)), "for the RP2350's RISC-V cores"),
        (image().replace(RP2040, struct.pack("<I", 0xADA52840)), "not an image for an RP2040 or RP2350"),
        (image()[:512] + image()[512:].replace(RP2040, RP2350), "holds images for several chips"),
        (b"UF2\nnot at all", "not a whole UF2 file"),
    ],
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
    files = staged_files(DEFAULT_BOARD) | {"/main.py": b"raise SystemExit\n", "/saves/match.json": b"{}"}
    return dropped(path.read_bytes(), b"\xff" * FLASH_BYTES)[: filesystem.OFFSET] + filesystem.build(files)


BEFORE = {"noise": lambda path: random.Random(2).randbytes(FLASH_BYTES), "older glowgrid": older_glowgrid}


@pytest.mark.parametrize("before", by_day(BEFORE, "noise"))
def test_it_boots_to_the_menu(pico_image, before, tmp_path):
    board = load_board(DEFAULT_BOARD)
    player = Player(board, [], pico_image)
    player.pico.flash = dropped(whole(pico_image), BEFORE[before](pico_image))
    shown = [(frame.time_ms, frame.text) for frame in player.frames(MENU_MS)]
    assert shown == list(Session(board, tmp_path).play([], MENU_MS))
    assert "#" in shown[-1][1]
    assert player.pico.files() == used(staged_files(DEFAULT_BOARD))
    assert not player.pico.flash_model.operations
