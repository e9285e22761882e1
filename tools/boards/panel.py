"""A part of a picture of what_if.py or link_picture.py, as data."""

from typing import NamedTuple


class Panel(NamedTuple):
    """One part of a picture. colours: of the LEDs, row by row, None if dark; keys: (columns, count, those pressed);
    lines: of a terminal. One of the three is given."""

    label: str
    colours: list | None = None
    keys: tuple | None = None
    lines: list | None = None
