"""A wire on a serial port: an adapter with TX, RX and GND."""

import os
import select
import time

from ..cli.errors import Refused
from .wire import FORMS, Wire

BAUD = 19_200  # as firmware/glowgrid/hardware/link_uart.py


class End:
    """The open port."""

    def __init__(self, path):
        import serial

        exclusive = None if os.name == "nt" else True  # Windows knows nothing else
        self._port = serial.Serial(path, BAUD, timeout=0, write_timeout=0, exclusive=exclusive)

    def read(self, most):
        try:
            return self._port.read(most)
        except TypeError:  # it was closed meanwhile
            raise OSError from None

    def write(self, line):
        # pyserial waits for a port that is full, even without a timeout.
        if os.name == "nt" or select.select([], [self._port.fileno()], [], 0)[1]:
            self._port.write(line)

    def close(self):
        try:
            self._port.close()
        except Exception:  # termios has errors of its own
            pass


class SerialWire(Wire):
    """path: of the port, or its name. Refused if it is not there, or cannot be opened."""

    END = End

    def __init__(self, path, clock=time.monotonic):
        super().__init__(clock)
        self._path = path
        try:
            self._end = self.END(path)
        except Exception as error:  # termios has errors of its own
            raise Refused(f"--link: {_why(path, error)}") from None

    def open(self):
        try:
            return self.END(self._path)
        except Exception:  # termios has errors of its own
            return None

    def linked(self):
        return f"linked by {self._path}"

    def waiting(self):
        if self._end:
            return f"listening on {self._path}, {BAUD} baud; switch the other one on"
        return f"{self._path}: unplugged; plug it in again, and the match goes on"


def _why(path, error):
    """Return in a line why a port cannot be opened, and what to do."""
    from serial.tools import list_ports

    ports = [port.device for port in list_ports.comports()]
    if os.path.exists(path) or path in ports:
        said = os.strerror(error.errno) if getattr(error, "errno", None) else str(error)
        return f"{path} cannot be opened: {said}; does another program use it?"
    return f"there is no serial port {path}; serial ports here: {', '.join(ports) or 'none'}; or: {FORMS}"
