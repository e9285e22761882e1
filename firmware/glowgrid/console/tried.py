"""Which of a person's game files have been tried, and which have stopped the console: those are left out.

A file that does is tried once, when it is new or has changed: that takes a second or more. One that fails is tried at
each power-up. A game in Python has changed when any code has that it could import: that of its folder, on the Pico all
that is not Glowgrid's. A strike is saved against a file before it is tried, and taken back afterwards. So whatever it
does to the console, as it is tried or in a match, it does twice. Then it is left out, until it changes.
"""

import binascii
import os

from glowgrid import VERSION, record

TRIED = "tried"  # the save
_KINDS = {"*": [range(1 << 30), 3, 3]}  # by path: [checksum, strikes, _NEW ...]
_NEW, _PASSED, _FAILED = 0, 1, 2
_MOST = 2  # strikes
_CHUNK = 512
_ON_PICO = "/games"
_DEEPEST = 4  # folders in folders


class Tried:
    """What is known of the files; `begin` each before it is loaded, and `end` when all are."""

    def __init__(self, storage):
        self._storage = storage
        known = storage.load(TRIED)
        self._known = known if type(known) is dict and not record.fault(known, _KINDS) else {}
        self._seen = []
        self._changed = False
        self._code = 0  # the checksum of what can be imported, once a game in Python has asked for it

    def begin(self, path):
        """A file is about to be loaded: ValueError if it has stopped the console too often."""
        self._seen.append(path)
        entry = self._entry(path)
        if entry[1] >= _MOST:
            raise ValueError("%s: it stopped the console twice; left out until it changes" % path)
        if entry[2] != _PASSED:
            entry[1] += 1
            self._save()
            entry[1] -= 1  # of the next save, unless there is none
            self._changed = True

    def has_passed(self, path):
        """Return whether the file has been tried as it is."""
        return self._known[path][2] == _PASSED

    def passed(self, path):
        """The file does. Strikes of trials that the power or Ctrl-C cut short are forgotten."""
        if not self.has_passed(path):
            self._known[path][1] = 0
        self._put(path, _PASSED)

    def spare(self):
        """Ctrl-C came while a file was tried: that is not held against it."""
        if self._changed:
            self._save()

    def failed(self, path):
        """The file was tried, and does not do. It is tried again the next time: other files may have left no room."""
        self._put(path, _FAILED)

    def _put(self, path, state):
        if path in self._known and self._known[path][2] != state:
            self._known[path][2] = state
            self._changed = True

    def end(self):
        """All files have been seen: forget those that are gone."""
        for path in list(self._known):
            if path not in self._seen:
                del self._known[path]
                self._changed = True
        if self._changed:
            self._save()

    def strike(self, path):
        """The console has crashed in a match of this file's game. Return whether that is saved."""
        (self._known.get(path) or self._entry(path))[1] += 1  # of the file as it was loaded: to read it takes memory
        return self._save()

    def _entry(self, path):
        now = self._checksum(path)
        if path not in self._known or self._known[path][0] != now:
            self._known[path] = [now, 0, 0]
            self._changed = True
        return self._known[path]

    def _checksum(self, path):
        """Return the checksum of a file, of the Glowgrid that has tried it, and of what it could import."""
        found = binascii.crc32(VERSION.encode())
        if not path.endswith(".json"):
            folder = path.rpartition("/")[0]
            self._code = self._code or _of_code("" if folder == _ON_PICO else folder, found)
            found = self._code
        return _of_file(path, found) & 0x3FFFFFFF

    def _save(self):
        self._changed = False
        try:
            return self._storage.save(TRIED, self._known)
        except MemoryError:
            return False


def blame(app):
    """The console crashes: note it if a person's own game is shown or played. Return whether that is saved."""
    path = at_hand(app)
    return bool(path and Tried(app.storage).strike(path))


def at_hand(app):
    """Return the path of the person's own game that is shown or played; "" if there is none."""
    shown = getattr(app.screen, "match", None) or (app.match if app.screen.in_match else None)
    game = getattr(app.screen, "game", None) or (shown and shown.game)
    return game.file if game else ""


def _of_file(path, found):
    """Return a checksum, gone on with a file."""
    try:
        with open(path, "rb") as file:
            chunk = file.read(_CHUNK)
            while chunk:
                found = binascii.crc32(chunk, found)
                chunk = file.read(_CHUNK)
    except OSError:
        pass
    return found


def _of_code(folder, found, depth=0):
    """Return a checksum, gone on with all code in a folder and in those below."""
    try:
        names = os.listdir(folder or "/")
    except OSError:  # no folder
        return found
    for name in sorted(names):
        path = folder + "/" + name
        if name.rpartition(".")[2] in ("py", "mpy"):
            found = _of_file(path, binascii.crc32(path.encode(), found))
        elif depth < _DEEPEST and not ("." in name or name in ("glowgrid", "saves") or name.startswith("replaced_")):
            found = _of_code(path, found, depth + 1)
    return found
