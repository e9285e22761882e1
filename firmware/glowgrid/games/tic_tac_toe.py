"""Tic-tac-toe. Source: "Formal Game Description" (a Godot course book); J. M. Siskind, "Game-Tree Search", 2013."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of


def setup():
    return Lines(square(3, 3), 2, rows_of(3, 3, 3)).position()


GAME = Game(
    name="tic-tac-toe",
    about="Two sides; three in a row on a 3x3 field win.",
    source='"Formal Game Description" (a Godot course book)',
    sides=2,
    sizes=((),),
    icon=(
        "11.-..22"
        "11.-..22"
        "...-...."
        "---11---"
        "...11..."
        "22.-..11"
        "22.-..11"
        "........"
    ),
    setup=setup,
    order=10,
    engine="lines",
    levels=2,
    goals="3 in a row",
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (): {"perft": (9, 72, 504, 3024, 15120, 54720), "example": "b2 a1 b1 b3 c1 a3 a2 c2 c3 = draw"},
    }
