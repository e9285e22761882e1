"""The words of the buffers of the Hex solver, see hex_links.py: where they are, and numbers in them."""

from micropython import const

# `state`:
WIDTH = const(0)  # bits of a row
POINTS = const(1)
ALL = const(2)  # the mask of all points
ENDS = const(4)  # points and groups
LENGTHS = const(5)  # where the lengths of the lists start in `field`, in bytes
MOST_FULL = const(6)
MOST_SEMI = const(7)
FRAMES = const(8)  # where the stack starts
MOVES = const(9)  # where the lists of moves start, in bytes
FILL = const(10)  # where the position to fill in starts: stones of side 1, of side 2, then what each has captured
STEPS = const(11)  # carriers tried so far
OVER = const(12)  # 1: there is nothing left to find
JOINED = const(13)  # 2: the two edges have a full connection; 1: a semi connection; 0: none
GROUPS = const(14)
LINK = const(15)  # the carrier of that connection
OPEN = const(17)  # empty points
CARRIER = const(19)  # of the connection that is taken further
NEW = const(21)  # a carrier to enter
LEFT = const(23)  # what is left of a mask in a loop
FAR = const(25)
MINE = const(27)  # stones of the side
DEPTH = const(29)  # frames on the stack
PHASE = const(30)
MOST_GROUPS = const(31)
EDGES = const(32)  # first and last edge of side 1, then of side 2
MOST_WINS = const(40)
QUEUE_SIZE = const(41)
WINS = const(42)  # where the semi connections of the two edges start in `semi`
QUEUE = const(43)  # where the connections that wait start
SETS = const(44)  # sets of four entries in the table
MOST_PLIES = const(45)
FALL = const(46)  # how much the voltage falls from row to row, as a first guess
SIDE = const(47)  # whose connections these are: 0 or 1
STOP = const(48)  # 1: a semi connection of the two edges is enough
WIN_COUNT = const(49)
QUEUE_AT = const(50)
QUEUE_END = const(51)
MEET = const(52)  # five words for each depth of `meet`
CROWDED = const(67)
GROUP = const(69)  # masks of at most 24 groups
LIBERTIES = const(117)  # the empty neighbours of each group
REACHED = const(165)  # for each group, points whose full connection to it was taken further
BESIDE = const(213)  # for each empty point, those that touch it or a group that it touches
NODES = const(313)
WHOLE = const(314)  # 1: do not take a connection for the answer at the root, but look for a move
ENTRY = const(315)  # the entry of the position that is looked at
FILLED = const(325)  # the position of ENTRY with dead and captured points filled in: eight words
AT = const(333)  # which move of the list is next
WIDE = const(334)  # undecided moves found so far
MOST_WIDE = const(335)  # how many are enough
PHI = const(336)  # of the node, from the moves so far: the least delta of a move
SECOND_DELTA = const(337)  # the second-smallest delta of a move
DELTA = const(338)  # of the node: the sum of the phi of the moves
BEST = const(339)  # the move with the least delta
BEST_ENTRY = const(340)  # and its entry
BASE = const(350)  # frames below this search: 0 if it is about the root, 1 if about a move of the root
WON = const(351)  # moves of the root that win
WINNER = const(353)  # the winning move found last; -1 none yet
LOOKING = const(354)  # the move of the root that is searched: so far the hardest to refute
FULL = const(355)  # where the full connections start
END = const(356)  # behind the words of fixed use

# `field`:
MASKS = const(0)  # the mask of each point
PLACES = const(98)  # where each point is, see hex_links.py

LENGTHS_AT = const(588)  # in bytes, see LENGTHS

# `semi`, before the lists of connections:
LISTS = const(256)  # where the lists start; before them are tables of tree.py, which Hex keeps
SHARES = const(416)  # half-words: 65535 divided by the number of wires
NUMBERS = const(768)  # bytes: the point that each bit of the two words stands for, see `pop`

# An entry of the table, see hex_table.py:
ENTRY_MUST = const(4)
ENTRY_CARRIER = const(6)
ENTRY_NUMBERS = const(8)
ENTRY_WORK = const(9)
ENTRY_WORDS = const(10)

# A frame of the stack; it starts like an entry:
FRAME_PHI = const(10)  # go back when phi reaches this
FRAME_DELTA = const(11)  # or delta this
FRAME_BEFORE = const(12)  # nodes when it was entered
FRAME_COUNT = const(13)  # moves in its list
FRAME_FILLED = const(14)  # its position, filled in as at FILLED
FRAME_WORDS = const(22)

# Numbers in them:
TAKEN = const(1 << 28)  # in the second word of a carrier: the connection was taken further
SECOND_MOVES = const(1 << 28)  # in the second word of a position: side 2 is to move
NEVER = const(32767)  # phi or delta of what is proven impossible
PHI_BITS = const(32767)  # the bits of phi in ENTRY_NUMBERS
DELTA_SHIFT = const(15)  # delta is above them

# Tasks of `prove`:
GO_ON = const(0)  # call `search`
NOTE = const(1)  # call `note`
NEXT_MOVE = const(2)  # call `note`, then `next_move`
