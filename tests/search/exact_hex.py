"""The exact values of Hex for tests: by brute force, and by our solver, whose kernels are compiled."""

import functools

from support.judges.groups import Judge

from tools.lab.exact import HexValues


@functools.cache
def values_of(size):
    """Return the HexValues of a size, for which a test needs the extra `native`."""
    return HexValues(size, 16)


def judged(size, cells, to_move):
    """Return the points that win, or None if the game is over."""
    judge = Judge("hex", size)  # a new one each time: it takes the side to move for granted in what it remembers
    masks = [sum(1 << point for point, cell in enumerate(cells) if cell == side) for side in (to_move, 3 - to_move)]
    if any(cell and judge.wins(masks[cell != to_move], point, cell) for point, cell in enumerate(cells)):
        return None
    free = [point for point, cell in enumerate(cells) if not cell]
    return [point for point in free if judge.after(*masks, point, to_move) > 0]
