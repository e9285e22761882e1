"""The words of `state`, the stones of a lines position, see stones.py."""

from micropython import const

HASH = const(0)  # finds the position's entry in the table, 30 bits
VERIFY = const(1)  # verifies the entry, 30 bits
EMPTY = const(2)  # number of empty points
POINTS = const(3)
SIDES = const(4)
CELLS = const(5)  # start of the cells, one word a point: 0 empty, else the side
THROUGH = const(6)  # start of the lists of lines through each point, one word a point and one more
WEIGHT = const(7)  # start of the worths of an open line by its missing points
LINES = const(15)  # where the lines start
LINES_END = const(23)  # where the lines end
SUMS = const(31)  # start of one word a point for sums

# The words of a side, eight from 8 * side on; the eighth is one of LINES, LINES_END, SUMS:
CLOSED = const(0)  # if a line's count has one of these bits, the side can no longer fill it
READY = const(1)  # number of empty points on which the side wins at once
AT = const(2)  # sum of those points; if there is one, it is that point
OPEN = const(3)  # number of lines the side can still fill
WORTH = const(4)  # worth of those lines: 1024 >> missing points each
WINS = const(5)  # start of the side's wins, one word a point: lines it would complete there
ZOBRIST = const(6)  # start of its random words, two a point

# The words of a line, four each; the lists of lines name the first:
COUNT = const(0)  # stones of side s in byte s-1; bit 23+s is set if the line cannot serve side s
GAPS = const(1)  # sum of its empty points; if one is left, it is that point
LENGTH = const(2)
MEMBERS = const(3)  # the byte of `state` where the list of its points starts, a byte each

# Results of the functions of stones.py:
NO_POINT = const(255)
NO_SCORE = const(4096)
ME_HOPELESS = const(256)  # the root side can certainly not win any more
OTHERS_HOPELESS = const(512)
