"""Driver for a matrix of keys: rows and columns of pins, a key where they cross.

One side is driven: one line at a time is pulled low, the others are left open. The other side is read and has pull-ups.
Without diodes the columns are driven. With diodes it is the side that their cathodes point to, because current must
flow from the pull-up, through the key, into the line that is low.

Without diodes, three held keys at the corners of a rectangle make the fourth look held. It may or may not be, so it is
reported as in the scan before, until one of the others is released.

A key that goes down is read once more, CONFIRM_US later: a glitch, picked up from the line of the LEDs, is over by
then. At the start the driver measures the rise time of each line, and reads wait for the slowest.
"""

import time
from array import array

import machine
import micropython
from micropython import const

from glowgrid.hardware import PINS

SETTLE_US = 5  # a contact of 10 kohm safely pulls 100 pF of wire low in 3 us
CONFIRM_US = 1000
_DRAIN_US = const(5)  # time for an output to pull a line low
_SHORT_US = const(400)  # a line that takes longer to rise is shorted to ground; a ribbon of 1000 pF takes 80

# The plan, an array("i"), tells the kernels the wiring. From _SENSED on it has the numbers of the pins read, then the
# driven lines as masks.
_SETTLE = const(0)  # microseconds from pulling a line low to reading; it may take four times as long to rise again
_DRIVEN = const(1)  # number of driven lines
_PINS = const(2)  # number of pins read
_PIN_MASK = const(3)  # all pins read, as bits of the GPIO registers
_LINE_STEP = const(4)  # from a key to the one on the next driven line
_PIN_STEP = const(5)  # from a key to the one on the next pin read
_GHOSTS = const(6)  # 1 if there are no diodes
_TIMER = const(7)  # address of the timer's registers, divided by four
_OE_SET = const(8)  # where the output enables lie in SIO; elsewhere on the RP2350 than on the RP2040
_OE_CLR = const(9)
_SENSED = const(10)

_SIO = const(0x34000000)  # divided by four; where registers differ, see hardware/__init__.py
_GPIO_IN = const(1)
_TIMERAWL = const(10)  # microseconds


