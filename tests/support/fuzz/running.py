"""A board that runs its code in Python, on the files of a folder: a `transport` of tools/device/device.py."""

import builtins
import io
import os
import traceback
import zlib
from pathlib import Path
from types import SimpleNamespace

from tools.device.device import RAW

FREE = 256  # blocks of 4096 bytes


class Running:
    """The board; its files are in `folder`. cut: the number of the change at which the power fails."""

    def __init__(self, folder, cut=None):
        self._folder, self._left = str(folder), cut
        self._names = {}
        own = {"__import__": self._imported, "open": self._open, "print": self._print}
        self._builtins = {**vars(builtins), **own}
        self._printed = io.StringIO()
        self._modules = {"os": self._os(), "sys": _SYS, "deflate": _DEFLATE, "machine": _MACHINE}
        self.serial = self

    def within(self, seconds):
        """Do nothing: there is no wait."""

    def enter_raw_repl(self, soft_reset):
        pass

    def write(self, data):
        if data == b"\x04":
            self._names = {}

    def read_until(self, *_):
        return RAW

    def exec_raw(self, code, timeout):
        """Return (output of the code, its traceback)."""
        self._printed, failed = io.StringIO(), ""
        self._names["__builtins__"] = self._builtins
        try:
            exec(code, self._names)
        except Exception:
            failed = traceback.format_exc()
        return self._printed.getvalue().replace("\n", "\r\n").encode(), failed.encode()

    def exec_raw_no_follow(self, code):
        pass

    def close(self):
        pass

    def _imported(self, name, *arguments):
        return self._modules.get(name) or __import__(name, *arguments)

    def _print(self, *values):
        print(*values, file=self._printed)

    def _at(self, path):
        return f"{self._folder}/{path}"

    def _change(self):
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise OSError("the power is gone")

    def _open(self, path, mode):
        if mode != "rb":
            self._change()
        return open(self._at(path), mode)

    def _os(self):
        def reading(call):
            return lambda path: call(self._at(path))

        def changing(call):
            return lambda *paths: (self._change(), call(*map(self._at, paths)))[1]

        return SimpleNamespace(
            listdir=reading(os.listdir),
            stat=reading(os.stat),
            **{name: changing(getattr(os, name)) for name in ("mkdir", "rename", "remove", "rmdir")},
            ilistdir=lambda path: [
                (each.name, 0x4000 if each.is_dir() else 0x8000, 0) for each in Path(self._at(path)).iterdir()
            ],
            statvfs=lambda path: (4096, 4096, FREE, FREE),
        )


_SYS = SimpleNamespace(
    platform="in Python",
    path=[],
    implementation=SimpleNamespace(
        name="micropython", version=(1, 24, 1), _machine="Raspberry Pi Pico with RP2040", _mpy=4870
    ),
)
_MACHINE = SimpleNamespace(reset=lambda: None)
_DEFLATE = SimpleNamespace(
    RAW=1, DeflateIO=lambda stream, kind, bits: io.BytesIO(zlib.decompress(stream.read(), -bits))
)
