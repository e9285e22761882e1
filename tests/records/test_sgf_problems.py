"""Collections of problems in SGF: where a problem begins, and what its marks say of its moves."""

import pytest

from glowgrid.games import tic_tac_toe
from host_sim.records.record import NoRecord
from host_sim.records.sgf_problems import problems

HEAD = "GG[tic-tac-toe]SZ[3]"
STONES = "AB[a1]AW[b1]PL[B]"
# (branches below the stones, moves that are right, moves that are wrong)
MARKS = [
    ("", "", ""),
    (";B[a2];W[a3]", "a2", ""),
    ("(;B[a2]TE[1])(;B[c3]BM[1])", "a2", "c3"),
    ("(;B[c3])(;B[a2]TE[1])(;B[b2]TE[2])", "a2 b2", ""),
    ("(;B[b2];W[c3];B[a2]C[RIGHT])(;B[c3])", "b2", ""),
    ("(;B[b2](;W[a2];B[c3]C[Wrong])(;W[c3];B[a2]C[RIGHT]))", "b2", ""),
    ("(;B[c3];W[b2]C[Wrong.])(;B[a3]C[Correct!])", "a3", "c3"),
    ("(;B[c3];W[b2]C[Incorrect])(;B[a3]C[That's it, RIGHT])", "a3", "c3"),
    ("(;B[c3];W[b2]C[Wrong: a draw])(;B[a3]C[Right\nA fork.])", "a3", "c3"),
    ("(;B[c3]C[Failed (a draw)])(;B[a3]C[Success])", "a3", "c3"),
    ("(;B[a3])(;B[c3]C[Right side of the field is weak, so this loses])", "a3", ""),
    ("(;B[a3])(;B[c3]C[Right-hand stones])(;B[b2]C[Successive threats])(;B[b3]C[Correctly])", "a3", ""),
    ("(;B[a3]C[Failing that, b2])(;B[c3]C[Wrongly played, often])", "a3", ""),
    ("(;B[a3]C[+])(;B[c3]C[- a draw])", "a3", "c3"),
    ("(;B[c3]WV[];W[b2])(;B[a2])", "a2", "c3"),
    ("(;B[a2])(;B[c3];W[b2]GW[1])", "a2", "c3"),
    ("(;B[c3])(;B[a2];W[b2];B[a3]GB[1])", "a2", ""),
    ("(;B[aa]TE[1])", "a1", ""),  # whether it is legal is for others to say
]


def only(text):
    (found,) = problems(text.encode())
    return found


@pytest.mark.parametrize(("branches", "right", "wrong"), MARKS)
def test_marks_say_which_moves_are_right(branches, right, wrong):
    found = only(f"(;{HEAD}{STONES}{branches})")
    assert (" ".join(found.right), " ".join(found.wrong)) == (right, wrong)


# (a collection, [(stones of sides 1 and 2 where a problem begins, side to move, right moves, what is said)])
BEGINNINGS = [
    (f"(;{HEAD}{STONES}C[Win!];B[a2])", [("a1", "b1", 1, "a2", "Win!")]),
    (f"(;{HEAD};B[a1];W[b1](;B[a2]TE[1])(;B[c3]))", [("a1", "b1", 1, "a2", "")]),
    (f"(;{HEAD}AB[a1][c3]AW[b2];W[b1];B[a3])", [("a1 c3", "b2", 2, "b1", "")]),
    (f"(;{HEAD}PL[W];W[b2])", [("", "", 2, "b2", "")]),
    (
        f"(;{HEAD}C[All of them](;{STONES}C[one];B[a2])(;AB[b2]AW[a1]PL[B]GN[two](;B[c1])(;B[b1]TE[1])))",
        [("a1", "b1", 1, "a2", "one"), ("b2", "a1", 1, "b1", "two")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), BEGINNINGS)
def test_a_problem_begins_at_its_stones_or_where_moves_branch(text, expected):
    seen = []
    for found in problems(text.encode()):
        position = found.position(tic_tac_toe.GAME)
        cells = [*position.cells[: position.points]]
        names = [" ".join("abc"[at % 3] + str(at // 3 + 1) for at in range(9) if cells[at] == side) for side in (1, 2)]
        seen.append((*names, position.to_move, " ".join(found.right), found.words))
    assert seen == expected


def comb(nodes):
    """Return a problem whose line has so many nodes, with a branch at each."""
    return f"(;{HEAD}{STONES}" + "(;B[c3])(;B[a2]" * nodes + ")" * nodes + ")"


def test_a_branch_at_each_node_is_read():
    found = only(comb(500))
    assert (found.right, found.wrong) == (["c3"], [])


FAULTS = [
    (comb(5000), "game 1: over 1,000,000 nodes"),
    (f"(;{HEAD};B[a1];W[b1])", "problem 1: neither stones nor branches"),
    ("(;GM[1]SZ[9]AB[aa];W[bb])", "problem 1: game 1: GM[1]: SGF of another game"),
    (f"(;{HEAD}AB[a1", "game 1, node 1, line 1"),
]


@pytest.mark.parametrize(("text", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_what_is_no_problem_is_said(text, said):
    found = only(text)
    assert isinstance(found, NoRecord) and str(found).startswith(said), found
