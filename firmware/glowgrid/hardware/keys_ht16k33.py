"""Driver for up to 39 keys on an HT16K33 (I2C), which scans them itself: lines KS0 to KS2 cross lines K1 to K13.

The shorter side of the keys is on KS0, KS1, KS2, the other on K1, K2, ...; if both fit, the rows are on KS.

From Holtek's data sheet (HT16K33, rev. 1.10: key scan, key data RAM, INT flag): a bit of the RAM is set, and the flag
with it, once its key was found closed in two scans, 20 ms apart; a read of all six bytes clears them. Not from there,
which says that a held key is reported once: both Linux's driver (drivers/auxdisplay/ht16k33.c) and Adafruit's (Trellis)
rely on each scan to report it again, and read every 30 ms. So a held key is one that each such read has.

Without diodes, three held keys at the corners of a rectangle make the fourth look held. It may or may not be, so it is
reported as before, until one of the others is released.
"""

import time

from glowgrid.hardware import i2c

_SET_UP = (
    b"\x21",
    b"\xa0",
    b"\x81",
)  # its clock on; ROW15 is K13, not INT; the scan of LEDs on, of which keys are a part
_FLAG, _KEYS = b"\x60", b"\x40"
_FOUND_MS = 60  # until a held key is found: three scans of a slow clock
_AGAIN_MS = 30  # until it is found again
_LINES = 3  # KS0 to KS2
_PATIENCE = 10  # scans in a row without an answer, a tenth of a second, before the keys are given up


class Keys:
    """`keys`: the "keys" of a board. count: number of keys, row by row. Raises ValueError if the chip is silent."""

    def __init__(self, keys):
        self._part = keys
        width, height = keys["width"], keys["height"]
        self.count = width * height
        # From a key to the next one on its KS line, and to the one on the next KS line.
        self._steps = (1, width) if height <= _LINES else (width, 1)
        self._lines, self._along = (height, width) if height <= _LINES else (width, height)
        self._ghosts = keys["diodes"] == "none"
        self._address = keys["address"]
        self._bus = i2c.Bus(keys)
        self._flag = bytearray(1)
        self._bytes = bytearray(2 * _LINES)
        self._found = [0] * _LINES  # per KS line, a bit per key: what the last read had
        self._held = [0] * _LINES  # the same without ghosts
        self._read_at = time.ticks_ms()
        self._failed = 0
        try:
            for command in _SET_UP:
                self._bus.writeto(self._address, command)
            time.sleep_ms(_FOUND_MS)
            self._look(True)
        except OSError:
            raise i2c.silence(keys, self._address)

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. No debouncing. Allocates nothing.

        A read that fails leaves the keys as they were; _PATIENCE in a row raise ValueError in one line.
        """
        try:
            self._look(any(self._found) and time.ticks_diff(time.ticks_ms(), self._read_at) >= _AGAIN_MS)
            self._failed = 0
        except OSError:
            self._failed += 1
            if self._failed > _PATIENCE:
                raise i2c.silence(self._part, self._address)
        if any(self._held) or any(levels):
            self._spread(levels)

    def any_held(self):
        """Return whether any key is down now."""
        time.sleep_ms(_AGAIN_MS)
        try:
            self._look(True)
        except OSError:
            pass  # scans report it
        return any(self._found)

    def _look(self, always):
        """Read the flag; if it is set, or always, read the keys too."""
        self._bus.writeto(self._address, _FLAG)
        self._bus.readfrom_into(self._address, self._flag)
        if self._flag[0] or always:
            self._take()

    def _take(self):
        """Read which keys were found closed since the last read, and block ghosts."""
        self._bus.writeto(self._address, _KEYS)
        self._bus.readfrom_into(self._address, self._bytes)
        self._read_at = time.ticks_ms()
        for line in range(_LINES):
            self._found[line] = self._bytes[2 * line] | (self._bytes[2 * line + 1] & 0x1F) << 8
        for line in range(_LINES):
            unsure = 0
            for other in range(_LINES):
                both = self._found[line] & self._found[other]
                if self._ghosts and other != line and both & (both - 1):
                    unsure |= both
            self._held[line] = self._held[line] & unsure | self._found[line] & ~unsure

    def _spread(self, levels):
        """Turn a bit per key into a byte per key."""
        along, across = self._steps
        for line in range(self._lines):
            bits = self._held[line]
            key = line * across
            for _ in range(self._along):
                levels[key] = bits & 1
                bits >>= 1
                key += along
