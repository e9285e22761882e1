"""Minimax on games that no fast engine knows, against brute force: misere, gravity, passing, three sides.

The same text runs on CPython, on unix MicroPython and on the emulated Pico.
"""

from random import Random

import pytest
from compiled import own_games
from line_games import as_oracle, searched
from own_games_truth import DRAW, GAMES, Truth
from three_tiers import flashed, on_cpython, on_unix_micropython

from glowgrid import games
from glowgrid.answers import UNDECIDED, m_hat, w_k, w_star
from glowgrid.games import discover
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.search import Limits, engine_for, work_in
from host_sim.data_games.reader import game_from

FOLDER = own_games()
games.__path__.append(str(FOLDER))  # modules of games are imported as glowgrid.games.NAME
FOUND, ERRORS = discover(str(FOLDER))
CONNECTIONS = "bridg-it", "hex-map", "triangle-with-holes"  # tests/rules/test_connections.py plays them
TO_THE_END = Limits(10**9)


def game_of(name):
    return next(game for game in FOUND if game.name == name)


def random_state(name, random, most=99):
    """Return a position of a game under way after some random moves, and brute force's state of it."""
    size, truth = GAMES[name]
    while True:
        position, state = game_of(name).setup(size), truth.start()
        for _ in range(random.randint(0, min(most, position.points))):
            if position.is_over():
                break
            move = random.choice(truth.moves(state))
            assert position.play(move)
            state = truth.after(state, move)
        if not position.is_over():
            return position, state


def test_the_games_are_found_and_get_no_fast_engine():
    assert not ERRORS and sorted(game.name for game in FOUND) == sorted([*GAMES, *CONNECTIONS])
    for name in GAMES:
        game = game_of(name)
        assert game.family(game.setup()) == "minimax"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_legal_moves_and_ends_match_brute_force(name):
    random, (size, truth) = Random(1), GAMES[name]
    for _ in range(200):
        position, state = game_of(name).setup(size), truth.start()
        while True:
            over = truth.outcome(state)
            assert (position.winner or DRAW if position.is_over() else None) == over, state
            if over is not None:
                break
            assert [m for m in range(position.moves) if position.is_legal(m)] == truth.moves(state), state
            move = random.choice(truth.moves(state))
            assert position.play(move)
            state = truth.after(state, move)


@pytest.mark.parametrize(
    "name, least, number",
    [
        ("misere", 3, 20),
        ("avoid", 3, 20),
        ("gravity", 6, 20),
        ("passing", 0, 30),
        ("two-stones", 3, 10),
        ("replacing", 4, 10),
        ("fenced", 1, 12),
        ("apart", 1, 12),
        pytest.param("misere", 0, 20, marks=pytest.mark.long),
        pytest.param("misere", 0, 90, marks=pytest.mark.long),
        pytest.param("gravity", 6, 90, marks=pytest.mark.long),
    ],
)
def test_outcome_and_plies_of_every_move(name, least, number):
    random, truth, checked = Random(2), GAMES[name][1], 0
    while checked < number:
        position, state = random_state(name, random)
        if position.plies < least:
            continue
        checked += 1
        verdict = searched(engine_for(position), position, TO_THE_END, every=True)
        assert verdict.proven and verdict.settled
        said = {}
        for move in truth.moves(state):
            outcome, plies = truth.solved(truth.after(state, move))
            said[move] = outcome, plies + 1
            got = as_oracle(verdict.outcomes[move]), verdict.plies[move]
            assert got == ((DRAW_OF_ORACLE, 0) if outcome == DRAW else (outcome, plies + 1)), (state, move)
        best = searched(engine_for(position), position, TO_THE_END).best
        outcome, plies = truth.solved(state)
        assert said[best] == (outcome, plies) or outcome == DRAW == said[best][0], state


DRAW_OF_ORACLE = as_oracle(4)


@pytest.mark.parametrize("name", ["misere", "avoid"])
def test_in_misere_eight_openings_lose_and_the_middle_draws(name):
    position = game_of(name).setup()
    verdict = searched(engine_for(position), position, TO_THE_END, every=True)
    assert [verdict.outcomes[move] for move in range(9)] == [2, 2, 2, 2, 4, 2, 2, 2, 2]
    assert verdict.best == 4


