"""The voltage of a battery, through a divider of two resistors, on a pin that the chip can measure.

GP29 of a Pico has such a divider from VSYS: a third of it. On a Pico W the wireless chip shares that pin, and the
divider is only joined to it while GP25, the select line of that chip, is high. A Pico W also runs the image for a Pico,
which does not say on which it runs: so GP25 goes high for each measurement. On a Pico its LED flashes for 2 ms.
"""

import time

from machine import ADC, Pin

VSYS = 29
_SELECT = 25
_SETTLE_MS = 1  # from a divider of 200 and 100 kohm, with some nanofarads
_READS = 16  # their mean counts
_REFERENCE = 3300  # millivolts that read 65,535


class Battery:
    """part: the "battery" of a board."""

    def __init__(self, part):
        self._select = part["pin"] == VSYS
        self._adc = ADC(Pin(part["pin"]))
        self._divider = part["divider"]

    def millivolts(self):
        if self._select:
            Pin(_SELECT, Pin.OUT, value=1)
            time.sleep_ms(_SETTLE_MS)
        total = 0
        for _ in range(_READS):
            total += self._adc.read_u16()
        if self._select:
            Pin(_SELECT, Pin.IN)
        return int(total * _REFERENCE * self._divider) // (_READS * 65535)
