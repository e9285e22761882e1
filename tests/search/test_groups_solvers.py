"""The solvers of Hex and Havannah against brute force that only knows who has won (tests/support/judges/groups.py)."""

from itertools import product
from random import Random

import pytest
from cases import long
from line_games import searched
from random_play import after_random_moves
from support.judges import masks
from support.judges.brute import brute
from support.judges.groups import Judge, Oracle
from support.judges.groups import game as game_of_sets

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import havannah, hex
from glowgrid.memory import Memory, new_table
from glowgrid.rules.notation import parse_point
from glowgrid.search import engine_for
from glowgrid.search.engine import Engine, Limits
from glowgrid.search.groups import group_solver
from glowgrid.search.groups.hex_solver import STEP_WORK, HexSolver
from glowgrid.search.verdict import DRAW, DRAWN, SURE_LOSS, SURE_WIN
from tools.lab.arena.players import player

# Who wins after each opening. Hex: from a plain memoised minimax in another language, sharing no code with ours.
# Havannah 3: from ours.
HEX_OPENINGS = {1: "1", 2: "2112", 3: "221111122", 4: "2221221221221222"}
HAVANNAH_OPENINGS = {2: "1112111", 3: "1212222122212222121"}
GAMES = {"hex": hex, "havannah": havannah}
LOSES, DRAWS, WINS_IT = -1, 0, 1  # values for the side to move
ENOUGH = 1_000_000_000  # units of work: no limit


def node_work(name):
    """Return what a position costs a solver, about that in Hex."""
    return group_solver.WORK_OF_RINGS if name == "havannah" else 500 * STEP_WORK


def new_solver(name, size):
    """Return an engine that has a solver only."""
    position = GAMES[name].setup(size)
    if name == "havannah":
        return Engine(position.moves, [group_solver.GroupSolver(position.tables, new_table())])
    return Engine(position.moves, [HexSolver(Memory())])


def value_of(verdict):
    """Return LOSES, DRAWS or WINS_IT for the side to move; None if that is not proven."""
    if not verdict.proven:
        return None
    assert verdict.score < SURE_LOSS or verdict.score == DRAW or verdict.score > SURE_WIN
    return (verdict.score > DRAW) - (verdict.score < DRAW)


def solved(solver, position, every=False, slices=ENOUGH, most=ENOUGH):
    """Return the verdict of a solver after at most `most` work, in slices."""
    return searched(solver, position, Limits(most), every, slices)


def solved_soon(solver, position, nodes):
    """Return the value if `nodes` nodes suffice to find it, else None."""
    solver.start(position, Limits(ENOUGH))
    name = "hex" if position.field.slant == 1 else "havannah"
    solver.step(nodes * node_work(name))
    return value_of(solver.verdict) if solver.done else None


def random_position(name, size, random, plies):
    return after_random_moves(lambda: GAMES[name].setup(size), plies, random)


@pytest.mark.parametrize("moves", ["a1 b2 b1 b4 d2 d5 c5 c4 e4 c2 b3 c1 c3", "a3 c5 d4 e5 b3 e3 c1 b2 d2 a2 e4 b1 a1"])
def test_moves_of_havannah_that_win_draw_or_lose(moves):
    position = havannah.setup(3)
    for name in moves.split():
        assert position.play(parse_point(position.field, name))
    verdict, seen = solved(new_solver("havannah", 3), position, every=True), set()
    for move in range(position.moves):
        if position.play(move):
            winner = brute(position, position.empty, {})[0]
            position.undo()
            assert verdict.outcomes[move] == (winner or DRAWN)
            seen.add(winner)
    assert seen == {0, 1, 2}


@pytest.mark.parametrize("size", HEX_OPENINGS)
def test_the_winner_after_each_opening_of_hex(size):
    solver, found = new_solver("hex", size), ""
    for point in range(size * size):
        position = hex.setup(size)
        position.play(point)
        found += str(position.winner or (2 if value_of(solved(solver, position)) == WINS_IT else 1))
    assert found == HEX_OPENINGS[size]


@pytest.mark.parametrize("size", HAVANNAH_OPENINGS)
def test_the_winner_after_each_opening_of_havannah(size):
    """Size 3 for the openings that take few nodes."""
    solver, checked = new_solver("havannah", size), 0
    for point, winner in enumerate(HAVANNAH_OPENINGS[size]):
        position = havannah.setup(size)
        position.play(point)
        value = solved_soon(solver, position, 600)
        if value is not None:
            checked += 1
            assert value == {"1": LOSES, "2": WINS_IT}[winner]
    assert checked > 3


MORE_POSITIONS = [("hex", 4, 9, 12), ("hex", 5, 8, 12), ("hex", 6, 8, 8), ("hex", 7, 8, 8)]
MORE_POSITIONS += [("hex", 5, 10, 3), ("havannah", 3, 8, 20), ("havannah", 3, 10, 3)]


