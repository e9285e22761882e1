"""Driver for LED matrices of 8x8 on a MAX7219 (or MAX7221) each, chained on SPI.

A word of 16 bits for each chip, register and value; all chips take theirs when CS rises, and the first word sent is the
last chip's (Maxim, MAX7219/MAX7221 data sheet, 19-4452). Register 1 to 8 is a row, its highest bit the first LED.
Another one may be garbled by a glitch, or after power-up hold anything, so each frame sets all of them.

A chip at full intensity drives eight LEDs of a row at a time with 40 mA each (RSET of 10 k, as on most modules), for
31/32 of an eighth of the time: 5 mA on average for each LED that is on.
"""

import machine
import micropython

HERTZ = 2_000_000  # the chip takes 10 MHz; wires to modules are long
_DECODE, _INTENSITY, _SCAN, _RUN, _TEST = 0x900, 0xA00, 0xB00, 0xC00, 0xF00
_ROW = 0x100  # and on to 0x800
_LEDS = 64  # of a chip


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError for pins or a speed that the chip does not support."""

    unsure = False  # the LEDs give no answer, so never ask for a repeat

    def __init__(self, leds):
        self._chips = chips = leds["width"] * leds["height"] // _LEDS
        self._words, self._sent = bytearray(), []
        rows = tuple(range(_ROW, 9 * _ROW, _ROW))
        for setting in (_TEST, _INTENSITY) + rows + (_DECODE, _SCAN | 7, _RUN | 1, _RUN):
            self._words.extend(bytes((setting >> 8, setting & 255)) * chips)
        words = memoryview(self._words)
        for at in range(0, len(words), 2 * chips):
            self._sent.append(words[at : at + 2 * chips])
        self._dark = self._sent.pop()
        self._spi = machine.SPI(
            leds["spi"], baudrate=leds.get("hertz", HERTZ), sck=machine.Pin(leds["sck"]), mosi=machine.Pin(leds["mosi"])
        )
        # After the SPI, which takes a pin for its input, too: GP16, or GP8 of SPI 1. It may be this one.
        self._select = machine.Pin(leds["cs"], machine.Pin.OUT, value=1)
        self.off()
        self.write(bytes(3 * _LEDS * chips))  # black, since they may show anything at power-up

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order; an LED with a channel that is not 0 is on, all as
        bright as the brightest. Returns when it is out: at 500 kHz 1 ms for a chip, 2 for four, 7 for 16."""
        _pack(rgb, self._words, self._chips)
        for word in self._sent:
            self._send(word)

    def off(self):
        """Darken all LEDs, and return when they are. Allocates nothing: it must work after a MemoryError."""
        self._send(self._sent[0])
        self._send(self._dark)

    def busy(self):
        """Return whether a frame is still being sent."""
        return False

    def close(self):
        """Do nothing: the LEDs stay as they are."""

    def _send(self, word):
        self._select(0)
        self._spi.write(word)
        self._select(1)


@micropython.viper
def _pack(rgb: ptr8, words: ptr8, chips: int):
    """Pack eight LEDs into the value of each row, the last chip's first, and the highest channel into the intensity."""
    brightest = 0
    at = 0
    chip = chips
    while chip:
        chip -= 1
        row = 2
        while row < 10:
            bits = 0
            led = 0
            while led < 8:
                level = int(rgb[at]) | int(rgb[at + 1]) | int(rgb[at + 2])
                bits <<= 1
                if level:
                    bits |= 1
                if level > brightest:
                    brightest = level
                at += 3
                led += 1
            words[2 * (row * chips + chip) + 1] = bits
            row += 1
    while chip < chips:
        words[2 * (chips + chip) + 1] = brightest >> 4
        chip += 1
