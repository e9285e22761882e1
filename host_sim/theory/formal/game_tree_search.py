"""Game-tree search: who wins with optimal play, within k moves or at all, and by which moves.

Source: J. M. Siskind, "ECE570 Lecture 7: Game-Tree Search", Purdue University, 2013. Players are 1, -1; neither is 0.
The definitions are the lecture's; in our copy of it the word "otherwise" has slipped beside the wrong case. Here it
stands for the case that is left.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple


class Game(NamedTuple):
    """A game as the lecture formalises it."""

    b0: tuple
    """The initial board b^0."""
    p: Callable
    """p(b): the player to move in b, 1 or -1."""
    m: Callable
    """m(b): the set of legal moves for p(b) in b."""
    after: Callable
    """b'(m, b): the board that results when p(b) takes move m in b."""
    w0: Callable
    """w^0(b): p if p has won in b, 0 otherwise."""


def w_1(game, b):
    """w^1(b): who wins in one move or has won, as the lecture writes it out with max for 1 and min for -1."""
    if game.w0(b) != 0 or not game.m(b):
        return game.w0(b)
    outcomes = [game.w0(game.after(m, b)) for m in game.m(b)]
    return max(outcomes) if game.p(b) == 1 else min(outcomes)


@cache
def w_k(game, k, b):
    """w^k(b): p if player p wins in k or fewer moves given optimal play, 0 otherwise.

    w^k(b) = w^0(b)                                              if k = 0 or w^0(b) != 0 or m(b) = {}
             p(b) max over m in m(b) of p(b) w^(k-1)(b'(m, b))   otherwise
    """
    if k == 0 or game.w0(b) != 0 or not game.m(b):
        return game.w0(b)
    p = game.p(b)
    return p * max(p * w_k(game, k - 1, game.after(m, b)) for m in game.m(b))


@cache
def w_star(game, b):
    """w^*(b): p if player p wins given optimal play, 0 otherwise; w^k without a bound on k.

    The lecture allows infinite games (then w^* = 0); this recursion is for games that end, as all games here do.
    """
    if game.w0(b) != 0 or not game.m(b):
        return game.w0(b)
    p = game.p(b)
    return p * max(p * w_star(game, game.after(m, b)) for m in game.m(b))


def m_hat(game, b):
    """m^(b): { } if w^0(b) != 0, otherwise { m in m(b) | w^*(b'(m, b)) = w^*(b) }: the moves that keep the outcome."""
    if game.w0(b) != 0:
        return frozenset()
    return frozenset(m for m in game.m(b) if w_star(game, game.after(m, b)) == w_star(game, b))


# Tic-tac-toe, with what the lecture calls the standard definitions. ----------------------------------------------


def tic_tac_toe(n=3):
    """Tic-tac-toe of board size n: b is an n-tuple of rows of 1 (X), -1 (O), 0; a move is (i, j), 1 <= i, j <= n."""
    indices = range(1, n + 1)
    lines = [
        *([(i, j) for j in indices] for i in indices),
        *([(i, j) for i in indices] for j in indices),
        [(i, i) for i in indices],
        [(i, n + 1 - i) for i in indices],
    ]

    def p(b):
        """X moves first, then they take turns: X is to move when there are as many X as O."""
        return 1 if sum(map(sum, b)) == 0 else -1

    def m(b):
        return frozenset((i, j) for i in indices for j in indices if b[i - 1][j - 1] == 0)

    def after(move, b):
        return tuple(tuple(p(b) if (i, j) == move else b[i - 1][j - 1] for j in indices) for i in indices)

    def w0(b):
        for line in lines:
            marks = {b[i - 1][j - 1] for i, j in line}
            if marks == {1} or marks == {-1}:
                return marks.pop()
        return 0

    return Game(((0,) * n,) * n, p, m, after, w0)


def reachable(game):
    """Every board that play from b^0 reaches; there are no moves on a won board."""
    found, new = set(), {game.b0}
    while new:
        found |= new
        new = {game.after(m, b) for b in new if game.w0(b) == 0 for m in game.m(b)} - found
    return frozenset(found)
