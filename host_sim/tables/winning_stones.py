"""Which sets of stones win, by the rules of the game. A set of points is a mask: bit p is point p.

In games of lines and groups, where exactly the empty points are legal, more stones never undo a win, and whether a side
has won depends on its own stones alone.
"""


def winning_masks(position, side):
    """Return a bytearray: at each mask 1 if these stones of the side win, else 0. position: the start of the game.

    The rules judge each set that is not won yet, and whatever contains a set that wins, wins.
    """
    points = position.points
    won = bytearray(1 << points)
    _try_stones(position, side, 0, 0, won)
    for p in range(points):
        for mask in range(1 << points):
            if mask >> p & 1 and won[mask ^ 1 << p]:
                won[mask] = 1
    return won


def _try_stones(position, side, mask, first, won):
    """Mark what wins of the sets with one more stone, on a point from `first` on; go on from the others."""
    for p in range(first, position.points):
        position.to_move = side
        position.play(p)
        if position.winner:
            won[mask | 1 << p] = 1
        else:
            _try_stones(position, side, mask | 1 << p, p + 1, won)
        position.undo()
