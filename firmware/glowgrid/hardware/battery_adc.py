"""The voltage of a battery, through a divider of two resistors, on a pin that the chip can measure.

GP29 of a Pico has such a divider from VSYS: a third of it. On a Pico W the wireless chip shares that pin, and the
divider is only joined to it while GP25, the select line of that chip, is high. Glowgrid leaves wireless off.
"""

import sys

from machine import ADC, Pin

VSYS = 29
_SELECT = 25
_READS = 16  # of which the mean is taken
_REFERENCE = 3300  # millivolts that read 65,535


class Battery:
    """part: the "battery" of a board. machine: what the chip's board is called."""

    def __init__(self, part, machine=sys.implementation._machine):
        if part["pin"] == VSYS and " W with " in machine:
            Pin(_SELECT, Pin.OUT, value=1)
        self._adc = ADC(Pin(part["pin"]))
        self._divider = part["divider"]

    def millivolts(self):
        total = 0
        for _ in range(_READS):
            total += self._adc.read_u16()
        return int(total * _REFERENCE * self._divider) // (_READS * 65535)
