"""The file of solved openings with three sides: complete, true, and used by the engine."""

from itertools import combinations
from random import Random

import pytest
from line_games import searched
from random_play import after_random_moves
from support.judges.lines import DRAW, Oracle, three_player
from three_tiers import on_unix_micropython

from glowgrid.games import three_player as game
from glowgrid.rules.placed import place, standing
from glowgrid.search import DRAWN, Limits, engine_for
from glowgrid.search.lines.paranoid import LOST, WON
from glowgrid.search.lines.solved_file import MAX_N_PLIES, PARANOID_PLIES, Solved, place_of, positions
from tools.lab.solve import MOST_BYTES, packed
from tools.lab.solve_program import Searcher, positions_of

TABLES = game.GAME.setup().tables
TWO_SECONDS = 2_000_000

# Searches positions on MicroPython, without the file: what each move forces, the value of max^n, the engine's move.
PROGRAM = """
from glowgrid.games import discover
from glowgrid.search import Engine, Limits, engine_for
from glowgrid.memory import new_table
game = [each for each in discover()[0] if each.name == 'three-player'][0]

def finish(engine, position, work, every=False):
    engine.start(position, Limits(work), every)
    while not engine.step(100_000):
        pass
    return engine.verdict

def outcomes(moves, every, work):
    position = game.setup(())
    for point in moves:
        position.play(point)
    best = finish(engine_for(position), position, work).best
    position.tables.solved = None
    from glowgrid.search.lines.paranoid import Paranoid
    from glowgrid.search.lines.root import Root
    table = new_table()
    values = []
    for point in range(16):
        value = -1
        if not position.cells[point]:
            alone = Root(position.tables, table)
            forced = Paranoid(alone, None)
            engine = Engine(position.moves, [forced])
            engine.start(position, Limits(10 ** 9))
            alone.moves[0], alone.count = point, 1  # alone: a search of all ends at the first that wins
            while not engine.step(100_000):
                pass
            value = forced.forced[point]
        values.append(value)
    found = []
    if every:
        found = list(finish(engine_for(position), position, 10 ** 9, True).outcomes[:16])
    print([best, values, found])
"""


def after(moves):
    position = game.GAME.setup()
    for point in moves:
        assert position.play(point)
    return position


def random_moves(random, plies):
    """Return the first `plies` moves of a game that is not over then."""
    return list(after_random_moves(game.GAME.setup, plies, random).history[:plies])


@pytest.mark.parametrize("ply", range(1, 5))
def test_every_position_has_its_own_place_in_the_tools_order(ply):
    side = (ply - 1) % 3 + 1
    places = []
    for unit in range({1: 16, 2: 16, 3: 16, 4: 120}[ply]):
        for cells in positions_of(16, ply, unit):
            last = max(p for p in range(16) if cells[p] == side)
            before = bytearray(cells)
            before[last] = 0
            places.append(place_of(before, 16, last, side))
    assert places == list(range(positions(16, ply)))


def test_the_file_holds_what_sides_that_move_in_turn_reach():
    random, solved = Random(4), Solved(TABLES.solved, 16)
    for plies in range(6):
        position = game.GAME.setup()
        for move in random_moves(random, plies):
            position.play(move)
        assert [solved.holds(position, most) for most in (plies, plies + 1)] == [False, True]
        for to_move in range(1, 4):
            stood = place(game.GAME.setup(), standing(position), to_move)
            assert solved.holds(stood, 6) == (to_move == position.to_move)
    assert not solved.holds(place(game.GAME.setup(), {0: 2, 1: 2, 2: 3}, 1), 6)