@pytest.mark.parametrize("rows, columns, k", [(2, 2, 2), (2, 4, 2), (3, 3, 2), (3, 3, 3)])
def test_a_data_game_in_which_a_line_loses_has_the_values_of_brute_force(rows, columns, k):
    game = game_from({"name": "own", "rows": {"of": [columns, rows], "k": k}, "misere": True})
    truth, position = Truth(rows, columns, k, winner_of=lambda side: 3 - side), game.setup()
    verdict, state = searched(engine_for(position), position, TO_THE_END, every=True), truth.start()
    for move in truth.moves(state):
        outcome, plies = truth.solved(truth.after(state, move))
        assert as_oracle(verdict.outcomes[move]) == (DRAW_OF_ORACLE if outcome == DRAW else outcome), move
        assert outcome == DRAW or verdict.plies[move] == plies + 1, move
    while not position.is_over():
        verdict = searched(engine_for(position), position, TO_THE_END)
        position.play(verdict.best)
        state = truth.after(state, verdict.best)
    assert (position.winner or DRAW) == truth.outcome(state) == truth.solved(truth.start())[0]
    marks = bytearray(position.points)
    position.winning_points(marks)
    line = {position.cells[point] for point in range(position.points) if marks[point]}
    assert line == ({3 - position.winner} if position.winner else set())


@pytest.mark.parametrize("name, least, number", [("three-misere", 0, 60), ("three-apart", 3, 12)])
def test_three_sides_each_for_itself_and_one_against_both(name, least, number):
    random, truth = Random(3), GAMES[name][1]
    for _ in range(number):
        position, state = random_state(name, random)
        while position.plies < least:
            position, state = random_state(name, random)
        verdict = searched(engine_for(position), position, TO_THE_END, every=True)
        for move in truth.moves(state):
            outcome = truth.max_n(truth.after(state, move))
            assert as_oracle(verdict.outcomes[move]) == (DRAW_OF_ORACLE if outcome == DRAW else outcome), (state, move)
        assert truth.max_n(truth.after(state, verdict.best)) == truth.max_n(state)
        forced = [move for move in truth.moves(state) if forces_win(truth, truth.after(state, move), position.to_move)]
        best = searched(engine_for(position), position, TO_THE_END).best
        assert not forced or best in forced, state


@pytest.mark.parametrize("k", [3, 4])
@pytest.mark.parametrize("cut", [2, 4, 250])
def test_three_sides_from_nine_of_sixteen_stones_are_solved_within_five_seconds_of_the_pico(k, cut):
    """For any rules: here those of three-misere on 4x4, to the end or cut after k plies (w_k)."""
    random, rules = Random(k + cut), type(game_of("three-misere").setup())
    for _ in range(4):
        position = rules(Lines(square(4, 4), 3, rows_of(4, 4, k)))
        while position.plies < 9:
            move = random.choice([move for move in range(16) if position.is_legal(move)])
            position.play(move)
            if position.is_over():
                position.undo()
        truth = Truth(4, 4, k, sides=3, winner_of=lambda side: side % 3 + 1, most_plies=min(9 + cut, 16))
        state = tuple(position.cells), position.to_move, 0, position.plies
        verdict = searched(engine_for(position), position, Limits(work_in(5000), cut=cut), every=True)
        assert verdict.proven and verdict.settled
        for move in truth.moves(state):
            outcome = truth.max_n(truth.after(state, move))
            assert as_oracle(verdict.outcomes[move]) == (DRAW_OF_ORACLE if outcome == DRAW else outcome), (state, move)


@pytest.mark.parametrize("cut", [2, 3])
def test_three_sides_that_may_be_stuck_in_a_cut_game(cut):
    random, allows = Random(cut), GAMES["three-apart"][1].allows
    for _ in range(12):
        position, state = random_state("three-apart", random)
        truth = Truth(3, 3, 2, sides=3, allows=allows, most_plies=position.plies + cut)
        verdict = searched(engine_for(position), position, Limits(10**9, cut=cut), every=True)
        outcome = truth.max_n(state)
        assert w_k(verdict, position, cut) in ((4, UNDECIDED) if outcome == DRAW else (outcome,)), state


def forces_win(truth, state, side):
    over = truth.outcome(state)
    if over is not None:
        return over == side
    after = [forces_win(truth, truth.after(state, move), side) for move in truth.moves(state)]
    return any(after) if state[1] == side else all(after)


@pytest.mark.parametrize(
    "name, least",
    [
        *(("misere", 0), ("avoid", 0), ("gravity", 6), ("passing", 0), ("fenced", 0), ("apart", 0)),
        pytest.param("gravity", 0, marks=pytest.mark.long),
    ],
)
def test_answers_of_a_search_cut_after_k_plies(name, least):
    """w_k to a depth of k is exact: a winner, or none that soon."""
    random, truth = Random(4), GAMES[name][1]
    for _ in range(40):
        position, state = random_state(name, random)
        while position.plies < least:
            position, state = random_state(name, random)
        k = random.randint(1, 4)
        verdict = searched(engine_for(position), position, Limits(10**9, depth=k), every=True)
        outcome, plies = truth.solved(state)
        if outcome == DRAW or plies > k:
            assert w_k(verdict, position, k) in ((4, UNDECIDED) if outcome == DRAW else (UNDECIDED,)), (state, k)
        else:
            assert w_k(verdict, position, k) == outcome, (state, k)


