"""A link whose cable comes out after so many bytes, in the middle of what is read or written."""

from typing import Any

import serial

from tools.workshop.deadline import PortWithDeadline
from tools.workshop.ports import opened
from tools.workshop.serial_link import SerialLink


class _Cable(serial.Serial):
    passed = 0
    limit = float("inf")

    def read(self, size=1):
        data = super().read(min(size, self._room()))
        self.passed += len(data)
        return data

    def write(self, b, /):
        part = b[: self._room()]
        self.passed += super().write(part) or 0
        return len(part) if len(part) == len(b) else self._room()

    @property
    def in_waiting(self):
        self._room()
        return super().in_waiting

    def _room(self):
        """Return how many bytes still pass; raise if the cable is out."""
        if self.passed >= self.limit:
            raise serial.SerialException("the cable is out")
        return int(min(self.limit - self.passed, 1 << 20))


class Cable:
    """`link()` opens the port; `passed` is how many bytes have gone through it."""

    def __init__(self, port, limit=float("inf")):
        transport: Any = opened(port)
        transport.serial.close()
        self._serial = _Cable(port, baudrate=115200, exclusive=True)
        self._serial.limit = limit
        transport.serial = PortWithDeadline(self._serial)
        self.link = SerialLink(port, transport)

    @property
    def passed(self):
        return self._serial.passed
