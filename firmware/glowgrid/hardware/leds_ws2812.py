"""Driver for a chain of WS2812 LEDs on one pin: PIO makes the waveform, DMA feeds it, and the CPU is free.

0 = 300 ns high, 950 ns low; 1 = 700 ns high, 550 ns low: what the data sheets of the WS2812B (also of its fifth
version, where a zero is at most 380 ns high) and of the SK6812 allow. For other parts the board file has "timing", in
the same order. Newer parts latch only after 280 us of silence, so this leaves 300.

LEDs with a white channel (SK6812 RGBW and others, a W in "channels") use it for what red, green and blue have in
common. That never gives more light or current than the three would.

If PIO or DMA is missing or not free, the CPU sends the bits (30 us an LED, interrupts off).
"""

import time

import machine
import micropython

try:
    from rp2 import DMA, PIO, StateMachine

    from glowgrid.hardware.waveform import waveform
except ImportError:
    DMA = None

TIMING = (300, 950, 700, 550)
LATCH_US = 300
_STATE_MACHINE = 0


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError for a pin or timing that the chip does not support."""

    unsure = False  # the LEDs give no answer, so never ask for a repeat

    def __init__(self, leds):
        count = leds["width"] * leds["height"]
        self._timing = tuple(leds.get("timing", TIMING))
        channels = leds["channels"]
        self._bytes = bytearray(len(channels) * count)
        self._red, self._green, self._blue = (channels.index(channel) for channel in "RGB")
        self._pack_white = None
        if len(channels) > 3:
            white = __import__("glowgrid.hardware.white", None, None, ("pack",))  # few boards need it
            self._white, self._pack_white = channels.index("W"), white.pack
        pin = machine.Pin(leds["pin"], machine.Pin.OUT, value=0)
        self._line = _line(pin, self._timing, len(self._bytes))
        # From the start of a frame to the earliest next one; 100 us are for the start, and for what is still in PIO.
        self._gap_us = len(self._bytes) * 8 * _bit_ns(self._timing) // 1000 + 100 + LATCH_US
        self._send()  # black, since they may show anything

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order. Returns at once; the line runs in the background.

        A call that comes before the last frame is out and latched waits for it, at most 2.3 ms for 64 LEDs.
        """
        while 0 <= time.ticks_diff(time.ticks_us(), self._started) < self._gap_us:  # a call of _wait takes 30 us
            pass
        if self._pack_white is None:
            _pack(rgb, self._bytes, len(self._bytes), self._red, self._green, self._blue)
        else:
            self._pack_white(rgb, self._bytes, len(self._bytes), self._red, self._green, self._blue, self._white)
        self._send()

    def off(self):
        """Darken all LEDs, and return when they are. Allocates nothing: it must work after a MemoryError."""
        self._wait()
        for at in range(len(self._bytes)):
            self._bytes[at] = 0
        self._send()
        self._wait()

    def busy(self):
        """Return whether a frame is still being sent, or not yet latched."""
        return 0 <= time.ticks_diff(time.ticks_us(), self._started) < self._gap_us

    def close(self):
        """Release the state machine and the DMA channel once the current frame is out. The LEDs stay as they are."""
        self._wait()
        self._line.close()

    def _send(self):
        # First the time, then the frame: after an interruption between them, the next call waits without need.
        self._started = time.ticks_us()
        self._line.send(self._bytes)

    def _wait(self):
        # ticks_us wraps every 18 minutes: a frame that old may look like a new one, but not for longer than this waits.
        while 0 <= time.ticks_diff(time.ticks_us(), self._started) < self._gap_us:
            pass


class _PioLine:
    """The line driven by a state machine that DMA feeds."""

    def __init__(self, pin, timing, count):
        self._pin = pin
        self._dma = DMA()
        cycle_ns, self._program = waveform(timing, _bit_ns(timing))
        self._machine = StateMachine(_STATE_MACHINE, self._program, freq=1_000_000_000 // cycle_ns, sideset_base=pin)
        self._machine.active(1)
        # One byte at a time: the bus repeats it in all four lanes, so the state machine finds it in the top one.
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=_STATE_MACHINE)  # DREQ_PIO0_TX0 is 0
        self._dma.config(write=self._machine, count=count, ctrl=control)

    def send(self, data):
        self._dma.config(read=data, trigger=True)

    def close(self):
        self._dma.close()
        self._machine.active(0)
        PIO(_STATE_MACHINE // 4).remove_program(self._program)
        self._pin.init(machine.Pin.OUT, value=0)  # back from PIO, and still low


def _line(pin, timing, count):
    if DMA is not None:
        try:
            return _PioLine(pin, timing, count)
        except OSError:  # no free DMA channel, or the state machine belongs to another program
            pass
    # Few boards need it, and it takes 3 ms at power-up.
    return __import__("glowgrid.hardware.bit_banged", None, None, ("BitBangedLine",)).BitBangedLine(pin, timing)


def _bit_ns(timing):
    """Return how long a bit takes: 0 and 1 both get the time of the longer one."""
    return max(timing[0] + timing[1], timing[2] + timing[3])


@micropython.viper
def _pack(rgb: ptr8, data: ptr8, at: int, red: int, green: int, blue: int):
    """Copy R, G, B per LED into the wire's order of channels. at: the number of bytes, a multiple of 3; red, green,
    blue: the place of each, 0..2."""
    while at:
        at -= 3
        data[at + red] = rgb[at]
        data[at + green] = rgb[at + 1]
        data[at + blue] = rgb[at + 2]
