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
# as beginners do, good and bad alike; it never plays at random. Among moves that are not overlooked more time alone does
# not tell in line games: on 8,8,5 0.3 s took 55% of the points from 0.03 s, and 36 of 40 games were drawn.
#
# Percent of the points (a win 1, a draw 1/2, or 1/3 of three) that a level took from the one before it, in 400 games, on
# Hex in 60; among three sides against two of them, where 43 is as much better as 60 between two (`python -m tools arena`):
#                        2     3     4     5
#   mnk 8,8,5          94.4  68.5  73.1  67.2
#   mnk 5,5,4          88.1  73.9  73.0  71.2
#   three-player       48.8  48.9  45.2  44.5
#   hex 7              96.7  78.3  93.3  70.0
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
