"""The words of `search`, the state of an alpha-beta search, see alpha_beta.py."""

from micropython import const

PHASE = const(0)  # what to do next: ENTER, PICK, LEAVE or DONE
PLY = const(1)
SIDE = const(2)  # the side to move
VALUE = const(3)  # score of the position just left
NODES = const(4)  # positions entered since the search began
ME = const(5)  # the root side
EXTEND = const(6)  # 1: a forced move does not count as depth
ESTIMATE = const(7)  # 1: estimate at the horizon; 0: the horizon counts as a draw
VALUE_UNSURE = const(8)  # 1 if it depends on an estimate: not proven
MASK = const(9)  # entries of the table, less one
RANKED = const(10)  # plies for which `ranks` has room
RANK_COST = const(11)  # ranking the moves takes as long on the Pico as this many nodes
SIGHT = const(12)  # plies to the horizon at which threats alone decide: no side wins that soon unless they show it
SPENT = const(13)  # nodes of this slice: positions entered, plus the cost of looking at all lines
FRAMES = const(14)

# Values of PHASE:
ENTER = const(0)
PICK = const(1)
LEAVE = const(2)
DONE = const(3)

# The words of ply `ply` start at FRAMES + ply * FRAME:
FRAME = const(12)
ALPHA = const(0)
BETA = const(1)
BEST = const(2)
MOVE = const(3)  # move of the best score
CURRENT = const(4)  # move under way
NEXT = const(5)  # the move picker: the next place in the order, or STOP if no more moves are wanted
DEPTH = const(6)  # plies to the horizon
FORCED = const(7)  # the only sensible move, or NO_POINT
UNSURE = const(8)  # 1 if the score depends on an estimate: not proven
TABLE_MOVE = const(9)
ALPHA0 = const(10)  # alpha at entry; the window at entry decides which bound the score is
BETA0 = const(11)

STOP = const(256)
