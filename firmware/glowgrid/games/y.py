"""Y. Source: C. Titus and C. Schensted, "Mudcrack Y and Poly-Y", 1975 (the plain triangle)."""

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import stacked
from glowgrid.rules.groups import Groups, touching
from glowgrid.rules.hexagonal import Hexagonal


def setup(size):
    if not 1 <= size <= 21:
        raise ValueError("y: size %d; expected 1 to 21" % size)
    field = stacked([(0, row + 1) for row in range(size)])
    left = [p for p in range(field.points) if field.columns[p] == 0]
    right = [p for p in range(field.points) if field.columns[p] == field.rows[p]]
    bottom = range(field.points - size, field.points)
    goals = (touching((0, 1, 2)),)
    return Groups(Hexagonal(field, -1, (left, right, bottom)), (goals, goals)).position()


def sketch(size):
    return ["-" * (row + 1) + "." * (size - 1 - row) for row in range(size)]


GAME = Game(
    name="y",
    about="Two sides; joining all three edges of a triangle wins; corners belong to both of their edges.",
    source='C. Titus and C. Schensted, "Mudcrack Y and Poly-Y", 1975',
    sides=2,
    sizes=((6,), (3,), (4,), (5,), (7,), (8,), (11,), (14,)),
    icon=(
        "...--..."
        "...11..."
        "..--1-.."
        "..--1-.."
        ".--11--."
        ".--1-1-."
        "--11-11-"
        "--1---1-"
    ),
    setup=setup,
    sketch=sketch,
    order=42,
    engine="groups",
    swap=True,
    goals="all 3 edges",
    levels=lambda size: 2 if size <= 3 else 3 if size <= 4 else 5 if size <= 6 else 6 if size <= 8 else 8,
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (3,): {"perft": (6, 30, 120, 360, 720), "example": "a1 b2 a2 b3 a3 = 1 edges"},
        (6,): {"perft": (21, 420), "example": "a6 a1 b6 c3 c6 b4 d6 d5 e6 a3 f6 = 1 edges"},
    }
