"""Hex. Source: "formal definitions of abstract games, strong positional games, Hex and Havannah" (author not named)."""

from glowgrid.games import FOLDER
from glowgrid.rules.game import Game
from glowgrid.rules.groups import Groups, touching
from glowgrid.rules.hexagonal import rhombus

LARGEST = 15  # a computer may allow more (host_sim/engine/large_fields.py)
BOOKS = 6, 7  # sizes with a book, made by `python -m tools.lab book`
PROOFS = (6,)  # sizes with a proof to play from, made by `python -m tools.lab record proof`
# Larger sizes whose first stones are published (tables.published). Source: 8, P. Henderson, B. Arneson, R. B. Hayward,
# "Solving 8x8 Hex", 2009; 9, J. Pawlewicz, R. B. Hayward, "Scalable parallel DFPN search", 2013, as HexWiki, "Small
# boards", shows them.
PUBLISHED = {8: b"\x80\xc0~\xfe\x7f~\x03\x01", 9: b"\x00\x0f\xfb\xfb\xff\xff\xbf\xbf\xe1\x01\x00"}
# Where the engine begins (tables.openings): losers that three winners touch, at least (on Hex 6 two), as those are hard
# to judge.
OPENINGS = {
    3: b"\x01\x07",
    5: b"\x03\x0a\x0e\x15",
    6: b"\x02\x03\x04\x06\x1d\x1f\x20\x21",
    7: b"\x05\x0a\x14\x1c\x26\x2b",
    8: b"\x0d\x17\x18\x27\x28\x32",
    9: b"\x0c\x0f\x12\x1a\x36\x3e\x41\x44",
}


def setup(size):
    if not 1 <= size <= LARGEST:
        raise ValueError("hex: size %d; expected 1 to %d" % (size, LARGEST))
    field = rhombus(size)
    falling = range(size - 1, -1, -1)
    mirrored = [column * size + row for row in falling for column in falling]
    tables = Groups(field, ((touching((0, 1)),), (touching((2, 3)),)), mirrored=mirrored)
    if size in BOOKS:
        tables.solved = FOLDER + "/hex_%d.bin" % size
    if size in PROOFS:
        tables.proof = FOLDER + "/hex_%d_proof.bin" % size
    tables.published, tables.openings = PUBLISHED.get(size), OPENINGS.get(size)
    return tables.position()


def sketch(size):
    edge = "1" * size
    return [edge] + ["2" + "-" * (size - 2) + "2"] * (size - 2) + [edge]


GAME = Game(
    name="hex",
    about="Two sides; side 1 joins top and bottom of a rhombus, side 2 left and right; points have six neighbours.",
    source='"formal definitions of abstract games, strong positional games, Hex and Havannah"',
    sides=2,
    sizes=((5,), (3,), (4,), (6,), (7,), (8,), (9,), (11,), (13,), (14,)),
    icon=(
        ".111111."
        "2.----.2"
        "2---1--2"
        "2--11--2"
        "2--1---2"
        "2-11---2"
        "2.1---.2"
        ".111111."
    ),
    setup=setup,
    sketch=sketch,
    order=40,
    engine="groups",
    swap=True,
    goals=("top to bottom", "left to right"),
    levels=lambda size: 2 if size <= 2 else 3 if size <= 3 else 5 if size <= 5 else 6 if size <= 6 else 8,
)  # fmt: skip

if __debug__:  # for tests; the build leaves it out
    TESTS = {
        (3,): {"perft": (9, 72, 504, 3024, 15120), "example": "a1 b2 b1 a2 a3 c2 = 2 edges"},
        (5,): {"perft": (25, 600), "example": "c3 b3 c4 b4 c5 b5 c2 b2 c1 = 1 edges"},
    }
