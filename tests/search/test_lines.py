"""The engines of lines games against brute force: every small m,n,k game, random games, all of tic-tac-toe."""

import re
from random import Random

import pytest
from line_games import (
    TO_THE_END,
    alpha_beta_of,
    as_oracle,
    engine_of,
    forced_by,
    position_with,
    random_game,
    random_position,
    searched,
    tables_of,
)
from support.judges.lines import DRAW, Oracle, mnk, three_player

from glowgrid.games import discover
from glowgrid.levels import LEVELS, chosen, level_limits
from glowgrid.memory import new_table, words
from glowgrid.rules.notation import parse_point
from glowgrid.search import NO_MOVE, Engine, Limits, engine_for
from glowgrid.search.lines.deepening import Deepening
from glowgrid.search.lines.root import Root
from glowgrid.search.lines.stones import Stones, lift, place
from glowgrid.search.verdict import DRAW as DRAW_SCORE
from glowgrid.search.verdict import SURE_LOSS, SURE_WIN

# Words of the stones (search/lines/stones.py): where a side's wins start in its record; where the sums are.
WINS, SUMS = 5, 31

SMALL_MNK = [(m, n, k) for m in range(1, 10) for n in range(1, 10) if m * n <= 9 for k in range(1, max(m, n) + 1)]


LONGEST_NODE = 4_000  # work units: a root move whose answers are ranked


def check_every_move(oracle, engine, position):
    """Outcome and plies of every move match the oracle (three sides: plies only of a draw or an immediate win)."""
    cells = tuple(position.cells)
    verdict = searched(engine, position, TO_THE_END, every=True)
    for move in oracle.moves(cells):
        after = oracle.after(cells, move)
        got = as_oracle(verdict.outcomes[move]), verdict.plies[move]
        if oracle.sides == 2:
            outcome, plies = oracle.solved(after)
            assert got == (outcome, plies + 1), (cells, move)
        else:
            outcome = oracle.max_n(after)
            known = cells.count(0) if outcome == DRAW else 1 if oracle.winner(after) else 0
            assert got == (outcome, known), (cells, move)


def check_best(oracle, engine, position):
    """A search to the end proves the mover's outcome, alone against all others, and its best move keeps it."""
    cells, me = tuple(position.cells), position.to_move
    verdict = searched(engine, position, TO_THE_END)
    truth = oracle.paranoid(cells, me)
    assert verdict.proven
    assert (verdict.score > SURE_WIN) - (verdict.score < SURE_LOSS) == truth, cells
    assert oracle.paranoid(oracle.after(cells, verdict.best), me) == truth, cells
    if truth == 0:
        assert verdict.score == DRAW_SCORE


def check_forced(oracle, tables, position):
    """Every outcome known to be forced is true; all are known unless a move wins."""
    cells, me = tuple(position.cells), position.to_move
    forced = forced_by(tables, position)
    for move in oracle.moves(cells):
        truth = oracle.paranoid(oracle.after(cells, move), me)
        assert forced[move] == truth or forced[move] is None and 1 in forced, (cells, move)


@pytest.mark.parametrize("m, n, k", SMALL_MNK, ids=lambda number: str(number))
def test_values_and_plies_of_every_small_mnk_game(m, n, k):
    oracle, tables = Oracle(mnk(m, n, k)), tables_of(mnk(m, n, k))
    engine, random = engine_of(tables), Random(m * 100 + n * 10 + k)
    for position in [tables.position()] + [random_position(tables, random) for _ in range(5)]:
        check_every_move(oracle, engine, position)
        check_best(oracle, engine, position)


@pytest.mark.parametrize(
    "m, n, k, side",
    [
        (4, 3, 4, 0),
        (4, 4, 4, 0),
        (4, 3, 3, 1),
        (4, 4, 3, 1),
        (5, 3, 3, 1),
        (5, 5, 3, 1),
    ],
)
def test_published_values_of_larger_mnk_games(m, n, k, side):
    tables = tables_of(mnk(m, n, k))
    # 4,4,4 takes a minute from the empty field: three stones that leave it a draw are put down first.
    position = tables.position()
    if (m, n, k) == (4, 4, 4):
        for point in (5, 10, 6):
            assert position.play(point)
    verdict = searched(engine_of(tables), position, TO_THE_END)
    assert verdict.proven
    assert (verdict.score > SURE_WIN) == (side == 1)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_random_games(seed):
    random = Random(seed)
    for _ in range(90):
        game = random_game(random)
        oracle, tables = Oracle(game), tables_of(game)
        engine, alone = engine_of(tables), alpha_beta_of(tables)
        for _ in range(4):
            position = random_position(tables, random)
            check_every_move(oracle, engine, position)
            check_best(oracle, alone, position)
            if tables.sides == 3:
                check_forced(oracle, tables, position)


