"""A fake monome at a pseudo-terminal."""

import contextlib
import os
import pty
import select
import threading
import tty


class Monome:
    """A monome. levels: what it shows, by (column, row). path: a link to the terminal."""

    def __init__(self, folder, size=(16, 8)):
        self.path = folder / "monome"
        self.levels, self.size = {}, size
        self._plug()

    def _plug(self):
        self._line, self._end = pty.openpty()
        tty.setraw(self._line)
        tty.setraw(self._end)
        self.path.symlink_to(os.ttyname(self._end))
        self._gone = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        left = b""
        sizes = {0x05: 0, 0x12: 0, 0x18: 3}
        with contextlib.suppress(OSError):
            while not self._gone.is_set():
                if not select.select([self._line], [], [], 0.02)[0]:
                    continue
                left += os.read(self._line, 4096)
                while left and len(left) > sizes[left[0]]:
                    what, rest = left[0], left[1 : 1 + sizes[left[0]]]
                    left = left[1 + len(rest) :]
                    self._take(what, rest)

    def _take(self, what, rest):
        if what == 0x05:
            os.write(self._line, bytes([3, *self.size]))
        elif what == 0x12:
            self.levels.clear()
        else:
            assert rest[2] < 16
            self.levels[rest[0], rest[1]] = rest[2]

    def press(self, column, row, down=True):
        os.write(self._line, bytes([0x20 + down, column, row]))

    def unplug(self):
        self.path.unlink()
        self._gone.set()
        self._reader.join()  # its descriptor may be another monome's soon
        os.close(self._end)
        os.close(self._line)
        self.levels.clear()

    plug = _plug

    def close(self):
        with contextlib.suppress(OSError):
            self.unplug()

    def lit(self):
        return {place for place, level in self.levels.items() if level}
