"""Driver for the LEDs of NeoTrellis tiles: their seesaw chips hold the colours and send them to 16 LEDs each.

From Adafruit's Adafruit_Seesaw (seesaw_neopixel.cpp, Adafruit_NeoTrellis.h): the functions; the LEDs are on pin 3; a
write carries at most 32 bytes with its address in the buffer. Half a tile is sent at a time, and only what changed.
"""
import time

import micropython

from glowgrid.hardware import i2c, seesaw

_PIN, _SPEED, _LENGTH, _BUFFER, _SHOW = 0x01, 0x02, 0x03, 0x04, 0x05
_LED_PIN = 3
_FAST = 1             # 800 kHz
_LEDS = seesaw.SIDE * seesaw.SIDE
_HALF = 3 * _LEDS // 2
_HEADER = 4           # module, function, place in the chip's buffer
_SHOWN_US = 16 * 30 + 300    # 16 LEDs of 24 bits, and the silence that latches them


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError if a tile does not answer."""

    def __init__(self, leds):
        self._red, self._green, self._blue = (leds["channels"].index(channel) for channel in "RGB")
        self._tiles = seesaw.tiles(leds)
        self._show = bytes((seesaw.NEOPIXEL, _SHOW))
        self._halves = []
        for address, bus in self._tiles:
            for command in ((_SPEED, _FAST), (_LENGTH, 0, 3 * _LEDS), (_PIN, _LED_PIN)):
                try:
                    bus.writeto(address, bytes((seesaw.NEOPIXEL,) + command))
                except OSError:
                    raise i2c.silence(leds, address)
            for half in range(2):
                self._halves.append(bytearray((seesaw.NEOPIXEL, _BUFFER, 0, half * _HALF)) + bytearray(_HALF))
        self._known = False      # whether the chips hold what _halves say
        self._shown = time.ticks_us()

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order. Returns when the tiles have it, 6 ms at most for 64
        LEDs. A tile that does not answer is tried again with the next frame: its keys report it."""
        self._wait()
        half = end = 0
        complete = True
        for address, bus in self._tiles:
            half = end
            end += 2
            try:
                changed = False
                while half < end:
                    data = self._halves[half]
                    if _pack(rgb, half * _HALF, data, self._red, self._green, self._blue) or not self._known:
                        bus.writeto(address, data)
                        changed = True
                    half += 1
                if changed:
                    bus.writeto(address, self._show)
                    self._shown = time.ticks_us()
            except OSError:
                complete = False
        self._known = complete

    def off(self):
        """All LEDs dark when this returns. Allocates nothing."""
        self._known = True
        for data in self._halves:
            for at in range(_HEADER, len(data)):
                data[at] = 0
        at = 0
        self._wait()
        for address, bus in self._tiles:
            try:
                bus.writeto(address, self._halves[at])
                bus.writeto(address, self._halves[at + 1])
                bus.writeto(address, self._show)
            except OSError:
                self._known = False
            at += 2
        self._shown = time.ticks_us()
        self._wait()

    def busy(self):
        """Never: the tiles have the frame and send it themselves."""
        return False

    def close(self):
        """The LEDs stay as they are."""
        self._wait()

    def _wait(self):
        while 0 <= time.ticks_diff(time.ticks_us(), self._shown) < _SHOWN_US:
            pass


@micropython.viper
def _pack(rgb: ptr8, start: int, data: ptr8, red: int, green: int, blue: int) -> int:
    """R, G, B of eight LEDs into the order of the wire behind the header of `data`; 1 if anything changed."""
    changed = 0
    at = 4
    end = 28
    while at < end:
        if int(data[at + red]) ^ int(rgb[start]):
            data[at + red] = rgb[start]
            changed = 1
        if int(data[at + green]) ^ int(rgb[start + 1]):
            data[at + green] = rgb[start + 1]
            changed = 1
        if int(data[at + blue]) ^ int(rgb[start + 2]):
            data[at + blue] = rgb[start + 2]
            changed = 1
        start += 3
        at += 3
    return changed
