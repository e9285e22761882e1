"""A serial port that never waits forever: each exchange has a deadline, whatever arrives meanwhile."""

import time

AGAIN_S = 0.5
KEPT = 400  # bytes of heard


class PortWithDeadline:
    """Wraps a pyserial port for mpremote. `within(seconds)` begins an exchange; after that time calls raise.

    heard: the last bytes that came in the exchange.
    """

    def __init__(self, serial):
        self.heard = b""
        self._serial = serial
        self._end = 0.0
        self._seconds = 0.0

    def within(self, seconds):
        """Allow the following calls this many seconds in all; a single waiting call gives up after half of them."""
        self.heard = b""
        self._seconds, self._end = seconds, time.monotonic() + seconds
        self._serial.timeout = self._serial.write_timeout = seconds / 2

    def _check(self):
        from serial import SerialTimeoutException

        if time.monotonic() > self._end:
            raise SerialTimeoutException(f"no end after {self._seconds:g} s")

    def read(self, count=1):
        self._check()
        data = self._serial.read(count)
        self.heard = (self.heard + data)[-KEPT:]
        return data

    def write(self, data):
        """Write; once more if the system refuses, as Windows may do when the port has just come up."""
        from serial import SerialException, SerialTimeoutException

        self._check()
        try:
            return self._serial.write(data)
        except SerialTimeoutException:  # the device does not take it
            raise
        except SerialException:
            time.sleep(AGAIN_S)
            return self._serial.write(data)

    def inWaiting(self):  # noqa: N802 - as mpremote calls it
        self._check()
        return self._serial.in_waiting

    def close(self):
        self._serial.close()

    # mpremote sets these modem lines before it closes.
    def _set_line(self, name, value):
        setattr(self._serial, name, value)

    rts = property(None, lambda self, value: self._set_line("rts", value))
    dtr = property(None, lambda self, value: self._set_line("dtr", value))
