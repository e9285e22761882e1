"""Driver for up to 16 keys on a TCA9555 (I2C): key i pulls input i low.

After power-up all 16 pins of the chip are inputs (data sheet SCPS200); only a Pico that was restarted alone could find
them otherwise, so they are set again.
"""
import micropython

from glowgrid.hardware import i2c

_INPUTS = 0           # register of the first of two bytes, as are the next two
_CONFIGURATION = 6
_PATIENCE = 50        # scans in a row without an answer, half a second, before the keys are given up


class Keys:
    """`keys`: the "keys" of a board. count: number of keys, row by row. Raises ValueError if the chip does not answer."""

    def __init__(self, keys):
        self._part = keys
        self.count = keys["width"] * keys["height"]
        self._address = keys["address"]
        self._bus = i2c.bus(keys)
        self._inputs = bytearray(b"\xff\xff")
        self._failed = 0
        try:
            self._bus.writeto_mem(self._address, _CONFIGURATION, b"\xff\xff")
            self._bus.readfrom_mem_into(self._address, _INPUTS, self._inputs)
        except OSError:
            raise i2c.silence(keys, self._address)

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. No debouncing. Allocates nothing.

        A read that fails leaves the keys as they were; so many in a row raise ValueError in one line.
        """
        try:
            self._bus.readfrom_mem_into(self._address, _INPUTS, self._inputs)
            self._failed = 0
        except OSError:
            self._failed += 1
            if self._failed > _PATIENCE:
                raise i2c.silence(self._part, self._address)
        _spread(self._inputs, levels, self.count)

    def any_held(self):
        """Whether any key is down now."""
        levels = bytearray(self.count)
        self.scan(levels)
        return any(levels)


@micropython.viper
def _spread(inputs: ptr8, levels: ptr8, count: int):
    """From a bit per key, 0 = down, to a byte per key, 1 = down."""
    bits = int(inputs[0]) | (int(inputs[1]) << 8)
    key = 0
    while key < count:
        levels[key] = (bits & 1) ^ 1
        bits >>= 1
        key += 1
