"""UF2 images: an accepted one is on the flash unchanged, followed by just our files; others are refused in one line.

A model of the boot ROM decides what a file leaves on the flash.
"""

import random
import re
import struct
import tempfile
from pathlib import Path

from host_sim.cli.errors import ToolError
from host_sim.pico import filesystem
from tools.workshop import uf2, uf2_format

from . import must, must_be_a_line, noise

FLASH, PAGE, SECTOR, BLOCK = 0x10000000, 256, 4096, 512
FLASH_BYTES = 16 * 1024 * 1024
STORAGE = uf2_format.Storage(FLASH + 0x10000, 0x40000)
SAID = "MicroPython v1.24.1 on 2024-11-29; Raspberry Pi Pico with RP2040"
MPY = 6 | 3 << 8 | 4 << 10  # version 6.3, armv6m
PAGES = 21
# The RP2350's own first block.
ABSOLUTE = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, PAGE, 0, 2, 0xE48BFF57)
ABSOLUTE += b"\xef" * PAGE + bytes(220) + struct.pack("<I", 0x0AB16F30)
FILES = {"/board.json": b'{"mcu": "rp2040"}', "/main.py": b"print(1)\n"}
HEAD, TABLE, RECORD, ABOUT = 0x1D4, 0x400, 0x500, 0x600  # places in the image
# Places of words whose change matters: in the header of a block, and in the image.
WORDS = [4 * word for word in range(8)]
PLACES = [HEAD, HEAD + 4, HEAD + 8, TABLE, RECORD, RECORD + 4, RECORD + 8, *range(ABOUT, ABOUT + 52, 4)]
VALUES = (0, 1, 255, PAGE, SECTOR, FLASH, FLASH + PAGE, STORAGE.address, STORAGE.size, 1 << 24, 1 << 31, (1 << 32) - 1)


def image(mcu="rp2040", said=SAID, storage=STORAGE, pages=PAGES, mpy=MPY):
    """Return the bytes of an image with a binary info table, like MicroPython's; its last sector is not whole.

    mpy: of sys.implementation; None: the image has no such constant.
    """
    content = bytearray(random.Random(0).randbytes(pages * PAGE))
    content[0x800 : 0x801 + len(said)] = said.encode() + b"\0"
    if mpy is not None:
        content[ABOUT : ABOUT + 52] = _about(said, mpy)
    table = FLASH + TABLE
    struct.pack_into("<3I", content, HEAD, 0x7188EBF2, table, table + 4 * (storage is not None))
    struct.pack_into("<I", content, TABLE, FLASH + RECORD)
    struct.pack_into("<2H3I", content, RECORD, 7, 0x504D, 0, *(storage or (0, 0)))
    blocks = [
        struct.pack(
            "<8I", 0x0A324655, 0x9E5D5157, 0x2000, FLASH + at, PAGE, at // PAGE, pages, uf2_format.FAMILIES[mcu]
        )
        + bytes(content[at : at + PAGE]).ljust(476, b"\0")
        + struct.pack("<I", 0x0AB16F30)
        for at in range(0, len(content), PAGE)
    ]
    return (ABSOLUTE if mcu == "rp2350" else b"") + b"".join(blocks)


def _about(said, mpy):
    """Return the words of sys.implementation in an image: the version, the machine, and the tuple of both and _mpy."""
    version = [int(number) for number in re.findall(r"\d+", said)[:3]]
    machine = said.rpartition("; ")[2]
    items = [2 * number + 1 for number in [*version, 0, 0, 0][:3]]
    text = [0, 0, len(machine), FLASH + 0x800 + len(said) - len(machine)]
    return struct.pack("<13I", 0, 3, *items, *text, 6, FLASH + ABOUT, FLASH + ABOUT + 20, 2 * mpy + 1)


def dropped(data, flash):
    """Return the flash after the RP2040's boot ROM wrote a UF2: it erases a sector at the first of 16 block numbers."""
    flash, erased = bytearray(flash), set()
    for start in range(0, len(data), BLOCK):
        _, _, _, address, size, number, _, _ = struct.unpack_from("<8I", data, start)
        at = address - FLASH
        if number // 16 not in erased:
            erased.add(number // 16)
            sector = at // SECTOR * SECTOR
            flash[sector : sector + SECTOR] = b"\xff" * SECTOR
        for k in range(size):
            flash[at + k] &= data[start + 32 + k]
    return bytes(flash)


def make(random):
    case = {"words": [], "flips": []}
    kind = random.randrange(8)
    if kind == 0:
        case["said"] = random.choice(
            (
                "",
                "CircuitPython 9",
                "Adafruit CircuitPython 9.2.1 on 2024-11-20; Pico",
                "MicroPython v1.23.9 on 2024-05-31; Pico",
            )
        )
    elif kind == 1:
        case["flips"] = noise.flips(random, BLOCK * PAGES)
    elif kind < 5:
        for _ in range(random.randint(1, 2)):
            block = random.randrange(PAGES)
            case["words"].append([BLOCK * block + random.choice(WORDS), random.choice(VALUES)])
    elif kind < 7:
        at = random.choice(PLACES)
        case["words"].append([BLOCK * (at // PAGE) + 32 + at % PAGE, random.choice(VALUES)])
    return case


def check(case):
    data = bytearray(image(said=case.get("said", SAID)))
    for at, value in case.get("words", []):
        struct.pack_into("<I", data, at % (len(data) - 3), value & 0xFFFFFFFF)
    data = noise.flipped(data, case.get("flips", []))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "image.uf2"
        path.write_bytes(data)
        try:
            made = uf2.one_file(path, FILES)
        except ToolError as error:
            must_be_a_line(error)
            must(data != image(), "refused:", error)
            return
    must("said" not in case, "taken:", case.get("said"))
    _must_be_dropped_right(data, made)


def _must_be_dropped_right(data, made):
    """Raise Wrong unless the generated file leaves the image and our files on any flash."""
    over_noise = dropped(made, random.Random(1).randbytes(FLASH_BYTES))
    over_blank = dropped(made, b"\xff" * FLASH_BYTES)
    places = [struct.unpack_from("<I", data, start + 12)[0] - FLASH for start in range(0, len(data), BLOCK)]
    for number, at in enumerate(places):
        page = data[BLOCK * number + 32 : BLOCK * number + 32 + PAGE]
        must(over_noise[at : at + PAGE] == page, "another page at", hex(at))
    written = [struct.unpack_from("<I", made, start + 12)[0] - FLASH for start in range(0, len(made), BLOCK)]
    last = max(places) // SECTOR
    behind = sorted(at for at in written if at // SECTOR > last)
    must(behind, "no files are written")
    begin, until = behind[0], behind[-1] + PAGE
    must(over_noise[begin:until] == over_blank[begin:until], "the old content of the flash matters")
    (blocks,) = struct.unpack_from("<I", over_blank, begin + 28)  # littlefs states its own length
    must(filesystem.read(over_blank, begin, blocks) == FILES, "other files")
