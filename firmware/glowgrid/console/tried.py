"""Which of a person's game files were tried, and which have stopped the console: those are left out.

A file that works is tried once, when it is new or changed; that takes a second or more. One that fails is tried at each
power-up. A game in Python counts as changed if any code that it could import has changed: its folder, or on the Pico
everything that is not Glowgrid's. A strike is saved against a file before it is tried, and taken back afterwards. So
a file can stop the console at most twice, when tried or in a match. Then it is left out until it changes.
"""

import binascii
import os

from glowgrid import VERSION, record

TRIED = "tried"  # name of the save
_KINDS = {"*": [range(1 << 30), 3, 3]}  # by path: [checksum, strikes, _NEW ...]
_NEW, _PASSED, _FAILED = 0, 1, 2
_MOST = 2  # strikes
_CHUNK = 512
_ON_PICO = "/games"
_DEEPEST = 4  # folders in folders


class Tried:
    """What is known of the files. Call `begin` before each is loaded, and `end` after the last."""

    def __init__(self, storage):
        self._storage = storage
        known = storage.load(TRIED)
        self._known = known if type(known) is dict and not record.fault(known, _KINDS) else {}
        self._seen = []
        self._changed = False
        self._code = 0  # checksum of what can be imported, computed for the first game in Python

    def begin(self, path):
        """A file is about to be loaded: ValueError if it has stopped the console too often."""
        self._seen.append(path)
        entry = self._entry(path)
        if entry[1] >= _MOST:
            raise ValueError("%s: it stopped the console twice; left out until it changes" % path)
        if entry[2] != _PASSED:
            entry[1] += 1
            self._save()
            entry[1] -= 1  # the next save takes it back, if there is one
            self._changed = True

    def has_passed(self, path):
        """Return whether the file was tried in its present state."""
        return self._known[path][2] == _PASSED

    def passed(self, path):
        """The file works. Forget strikes from trials that a power cut or Ctrl-C interrupted."""
        if not self.has_passed(path):
            self._known[path][1] = 0
        self._put(path, _PASSED)

    def spare(self):
        """Ctrl-C came while a file was tried: take the strike back."""
        if self._changed:
            self._save()

    def failed(self, path):
        """The file was tried and does not work. Try it again next time: other files may have left no room."""
        self._put(path, _FAILED)

    def _put(self, path, state):
        if path in self._known and self._known[path][2] != state:
            self._known[path][2] = state
            self._changed = True

    def end(self):
        """All files were seen: forget those that are gone."""
        for path in list(self._known):
            if path not in self._seen:
                del self._known[path]
                self._changed = True
        if self._changed:
            self._save()

    def strike(self, path):
        """The console has crashed in a match of this file's game: save a strike. Return whether that worked."""
        (self._known.get(path) or self._entry(path))[1] += 1  # without reading the file again, which takes memory
        return self._save()

    def _entry(self, path):
        now = self._checksum(path)
        if path not in self._known or self._known[path][0] != now:
            self._known[path] = [now, 0, 0]
            self._changed = True
        return self._known[path]

    def _checksum(self, path):
        """Return a checksum of a file, of the Glowgrid that tried it, and of the code it could import."""
        found = binascii.crc32(VERSION.encode())
        if path.rpartition(".")[2] in ("py", "mpy"):
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
    """The console crashes: save a strike if a person's own game is on. Return whether that worked."""
    path = at_hand(app)
    return bool(path and Tried(app.storage).strike(path))


def at_hand(app):
    """Return the path of the person's own game on the screen or in play; "" if there is none."""
    screen = app.screen  # None: no memory for that of the match
    shown = getattr(screen, "match", None) or (app.match if getattr(screen, "in_match", True) else None)
    game = getattr(screen, "game", None) or (shown and shown.game)
    return game.file if game else ""


def _of_file(path, found):
    """Return a checksum continued with a file."""
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
    """Return a checksum continued with all code in a folder and its subfolders."""
    try:
        names = os.listdir(folder or "/")
    except OSError:  # no such folder
        return found
    for name in sorted(names):
        path = folder + "/" + name
        if name.rpartition(".")[2] in ("py", "mpy"):
            found = _of_file(path, binascii.crc32(path.encode(), found))
        elif depth < _DEEPEST and not ("." in name or name in ("glowgrid", "saves") or name.startswith("replaced_")):
            found = _of_code(path, found, depth + 1)
    return found
