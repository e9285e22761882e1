"""The UF2 format of the RP2040 and the RP2350, and what a MicroPython image says about itself.

A UF2 file is a list of blocks of 512 bytes, each with a page of 256 bytes and its address in flash.
"""

import re
import struct
from typing import NamedTuple

from host_sim.cli.errors import ToolError

FLASH = 0x10000000  # where the flash begins in the chip's memory
PAGE = 256
SECTOR = 4096  # the unit that flash erases
BLOCK = 512
FAMILIES = {"rp2040": 0xE48BFF56, "rp2350": 0xE48BFF59}  # of the RP2350 its Arm cores
_CHIPS = {number: chip for chip, number in FAMILIES.items()}
_RISCV = 0xE48BFF5A
_ABSOLUTE = 0xE48BFF57  # the family of an extra block that an RP2350 needs
_FAMILY_IS_GIVEN, _NO_FLASH = 0x2000, 1  # flags
_FLASH_END = FLASH + (16 << 20)  # the most flash that the chips can address
_MAGIC = 0x0A324655, 0x9E5D5157
_LAST_MAGIC = struct.pack("<I", 0x0AB16F30)
_HEADER = struct.Struct("<8I")  # magic, magic, flags, address, size, number, total, family

# Binary info: a table in the image, between two addresses that follow this word.
_TABLE = struct.pack("<I", 0x7188EBF2)
_FEWEST_SECTORS = 8  # the fewest of a useful file system
_BLOCK_DEVICE = 7  # the record of a file system: type, tag, name, address, size, more, flags


class Image(NamedTuple):
    """The parts of a UF2 file: its chip, "rp2040", its pages by address, and other blocks unchanged."""

    chip: str
    pages: dict[int, bytes]
    others: bytes


class Storage(NamedTuple):
    """Where MicroPython keeps its file system: address and size in bytes."""

    address: int
    size: int


class Implementation(NamedTuple):
    """The content of sys.implementation, as in compatible.Machine."""

    version: tuple[int, int, int]
    machine: str
    mpy: int | None


def read(data, name):
    """Return the Image in the bytes of a UF2 file; name is for ToolError."""
    chip, pages, others, count = "", {}, b"", 0
    for start in range(0, len(data), BLOCK):
        block = data[start : start + BLOCK]
        if len(block) < BLOCK or _HEADER.unpack_from(block)[:2] != _MAGIC or block[-4:] != _LAST_MAGIC:
            raise ToolError(f"{name} is not a whole UF2 file: give a MicroPython image")
        _, _, flags, address, size, number, total, family = _HEADER.unpack_from(block)
        if flags & _FAMILY_IS_GIVEN and family == _ABSOLUTE:
            others += block
            continue
        chip = chip or _chip(family if flags & _FAMILY_IS_GIVEN else 0, name)
        if family != FAMILIES[chip] or not flags & _FAMILY_IS_GIVEN:
            raise ToolError(f"{name} holds images for several chips: give the MicroPython image of your board")
        if (flags & _NO_FLASH, size, number) != (0, PAGE, count) or address % PAGE or not FLASH <= address < _FLASH_END:
            raise ToolError(f"{name}: block {count} of the UF2 file is out of place: download the image again")
        pages[address] = block[_HEADER.size : _HEADER.size + PAGE]
        count += 1
    if FLASH not in pages or not count == total == len(pages):
        raise ToolError(f"{name} is not a whole UF2 file: download the image again")
    return Image(chip, pages, others)


def _chip(family, name):
    if family == _RISCV:
        raise ToolError(f"{name} is an image for the RP2350's RISC-V cores: give the one for its Arm cores")
    if family not in _CHIPS:
        chips = " or ".join(chip.upper() for chip in FAMILIES)
        raise ToolError(f"{name} is not an image for an {chips}: give the MicroPython image of your board")
    return _CHIPS[family]


