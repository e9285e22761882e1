"""The driver of keys on I2C, run on CPython over the models of the chips, in emulated time."""

import importlib
import sys
import time
from types import ModuleType, SimpleNamespace

from rp2040py.clock.simulation_clock import SimulationClock

from glowgrid.console.keypad import Debounce
from glowgrid.hardware.contacts import BOUNCE_MS, Contacts
from host_sim.pico.hardware import Hardware

MACHINE = ModuleType("machine")  # imported drivers keep it
BYTE_NS, CALL_NS, MS = 22_500, 5000, 1_000_000  # 9 bits at 400 kHz
TICK_MS = 10


class KeysOnABus:
    """The keys of a board in emulated time. keys: the driver; hardware: the pressed keys; reads: reads so far."""

    def __init__(self, monkeypatch, board):
        self.hardware, self._clock = Hardware(board), SimulationClock()
        self.reads, self.high, self.now_ms = 0, True, 0
        gpio = SimpleNamespace(set_input_value=self._set, release_input=lambda: self._set(True))
        pico = SimpleNamespace(clock=self._clock, changed=lambda: None, mcu=SimpleNamespace(gpio=[gpio] * 30))
        for part in [self.hardware.interrupt, *self.hardware.buses[board["keys"]["i2c"]].devices.values()]:
            if part:
                part.attach(pico)
        monkeypatch.setitem(sys.modules, "machine", MACHINE)
        MACHINE.I2C = lambda *about, **more: self
        MACHINE.Pin = lambda *about, **more: lambda level=True: self.high
        MACHINE.Pin.IN = MACHINE.Pin.OPEN_DRAIN = MACHINE.Pin.PULL_UP = None
        for unit, in_ns in ("ms", MS), ("us", 1000):
            monkeypatch.setattr(
                time, f"sleep_{unit}", lambda count, in_ns=in_ns: self._clock.tick(count * in_ns), raising=False
            )
            monkeypatch.setattr(time, f"ticks_{unit}", lambda in_ns=in_ns: self._ticks(in_ns), raising=False)
        monkeypatch.setattr(time, "ticks_diff", int.__sub__, raising=False)
        driver = importlib.import_module(f"glowgrid.hardware.keys_{board['keys']['driver']}")
        self.keys = driver.Keys(board["keys"])
        self._levels, self._debounce = bytearray(self.keys.count), Debounce(self.keys.count)
        self._contacts = Contacts(self.keys.count, BOUNCE_MS)
        self.tick()

    def _set(self, high):
        self.high = high

    def _ticks(self, in_ns):
        self._clock.tick(CALL_NS)
        return round(self._clock.nanos) // in_ns

    def _device(self, address, reading):
        self._clock.tick(BYTE_NS)
        device = self.hardware.buses[self.hardware.board["keys"]["i2c"]].devices.get(address)
        if device is None or device.start(reading) is False:
            raise OSError(5)
        return device

    def writeto(self, address, data):
        device = self._device(address, False)
        for byte in data:
            self._clock.tick(BYTE_NS)
            device.write(byte)
        device.stop()

    def readfrom_into(self, address, buffer):
        self.reads += 1
        device = self._device(address, True)
        for at in range(len(buffer)):
            self._clock.tick(BYTE_NS)
            buffer[at] = device.read()
        device.stop()

    def pass_ms(self, ms):
        self._clock.tick(ms * MS)

    def scan(self):
        """Return the keys that a scan reports as down."""
        self.keys.scan(self._levels)
        return [key for key, level in enumerate(self._levels) if level]

    def tick(self, ms=TICK_MS):
        """Return the [(kind, key)] of a tick this long after the last; logical time advances by one tick."""
        self.pass_ms(ms)
        self.scan()
        self._contacts.settle(self._levels)
        self.now_ms += TICK_MS
        self._debounce.update(self._levels, self.now_ms)
        heard = []
        while self._debounce.next_event():
            heard.append((self._debounce.kind, self._debounce.key))
        return heard
