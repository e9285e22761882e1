"""A link to a device (tools/workshop/talk/link.py) at a serial port, over mpremote's SerialTransport.

It uses enter_raw_repl, exec_raw, exec_raw_no_follow and close, the same since mpremote 1.25, not mpremote's
command line.
"""

import io
import struct
import time
from contextlib import redirect_stdout

from .ports import opened
from .talk.device import Device
from .talk.link import LinkLost, NoAnswer

WRITE_S = 15  # then the device does not take it


class SerialLink:
    """The link to a port, opened here; its calls return when they are done, without waiting for one another.

    transport: how to reach the board, if it is not at a serial port. Raises ToolError if it cannot be opened.
    """

    def __init__(self, port, transport=None):
        self.name = port
        self._transport = transport or opened(port)

    @property
    def heard(self):
        """Return the last bytes that came."""
        return self._transport.serial.heard

    async def stop(self, within_s):
        """Enter the raw REPL."""
        self._call(within_s, self._transport.enter_raw_repl, False)

    async def run(self, code, within_s):
        """Run code; return (printed, traceback)."""
        return self._call(within_s, self._transport.exec_raw, code, within_s)

    async def start(self, code, within_s):
        """Begin to run code."""
        self._call(within_s, self._transport.exec_raw_no_follow, code)

    async def until(self, endings, within_s):
        """Return what comes, up to an ending."""
        return self._call(2 * within_s, self._read, endings, within_s)

    async def write(self, data):
        """Send bytes."""
        self._call(WRITE_S, self._transport.serial.write, data)

    async def close(self):
        """Release the port."""
        try:
            self._transport.close()
        except (OSError, ValueError):  # it sets modem lines first, which fails if the port has vanished
            self._transport.serial.close()

    def _read(self, endings, within_s):
        said, ends = b"", time.monotonic() + within_s
        while time.monotonic() < ends and not said.endswith(endings):
            if self._transport.serial.inWaiting():
                said += self._transport.serial.read(1)
            else:
                time.sleep(0.01)
        return said

    def _call(self, within_s, call, *arguments):
        """Call the transport; turn its many ways to fail, or to hang, into two."""
        from mpremote.transport import TransportError
        from serial import SerialException, SerialTimeoutException

        try:
            self._transport.serial.within(within_s)
            with redirect_stdout(io.StringIO()):  # mpremote prints what it got instead of an answer
                return call(*arguments)
        except (TransportError, SerialException, OSError, struct.error) as error:
            port_works = isinstance(error, (TransportError, SerialTimeoutException, struct.error))
            raise (NoAnswer if port_works else LinkLost)(str(error) or type(error).__name__) from error


def on_device(port, talk, tidy=False):
    """Return (the Device at a port, what `await talk(device)` returns). tidy: as for a Device.

    The device is reset at the end, unless the connection was lost. Raises ToolError.
    """

    async def all_of_it():
        async with Device(SerialLink(port), tidy) as device:
            return device, await talk(device)

    return at_once(all_of_it())


def at_once(talk):
    """Return what a talk over a SerialLink returns: a coroutine that never waits. Ctrl-C ends it at any point."""
    try:
        talk.send(None)
    except StopIteration as done:
        return done.value
    raise RuntimeError("the talk waits for something else than a serial link")
