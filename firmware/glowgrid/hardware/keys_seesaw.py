"""Driver for the keys of NeoTrellis tiles: the seesaw chip of each gathers presses and releases, here they are fetched.

From Adafruit's seesaw firmware (source/AOKeypad.cpp): an event is key * 4 + edge, key = 8 * row + column; an edge is
activated by a write of (key, mask * 2 + 1), all but a mask switched off by (key, mask * 2). A key held while RISING is
activated gives no event, but HIGH gives one at each look of the chip: so held keys are asked for that way at the start.
The chip looks at its keys every few milliseconds and wants half a millisecond to answer.
"""
import time
from array import array

import micropython

from glowgrid.hardware import i2c, seesaw

_EVENT, _COUNT, _FIFO = 0x01, 0x04, 0x10
_HIGH, _FALLING, _RISING = 0, 2, 3
_AT_ONCE = 8         # events of a tile fetched in a scan; more wait for the next
_NO_COUNT = 255      # a chip that was busy answers so
_LOOK_MS = 25        # surely two looks of the chip
_PATIENCE = 50       # scans in a row without an answer, half a second, before the keys are given up


class Keys:
    """`keys`: the "keys" of a board. count: number of keys, row by row. Raises ValueError if a tile does not answer."""

    def __init__(self, keys):
        self._part = keys
        self._width = keys["width"]
        self.count = self._width * keys["height"]
        self._tiles = seesaw.tiles(keys)
        self._levels = bytearray(self.count)
        self._ask_count = bytes((seesaw.KEYPAD, _COUNT))
        self._ask_events = bytes((seesaw.KEYPAD, _FIFO))
        self._asked = array("i", [0] * len(self._tiles))    # when each was asked for its number of events, us
        self._one = bytearray(1)
        events = memoryview(bytearray(_AT_ONCE))
        self._events = [events[:count] for count in range(_AT_ONCE + 1)]
        self._failed = 0
        self._activate(1 << _HIGH)
        time.sleep_ms(_LOOK_MS)
        self._activate((1 << _FALLING) | (1 << _RISING))
        for _ in range(16 * _LOOK_MS // _AT_ONCE):    # all that HIGH has piled up
            if not self._fetch():
                break

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. The chip has debounced them. Allocates nothing.

        A read that fails leaves the keys as they were; so many in a row raise ValueError in one line.
        """
        self._fetch()
        _copy(self._levels, levels, self.count)

    def any_held(self):
        """Whether any key is down now."""
        self._fetch()
        return any(self._levels)

    def _activate(self, edges):
        """Tell every tile to report these edges of its keys and no others."""
        for address, bus in self._tiles:
            for key in range(seesaw.SIDE * seesaw.SIDE):
                number = key // seesaw.SIDE * 8 + key % seesaw.SIDE
                for setting in (edges << 1, edges << 1 | 1):
                    try:
                        bus.writeto(address, bytes((seesaw.KEYPAD, _EVENT, number, setting)))
                    except OSError:
                        raise i2c.silence(self._part, address)

    def _fetch(self):
        """Take over the events that have come; how many."""
        address = tile = fetched = 0
        asked = self._asked
        try:
            for address, bus in self._tiles:
                bus.writeto(address, self._ask_count)
                asked[tile] = time.ticks_us()
                tile += 1
            tile = 0
            for address, bus in self._tiles:
                while time.ticks_diff(time.ticks_us(), asked[tile]) < seesaw.ANSWER_US:
                    pass
                bus.readfrom_into(address, self._one)
                count = self._one[0]
                if count and count != _NO_COUNT:
                    fetched += self._take(tile, address, bus, min(count, _AT_ONCE))
                tile += 1
            self._failed = 0
        except OSError:
            self._failed += 1
            if self._failed > _PATIENCE:
                raise i2c.silence(self._part, address)
        return fetched

    def _take(self, tile, address, bus, count):
        bus.writeto(address, self._ask_events)
        time.sleep_us(2 * seesaw.ANSWER_US)
        events = self._events[count]
        bus.readfrom_into(address, events)
        across = self._width // seesaw.SIDE
        for event in events:
            edge, row, column = event & 3, event >> 5, event >> 2 & 7
            if row < seesaw.SIDE and column < seesaw.SIDE:    # an empty place reads as key 63
                row += tile // across * seesaw.SIDE
                column += tile % across * seesaw.SIDE
                self._levels[row * self._width + column] = 1 if edge == _RISING or edge == _HIGH else 0
        return count


@micropython.viper
def _copy(source: ptr8, target: ptr8, count: int):
    i = 0
    while i < count:
        target[i] = source[i]
        i += 1