@pytest.mark.parametrize(
    "seed, number", [(0, 8), *(pytest.param(seed, 30, marks=pytest.mark.long) for seed in range(4))]
)
def test_three_sides_on_crowded_fields(seed, number):
    """Few lines, mostly of one side, and five to seven empty points: draws and late wins depend on them."""
    random = Random(seed)
    for _ in range(number):
        points = random.randint(7, 9)
        patterns = {}
        for _ in range(random.randint(3, 10)):
            patterns[frozenset(random.sample(range(points), random.randint(2, 4)))] = {random.randint(1, 3)}
        game = points, 3, list(patterns.items())
        oracle, tables = Oracle(game), tables_of(game)
        engine, alone = engine_of(tables), alpha_beta_of(tables)
        for _ in range(2):
            position = random_position(tables, random, most_plies=4)
            check_every_move(oracle, engine, position)
            check_best(oracle, alone, position)
            if tables.sides == 3:
                check_forced(oracle, tables, position)


def test_plies_of_every_move_of_3x3_in_the_opening():
    oracle, tables = Oracle(mnk(3, 3, 3)), tables_of(mnk(3, 3, 3))
    engine = engine_of(tables)
    for cells in sorted(oracle.reachable(3)):
        check_every_move(oracle, engine, position_with(tables, cells))


@pytest.mark.parametrize(
    "m, n, k, plies",
    [
        pytest.param(3, 4, 3, 3, marks=pytest.mark.long),
        pytest.param(3, 5, 3, 5, marks=pytest.mark.long),
        (4, 4, 3, 6),
        pytest.param(4, 4, 4, 7, marks=pytest.mark.long),
        (3, 4, 4, 4),
    ],
)
def test_plies_of_every_move_on_larger_fields(m, n, k, plies):
    oracle, tables = Oracle(mnk(m, n, k)), tables_of(mnk(m, n, k))
    engine, random = engine_of(tables), Random(5)
    for _ in range(12):
        position = random_position(tables, random, plies + 2)
        while position.plies < plies:
            position = random_position(tables, random, plies + 2)
        check_every_move(oracle, engine, position)
        check_best(oracle, engine, position)


@pytest.mark.parametrize(
    "game, plies, number",
    [
        pytest.param(mnk(3, 3, 3), 3, 120, id="3,3,3"),
        pytest.param(mnk(3, 4, 3), 4, 30, id="3,4,3"),
        pytest.param(mnk(3, 4, 3), 4, 120, id="3,4,3, more", marks=pytest.mark.long),
        pytest.param(mnk(4, 4, 4), 8, 30, id="4,4,4", marks=pytest.mark.long),
        pytest.param(three_player(), 9, 12, id="three-player"),
        pytest.param(three_player(), 9, 40, id="three-player, more", marks=pytest.mark.long),
    ],
)
def test_proofs_within_any_limits_are_true(game, plies, number):
    oracle, tables = Oracle(game), tables_of(game)
    engine, alone, random = engine_of(tables), alpha_beta_of(tables), Random(8)
    said = 0
    for _ in range(number):
        position = random_position(tables, random, plies + 2)
        while position.plies < plies:
            position = random_position(tables, random, plies + 2)
        cells, me = tuple(position.cells), position.to_move
        limits = Limits(random.choice((1_000, 6_000, 30_000, 10**9)), random.randint(1, 7))
        verdict = searched(alone, position, limits)
        truth = oracle.paranoid(cells, me)
        if verdict.proven and verdict.score > SURE_WIN:
            assert truth == 1, cells
        elif verdict.proven and verdict.depth:
            assert truth == -(verdict.score < SURE_LOSS), cells
        said += verdict.proven
        verdict = searched(engine, position, limits, every=True)
        for move in oracle.moves(cells):
            after = oracle.after(cells, move)
            outcome = oracle.solved(after)[0] if oracle.sides == 2 else oracle.max_n(after)
            assert as_oracle(verdict.outcomes[move]) in (None, outcome), (cells, move)
    assert said > number / 6


@pytest.mark.parametrize("number", [150, pytest.param(600, marks=pytest.mark.long)])
def test_running_out_of_work_is_not_stored_as_a_loss(number):
    oracle, tables = Oracle(mnk(3, 4, 3)), tables_of(mnk(3, 4, 3))
    engine, random, losses = alpha_beta_of(tables), Random(3), 0
    for turn in range(number):
        position = random_position(tables, random, 9)
        verdict = searched(engine, position, Limits((100, 200, 300, 500, 800, 400_000)[turn % 6], 3))
        if not position.is_over() and verdict.score < SURE_LOSS:
            losses += 1
            assert oracle.paranoid(tuple(position.cells), position.to_move) == -1, tuple(position.cells)
    assert losses > 2


