"""A chain of MAX7219 on an SPI block, each with 8x8 LEDs: what they show, with its times.

As in Maxim's data sheet (19-4452): each chip shifts in 16 bits, most significant first, and passes on what leaves it;
when LOAD (CS) rises, it takes them as a register and a value. rp2040py reports SPI bytes, not edges, so this reads
bytes; each takes eight clocks.
"""

from typing import Any, NamedTuple

from rp2040py.gpio_pin import GPIOPinState

PERIPHERAL_HERTZ = 48_000_000  # what MicroPython clocks SPI with; rp2040py assumes the system clock
MOST_HERTZ = 10_000_000
QUIET_NS = 1_000_000  # this long without a word ends a frame
DECODE, INTENSITY, SCAN, RUN, TEST = 9, 10, 11, 12, 15
SEGMENT_MILLIAMPS = 40  # with RSET of 10 k
CHIP_MILLIAMPS = 8  # without its LEDs, at most


class Frame(NamedTuple):
    """First and last clock in ns; for each LED in the order of the chain 0 or the brightness, 1..16."""

    start_ns: int
    end_ns: int
    leds: bytes


class Chip:
    """The registers of a chip; at power-up it is shut down, and the rows hold anything: here, LEDs that are on."""

    def __init__(self):
        self.registers = [0, *[0xFF] * 8, 0xFF, 0, 0, 0, 0, 0, 0]

    def shows(self):
        """Return 64 bytes: 0, or the brightness of an LED, 1..16."""
        held = self.registers
        if held[TEST] & 1:
            return bytes([16]) * 64
        if not held[RUN] & 1:
            return bytes(64)
        lit = bytearray()
        for row in range(8):
            bits = held[1 + row] if row <= held[SCAN] & 7 else 0
            lit += bytes(((held[INTENSITY] & 15) + 1) * (bits >> 7 - led & 1) for led in range(8))
        return bytes(lit)

    def milliamps(self):
        """Return the mean current: an LED is on for an eighth of the time, less what the intensity says."""
        duty = (2 * (self.registers[INTENSITY] & 15) + 1) / 32
        return CHIP_MILLIAMPS + sum(map(bool, self.shows())) * SEGMENT_MILLIAMPS / 8 * duty


class Max7219:
    """Part for `Pico(parts=[...])`: `count` chips on block `number` LOAD on GPIO `cs`; the first is the nearest."""

    def __init__(self, count, number, cs):
        self.count, self.number, self.cs = count, number, cs
        self.chips = []
        self.frames = []
        self.faults = []  # one line for each thing that the data sheet forbids
        self._plugged = True
        self._pico: Any = None

    @classmethod
    def of_board(cls, board):
        """Return the chain that a board file describes under "leds"."""
        leds = board["leds"]
        return cls(leds["width"] * leds["height"] // 64, leds["spi"], leds["cs"])

    @property
    def plugged(self):
        return self._plugged

    @plugged.setter
    def plugged(self, plugged):
        """Unplugged chips forget everything."""
        self._plugged = plugged
        self.chips = [Chip() for _ in range(self.count)]
        if self._pico:
            self._note()

    def attach(self, pico):
        self._pico = pico
        self._clock = pico.clock
        self.block = pico.mcu.spi[self.number]
        pico.mcu.clk_peri = PERIPHERAL_HERTZ
        self.chips = [Chip() for _ in range(self.count)]
        self.frames = []
        self.faults = []
        self._shifted = bytes(2 * self.count)
        self._start = self._end = 0
        self._byte = pico.clock.create_alarm(self._byte_out)
        self._quiet = pico.clock.create_alarm(self._note)
        self.block.on_transmit = self._transmit
        pico.mcu.gpio[self.cs].add_listener(self._selected)

    def _transmit(self, value):
        if self.block.clock_frequency > MOST_HERTZ:
            self.faults.append(f"{self.block.clock_frequency:.0f} Hz")
        self._shifted = self._shifted[1:] + bytes([value & 0xFF])
        self._byte.schedule(8e9 / self.block.clock_frequency)

    def _byte_out(self):
        self.block.complete_transmit(0)

    def _selected(self, new, old):
        if new != GPIOPinState.HIGH or old != GPIOPinState.LOW or not self.plugged:
            return
        now = round(self._clock.nanos)
        if now - self._end > QUIET_NS:
            self._start = now
        self._end = now
        was_dark = self._is_dark()
        for at, chip in enumerate(reversed(self.chips)):
            register, value = self._shifted[2 * at : 2 * at + 2]
            register &= 15  # the upper four bits count for nothing
            chip.registers[register] = value
            if register == DECODE and value:
                self.faults.append(f"decode {value:#x} turns rows into digits")
            if register in (RUN, TEST) and was_dark and not self._is_dark():
                self._note()  # the moment the display is switched on
        self._quiet.schedule(QUIET_NS)

    def _is_dark(self):
        return not any(any(chip.shows()) for chip in self.chips)

    def _note(self):
        """Note what is shown if it has changed."""
        leds = b"".join(chip.shows() for chip in self.chips)
        if not self.frames or leds != self.frames[-1].leds:
            self.frames.append(Frame(self._start, self._end, leds))
            self._pico.changed()
