"""Driver for a chain of WS2812 LEDs on one pin: PIO makes the waveform, DMA feeds it, the CPU is free meanwhile.

Times from the WS2812B data sheet (Worldsemi): 0 = 400 ns high, 850 ns low; 1 = 800 ns high, 450 ns low. Clones with
other needs: "timing" in the board file, in the same order. Newer parts (V5) latch only after 280 us of silence; 300
are kept.

LEDs with a white channel (SK6812 RGBW and the like, a W in "channels") get what red, green and blue have in common on
it: never more light or current than the three would make.

Where PIO or DMA is missing or taken, the bits are sent by the CPU (30 us a LED, interrupts off).
"""
import time

import machine
import micropython

from glowgrid import hardware
from glowgrid.modules import forget

try:
    from rp2 import DMA, PIO, StateMachine
except ImportError:
    DMA = None

TIMING = (400, 850, 800, 450)
LATCH_US = 300
_STATE_MACHINE = 0


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError for a pin or timing the chip cannot do."""

    def __init__(self, leds):
        count = leds["width"] * leds["height"]
        self._timing = tuple(leds.get("timing", TIMING))
        channels = leds["channels"]
        self._bytes = bytearray(len(channels) * count)
        self._red, self._green, self._blue = (channels.index(channel) for channel in "RGB")
        self._pack_white = None
        if len(channels) > 3:
            from glowgrid.hardware import white
            self._white, self._pack_white = channels.index("W"), white.pack
        pin = machine.Pin(leds["pin"], machine.Pin.OUT, value=0)
        self._line = _line(pin, self._timing)
        # From one frame to the earliest next; 100 us are for starting, and for what waits in PIO.
        self._gap_us = len(self._bytes) * 8 * _bit_ns(self._timing) // 1000 + 100 + LATCH_US
        self._started = time.ticks_us()

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order. Returns at once; the line runs in the background.

        Only a call that comes before the last frame is out and latched waits for that, 2.3 ms at most for 64 LEDs.
        """
        self._wait()
        if self._pack_white is None:
            _pack(len(self._bytes), rgb, self._bytes, self._red, self._green, self._blue)
        else:
            self._pack_white(rgb, self._bytes, len(self._bytes), self._red, self._green, self._blue, self._white)
        self._send()

    def off(self):
        """All LEDs dark when this returns. Allocates nothing: it must work after a MemoryError."""
        self._wait()
        for at in range(len(self._bytes)):
            self._bytes[at] = 0
        self._send()
        self._wait()

    def busy(self):
        """Whether a frame is still on its way, or not yet latched."""
        return 0 <= time.ticks_diff(time.ticks_us(), self._started) < self._gap_us

    def close(self):
        """Give back state machine and DMA channel, once the frame under way is out. The LEDs stay as they are."""
        self._wait()
        self._line.close()

    def _send(self):
        # First the time, then the frame: interrupted in between, the next call waits for nothing, which does no harm.
        self._started = time.ticks_us()
        self._line.send(self._bytes)

    def _wait(self):
        # ticks_us comes round every 18 minutes; a frame that old must not look like one just begun for long.
        while self.busy():
            pass


class _PioLine:
    """The line driven by a state machine that DMA feeds."""

    def __init__(self, pin, timing):
        self._pin = pin
        self._dma = DMA()
        from glowgrid.hardware.waveform import waveform
        cycle_ns, self._program = waveform(timing, _bit_ns(timing))
        forget(hardware, "waveform")    # 3 KB of heap with the assembler
        self._machine = StateMachine(_STATE_MACHINE, self._program, freq=1_000_000_000 // cycle_ns, sideset_base=pin)
        self._machine.active(1)
        # One byte at a time: the bus repeats it in all four lanes, so the state machine finds it in the top one.
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=_STATE_MACHINE)    # DREQ_PIO0_TX0 is 0
        self._dma.config(write=self._machine, ctrl=control)

    def send(self, data):
        self._dma.config(read=data, count=len(data), trigger=True)

    def close(self):
        self._dma.close()
        self._machine.active(0)
        PIO(_STATE_MACHINE // 4).remove_program(self._program)
        self._pin.init(machine.Pin.OUT, value=0)    # back from PIO, and still low


def _line(pin, timing):
    if DMA is not None:
        try:
            return _PioLine(pin, timing)
        except OSError:    # no free DMA channel, or the state machine belongs to another program
            pass
    from glowgrid.hardware.bit_banged import BitBangedLine
    return BitBangedLine(pin, timing)


def _bit_ns(timing):
    """How long a bit takes: the longer one, for both."""
    return max(timing[0] + timing[1], timing[2] + timing[3])


@micropython.viper
def _pack(at: int, rgb: ptr8, data: ptr8, red: int, green: int, blue: int):
    """R, G, B per LED into the order of the channels on the wire. at: the number of bytes, a multiple of 3; red, green,
    blue: the place of each, 0..2. Counting down to 0, in the first argument, is what viper does fastest."""
    reds = ptr8(int(data) + red)
    greens = ptr8(int(data) + green)
    blues = ptr8(int(data) + blue)
    while at:
        at -= 3
        reds[at] = rgb[at]
        greens[at] = rgb[at + 1]
        blues[at] = rgb[at + 2]
