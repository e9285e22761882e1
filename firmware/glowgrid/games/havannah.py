"""Havannah. Source: "formal definitions of abstract games, strong positional games, Hex and Havannah"."""

from glowgrid.rules.game import Game
from glowgrid.rules.groups import Groups, touching
from glowgrid.rules.hexagonal import hexagon

LARGEST = 9  # a computer may allow more (host_sim/engine/large_fields.py)


def setup(size):
    if not 1 <= size <= LARGEST:
        raise ValueError("havannah: size %d; expected 1 to %d" % (size, LARGEST))
    goals = touching(range(6, 12), 2, "bridge"), touching(range(6), 3, "fork")
    return Groups(hexagon(size), (goals, goals), rings=True).position()


def sketch(size):
    across = 2 * size - 1
    rows = []
    for row in range(across):
        inside = "-" * (across - abs(row - size + 1) - 2)
        end = "1" if row in (0, size - 1, across - 1) else "-"  # the corners
        rows.append("." * (row - size + 1) + end + inside + end + "." * (size - 1 - row))
    return rows


GAME = Game(
    name="havannah",
    about="Two sides; joining two corners of a hexagon (bridge), three edges (fork) or a ring of stones wins.",
    source='"formal definitions of abstract games, strong positional games, Hex and Havannah"',
    sides=2,
    sizes=((4,), (2,), (3,), (5,), (6,), (8,)),
    icon=(
        "----...."
        "-----..."
        "-11---.."
        "-1-1---."
        ".-11-2--"
        "..--22--"
        "...-2---"
        "....----"
    ),
    setup=setup,
    sketch=sketch,
    order=41,
    engine="groups",
    swap=True,
    goals="bridge, fork or ring",
    levels=lambda size: 1 if size <= 2 else 4 if size <= 3 else 7 if size <= 4 else 8,
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (2,): {"perft": (7, 42, 210, 600), "example": "a1 b2 b1 = 1 bridge"},
        (3,): {"perft": (19, 342, 5814), "example": "d3 a1 d4 c1 c4 a3 b3 e3 b2 c5 c2 = 1 ring"},
        (4,): {"perft": (37, 1332), "example": "a2 a4 b2 g4 c2 d7 d2 g7 e2 c5 b1 = 1 fork"},
    }
