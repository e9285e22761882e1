"""Phantom tic-tac-toe: tic-tac-toe where each side sees only its own stones.

If a hidden stone is on the point, the stone of the side to move does not go there. The side now sees the hidden stone
and tries another point; the other side notices nothing. This is phantom_ttt of OpenSpiel in its classical version.
rules/hidden.py has the rules of all such games, and their sources.
"""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of


def setup():
    return Lines(square(3, 3), 2, rows_of(3, 3, 3)).position()


GAME = Game(
    name="phantom-tic-tac-toe",
    about="Tic-tac-toe where each side sees only its own stones; if a hidden stone is there, you try again.",
    source="phantom_ttt of OpenSpiel, classical",
    icon=(
        "11.-...."
        "11.-...."
        "...-...."
        "---11---"
        "...11..."
        "...-..11"
        "...-..11"
        "........"
    ),
    setup=setup,
    order=60,
    title=lambda: "Phantom tic-tac-toe",
    levels=2,
    goals="3 in a row",
    hidden=True,
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (): {"perft": (9, 81, 648, 5112, 36288), "example": "b2 b2 a1 a1 b1 b3 c1 a3 a2 c2 c3 = draw"},
    }
