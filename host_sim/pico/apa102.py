"""A chain of APA102 LEDs on an SPI block, frames with their times.

rp2040py reports SPI bytes, not edges, so this reads bytes; each takes eight clocks. With a chip select line, only bytes
while it is low reach the LEDs, and a frame ends when it rises; without one, it ends with the clocks after the last LED.
An LED lights only if enough clocks follow its own: what a short end frame leaves dark on real LEDs stays dark here.
"""

from typing import NamedTuple

from rp2040py.gpio_pin import GPIOPinState

PERIPHERAL_HERTZ = 48_000_000  # what MicroPython clocks SPI with; rp2040py assumes the system clock
QUIET_NS = 100_000  # without chip select: this long without a clock ends a frame
MARK = 0xE0


class Frame(NamedTuple):
    """The first and last clock in ns; (red, green, blue) of each LED; five bits of current of each."""

    start_ns: int
    end_ns: int
    leds: list
    currents: list

    def pixels(self, channels="BGR"):
        """(red, green, blue) of each LED, for LEDs that take their channels in this order."""
        at = [channels.index(channel) for channel in "RGB"]
        return [tuple(led[k] for k in at) for led in self.leds]


class Apa102:
    """Part for `Pico(parts=[...])`: `count` LEDs on block `number`; cs: GPIO of the chip select line, or None."""

    def __init__(self, count, number=0, cs=None):
        self.count, self.number, self.cs = count, number, cs
        self.plugged = True  # while unplugged, nothing is shown
        self.frames = []
        self.faults = []  # one line for each frame that LEDs would reject

    @classmethod
    def of_board(cls, board):
        """Return the chain that a board file describes under "leds"."""
        leds = board["leds"]
        return cls(leds["width"] * leds["height"], leds["spi"], leds.get("cs"))

    def attach(self, pico):
        self._pico = pico
        self._clock = pico.clock
        self._gpio = pico.mcu.gpio
        self.block = pico.mcu.spi[self.number]
        pico.mcu.clk_peri = PERIPHERAL_HERTZ
        self.frames = []
        self.faults = []
        self._bytes = bytearray()
        self._shifted = pico.clock.create_alarm(self._byte_out)
        self._quiet = pico.clock.create_alarm(self._latch)
        self.block.on_transmit = self._transmit
        if self.cs is not None:
            self._gpio[self.cs].add_listener(self._selected)

    def _transmit(self, value):
        if self.cs is None or self._gpio[self.cs].value == GPIOPinState.LOW:
            if not self._bytes:
                self._start = round(self._clock.nanos)
            self._bytes.append(value & 0xFF)
        self._shifted.schedule(8e9 / self.block.clock_frequency)

    def _byte_out(self):
        self._end = round(self._clock.nanos)
        self.block.complete_transmit(0)
        if self.cs is None:
            self._quiet.schedule(QUIET_NS)

    def _selected(self, new, old):
        if new == GPIOPinState.HIGH and self._bytes:
            self._latch()

    def _latch(self):
        data, self._bytes = bytes(self._bytes), bytearray()
        if not self.plugged:
            return
        if data[:4] != bytes(4):
            self.faults.append(f"no start frame: {data[:4].hex()}")
            return
        leds, at = [], 4
        while len(leds) < self.count and at + 4 <= len(data) and data[at] & MARK == MARK:
            leds.append(data[at : at + 4])
            at += 4
        clocks_after = 8 * (len(data) - at)
        if len(leds) < self.count:
            self.faults.append(f"{len(leds)} of {self.count} LEDs")
        if clocks_after < self.count // 2:
            self.faults.append(f"{clocks_after} clocks after the last LED; {self.count} LEDs need {self.count // 2}")
        self.frames.append(Frame(self._start, self._end, [led[1:] for led in leds], [led[0] & 31 for led in leds]))
        self._pico.changed()
