# Made by `python -m tools package` from firmware/glowgrid/hardware/keys_seesaw.py of Glowgrid: change it there.
"""Driver for the keys of NeoTrellis tiles: the seesaw chip of each queues presses and releases, and this fetches them.

From Adafruit's seesaw firmware (source/AOKeypad.cpp, include/SeesawConfig.h): an event is key * 4 + edge, and a key
is 8 * row + column. Writing (key, mask * 2 + 1) activates the edges in the mask; (key, mask * 2) switches off all
others. If RISING is activated while a key is held, there is no event; HIGH gives one each time the chip scans. So HIGH
finds held keys at the start. The chip scans its keys every 10 ms, and each change between two scans is an event, even
bounce. Bytes read after its last event are 255.

With a wire to INT ("interrupt": a pin) the bus is left alone while INT is high; it goes low when the chip scans and
finds events waiting. Without the wire, each scan here asks every tile how many events it has. Adafruit's library waits
0.5 ms for that number and 1 ms for the events. Both take the chip the same steps (source/Delegate.cpp, AOKeypad.cpp),
so 0.5 ms is enough here.

A key may move several times between two scans here, as in a tap while a match is saved. Its moves are reported one
after the other, one per scan.
"""

import time
from array import array

from micropython import const

from neotrellis import i2c, seesaw, seesaw_interrupt

_EVENT, _COUNT, _QUEUE = 0x01, 0x04, 0x10
_HIGH, _FALLING, _RISING = 0, 2, 3
_AT_ONCE = 2  # events read from a tile at a time
_NONE = 255  # no event, or a chip too busy to count
_LOOK_MS = 25  # long enough for two scans of the chip
_READS = 9  # of a tile in a scan here, 5 ms: 16 keys that moved at once; the rest waits for the next scan
_ANSWER_US = 500  # until an answer can be read; if read earlier the chip does not acknowledge, and nothing is lost
_PATIENCE = 10  # scans in a row without an answer, a tenth of a second, before the keys are given up
_UNASKED = 50  # scans, half a second, after which tiles are asked although INT is high: they may be gone

# The state of a key, bits of a byte.
_LEVEL = const(1)  # the reported level
_MOVES = const(2)  # times the number of moves still to report
_MOST = const(12)  # moves; beyond this, a press and its release are dropped together


class Keys:
    """`keys`: the "keys" of a board. count: number of keys, row by row. Raises ValueError if a tile does not answer.

    glance: returns whether a key has moved since the last fetch, without the bus; None if INT is not wired.
    """

    glance_ms = 1  # it only reads a pin

    def __init__(self, keys):
        self._part = keys
        self._width = keys["width"]
        self.count = self._width * keys["height"]
        self._tiles = seesaw.tiles(keys)
        self._states = bytearray(self.count)
        self._ask_count = bytes((seesaw.KEYPAD, _COUNT))
        self._ask_events = bytes((seesaw.KEYPAD, _QUEUE))
        self._asked = array("i", [0] * len(self._tiles))  # when each was asked, us
        self._one = bytearray(1)
        self._events = bytearray(_AT_ONCE)
        self._failed = self._unasked = 0
        self._line = self.glance = None
        if "interrupt" in keys:
            self._line = seesaw_interrupt.line(keys, self._tiles)
        self._activate(1 << _HIGH)
        time.sleep_ms(_LOOK_MS)
        self._activate((1 << _FALLING) | (1 << _RISING))
        self._fetch()  # the events that HIGH has queued
        if self._line:
            self.glance = self._is_low

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. No debouncing. Allocates nothing.

        A read that fails leaves the keys as they were; _PATIENCE in a row raise ValueError in one line.
        """
        self._unasked += 1
        if not self._line or not self._line() or self._failed or self._unasked > _UNASKED:
            self._fetch()
        _tell(self._states, levels, self.count)

    def any_held(self):
        """Return whether any key is down now."""
        self._fetch()
        return any([_is_down(state) for state in self._states])

    def _is_low(self):
        return not self._line()

    def _activate(self, edges):
        """Make every tile report these edges of its keys and no others."""
        for tile in self._tiles:
            for key in range(seesaw.SIDE * seesaw.SIDE):
                number = key // seesaw.SIDE * 8 + key % seesaw.SIDE
                for setting in (edges << 1, edges << 1 | 1):
                    seesaw.tell(self._part, tile, seesaw.KEYPAD, _EVENT, number, setting)

    def _fetch(self):
        """Fetch the waiting events."""
        self._unasked = 0
        address = tile = 0
        line = self._line
        try:
            ask = self._ask_events if line else self._ask_count
            for address, bus in self._tiles:
                self._ask(tile, address, bus, ask)
                tile += 1
            tile = 0
            for address, bus in self._tiles:
                if line or self._count(tile, address, bus):
                    self._take(tile, address, bus)
                tile += 1
            self._failed = 0
        except OSError:
            self._failed += 1
            if self._failed > _PATIENCE:
                raise i2c.silence(self._part, address)

    def _ask(self, tile, address, bus, register):
        bus.writeto(address, register)
        self._asked[tile] = time.ticks_us()

    def _answer(self, tile, address, bus, answer):
        while time.ticks_diff(time.ticks_us(), self._asked[tile]) < _ANSWER_US:
            pass
        bus.readfrom_into(address, answer)

    def _count(self, tile, address, bus):
        """Return whether a tile has events; it was asked for their number before. If so, ask for them."""
        self._answer(tile, address, bus, self._one)
        if self._one[0] in (0, _NONE):
            return False
        self._ask(tile, address, bus, self._ask_events)
        return True

    def _take(self, tile, address, bus):
        """Read the events that a tile was asked for: all, or _READS times if there seems to be no end."""
        across = self._width // seesaw.SIDE
        reads = 0
        while True:
            self._answer(tile, address, bus, self._events)
            for event in self._events:
                if event == _NONE:
                    continue  # another event may have come in between
                edge, row, column = event & 3, event >> 5, event >> 2 & 7
                if row < seesaw.SIDE and column < seesaw.SIDE:
                    row += tile // across * seesaw.SIDE
                    column += tile % across * seesaw.SIDE
                    self._move(row * self._width + column, 1 if edge == _RISING or edge == _HIGH else 0)
            reads += 1
            if self._events[-1] == _NONE or reads == _READS:
                return
            self._ask(tile, address, bus, self._ask_events)

    def _move(self, key, level):
        """Take in an event: a key went to this level."""
        state = self._states[key]
        if level != _is_down(state):
            self._states[key] = state + (_MOVES if state < _MOST else -_MOVES)


def _is_down(state):
    """Return the level of a key once all its moves are reported."""
    return (state ^ state >> 1) & 1


def _tell(states, levels, count):
    """Write what this scan reports for each key into `levels`."""
    key = 0
    while key < count:
        state = int(states[key])
        if state >= _MOVES:
            state = (state - _MOVES) ^ _LEVEL
        states[key] = state
        levels[key] = state & _LEVEL
        key += 1
