"""Games of lines as formulas for QBF solvers: an outside solver gives the values that Glowgrid's search does."""

import random

import pytest
from line_games import random_game, random_position
from line_games import tables_of as tables_of_game
from proofs import start

from host_sim.proofs.qbf import KINDS, formula_of
from host_sim.proofs.strategy import Strategy
from host_sim.proofs.tables import bits, tables_of

pytestmark = pytest.mark.qbf
NAMED = ("tic-tac-toe",), ("fano",), ("mnk", (3, 3, 2)), ("mnk", (3, 2, 2)), ("tic-tac-toe", (), "b2 / a1 c3")
KNOWN = {("tic-tac-toe",): (False, True), ("fano",): (True, True)}


def is_true(formula):
    """Return whether a QBF solver finds the formula true; read from its text, as from a file."""
    import pydepqbf as solver

    _, *lines = formula.text(["a game"]).splitlines()
    header, *lines = [line.split() for line in lines]
    assert header == ["p", "cnf", str(formula.count), str(len(formula.clauses))]
    kinds = {"e": solver.QDPLL_QTYPE_EXISTS, "a": solver.QDPLL_QTYPE_FORALL}
    blocks = [(kinds[line[0]], tuple(map(int, line[1:-1]))) for line in lines if line[0] in kinds]
    clauses = [tuple(map(int, line[:-1])) for line in lines if line[0] not in kinds]
    return solver.solve(tuple(blocks), tuple(clauses))[0] == solver.QDPLL_RESULT_SAT


def breaks_through(tables, side, own, theirs, turn):
    """Return whether the side gets a line if the other only stops it, by trying everything."""
    if any(not line & ~own for line in tables.lines[side - 1]):
        return True
    after = [1 << p for p in bits(tables.full & ~(own | theirs))]
    if turn == side:
        return any(breaks_through(tables, side, own | bit, theirs, 3 - turn) for bit in after)
    return bool(after) and all(breaks_through(tables, side, own, theirs | bit, 3 - turn) for bit in after)


def assert_agreed(tables, side):
    found = Strategy(tables, side, False).found()
    assert is_true(formula_of(tables, side, "maker-maker")) == found
    found = breaks_through(tables, side, tables.stones[side - 1], tables.stones[2 - side], tables.to_move)
    assert is_true(formula_of(tables, side, "maker-breaker")) == found


@pytest.mark.parametrize("words", KNOWN, ids=str)
def test_a_solver_knows_the_values_of_known_games(words):
    tables = tables_of(start(words))
    assert tuple(is_true(formula_of(tables, 1, kind)) for kind in KINDS) == KNOWN[words]


@pytest.mark.parametrize("words", NAMED[1:], ids=str)
def test_a_solver_agrees_on_games_with_names(words):
    tables = tables_of(start(words))
    for side in (1, 2):
        assert_agreed(tables, side)


def test_a_solver_agrees_on_random_games():
    chance, games = random.Random(7), 0
    while games < 40:
        game = random_game(chance, most_points=6)
        position = random_position(tables_of_game(game), chance, 2) if game[1] == 2 else None
        if position and not position.is_over() and position.family():
            games += 1
            for side in (1, 2):
                assert_agreed(tables_of(position), side)
