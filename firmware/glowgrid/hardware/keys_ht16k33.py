"""Driver for up to 39 keys on an HT16K33 (I2C), which scans them: lines KS0 to KS2 cross lines K1 to K13.

The rows are on KS if there are at most three, else the columns. From Holtek's data sheet (rev. 1.10: key data RAM, INT
flag): a key closed in two scans, 20 ms apart, sets its bit and the flag; a read of all six bytes clears both. It says
that a held key is reported once; drivers that read every 30 ms, Linux's (ht16k33.c) and Adafruit's (Trellis), rely on
each scan to report it again, as this does.

Without diodes three held keys may fake a fourth: what is unsure stays.
"""

import time

from glowgrid.hardware import i2c

_SET_UP = b"\x21", b"\xa0", b"\x81"  # clock on; K13, not INT; scan on
_FLAG, _KEYS = b"\x60", b"\x40"
_FOUND_MS = 60  # until a held key is found: three slow scans
_AGAIN_MS = 30  # until it is found again
_LINES = 3  # KS0 to KS2
_PATIENCE = 10  # scans in a row without an answer
_REPAIR = 50  # looks until it is set up again, as a brown-out resets it


class Keys:
    """`keys`: the "keys" of a board. count: number of keys, row by row. Raises ValueError if the chip is silent."""

    def __init__(self, keys):
        self._part = keys
        width, height = keys["width"], keys["height"]
        self.count = width * height
        # KS lines, keys on each; steps to the next key, to the next line
        self._plan = (height, width, 1, width) if height <= _LINES else (width, height, width, 1)
        self._address = keys["address"]
        self._bus = i2c.Bus(keys)
        self._flag = bytearray(1)
        self._bytes = bytearray(2 * _LINES)
        self._found = [0] * _LINES  # a bit per key, as last read
        self._held = [0] * _LINES  # the same without ghosts
        self._read_at = time.ticks_ms()
        self._failed = self._scans = 0
        try:
            self._look(False)
            time.sleep_ms(_FOUND_MS)
            self._look(True)
        except OSError:
            raise i2c.silence(keys, self._address)

    def scan(self, levels):
        """As in keys_tca9555.py."""
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
        """Read the flag; if it is set, or always, the keys too; block ghosts."""
        if not self._scans:
            for command in _SET_UP:
                self._bus.writeto(self._address, command)
        self._scans = (self._scans + 1) % _REPAIR
        self._ask(_FLAG, self._flag)
        if not (self._flag[0] or always):
            return
        self._ask(_KEYS, self._bytes)
        self._read_at = time.ticks_ms()
        found = self._found
        for line in range(_LINES):
            found[line] = self._bytes[2 * line] | (self._bytes[2 * line + 1] & 0x1F) << 8
        for line in range(_LINES):
            unsure = 0
            for other in range(_LINES):
                both = found[line] & found[other]
                if other != line and both & (both - 1) and self._part["diodes"] == "none":
                    unsure |= both
            self._held[line] = self._held[line] & unsure | found[line] & ~unsure

    def _ask(self, register, answer):
        self._bus.writeto(self._address, register)
        self._bus.readfrom_into(self._address, answer)

    def _spread(self, levels):
        """Turn bits into bytes."""
        lines, count, along, across = self._plan
        for line in range(lines):
            key = line * across
            for at in range(count):
                levels[key] = self._held[line] >> at & 1
                key += along
