"""Fano: the points and lines of the smallest projective plane."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import drawn
from glowgrid.rules.lines import Lines

PICTURE = "..o..", ".o.o.", "..o..", "o.o.o"  # points 0, 1 2, 3, 4 5 6
LINES = (0, 1, 4), (0, 2, 6), (4, 5, 6), (0, 3, 5), (4, 3, 2), (6, 3, 1), (1, 2, 5)


def setup():
    return Lines(drawn(PICTURE), 2, LINES).position()


def sketch():
    return drawn(PICTURE).sketch()


GAME = Game(
    name="fano",
    about="Two sides; all three points of one of the seven lines of the Fano plane win "
    "(the ring in the middle is a line).",
    source="the smallest projective plane",
    sides=2,
    icon=(
        "...#...."
        "........"
        ".2...2.."
        "........"
        "...2...."
        "........"
        "1..1..1."
        "........"
    ),
    setup=setup,
    sketch=sketch,
    order=80,
    engine="lines",
    goals="a line of 3",
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {(): {"perft": (7, 42, 210, 840, 2520), "example": "c3 a4 c1 b2 c4 = 1 line"}}
