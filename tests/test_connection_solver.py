"""The solvers of Hex and Havannah against brute force that knows only who has won (tests/group_games.py)."""

import functools
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from group_games import Truth
from test_three_tiers_search import _flashed as flashed
from test_three_tiers_search import on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import havannah, hex, y
from glowgrid.search import Limits, engine_for
from glowgrid.search.group_solver import DRAW, LOSS, WIN, GroupSolver, group_solvable
from glowgrid.search.hex_book import WINS
from glowgrid.search.hex_shape import TEMPLATES_BY_ROW, hex_solvable
from glowgrid.search.hex_solver import HexSolver
from glowgrid.search.minimax import new_table
from glowgrid.search.state import DRAWN
from tools import suites
from tools.perfect import faults, masks
from tools.perfect_oracle import Judge

# Who wins after each opening. Hex: by a plain memoised minimax in another language that shares no code with ours; Havannah 3: ours.
HEX_OPENINGS = {1: "1", 2: "2112", 3: "221111122", 4: "2221221221221222"}
HAVANNAH_OPENINGS = {2: "1112111", 3: "1212222122212222121"}
GAMES = {"hex": hex, "havannah": havannah}


def solver_of(name, size, **options):
    tables = GAMES[name].setup(size).tables
    return (HexSolver if name == "hex" else GroupSolver)(tables, new_table(), **options)


def solved(solver, position, every=False, slices=100000):
    solver.start(position, every)
    while not solver.step(slices):
        pass
    return solver


class BruteForce:
    """The value of positions for the side to move (1 win, 0 draw, -1 loss), each kept once it is known."""

    def __init__(self, name, size):
        self.truth, self.known = Truth(name, size), {}

    def value(self, cells, side):
        if cells in self.known:
            return self.known[cells]
        best = -1 if 0 in cells else 0
        for point, cell in enumerate(cells):
            if not cell and best < 1:
                best = max(best, self.after(cells, point, side))
        self.known[cells] = best
        return best

    def after(self, cells, point, side):
        """The value of a move for its side."""
        cells = cells[:point] + (side,) + cells[point + 1 :]
        stones = {place for place, cell in zip(self.truth.places, cells, strict=True) if cell == side}
        return 1 if self.truth.wins(side, stones) else -self.value(cells, 3 - side)


def by_chance(name, size, random, plies):
    """A position after so many plies by chance that is not over."""
    while True:
        position = GAMES[name].setup(size)
        while position.plies < plies and not position.is_over():
            position.play(random.randrange(position.points))
        if not position.is_over():
            return position


@pytest.mark.parametrize("size", HEX_OPENINGS)
def test_who_wins_after_each_opening_of_hex(size):
    solver, found = solver_of("hex", size), ""
    for point in range(size * size):
        position = hex.setup(size)
        position.play(point)
        found += str(position.winner or (2 if solved(solver, position).value == WIN else 1))
    assert found == HEX_OPENINGS[size]


@pytest.mark.parametrize("size", HAVANNAH_OPENINGS)
def test_who_wins_after_each_opening_of_havannah(size):
    """Size 3 for the openings that take few nodes."""
    solver, told = solver_of("havannah", size), 0
    for point, winner in enumerate(HAVANNAH_OPENINGS[size]):
        position = havannah.setup(size)
        position.play(point)
        solver.start(position)
        if solver.step(600):
            told += 1
            assert solver.value == {"1": LOSS, "2": WIN}[winner]
    assert told > 3


@pytest.mark.parametrize("size", [2, 3])
def test_the_openings_of_hex_are_those_of_brute_force(size):
    truth = BruteForce("hex", size)
    field = (0,) * size**2
    assert "".join("1" if truth.after(field, point, 1) > 0 else "2" for point in range(size**2)) == HEX_OPENINGS[size]


