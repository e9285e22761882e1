"""Which serial port the Pico is on, and what to do if there is none or more than one."""

import os
import sys
from typing import Any

from host_sim.errors import ToolError

from .deadline import PortWithDeadline

RASPBERRY_PI = 0x2E8A  # USB vendor of the RP2040; MicroPython's default on the rp2 port is 2e8a:0005
NOT_MICROPYTHON = {0x0003, 0x0004, 0x0009, 0x000A, 0x000C, 0x000F}  # bootloaders, debug probes, programs of the C SDK

INSTALL = (
    "hold BOOTSEL while plugging the Pico in; a drive RPI-RP2 appears; copy onto it the newest RPI_PICO-...uf2 from "
    "https://micropython.org/download/RPI_PICO/ (Pico W: RPI_PICO_W); run this again"
)
LAST_WAY = (
    "if no port ever comes up (a boot.py that does not end, a damaged file system), there is one way: "
    "python -m tools uf2 makes a file, hold BOOTSEL while plugging the Pico in, copy the file onto the drive RPI-RP2; "
    "it replaces the saves, too"
)


def is_micropython(port):
    """Return whether a serial port (a pyserial ListPortInfo) looks like MicroPython on an RP2040.

    Boards of other makers have their own vendor number and say MicroPython in a descriptor (if the operating system
    passes it on).
    """
    words = f"{port.manufacturer or ''} {port.product or ''}".lower()
    return (port.vid == RASPBERRY_PI and port.pid not in NOT_MICROPYTHON) or "micropython" in words


def find_port(wanted=None, ports=None):
    """Return the device name of the port to use ("/dev/ttyACM0", "COM5").

    wanted: the user's choice, used as it is, even if it is not listed (a pty is not). ports: the available ports
    (default: from the system). Raises ToolError, which says what to do, if none or several fit.
    """
    if wanted:
        return wanted
    if ports is None:
        from serial.tools import list_ports

        ports = list_ports.comports()
    found = sorted(port.device for port in ports if is_micropython(port))
    if len(found) == 1:
        return found[0]
    if found:
        raise ToolError(f"{len(found)} boards are plugged in: choose one with --port {' or --port '.join(found)}")
    others = sorted(port.device for port in ports if port.vid is not None)
    also = f" (or, if it is one of {', '.join(others)}, name it with --port)" if others else ""
    raise ToolError(
        f"no Pico with MicroPython found: plug it in with a data cable; if MicroPython is not on it, {INSTALL}{also}; "
        f"{LAST_WAY}"
    )


def opened(port):
    """Return mpremote's SerialTransport on a port. Raises ToolError, which says what to do, if it cannot be opened.

    Its `serial` is a PortWithDeadline: call `within` before each exchange.
    """
    from mpremote.transport import TransportError
    from mpremote.transport_serial import SerialTransport

    if "://" in port:  # pyserial would take it for an address that does not exist, or that only echoes
        raise ToolError(f"{port} is not a serial port: give a name such as /dev/ttyACM0 or COM5")
    try:
        transport: Any = SerialTransport(port, baudrate=115200)
        transport.serial = PortWithDeadline(transport.serial)
        return transport
    except (TransportError, OSError, ValueError) as error:
        raise ToolError(why_closed(port)) from error


def why_closed(port):
    """Return in one line why a port cannot be opened, and what to do."""
    if not sys.platform.startswith("win"):
        if not os.path.exists(port):
            return f"{port} does not exist: check the cable and the name (mpremote connect list shows the ports)"
        if not os.access(port, os.R_OK | os.W_OK):
            return f"no permission to open {port}: sudo usermod -a -G dialout $USER, then log out and in again"
    return f"cannot open {port}: close the program that uses it (Thonny, another mpremote), or check the name"
