"""The wire to another device: a UART, whose two lines are crossed on the way."""

from machine import UART, Pin

_BAUD = 19_200  # 19 bytes in a tick: noise costs little; the longest line takes 50 ms
_KEPT = 256
_SENDS = 256  # what is said at once


class Link:
    """part: the "link" of a board. Made once: MicroPython does not free the buffers of a UART."""

    def __init__(self, part):
        receives = Pin(part["rx"], Pin.IN, Pin.PULL_UP)  # an unplugged line is quiet
        self._uart = UART(part["uart"], _BAUD, tx=Pin(part["tx"]), rx=receives, rxbuf=_KEPT, txbuf=_SENDS)

    def read(self, most):
        """Return up to so many bytes that have come, or None."""
        there = self._uart.any()
        return self._uart.read(min(there, most)) if there else None

    def write(self, line):
        """Send a line while something else goes on."""
        self._uart.write(line)
