"""A fake monome at a pseudo-terminal."""

import contextlib
import os
import select

from support.fuzz.odd_device import terminal

SIZES = {0x05: 0, 0x12: 0, 0x18: 3}  # of what it gets: how many bytes follow


class Monome:
    """A monome that is plugged in. levels: what it shows, by (column, row). path: a link to the terminal."""

    def __init__(self, folder, size=(16, 8)):
        self.path = folder / "monome"
        self.levels, self._size = {}, size
        self._cable = contextlib.ExitStack()
        self.plug()

    def plug(self):
        self.path.symlink_to(self._cable.enter_context(terminal(self._answer)))
        self._cable.callback(self.levels.clear)
        self._cable.callback(self.path.unlink)

    def unplug(self):
        self._cable.close()

    close = unplug

    def _answer(self, line, done):
        self._line, left = line, b""
        while not done.is_set():
            if select.select([line], [], [], 0.02)[0]:
                left += os.read(line, 4096)
            while left and len(left) > (size := SIZES[left[0]]):
                self._take(*left[: 1 + size])
                left = left[1 + size :]

    def _take(self, what, *rest):
        if what == 0x05:
            os.write(self._line, bytes([3, *self._size]))
        elif what == 0x12:
            self.levels.clear()
        else:
            assert rest[2] < 16
            self.levels[rest[:2]] = rest[2]

    def press(self, column, row, down=True):
        os.write(self._line, bytes([0x20 + down, column, row]))

    def lit(self):
        return {place for place, level in self.levels.items() if level}
