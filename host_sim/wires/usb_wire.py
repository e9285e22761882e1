"""A wire to a handheld at a USB port of this PC: its game begins once more, with the port as its wire.

firmware/glowgrid/hardware/link_usb.py is what runs there, boards/LINK.md says what goes over it.
"""

import time

from ..cli.errors import Refused
from .serial_wire import End, SerialWire
from .usb_ports import listed, with_micropython

_RAW = b"raw REPL; CTRL-B to exit\r\n>"
_PROGRAM = b"""
import sys
sys.path[:] = ".frozen", "", "/lib"
from glowgrid import power_up
power_up.main(False, True)
"""
# What is typed, and what comes then: what runs is interrupted, the memory is emptied, the game begins.
_STEPS = (b"\r\x03\r\x01", _RAW), (b"\x04", b"soft reboot\r\n"), (b"", _RAW), (_PROGRAM + b"\x04", b"OK")
_ENDED = b"\x04"  # comes once the game has ended
_AGAIN = b"\x03\x02\x04"  # interrupts what runs, leaves the raw REPL, restarts the program
_RESTARTED = b"soft reboot"
_RESTARTS_S = 2
_MOST = 4096  # bytes at once


class UsbEnd(End):
    """The open port. ended: whether the game on the handheld has ended, or did not begin."""

    ended = False

    def __init__(self, path):
        super().__init__(path)
        self._steps, self._came = list(_STEPS), b""
        super().write(self._steps[0][0])

    def read(self, most):
        self._came += super().read(_MOST if self._steps else most - len(self._came))
        while self._steps:
            before, mark, after = self._came.partition(self._steps[0][1])
            if not mark:
                self._came = before[-len(_RAW) :]  # a mark may have begun
                return b""
            self._came = after
            self._steps.pop(0)
            if self._steps:
                super().write(self._steps[0][0])
        new, self._came = self._came[:most], self._came[most:]
        self.ended |= _ENDED in new
        return b"" if self.ended else new

    def write(self, line):
        if not (self._steps or self.ended):
            super().write(line)

    def close(self):
        """Let the handheld play by itself; wait until it does, as a port that closes may drop what was written."""
        try:
            super().write(_AGAIN)
            said, ends = b"", time.monotonic() + _RESTARTS_S
            while _RESTARTED not in said and time.monotonic() < ends:
                said = said[-len(_RESTARTED) :] + super().read(_MOST)
                time.sleep(0.01)
        except OSError:
            pass  # it is gone
        super().close()


class UsbWire(SerialWire):
    """path: of the port, or its name; "": of the only Pico. Refused if it is not there, or cannot be opened."""

    END = UsbEnd
    patience_s = 60  # it plays within a second, but the user's own games are tried before

    def __init__(self, path, clock=time.monotonic):
        super().__init__(path or the_only_pico(), clock)

    def linked(self):
        return self.waiting() if self._end.ended else f"linked by USB, {self._path}"

    def waiting(self):
        if not self._end:
            return f"{self._path}: unplugged; plug it in again, and the match goes on"
        if self._end.ended:
            return f"{self._path}: the game on the handheld has ended, or is too old for this: run `glowgrid flash`"
        return f"{self._path}: the game on the handheld starts again"


def the_only_pico(ports=None):
    """Return the name of the only port with MicroPython. Refused if there is none, or more than one.

    ports: pyserial's ListPortInfo of each; None: those of this PC.
    """
    found = with_micropython(listed() if ports is None else ports)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(f"--link usb: {len(found)} boards are plugged in: choose usb:{' or usb:'.join(found)}")
    raise Refused("--link usb: no Pico with MicroPython found; use a data cable, or name its port: usb:PORT")
