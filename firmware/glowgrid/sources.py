"""Copy constants into the modules that use them: a kernel is compiled with the constants of its own file alone.

A file NAME_words.py has nothing but constants: where the words of a buffer are, and what numbers in it mean. CPython
imports it. For MicroPython each `from ..._words import` becomes a copy of them: in a build when modules are compiled
(tools/compile/words.py), in a copy of these sources when they are imported, by the file system below.
"""

import io
import os

_MOUNT = "/sources"
_FROM, _IMPORT = b"from ", b"_words import "


def copied(text, read):
    """Return a module's text (bytes) with copies of the constants that it mentions; every line keeps its number.

    read: called with the path of a file under the folder of this package, returns its bytes.
    """
    lines = text.split(b"\n")
    for row, line in enumerate(lines):
        if line.startswith(_FROM) and _IMPORT in line:
            place, _, wanted = line[len(_FROM) :].decode().partition(" import ")
            path = place[place.find(".") :].replace(".", "/") + ".py"
            wanted = text if wanted == "*" else wanted.encode()
            copies = [each.split(b"  #")[0] for each in read(path).split(b"\n") if b" = const(" in each]
            lines[row] = b"; ".join([each for each in copies if each.split(b" ")[0] in wanted])
    return b"\n".join(lines)


class _Sources:
    """A file system of the modules of a folder, with copies of constants."""

    def __init__(self, folder):
        self._folder = folder

    def mount(self, readonly, make):
        """Part of what MicroPython asks of a file system."""

    def umount(self):
        """Part of what MicroPython asks of a file system."""

    def stat(self, path):
        return os.stat(self._folder + path)

    def open(self, path, mode):
        file = open(self._folder + path, "rb")
        for line in file:  # most files need no copies: they are not read whole
            if line.startswith(_FROM) and _IMPORT in line:
                file.close()
                return io.BytesIO(copied(self._read(path), self._read))
        file.seek(0)
        return file

    def _read(self, path):
        with open(self._folder + path, "rb") as file:
            return file.read()


def mount(folder):
    """Return where modules of this folder can be imported from, through that file system."""
    os.mount(_Sources(folder), _MOUNT)
    return _MOUNT
