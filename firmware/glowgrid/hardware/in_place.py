"""Kernels run where they lie: find the bundle in the memory-mapped flash, or copy code from it if it lies in pieces.

The build puts the code of kernels at the start of the bundle (tools/native/placed.py). littlefs keeps a file in blocks,
and leaves the blocks of a file that nobody writes where they are. Code that runs in place takes no memory, and no code
runs while the flash is erased or written: MicroPython turns interrupts off, and the second core is not used.
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

    The file system is mounted once more to see which blocks it reads. `flash` asks this, too.
    """
    spy = _Spy(rp2.Flash())
    with os.VfsLfs2(spy).open(path, "rb") as file:
        at = number = 0
        first = None
        while at < size:
            file.seek(at)
            file.read(1)
            if first is None:
                first = spy.block
            elif spy.block != first + number:
                return None
            at += _FLASH_BLOCK - _gap(number)
            number += 1
    return first


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


def copying(file, like):
    """Return a function to take the place of `kernel` of the package: it copies the code of a module into memory.

    file: the bundle. like: a kernel that MicroPython loaded.
    """
    last = [0, None]  # where the code that was copied last begins, the code

    def kernel(place, begin, end):
        if last[0] != begin:
            last[0], last[1] = begin, _copied(file, begin, end)
        made = lambda: None  # noqa: E731
        _aim_at_copy(id(made), id(like), place - begin, id(last[1]), uctypes.addressof(last[1]))
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


@micropython.viper
def _aim_at_copy(function: int, like: int, place: int, copy: int, code: int):
    """Make a function one with its code at `place` of a copy, which it keeps in memory in place of its children."""
    words = ptr32(function)
    words[0] = ptr32(like)[0]
    words[2] = copy
    words[3] = code + place
