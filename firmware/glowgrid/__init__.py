"""Glowgrid: abstract board games on an LED matrix and a key grid. And where its modules are.

`python -m tools build` puts them all into one file, from which MicroPython imports them here: in folders it takes 5 ms
to find one. The modules as files of their own (from `mip install`, on a desktop) need none of this.
"""

import io
import os
import sys

import micropython

VERSION = "0.1.0"

MOUNT = "/mpy"  # where a bundle is mounted
FOLDER = 128  # in an index: its entry is a folder
_HERE = __file__.replace("\\", "/").rpartition("/")[0]  # the backslash: on Windows
_FILE = ((0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0),)
_FOLDER = ((0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0),)
_BUFFER_SIZE = 11  # a stream is asked how many bytes it likes to give at once
# MicroPython looks for these in all folders, at every import, before it takes its own.
_BUILT_IN = "array", "binascii", "io", "json", "machine", "os", "time"


class Bundle:
    """A file system of what is in a bundle and, by other names, in a folder: a person's own games, and data.

    A bundle is the length of its index (two bytes), the index, then the modules as .mpy. The index has an entry for
    each folder (a byte: FOLDER + length of its path; the path), followed by one for each module in it (a byte: length
    of its name; the name without .mpy; three bytes: where it begins), and ends with a zero. It is one object in memory.
    """

    def __init__(self, path, folder):
        file = open(path, "rb")  # stays open: to open it takes 1.5 ms and 1 KB each time
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
            end = len(path)
            if path.endswith(".mpy"):
                if find(self._index, path, end - 4) > 0:
                    return _FILE
            elif path.endswith(".py"):
                if find(self._index, path, end - 3) > 0:
                    return ()
            else:
                found = find(self._index, path, end)
                if found == 0:
                    return _FOLDER
                if found > 0:
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
        begin = find(self._index, path, len(path) - 4) if path.endswith(".mpy") else 0
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


@micropython.viper
def find(index: ptr8, path: ptr8, end: int) -> int:
    """Return where the module begins whose path, without .mpy, is path[:end]; 0 for a folder, -1 if there is neither.

    A search for texts would take 0.5 ms of Python, and this is asked four times for every module.
    """
    at = begin = 0
    while index[at]:
        size = int(index[at]) & 127
        is_folder = int(index[at]) & 128
        if is_folder:
            begin = 0
        left = -1
        if begin + size == end or (is_folder and size < end):
            left = size
            while left and index[at + left] == path[begin + left - 1]:  # they differ near the end
                left -= 1
        if is_folder == 0:
            at += size
            if left == 0:
                return int(index[at + 1]) | int(index[at + 2]) << 8 | int(index[at + 3]) << 16
            at += 4
        elif left == 0 and size == end:
            return 0
        else:
            begin = 256  # not in this folder
            if left == 0 and path[size] == 47:  # a slash
                begin = size + 1
            at += size + 1
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
    folders = sys.path[:]
    sys.path[:] = []
    for name in _BUILT_IN:
        sys.modules[name] = __import__(name)
    sys.path[:] = folders


if __file__.endswith(".mpy"):
    _mount()
