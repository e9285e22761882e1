"""The engines of lines games against brute force: every small m,n,k game, random games, all of tic-tac-toe."""

from random import Random

import pytest
from line_games import (
    TO_THE_END,
    alpha_beta_of,
    as_oracle,
    engine_of,
    forced_by,
    random_game,
    random_position,
    searched,
    tables_of,
)
from support.judges.lines import DRAW, Oracle

from glowgrid.memory import new_table, words
from glowgrid.search import NO_MOVE, Engine, Limits
from glowgrid.search.lines.deepening import Deepening
from glowgrid.search.lines.root import Root
from glowgrid.search.lines.stones import Stones, judged
from glowgrid.search.verdict import DRAW as DRAW_SCORE
from glowgrid.search.verdict import LOSS, SURE_LOSS, SURE_WIN, WIN

SUMS = 31  # the word of the stones that says where the sums are (search/lines/stones.py)


def check_every_move(oracle, engine, position):
    """Outcome and plies of every move match the oracle (three sides: plies only of a draw or an immediate win)."""
    cells = tuple(position.cells)[: oracle.points]
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
    cells, me = tuple(position.cells)[: oracle.points], position.to_move
    verdict = searched(engine, position, TO_THE_END)
    truth = oracle.paranoid(cells, me)
    assert verdict.proven
    assert (verdict.score > SURE_WIN) - (verdict.score < SURE_LOSS) == truth, cells
    assert oracle.paranoid(oracle.after(cells, verdict.best), me) == truth, cells
    if truth == 0:
        assert verdict.score == DRAW_SCORE


def check_three_sides(oracle, tables, position):
    """What is said to be forced is true, and known unless a move wins; a forced result is played, else max^n's move."""
    cells, me = tuple(position.cells), position.to_move
    forced, moves = forced_by(tables, position), oracle.moves(cells)
    truths = {move: oracle.paranoid(oracle.after(cells, move), me) for move in moves}
    for move in moves:
        assert forced[move] == truths[move] or forced[move] is None and 1 in forced, (cells, move)
    best = searched(engine_of(tables), position, Limits(3_000_000)).best
    if max(truths.values()) >= 0:
        assert truths[best] == max(truths.values()), cells
    elif tables.points < 8 and oracle.max_n(cells) in (me, DRAW):  # then this work is enough
        outcomes = [oracle.max_n(oracle.after(cells, move)) for move in moves]
        assert best == moves[outcomes.index(oracle.max_n(cells))], cells


def check_all(game, random, positions, most_plies=None, entries=None):
    """Check random positions of a game, perhaps with a table of few entries, which may change no value."""
    oracle, tables = Oracle(game), tables_of(game)
    table = entries and words(2 * entries)
    engine, alone = engine_of(tables, table), alpha_beta_of(tables, entries and words(2 * entries))
    for _ in range(positions):
        position = random_position(tables, random, most_plies)
        check_every_move(oracle, engine, position)
        check_best(oracle, alone, position)
        if tables.sides == 3:
            check_three_sides(oracle, tables, position)


@pytest.mark.parametrize("count", [8, pytest.param(25, marks=pytest.mark.long)])
def test_random_games(count, night_seed):
    random = Random(night_seed)
    for _ in range(count):
        check_all(random_game(random), random, 4)


@pytest.mark.parametrize("count", [6, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("entries", [1, 4, 16])
def test_a_crowded_table_changes_no_value(entries, count, night_seed):
    random = Random(night_seed + entries)
    for _ in range(count):
        check_all(random_game(random, most_points=8, most_lines=16), random, 1, entries=entries)


@pytest.mark.parametrize("count", [2, pytest.param(5, marks=pytest.mark.long)])
def test_three_sides_on_crowded_fields(count, night_seed):
    """Few lines, mostly of one side, and five to seven empty points: draws and late wins depend on them."""
    random = Random(night_seed)
    for _ in range(count):
        points = random.randint(7, 9)
        patterns = {}
        for _ in range(random.randint(3, 10)):
            patterns[frozenset(random.sample(range(points), random.randint(2, 4)))] = {random.randint(1, 3)}
        check_all((points, 3, list(patterns.items())), random, 2, most_plies=4)


@pytest.mark.parametrize(
    "side, me, score",
    [(3, 3, WIN - 6), (3, 1, LOSS + 6), (2, 1, LOSS + 7)],
    ids=["its own win", "an enemy's", "the next ally's"],
)
def test_a_clear_position_is_worth_its_plies(side, me, score):
    """Side 3 lacks one point of its line; five plies have been played since the root."""
    stones = Stones(tables_of((4, 3, [({0, 1}, {1, 2, 3})])))
    stones.load(bytes((3, 0, 0, 0)))
    assert judged(5, side, me, stones.words) == score


@pytest.mark.parametrize("lines", [1, 9])
@pytest.mark.parametrize("sides", [2, 3])
def test_a_large_field_where_only_the_first_plies_have_ranks(sides, lines, night_seed):
    """Stones that are on no line fill all but eight points."""
    random = Random(night_seed)
    patterns = {frozenset(random.sample(range(8), 3)): set(range(1, sides + 1)) for _ in range(lines)}
    game = 8, sides, list(patterns.items())
    tables = tables_of((248, *game[1:]))
    position = tables.position()
    for point in range(8, 248):
        assert position.play(point)
    check_every_move(Oracle(game), engine_of(tables), position)
    check_best(Oracle(game), alpha_beta_of(tables), position)


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
