"""The solvers of Hex and Havannah against brute force that only knows who has won (tests/support/judges/groups.py)."""

from itertools import product
from random import Random

import pytest
from support.judges import masks
from support.judges.groups import Judge, Oracle, game
from three_tiers import flashed, on_cpython, on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import havannah, hex, y
from glowgrid.memory import Memory, new_table
from glowgrid.search import engine_for, groups
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
    solver.start(position, Limits(most), every)
    while not solver.step(slices):
        pass
    return solver.verdict


def solved_soon(solver, position, nodes):
    """Return the value if `nodes` nodes suffice to find it, else None."""
    solver.start(position, Limits(ENOUGH))
    name = "hex" if position.field.slant == 1 else "havannah"
    solver.step(nodes * node_work(name))
    return value_of(solver.verdict) if solver.done else None


def random_position(name, size, random, plies):
    """Return a position after random plies that is not over."""
    while True:
        position = GAMES[name].setup(size)
        while position.plies < plies and not position.is_over():
            position.play(random.randrange(position.points))
        if not position.is_over():
            return position


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


@pytest.mark.parametrize("size", [2, 3])
def test_the_openings_of_hex_match_brute_force(size):
    truth = Oracle(game("hex", size))
    field = (0,) * size**2
    assert "".join("1" if truth.after(field, point, 1) > 0 else "2" for point in range(size**2)) == HEX_OPENINGS[size]


