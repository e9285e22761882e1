"""Optimal play with three sides: each for itself (max^n), and one against the other two together (paranoid).

The lecture of J. M. Siskind ("Game-Tree Search", 2013) has two sides. With three, an outcome is the player who wins,
or 0 for a draw, and a player prefers its own win to a draw and a draw to another's win. Between moves that are equal by
that, the first in reading order (rows from the top, each from the left) is played. This tie-break is part of the
definition: another one would give other outcomes. States are those of three_players.
"""

from functools import cache

from . import three_players as tp


def rank(outcome, side, draw: int | None = 0):
    """Return how good an outcome is for a side: 2 its own win, 1 a draw, 0 another's win. draw: the outcome of one."""
    return 1 if outcome == draw else 2 * (outcome == side)


@cache
def w_star(state):
    """Return the outcome (1, 2, 3 or 0) if every player takes the first of its best moves."""
    outcomes = [w_star(tp.o(i, j, state)) for i, j in tp.applicable(state)]
    if not outcomes:
        return tp.winner(state)
    return max(outcomes, key=lambda outcome: rank(outcome, state[1]))  # max returns the first of equals


def m_hat(state):
    """Return the moves whose outcome is as good for the mover as w_star; empty when the game is over."""
    best = rank(w_star(state), state[1])
    return frozenset((i, j) for i, j in tp.applicable(state) if rank(w_star(tp.o(i, j, state)), state[1]) == best)


@cache
def forced(state, k):
    """Return what player k can force against all others (paranoid value): 2 its own win, 1 a draw, 0 nothing."""
    ranks = [forced(tp.o(i, j, state), k) for i, j in tp.applicable(state)]
    if not ranks:
        return rank(tp.winner(state), k)
    return max(ranks) if state[1] == k else min(ranks)
