"""The deepest sleep of the RP2040: the crystal stands still, and all clocks with it, until a pin has the level that
DORMANT_WAKE_INTE asks for.

rp2040py lets the CPU spin for the crystal for ever. Here it waits; but the timer goes on, which on the chip would
stand still too. The pins are looked at once in START_NS, about as long as a crystal takes to start.
"""

from rp2040py.peripherals.peripheral import ATOMIC_NORMAL, atomic_update
from rp2040py.peripherals.xosc import DORMANT_VALUE, XOSC_DORMANT, XOSC_STATUS

XOSC, IO = 0x40024, 0x40014  # keys of RP2040.peripherals: address >> 12
WAKE_INTE = 0x160  # the first of four registers of eight pins each
LEVEL_LOW, LEVEL_HIGH = 1, 2
STABLE = 1 << 31
START_NS = 1_000_000


class Dormant:
    """The crystal of `mcu`, an rp2040py RP2040. `sleeps`: [start, end] of each sleep, ns; end is None during one."""

    def __init__(self, mcu):
        self.sleeps = []
        self._mcu = mcu
        self._crystal = mcu.peripherals[XOSC]
        self._wakes = [0] * 4
        mcu.peripherals[XOSC] = self
        mcu.peripherals[IO] = _WatchedPins(mcu.peripherals[IO], self._wakes)
        self._alarm = mcu.clock.create_alarm(self._look)

    def __getattr__(self, name):
        return getattr(self._crystal, name)

    @property
    def asleep(self):
        """Return whether the chip is in its deepest sleep now."""
        return bool(self.sleeps) and self.sleeps[-1][1] is None

    def read_uint32(self, offset):
        value = self._crystal.read_uint32(offset)
        if offset == XOSC_STATUS:
            if self.asleep:
                self._mcu.core.waiting = True  # it asks again whenever something happens
                return value & ~STABLE
            return value | STABLE
        return value

    def write_uint32(self, offset, value):
        if offset == XOSC_DORMANT and value == DORMANT_VALUE:
            self.sleeps.append([round(self._mcu.clock.nanos), None])
            self._alarm.schedule(START_NS)
        else:
            self._crystal.write_uint32(offset, value)

    def write_uint32_atomic(self, offset, value, kind):
        if offset == XOSC_DORMANT and kind == ATOMIC_NORMAL:
            self.write_uint32(offset, value)
        else:
            self._crystal.write_uint32_atomic(offset, value, kind)

    def _look(self):
        if self._is_woken():
            self.sleeps[-1][1] = round(self._mcu.clock.nanos)
            self._mcu.core.waiting = False
        else:
            self._alarm.schedule(START_NS)

    def _is_woken(self):
        for number, pin in enumerate(self._mcu.gpio):
            wanted = self._wakes[number // 8] >> number % 8 * 4
            if wanted & (LEVEL_HIGH if pin.input_value else LEVEL_LOW):
                return True
        return False


class _WatchedPins:
    """Replaces IO_BANK0 on the bus and keeps what DORMANT_WAKE_INTE holds."""

    def __init__(self, pins, wakes):
        self._pins = pins
        self._wakes = wakes

    def __getattr__(self, name):
        return getattr(self._pins, name)

    def read_uint32(self, offset):
        at = (offset - WAKE_INTE) // 4
        return self._wakes[at] if 0 <= at < len(self._wakes) else self._pins.read_uint32(offset)

    def write_uint32(self, offset, value):
        at = (offset - WAKE_INTE) // 4
        if 0 <= at < len(self._wakes):
            self._wakes[at] = value
        else:
            self._pins.write_uint32(offset, value)

    def write_uint32_atomic(self, offset, value, kind):
        at = (offset - WAKE_INTE) // 4
        if 0 <= at < len(self._wakes):
            self._wakes[at] = value if kind == ATOMIC_NORMAL else atomic_update(self._wakes[at], kind, value)
        else:
            self._pins.write_uint32_atomic(offset, value, kind)
