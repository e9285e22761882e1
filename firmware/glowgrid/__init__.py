"""Glowgrid: abstract board games on an LED matrix and a key grid. And where its modules are.

`python -m tools build` puts them all into one file, from which MicroPython imports them here: in folders it takes 5 ms
to find one. The modules as files of their own (from `mip install`, on a desktop) need none of this.
"""

import sys

if sys.platform == "rp2":
    # MicroPython looks for these in all folders, 1.2 ms each, and takes what it finds before its own.
    sys.path[:] = (".frozen",)
    for _name in "array", "binascii", "io", "json", "machine", "os", "select", "time":
        sys.modules.pop(_name, None)  # maybe boot.py has imported a person's
        sys.modules[_name] = __import__(_name)
    sys.path[:] = ".frozen", "", "/lib"

import io  # noqa: E402
import os  # noqa: E402

import micropython  # noqa: E402

VERSION = "0.2.0"

MOUNT = "/mpy"  # where a bundle is mounted
FOLDER = 128  # in an index: its entry is a folder
_HERE = __file__.replace("\\", "/").rpartition("/")[0]  # the backslash: on Windows
_FILE = ((0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0),)
_FOLDER = ((0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0),)
_NO_SOURCE = -2  # what `find` says of a module that is asked for as a source
_BUFFER_SIZE = 11  # a stream is asked how many bytes it likes to give at once
_BLOCK = 4096  # bytes of a bundle that are looked at at once
SEED, FACTOR = 1, 16777619  # of the sum of a bundle


class Bundle:
    """A file system of what is in a bundle and, by other names, in a folder: a person's own games, and data.

    A bundle is its sum (four bytes, see `whole`), the length of its index (two bytes), the index, then the modules as
    .mpy. The index has an entry for each folder (a byte: FOLDER + length of its path; the path), followed by one for
    each module in it (a byte: length of its name; the name without .mpy; three bytes: where it begins), and ends with
    zeros: a bundle has a multiple of 16 bytes. The index is one object in memory.
    """

    def __init__(self, path, folder):
        file = open(path, "rb")  # stays open: to open it takes 1.5 ms and 1 KB each time
        if not whole(file):
            raise ValueError(path + " is damaged")
        file.seek(4)
        self._index = file.read(int.from_bytes(file.read(2), "little"))
        self._module = _Module(file)
        self._folder = folder
        self._interrupted = False  # Ctrl-C was pressed while MicroPython looked for a module

    def mount(self, readonly, make):
        """Part of what MicroPython asks of a file system."""

    def umount(self):
        """Part of what MicroPython asks of a file system."""

    def stat(self, path):
        return self._answer(path)[0]  # none raises an error, which is to say that there is no such file

    def _answer(self, path):
        """Return (what `stat` says,), or () if there is no such file.

        MicroPython takes whatever `stat` raises for "no such file", Ctrl-C too. It looks for Ctrl-C at each jump, as
        each `except` makes one: so the one that waits for it is around all others, and `stat` has none.
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
    """A bundle as the file that one of its modules is read from. An .mpy says itself where it ends."""

    def __init__(self, file):
        self._seek = file.seek
        self.readinto = file.readinto

    def at(self, begin):
        self._seek(begin)
        return self

    def ioctl(self, request, argument):
        return 255 if request == _BUFFER_SIZE else 0


def whole(file):
    """Return whether a bundle is as it was built: neither cut off nor damaged. A CRC would take four times as long."""
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
    """Return the sum of so many words, a multiple of four, continued from `total`: 30 bits."""
    at = 0
    while at < count:
        total = (total * factor + words[at]) * factor + words[at + 1]
        total = (total * factor + words[at + 2]) * factor + words[at + 3]
        total += (words[at] ^ words[at + 1] ^ words[at + 2] ^ words[at + 3]) >> 15 & 0x1FFFF  # their highest bits, too
        total &= 0x3FFFFFFF
        at += 4
    return total


@micropython.viper
def find(index: ptr8, path: ptr8, size: int) -> int:
    """Return where the module begins whose path this is; 0 for a folder, -1 if there is neither.

    The path may end with .mpy or with nothing: MicroPython asks whether that is a folder, and does not care for a file.
    With .py it is -2: there is no such file, in no other place either. A search for texts would take 0.5 ms of Python,
    and this is asked four times for every module.
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
            while left and index[at + left] == path[begin + left - 1]:  # they differ near the end
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


def _mount():
    """Import the modules of this package from the bundle, if there is one."""
    global __path__
    try:
        bundle = Bundle(_HERE + "/modules.bin", _HERE)
    except OSError:
        return
    os.mount(bundle, MOUNT)
    __path__ = MOUNT


if __file__.endswith(".mpy"):
    _mount()