@pytest.mark.parametrize("entries", [1, 4, 16])
def test_a_crowded_table_changes_no_value(entries):
    random = Random(entries)
    for _ in range(12):
        game = random_game(random, most_points=8, most_lines=16)
        oracle, tables = Oracle(game), tables_of(game)
        engine, alone = engine_of(tables, words(2 * entries)), alpha_beta_of(tables, words(2 * entries))
        position = random_position(tables, random)
        check_every_move(oracle, engine, position)
        check_best(oracle, alone, position)


def test_three_player_positions_near_the_end():
    oracle, tables = Oracle(three_player()), tables_of(three_player())
    engine, alone, random = engine_of(tables), alpha_beta_of(tables), Random(4)
    checked = 0
    while checked < 12:
        position = random_position(tables, random)
        if position.plies >= 8:
            checked += 1
            check_every_move(oracle, engine, position)
            check_best(oracle, alone, position)
            if tables.sides == 3:
                check_forced(oracle, tables, position)


def test_three_sides_play_a_forced_result_else_the_first_best_move_of_max_n():
    random = Random(7)
    for _ in range(60):
        game = random_game(random)
        if game[1] != 3:
            continue
        oracle, tables = Oracle(game), tables_of(game)
        position = random_position(tables, random)
        cells, me = tuple(position.cells), position.to_move
        best = searched(engine_of(tables), position, Limits(3_000_000)).best
        if oracle.paranoid(cells, me) >= 0:
            assert oracle.paranoid(oracle.after(cells, best), me) == oracle.paranoid(cells, me)
        elif oracle.max_n(cells) in (me, DRAW):
            moves = oracle.moves(cells)
            outcomes = [oracle.max_n(oracle.after(cells, move)) for move in moves]
            assert best == moves[outcomes.index(oracle.max_n(cells))]


def test_the_engine_never_loses_3x3_from_any_position_that_is_not_lost():
    """Exhaustive: at every reachable position the strongest level keeps the outcome, so no reply can ever beat it."""
    oracle, tables = Oracle(mnk(3, 3, 3)), tables_of(mnk(3, 3, 3))
    engine = engine_of(tables)
    level = level_limits(tables.position(), LEVELS)
    searches = 0
    for cells in oracle.reachable():
        if oracle.moves(cells):
            best = searched(engine, position_with(tables, cells), level).best
            searches += 1
            assert oracle.solved(oracle.after(cells, best))[0] == oracle.solved(cells)[0], cells
    assert searches == 4520  # 5,478 minus the 958 finished ones


def _answers(verdict):
    return verdict.best, verdict.score, verdict.work, verdict.nodes, verdict.depth, verdict.proven


def _rows(verdict):
    return bytes(verdict.outcomes), bytes(verdict.plies), bytes(verdict.estimates)


