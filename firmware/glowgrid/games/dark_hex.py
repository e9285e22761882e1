"""Dark Hex: Hex where each side sees only its own stones, without the swap rule.

If a hidden stone is on the point, the stone of the side to move does not go there. The side now sees the hidden stone
and tries another point; the other side notices nothing. This is dark_hex of OpenSpiel in its classical version.
rules/hidden.py has the rules of all such games, and their sources.
"""

from glowgrid.rules.game import Game
from glowgrid.rules.groups import Groups, touching
from glowgrid.rules.hexagonal import rhombus

LARGEST = 11


def setup(size):
    if not 1 <= size <= LARGEST:
        raise ValueError("dark-hex: size %d; expected 1 to %d" % (size, LARGEST))
    field = rhombus(size)
    mirrored = [(size - 1 - field.columns[p]) * size + size - 1 - field.rows[p] for p in range(field.points)]
    return Groups(field, ((touching((0, 1)),), (touching((2, 3)),)), mirrored=mirrored).position()


GAME = Game(
    name="dark-hex",
    about="Hex where each side sees only its own stones; if a hidden stone is there, you try again.",
    source="dark_hex of OpenSpiel, classical",
    sizes=((4,),),  # GTP plays others, too
    icon=(
        ".111111."
        "2......2"
        "2...1..2"
        "2..11..2"
        "2..1...2"
        "2.11...2"
        "2......2"
        ".111111."
    ),
    setup=setup,
    order=65,
    title=lambda size="": ("Dark Hex %s" % size).rstrip(),
    goals=("top to bottom", "left to right"),
    levels=lambda size: 2 if size <= 2 else 3 if size <= 3 else 5 if size <= 5 else 6 if size <= 6 else 8,
    hidden=True,
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (3,): {"perft": (9, 81, 648, 5112), "example": "b2 b2 a1 b1 a2 b3 = 1 edges"},
        (4,): {"perft": (16, 256, 3840), "example": "b2 b2 a1 b1 a2 b3 a3 b4 = 1 edges"},
    }
