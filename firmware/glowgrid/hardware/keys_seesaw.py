"""Driver for the keys of NeoTrellis tiles: the seesaw chip of each gathers presses and releases, here they are fetched.

From Adafruit's seesaw firmware (source/AOKeypad.cpp, include/SeesawConfig.h): an event is key * 4 + edge, key = 8 * row +
column; an edge is activated by a write of (key, mask * 2 + 1), all but a mask switched off by (key, mask * 2). A key held
while RISING is activated gives no event, but HIGH gives one at each look of the chip: so held keys are asked for that way
at the start. The chip looks at its keys every 10 ms; what is read beyond its last event is 255.

With a wire to INT ("interrupt": a pin) nothing is asked on the bus while that is high: it goes low at a look that finds
events waiting. Without, every tile is asked at each scan how many it has. Adafruit's library waits 0.5 ms for that number
and 1 ms for the events; both take the chip the same steps (source/Delegate.cpp, AOKeypad.cpp), so 0.5 ms here.
"""
import time
from array import array

import micropython

from glowgrid import hardware
from glowgrid.hardware import i2c, seesaw
from glowgrid.modules import forget

_EVENT, _COUNT, _QUEUE = 0x01, 0x04, 0x10
_HIGH, _FALLING, _RISING = 0, 2, 3
_AT_ONCE = 2         # events of a tile read at a time
_NONE = 255          # no event, or a chip that was too busy to count
_LOOK_MS = 25        # surely two looks of the chip
_MOST = 127          # events that its queue holds
_ANSWER_US = 500     # until an answer can be read: before that the chip does not acknowledge, and nothing is lost
_PATIENCE = 50       # scans in a row without an answer, half a second, before the keys are given up
_UNASKED = 50        # scans, half a second, after which the tiles are asked although INT is high: are they still there?


class Keys:
    """`keys`: the "keys" of a board. count: number of keys, row by row. Raises ValueError if a tile does not answer.

    glance: whether a key has moved since it was last asked for, without the bus; None if INT is not wired.
    """

    glance_ms = 1    # it costs no more than a look at a pin

    def __init__(self, keys):
        self._part = keys
        self._width = keys["width"]
        self.count = self._width * keys["height"]
        self._tiles = seesaw.tiles(keys)
        self._levels = bytearray(self.count)
        self._ask_count = bytes((seesaw.KEYPAD, _COUNT))
        self._ask_events = bytes((seesaw.KEYPAD, _QUEUE))
        self._asked = array("i", [0] * len(self._tiles))    # when each was asked, us
        self._one = bytearray(1)
        self._events = bytearray(_AT_ONCE)
        self._failed = self._unasked = 0
        self._line = self.glance = None
        if "interrupt" in keys:
            from glowgrid.hardware import seesaw_interrupt
            self._line = seesaw_interrupt.line(keys, self._tiles)
            forget(hardware, "seesaw_interrupt")
        self._activate(1 << _HIGH)
        time.sleep_ms(_LOOK_MS)
        self._activate((1 << _FALLING) | (1 << _RISING))
        self._fetch()    # all that HIGH has piled up
        if self._line:
            self.glance = self._is_low

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. The chip has debounced them. Allocates nothing.

        A read that fails leaves the keys as they were; so many in a row raise ValueError in one line.
        """
        self._unasked += 1
        if not self._line or not self._line() or self._failed or self._unasked > _UNASKED:
            self._fetch()
        _copy(self._levels, levels, self.count)

    def any_held(self):
        """Whether any key is down now."""
        self._fetch()
        return any(self._levels)

    def _is_low(self):
        return not self._line()

    def _activate(self, edges):
        """Tell every tile to report these edges of its keys and no others."""
        for tile in self._tiles:
            for key in range(seesaw.SIDE * seesaw.SIDE):
                number = key // seesaw.SIDE * 8 + key % seesaw.SIDE
                for setting in (edges << 1, edges << 1 | 1):
                    seesaw.tell(self._part, tile, seesaw.KEYPAD, _EVENT, number, setting)

    def _fetch(self):
        """Take over the events that have come; how many."""
        self._unasked = 0
        address = tile = fetched = 0
        line = self._line
        try:
            ask = self._ask_events if line else self._ask_count
            for address, bus in self._tiles:
                self._ask(tile, address, bus, ask)
                tile += 1
            tile = 0
            for address, bus in self._tiles:
                if line or self._count(tile, address, bus):
                    fetched += self._take(tile, address, bus)
                tile += 1
            self._failed = 0
        except OSError:
            self._failed += 1
            if self._failed > _PATIENCE:
                raise i2c.silence(self._part, address)
        return fetched

    def _ask(self, tile, address, bus, register):
        bus.writeto(address, register)
        self._asked[tile] = time.ticks_us()

    def _answer(self, tile, address, bus, answer):
        while time.ticks_diff(time.ticks_us(), self._asked[tile]) < _ANSWER_US:
            pass
        bus.readfrom_into(address, answer)

    def _count(self, tile, address, bus):
        """Whether a tile that was asked for their number has events; then it is asked for them."""
        self._answer(tile, address, bus, self._one)
        if self._one[0] in (0, _NONE):
            return False
        self._ask(tile, address, bus, self._ask_events)
        return True

    def _take(self, tile, address, bus):
        """All events of a tile that was asked for them: how many. If some were left, a press and its release could meet."""
        across = self._width // seesaw.SIDE
        count = 0
        while count < _MOST:
            self._answer(tile, address, bus, self._events)
            for event in self._events:
                if event == _NONE:
                    continue    # the next may have come meanwhile
                edge, row, column = event & 3, event >> 5, event >> 2 & 7
                if row < seesaw.SIDE and column < seesaw.SIDE:
                    row += tile // across * seesaw.SIDE
                    column += tile % across * seesaw.SIDE
                    self._levels[row * self._width + column] = 1 if edge == _RISING or edge == _HIGH else 0
                count += 1
            if self._events[-1] == _NONE:
                break
            self._ask(tile, address, bus, self._ask_events)
        return count


@micropython.viper
def _copy(source: ptr8, target: ptr8, count: int):
    i = 0
    while i < count:
        target[i] = source[i]
        i += 1
