# Made by `python -m tools package` from firmware/glowgrid/hardware/contacts.py of Glowgrid: change it there.
"""Contacts that bounce: a released key counts as up once its contact stays open.

Bounce happens in real time. After a stall the console catches up, and its own time runs faster than contacts settle. So
each scan is stamped with the real time at which it was made.
"""

import time
from array import array

from micropython import const

BOUNCE_MS = 30  # on release, rubber domes and membranes open and close for up to 25 ms, switches for 5
_STAMPS = const((1 << 29) - 1)  # differences of ticks_ms are taken modulo this
_DOWN = const(1)  # the contact is closed
_OPENED = const(3)  # the key counts as down, but its contact is open


class Contacts:
    """The contacts of `count` keys. A key is up after `bounce_ms` of open contact."""

    def __init__(self, count, bounce_ms):
        self._states = bytearray(count)
        self._opened = array("i", [0] * count)  # when the contact opened, ms
        self._bounce_ms = bounce_ms

    def settle(self, levels):
        """Turn the levels just scanned, 1 = closed, into those of the keys: 0 up, 1 down, 3 down with the contact open.
        Allocates nothing."""
        if levels != self._states:  # else nothing has moved, and no contact is open for now
            _settle(levels, self._states, self._opened, len(levels), self._bounce_ms, time.ticks_ms())


def _settle(levels, states, opened, count, bounce_ms, now_ms):
    key = 0
    while key < count:
        state = int(states[key])
        if int(levels[key]):
            state = _DOWN
        elif state:
            if state == _DOWN:
                state = _OPENED
                opened[key] = now_ms
            if (now_ms - opened[key]) & _STAMPS >= bounce_ms:
                state = 0
        states[key] = state
        levels[key] = state
        key += 1
