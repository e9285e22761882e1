"""A TCA9555, 16 inputs or outputs on I2C, with a key at every input that pulls it low.

Registers (Texas Instruments, SCPS200): 0, 1 inputs; 2, 3 outputs; 4, 5 polarity; 6, 7 configuration, a 1 makes an
input. A read or write continues with the other register of the pair. Inputs have pull-ups. Contacts act at once.
"""

from collections.abc import Callable

from .fingers import Fingers

ADDRESS = 0x20
_POWER_UP = b"\xff\xff\xff\xff\x00\x00\xff\xff"


class Tca9555(Fingers):
    """A device for `I2CBus`; key i is at input i."""

    count = 16

    def __init__(self):
        super().__init__()
        self._registers = bytearray(_POWER_UP)
        self._pointer = 0
        self._named = True
        self.starts = []  # when each read of the inputs began, ns since power-up
        self.on_scan: Callable[[int], None] | None = None  # called after each read with the number of reads

    def attach(self, pico):
        self.attach_fingers(pico)
        self.power_up()
        self.starts = []

    def power_up(self):
        """The supply comes back: the registers are as at power-up."""
        self._registers[:] = _POWER_UP

    def unplugged(self):
        """The supply is gone."""

    def start(self, reading):
        self._named = reading
        if reading and self._pointer < 2:
            self.starts.append(round(self._clock.nanos))

    def write(self, byte):
        if not self._named:
            self._pointer = byte & 7
            self._named = True
            return
        if self._pointer >= 2:
            self._registers[self._pointer] = byte
        self._turn()

    def read(self):
        at = self._pointer
        value = self._registers[at]
        if at < 2:
            inputs = 0xFF
            for key in self.down:
                if key // 8 == at:
                    inputs &= ~(1 << key % 8)
            output, inputs_mask = self._registers[2 + at], self._registers[6 + at]
            value = (output & ~inputs_mask | inputs & inputs_mask) ^ self._registers[4 + at]
        self._turn()
        return value

    def stop(self):
        if self._pointer < 2 and self.on_scan:
            self.on_scan(len(self.starts))

    def _turn(self):
        self._pointer ^= 1
