"""Glowgrid: abstract board games on an LED matrix and a key grid. This file also finds its modules.

`python -m tools build` puts them all into one file, from which MicroPython imports them here: finding one in folders
takes 5 ms. Modules that are files of their own (from `mip install`, on a desktop) need none of this.
"""

import sys

if sys.platform == "rp2":
    # MicroPython looks for these in all folders, 1.2 ms each, and prefers a file to its own module.
    sys.path[:] = (".frozen",)
    for _name in "array", "binascii", "io", "json", "machine", "os", "select", "time":
        sys.modules.pop(_name, None)  # boot.py may have imported a person's file
        sys.modules[_name] = __import__(_name)
    sys.path[:] = ".frozen", "", "/lib"

import io  # noqa: E402
import os  # noqa: E402

import micropython  # noqa: E402

VERSION = "0.2.0"

MOUNT = "/mpy"  # where a bundle is mounted
FOLDER = 128  # in an index: its entry is a folder
_HERE = __file__.replace("\\", "/").rpartition("/")[0]  # Windows has backslashes
_FILE = ((0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0),)
_FOLDER = ((0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0),)
_NO_SOURCE = -2  # what `find` returns for a module asked for as a source
_BUFFER_SIZE = 11  # the request for the number of bytes that a stream prefers to give at once
_BLOCK = 4096  # bytes of a bundle read at once
SEED, FACTOR = 1, 16777619  # of the sum of a bundle
CODE_BEGIN = 8  # where the code in a bundle begins
code = 0  # the address of the bundle in the flash, once it is known


class _Bundle:
    """A file system of the modules in a bundle and, by other names, the files in a folder: own games, and data.

    A bundle is its sum (four bytes, see `whole`), where its index begins (four bytes), the code of the kernels that run
    in place, the length of its index (two bytes), the index, then the modules as .mpy. The index has an entry for each
    folder (a byte: FOLDER + length of its path; the path), followed by one for each module in it (a byte: length of its
    name; the name without .mpy; three bytes: where it begins), and ends with zeros. The size of a bundle is a multiple
    of 16 bytes. The index is one object in memory.
    """

    def __init__(self, path, folder):
        self.file = file = open(path, "rb")  # stays open: opening takes 1.5 ms and 1 KB each time
        if not whole(file):
            raise ValueError(path + " is damaged")
        file.seek(4)
        self.code_end = int.from_bytes(file.read(4), "little")
        file.seek(self.code_end)
        self._index = file.read(int.from_bytes(file.read(2), "little"))
        self._module = _Module(file)
        self._folder = folder
        self._interrupted = False  # Ctrl-C was pressed while MicroPython looked for a module

    def mount(self, readonly, make):
        """Part of what MicroPython asks of a file system."""

    def umount(self):
        """Part of what MicroPython asks of a file system."""

    def stat(self, path):
        return self._answer(path)[0]  # the index error of () means that there is no such file

    def _answer(self, path):
        """Return (what `stat` says,), or () if there is no such file.

        MicroPython takes any exception of `stat` for "no such file", even Ctrl-C. It checks for Ctrl-C at each jump,
        and each `except` makes one: so the one that catches it is around all others, and `stat` has none.
        """
        try:
            found = find(self._index, path, len(path))
            if found > 0:
                return _FILE
            if found == 0:
                return _FOLDER
            if found == _NO_SOURCE:
                return ()
            try:
                return (os.stat(self._folder + path),)
            except OSError:
                return ()
        except KeyboardInterrupt:
            self._interrupted = True
            return self._answer(path)

    def open(self, path, mode):
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        begin = find(self._index, path, len(path))
        return self._module.at(begin) if begin > 0 else open(self._folder + path, mode)

    def ilistdir(self, path):
        yield from os.ilistdir(self._folder + path)
        index, at, inside = self._index, 0, False
        while index[at]:
            end = at + 1 + index[at] % FOLDER
            name = index[at + 1 : end].decode()
            if index[at] >= FOLDER:
                inside = name == path
                at = end
            else:
                if inside:
                    yield name + ".mpy", _FILE[0][0], 0
                at = end + 3


class _Module(io.IOBase):
    """A bundle as the file that one of its modules is read from. An .mpy itself says where it ends."""

    def __init__(self, file):
        self._seek = file.seek
        self.readinto = file.readinto

    def at(self, begin):
        self._seek(begin)
        return self

    def ioctl(self, request, argument):
        return 255 if request == _BUFFER_SIZE else 0