@pytest.mark.parametrize(
    "name, size, empty, positions",
    [
        ("hex", 3, 9, 1),
        ("hex", 3, 7, 20),
        ("hex", 4, 9, 12),
        ("hex", 5, 8, 12),
        pytest.param("hex", 5, 10, 3, marks=pytest.mark.long),
        ("hex", 6, 8, 8),
        ("hex", 7, 8, 8),
        ("havannah", 2, 7, 1),
        ("havannah", 2, 5, 8),
        ("havannah", 3, 8, 20),
        ("havannah", 3, 10, 3),
    ],
    ids=str,
)
def test_random_positions_have_the_values_of_brute_force(name, size, empty, positions):
    """The value, a move that has it, and with `every` the outcome of each move."""
    random, solver, truth = Random(size + empty), new_solver(name, size), Oracle(game(name, size))
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
    "name, size, number",
    [
        ("hex", 4, 4),
        ("hex", 5, 4),
        ("hex", 6, 2),
        ("havannah", 3, 1),
        pytest.param("hex", 6, 4, marks=pytest.mark.long),
        pytest.param("havannah", 3, 4, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_the_size_of_the_slices_changes_nothing(name, size, number):
    random, solver = Random(size), new_solver(name, size)
    node, seen = node_work(name), 0
    while seen < number:
        position = random_position(name, size, random, size * size // 2)
        for every in (False, True):
            answers = set()
            for slices in (ENOUGH, 7 * node, 1):
                verdict = solved(solver, position, every, slices)
                answers.add((verdict.score, verdict.best, verdict.nodes, verdict.work, bytes(verdict.outcomes)))
            assert len(answers) == 1
        seen += verdict.nodes > 7


@pytest.mark.parametrize(
    "name, size, plies, number",
    [
        ("hex", 5, 9, 6),
        ("hex", 7, 28, 2),
        ("havannah", 3, 7, 6),
        pytest.param("hex", 7, 28, 6, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_a_stopped_solver_claims_nothing_false(name, size, plies, number):
    """Every outcome known by then is true, and the size of the slices does not matter."""
    random, solver, checked = Random(size), new_solver(name, size), 0
    for _ in range(number):
        position = random_position(name, size, random, plies)
        truth = bytes(solved(solver, position, every=True).outcomes)
        for every in (False, True):
            answers = set()
            for slices in (ENOUGH, 1000):
                verdict = solved(solver, position, every, slices, most=40 * node_work(name))
                answers.add((verdict.work, verdict.nodes, bytes(verdict.outcomes)))
            assert len(answers) == 1
            checked += sum(map(bool, verdict.outcomes))
            assert all(outcome in (0, true) for outcome, true in zip(verdict.outcomes, truth, strict=True))
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


def test_values_survive_rotation_and_exchange_of_sides():
    """Positions too large for brute force: half a turn, and the mirror image in which the sides change places."""
    for size, plies in ((5, 6), (6, 12)):
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


def test_unsuitable_games_get_no_solver():
    def parts(position):
        always = {"unions", "playouts", "estimates", "growth", "swap", "tree", "attack", "horizon"}
        return {name.split(".")[1] for name in groups.parts(position)} - always

    for size in range(1, 8):
        assert parts(hex.setup(size)) == {"hex_proof", "hex_solver", "book" if size > 5 else "style"}
        assert groups.solvable(havannah.setup(size).tables) == (size < 4)
        assert not groups.solvable(hex.setup(size).tables)
        assert len(engine_for(havannah.setup(size)).stages) == (2, 6, 5)[(size < 4) + (size < 3)]
    assert not parts(hex.setup(8)) and len(engine_for(hex.setup(8)).stages) == 2
    assert parts(havannah.setup(3)) == {"group_shape", "group_solver", "style"}
    assert not parts(havannah.setup(4))
    assert not parts(y.GAME.setup((15,)))


@pytest.mark.parametrize(
    "name, size, plies", [("hex", 4, 3), ("hex", 5, 8), ("hex", 6, 20), ("havannah", 3, 6)], ids=str
)
def test_proofs_are_true_for_any_amount_of_work(name, size, plies):
    """The solver first, then playouts in the same memory: what each move is known to do must outlast both."""
    random, checked, left = Random(size), 0, 0
    for _ in range(6):
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


def faults(worker, name, size, positions, seed=1):
    """Yield for each position None, or (moves, engine's move) if the engine gives the value away."""
    judge, asked, made = Judge(name, size), {}, GAMES[name].GAME.setup((size,))

    def check(position):
        key = bytes(position.cells)
        moves = list(position.history[: position.plies])
        if key not in asked:
            asked[key] = worker.ask(moves=moves)["best"]
            mine, other = masks(position)
            side = position.to_move
            kept = judge.after(mine, other, asked[key], side) == judge.value(mine, other, side)
            return asked[key], None if kept else (moves, asked[key])
        return asked[key], ()

    for seat in (1, 2):
        seen, left = set(), [[]]
        while left:
            moves = left.pop()
            position = made.tables.position()
            for point in moves:
                position.play(point)
            if position.is_over() or bytes(position.cells) in seen:
                continue
            seen.add(bytes(position.cells))
            if position.to_move == seat:
                best, fault = check(position)
                if fault != ():
                    yield fault
                left.append(moves + [best])
            else:
                left += [moves + [p] for p in range(position.points) if not position.cells[p]]
    chance = Random(seed)
    while positions:
        position = made.tables.position()
        for _ in range(chance.randrange(position.points)):
            if not position.is_over():
                position.play(chance.choice([p for p in range(position.points) if not position.cells[p]]))
        if not position.is_over():
            positions -= 1
            _, fault = check(position)
            yield fault or None


@pytest.mark.parametrize(
    "name, size", [("hex", 2), ("hex", 3), ("havannah", 2), pytest.param("hex", 4, marks=pytest.mark.long)], ids=str
)
def test_the_engine_is_perfect_on_the_smallest_fields(name, size):
    """Against all replies in both seats, and in random positions."""
    engine = player("think:300", GAMES[name].GAME, (size,))
    answers = list(faults(engine, name, size, 40))
    engine.close()
    assert len(answers) > 45 and not [fault for fault in answers if fault]


PROGRAM = """
import micropython
from glowgrid.games import havannah, hex
from glowgrid.search.engine import Engine, Limits
from glowgrid.memory import Memory, new_table
from glowgrid.search.groups import group_solver, hex_solver
memory = Memory()

def run(position, solver, moves, every):
    for point in moves:
        position.play(point)
    engine = Engine(position.moves, [solver])
    limits = Limits(1_000_000_00)
    micropython.heap_lock()
    try:
        engine.start(position, limits, every)
        while not engine.step(6000):
            pass
    finally:
        micropython.heap_unlock()
    verdict = engine.verdict
    print(verdict.score, verdict.best, verdict.nodes, verdict.work, list(verdict.outcomes), list(verdict.estimates))

for size, moves, every in HEX:
    position = hex.setup(size)
    run(position, hex_solver.HexSolver(memory), moves, every)
for moves, every in HAVANNAH:
    position = havannah.setup(3)
    run(position, group_solver.GroupSolver(position.tables, memory.table), moves, every)
"""
HEX = (
    (4, (0, 5), True),
    (7, (24, 25, 17, 30, 38, 23, 45, 16, 31, 32, 18, 40, 10, 9, 11, 39), False),
    (5, (0,), False),
    (4, (3,), False),
    (5, (6, 8, 17, 11), False),
    (5, (12, 7, 6, 11, 16, 17), True),
    (7, (24, 25, 17, 30, 38, 23, 45, 16, 31, 32), False),
    (6, (14, 21, 15, 22, 9, 27, 20, 13, 8, 26, 25, 19, 33, 31), True),
)
HAVANNAH = (((0, 9, 3, 14, 5, 12), True), ((), False), ((0,), False))


def program(hex_cases, havannah_cases):
    return f"HEX, HAVANNAH = {hex_cases}, {havannah_cases}\n{PROGRAM}"


def test_unix_micropython_finds_the_same_with_the_same_nodes_and_allocates_nothing():
    text = program(HEX, HAVANNAH)
    assert on_unix_micropython(text) == on_cpython(text)


@pytest.mark.emulator
def test_the_pico_finds_the_same_with_the_same_nodes_and_allocates_nothing(pico_image):
    text = program(HEX[:2], HAVANNAH[:1])
    printed = flashed(pico_image).forked(lambda pico: pico.exec(text).splitlines())
    assert printed == on_cpython(text)
