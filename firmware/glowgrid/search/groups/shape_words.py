"""The words of `shape`, the field of a small groups game as bit masks, see group_shape.py."""

from micropython import const

ROW = const(0)  # the shift to one neighbour in the next row; to the other one it is one more
RINGS = const(1)  # 1: rings win
BORDER = const(2)  # the mask of the outermost points
ALL = const(3)  # the mask of all points
ORDER = const(4)  # four masks: points to try first, next, and so on; then 0
GOALS = const(9)  # for each goal: number of borders, their masks, 0; then 0
