"""Three-player tic-tac-toe on 4x4: its state space.

Source: Szalontai Jordan, "Tic-Tac-Toe", 2019 (in Hungarian; "the state-space representation of the three-player 4x4
tic-tac-toe game"). Names and letters are the source's. Matrices are tuples of rows; indices are counted from 1.

The source has size 4. Only the number of 3x3 sub-squares depends on that, so every definition takes the size from
the matrix, and 3x3 (one sub-square) serves exhaustive checks. Corrected: ROW, COL, DIAG, DRAW, dom.
"""

from functools import lru_cache

J = (1, 2, 3)
"""The symbols of the players."""

H = (0, *J)
"""What an entry may be: 0 or a player's symbol."""


def entry(a, i, j):
    """a_ij, counted from 1."""
    return a[i - 1][j - 1]


# States of play --------------------------------------------------------------------------------------------------


def S(h):
    """The set of 3x3 matrices that lie in h as one block: four of them in a 4x4 matrix."""
    corners = range(len(h) - 2)
    return {tuple(row[left : left + 3] for row in h[top : top + 3]) for top in corners for left in corners}


def ROW(s):
    """Return whether a row of the 3x3 matrix s holds one player's symbol three times.

    Corrected: printed is "for all i"; for some i is meant, or a game would be won by nine symbols.
    """
    return any(entry(s, i, 1) != 0 and entry(s, i, 1) == entry(s, i, 2) == entry(s, i, 3) for i in (1, 2, 3))


def COL(s):
    """Return whether a column of s holds one player's symbol three times. Corrected: for some j, as in ROW."""
    return any(entry(s, 1, j) != 0 and entry(s, 1, j) == entry(s, 2, j) == entry(s, 3, j) for j in (1, 2, 3))


def DIAG(s):
    """Return whether a diagonal of s holds one player's symbol three times.

    Corrected: printed for the second diagonal is "s13 = s22 and s31 = s33"; it is s13 = s22 = s31.
    """
    return entry(s, 2, 2) != 0 and (
        entry(s, 1, 1) == entry(s, 2, 2) == entry(s, 3, 3) or entry(s, 1, 3) == entry(s, 2, 2) == entry(s, 3, 1)
    )


@lru_cache(maxsize=1 << 16)  # the definitions ask it repeatedly about the same matrix
def has_line(v):
    """Return whether there is an s in S(v) with ROW(s), COL(s) or DIAG(s)."""
    return any(ROW(s) or COL(s) or DIAG(s) for s in S(v))


def DRAW(v):
    """Return whether v is a draw. Corrected: printed is only "no entry is 0", true also of a win on the last entry."""
    return all(x != 0 for row in v for x in row) and not has_line(v)


def is_goal(v):
    """v in V: the states of play in which the game is over."""
    return has_line(v) or DRAW(v)


def a_0(size=4):
    """The initial state of play: the zero matrix."""
    return ((0,) * size,) * size


def l(i, j, k, a):  # noqa: E743 (the source's letter)
    """The move l_ijk: player k's symbol is put in row i and column j. ValueError outside of its domain."""
    if entry(a, i, j) != 0:
        raise ValueError(f"l_{i}{j}{k}: not in its domain, row {i} column {j} is taken")
    return tuple(tuple(k if (p, q) == (i, j) else x for q, x in enumerate(row, 1)) for p, row in enumerate(a, 1))


# The state space -------------------------------------------------------------------------------------------------


def NEXT(k):
    """The player after k: k mod 3 + 1. The source explains its purpose without a formula; this one is ours."""
    return k % 3 + 1


def initial(size=4):
    """a'_0 = (a_0, 1)."""
    return (a_0(size), 1)


def is_goal_state(state):
    """(a, r) in V': a is in V."""
    return is_goal(state[0])


def in_dom(i, j, state):
    """Return whether the state is in dom(o_ij).

    Corrected: printed is "a_ij = 0" alone; an operator does not act on a goal state, or play would go on after a win.
    """
    return entry(state[0], i, j) == 0 and not is_goal_state(state)


def o(i, j, state):
    """The operator o_ij: o_ij((a, k)) = (l_ijk(a), NEXT(k)). ValueError outside of its domain."""
    if not in_dom(i, j, state):
        raise ValueError(f"o_{i}{j}: the state is not in its domain")
    a, k = state
    return (l(i, j, k, a), NEXT(k))


def applicable(state):
    """Return the (i, j) whose operator has the state in its domain, row by row; none in a goal state."""
    if is_goal_state(state):
        return ()
    indices = range(1, len(state[0]) + 1)
    return tuple((i, j) for i in indices for j in indices if entry(state[0], i, j) == 0)


def winner(state):
    """Return who has won: the player whose symbol fills a line, or 0.

    The source asks only whether a player has won; as moves alternate, it is the player who moved last, before r.
    """
    return NEXT(NEXT(state[1])) if has_line(state[0]) else 0


def reachable(state, plies=None):
    """Every state that at most `plies` operators (None: any number of them) lead to."""
    found, new = set(), {state}
    while new:
        found |= new
        new = set() if plies == 0 else {o(i, j, s) for s in new for i, j in applicable(s)} - found
        plies = None if plies is None else plies - 1
    return frozenset(found)


def lines(size=4):
    """Every line as a set of (i, j): those that alone make ROW, COL or DIAG true of a sub-square; 24 on 4x4."""
    rows = [[(i, j) for j in (1, 2, 3)] for i in (1, 2, 3)]
    columns = [[(i, j) for i in (1, 2, 3)] for j in (1, 2, 3)]
    diagonals = [[(i, i) for i in (1, 2, 3)], [(i, 4 - i) for i in (1, 2, 3)]]
    return frozenset(
        frozenset((top + i, left + j) for i, j in line)
        for line in rows + columns + diagonals
        for top in range(size - 2)
        for left in range(size - 2)
    )