@pytest.mark.parametrize("work", [50, 3000, 100_000, 3_000_000])
@pytest.mark.parametrize("every", [False, True])
def test_the_size_of_the_slices_changes_nothing(work, every):
    random = Random(work)
    for game in (mnk(3, 3, 3), mnk(3, 4, 3), mnk(2, 5, 3, sides=3), random_game(random), random_game(random)):
        tables = tables_of(game)
        position = random_position(tables, random, tables.points // 2)
        whole = searched(engine_of(tables), position, Limits(work), every, budget=10**9)
        assert whole.work <= work + LONGEST_NODE
        for budget in (1, 700, 6_000):
            sliced = searched(engine_of(tables), position, Limits(work), every, budget)
            assert _answers(sliced) == _answers(whole)
            assert _rows(sliced) == _rows(whole)


@pytest.mark.parametrize(
    "name, size, moves",
    [
        ("mnk", (6, 6, 4), "c3c4d4d3b2"),
        ("mnk", (8, 8, 5), "d4d5e5e4c3f6"),
        ("mnk", (8, 8, 5), ""),
        ("mnk", (5, 5, 4), "c3b2"),
        ("three-player", (), ""),
        ("three-player", (), "b2c3b3a1d1"),
        ("three-player", (), "b2c3b3a1d1c1d4"),
    ],
)
@pytest.mark.parametrize("every", [False, True])
def test_the_size_of_the_slices_changes_nothing_on_real_fields(name, size, moves, every):
    """Sequences of threats, a solver that runs out of work, entries read from a file, playouts."""
    position = next(game for game in discover()[0] if game.name == name).setup(size)
    for point in re.findall("[a-h][1-8]", moves):
        assert position.play(parse_point(position.field, point))
    for work in (4_000, 50_000):
        answers = set()
        for budget in (10**9, 1, 700, 6_000):
            engine = engine_for(position)
            verdict = searched(engine, position, Limits(work), every, budget)
            answers.add((verdict.best, verdict.score, verdict.proven, *_rows(verdict)))
        assert len(answers) == 1


def test_earlier_searches_change_nothing():
    random = Random(3)
    for game in (mnk(3, 3, 3), mnk(3, 4, 3), mnk(2, 5, 3, sides=3)):
        tables = tables_of(game)
        used = engine_of(tables)
        for turn in range(12):
            position = random_position(tables, random)
            limits, every = Limits(random.choice((100, 2000, 50_000, 10**7))), random.random() < 0.5
            fresh = engine_of(tables)
            first = _answers(searched(fresh, position, limits, every))
            assert _answers(searched(used, position, limits, every)) == first
            used.start(random_position(tables, random), TO_THE_END, turn % 2 == 0)
            used.step(3300)  # ... and an abandoned one


@pytest.mark.parametrize("name, size", [("three-player", ()), ("mnk", (5, 5, 4)), ("mnk", (8, 8, 5))])
@pytest.mark.parametrize("every", [False, True])
def test_a_slice_hardly_exceeds_its_budget(name, size, every):
    position = next(game for game in discover()[0] if game.name == name).setup(size)
    engine = engine_for(position)
    engine.start(position, Limits(500_000), every)
    before = engine.verdict.work
    while not engine.step(6000):
        assert before <= engine.verdict.work <= before + 6000 + LONGEST_NODE
        before = engine.verdict.work


def test_search_leaves_the_position_unchanged():
    for game in (mnk(3, 3, 3), three_player()):
        position = random_position(tables_of(game), Random(1), 5)
        before = bytes(position.cells), bytes(position.history), position.plies, position.to_move, position.winner
        searched(engine_for(position), position, Limits(300_000))
        after = bytes(position.cells), bytes(position.history), position.plies, position.to_move, position.winner
        assert after == before


def test_lifting_restores_every_word_and_words_depend_only_on_the_stones():
    random = Random(11)
    for _ in range(150):
        tables = tables_of(random_game(random))
        state = Stones(tables)
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
        loaded = Stones(tables)
        loaded.load(cells)
        snapshot = snapshots.pop()
        for side in range(1, tables.sides + 1):  # a win on a taken point no longer counts
            for point, _ in stones:
                at = loaded.words[8 * side + WINS] + point
                loaded.words[at] = snapshot[at]
        assert list(loaded.words) == snapshot
        while stones:
            lift(*stones.pop(), state.words)
            assert list(state.words) == snapshots.pop()


def test_words_fit_30_bits_and_are_never_negative_on_the_largest_field():
    tables = tables_of((250, 3, [(frozenset(range(at, at + 10)), {1, 2, 3}) for at in range(0, 241)]))
    table = new_table()
    root = Root(tables, table)
    engine = Engine(tables.points, [Deepening(root)])
    position = random_position(tables, Random(2), 60)
    verdict = searched(engine, position, Limits(40_000))
    state = root.stones.words
    for searched_words in (state[: state[SUMS] + tables.points], table):  # bytes follow the sums
        assert 0 <= min(searched_words) and max(searched_words) < 1 << 30
    assert verdict.best != NO_MOVE and not position.cells[verdict.best]


def test_a_finished_game_has_no_best_move():
    tables = tables_of(mnk(1, 3, 1))
    position = tables.position()
    position.play(1)
    for engine in (
        engine_of(tables),
        engine_of(tables_of(mnk(1, 3, 1, sides=3))),
        engine_for(position, family="minimax"),
    ):
        engine.start(position, TO_THE_END)
        assert engine.done and engine.verdict.best == NO_MOVE and engine.verdict.nodes == 0


@pytest.mark.parametrize(
    "level", [1, *(pytest.param(level, marks=pytest.mark.long) for level in range(2, LEVELS)), LEVELS]
)
def test_every_level_plays_legal_moves_within_its_work(level):
    for game in (mnk(4, 4, 3), three_player()):
        tables = tables_of(game)
        engine, position = engine_of(tables), tables.position()
        limits = level_limits(position, level)
        limits.work = min(limits.work, 300_000)
        while not position.is_over():
            verdict = searched(engine, position, limits, limits.rough)
            assert verdict.work <= limits.work + LONGEST_NODE
            assert position.play(chosen(position, verdict, level))


def test_a_stronger_level_beats_a_weaker_one():
    tables = tables_of(mnk(3, 3, 3))
    engine, wins = engine_of(tables), {1: 0, LEVELS: 0, 0: 0}
    for seed in range(20):
        position = tables.position()
        strong = seed % 2 + 1
        while not position.is_over():
            level = LEVELS if position.to_move == strong else 1
            limits = level_limits(position, level, seed + 1)
            assert position.play(chosen(position, searched(engine, position, limits, limits.rough), level, seed + 1))
        wins[0 if not position.winner else LEVELS if position.winner == strong else 1] += 1
    assert wins[1] == 0 and wins[LEVELS] >= 5
