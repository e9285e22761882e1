"""The waveform of WS2812 LEDs as a program for PIO."""

from rp2 import PIO, asm_pio

_CYCLE_NS = 50  # the finest step of the waveform; 16 steps, 800 ns, are the longest phase at this rate


def waveform(timing, bit_ns):
    """Return (nanoseconds of a cycle, PIO program). A bit is high in phase one, high or low in phase two, then low.

    timing: "timing" of the board; bit_ns: length of a bit. ValueError unless a 1 is high for longer than a 0.
    """
    phases = timing[0], timing[2] - timing[0], bit_ns - timing[2]
    if min(phases) <= 0:
        raise ValueError("leds.timing: a 1 must be high for longer than a 0")
    cycle = max(_CYCLE_NS, -(-max(phases) // 16))
    high, either, low = (max(1, (phase + cycle // 2) // cycle) - 1 for phase in phases)

    # fmt: off
    @asm_pio(sideset_init=PIO.OUT_LOW, out_shiftdir=PIO.SHIFT_LEFT, autopull=True, pull_thresh=8, fifo_join=PIO.JOIN_TX)
    def program():
        wrap_target()                       # noqa: F821
        label("bit")                        # noqa: F821
        out(x, 1)           .side(0)[low]   # noqa: F821  waits here, low, for data
        jmp(not_x, "zero")  .side(1)[high]  # noqa: F821
        jmp("bit")          .side(1)[either]  # noqa: F821
        label("zero")                       # noqa: F821
        nop()               .side(0)[either]  # noqa: F821
        wrap()                              # noqa: F821
    # fmt: on

    return cycle, program
