"""The words of the buffers of the tree search, see growth.py: where they are, and numbers in them."""

from micropython import const

# `words`:
RANDOM = const(0)
WIDTH = const(1)
LISTED = const(2)  # empty points of the root
SIDE = const(3)  # the side to move at the root
TURN = const(4)  # the side to move at the current node
BATCH_SIZE = const(5)  # playouts to do at a leaf
MADE = const(6)  # playouts done at this leaf
WON_1 = const(7)  # a bit for each playout of the batch: whether side 1 won
WON_2 = const(8)
DEPTH = const(9)  # moves from the root to the current node
FREE = const(10)  # where the next row of moves can start
TICK = const(11)  # grows with each way to a leaf
VISITS = const(12)  # playouts after which a leaf gets its row of moves
SPAN = const(13)  # bytes of a section of `cells`
DEEPEST = const(14)  # no rows deeper than this number of moves
BALANCED = const(15)  # 1: the root seeks the move whose value is nearest to 1/2
EVERY = const(16)  # 1: the root goes on until all of its moves are proven
PROVEN = const(17)  # of the root: 0 nothing, 1 lost, 2 won (with EVERY: 3, all moves are proven)
NODES = const(18)
END = const(19)  # nodes allowed
LEAF = const(20)  # record of the leaf
ENOUGH = const(21)  # 1: the best move's lead cannot be made up
MOST_MOVES = const(22)
BLOCKS = const(23)  # where the blocks start
WINS_1 = const(24)  # how many points win at once for side 1, and one of them
WINS_2 = const(26)
OWN_BITS = const(28)  # where the bits of the points of side 2 are in `cells`
FLIP = const(29)  # 1: every point that is not side 1's is side 2's
PLACES = const(30)  # where the list of all points starts in `order`
BEST = const(31)  # the root move with most playouts
ROUND = const(32)  # batches since the lead was last checked
WINNING = const(33)  # where the winners by touched borders start in `tables`: bit 0 side 1, bit 1 side 2
BACK = const(34)  # the first of the three neighbours, of six in order, with lower numbers than the point itself
RINGS_WIN = const(35)
SHUFFLED = const(36)  # number of points drawn so far, at the front of `order`
UNITED = const(37)  # 1: playouts need the groups of the leaf
PRICE_OF_ROW = const(38)  # a new row of moves takes as long as this many playouts
ROWS_MADE = const(39)  # rows of moves made
PATH = const(40)  # a word per move from root to leaf: move << 14 | head of its row
DECIDED = const(92)  # of the current row: 1 lost, 2 won for the side to move there
WEIGHTS = const(96)
WORDS = const(352)

# `tables`:
STEPS = const(60)  # the six steps to the neighbours, repeated below and above
COUNTS = const(136)  # number of bits set in 0..63
LISTED_REPLIES = const(255)  # 1 once the replies are entered; the solver of Hex overwrites them
REPLIES = const(4096)  # to intrusions: for side 1, then for side 2

# Values, and parts of moves and records:
LOST = const(0)
EVEN = const(4096)
WON = const(8191)
MOST_PLAYOUTS = const(32767)  # of a record
AT_ONCE = const(32769)  # a record: one playout, won
PLACE_BITS = const(511)
MOVE_BITS = const(16383)  # the part of a head or path word that is a move, or where a row is
ROW_BITS = const(0xFFFF)  # the part of a record that is its row