def whole(file):
    """Return whether a bundle is as it was built, neither cut off nor damaged. A CRC would take four times as long."""
    block = bytearray(_BLOCK)
    size = file.readinto(block)
    wanted = int.from_bytes(block[:4], "little")
    block[:4] = bytes(4)
    total = SEED
    while size and not size % 16:
        total = summed(block, size // 4, total, FACTOR)
        size = file.readinto(block)
    return not size and total == wanted


@micropython.viper
def summed(words: ptr32, count: int, total: int, factor: int) -> int:
    """Return the 30-bit sum of `count` words, a multiple of four, continued from `total`."""
    at = 0
    while at < count:
        total = (total * factor + words[at]) * factor + words[at + 1]
        total = (total * factor + words[at + 2]) * factor + words[at + 3]
        total += (words[at] ^ words[at + 1] ^ words[at + 2] ^ words[at + 3]) >> 15 & 0x1FFFF  # include the highest bits
        total &= 0x3FFFFFFF
        at += 4
    return total


@micropython.viper
def find(index: ptr8, path: ptr8, size: int) -> int:
    """Return where the module with this path begins; 0 for a folder, -1 if there is neither.

    The path may end with .mpy or with no ending: MicroPython asks whether that is a folder, and ignores a file. For .py
    it is -2: no such file, and none anywhere else. A text search would take 0.5 ms in Python, and MicroPython asks four
    times for every module.
    """
    end = size
    if size > 4 and path[size - 1] == 121 and path[size - 2] == 112:  # "py"
        if path[size - 3] == 46:  # a dot
            end = size - 3
        elif path[size - 3] == 109 and path[size - 4] == 46:
            end = size - 4
    at = begin = 0
    while index[at]:
        length = int(index[at]) & 127
        is_folder = int(index[at]) & 128
        if is_folder:
            begin = 0
        left = -1
        if begin + length == end or (is_folder and length < end):
            left = length
            while left and index[at + left] == path[begin + left - 1]:  # names differ near the end
                left -= 1
        if is_folder == 0:
            at += length
            if left == 0:
                if size - end == 3:
                    return -2
                return int(index[at + 1]) | int(index[at + 2]) << 8 | int(index[at + 3]) << 16
            at += 4
        elif left == 0 and length == end:
            if size == end:
                return 0
            begin = 256  # a module may have the name of a folder
            at += length + 1
        else:
            begin = 256  # not in this folder
            if left == 0 and path[length] == 47:  # a slash
                begin = length + 1
            at += length + 1
    return -1


@micropython.viper
def _aim(function: int, like: int, kept: int, code: int):
    """Make the function object at this address one of the type of another, with its code at the address `code`.

    Words of a function: its type, its context, its children, its code (mp_obj_fun_bc_t in MicroPython's py/objfun.h).
    kept: the address of an object that it keeps in memory in place of its children, which a kernel has not; or 0.
    """
    words = ptr32(function)
    words[0] = ptr32(like)[0]
    words[2] = kept
    words[3] = code


def kernel(place, begin, end):
    """Return the kernel whose code is at this place of the bundle, as a function that runs it there.

    begin, end: the places of all code of its module, for hardware/in_place.py if code has to be copied; end: 0 but for
    the first kernel of the module.
    """
    made = lambda: None  # noqa: E731
    _aim(id(made), id(summed), 0, code + place)
    return made


def _mount():
    """Import the modules of this package from the bundle, if there is one."""
    global __path__, code, kernel
    path = _HERE + "/modules.bin"
    try:
        bundle = _Bundle(path, _HERE)
    except OSError:
        try:
            os.stat(path)
        except OSError:  # there are only sources
            return
        raise ValueError(path + " cannot be read")
    os.mount(bundle, MOUNT)
    __path__ = MOUNT
    if bundle.code_end > CODE_BEGIN:
        from glowgrid import hardware
        from glowgrid.hardware import in_place

        code = in_place.find(path, bundle.code_end)
        if code:
            in_place.check(summed, kernel(CODE_BEGIN, 0, 0))
        else:
            kernel = in_place.copying(bundle.file, _aim, summed)
        del hardware.in_place, sys.modules[in_place.__name__]


if __file__.endswith(".mpy"):
    _mount()
