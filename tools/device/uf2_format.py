"""The UF2 format of the RP2040 and the RP2350, and what a MicroPython image says about itself.

A UF2 file is a list of blocks of 512 bytes, each with a page of 256 bytes and its address in flash.
"""

import re
import struct
from typing import NamedTuple

from host_sim.errors import ToolError

FLASH = 0x10000000  # where the flash begins in the chip's memory
PAGE = 256
SECTOR = 4096  # the unit that flash erases
BLOCK = 512
FAMILIES = {"rp2040": 0xE48BFF56, "rp2350": 0xE48BFF59}
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
    """The parts of a UF2 file: the pages of one chip by address, and other blocks unchanged."""

    pages: dict[int, bytes]
    others: bytes


class Storage(NamedTuple):
    """Where MicroPython keeps its file system: address and size in bytes."""

    address: int
    size: int


def read(data, mcu, name):
    """Return the Image in the bytes of a UF2 file for a chip; name is for ToolError."""
    pages, others, count = {}, b"", 0
    for start in range(0, len(data), BLOCK):
        block = data[start : start + BLOCK]
        if len(block) < BLOCK or _HEADER.unpack_from(block)[:2] != _MAGIC or block[-4:] != _LAST_MAGIC:
            raise ToolError(f"{name} is not a whole UF2 file: give a MicroPython image")
        _, _, flags, address, size, number, total, family = _HEADER.unpack_from(block)
        if family == _ABSOLUTE and mcu == "rp2350":
            others += block
            continue
        if family != FAMILIES[mcu] or not flags & _FAMILY_IS_GIVEN:
            raise ToolError(f"{name} is not an image for the {mcu.upper()}: give the MicroPython image of your board")
        if (flags & _NO_FLASH, size, number) != (0, PAGE, count) or address % PAGE or not FLASH <= address < _FLASH_END:
            raise ToolError(f"{name}: block {count} of the UF2 file is out of place: download the image again")
        pages[address] = block[_HEADER.size : _HEADER.size + PAGE]
        count += 1
    if FLASH not in pages or not count == total == len(pages):
        raise ToolError(f"{name} is not a whole UF2 file: download the image again")
    return Image(pages, others)


def write(image, mcu):
    """Return the bytes of a UF2 file. Pages are in the order of their addresses and numbered together.

    The RP2040's boot ROM erases a sector at the first of 16 numbers, so exactly these must be the pages of a sector:
    pages come in whole sectors, and the first of all is at the start of one.
    """
    blocks = [image.others]
    for number, address in enumerate(sorted(image.pages)):
        if number % 16 != address // PAGE % 16:
            raise ValueError(f"the page at {address:#x} is not in a whole sector")
        head = _HEADER.pack(*_MAGIC, _FAMILY_IS_GIVEN, address, PAGE, number, len(image.pages), FAMILIES[mcu])
        blocks.append(head + image.pages[address].ljust(BLOCK - _HEADER.size - len(_LAST_MAGIC), b"\0") + _LAST_MAGIC)
    return b"".join(blocks)


def whole_sectors(pages):
    """Return the pages, with the missing pages of their sectors blank, as after an erase."""
    sectors = {address // SECTOR * SECTOR for address in pages}
    wanted = (address for sector in sectors for address in range(sector, sector + SECTOR, PAGE))
    return {address: pages.get(address, b"\xff" * PAGE) for address in wanted}


def version(image):
    """Return the MicroPython version of an image as three numbers, None if it has none."""
    found = re.search(rb"MicroPython v(\d+)\.(\d+)\.(\d+)", _content(image))
    return found and tuple(int(number) for number in found.groups())


def machine(image):
    """Return the name of the board that a MicroPython image is for, "Raspberry Pi Pico", or ""."""
    found = re.search(rb"; ([ -~]+) with RP2", _content(image))
    return found[1].decode() if found else ""


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
