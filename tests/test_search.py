"""The engines against brute force: every small m,n,k game, games made by chance, and all of tic-tac-toe."""

import re
from random import Random

import pytest
from brute_force import DRAW, Oracle, mnk, three_player
from line_games import as_oracle, position_with, random_game, random_position, searched, tables_of

from glowgrid.games import discover
from glowgrid.rules.notation import parse_point
from glowgrid.search import LEVELS, NO_POINT, Limits, engine_for, level_limits
from glowgrid.search.minimax import Minimax
from glowgrid.search.three_sides import ThreeSides
from glowgrid.search import state as st
from glowgrid.search.kernel import lift, place

TO_THE_END = Limits(10**6)
SMALL_MNK = [(m, n, k) for m in range(1, 10) for n in range(1, 10) if m * n <= 9 for k in range(1, max(m, n) + 1)]


def check_every_move(oracle, engine, position):
    """Outcome and plies of every move are those of the oracle (with three sides plies are known of a draw and of a win at once)."""
    cells = tuple(position.cells)
    searched(engine, position, TO_THE_END, every=True)
    for move in oracle.moves(cells):
        after = oracle.after(cells, move)
        got = as_oracle(engine.outcome(move)), engine.plies(move)
        if oracle.sides == 2:
            outcome, plies = oracle.solved(after)
            assert got == (outcome, plies + 1), (cells, move)
        else:
            outcome = oracle.max_n(after)
            known = cells.count(0) if outcome == DRAW else 1 if oracle.winner(after) else 0
            assert got == (outcome, known), (cells, move)


def check_best(oracle, engine, position):
    """A two-sided (or paranoid) search to the end proves the mover's outcome and its best move keeps it."""
    cells, me = tuple(position.cells), position.to_move
    searched(engine, position, TO_THE_END)
    truth = oracle.paranoid(cells, me)
    assert engine.proven
    assert (engine.score > st.SURE_WIN) - (engine.score < st.SURE_LOSS) == truth, cells
    assert oracle.paranoid(oracle.after(cells, engine.best), me) == truth, cells
    if truth == 0:
        assert engine.score == st.DRAW


@pytest.mark.parametrize("m, n, k", SMALL_MNK, ids=lambda number: str(number))
def test_values_and_plies_of_every_small_mnk_game(m, n, k):
    oracle, tables = Oracle(mnk(m, n, k)), tables_of(mnk(m, n, k))
    engine, random = Minimax(tables), Random(m * 100 + n * 10 + k)
    for position in [tables.position()] + [random_position(tables, random) for _ in range(5)]:
        check_every_move(oracle, engine, position)
        check_best(oracle, engine, position)


@pytest.mark.parametrize("m, n, k, side", [
    (4, 3, 4, 0), (4, 4, 4, 0), (4, 3, 3, 1), (4, 4, 3, 1), (5, 3, 3, 1), (5, 5, 3, 1),
])
def test_published_values_of_larger_mnk_games(m, n, k, side):
    tables = tables_of(mnk(m, n, k))
    # 4,4,4 takes a minute from the empty field: three stones that leave it a draw are put down first.
    position = tables.position()
    if (m, n, k) == (4, 4, 4):
        for point in (5, 10, 6):
            assert position.play(point)
    engine = searched(Minimax(tables), position, TO_THE_END)
    assert engine.proven
    assert (engine.score > st.SURE_WIN) == (side == 1)


@pytest.mark.parametrize("seed", range(4))
def test_games_made_by_chance(seed):
    random = Random(seed)
    for _ in range(90):
        game = random_game(random)
        oracle, tables = Oracle(game), tables_of(game)
        engine, alone = engine_for(tables), Minimax(tables)
        for _ in range(4):
            position = random_position(tables, random)
            check_every_move(oracle, engine, position)
            check_best(oracle, alone, position)


@pytest.mark.parametrize("seed", range(3))
def test_three_sides_on_crowded_fields(seed):
    """Few lines, most of them one side's own, and five to seven empty points: what a draw and a late win hang on."""
    random = Random(seed)
    for _ in range(30):
        points = random.randint(7, 9)
        patterns = {}
        for _ in range(random.randint(3, 10)):
            patterns[frozenset(random.sample(range(points), random.randint(2, 4)))] = {random.randint(1, 3)}
        game = points, 3, list(patterns.items())
        oracle, tables = Oracle(game), tables_of(game)
        engine, alone = engine_for(tables), Minimax(tables)
        for _ in range(2):
            position = random_position(tables, random, most_plies=4)
            check_every_move(oracle, engine, position)
            check_best(oracle, alone, position)


