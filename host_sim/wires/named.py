"""The wire that a person names: `glowgrid play --link PORT`."""

from ..cli.errors import Refused
from .serial_wire import SerialWire
from .tcp import Joiner, Listener
from .usb_wire import UsbWire
from .wire import FORMS

HERE = "127.0.0.1"


def wire_named(word):
    """Return the open Wire that a word names. Refused, in a line, if there is none."""
    kind, colon, rest = word.partition(":")
    if colon and kind == "usb":
        return UsbWire(rest)
    if not colon or kind not in ("tcp", "listen"):
        if not word.strip():
            raise Refused(f"--link: a serial port is missing; or: {FORMS}")
        return SerialWire(word)
    host, colon, number = rest.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not (number.isascii() and number.isdigit() and int(number) < 1 << 16):
        raise Refused(f"--link {word}: expected a port of TCP, 1 to 65535, at the end; {FORMS}")
    if kind == "listen" and not host:
        raise Refused(f"--link {word}: an address is missing; {FORMS}")
    if kind == "listen" or not host:
        return Listener(host or HERE, int(number))
    if not int(number):
        raise Refused(f"--link {word}: nobody listens on port 0; {FORMS}")
    return Joiner(host, int(number))
