"""Saves that survive a power cut: written whole beside the old one, then renamed over it (littlefs renames atomically).

A file is a record, see record.py.
"""

import os

from glowgrid import record
from glowgrid.console import load

MATCH, SETTINGS = "match", "settings"  # names of saves

# On CPython os.replace overwrites everywhere; MicroPython's os.rename does so on littlefs and unix.
rename = getattr(os, "replace", os.rename)


class Storage:
    """Named saves in a folder. `faults` has a line for each save that was set aside."""

    def __init__(self, folder):
        self.folder = folder
        self.faults = []

    def save(self, name, data):
        """Save `data` (what JSON can hold) under the name; return whether it is written. Until then old data stays."""
        for written in self.saving(name, data):
            pass
        return written

    def saving(self, name, data):
        """Save in steps, each erasing at most one sector of the flash; yield None, at last whether it is written."""
        path = self.path(name)
        try:
            body = record.pack(data)
            self._make_folder()
            yield
            with open(path + ".new", "wb") as file:
                yield
                file.write(body)
                yield
            yield
            rename(path + ".new", path)
        except (OSError, ValueError):  # full, read-only, or too long: the game goes on, and the caller shows a sign
            yield False
        else:
            yield True

    def load(self, name):
        """Return the data saved under the name, or None. A file that is not a valid record is set aside."""
        try:
            with open(self.path(name), "rb") as file:
                return record.unpack(file.read())
        except OSError:
            return None
        except record.Newer as newer:
            load.set_aside.keep(self, name, newer)
        except (ValueError, MemoryError):
            self.set_aside(name)
        return None

    def set_aside(self, name):
        """Rename a save that makes no sense to NAME.bad, so that it does no more harm."""
        load.set_aside.rename_save(self, name, name + ".bad", "made no sense")

    def path(self, name):
        return self.folder + "/" + name

    def _make_folder(self):
        try:
            os.mkdir(self.folder)
        except OSError:  # the folder exists
            pass
