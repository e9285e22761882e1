"""What holds in a position with perfect play, asked of an engine that has searched it with `every` to its end.

    engine.start(position, limits, True)
    while not engine.step(200): ...
    w_star(engine, position), w_k(engine, position, k), m_hat(engine, position, marks)

Definitions and names: J. M. Siskind, "Game-Tree Search", Purdue 2013. With three sides outcomes are those of max^n.
An outcome is the side that wins, DRAWN, or 0 if the limits were too small to tell. Nothing here allocates.
"""

from glowgrid.search.state import DRAWN

UNKNOWN = -1  # of w_k, whose 0 means: nobody


def _rank(outcome, side):
    """How much a side likes an outcome: 3 its own win, 2 a draw, 1 another's win, 0 unknown."""
    if not outcome:
        return 0
    return 3 if outcome == side else 2 if outcome == DRAWN else 1


def _unknown(engine, position):
    """Is there a legal move whose outcome is not known?"""
    for point in range(position.points):
        if not position.cells[point] and not engine.outcome(point):
            return True
    return False


def w_star(engine, position):
    """The outcome of the position: of the lowest move among those that are best for the side to move."""
    if position.is_over():
        return position.winner or DRAWN
    best = 0
    for point in range(position.points):
        if not position.cells[point]:
            outcome = engine.outcome(point)
            if _rank(outcome, position.to_move) > _rank(best, position.to_move):
                best = outcome
    return 0 if best != position.to_move and _unknown(engine, position) else best


def m_hat(engine, position, marks):
    """Set marks[p] to 1 on the moves as good for the mover as w_star and to 0 elsewhere; their number, 0 when over.

    `marks` is a bytearray, one byte per point. Where the outcome is unknown nothing is marked.
    """
    side = position.to_move
    best = 0 if position.is_over() else _rank(w_star(engine, position), side)
    count = 0
    for point in range(position.points):
        marks[point] = 0
        if best and not position.cells[point] and _rank(engine.outcome(point), side) == best:
            marks[point] = 1
            count += 1
    return count


def w_k(engine, position, k):
    """Two sides: the side that wins within k plies if both play perfectly; 0 nobody, UNKNOWN if the search does not tell."""
    if position.is_over():
        return position.winner
    if not k:
        return 0
    winner = w_star(engine, position)
    if not winner:
        return UNKNOWN
    if winner == DRAWN:
        return 0
    if k >= position.points - position.plies:
        return winner
    quick = winner == position.to_move  # a winner takes the shortest way; a loser, for whom every move loses, the longest
    unsure = False
    for point in range(position.points):
        if not position.cells[point]:
            outcome, plies = engine.outcome(point), engine.plies(point)
            if outcome and outcome != winner:
                continue
            if not outcome or not plies:
                unsure = True  # perhaps a win within k, perhaps a loss that is put off longer
            elif (plies <= k) == quick:
                return winner if quick else 0
    if unsure:
        return UNKNOWN
    return 0 if quick else winner