@pytest.mark.parametrize("name, size, empty, positions", [
    ("hex", 3, 9, 1), ("hex", 3, 7, 20), ("hex", 4, 9, 12), ("hex", 5, 8, 12), ("hex", 5, 10, 3), ("hex", 6, 8, 8), ("hex", 7, 8, 8),
    ("havannah", 2, 7, 1), ("havannah", 2, 5, 8), ("havannah", 3, 8, 20), ("havannah", 3, 10, 3)], ids=str)
def test_positions_by_chance_have_the_values_of_brute_force(name, size, empty, positions):
    """The value, the move that has it, and with `every` the outcome of each move."""
    random, solver, truth = Random(size + empty), solver_of(name, size), BruteForce(name, size)
    points, values = len(truth.truth.places), set()
    for _ in range(positions):
        position = by_chance(name, size, random, points - empty)
        cells, side = tuple(position.cells), position.to_move
        value = truth.value(cells, side)
        values.add(value)
        assert solved(solver, position).value == value + DRAW, cells
        if value > -1:
            assert truth.after(cells, solver.best, side) == value, (cells, solver.best)
        solved(solver, position, every=True)
        assert solver.value == value + DRAW, cells
        for point in range(points):
            if not cells[point]:
                outcome = {1: side, 0: DRAWN, -1: 3 - side}[truth.after(cells, point, side)]
                assert solver.outcome(point) == outcome, (cells, point)
    assert len(values) > 1 or positions < 20