def test_the_file_is_complete_and_fits_the_device():
    size = sum(
        -(-sum(positions(16, ply) for ply in range(1, plies + 1)) // 4) for plies in (PARANOID_PLIES, MAX_N_PLIES)
    )
    with open(TABLES.solved, "rb") as file:
        assert len(file.read()) == size <= MOST_BYTES
    assert packed([1, 2, 3, 0, 1]) == bytes([0b00111001, 1])


def test_max_n_of_a_ply_follows_from_the_next():
    solved, random = Solved(TABLES.solved, 16), Random(3)
    for _ in range(150):
        position = after(random_moves(random, random.randrange(MAX_N_PLIES - 1)))
        for point in [p for p in range(16) if not position.cells[p]]:
            said = solved.max_n(position, point)
            assert position.play(point)
            me = position.to_move
            below = [solved.max_n(position, p) for p in range(16) if not position.cells[p]]
            assert said == (me if me in below else 0 if 0 in below else below[0])
            position.undo()


@pytest.mark.parametrize(
    "winning_ones, others",
    [
        (2, (3, 4, 5, 6, 7, 8)),
        pytest.param(6, (1, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8), marks=pytest.mark.long),
    ],
    ids=["few", "all"],
)
def test_searches_without_the_file_agree_and_the_engine_keeps_what_it_can_force(winning_ones, others):
    solved, random = Solved(TABLES.solved, 16), Random(11)
    winning = [moves for moves in _openings(3) if any(_paranoid(solved, moves, p) == WON for p in _free(moves))]
    assert len(winning) > 10
    cases = random.sample(winning, winning_ones) + [random_moves(random, plies) for plies in others]
    deep = [len(moves) == MAX_N_PLIES - 1 for moves in cases]
    lines = on_unix_micropython(
        PROGRAM
        + "".join(f"outcomes({moves}, {every}, {TWO_SECONDS})\n" for moves, every in zip(cases, deep, strict=True))
    )
    for moves, every, line in zip(cases, deep, lines, strict=True):
        best, values, found = eval(line)
        assert max(values) == LOST or values[best] == max(values), moves
        for point in _free(moves):
            if len(moves) < PARANOID_PLIES:
                assert _paranoid(solved, moves, point) == values[point], (moves, point)
            if every:
                assert solved.max_n(after(moves), point) == found[point] % DRAWN, (moves, point)


def _free(moves):
    return [p for p in range(16) if p not in moves]


def _paranoid(solved, moves, point):
    return solved.paranoid(after(moves), point)


def _openings(plies):
    """Return the positions after `plies` plies (at most 3, each stone of another side), as moves."""
    assert plies <= 3
    return [[a, b, c] for stones in combinations(range(16), plies) for a, b, c in (stones, stones[::-1])]


def test_every_answers_the_first_plies_at_once_and_the_engine_works_without_the_file():
    position = after([5, 10, 3])
    verdict = searched(engine_for(position), position, Limits(1000), every=True)
    assert verdict.nodes == 0 and all(verdict.outcomes[point] for point in _free([5, 10, 3]))
    without = game.GAME.setup()
    without.tables.solved = "no such file"
    for point in [5, 10, 3]:
        assert without.play(point)
    verdict = searched(engine_for(without), without, Limits(40_000), every=True)
    assert verdict.work >= 40_000 and not all(verdict.outcomes[point] for point in _free([5, 10, 3]))


def test_late_positions_against_brute_force():
    """The strongest level keeps what its side can force against both others."""
    oracle, random, engine = Oracle(three_player()), Random(9), engine_for(game.GAME.setup())
    for _ in range(12):
        position = after(random_moves(random, random.randint(9, 13)))
        cells, me = tuple(position.cells), position.to_move
        best = searched(engine, position, Limits(60_000)).best
        assert oracle.paranoid(oracle.after(cells, best), me) == oracle.paranoid(cells, me), cells
        verdict = searched(engine, position, Limits(10**9), every=True)
        for move in oracle.moves(cells):
            outcome = oracle.max_n(oracle.after(cells, move))
            assert verdict.outcomes[move] == (DRAWN if outcome == DRAW else outcome)


def test_the_tool_against_brute_force():
    oracle, random, searcher = Oracle(three_player()), Random(4), Searcher(TABLES)
    for plies in (9, 10, 11, 12) * 3:
        cells, mover = bytes(after(random_moves(random, plies)).cells), (plies - 1) % 3 + 1
        outcome = oracle.max_n(tuple(cells))
        assert searcher.max_n(cells, plies) == (0 if outcome == DRAW else outcome), cells
        assert searcher.paranoid(cells, plies) == oracle.paranoid(tuple(cells), mover) + 1, cells
