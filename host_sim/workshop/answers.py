"""Answers of a device are JSON, checked against a table before use: firmware/glowgrid/record.py has both."""

from glowgrid import record

from ..errors import ToolError
from .advice import AGAIN

MANY = range((1 << 31) - 1)  # any number of bytes, microseconds, ...; the page has 32-bit words


def checked(said, kind, who, error=ToolError):
    """Return the content of an answer (bytes). Raises `error`, which blames the answer, if it is not of this kind.

    kind: as in record.fault. who: the device, as users call it. error: ToolError, or a subclass.
    """
    try:
        answer = record.parse(said)
        fault = record.fault(answer, kind)
        if not fault:
            return answer
    except ValueError as odd:
        fault = f"{said[:60]!r} {odd}"
    raise error(f"{who} answered nonsense ({fault}): unplug the Pico, plug it in, {AGAIN}")


def text_of(data):
    """Return what a device prints, bytes, as a text; a damaged one has other signs in it."""
    try:
        return data.decode()
    except UnicodeError:
        return "".join([chr(byte) if byte < 128 else "\ufffd" for byte in data])


def last_line(said, otherwise):
    """Return the last line of a device's error output, such as a traceback."""
    return (said.strip().splitlines() or [otherwise])[-1]
