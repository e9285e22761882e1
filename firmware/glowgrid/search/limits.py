"""How hard an engine thinks: nodes, depth, and how much it overlooks. Nothing here counts time."""


class Limits:
    """nodes: most positions to visit; depth: most plies; overlook: percent of root moves it does not see; seed: which."""

    def __init__(self, nodes, depth=250, overlook=0, seed=1):
        self.nodes = nodes
        self.depth = depth
        self.overlook = overlook
        self.seed = seed

    def reach_the_end(self, empty):
        """Do they let a search see every move to the end of a game with so many empty points?"""
        return not self.overlook and self.depth >= empty


# (ms on the Pico, depth in plies, percent overlooked) from the weakest level to the strongest. A weak level misses moves,
# as beginners do, good and bad alike; it never plays at random.
#
# Percent of the points against the level before, 400 games each (`python -m tools arena`); among three sides Elo, in a seat
# that changes, against two of the level before.
#            2    3    4    5
# 8,8,5     94   69   73   67
# 5,5,4     88   74   73   71
# three   +112 +113  +88  +82
_LEVELS = ((30, 1, 80), (300, 2, 56), (1000, 3, 36), (3000, 4, 11), (10000, 250, 0))
LEVELS = len(_LEVELS)


def level_limits(level, node_us, seed=1):
    """The limits of a level 1..LEVELS for an engine whose nodes take about `node_us` microseconds on the Pico.

    So a level takes about the same time in every game, and yet only nodes count.
    """
    milliseconds, depth, overlook = _LEVELS[level - 1]
    return Limits(milliseconds * 1000 // node_us, depth, overlook, seed)


def overlooked(moves, count, cells, plies, limits):
    """Strike out of moves[:count] (bytearray, in place) what is overlooked; returns how many are left, at least one.

    What is overlooked depends on the position and the seed alone, so that a game can be replayed.
    """
    x = limits.seed * 7919 + plies * 104729 & 0x3FFFFFFF
    for side in cells:
        x = (((x & 0x1FFFFF) << 5) - x + side) & 0x3FFFFFF  # x * 31 + side, in steps below 2^30: nothing is allocated
    left = 0
    for i in range(count):
        x = ((x & 0x3FF) * 1103 + (((x >> 10) * 1103 & 0x3FF) << 10) + 12345) & 0xFFFFF  # x * 1103 + 12345
        if (x >> 6) % 100 >= limits.overlook or (i == count - 1 and not left):
            moves[left] = moves[i]
            left += 1
    return left
