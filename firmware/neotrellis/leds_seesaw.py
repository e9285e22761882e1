# Made by `python -m tools package` from firmware/glowgrid/hardware/leds_seesaw.py of Glowgrid: change it there.
"""Driver for the LEDs of NeoTrellis tiles: their seesaw chips hold the colours and send them to 16 LEDs each.

From Adafruit's Adafruit_Seesaw (seesaw_neopixel.cpp, Adafruit_NeoTrellis.h) and seesaw (include/System.h): the
functions; the LEDs are on pin 3; a write has at most 31 bytes after those that name the function. Only changed LEDs are
sent, and unchanged ones between them if that is faster than another write.

All writes to a chip go through one queue of 32 bytes, and a write that finds it full is lost. So a write that might not
fit waits until the chip has emptied the queue.
"""

import time
from array import array

from micropython import const

from neotrellis import seesaw

_PIN, _SPEED, _LENGTH, _BUFFER, _SHOW = 0x01, 0x02, 0x03, 0x04, 0x05
_LED_PIN = 3
_FAST = 1  # 800 kHz
_LEDS = const(16)
_ALL_LEDS = const(0xFFFF)  # a bit per LED
_AT_ONCE = const(9)  # LEDs in a write: 27 bytes and two for their place
_GAP = const(2)  # unchanged LEDs to send rather than begin another write
_HEADER = const(4)  # module, function, place in the chip's buffer
_QUEUE_BYTES = 30
_EMPTIED_US = 1000  # after a write; not in a data sheet: Adafruit's library waits 0.3 ms and more between writes
_SHOWN_US = 16 * 30 + 300  # 16 LEDs of 24 bits, and the silence that latches them


class Leds:
    """`leds`: the "leds" of a board. Raises ValueError if no tile answers; a single silent tile stays dark."""

    def __init__(self, leds):
        self._red, self._green, self._blue = (leds["channels"].index(channel) for channel in "RGB")
        silent = []
        self._tiles = seesaw.tiles(leds, silent)
        self._show = bytes((seesaw.NEOPIXEL, _SHOW))
        for tile in self._tiles:
            if tile[0] in silent:
                continue
            for command in ((_SPEED, _FAST), (_LENGTH, 0, 3 * _LEDS), (_PIN, _LED_PIN)):
                seesaw.tell(leds, tile, seesaw.NEOPIXEL, *command)
        self._colours = bytearray(3 * _LEDS * len(self._tiles))  # as the chips have them
        write = bytearray((seesaw.NEOPIXEL, _BUFFER, 0, 0))
        self._writes = [write + bytearray(3 * count) for count in range(_AT_ONCE + 1)]
        self._queued = bytearray(len(self._tiles))  # bytes that may be in the queue of each chip
        self._written = array("i", bytes(4 * len(self._tiles)))  # when each was last written to, us
        self._lost = bytearray([1] * len(self._tiles))  # per chip: 1 if its colours may differ from those sent
        self.unsure = True  # whether any may differ
        self._shown = time.ticks_us()
        self.off()  # they may show anything before

    def write(self, rgb):
        """Send a frame: R, G, B of 0..255 per LED in wire order. Returns when the tiles have it, at most 25 ms for 64
        LEDs. If a tile does not answer, `unsure` asks for the frame again; its keys report that it is silent."""
        self._wait()
        tile = 0
        complete = True
        for address, bus in self._tiles:
            changed = _take_over(rgb, self._colours, tile * _LEDS, self._red, self._green, self._blue)
            if self._lost[tile]:
                changed = _ALL_LEDS
            if changed:
                self._lost[tile] = not self._send(tile, address, bus, changed)
                complete &= not self._lost[tile]
            tile += 1
        self.unsure = not complete

    def off(self):
        """Darken all LEDs, and return when they are. Allocates nothing."""
        for at in range(len(self._colours)):
            self._colours[at] = 0
        self._wait()
        tile = 0
        complete = True
        for address, bus in self._tiles:
            self._lost[tile] = not self._send(tile, address, bus, _ALL_LEDS)
            complete &= not self._lost[tile]
            tile += 1
        self.unsure = not complete
        self._wait()

    def busy(self):
        """Return False: the tiles have the frame and send it themselves."""
        return False

    def close(self):
        """Wait until the last frame is shown; the LEDs stay as they are."""
        self._wait()

    def _send(self, tile, address, bus, changed):
        """Send a tile the colours of the LEDs in the mask `changed` and show them; return whether it answered."""
        try:
            while changed:
                span = _next(changed)
                first, end = span >> 8, span & 255
                data = self._writes[end - first]
                data[_HEADER - 1] = 3 * first
                _copy(self._colours, 3 * (tile * _LEDS + first), data, 3 * (end - first))
                self._put(tile, address, bus, data)
                changed = changed >> end << end
            self._put(tile, address, bus, self._show)
            self._shown = time.ticks_us()
            return True
        except OSError:
            return False

    def _put(self, tile, address, bus, data):
        """Write to a tile once its queue has room."""
        if self._queued[tile] + len(data) > _QUEUE_BYTES:
            while 0 <= time.ticks_diff(time.ticks_us(), self._written[tile]) < _EMPTIED_US:
                pass
            self._queued[tile] = 0
        bus.writeto(address, data)
        self._queued[tile] += len(data)
        self._written[tile] = time.ticks_us()

    def _wait(self):
        while 0 <= time.ticks_diff(time.ticks_us(), self._shown) < _SHOWN_US:
            pass


def _take_over(rgb, colours, start, red, green, blue):
    """Copy R, G, B of a tile's LEDs, `start` its first, into wire order; return the mask of changed ones."""
    at = 3 * start
    changed = 0
    led = 1
    while led <= _ALL_LEDS:
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


def _next(changed):
    """Return which LEDs of the mask the next write sends: first * 256 + the one after the last."""
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


def _copy(colours, at, data, count):
    """Copy `count` bytes of colours after the header of a write."""
    i = 0
    while i < count:
        data[_HEADER + i] = colours[at + i]
        i += 1