@pytest.mark.parametrize(
    "name, size, empty, positions",
    [
        ("hex", 3, 9, 1),
        ("hex", 3, 7, 20),
        ("hex", 4, 9, 4),
        ("hex", 5, 8, 6),
        ("hex", 6, 8, 4),
        ("hex", 7, 8, 4),
        ("havannah", 2, 7, 1),
        ("havannah", 2, 5, 8),
        ("havannah", 3, 8, 8),
        *(long(*each) for each in MORE_POSITIONS),
    ],
    ids=str,
)
@pytest.mark.sample(3)
def test_random_positions_have_the_values_of_brute_force(name, size, empty, positions):
    """The value, a move that has it, and with `every` the outcome of each move."""
    random, solver, truth = Random(size + empty), new_solver(name, size), Oracle(game_of_sets(name, size))
    points, values = len(truth.rules.places), set()
    for _ in range(positions):
        position = random_position(name, size, random, points - empty)
        cells, side = tuple(position.cells), position.to_move
        value = truth.value(cells, side)
        values.add(value)
        verdict = solved(solver, position)
        assert value_of(verdict) == value, cells
        if value > -1:
            assert truth.after(cells, verdict.best, side) == value, (cells, verdict.best)
        for point in range(points):
            assert verdict.plies[point] == (empty if verdict.outcomes[point] == DRAWN else 0)
            if verdict.outcomes[point]:
                outcome = {1: side, 0: DRAWN, -1: 3 - side}[truth.after(cells, point, side)]
                assert not cells[point] and verdict.outcomes[point] == outcome, (cells, point)
        assert value_of(solved(solver, position, every=True)) == value, cells
        for point in range(points):
            if not cells[point]:
                outcome = {1: side, 0: DRAWN, -1: 3 - side}[truth.after(cells, point, side)]
                assert verdict.outcomes[point] == outcome, (cells, point)
    assert len(values) > 1 or positions < 20


@pytest.mark.parametrize(
    "name, size, plies, number",
    [("hex", 5, 9, 6), ("hex", 7, 28, 2), ("havannah", 3, 7, 6), long("hex", 7, 28, 6)],
    ids=str,
)
def test_a_stopped_solver_claims_nothing_false(name, size, plies, number):
    random, solver, checked = Random(size), new_solver(name, size), 0
    for _ in range(number):
        position = random_position(name, size, random, plies)
        truth = bytes(solved(solver, position, every=True).outcomes)
        for every in (False, True):
            outcomes = solved(solver, position, every, slices=1000, most=40 * node_work(name)).outcomes
            checked += sum(map(bool, outcomes))
            assert all(outcome in (0, true) for outcome, true in zip(outcomes, truth, strict=True))
    assert checked


def turned(position, image, other_sides):
    """Return the position on other points, `image` of each, perhaps with the sides exchanged."""
    other = position.tables.position()
    for at in range(position.plies):
        other.to_move = position.cells[position.history[at]]
        if other_sides:
            other.to_move = 3 - other.to_move
        assert other.play(image[position.history[at]])
    return other


@pytest.mark.parametrize("size, plies", [(5, 6), long(6, 12)])
def test_values_survive_rotation_and_exchange_of_sides(size, plies):
    """Positions too large for brute force: half a turn, and the mirror image in which the sides change places."""
    random, solver = Random(size), new_solver("hex", size)
    points = size * size
    half_turn = [points - 1 - point for point in range(points)]
    mirror = [point % size * size + point // size for point in range(points)]
    values = set()
    for _ in range(8):
        position = random_position("hex", size, random, plies)
        value = solved_soon(solver, position, 400)
        if value is None:
            continue
        values.add(value)
        for image, other_sides in ((half_turn, False), (mirror, True)):
            assert value_of(solved(solver, turned(position, image, other_sides))) == value, bytes(position.cells)
    assert values == {LOSES, WINS_IT}


@pytest.mark.parametrize(
    "name, size, plies, count",
    [
        ("hex", 4, 3, 4),
        ("havannah", 3, 6, 4),
        *(long(*each, 6) for each in (("hex", 4, 3), ("hex", 5, 8), ("hex", 6, 20))),
        long("havannah", 3, 6, 6),
    ],
    ids=str,
)
def test_proofs_are_true_for_any_amount_of_work(name, size, plies, count):
    """The solver first, then playouts in the same memory: what each move is known to do must outlast both."""
    random, checked, left = Random(size), 0, 0
    for _ in range(count):
        position = random_position(name, size, random, plies)
        truth = solved(new_solver(name, size), position, every=True)
        engine = engine_for(position)
        free = [point for point in range(position.points) if not position.cells[point]]
        for nodes, every in product((12, 40, 160), (False, True)):
            verdict = solved(engine, position, every, slices=900, most=nodes * 100)
            assert position.is_legal(verdict.best)
            for point in free:
                checked += verdict.outcomes[point] > 0
                assert verdict.outcomes[point] in (0, truth.outcomes[point]), (bytes(position.cells), point)
            if not verdict.proven:
                assert verdict.outcomes[verdict.best] != 3 - position.to_move
            else:
                assert value_of(verdict) == value_of(truth)
                if value_of(truth) > LOSES:
                    assert truth.outcomes[verdict.best] == truth.outcomes[truth.best]
            left += not verdict.proven
    assert checked and left


@pytest.mark.parametrize("name, size", [("hex", 2), ("hex", 3), ("havannah", 2), long("hex", 4)], ids=str)
def test_the_engine_gives_no_value_away_on_the_smallest_fields(name, size):
    """Against all replies, in both seats."""
    game, judge = GAMES[name].GAME, Judge(name, size)
    made, engine = game.setup((size,)), player("think:300", game, (size,))
    for seat in (1, 2):
        seen, left = set(), [[]]
        while left:
            moves, position = left.pop(), made.tables.position()
            for point in moves:
                assert position.play(point)
            if position.is_over() or bytes(position.cells) in seen:
                continue
            seen.add(bytes(position.cells))
            replies = [p for p in range(position.points) if not position.cells[p]]
            if position.to_move == seat:
                replies = [engine.ask(moves=moves)["best"]]
                assert judge.after(*masks(position), replies[0], seat) == judge.value(*masks(position), seat), moves
            left += [[*moves, point] for point in replies]
    engine.close()
