"""Driver for separate buttons: each joins a pin to ground, and the chip's own pull-up keeps the pin high.

One read of GPIO_IN in SIO, which lies at the same place on the RP2040 (data sheet, 2.3.1.7) and the RP2350 (3.1.11),
has all buttons, so none can hide or fake another. One that goes down is read once more, _CONFIRM_US later: a glitch,
picked up from the line of the LEDs, is over by then.
"""

import time
from array import array

import machine
import micropython
from micropython import const

_SIO = const(0x34000000)  # divided by four
_GPIO_IN = const(1)
_RISE_US = 200  # the slowest pull-up takes 80 us to raise a ribbon of 1000 pF
_CONFIRM_US = 1000


class Keys:
    """`keys`: the "keys" of a board. count: number of keys; key i is the button on the pin i of the list."""

    def __init__(self, keys):
        self._pins = array("i", keys["pins"])
        self.count = len(self._pins)
        self._mask = 0
        for pin in self._pins:
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
            self._mask |= 1 << pin
        self._down = 0  # a bit per pin
        self._bounces = keys.get("bounce_ms", 1)
        time.sleep_us(_RISE_US)

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. Takes _CONFIRM_US more if a key went down since the last
        scan; that key counts as down only if it still is then. Allocates nothing."""
        down = _low(self._mask)
        if down & ~self._down and self._bounces:
            time.sleep_us(_CONFIRM_US)
            down &= _low(self._mask) | self._down
        self._down = down
        _spread(down, self._pins, levels, self.count)

    def glance(self):
        """Return which pins are low now, a bit each: 0 if no key is down."""
        return _low(self._mask)

    any_held = glance


@micropython.viper
def _low(mask: int) -> int:
    """Return which of these pins are low, a bit each."""
    base = _SIO
    sio = ptr32(base << 2)
    return (sio[_GPIO_IN] & mask) ^ mask


@micropython.viper
def _spread(down: int, pins: ptr32, levels: ptr8, key: int):
    """Turn a bit per pin into a byte per key."""
    while key:
        key -= 1
        levels[key] = (down >> pins[key]) & 1
