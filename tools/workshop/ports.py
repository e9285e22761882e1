"""Which serial port the Pico is on, and what to do if there is none, more than one, or one with another program."""

import errno
import os
import stat
from typing import Any

from host_sim.cli.errors import ToolError
from host_sim.wires.usb_ports import listed, program_on, with_micropython

from .deadline import PortWithDeadline
from .talk.advice import ONE_FILE, other_program

PLUG_IN = "Plug it in with a data cable; some cables only charge."


def find_port(wanted=None, ports=None):
    """Return the device name of the port to use ("/dev/ttyACM0", "COM5").

    wanted: the user's choice, used as it is, even if it is not listed (a pty is not). ports: the available ports
    (default: from the system). Raises ToolError, which says what to do, if none or several fit.
    """
    if wanted:
        return wanted
    ports = listed() if ports is None else ports
    found = with_micropython(ports)
    if len(found) == 1:
        return found[0]
    if found:
        raise ToolError(f"{len(found)} boards are plugged in: choose one with --port {' or --port '.join(found)}")
    programs = {port.device: program_on(port) for port in ports}
    for name in sorted(filter(programs.get, programs)):
        raise ToolError(*other_program(name, programs[name]))
    others = sorted(port.device for port in ports if port.vid is not None)
    also = [f"If it is one of {', '.join(others)}, name it with --port."] if others else []
    raise ToolError("no Pico with MicroPython found", PLUG_IN, *also, *ONE_FILE)


def opened(port):
    """Return mpremote's SerialTransport on a port. Raises ToolError, which says what to do, if it cannot be opened.

    Its `serial` is a PortWithDeadline: call `within` before each exchange.
    """
    from mpremote.transport import TransportError
    from mpremote.transport_serial import SerialTransport
    from serial import Serial

    if "://" in port:  # pyserial would take it for an address that does not exist, or that only echoes
        raise ToolError(f"{port} is not a serial port: give a name such as /dev/ttyACM0 or COM5")
    try:
        transport: Any = SerialTransport(port, baudrate=115200)
        transport.serial = PortWithDeadline(transport.serial)
        return transport
    except (TransportError, OSError, ValueError):  # mpremote does not pass on why
        try:
            Serial(port, exclusive=True).close()
        except (OSError, ValueError) as error:
            raise ToolError(why_closed(port, error)) from error
        raise ToolError(f"{port} could not be opened at first, but now it can: run this again") from None


def why_closed(port, error):
    """Return in one line why a port cannot be opened, and what to do. error: pyserial's.

    Windows denies access to a port that is open elsewhere. pyserial gives its error only in words, which begin with
    the name of the class in Python.
    """
    number, words = error.errno if isinstance(error, OSError) else None, str(error)
    if number == errno.ENOENT or "FileNotFoundError(" in words:
        return f"{port} does not exist: check the cable and the name (mpremote connect list shows the ports)"
    if number in (errno.EAGAIN, errno.EBUSY) or "PermissionError(" in words:
        return (
            f"another program uses {port}: close it (Thonny, a terminal, another flash, one that scans all ports), or "
            "wait 10 s for ModemManager, which Linux starts at each new port; then run this again"
        )
    if number in (errno.EACCES, errno.EPERM):
        return f"no permission to open {port}: {_permission(port)}"
    return f"cannot open {port}: the system says {words}"


def _permission(port):
    """Return how to get the permission: by the group that has it, dialout on most systems and uucp on Arch."""
    import grp

    about = os.stat(port)
    if about.st_gid == 0 or not about.st_mode & stat.S_IRGRP or not about.st_mode & stat.S_IWGRP:
        return "only root may, so use sudo, or let a udev rule give the port to a group"
    try:
        group = grp.getgrgid(about.st_gid).gr_name
    except KeyError:
        group = str(about.st_gid)
    return f"the group {group} may, so run `sudo usermod -a -G {group} $USER`, then log out and in again"
