"""Driver for a chain of APA102 (or SK9822) LEDs on SPI.

A frame is 32 zero bits; then for each LED the bits 111, five bits of current and three bytes of colour; then extra
clocks, because each LED passes data on half a clock late, and 32 more for the SK9822 (data sheets of both; T. Rothe's
comparison of the two). With a chip select line, the LEDs see the clock only while it is low.
"""

import machine
import micropython

HERTZ = 4_000_000
FULL_CURRENT = 31
_MARK = 0xE0
_START = 4


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError for pins or a speed that the chip does not support."""

    unsure = False  # the LEDs give no answer, so never ask for a repeat

    def __init__(self, leds):
        count = leds["width"] * leds["height"]
        self._red, self._green, self._blue = (leds["channels"].index(channel) for channel in "RGB")
        self._data = bytearray(_START + 4 * count + 4 + (count + 15) // 16)
        self._end = _START + 4 * count
        for at in range(_START, self._end, 4):
            self._data[at] = _MARK | leds.get("current", FULL_CURRENT)
        self._spi = machine.SPI(
            leds["spi"], baudrate=leds.get("hertz", HERTZ), sck=machine.Pin(leds["sck"]), mosi=machine.Pin(leds["mosi"])
        )
        # After the SPI, which takes a pin for its input, too: GP16, or GP8 of SPI 1. It may be this one.
        self._select = machine.Pin(leds["cs"], machine.Pin.OUT, value=1) if "cs" in leds else None
        self._send()  # black, since they may show anything at power-up

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order. Returns when it is out: 0.15 ms for 16 LEDs."""
        _pack(rgb, self._data, self._end, self._red, self._green, self._blue)
        self._send()

    def off(self):
        """Darken all LEDs, and return when they are. Allocates nothing: it must work after a MemoryError."""
        for at in range(_START, self._end):
            if at & 3:
                self._data[at] = 0
        self._send()

    def close(self):
        """Do nothing: the LEDs stay as they are."""

    def _send(self):
        if self._select is not None:
            self._select(0)
        self._spi.write(self._data)
        if self._select is not None:
            self._select(1)


@micropython.viper
def _pack(rgb: ptr8, data: ptr8, end: int, red: int, green: int, blue: int):
    """Copy R, G, B per LED in wire order, after the byte that holds the current."""
    at = 5
    led = 0
    while at < end:
        data[at + red] = rgb[led]
        data[at + green] = rgb[led + 1]
        data[at + blue] = rgb[led + 2]
        led += 3
        at += 4
