"""The words of `control`, the state of a search on bit masks, see masks.py."""

from micropython import const

RESULT = const(0)  # the value of the root, 0 while it is searched
NODES = const(1)  # moves made since `load`
MOVES = const(2)  # moves of the loaded position, one of each set that symmetries make equal
VALUE = const(3)  # of the position just left
STEP = const(4)  # what `solve` does next
ROW = const(5)  # where the row of the position starts
USED = const(6)  # used of the budget
WON = const(7)  # 2^length of a line: what a full line counts in MY_SUM
TABLE_MASK = const(8)  # entries of the table, less one
WHOLE = const(9)  # the mask of all points
HORIZON_ROW = const(10)  # from this row on a position is a draw: no line can be filled in time
CANON_END = const(11)  # positions whose row starts before this are stored under their least image
RANKS_ON = const(12)  # 1: moves are ranked; 0: tried by number, which is faster if there are few
MINE = const(13)  # the loaded position: stones of the side to move,
OTHERS = const(14)  # and of the other
ROOT_MOVES = const(15)  # a mask: the moves to try at the root
ROOT = const(16)  # where the row of the root starts

# A row, from its first word:
MY_BITS = const(0)  # stones of the side to move, a bit per point
OTHER_BITS = const(1)
UNTRIED = const(2)  # moves not yet tried
BLOCK = const(3)  # the only move that stops a line of the other side, or 0
LOW_END = const(4)  # the window
HIGH_END = const(5)
LOW_START = const(6)  # its lower end at entry
BEST_BIT = const(7)  # best move, the number of a bit
PLAYED_BIT = const(8)  # the move under way
MY_SUM = const(9)  # sum of 2^stones over the lines open to the side to move
OTHER_SUM = const(10)  # the same for the other side
SLOT = const(11)  # the position's entry in the table,
KEY_MINE = const(12)  # and the masks of its key
KEY_OTHERS = const(13)
RANKS = const(14)  # a byte for each move, seven words
ROW_WORDS = const(21)
PLAYED = const(24)  # PLAYED_BIT of the root

DE_BRUIJN = const(0x077CB531)  # C. Leiserson, H. Prokop, K. Randall, "Using de Bruijn sequences to index a 1", 1998