@pytest.mark.parametrize("name, size", [("hex", 4), ("hex", 5), ("hex", 6), ("havannah", 3)], ids=str)
def test_the_size_of_the_slices_changes_nothing(name, size):
    random, solver = Random(size), solver_of(name, size)
    seen = 0
    while seen < 4:
        position = by_chance(name, size, random, size * size // 2)
        answers = set()
        for slices in (100000, 7, 1):
            solved(solver, position, slices=slices)
            answers.add((solver.value, solver.best, solver.nodes))
        assert len(answers) == 1
        seen += solver.nodes > 7


def turned(position, image, other_sides):
    """The position on other points, `image` of each, perhaps with the sides exchanged; only what a solver reads."""
    class Turned:
        cells = bytearray(position.points)
        plies = position.plies
        to_move = 3 - position.to_move if other_sides else position.to_move

    for point, cell in enumerate(position.cells):
        Turned.cells[image[point]] = 3 - cell if cell and other_sides else cell
    return Turned


def test_a_turn_of_the_field_or_other_sides_change_no_value():
    """Positions too large for brute force: half a turn, and the mirror image in which the sides change places."""
    for size, plies in ((5, 6), (6, 12)):
        random, solver = Random(size), solver_of("hex", size)
        points = size * size
        half_turn = [points - 1 - point for point in range(points)]
        mirror = [point % size * size + point // size for point in range(points)]
        values = set()
        for _ in range(8):
            position = by_chance("hex", size, random, plies)
            solver.start(position)
            if not solver.step(400):
                continue
            value = solver.value
            values.add(value)
            for image, other_sides in ((half_turn, False), (mirror, True)):
                assert solved(solver, turned(position, image, other_sides)).value == value, bytes(position.cells)
        assert values == {LOSS, WIN}


@pytest.mark.parametrize("near, template", TEMPLATES_BY_ROW, ids=lambda each: str(each)[:12])
def test_an_edge_template_joins_its_stone_to_the_edge_whoever_moves_first(near, template):
    @functools.lru_cache(maxsize=None)
    def holds(free, own):
        """Does the owner of the stone join it, the other side to move?"""
        return all(any(joined(own | {reply}) or holds(free - {intruder, reply}, own | {reply}) for reply in free - {intruder})
                   for intruder in free) if len(free) > 1 else joined(own)

    def joined(own):
        reached, new = set(), {(0, 0)}
        while new:
            row, column = new.pop()
            reached.add((row, column))
            around = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
            new |= {(row + down, column + right) for down, right in around} & own - reached
        return any(row == near for row, _ in reached)

    assert holds(frozenset(template), frozenset({(0, 0)}))
    assert not any(holds(frozenset(template) - {point}, frozenset({(0, 0)})) for point in template), "a point too many"


def test_the_book_of_5x5_agrees_with_itself_and_with_the_solver():
    """Where a reply wins, the opening has lost; and where few nodes tell, the solver says the same."""
    solver, book = solver_of("hex", 5, book=False), solver_of("hex", 5)
    lines = [WINS[25 * i : 25 * i + 25] for i in range(26)]
    for opening, reply in enumerate(lines[0]):
        if reply != ord("."):
            assert lines[1 + opening][reply - 65] == ord(".")
        else:
            assert lines[1 + opening].count(b".") == 1  # the opening itself: it wins against all others
    told = 0
    for moves in [()] + [(opening,) for opening in range(25)] + [(point * 7 % 25, point) for point in range(1, 25)]:
        position = hex.setup(5)
        for point in moves:
            position.play(point)
        solver.start(position)
        if solver.step(300):
            told += 1
            assert solved(book, position).value == solver.value, moves
            if solver.value == WIN:
                position.play(book.best)
                assert position.winner or solved(book, position).value == LOSS, moves
    assert told >= 20


def test_a_first_stone_taken_over_is_answered_as_its_mirror_image():
    solver = solver_of("hex", 5, book=False)
    for opening in (3, 21):
        position = hex.setup(5)
        position.swap_rule = True
        position.play(opening)
        position.swap()
        book = solved(solver_of("hex", 5), position)
        assert book.value == solved(solver, position).value == WIN
        position.play(book.best)
        assert solved(solver, position).value == LOSS


def test_after_a_stone_taken_over_the_book_answers_for_the_other_side():
    solver, book = solver_of("hex", 5, book=False), solver_of("hex", 5)
    values = []
    for opening, reply in [(a, b) for a in range(0, 25, 3) for b in (1, 12, 16)]:
        position = hex.setup(5)
        position.swap_rule = True
        position.play(opening)
        position.swap()
        if position.play(reply):
            solver.start(position)
            if solver.step(1000):
                values.append(solver.value)
                assert solved(book, position).value == solver.value, (opening, reply)
                if solver.value == WIN:
                    position.play(book.best)
                    assert solved(solver, position).value == LOSS, (opening, reply)
    assert len(values) >= 10 and {LOSS, WIN} == {*values}


def test_games_that_do_not_suit_are_left_alone():
    for size in range(1, 8):
        assert hex_solvable(hex.setup(size).tables), size
        assert not hex_solvable(havannah.setup(size).tables)
        assert group_solvable(havannah.setup(size).tables) == (size < 4)
        assert not hex_solvable(y.GAME.setup((size,)).tables)
        assert not group_solvable(hex.setup(size).tables)
    assert not hex_solvable(hex.setup(8).tables)


@pytest.mark.parametrize("name, size, plies", [("hex", 4, 3), ("hex", 5, 8), ("hex", 6, 20), ("havannah", 3, 6)], ids=str)
def test_what_the_engine_says_is_proven_is_so_however_few_nodes_it_has(name, size, plies):
    """The solver first, then playouts in the same memory: what is known of each move must outlast both."""
    random, solver, told, left = Random(size), solver_of(name, size), 0, 0
    for _ in range(6):
        position = by_chance(name, size, random, plies)
        solved(solver, position, every=True)
        engine = engine_for(position.tables)
        for nodes in (12, 40, 160):
            engine.start(position, Limits(nodes))
            while not engine.step(9):
                pass
            assert position.is_legal(engine.best)
            for point in range(position.points):
                if not position.cells[point]:
                    outcome = engine.outcome(point)
                    told += outcome > 0
                    assert outcome in (0, solver.outcome(point)), (bytes(position.cells), point)
            if engine.proven and solver.value == WIN:
                assert solver.outcome(engine.best) == position.to_move
            left += not engine.proven
    assert told and left


@pytest.mark.parametrize("name, size, empty", [("hex", 4, 8), ("havannah", 2, 6), ("havannah", 3, 8)], ids=str)
def test_the_judge_of_the_tool_agrees_with_brute_force(name, size, empty):
    random, truth, judge = Random(size), BruteForce(name, size), Judge(name, size)
    for _ in range(10):
        position = by_chance(name, size, random, len(truth.truth.places) - empty)
        cells, side = tuple(position.cells), position.to_move
        assert judge.value(*masks(position), side) == truth.value(cells, side), cells


@pytest.mark.parametrize("name, size", [("hex", 2), ("hex", 3), ("havannah", 2)], ids=str)
def test_the_engine_is_perfect_on_the_smallest_fields(name, size):
    """Against all replies in both seats, and where chance leads; the larger ones are played by the tool."""
    worker = suites.Worker()
    answers = list(faults(worker, name, size, 300, 40))
    worker.close()
    assert len(answers) > 45 and not [fault for fault in answers if fault]


def test_suites_are_read_and_each_line_is_a_position_with_wins_that_are_easily_lost():
    for size, positions in ((5, 500), (6, 200), (7, 200)):
        suite = suites.read(size)
        assert len(suite) == positions
        assert len({tuple(moves) for moves, _ in suite}) == len(suite)
        for moves, wins in suite:
            position = hex.setup(size)
            assert all(position.play(point) for point in moves) and not position.is_over()
            assert all(position.is_legal(point) for point in wins)
            assert 0 < 2 * len(wins) <= position.points - position.plies


PROGRAM = """
import micropython
from glowgrid.games import havannah, hex
from glowgrid.search.group_solver import GroupSolver
from glowgrid.search.hex_solver import HexSolver
from glowgrid.search.state import words
table = words(4096)

def run(make, position, moves, every):
    solver = make(position.tables, table)
    for point in moves:
        position.play(point)
    micropython.heap_lock()
    try:
        solver.start(position, every)
        while not solver.step(50):
            pass
    finally:
        micropython.heap_unlock()
    print(solver.value, solver.best, solver.nodes, [solver.outcome(p) for p in range(position.points) if not position.cells[p]])

for size, moves, every in HEX:
    run(HexSolver, hex.setup(size), moves, every)
for moves, every in HAVANNAH:
    run(GroupSolver, havannah.setup(3), moves, every)
"""
HEX = ((4, (0, 5), True), (7, (24, 25, 17, 30, 38, 23, 45, 16, 31, 32, 18, 40, 10, 9, 11, 39), False), (5, (0,), False),
       (4, (3,), False), (5, (6, 8, 17, 11), False), (5, (12, 7, 6, 11, 16, 17), True),
       (7, (24, 25, 17, 30, 38, 23, 45, 16, 31, 32), False),
       (6, (14, 21, 15, 22, 9, 27, 20, 13, 8, 26, 25, 19, 33, 31), True))
HAVANNAH = (((0, 9, 3, 14, 5, 12), True), ((), False), ((0,), False))


def program(hex_cases, havannah_cases):
    return f"HEX, HAVANNAH = {hex_cases}, {havannah_cases}\n{PROGRAM}"


def on_cpython(text):
    return subprocess.run([sys.executable, "-c", "import host_sim\n" + text], cwd=Path(__file__).resolve().parent.parent,
                          capture_output=True, text=True, check=True).stdout.splitlines()


def test_unix_micropython_finds_the_same_with_as_many_nodes_and_allocates_nothing():
    text = program(HEX, HAVANNAH)
    assert on_unix_micropython(text) == on_cpython(text)


@pytest.mark.emulator
def test_the_pico_finds_the_same_with_as_many_nodes_and_allocates_nothing(pico_image):
    text = program(HEX[:2], HAVANNAH[:1])
    printed = flashed(pico_image).forked(lambda pico: pico.exec(text).splitlines())
    assert printed == on_cpython(text)