class Keys:
    """`keys`: the "keys" of a board. count: number of keys; they are numbered row by row."""

    def __init__(self, keys):
        rows = keys["rows"]
        columns = keys["columns"]
        diodes = keys["diodes"]
        self.count = len(rows) * len(columns)
        if diodes == "column_to_row":
            driven, sensed, line_step, pin_step = rows, columns, len(columns), 1
        else:
            driven, sensed, line_step, pin_step = columns, rows, 1, len(columns)
        for pin in driven:
            machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=1)
        mask = 0
        for pin in sensed:
            machine.Pin(pin, machine.Pin.OUT, value=0)  # an output is low when enabled again
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
            mask |= 1 << pin
        plan = array(
            "i",
            [
                keys.get("settle_us", SETTLE_US),
                len(driven),
                len(sensed),
                mask,
                line_step,
                pin_step,
                1 if diodes == "none" else 0,
            ],
        )
        plan.extend(array("i", PINS))
        plan.extend(array("i", sensed))
        plan.extend(array("i", [1 << pin for pin in driven]))
        for pin in sensed:
            rise = _rise(plan, 1 << pin)
            if rise < _SHORT_US:
                plan[_SETTLE] = max(plan[_SETTLE], rise // 2)  # a read waits up to four times that for a line
        nothing = [0] * len(driven)
        low = array("i", nothing)  # per driven line: the pins that were read low
        self._held = array("i", nothing)  # the same after ghosts were blocked
        again = array("i", nothing)  # result of the second read
        known = array("i", nothing)  # what was low in the scan before
        self._wiring = plan, low, again, known
        self._bounces = keys.get("bounce_ms", 1)

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. Takes CONFIRM_US more if a key went down since the last
        scan; that key counts as down only if it still is then. Allocates nothing."""
        plan, low, again, known = self._wiring
        if _read(plan, low, known) and self._bounces:
            time.sleep_us(CONFIRM_US)
            _read(plan, again, known)
            _agree(plan, low, again, known)
        _spread(plan, low, self._held, levels)

    def glance(self):
        """Return 1 if any key is down now, ghosts included, else 0. Takes 0.03 ms."""
        return _glance(self._wiring[0])

    any_held = glance


@micropython.viper
def _glance(plan: ptr32) -> int:
    """Pull all driven lines low at once; return 1 if a pin follows, else 0. All are high again before the next read."""
    base = _SIO
    sio = ptr32(base << 2)
    base = plan[_TIMER]
    timer = ptr32(base << 2)
    enable = plan[_OE_SET]
    disable = plan[_OE_CLR]
    settle = plan[_SETTLE]
    mask = plan[_PIN_MASK]
    first = _SENSED + plan[_PINS]
    driven = 0
    line = plan[_DRIVEN]
    while line:
        line -= 1
        driven |= plan[first + line]
    sio[enable] = driven
    start = timer[_TIMERAWL]
    while timer[_TIMERAWL] - start <= settle:
        pass
    pins = (sio[_GPIO_IN] & mask) ^ mask
    found = pins
    sio[disable] = driven
    while pins:
        pins = (sio[_GPIO_IN] & mask) ^ mask
        if timer[_TIMERAWL] - start > 5 * settle:
            pins = 0  # shorted to ground
    if found:
        return 1
    return 0


@micropython.viper
def _rise(plan: ptr32, pin: int) -> int:
    """Pull a pin that is read low, release it, and return how many microseconds it takes to rise, at most _SHORT_US."""
    base = _SIO
    sio = ptr32(base << 2)
    base = plan[_TIMER]
    timer = ptr32(base << 2)
    enable = plan[_OE_SET]
    disable = plan[_OE_CLR]
    sio[enable] = pin
    start = timer[_TIMERAWL]
    while timer[_TIMERAWL] - start <= _DRAIN_US:
        pass
    start = timer[_TIMERAWL]
    sio[disable] = pin
    took = 0
    while sio[_GPIO_IN] & pin == 0:
        took = timer[_TIMERAWL] - start
        if took >= _SHORT_US:
            return _SHORT_US
    return took


@micropython.viper
def _agree(plan: ptr32, low: ptr32, again: ptr32, known: ptr32):
    """Keep only lines that are low in both reads, and remember them in `known`."""
    line = plan[_DRIVEN]
    while line:
        line -= 1
        low[line] &= again[line]
        known[line] = low[line]


@micropython.viper
def _read(plan: ptr32, low: ptr32, known: ptr32) -> int:
    """Pull each driven line low in turn and note which pins follow. Return whether one is low that is not in `known`;
    if not, remember all that is low in `known`.

    A pin falls at once, pulled by the line, but rises slowly, pulled by its pull-up alone: 6 us with 50 kohm and 100 pF
    of wire. So after a low pin this waits until it is high again; with no key held there is nothing to wait for.
    """
    base = _SIO
    sio = ptr32(base << 2)
    base = plan[_TIMER]
    timer = ptr32(base << 2)
    enable = plan[_OE_SET]
    disable = plan[_OE_CLR]
    settle = plan[_SETTLE]
    lines = plan[_DRIVEN]
    mask = plan[_PIN_MASK]
    first = _SENSED + plan[_PINS]
    news = 0
    line = 0
    while line < lines:
        driven = plan[first + line]
        sio[enable] = driven  # the output latch holds 0: enabled is low, disabled is open
        start = timer[_TIMERAWL]
        # "<=": the current microsecond may be about to end, which would make the wait almost one too short.
        while timer[_TIMERAWL] - start <= settle:
            pass
        pins = (sio[_GPIO_IN] & mask) ^ mask
        low[line] = pins
        news |= pins & ~known[line]
        sio[disable] = driven
        while pins:
            pins = (sio[_GPIO_IN] & mask) ^ mask
            if timer[_TIMERAWL] - start > 5 * settle:
                pins = 0  # shorted to ground
        line += 1
    if news:
        return 1
    while line:
        line -= 1
        known[line] = low[line]
    return 0


@micropython.viper
def _spread(plan: ptr32, low: ptr32, held: ptr32, levels: ptr8):
    """Turn a mask of pins per line into a byte per key, without ghosts.

    Two lines that share two low pins make a rectangle: its keys keep their levels, all others are updated.
    """
    lines = plan[_DRIVEN]
    pins = plan[_PINS]
    line_step = plan[_LINE_STEP]
    pin_step = plan[_PIN_STEP]
    ghosts = plan[_GHOSTS]
    line = 0
    while line < lines:
        down = low[line]
        unsure = 0
        other = lines
        if not down or not ghosts:
            other = 0
        while other:
            other -= 1
            both = down & low[other]
            if other != line and both & (both - 1):
                unsure |= both
        down = (held[line] & unsure) | (down & ~unsure)
        held[line] = down
        key = line * line_step
        i = 0
        while i < pins:
            levels[key] = (down >> plan[_SENSED + i]) & 1
            key += pin_step
            i += 1
        line += 1
