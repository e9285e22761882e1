"""An I2C bus and the parts on it, byte by byte at the bus's own speed.

A part has `start(reading)` (False: its address is not acknowledged; a number: first it holds the clock low for
that many ns), `write(byte)` (False: not acknowledged), `read()` and `stop()`. A bus without parts, or an unplugged part
(`unplug`), does not acknowledge: the master sees an error, as on a real bus. A part whose read was interrupted holds
SDA low (`hold`) until it sees enough clocks, which the master must make itself; no transfer begins before that.

A busy part refuses a transfer: `refuse` refuses a share of all transfers at random, the same ones in each run;
`stretch_ns`: the longest time that the clock is held low before a part answers.

If the bus knows its pins, the pull-ups on the parts keep them high, and a part also acknowledges its address when the
chip moves the pins itself: that is how MicroPython looks for parts (`scan`).
"""

import random
from typing import Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.i2c import I2CMode

BITS_OF_A_BYTE = 9  # with the acknowledge
TX_EMPTY = 1 << 4  # the interrupt bit that rp2040py forgets to set after an unanswered address


class I2CBus:
    """Part for `Pico(parts=[...])`: block `number` (0 or 1) with `devices`, {address: part}. pins: (SDA, SCL)."""

    def __init__(self, number=0, devices=(), pins=()):
        self.number = number
        self.pins = pins
        self.devices = dict(devices)
        self._unplugged = {}
        self.transfers = self.refused = 0  # since power-up
        self.refuse(0)
        self.stretch_ns = 0

    def refuse(self, part, seed=1):
        """Refuse this share (0..1) of all transfers."""
        self._part = part
        self._chance = random.Random(seed)

    def unplug(self, address):
        """Take a part off the wires."""
        device = self.devices.pop(address)
        self._unplugged[address] = device
        device.unplugged()
        self._rest()

    def plug(self, address):
        """Put a part back: it powers up."""
        device = self._unplugged.pop(address)
        device.power_up()
        self.devices[address] = device
        self._rest()

    def hold(self, sda, scl, clocks):
        """Let a part hold SDA low until it sees this many more clocks. sda, scl: the pins."""
        self._clocks, self._stuck = clocks, sda
        self._gpio[sda].set_input_value(False)

        def clocked(new, old):
            if self._clocks and new == GPIOPinState.LOW:
                self._clocks -= 1
                if not self._clocks:
                    self._let_go(sda)

        self._gpio[scl].add_listener(clocked)

    def _let_go(self, pin):
        if self._clocks and pin == self._stuck:
            return
        if pin in self.pins and self.devices:
            self._gpio[pin].set_input_value(True)
        else:
            self._gpio[pin].release_input()

    def _rest(self):
        for pin in self.pins:
            self._let_go(pin)

    def attach(self, pico):
        self.transfers = self.refused = 0
        self._gpio = pico.mcu.gpio
        self._clocks = 0  # clocks that the part holding SDA still waits for
        self._stuck = None  # the pin of that SDA
        self.block = pico.mcu.i2c[self.number]
        self._mcu = pico.mcu
        self._then = None
        self._current: Any = None  # the part that answered to its address
        self._alarm = pico.clock.create_alarm(self._due)
        self.block.on_start = lambda repeated: self._later(1, self._start)
        self.block.on_connect = self._connect
        self.block.on_write_byte = self._write
        self.block.on_read_byte = self._read
        self.block.on_stop = self._stop
        for device in self.devices.values():
            if hasattr(device, "attach"):
                device.attach(pico)
        self._rest()
        self._levels = True, True  # SDA and SCL when the chip moves them itself
        self._heard: list[bool] | None = None  # bits since its START; None: no address is expected
        self._named: Any = None  # the part that answered
        for pin in self.pins:
            self._gpio[pin].add_listener(self._moved)

    @property
    def hertz(self):
        """Return the clock that the firmware has set."""
        return self._mcu.clk_sys / (self.block.scl_high_period + self.block.scl_low_period)

    def _moved(self, new, old):
        """Follow SDA and SCL moved by the chip itself: read the address after a START, and answer it."""
        was_sda, was_scl = self._levels
        sda, scl = self._levels = tuple(self._gpio[pin].value != GPIOPinState.LOW for pin in self.pins)
        if scl and was_scl:
            if was_sda and not sda:
                self._heard = []
            elif sda and not was_sda:
                self._heard = None
                if self._named:
                    self._named.stop()
                    self._named = None
        elif self._heard is None:
            return
        elif scl:
            self._heard.append(sda)
        elif len(self._heard) == BITS_OF_A_BYTE - 1:
            address = sum(bit << 6 - at for at, bit in enumerate(self._heard[:-1]))
            device = self.devices.get(address)
            if device and device.start(self._heard[-1]) is not False:
                self._named = device
                self._gpio[self.pins[0]].set_input_value(False)
        elif len(self._heard) == BITS_OF_A_BYTE:
            self._let_go(self.pins[0])
            self._heard = None

    def _later(self, bits, then, held_ns=0.0):
        self._then = then
        self._alarm.schedule(bits * 1e9 / self.hertz + held_ns)

    def _due(self):
        then, self._then = self._then, None
        if then:
            then()

    def _start(self):
        if self._clocks:
            self._later(BITS_OF_A_BYTE, self._start)
        else:
            self.block.complete_start()

    def _connect(self, address, mode):
        self._current = self.devices.get(address)
        self.transfers += 1
        refused = self._chance.random() < self._part
        self.refused += refused
        held_ns = self._current.start(mode == I2CMode.READ) if self._current and not refused else False
        answered = held_ns is not False
        if self.stretch_ns and answered:
            held_ns = (held_ns or 0) + self._chance.uniform(0, self.stretch_ns)
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