def test_plies_of_every_move_of_3x3_in_the_opening():
    oracle, tables = Oracle(mnk(3, 3, 3)), tables_of(mnk(3, 3, 3))
    engine = Minimax(tables)
    for cells in sorted(oracle.reachable(3)):
        check_every_move(oracle, engine, position_with(tables, cells))


@pytest.mark.parametrize("m, n, k, plies", [(3, 4, 3, 3), (3, 5, 3, 5), (4, 4, 3, 6), (4, 4, 4, 7), (3, 4, 4, 4)])
def test_plies_of_every_move_on_larger_fields(m, n, k, plies):
    oracle, tables = Oracle(mnk(m, n, k)), tables_of(mnk(m, n, k))
    engine, random = Minimax(tables), Random(5)
    for _ in range(12):
        position = random_position(tables, random, plies + 2)
        while position.plies < plies:
            position = random_position(tables, random, plies + 2)
        check_every_move(oracle, engine, position)
        check_best(oracle, engine, position)


@pytest.mark.parametrize("game, plies, number", [
    (mnk(3, 3, 3), 3, 120), (mnk(3, 4, 3), 4, 120), (mnk(4, 4, 4), 8, 30), (three_player(), 9, 40),
], ids=["3,3,3", "3,4,3", "4,4,4", "three-player"])
def test_what_is_said_to_be_proven_within_any_limits_is_so(game, plies, number):
    oracle, tables = Oracle(game), tables_of(game)
    engine, alone, random = engine_for(tables), Minimax(tables), Random(8)
    said = 0
    for _ in range(number):
        position = random_position(tables, random, plies + 2)
        while position.plies < plies:
            position = random_position(tables, random, plies + 2)
        cells, me = tuple(position.cells), position.to_move
        limits = Limits(random.choice((10, 60, 300, 10**6)), random.randint(1, 7))
        searched(alone, position, limits)
        truth = oracle.paranoid(cells, me)
        if alone.proven and alone.score > st.SURE_WIN:
            assert truth == 1, cells
        elif alone.proven and alone.depth:
            assert truth == -(alone.score < st.SURE_LOSS), cells
        said += alone.proven
        searched(engine, position, limits, every=True)
        for move in oracle.moves(cells):
            after = oracle.after(cells, move)
            outcome = oracle.solved(after)[0] if oracle.sides == 2 else oracle.max_n(after)
            assert as_oracle(engine.outcome(move)) in (None, outcome), (cells, move)
    assert said > number / 6


def test_a_loss_is_not_kept_because_the_nodes_are_used_up():
    oracle, tables = Oracle(mnk(3, 4, 3)), tables_of(mnk(3, 4, 3))
    engine, random, losses = Minimax(tables), Random(3), 0
    for number in range(600):
        position = random_position(tables, random, 9)
        searched(engine, position, Limits((1, 2, 3, 5, 8, 4000)[number % 6], 3))
        if not position.is_over() and engine.score < st.SURE_LOSS:
            losses += 1
            assert oracle.paranoid(tuple(position.cells), position.to_move) == -1, tuple(position.cells)
    assert losses > 2


@pytest.mark.parametrize("entries", [1, 4, 16])
def test_a_crowded_table_changes_no_value(entries):
    random = Random(entries)
    for _ in range(12):
        game = random_game(random, most_points=8, most_lines=16)
        oracle, tables = Oracle(game), tables_of(game)
        engine, alone = engine_for(tables, st.words(2 * entries)), Minimax(tables, st.words(2 * entries))
        position = random_position(tables, random)
        check_every_move(oracle, engine, position)
        check_best(oracle, alone, position)


def test_three_player_positions_near_the_end():
    oracle, tables = Oracle(three_player()), tables_of(three_player())
    engine, alone, random = ThreeSides(tables), Minimax(tables), Random(4)
    checked = 0
    while checked < 12:
        position = random_position(tables, random)
        if position.plies >= 8:
            checked += 1
            check_every_move(oracle, engine, position)
            check_best(oracle, alone, position)


def test_three_sides_play_a_forced_win_or_draw_else_the_first_best_move_of_max_n():
    random = Random(7)
    for _ in range(60):
        game = random_game(random)
        if game[1] != 3:
            continue
        oracle, tables = Oracle(game), tables_of(game)
        position = random_position(tables, random)
        cells, me = tuple(position.cells), position.to_move
        best = searched(ThreeSides(tables), position, TO_THE_END).best
        if oracle.paranoid(cells, me) >= 0:
            assert oracle.paranoid(oracle.after(cells, best), me) == oracle.paranoid(cells, me)
        elif oracle.max_n(cells) in (me, DRAW):
            moves = oracle.moves(cells)
            outcomes = [oracle.max_n(oracle.after(cells, move)) for move in moves]
            assert best == moves[outcomes.index(oracle.max_n(cells))]


