"""WS2812 frames are decoded exactly from the wire, for any sender and whether or not the CPU sleeps."""

import pytest

from host_sim.pico.bench import Pico
from host_sim.pico.wire import BUSY_SLACK_NS, Ws2812Wire

PIN = 16
COUNT = 16
COLOURS = [(i * 16, 255 - i, i) for i in range(COUNT)]
WIRE_BYTES = bytes(value for r, g, b in COLOURS for value in (g, r, b))
BY_NEOPIXEL = f"""
import machine, neopixel, time
pixels = neopixel.NeoPixel(machine.Pin({PIN}), {COUNT})
for i, colour in enumerate({COLOURS}): pixels[i] = colour
"""
# 0.375 us + 0.875 us for a 0, 0.75 us + 0.5 us for a 1
BY_PIO = f"""
import array, machine, rp2, time
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    wrap_target()
    label("bit")
    out(x, 1)            .side(0) [3]
    jmp(not_x, "zero")   .side(1) [2]
    jmp("bit")           .side(1) [2]
    label("zero")
    nop()                .side(0) [2]
    wrap()
sender = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=machine.Pin({PIN}))
sender.active(1)
words = array.array("I", [(g << 16 | r << 8 | b) << 8 for r, g, b in {COLOURS}])
dma = rp2.DMA()
control = dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)
def show():
    dma.config(read=words, write=sender, count={COUNT}, ctrl=control, trigger=True)
"""


@pytest.fixture(scope="module")
def lit(pico_image):
    """A booted Pico with a wire on it."""
    pico = Pico(pico_image, files={}, parts=[Ws2812Wire(PIN)]).boot()
    pico.exec(BY_NEOPIXEL)
    pico.exec(BY_PIO)
    return pico


def shown(lit, code):
    """Return (frames, widths, violations without and with slack, shortest pause) after `code`."""

    def case(pico):
        wire = pico.parts[0]
        pico.exec(code)
        pico.run_ms(1)
        violations = wire.violations(), wire.violations(slack_ns=BUSY_SLACK_NS)
        return wire.frames, wire.widths, violations, wire.shortest_pause_ns

    return lit.forked(case)


def test_the_pulses_of_neopixel_are_measured(lit):
    """MicroPython's own driver, unused by Glowgrid: 1.26 holds the line low for longer after a bit of 0."""
    frames, widths, (violations, _), pause = shown(lit, "pixels.pin.init(machine.Pin.OUT); pixels.write()")
    assert [frame.data for frame in frames] == [WIRE_BYTES]
    assert frames[0].pixels("GRB") == COLOURS
    assert frames[0].spare_bits == 0
    assert widths == {"high_0": (408, 408), "high_1": (840, 840), "low_0": (808, 1064), "low_1": (376, 632)}
    assert [violation.split()[0] for violation in violations] == ["low_0", "low_1"]
    assert pause is None


def test_pio_frames_are_exact_while_the_cpu_sleeps(lit):
    """DMA sends the frame in the background: exact, and as long as its bits, but for the CPU's last steps."""
    frames, widths, (_, violations), pause = shown(lit, "for i in range(3): show(); time.sleep_ms(2)")
    assert [frame.data for frame in frames] == [WIRE_BYTES] * 3
    assert violations == []
    bits_ns = len(WIRE_BYTES) * 8 * 1250
    assert all(bits_ns - 1500 <= frame.end_ns - frame.start_ns <= bits_ns for frame in frames)
    assert 1_500_000 < pause < 2_100_000


def test_a_frame_cut_short_shows_its_spare_bits(lit):
    cut = "show(); time.sleep_us(100); sender.active(0); machine.Pin(16, machine.Pin.OUT, value=0)"
    frames, _, _, _ = shown(lit, cut)
    assert len(frames) == 1
    assert frames[0].data == WIRE_BYTES[: len(frames[0].data)]
    assert 0 < len(frames[0].data) < len(WIRE_BYTES)
