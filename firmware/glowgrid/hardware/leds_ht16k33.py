"""Driver for LEDs on an HT16K33 (I2C): 8x8 of one colour or of two, or 16x8 of one. It may scan the keys as well.

From Holtek's data sheet (rev. 1.10: commands, display RAM): a line COM0 to COM7 has two bytes, of which each bit is an
LED to one of the lines ROW0 to ROW15. In wire order the LEDs to ROW0 to ROW7 come first, COM by COM, then those to ROW8
to ROW15. Of two colours the first in "channels" is on ROW0 to ROW7: "GR" is Adafruit's backpack
(Adafruit_LEDBackpack.cpp).

Another LED may light up by a glitch, and the RAM holds anything after power-up, so each frame sets all registers. Dark
LEDs are zeros in the RAM: the keys are scanned only while the display is on.
"""

import micropython

from glowgrid.hardware import i2c

_CLOCK_ON, _NO_INT, _SHINE = b"\x21", b"\xa0", b"\x81"  # ROW15 is a row, not INT; on, and not flashing
_DIM = 0xE0  # and 0..15
_HALF = 64  # LEDs to eight of the rows
_CHANNELS = "RGB"
_PATIENCE = 3  # frames in a row without an answer


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError if the chip does not answer."""

    def __init__(self, leds):
        self._part = leds
        self._address = leds["address"]
        self._bus = i2c.Bus(leds)
        self._ram = bytearray(17)  # after the address of its first byte
        self._dimming = bytearray((_DIM,))
        self._commands = _CLOCK_ON, _NO_INT, self._ram, self._dimming, _SHINE
        channels = [max(0, _CHANNELS.find(letter)) for letter in leds["channels"]]  # yellow and white light up red too
        if len(channels) > 1:
            self._halves = (channels[0], 1), (channels[1], 2)
        else:
            starts = range(0, leds["width"] * leds["height"], _HALF)
            self._halves = tuple([(3 * start + channels[0], 1 + start // _HALF) for start in starts])
        self._failed = 0
        self.unsure = False  # whether the last frame may not have arrived
        try:
            self._send()
        except OSError:
            raise i2c.silence(leds, self._address)

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order; an LED whose channel is not 0 is on, all as bright as
        the brightest. Returns when it is out: 0.8 ms at 400 kHz. ValueError if the chip has been silent for long."""
        brightest = 0
        for start, to in self._halves:
            brightest = max(brightest, _pack(rgb, start, self._ram, to))
        self._dimming[0] = _DIM | brightest >> 4
        self._try()
        if self._failed > _PATIENCE:
            raise i2c.silence(self._part, self._address)

    def off(self):
        """Darken all LEDs, and return when they are. Allocates nothing: it must work after a MemoryError."""
        for at in range(len(self._ram)):
            self._ram[at] = 0
        self._try()

    def busy(self):
        """Return whether a frame is still being sent."""
        return False

    def close(self):
        """Do nothing: the LEDs stay as they are."""

    def _try(self):
        try:
            self._send()
            self._failed = 0
        except OSError:
            self._failed += 1
        self.unsure = self._failed > 0

    def _send(self):
        for command in self._commands:
            self._bus.writeto(self._address, command)


@micropython.viper
def _pack(rgb: ptr8, at: int, ram: ptr8, to: int) -> int:
    """Pack a channel of 64 LEDs, the first at `at`, into every other byte; return the highest."""
    brightest = 0
    end = to + 16
    while to < end:
        bits = 0
        mask = 1
        while mask < 256:
            level = int(rgb[at])
            if level:
                bits |= mask
            if level > brightest:
                brightest = level
            mask <<= 1
            at += 3
        ram[to] = bits
        to += 2
    return brightest
