"""Saves that survive a power cut: written whole beside the old one, then renamed over it (littlefs renames atomically).

A file is: magic "GLOW1", length of the text (2 bytes), the text (JSON), CRC-32 of all before (4 bytes), little-endian.
"""

import binascii
import json
import os

_MAGIC = b"GLOW1"

# On CPython os.replace overwrites everywhere; MicroPython's os.rename does so on littlefs and unix.
_rename = getattr(os, "replace", os.rename)


class Storage:
    """Named saves in a folder. `damaged` lists the names of saves that had to be set aside as NAME.bad."""

    def __init__(self, folder):
        self.folder = folder
        self.damaged = []

    def save(self, name, data):
        """Save `data` (what JSON can hold) under the name; True if it is written. Old data stays until the new is whole."""
        text = json.dumps(data).encode()
        body = _MAGIC + bytes((len(text) & 255, len(text) >> 8)) + text
        path = self._path(name)
        try:
            self._make_folder()
            with open(path + ".new", "wb") as file:
                file.write(body)
                file.write(_checksum(body))
            _rename(path + ".new", path)
        except OSError:  # full or read-only: the game goes on, the caller shows a sign
            return False
        return True

    def load(self, name):
        """The data saved under the name, or None. A damaged or foreign save is renamed to NAME.bad and listed."""
        path = self._path(name)
        try:
            with open(path, "rb") as file:
                body = file.read()
        except OSError:
            return None
        head = len(_MAGIC) + 2
        try:
            if body[:len(_MAGIC)] != _MAGIC or body[-4:] != _checksum(body[:-4]):
                raise ValueError
            if len(body) != head + (body[head - 2] | body[head - 1] << 8) + 4:
                raise ValueError
            return json.loads(body[head:-4].decode())
        except (ValueError, IndexError, UnicodeError):
            self.set_aside(name)
            return None

    def set_aside(self, name):
        """Rename a save that makes no sense to NAME.bad, so that nothing is lost and nothing trips over it again."""
        self.damaged.append(name)
        try:
            _rename(self._path(name), self._path(name) + ".bad")
        except OSError:
            pass

    def _path(self, name):
        return self.folder + "/" + name

    def _make_folder(self):
        try:
            os.mkdir(self.folder)
        except OSError:  # it is there already
            pass


def _checksum(body):
    crc = binascii.crc32(body)
    return bytes((crc & 255, crc >> 8 & 255, crc >> 16 & 255, crc >> 24 & 255))
