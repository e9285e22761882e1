"""What arrives at the LEDs: WS2812 frames decoded from the edges on a data pin, with their times.

A bit is the length of its high pulse, as in the LEDs themselves. A frame is latched, and listed, when the line has been
low for `latch_ns`. The extremes of all pulses are kept, to compare with a data sheet.
"""

from typing import NamedTuple

from rp2040py.gpio_pin import GPIOPinState

THRESHOLD_NS = 600  # high for longer is a 1: in data sheets a 0 takes at most 550 ns, a 1 at least 580
LATCH_NS = 50_000  # WS2812B; the newer WS2812B-V5 wants 280 us, see `Ws2812Wire.shortest_pause_ns`
DATA_SHEET_NS = {  # WS2812B, Worldsemi: 0.4/0.85 us for a 0, 0.8/0.45 us for a 1, each +-150 ns
    "high_0": (250, 550),
    "low_0": (700, 1000),
    "high_1": (650, 950),
    "low_1": (300, 600),
}
# What these LEDs accept, the WS2812B-V5 (the high times are what it reads) and the SK6812.
EVERY_PART_NS = {"high_0": (250, 380), "low_0": (750, 1000), "high_1": (650, 750), "low_1": (450, 600)}
BUSY_SLACK_NS = 128  # the longest step of the emulator: entering an interrupt, 16 cycles
HIGHS = ("high_0", "high_1")
LOWS = ("low_0", "low_1")


class Frame(NamedTuple):
    """A latched frame: the first edge, the end of the last bit (its falling edge), the bytes in wire order.

    `spare_bits`: how many bits follow the last whole byte: 0 in a good frame.
    """

    start_ns: int
    end_ns: int
    data: bytes
    spare_bits: int = 0

    def pixels(self, channels: str = "GRB") -> list[tuple[int, int, int]]:
        """(red, green, blue) of each LED, for LEDs that take their channels in this order."""
        red, green, blue = (channels.index(channel) for channel in "RGB")
        leds = (self.data[i : i + 3] for i in range(0, len(self.data) - 2, 3))
        return [(led[red], led[green], led[blue]) for led in leds]


class Ws2812Wire:
    """Part for `Pico(parts=[...])`: a listener at GPIO `pin`. Starts over at every power-up.

    `frames`: every latched `Frame`. `shortest_pause_ns`: the shortest low between two frames, or None.
    """

    def __init__(self, pin: int, latch_ns: int = LATCH_NS, threshold_ns: int = THRESHOLD_NS):
        self.pin = pin
        self.threshold_ns = threshold_ns
        self.plugged = True  # while unplugged, nothing arrives
        self.latch_ns = latch_ns
        self._clear()

    def attach(self, pico):
        self._pico = pico
        self._clock = pico.clock
        self._latch_alarm = pico.clock.create_alarm(self._latch)
        self._clear()
        pico.mcu.gpio[self.pin].add_listener(self._edge)

    def _clear(self):
        self.frames: list[Frame] = []
        self.shortest_pause_ns = None
        self._widths = {name: {} for name in DATA_SHEET_NS}  # {width in ns: how often}
        self._high_since = self._last_end = None  # None before the first
        self._low_since = self._start = 0
        self._bits = self._count = 0

    @property
    def widths(self) -> dict[str, tuple[int, int]]:
        """Return {"high_0": (shortest, longest), "low_0", "high_1", "low_1"} in ns, over all bits since power-up.

        The low after a frame's last bit is left out. A kind that did not occur is not listed.
        """
        return {name: (min(widths), max(widths)) for name, widths in self._widths.items() if widths}

    def violations(self, limits=DATA_SHEET_NS, slack_ns=0) -> list[str]:
        """Return one line for each kind of pulse that was out of `limits` at least once.

        `slack_ns`: how much to allow. Edges made by PIO while the CPU computes are seen only after the current
        instruction, up to `BUSY_SLACK_NS` late; all others are exact.
        """
        return [
            f"{name} was {shortest} to {longest} ns; allowed: {limits[name][0]} to {limits[name][1]}"
            for name, (shortest, longest) in sorted(self.widths.items())
            if shortest < limits[name][0] - slack_ns or longest > limits[name][1] + slack_ns
        ]

    def _edge(self, new, old):
        # Called twice for each bit: keep it short.
        if not self.plugged:
            return
        now = round(self._clock.nanos)
        if new == GPIOPinState.HIGH:
            self._latch_alarm.cancel()
            self._high_since = now
            if self._count:
                self._note(LOWS[self._bits & 1], now - self._low_since)
            else:
                self._begin(now)
        elif old == GPIOPinState.HIGH and self._high_since is not None:
            width = now - self._high_since
            bit = width > self.threshold_ns
            self._note(HIGHS[bit], width)
            self._bits = self._bits << 1 | bit
            self._count += 1
            self._high_since = None
            self._low_since = now
            self._latch_alarm.schedule(self.latch_ns)

    def _note(self, name, width):
        widths = self._widths[name]
        widths[width] = widths.get(width, 0) + 1

    def _begin(self, now):
        self._start = now
        if self._last_end is not None:
            pause = now - self._last_end
            self.shortest_pause_ns = min(pause, self.shortest_pause_ns or pause)

    def _latch(self):
        spare = self._count % 8
        data = (self._bits >> spare).to_bytes(self._count // 8, "big")
        self.frames.append(Frame(self._start, self._low_since, data, spare))
        self._bits = self._count = 0
        self._last_end = self._low_since
        self._pico.changed()
