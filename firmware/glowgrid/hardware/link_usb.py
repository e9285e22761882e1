"""The wire to another device: the USB port, where a program reads and says the lines of boards/LINK.md.

It runs only if somebody asks at MicroPython's prompt, `from glowgrid import power_up; power_up.main(False, True)`, so
it costs nothing as a rule. The console's own messages come between the lines, and the other device skips them.

Nothing waits for a reader. As in mirror.py, lines are filled up with spaces, in front, and written in pieces of 64
bytes: where there is room for a byte, there is room for a piece.
"""

import select
import sys

_PIECE = 64
_MOST = 32  # bytes read in a tick
_KEPT = 1024  # bytes to send; what is older than that is dropped


class Link:
    """part: the "link" of a board. Nobody else may read what is typed."""

    def __init__(self, part):
        came, room = select.poll(), select.poll()
        came.register(sys.stdin, select.POLLIN)
        room.register(sys.stdout, select.POLLOUT)
        self._came, self._room = came.ipoll, room.ipoll
        self._read, self._write = sys.stdin.buffer.readinto, sys.stdout.buffer.write
        self._byte = bytearray(1)
        self._left = b""  # to send

    def read(self, most):
        """Return up to so many bytes that have come, or None. Send what there is room for."""
        while self._left and _ready(self._room):
            whole = self._write(self._left[:_PIECE]) == _PIECE
            self._left = self._left[_PIECE:] if whole else b""
        new = b""
        while len(new) < min(most, _MOST) and _ready(self._came):
            self._read(self._byte)  # what follows a Ctrl-C is for the prompt
            new += self._byte
        return new or None

    def write(self, line):
        """Send a line, from the next `read` on."""
        line = b" " * (-len(line) % _PIECE) + line
        self._left = self._left + line if len(self._left) < _KEPT else line


def _ready(waiting):
    """Return whether a stream is ready; waiting: ipoll of a poll with this stream alone."""
    for _ in waiting(0):
        return True
    return False
