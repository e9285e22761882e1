"""A wire as the console's link takes it, read(most) and write(bytes). It comes back by itself; nothing waits for it."""

import time
from typing import Any

LOOK_S = 0.5  # between two looks for the other one

FORMS = (
    "usb: a handheld at a USB port, usb:PORT if there are several, tcp:HOST:PORT joins, tcp::PORT listens for this PC "
    "alone, listen:ADDRESS:PORT listens for others, too"
)


class Wire:
    """Subclasses open its end, an object with read(most), write(bytes) and close(), which raise OSError once it is out.

    said    for the person, a line: where the wire leads, and whether the other one is there
    """

    patience_s = float("inf")  # a silent end is closed and opened again after this long

    def __init__(self, clock=time.monotonic):
        self._clock = clock
        self._end: Any = None
        self._heard = False  # anything since the end was opened
        self._heard_at = self._looked_at = clock() - LOOK_S

    @property
    def said(self):
        return self.linked() if self._end and self._heard else self.waiting()

    def read(self, most):
        """Return up to so many bytes that have come, or None."""
        now = self._clock()
        if now - self._looked_at >= LOOK_S:
            self._looked_at = now
            self.look(now)
        if not self._end:
            return None
        try:
            new = self._end.read(most)
        except OSError:
            self._lose()
            return None
        if new:
            self._heard, self._heard_at = True, now
        return new or None

    def write(self, line):
        """Send a line. What does not fit is lost: the other one drops the rest, and hears the next."""
        if self._end:
            try:
                self._end.write(line)
            except OSError:
                self._lose()

    def close(self):
        self._lose()

    def look(self, now):
        """See whether the other one has come, or does not answer."""
        if not self._end:
            self._end = self.open()
            self._heard, self._heard_at = False, now
        elif now - self._heard_at >= self.patience_s:
            self._lose()

    def _lose(self):
        if self._end:
            self._end.close()
            self._end = None

    # What subclasses say --------------------------------------------------------------------------

    def open(self):
        """Return the open end, or None if nobody is there yet."""
        raise NotImplementedError

    def linked(self):
        """Return what is said while the other one is there."""
        raise NotImplementedError

    def waiting(self):
        """Return what is said while it is not."""
        raise NotImplementedError
