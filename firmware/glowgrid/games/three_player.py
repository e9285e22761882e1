"""Three players on 4x4. Source: Szalontai Jordan, "Tic-Tac-Toe", 2019 (state space of a three-player game)."""

from glowgrid.games import FOLDER
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of


def setup():
    # The 24 rows, columns and diagonals of the four 3x3 sub-squares are just the rows of three on the 4x4 field.
    tables = Lines(square(4, 4), 3, rows_of(4, 4, 3))
    tables.solved = FOLDER + "/three_player.bin"
    return tables.position()


GAME = Game(
    name="three-player",
    title=lambda: "Three players",
    about="Three sides; three in a row inside one of the four 3x3 sub-squares of a 4x4 field win.",
    source='Szalontai Jordan, "Tic-Tac-Toe", 2019',
    sides=3,
    sizes=((),),
    levels=3,
    icon=(
        "11....22"
        "11.....2"
        "........"
        "...33..."
        "...3...."
        "........"
        "2.....11"
        "22....11"
    ),
    setup=setup,
    order=30,
    engine="lines",
    goals="3 in a row",
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (): {"perft": (16, 240, 3360, 43680), "example": "b2 a1 d4 c2 a2 d3 a3 a4 d2 = 3 line"},
    }
