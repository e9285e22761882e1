"""Answers about a position with perfect play, read from the rows of a verdict that was searched with `every`.

    engine.start(position, limits, True)
    while not engine.step(5000): ...
    w_star(engine.verdict, position), w_k(engine.verdict, position, k), m_hat(engine.verdict, position, marks)

Definitions: J. M. Siskind, "Game-Tree Search", Purdue 2013. With three sides outcomes are those of max^n. An answer
is the side that wins, DRAWN, UNDECIDED (no side wins that soon), or 0 if the search did not find out.
"""

from glowgrid.search import DRAWN

UNDECIDED = 5


def w0(position):
    """Return who has won now: a side, DRAWN, or UNDECIDED while the game goes on."""
    if not position.is_over():
        return UNDECIDED
    return position.winner or DRAWN


def _rank(outcome, side):
    """Return how much a side likes an outcome: 3 its own win, 2 a draw, 1 another's win, 0 unknown."""
    if not outcome:
        return 0
    return 3 if outcome == side else 2 if outcome == DRAWN else 1


def w_star(verdict, position):
    """Return the outcome of the position: that of the lowest move among the best for the side to move."""
    if position.is_over():
        return position.winner or DRAWN
    side, best, unknown = position.to_move, 0, False
    for move in range(position.moves):
        outcome = verdict.outcome(move)
        if outcome:
            if _rank(outcome, side) > _rank(best, side):
                best = outcome
        elif position.is_legal(move):
            unknown = True
    return 0 if unknown and best != side else best


def m_hat(verdict, position, marks):
    """Set marks[move] to 1 on moves as good for the mover as w_star, else to 0; return how many, 0 when over.

    `marks` is a bytearray, one byte per move. If the outcome is unknown, no move is marked.
    """
    side = position.to_move
    best = 0 if position.is_over() else _rank(w_star(verdict, position), side)
    count = 0
    for move in range(position.moves):
        marks[move] = 1 if best and _rank(verdict.outcome(move), side) == best else 0
        count += marks[move]
    return count


def w_k(verdict, position, k):
    """Return who wins within k plies if all play perfectly; DRAWN, UNDECIDED, or 0 if the search did not find out.

    With three sides, a game cut after k plies is another game: search it with `Limits(work, cut=k)`.
    """
    if position.is_over() or not k:
        return w0(position)
    winner = w_star(verdict, position)
    if position.sides > 2:
        return UNDECIDED if winner == DRAWN and k < _longest(position) else winner
    side = position.to_move
    may_win = False  # whether a move may win within k
    may_lose = True  # whether every move may lose within k
    loses = True  # whether every move does
    for move in range(position.moves):
        outcome, plies = verdict.outcome(move), verdict.plies_to(move)
        if not outcome and not position.is_legal(move):
            continue
        soon = 0 < plies <= k  # known to be decided within k
        late = plies > k or not plies and verdict.depth >= k  # known not to be decided within k
        if outcome == side:
            if soon:
                return side
            may_win = may_win or not late
            may_lose = loses = False
        elif outcome == DRAWN:
            may_lose = loses = False
        elif outcome:
            may_lose = may_lose and not late
            loses = loses and soon
        else:
            may_win = may_win or verdict.depth < k
            may_lose = may_lose and verdict.depth < k
            loses = False
    if loses:
        return winner
    if winner and k >= _longest(position):
        return winner
    if may_win or may_lose:
        return 0
    return DRAWN if winner == DRAWN else UNDECIDED


def _longest(position):
    """Return the most plies that the game can still take."""
    if position.family():  # every move but the swap fills a point
        return position.empty + (position.may_swap() or position.may_be_taken_over())
    return position.most_plies - position.plies
