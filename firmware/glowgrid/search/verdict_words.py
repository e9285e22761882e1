"""The numbers in a verdict, see verdict.py."""

from micropython import const

DRAWN = const(4)  # an outcome, see verdict.py
NO_MOVE = const(255)
NO_ESTIMATE = const(255)

# Values of `swap`:
STAYS = const(0)
TAKEN_OVER = const(1)
UNFAIR = const(2)

# A score for the side to move, 0..4095: WIN - n or LOSS + n, won or lost in n plies.
LOSS = const(96)
DRAW = const(2048)
WIN = const(4000)
SURE_LOSS = const(352)  # below: a proven loss (games end by ply 250)
SURE_WIN = const(3744)  # above: a proven win