def test_w_star_and_m_hat_count_the_pass():
    random, truth = Random(5), GAMES["passing"][1]
    for _ in range(40):
        position, state = random_state("passing", random)
        verdict, marks = searched(engine_for(position), position, TO_THE_END, every=True), bytearray(position.moves)
        outcome = truth.solved(state)[0]
        assert as_oracle(w_star(verdict, position)) == (DRAW_OF_ORACLE if outcome == DRAW else outcome)
        held = [move for move in truth.moves(state) if truth.solved(truth.after(state, move))[0] == outcome]
        assert m_hat(verdict, position, marks) == len(held) and [m for m in range(position.moves) if marks[m]] == held


@pytest.mark.parametrize("every", [False, True])
def test_slices_and_earlier_searches_change_nothing_nor_does_a_search_change_the_position(every):
    random = Random(6)
    for name in sorted(GAMES):
        used = engine_for(game_of(name).setup(GAMES[name][0]))
        for _ in range(6):
            position, _ = random_state(name, random)
            before = bytes(position.cells), bytes(position.history[: position.plies]), position.to_move
            limits = Limits(random.choice((500, 20_000, 200_000)))
            seen = set()
            for engine, budget in ((engine_for(position), 10**9), (used, 1), (used, 5000)):
                verdict = searched(engine, position, limits, every, budget)
                seen.add((verdict.best, verdict.score, verdict.work, bytes(verdict.outcomes), bytes(verdict.plies)))
            assert len(seen) == 1
            assert (bytes(position.cells), bytes(position.history[: position.plies]), position.to_move) == before
            used.start(position, TO_THE_END, every)
            used.step(3000)  # and an abandoned one


# The same on MicroPython, with the heap locked.
PROGRAM = """
import gc, micropython
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for
games = {}
for game in discover(FOLDER)[0]:
    games[game.name] = game

def run(name, size, moves, limits, every):
    position = games[name].setup(tuple(size))
    for move in moves:
        position.play(move)
    engine = engine_for(position)
    gc.collect()
    before = hasattr(gc, 'mem_alloc') and gc.mem_alloc()
    micropython.heap_lock()
    try:
        engine.start(position, limits, every)
        while not engine.step(9700):
            pass
    finally:
        micropython.heap_unlock()
    if before != (hasattr(gc, 'mem_alloc') and gc.mem_alloc()):
        print('the search allocated')
    v = engine.verdict
    print([v.best, v.score, v.work, v.proven, list(v.outcomes), list(v.plies)])

for name, size, moves, limits, every in CASES:
    run(name, size, moves, Limits(*limits), every)
"""
FEW = [
    ["misere", [], [4, 0, 2, 6], [400_000], True],
    ["avoid", [], [4, 0, 2, 6], [400_000], True],
    ["gravity", [], [12, 13, 14, 8, 9, 10], [100_000], False],
    ["passing", [2, 2], [0, 4], [100_000], True],
    ["three-misere", [], [0, 4], [200_000], True],
    ["fenced", [], [0, 1, 6, 2], [200_000], True],  # these three are solved, and sides that are stuck matter
    ["apart", [], [1, 10, 8], [200_000], True],
    ["three-apart", [], [6, 2, 1, 5, 0], [200_000], True],
]
MANY = (
    FEW
    + [
        ["misere", [], moves, [work, depth], every]
        for moves in ([], [4], [0, 8, 1])
        for work, depth in ((3_000, 250), (400_000, 3))
        for every in (False, True)
    ]
    + [
        ["gravity", [], moves, [work, 250, overlook], every]
        for moves in ([], [12, 8])
        for work, overlook in ((100_000, 0), (60_000, 50))
        for every in (False, True)
    ]
    + [["passing", [2, 3], moves, [200_000], every] for moves in ([], [0], [0, 6, 2]) for every in (False, True)]
)


def test_unix_micropython_answers_as_cpython_does_and_allocates_nothing():
    text = "CASES = %r\n%s" % (MANY, PROGRAM)
    here = on_cpython("FOLDER = %r\n%s" % (str(FOLDER), text))
    add = "import glowgrid.games\nglowgrid.games.__path__ = %r\n" % str(FOLDER)
    assert on_unix_micropython(add + "FOLDER = %r\n%s" % (str(FOLDER), text)) == here


@pytest.mark.emulator
def test_the_pico_answers_as_cpython_does_and_allocates_nothing(pico_image):
    text = "CASES = %r\n%s" % (FEW, PROGRAM)
    files = {
        "/glowgrid/games/" + path.name: path.read_bytes() for path in (*FOLDER.glob("*.py"), FOLDER / "avoid.tables")
    }

    def answers(pico):
        for path, data in files.items():
            pico.exec(f"with open({path!r}, 'wb') as file:\n    file.write({data!r})")
        return pico.exec("FOLDER = '/glowgrid/games'\n" + text).splitlines()

    printed = flashed(pico_image).forked(answers)
    assert printed == on_cpython("FOLDER = %r\n%s" % (str(FOLDER), text))
