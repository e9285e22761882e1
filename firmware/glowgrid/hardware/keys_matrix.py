"""Driver for a matrix of keys on the RP2040: rows and columns of pins, a key where they cross.

One side is driven, one line at a time pulled low and otherwise left open; the other is read and has pull-ups. Without
diodes the columns are driven. With diodes, the side their cathodes point to: current must flow from the pull-up,
through the key, into the line that is low.

Without diodes three held keys that are corners of a rectangle make the fourth look held. Such a key cannot be known: it
is reported as it was in the scan before, until one of the others is released.
"""
import sys
from array import array

import machine
import micropython
from micropython import const

SETTLE_US = 5    # a contact of 10 kohm brings 100 pF of wire to a sure low in 3 us

# Places in the plan, an array("i") that tells the kernels what is wired where; from _SENSED on the numbers of the pins
# read, and after them the driven lines as masks.
_SETTLE = const(0)       # microseconds from low to look; a line that was low may take four times as long to rise again
_LINES = const(1)        # number of driven lines
_PINS = const(2)         # number of pins read
_MASK = const(3)         # all pins read, as bits of the GPIO registers
_LINE_STEP = const(4)    # from a key to the one on the next driven line
_PIN_STEP = const(5)     # from a key to the one on the next pin read
_GHOSTS = const(6)       # 1 if there are no diodes
_TIMER = const(7)        # address of the timer's registers, quartered
_OE_SET = const(8)       # where SIO has its output enables: the RP2350's lie elsewhere than the RP2040's
_OE_CLR = const(9)
_SENSED = const(10)

# Registers of the RP2040 (data sheet 2.3.1.7 and 4.6.5). The bases are quartered: above 2^30 a number is no small int.
_SIO = const(0x34000000)
_GPIO_IN = const(1)
_TIMERAWL = const(10)    # microseconds
_RP2040 = (0x10015000, 9, 10)
_RP2350 = (0x1002C000, 14, 16)    # its data sheet, 3.1.11 and 12.8.5; not tried


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
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
            mask |= 1 << pin
        plan = array("i", [keys.get("settle_us", SETTLE_US), len(driven), len(sensed), mask, line_step, pin_step,
                                 1 if diodes == "none" else 0])
        chip = getattr(sys.implementation, "_machine", "")
        plan.extend(array("i", _RP2350 if "RP2350" in chip else _RP2040))
        plan.extend(array("i", sensed))
        plan.extend(array("i", [1 << pin for pin in driven]))
        low = array("i", [0] * len(driven))     # per driven line: the pins read that were low
        held = array("i", [0] * len(driven))    # the same after ghosts were blocked
        self._wiring = plan, low, held

    def scan(self, levels):
        """Read all keys into levels[key]: 1 = down, 0 = up. No debouncing. Allocates nothing."""
        plan, low, held = self._wiring
        _read(plan, low)
        _spread(plan, low, held, levels)

    def glance(self):
        """Whether any key is down now, ghosts or not: 1 or 0, in 0.03 ms."""
        return _glance(self._wiring[0])

    any_held = glance


@micropython.viper
def _glance(plan: ptr32) -> int:
    """Pull all driven lines low at once: 1 if a pin follows, else 0. Pins have risen again when Python gets to a read."""
    base = _SIO
    sio = ptr32(base << 2)
    base = plan[_TIMER]
    timer = ptr32(base << 2)
    enable = plan[_OE_SET]
    disable = plan[_OE_CLR]
    settle = plan[_SETTLE]
    mask = plan[_MASK]
    first = _SENSED + plan[_PINS]
    driven = 0
    line = plan[_LINES]
    while line:
        line -= 1
        driven |= plan[first + line]
    sio[enable] = driven
    start = timer[_TIMERAWL]
    while timer[_TIMERAWL] - start <= settle:
        pass
    pins = (sio[_GPIO_IN] & mask) ^ mask
    sio[disable] = driven
    if pins:
        return 1
    return 0


@micropython.viper
def _read(plan: ptr32, low: ptr32):
    """Pull each driven line low in turn and note which pins follow.

    A pin falls at once, as the line pulls it, but rises slowly, as only its pull-up does: with 50 kohm and 100 pF of wire
    in 6 us. So it is waited for where one was low, and until it is high: without keys held nothing need be.
    """
    base = _SIO
    sio = ptr32(base << 2)
    base = plan[_TIMER]
    timer = ptr32(base << 2)
    enable = plan[_OE_SET]
    disable = plan[_OE_CLR]
    settle = plan[_SETTLE]
    lines = plan[_LINES]
    mask = plan[_MASK]
    first = _SENSED + plan[_PINS]
    line = 0
    while line < lines:
        driven = plan[first + line]
        sio[enable] = driven    # the output latch holds 0: enabled is low, disabled is open
        start = timer[_TIMERAWL]
        # "<=": the microsecond just begun may be about to end, and the wait would be almost one short.
        while timer[_TIMERAWL] - start <= settle:
            pass
        pins = (sio[_GPIO_IN] & mask) ^ mask
        low[line] = pins
        sio[disable] = driven
        while pins:
            pins = (sio[_GPIO_IN] & mask) ^ mask
            if timer[_TIMERAWL] - start > 5 * settle:
                pins = 0    # shorted to ground
        line += 1


@micropython.viper
def _spread(plan: ptr32, low: ptr32, held: ptr32, levels: ptr8):
    """From pin masks per line to a byte per key, without ghosts.

    Two lines that share two low pins make a rectangle: those keys stay as they were, all others are taken over.
    """
    lines = plan[_LINES]
    pins = plan[_PINS]
    line_step = plan[_LINE_STEP]
    pin_step = plan[_PIN_STEP]
    ghosts = plan[_GHOSTS]
    line = 0
    while line < lines:
        down = low[line]
        if down:
            if ghosts:
                unsure = 0
                other = 0
                while other < lines:
                    both = down & low[other]
                    if other != line:
                        if both & (both - 1):
                            unsure |= both
                    other += 1
                down = (held[line] & unsure) | (down & ~unsure)
        held[line] = down
        key = line * line_step
        i = 0
        while i < pins:
            levels[key] = (down >> plan[_SENSED + i]) & 1
            key += pin_step
            i += 1
        line += 1
