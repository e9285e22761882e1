"""Which serial port the Pico is on, and what to do if there is none or more than one."""

import os
import sys
from typing import Any

from host_sim.errors import ToolError
from host_sim.installed import TOOLS

from .deadline import PortWithDeadline

RASPBERRY_PI = 0x2E8A  # USB vendor of the RP2040; MicroPython's default on the rp2 port is 2e8a:0005
NOT_MICROPYTHON = {0x0003, 0x0004, 0x0009, 0x000A, 0x000C, 0x000F}  # bootloaders, debug probes, programs of the C SDK

DRIVES = {"rp2040": "RPI-RP2", "rp2350": "RP2350"}  # in BOOTSEL mode
PAGES = {
    "rp2040": "https://micropython.org/download/RPI_PICO/",
    "rp2350": "https://micropython.org/download/RPI_PICO2/",
}
PLUG_IN = "Plug it in with a data cable; some cables only charge."
ONE_FILE = (  # a new Pico, or a boot.py that does not end, or a damaged file system
    "If it is new, or no port ever comes up, hold BOOTSEL while plugging it in, and copy onto the drive RPI-RP2",
    f"- either the one file that `{TOOLS} uf2` makes. It replaces what was there, saves too;",
    "- or only MicroPython, the newest RPI_PICO-...uf2 of https://micropython.org/download/RPI_PICO/",
    "  (Pico W: RPI_PICO_W), and then run this again.",
)


def install(mcu="rp2040"):
    """Return how to install MicroPython on a Pico, or with mcu="rp2350" on a Pico 2."""
    name = PAGES[mcu].split("/")[-2]
    return (
        f"hold BOOTSEL while plugging the Pico in; a drive {DRIVES[mcu]} appears; copy onto it the newest "
        f"{name}-...uf2 from {PAGES[mcu]} (with radio: {name}_W); run this again"
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
    also = [f"If it is one of {', '.join(others)}, name it with --port."] if others else []
    raise ToolError("no Pico with MicroPython found", PLUG_IN, *also, *ONE_FILE)


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