def test_the_engine_never_loses_3x3_from_any_position_that_is_not_lost():
    """Exhaustive: its strongest level at every reachable position keeps the outcome, so no reply can ever beat it."""
    oracle, tables = Oracle(mnk(3, 3, 3)), tables_of(mnk(3, 3, 3))
    engine = Minimax(tables)
    level = level_limits(LEVELS, engine.node_us)
    searches = 0
    for cells in oracle.reachable():
        if oracle.moves(cells):
            engine = searched(engine, position_with(tables, cells), level)
            searches += 1
            assert oracle.solved(oracle.after(cells, engine.best))[0] == oracle.solved(cells)[0], cells
    assert searches == 4520  # 5,478 less the 958 finished ones


def _answers(engine):
    return engine.best, engine.score, engine.nodes, engine.depth, engine.proven


@pytest.mark.parametrize("nodes", [1, 37, 1500, 30_000])
@pytest.mark.parametrize("every", [False, True])
def test_the_size_of_the_slices_changes_nothing(nodes, every):
    random = Random(nodes)
    for game in (mnk(3, 3, 3), mnk(3, 4, 3), mnk(2, 5, 3, sides=3), random_game(random), random_game(random)):
        tables = tables_of(game)
        position = random_position(tables, random, tables.points // 2)
        whole = searched(engine_for(tables), position, Limits(nodes), every, budget=10**6)
        assert whole.nodes <= nodes
        for budget in (1, 7, 200):
            sliced = searched(engine_for(tables), position, Limits(nodes), every, budget)
            assert _answers(sliced) == _answers(whole)
            for point in range(tables.points):
                if not position.cells[point]:
                    assert every is False or sliced.outcome(point) == whole.outcome(point)


@pytest.mark.parametrize("name, size, moves", [
    ("mnk", (6, 6, 4), "c3c4d4d3b2"), ("mnk", (8, 8, 5), "d4d5e5e4c3f6"), ("mnk", (8, 8, 5), ""), ("mnk", (5, 5, 4), "c3b2"),
    ("three-player", (), ""), ("three-player", (), "b2c3b3a1d1"), ("three-player", (), "b2c3b3a1d1c1d4"),
])
@pytest.mark.parametrize("every", [False, True])
def test_the_size_of_the_slices_changes_nothing_on_real_fields(name, size, moves, every):
    """Sequences of threats, a solver that runs out of nodes, what is read from a file, playouts."""
    position = next(game for game in discover()[0] if game.name == name).setup(size)
    for point in re.findall("[a-h][1-8]", moves):
        assert position.play(parse_point(position.field, point))
    for nodes in (40, 500):
        answers = set()
        for budget in (10**6, 1, 7, 200):
            engine = searched(engine_for(position.tables), position, Limits(nodes), every, budget)
            told = [(engine.outcome(p), engine.plies(p)) for p in range(position.points) if every and not position.cells[p]]
            answers.add((*_answers(engine), *engine.pv(), *told))
        assert len(answers) == 1


def test_what_was_searched_before_changes_nothing():
    random = Random(3)
    for game in (mnk(3, 3, 3), mnk(3, 4, 3), mnk(2, 5, 3, sides=3)):
        tables = tables_of(game)
        used = engine_for(tables)
        for turn in range(12):
            position = random_position(tables, random)
            limits, every = Limits(random.choice((1, 20, 500, 10**6))), random.random() < 0.5
            fresh = searched(engine_for(tables), position, limits, every)
            assert _answers(searched(used, position, limits, every)) == _answers(fresh)
            assert used.pv() == fresh.pv()
            used.start(random_position(tables, random), TO_THE_END, turn % 2 == 0)
            used.step(33)  # ... and one that is given up


def test_a_slice_is_never_longer_than_its_budget():
    tables = tables_of(three_player())
    engine = engine_for(tables)
    engine.start(tables.position(), Limits(5000))
    before = 0
    while not engine.step(70):
        assert before < engine.nodes <= before + 70
        before = engine.nodes


def test_a_slice_of_the_solvers_nodes_ends_with_the_solver():
    """The kernel's take three times as long: 30 ms on the Pico, if the rest of such a slice were theirs."""
    position = next(game for game in discover()[0] if game.name == "mnk").setup((5, 5, 4))
    engine = engine_for(position.tables)
    engine.start(position, Limits(400))
    solvers = engine.slice_nodes
    while engine.slice_nodes == solvers:
        assert not engine.step(solvers)
    assert engine.nodes == 300 and engine.slice_nodes < solvers // 3


def test_search_leaves_the_position_alone():
    for game in (mnk(3, 3, 3), three_player()):
        position = random_position(tables_of(game), Random(1), 5)
        before = bytes(position.cells), bytes(position.history), position.plies, position.to_move, position.winner
        searched(engine_for(position.tables), position, Limits(3000))
        after = bytes(position.cells), bytes(position.history), position.plies, position.to_move, position.winner
        assert after == before


def test_lifting_restores_every_word_and_words_depend_on_the_stones_alone():
    random = Random(11)
    for _ in range(150):
        tables = tables_of(random_game(random))
        state = st.LineState(tables)
        state.load(bytes(tables.points))
        snapshots, stones = [list(state.words)], []
        for side in [random.randint(1, tables.sides) for _ in range(tables.points)]:
            # Only stones that complete no line: a won position is never searched on.
            fit = [p for p in range(tables.points) if p not in [q for q, _ in stones] and not state.wins_at(side, p)]
            if fit:
                stones.append((random.choice(fit), side))
                place(*stones[-1], state.words)
                snapshots.append(list(state.words))
        cells = bytearray(tables.points)
        for point, side in stones:
            cells[point] = side
        loaded = st.LineState(tables)
        loaded.load(cells)
        snapshot = snapshots.pop()
        for side in range(1, tables.sides + 1):  # what a side would win on a point that is taken counts no more
            for point, _ in stones:
                at = loaded.words[8 * side + st.WINS] + point
                loaded.words[at] = snapshot[at]
        assert list(loaded.words) == snapshot
        while stones:
            lift(*stones.pop(), state.words)
            assert list(state.words) == snapshots.pop()


def test_words_fit_30_bits_and_are_never_negative_on_the_largest_field():
    tables = tables_of((250, 3, [(frozenset(range(at, at + 10)), {1, 2, 3}) for at in range(0, 241)]))
    engine = engine_for(tables)
    position = random_position(tables, Random(2), 60)
    searched(engine, position, Limits(400))
    state = engine.line_state.words
    for words in (state[: state[st.SUMS] + tables.points], engine._table):  # behind the sums there are bytes
        assert 0 <= min(words) and max(words) < 1 << 30
    assert engine.best != NO_POINT and not position.cells[engine.best]


def test_a_finished_game_has_no_best_move():
    tables = tables_of(mnk(1, 3, 1))
    position = tables.position()
    position.play(1)
    for engine in (Minimax(tables), ThreeSides(tables_of(mnk(1, 3, 1, sides=3)))):
        engine.start(position, TO_THE_END)
        assert engine.step(1) and engine.best == NO_POINT and engine.pv() == [] and engine.nodes == 0


def test_principal_variation_is_a_line_of_legal_moves_that_begins_with_the_best():
    tables = tables_of(mnk(3, 3, 3))
    engine, random = Minimax(tables), Random(5)
    for _ in range(30):
        position = random_position(tables, random)
        line = searched(engine, position, TO_THE_END).pv()
        assert line[0] == engine.best
        assert all(position.play(point) for point in line)


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_level_plays_legal_moves_and_keeps_to_its_nodes(level):
    for game in (mnk(4, 4, 3), three_player()):
        tables = tables_of(game)
        engine, position = engine_for(tables), tables.position()
        limits = level_limits(level, engine.node_us)
        limits.nodes = min(limits.nodes, 3000)
        while not position.is_over():
            searched(engine, position, limits)
            assert engine.nodes <= limits.nodes
            assert position.play(engine.best)


def test_a_stronger_level_beats_a_weaker_one():
    tables = tables_of(mnk(3, 3, 3))
    engine, wins = Minimax(tables), {1: 0, LEVELS: 0, 0: 0}
    for seed in range(20):
        position = tables.position()
        strong = seed % 2 + 1
        while not position.is_over():
            level = LEVELS if position.to_move == strong else 1
            assert position.play(searched(engine, position, level_limits(level, engine.node_us, seed + 1)).best)
        wins[0 if not position.winner else LEVELS if position.winner == strong else 1] += 1
    assert wins[1] == 0 and wins[LEVELS] >= 5
