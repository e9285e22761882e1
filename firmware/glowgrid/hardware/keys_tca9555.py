"""Driver for up to 16 keys on a TCA9555 (I2C): key i pulls input i low.

After power-up all 16 pins of the chip are inputs (data sheet SCPS200). If only the Pico was restarted they may not be,
so they are set again. A key that goes down is read once more, _CONFIRM_US later: a glitch is over by then.
"""

import time

import micropython

from glowgrid.hardware import i2c

_INPUTS = b"\x00"  # a register; they come in pairs, and this is the first of its pair
_ALL_INPUTS = b"\x06\xff\xff"  # for the registers of the configuration
_CONFIRM_US = 1000
_PATIENCE = 10  # scans in a row without an answer, a tenth of a second, before the keys are given up


class Keys:
    """`keys`: the "keys" of a board. count: number of keys, row by row. Raises ValueError if the chip is silent."""

    def __init__(self, keys):
        self._part = keys
        self.count = keys["width"] * keys["height"]
        self._address = keys["address"]
        self._bus = i2c.Bus(keys)
        self._inputs = bytearray(b"\xff\xff")
        self._down = 0  # a bit per key
        self._failed = 0
        try:
            self._bus.writeto(self._address, _ALL_INPUTS)
            self._read()
        except OSError:
            raise i2c.silence(keys, self._address)

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. No debouncing. Allocates nothing.

        A read that fails leaves the keys as they were; _PATIENCE in a row raise ValueError in one line.
        """
        try:
            down = self._read()
            if down & ~self._down and self._part.get("bounce_ms", 1):
                time.sleep_us(_CONFIRM_US)
                down &= self._read() | self._down
            self._down = down
            self._failed = 0
        except OSError:
            self._failed += 1
            if self._failed > _PATIENCE:
                raise i2c.silence(self._part, self._address)
        _spread(self._down, levels, self.count)

    def _read(self):
        """Return which keys are down now, a bit each."""
        self._bus.writeto(self._address, _INPUTS)
        self._bus.readfrom_into(self._address, self._inputs)
        return (self._inputs[0] | self._inputs[1] << 8) ^ 0xFFFF

    def any_held(self):
        """Return whether any key is down now."""
        levels = bytearray(self.count)
        self.scan(levels)
        return any(levels)


@micropython.viper
def _spread(bits: int, levels: ptr8, count: int):
    """Turn a bit per key into a byte per key."""
    key = 0
    while key < count:
        levels[key] = bits & 1
        bits >>= 1
        key += 1
