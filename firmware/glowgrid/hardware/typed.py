"""What is typed at the serial port while the console plays is dropped.

Nobody reads it there, and MicroPython takes Ctrl-C out of it only while its buffer has room, some 500 bytes: a terminal
or a modem manager would fill it for good.
"""

import select
import sys

_LOOK = 16  # ticks from look to look; one costs 20 us on the Pico
_MOST = 192  # bytes in a tick, 5 ms


class Typed:
    """Call `drop` at each tick.

    What comes behind a Ctrl-C is for the prompt, so it drops what was there at the look before: by then the interrupt
    of a Ctrl-C has come.
    """

    def __init__(self):
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        self._waiting = poll.ipoll
        self._read = sys.stdin.buffer.readinto
        self._byte = bytearray(1)
        self._wait = _LOOK  # ticks
        self._seen = False

    def drop(self):
        """Return whether something was dropped. Allocates nothing."""
        self._wait -= 1
        if self._wait:
            return False
        self._wait = _LOOK
        dropped = 0
        more = self._seen
        while more and dropped < _MOST:
            more = False
            for _ in self._waiting(0):
                self._read(self._byte)
                dropped += 1
                more = True
        if more:  # go on in the next tick
            self._wait = 1
            return True
        self._seen = False
        if not dropped:
            for _ in self._waiting(0):
                self._seen = True
        return dropped > 0
