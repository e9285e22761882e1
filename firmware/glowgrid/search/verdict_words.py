"""The numbers that a verdict is written in, see verdict.py."""

from micropython import const

DRAWN = const(4)  # an outcome: 0 unknown, 1..3 the side that wins, DRAWN if no side does
NO_MOVE = const(255)
NO_ESTIMATE = const(255)

# Values of `swap`:
STAYS = const(0)
TAKEN_OVER = const(1)
UNFAIR = const(2)

# A score is a number 0..4095 for the side to move: WIN - n for a win in n plies, LOSS + n for a loss in n plies.
LOSS = const(96)
DRAW = const(2048)
WIN = const(4000)
SURE_LOSS = const(352)  # below: a proven loss (no game is longer than 250 plies)
SURE_WIN = const(3744)  # above: a proven win
