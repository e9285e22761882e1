"""Answers of a device are JSON, checked against a table before use: firmware/glowgrid/record.py has both."""

import io
import sys

from glowgrid import record
from host_sim.cli.errors import ToolError

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


def raised_at(error):
    """Return the place in the program that raised an error, such as "files.py, line 12, in look".

    The modules of the page have names and no lines.
    """
    said = io.StringIO()
    if hasattr(sys, "print_exception"):
        getattr(sys, "print_exception")(error, said)  # noqa: B009
    else:
        from traceback import print_exception

        print_exception(error, file=said)
    places = [row.strip() for row in said.getvalue().split("\n") if row.strip().startswith("File ")]
    file, _, place = (places or ["File , nowhere"])[-1][len("File ") :].partition(", ")
    return f"{file.strip(chr(34)).rpartition('/')[2]}, {place}".replace(", line 1, in ", ", in ")


def last_line(said, otherwise):
    """Return the last line of a device's error output, such as a traceback."""
    return (said.strip().splitlines() or [otherwise])[-1]
