"""Answers of a device are JSON, checked against a table before use: firmware/glowgrid/record.py has both."""

from typing import Any

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import record
from host_sim.errors import ToolError

MANY = range(1 << 40)  # any number of bytes, microseconds, ...


def checked(said, kind, who, error=ToolError) -> Any:
    """Return the content of an answer (bytes). Raises `error`, which blames the answer, if it is not of this kind.

    kind: as in record.fault. who: the device, as users call it. error: ToolError, or a subclass.
    """
    try:
        answer = record.parse(said)
        fault = record.fault(answer, kind)
    except ValueError as odd:
        answer, fault = None, f"{said[:60]!r} {odd}"
    if fault:
        raise error(f"{who} answered nonsense ({fault}): unplug the Pico, plug it in, run this again")
    return answer


def last_line(said, otherwise):
    """Return the last line of a device's error output, such as a traceback."""
    return (said.strip().splitlines() or [otherwise])[-1]
