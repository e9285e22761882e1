"""The colours of all frames. A frame holds one palette index per LED; as text, one sign per LED.

Sides differ in hue and in brightness (orange, blue, green after M. Okabe and K. Ito's colours for colour-blind
readers), and in shape if a point has more than one LED. Colours that can lie side by side without a rhythm to tell
them apart differ for every kind of colour vision, at every brightness (tests/console/test_colours.py): a channel that
is on never falls below 1 of 255, so dim colours use as few channels as possible.
"""

OFF = 0
STONE = 0  # STONE + side: a stone of side 1..3
DIM = 3  # DIM + side: a free point, or in a connection game the edges of a side that waits
BRIGHT = 6  # BRIGHT + side: the last stone, and stones that won
WHITE = 10
GREY = 11
GREEN = 12
RED = 13
YELLOW = 14
CYAN = 15
EDGE = 15  # EDGE + side: edges that a side of a connection game must join, while it is to move
ESTIMATE = 18  # ESTIMATE + 1..3: a move that looks poor, even, good; nothing is proven
SILVER = 22  # neighbours of a point
FREE = 23  # a free point of a connection game, for all sides

SIDES = "", "orange", "blue", "green"  # the sides by their colours

CHARS = ".123abcABC#-+!?exyzlmho:"

# fmt: off
# Red, green, blue per index, 0..255 as the eye sees them (gamma comes later, in hardware/lights.py).
RGB = bytes((
    0, 0, 0,
    226, 100, 0,
    0, 99, 224,
    0, 171, 80,
    99, 46, 0,
    0, 0, 82,
    0, 108, 26,
    244, 200, 75,
    60, 187, 255,
    169, 255, 156,
    255, 255, 255,
    144, 144, 144,
    60, 255, 0,
    255, 0, 0,
    240, 220, 0,
    0, 220, 220,
    156, 74, 0,
    0, 0, 186,
    0, 130, 58,
    0, 86, 86,
    0, 170, 170,
    0, 255, 255,
    185, 185, 185,
    56, 56, 56,
))
# fmt: on
