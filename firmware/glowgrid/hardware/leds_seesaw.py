"""Driver for the LEDs of NeoTrellis tiles: their seesaw chips hold the colours and send them to 16 LEDs each.

From Adafruit's Adafruit_Seesaw (seesaw_neopixel.cpp, Adafruit_NeoTrellis.h) and seesaw (include/System.h): the functions;
the LEDs are on pin 3; a write carries at most 31 bytes after those that name the function. Only LEDs that changed are
sent, and those between them where a write of its own would take longer.
"""
import time

import micropython
from micropython import const

from glowgrid.hardware import seesaw

_PIN, _SPEED, _LENGTH, _BUFFER, _SHOW = 0x01, 0x02, 0x03, 0x04, 0x05
_LED_PIN = 3
_FAST = 1             # 800 kHz
_LEDS = const(16)
_ALL = const(0xFFFF)  # a bit per LED
_AT_ONCE = const(9)   # LEDs in a write: 27 bytes and two for their place
_GAP = const(2)       # LEDs whose bytes take no longer than another write
_HEADER = const(4)    # module, function, place in the chip's buffer
_SHOWN_US = 16 * 30 + 300    # 16 LEDs of 24 bits, and the silence that latches them


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError if a tile does not answer."""

    def __init__(self, leds):
        self._red, self._green, self._blue = (leds["channels"].index(channel) for channel in "RGB")
        self._tiles = seesaw.tiles(leds)
        self._show = bytes((seesaw.NEOPIXEL, _SHOW))
        for tile in self._tiles:
            for command in ((_SPEED, _FAST), (_LENGTH, 0, 3 * _LEDS), (_PIN, _LED_PIN)):
                seesaw.tell(leds, tile, seesaw.NEOPIXEL, *command)
        self._colours = bytearray(3 * _LEDS * len(self._tiles))    # as the chips have them
        self._writes = [bytearray((seesaw.NEOPIXEL, _BUFFER, 0, 0)) + bytearray(3 * count) for count in range(_AT_ONCE + 1)]
        self._known = False      # whether the chips hold what _colours says
        self._shown = time.ticks_us()

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order. Returns when the tiles have it, 6 ms at most for 64
        LEDs. A tile that does not answer is tried again with the next frame: its keys report it."""
        self._wait()
        tile = 0
        complete = True
        for address, bus in self._tiles:
            changed = _take_over(rgb, self._colours, tile * _LEDS, self._red, self._green, self._blue)
            if not self._known:
                changed = _ALL
            if changed:
                complete &= self._send(tile, address, bus, changed)
            tile += 1
        self._known = complete

    def off(self):
        """All LEDs dark when this returns. Allocates nothing."""
        for at in range(len(self._colours)):
            self._colours[at] = 0
        self._wait()
        tile = 0
        self._known = True
        for address, bus in self._tiles:
            self._known &= self._send(tile, address, bus, _ALL)
            tile += 1
        self._wait()

    def busy(self):
        """Never: the tiles have the frame and send it themselves."""
        return False

    def close(self):
        """The LEDs stay as they are."""
        self._wait()

    def _send(self, tile, address, bus, changed):
        """Give a tile the colours of its LEDs in the mask `changed` and have it show them; whether it answered."""
        try:
            while changed:
                span = _next(changed)
                first, end = span >> 8, span & 255
                data = self._writes[end - first]
                data[_HEADER - 1] = 3 * first
                _copy(self._colours, 3 * (tile * _LEDS + first), data, 3 * (end - first))
                bus.writeto(address, data)
                changed = changed >> end << end
            bus.writeto(address, self._show)
            self._shown = time.ticks_us()
            return True
        except OSError:
            return False

    def _wait(self):
        while 0 <= time.ticks_diff(time.ticks_us(), self._shown) < _SHOWN_US:
            pass


@micropython.viper
def _take_over(rgb: ptr8, colours: ptr8, start: int, red: int, green: int, blue: int) -> int:
    """R, G, B of a tile's LEDs, `start` its first, into the order of the wire; the mask of those that changed."""
    at = 3 * start
    changed = 0
    led = 1
    while led <= _ALL:
        differs = int(colours[at + red]) ^ int(rgb[at])
        differs |= int(colours[at + green]) ^ int(rgb[at + 1])
        differs |= int(colours[at + blue]) ^ int(rgb[at + 2])
        if differs:
            colours[at + red] = rgb[at]
            colours[at + green] = rgb[at + 1]
            colours[at + blue] = rgb[at + 2]
            changed |= led
        led <<= 1
        at += 3
    return changed


@micropython.viper
def _next(changed: int) -> int:
    """Of the LEDs of a mask those for the next write: the first, times 256, and the one behind the last."""
    first = 0
    while not changed & 1:
        changed >>= 1
        first += 1
    end = first + 1
    at = first + 1
    changed >>= 1
    while at - end <= _GAP:
        if at - first == _AT_ONCE:
            changed = 0
        if changed & 1:
            end = at + 1
        changed >>= 1
        at += 1
    return first << 8 | end


@micropython.viper
def _copy(colours: ptr8, at: int, data: ptr8, count: int):
    """`count` bytes of colours behind the header of a write."""
    i = 0
    while i < count:
        data[_HEADER + i] = colours[at + i]
        i += 1
