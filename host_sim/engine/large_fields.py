"""Larger fields than a Pico has, for people at a computer: Hex 16 to 19, Havannah 10, m,n,k up to 400 points.

A point takes two bytes there, and engines have one for it. `gtp` and `review` allow such fields; whatever stands for
the Pico keeps to its limits: the console, the page, a person's own games.
"""

from array import array
from contextlib import contextmanager

from glowgrid.rules.geometry import Field
from glowgrid.rules.position import MAX_POINTS

MOST_POINTS = 400  # 20 x 20, the field of the Gomocup


def two_bytes(values=()):
    """Return an array of these values, or of this number of zeros, with two bytes each: like bytearray."""
    return array("H", [0] * values if isinstance(values, int) else values)


def array_of(field):
    """Return the type of an array of points of this field."""
    return bytearray if field.points <= MAX_POINTS else two_bytes


Field.array = property(array_of)  # type: ignore[assignment]


@contextmanager
def allowed():
    """Context: games that come with Glowgrid can be set up on larger fields."""
    from glowgrid.games import havannah, hex
    from glowgrid.rules import position

    before = position.MOST_POINTS, hex.LARGEST, havannah.LARGEST
    position.MOST_POINTS, hex.LARGEST, havannah.LARGEST = MOST_POINTS, 19, 10
    try:
        yield
    finally:
        position.MOST_POINTS, hex.LARGEST, havannah.LARGEST = before


def no_engine(position):
    """Return why no engine plays this position, in one line; "" if one does. Ask before you make one.

    The position states its family all the same, since its rules are those of the family.
    """
    return f"no engine holds a field of {position.points} points: people only" if position.points > MAX_POINTS else ""
