"""Kernels run where they lie: find the bundle in the memory-mapped flash, or copy code from it if it lies in pieces.

The build puts the code of kernels at the start of the bundle (tools/compile/native/placed.py). littlefs keeps a file in
blocks, and leaves the blocks of a file that is not written where they are. Code that runs in place takes no memory, and
no code runs while the flash is erased or written: MicroPython turns interrupts off, and the second core is not used.
"""

import os

import micropython
import rp2
import uctypes
from micropython import const

_FLASH_BLOCK = const(4096)
_FLASH = const(0x10000000)  # where the flash is mapped, with the cache
_FLASH_END = const(0x11000000)
_COMPARED = 16  # bytes of a block that are compared
_WORD = 4


class _Spy:
    """The flash as a block device that is only read, and notes the block it read last."""

    def __init__(self, flash):
        self._read = flash.readblocks
        self.ioctl = flash.ioctl
        self.block = 0

    def readblocks(self, number, buffer, offset=0):
        self.block = number
        return self._read(number, buffer, offset)


def first_block(path, size):
    """Return the block in which a file begins; None if the blocks of its first `size` bytes do not follow one another.

    The file system is mounted once more to see which block it reads last. Each block begins with the number of the one
    before it. `flash` asks this, too.
    """
    flash = rp2.Flash()
    spy = _Spy(flash)
    number, end = 0, _FLASH_BLOCK
    while end < size:
        number += 1
        end += _FLASH_BLOCK - _gap(number)
    with os.VfsLfs2(spy).open(path, "rb") as file:
        file.seek(size - 1)
        file.read(1)
    block = spy.block
    before = bytearray(_WORD)
    while number:
        flash.readblocks(block, before, 0)
        block -= 1
        if int.from_bytes(before, "little") != block:
            return None
        number -= 1
    return block


def find(path, size):
    """Return the address of the first `size` bytes of a file in the flash, 0 if their blocks do not follow one another.

    Places in the file are then distances from that address: see `_gap`.
    """
    flash = rp2.Flash()
    first = first_block(path, size)
    if first is None:
        return 0
    known = bytearray(2 * _COMPARED)  # the file system's first block, and the file's
    flash.readblocks(0, memoryview(known)[:_COMPARED], 0)
    flash.readblocks(first, memoryview(known)[_COMPARED:], 0)
    return _address(known, first * _FLASH_BLOCK)


@micropython.viper
def _address(known: ptr32, distance: int) -> int:
    """Return the address of the second of two blocks at this distance in the flash, by their first four words; else 0.

    Both are compared, so that it is not a deleted copy of the file, which littlefs may overwrite.
    """
    at = _FLASH
    while at + distance < _FLASH_END:
        begin = ptr32(at)
        there = ptr32(at + distance)
        i = 0
        while i < 4 and begin[i] == known[i] and there[i] == known[i + 4]:
            i += 1
        if i == 4:
            return at + distance
        at += _FLASH_BLOCK
    return 0


def _gap(number):
    """Return how many bytes littlefs keeps at the start of this block of a file: addresses of blocks before it."""
    size = 0
    while number:
        size += _WORD
        if number & 1:
            break
        number >>= 1
    return size


def check(known, placed):
    """Raise ImportError unless a kernel that runs in the flash does what it does in memory.

    known: the kernel as MicroPython loaded it. placed: the same one, made by `kernel` of the package.
    """
    words = b"Glowgrid" * 4
    if _is_same(id(known), id(placed)) and placed(words, 8, 1, 16777619) == known(words, 8, 1, 16777619):
        return
    # Copying would not help: a function with its code in a copy has the same layout.
    raise ImportError("this MicroPython is too new for code in the flash: run `glowgrid flash --viper`")


@micropython.viper
def _is_same(known: int, placed: int) -> int:
    """Return whether the first function has its code in memory, where we look for it, and the second the same code."""
    at = ptr32(known)[3]
    if at < 0x20000000 or at >= 0x20082000:
        return 0
    loaded = ptr32(at)
    there = ptr32(ptr32(placed)[3])
    i = 0
    while i < 8:
        if loaded[i] != there[i]:
            return 0
        i += 1
    return 1


def copying(file, aim, like):
    """Return a function to take the place of `kernel` of the package: it copies the code of a module into memory.

    file: the bundle. aim: that of the package. like: a kernel that MicroPython loaded.
    """
    last = [0, 0]  # where place 0 would be, the copy: as numbers, so that only its kernels keep it in memory

    def kernel(place, begin, end):
        if end:
            copy = _copied(file, begin, end)
            last[0], last[1] = uctypes.addressof(copy) - begin, id(copy)
        made = lambda: None  # noqa: E731
        aim(id(made), id(like), last[1], last[0] + place)
        return made

    return kernel


def _copied(file, begin, end):
    code = bytearray(end - begin)
    gaps = 0
    for number in range((end - 1) // _FLASH_BLOCK + 1):
        gaps += _gap(number)
        first = max(begin, number * _FLASH_BLOCK + _gap(number))
        last = min(end, (number + 1) * _FLASH_BLOCK)
        if first < last:
            file.seek(first - gaps)
            file.readinto(memoryview(code)[first - begin : last - begin])
    return code
