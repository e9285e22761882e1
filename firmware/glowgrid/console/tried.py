"""Which of a person's game files have been tried, and which have stopped the console: those are left out.

A file that does is tried once, when it is new or has changed: that takes a second or more. One that fails is tried at
each power-up. A strike is saved against it before, and taken back afterwards. So whatever a file does to the console,
as it is tried or in a match, it does twice. Then it is left out, until it changes.
"""

import binascii

from glowgrid import VERSION, record

TRIED = "tried"  # the save
_KINDS = {"*": [range(1 << 30), 3, 3]}  # by path: [checksum, strikes, _NEW ...]
_NEW, _PASSED, _FAILED = 0, 1, 2
_MOST = 2  # strikes
_CHUNK = 512


class Tried:
    """What is known of the files; `begin` each before it is loaded, and `end` when all are."""

    def __init__(self, storage):
        self._storage = storage
        known = storage.load(TRIED)
        self._known = known if type(known) is dict and not record.fault(known, _KINDS) else {}
        self._seen = []
        self._changed = False

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
        self._entry(path)[1] += 1
        return self._save()

    def _entry(self, path):
        now = _checksum(path)
        if path not in self._known or self._known[path][0] != now:
            self._known[path] = [now, 0, 0]
            self._changed = True
        return self._known[path]

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


def _checksum(path):
    """Return the checksum of a file, and of the Glowgrid that has tried it."""
    found = binascii.crc32(VERSION.encode())
    try:
        with open(path, "rb") as file:
            chunk = file.read(_CHUNK)
            while chunk:
                found = binascii.crc32(chunk, found)
                chunk = file.read(_CHUNK)
    except OSError:
        pass
    return found & 0x3FFFFFFF
