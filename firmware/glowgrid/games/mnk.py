"""The m,n,k family: m rows, n columns, k or more in a row. Generalises the 3x3 game of J. M. Siskind, 2013."""

from glowgrid.rules import position
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of


def setup(rows, columns, k):
    if min(rows, columns) < 1 or max(rows, columns) > 250 or rows * columns > position.MOST_POINTS:
        wrong = rows, columns, position.MOST_POINTS
        raise ValueError("mnk: %dx%d field; rows and columns are 1 to 250, points at most %d" % wrong)
    if not 1 <= k <= max(rows, columns):
        raise ValueError("mnk: %d in a row does not fit a %dx%d field" % (k, rows, columns))
    return Lines(square(rows, columns), 2, rows_of(rows, columns, k)).position()


def sketch(rows, columns, k):
    picture = [["-"] * columns for row in range(rows)]
    for i in range(k):
        picture[i if k <= rows else 0][i if k <= columns else 0] = "1"
    return ["".join(row) for row in picture]


def title(rows=0, columns=0, k=0):
    words = "K", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"
    name = "%s in a row" % (words[k] if k < len(words) else k)
    return "%s %dx%d" % (name, rows, columns) if k else name


def levels(rows, columns, k):
    """Return the number of levels, as levels.py has it, without setting the game up."""
    if rows * columns <= 12 or k <= 3:
        return (rows * columns > 8) + (rows * columns > 9) + 1
    across, down = max(columns - k + 1, 0), max(rows - k + 1, 0)
    lines = rows * across + columns * down + 2 * across * down
    return 1 if lines <= 12 else 3 if lines <= 17 else 4 if 28 < lines <= 32 else 5 if lines <= 60 else 7


GAME = Game(
    name="mnk",
    about="Two sides; k or more in a row on a field of m rows and n columns win.",
    source='J. M. Siskind, "Game-Tree Search", Purdue 2013 (generalised)',
    sides=2,
    sizes=(
        (4, 3, 3),  # side 1 can win; 4,4,4 is a dead draw
        (4, 4, 3),
        (4, 4, 4),
        (5, 4, 4),
        (5, 5, 4),
        (5, 5, 5),
        (6, 6, 4),
        (6, 6, 5),
        (7, 7, 4),
        (7, 7, 5),
        (8, 8, 5),
    ),
    icon=(
        "........"
        ".1...2.."
        "..1.22.."
        "...1.2.."
        "..2.1..."
        ".2...1.."
        "......1."
        "........"
    ),
    setup=setup,
    sketch=sketch,
    order=20,
    engine="lines",
    title=title,
    goals=lambda m, n, k: "%d in a row" % k,
    levels=levels,
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (4, 4, 4): {"perft": (16, 240, 3360), "example": "a1 b1 b2 b3 c3 b4 d4 = 1 line"},
        (4, 3, 3): {"perft": (12, 132, 1320), "example": "a2 a1 b2 b1 a3 c1 = 2 line"},
    }