def write(image):
    """Return the bytes of a UF2 file. Pages are in the order of their addresses and numbered together.

    The RP2040's boot ROM erases a sector at the first of 16 numbers, so exactly these must be the pages of a sector:
    pages come in whole sectors, and the first of all is at the start of one.
    """
    blocks = [image.others]
    for number, address in enumerate(sorted(image.pages)):
        if number % 16 != address // PAGE % 16:
            raise ValueError(f"the page at {address:#x} is not in a whole sector")
        head = _HEADER.pack(*_MAGIC, _FAMILY_IS_GIVEN, address, PAGE, number, len(image.pages), FAMILIES[image.chip])
        blocks.append(head + image.pages[address].ljust(BLOCK - _HEADER.size - len(_LAST_MAGIC), b"\0") + _LAST_MAGIC)
    return b"".join(blocks)


def whole_sectors(pages):
    """Return the pages, with the missing pages of their sectors blank, as after an erase."""
    sectors = {address // SECTOR * SECTOR for address in pages}
    wanted = (address for sector in sectors for address in range(sector, sector + SECTOR, PAGE))
    return {address: pages.get(address, b"\xff" * PAGE) for address in wanted}


def banner(image):
    """Return (name, version) of the Python in an image as its banner has them, ("micropython", (1, 26, 1)), or None."""
    found = re.search(rb"(MicroPython|CircuitPython) v?(\d+)\.(\d+)\.(\d+)[^ ]* on ", _content(image))
    return found and (found[1].decode().lower(), (int(found[2]), int(found[3]), int(found[4])))


def implementation(image):
    """Return the Implementation in a MicroPython image, None if it is not found.

    It is a constant in py/modsys.c, a tuple of words: name, address of the version, address of the machine, _mpy.
    The machine's text is the end of the banner, too, which leads there.
    """
    content = _content(image)
    for text in re.finditer(rb"; ([ -~]+)\0", content):
        for string in _places(content, FLASH + text.start(1)):
            for place in _places(content, string - 12):  # a str: type, hash, length, address of the text
                try:
                    version, _, mpy = struct.unpack_from("<3I", content, place - 4 - FLASH)
                    major, minor, micro = (_word(content, version + at) for at in (8, 12, 16))  # type, length, items
                except struct.error:  # a place outside the image
                    continue
                if major & minor & micro & mpy & 1:  # a small int is 2 * n + 1
                    return Implementation((major >> 1, minor >> 1, micro >> 1), text[1].decode(), mpy >> 1)
    return None


def _places(content, word):
    """Yield the addresses in an image at which this word is."""
    sought, at = struct.pack("<I", word), -1
    while (at := content.find(sought, at + 1)) >= 0:
        if at % 4 == 0:
            yield FLASH + at


def storage(image):
    """Return the Storage that an image states in its binary info, None if there is none or it is impossible."""
    content = _content(image)
    at = content.find(_TABLE, 0, SECTOR)
    try:
        first, end = struct.unpack_from("<2I", content, at + 4 if at >= 0 else len(content))
        for entry in range(first, min(end, FLASH + len(content)), 4):
            record = _word(content, entry) - FLASH
            if record >= 0 and struct.unpack_from("<H", content, record)[0] == _BLOCK_DEVICE:
                found = Storage(*struct.unpack_from("<2I", content, record + 8))
                fits = found.address % SECTOR == found.size % SECTOR == 0 and found.size >= _FEWEST_SECTORS * SECTOR
                return found if fits and FLASH < found.address <= _FLASH_END - found.size else None
    except struct.error:  # a place outside the image
        pass
    return None


def _word(content, address):
    if address < FLASH:
        raise struct.error
    return struct.unpack_from("<I", content, address - FLASH)[0]


def _content(image):
    """Return the pages of an image as they are in flash, from its start."""
    content = bytearray(b"\xff" * (max(image.pages) + PAGE - FLASH))
    for address, page in image.pages.items():
        content[address - FLASH : address - FLASH + PAGE] = page
    return bytes(content)
