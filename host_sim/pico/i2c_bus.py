"""The wires of an I2C bus and the parts on it, byte by byte at the bus's own pace.

A part has `start(reading)` (False: its address is not acknowledged; a number: for so many ns it holds the clock low first),
`write(byte)` (False: not acknowledged), `read()` and `stop()`. A bus without parts, or a
part unplugged (`devices.pop`), does not acknowledge: the master sees an error, as on a real one.
"""

from rp2040py.peripherals.i2c import I2CMode

BITS_OF_A_BYTE = 9  # with the acknowledge
TX_EMPTY = 1 << 4  # the interrupt bit rp2040py forgets to set after an address that nobody answered


class I2CBus:
    """Part for `Pico(parts=[...])`: block `number` (0 or 1) with `devices`, {address: part}."""

    def __init__(self, number=0, devices=()):
        self.number = number
        self.devices = dict(devices)
        self._current = None

    def attach(self, pico):
        self.block = pico.mcu.i2c[self.number]
        self._mcu = pico.mcu
        self._then = None
        self._current = None
        self._alarm = pico.clock.create_alarm(self._due)
        self.block.on_start = lambda repeated: self._later(1, self.block.complete_start)
        self.block.on_connect = self._connect
        self.block.on_write_byte = self._write
        self.block.on_read_byte = self._read
        self.block.on_stop = self._stop
        for device in self.devices.values():
            if hasattr(device, "attach"):
                device.attach(pico)

    @property
    def hertz(self):
        """The clock the firmware has set."""
        return self._mcu.clk_sys / (self.block.scl_high_period + self.block.scl_low_period)

    def _later(self, bits, then, held_ns=0):
        self._then = then
        self._alarm.schedule(bits * 1e9 / self.hertz + held_ns)

    def _due(self):
        then, self._then = self._then, None
        then()

    def _connect(self, address, mode):
        self._current = self.devices.get(address)
        held_ns = self._current.start(mode == I2CMode.READ) if self._current else False
        answered = held_ns is not False
        if not answered:
            self._current = None

        def done():
            self.block.complete_connect(answered)
            if not answered:
                self.block._set_interrupts(TX_EMPTY)

        self._later(BITS_OF_A_BYTE, done, held_ns or 0)

    def _write(self, byte):
        acknowledged = self._current.write(byte) is not False
        self._later(BITS_OF_A_BYTE, lambda: self.block.complete_write(acknowledged))

    def _read(self, acknowledge):
        byte = self._current.read() & 0xFF
        self._later(BITS_OF_A_BYTE, lambda: self.block.complete_read(byte))

    def _stop(self):
        if self._current:
            self._current.stop()
            self._current = None
        self._later(1, self.block.complete_stop)
