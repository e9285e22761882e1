"""Tic-tac-toe as a formal game: states, view, setup, actions, victory and progress.

Source: "Formal Game Description", a chapter of a Godot course book. Every definition has the name it has there, except
`next`, which is `next_player` here because `next` means something else in Python. Matrices are tuples of three rows;
indices i, j run from 1 to 3 as in the source.

Corrected, all in `action` and `progress`; the reasons stand there.
"""

from functools import lru_cache
from itertools import product

P = frozenset({-1, 1})
"""The set of players."""

INDICES = (1, 2, 3)
"""The legal values of i and j."""


def B():
    """The set of boards {-1, 0, 1}^(3x3), listed: 19,683 of them."""
    return (tuple(zip(*[iter(entries)] * 3)) for entries in product((-1, 0, 1), repeat=9))


def S():
    """The set of states P x B, listed: 39,366 of them."""
    return (state(p, b) for b in B() for p in sorted(P))


def state(p, b):
    """s = (p, b): create a state."""
    return (p, b)


def player(s):
    """p of s = (p, b): get the player, who is to move."""
    return s[0]


def board(s):
    """b of s = (p, b): get the board."""
    return s[1]


def entry(b, i, j):
    """b_ij, counted from 1."""
    return b[i - 1][j - 1]


def place(b, x, i, j):
    """b' with b'_ij = x and b'_mn = b_mn for (m, n) != (i, j)."""
    return tuple(tuple(x if (m, n) == (i, j) else entry(b, m, n) for n in INDICES) for m in INDICES)


def next_player(p):
    """next(p) = -p."""
    return -p


def col(s, j):
    """{ board(s)_1j, board(s)_2j, board(s)_3j }: column j."""
    return {entry(board(s), i, j) for i in INDICES}


def row(s, i):
    """{ board(s)_i1, board(s)_i2, board(s)_i3 }: row i."""
    return {entry(board(s), i, j) for j in INDICES}


def dd(s):
    """{ board(s)_11, board(s)_22, board(s)_33 }: the descending diagonal."""
    return {entry(board(s), i, i) for i in INDICES}


def ad(s):
    """{ board(s)_13, board(s)_22, board(s)_31 }: the ascending diagonal."""
    return {entry(board(s), i, 4 - i) for i in INDICES}


def view(s, q):
    """What of state s is shown to player q: here all of it."""
    return s


def setup():
    """The initial state: player 1 is to move and the board is zero."""
    return state(1, ((0, 0, 0), (0, 0, 0), (0, 0, 0)))


def action(s, q, i, j):
    """The effect of action (i, j) by player q; an illegal one leaves the state as it is.

    Corrected: printed is "i < 0 or i > 3" (and so for j), which lets 0 pass; indices are counted from 1, legal is 1..3.
    """
    if q != player(s) or not 1 <= i <= 3 or not 1 <= j <= 3 or entry(board(s), i, j) != 0:
        return s
    return state(next_player(q), place(board(s), q, i, j))


@lru_cache(maxsize=1 << 16)  # `progress` asks it repeatedly about the same state
def victory(s, q):
    """Return whether player q has won: q is not 0, and a diagonal, a column or a row holds only q."""
    return q != 0 and (
        ad(s) == {q} or dd(s) == {q} or any(col(s, j) == {q} for j in INDICES) or any(row(s, i) == {q} for i in INDICES)
    )


def draw(s):
    """Return whether no player has won and no entry is 0."""
    return (
        not victory(s, 1) and not victory(s, -1) and all(entry(board(s), i, j) != 0 for i in INDICES for j in INDICES)
    )


def progress(s, q, i, j):
    """The state after action (i, j) by player q; a won or drawn state stays as it is.

    Corrected: printed is "not victory(s, next(q))" alone, so q could go on after winning. No play from setup()
    leads to such a state with q to move, but a state is any element of P x B; "not an ending state" is what is meant.
    """
    if victory(s, q) or victory(s, next_player(q)) or draw(s):
        return s
    return action(s, q, i, j)
