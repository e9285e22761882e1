"""The tree search of Hex, Havannah and Y: playouts and immediate wins against the rules, then whole searches.

The judges are the rules and tests/support/judges/groups.py, which decides from sets of places who has won.
"""

import random

import line_games
import pytest
from all_games import GAMES
from support.judges.brute import brute
from support.judges.groups import Rules

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import parse_point
from glowgrid.search import engine_for
from glowgrid.search.engine import Limits
from glowgrid.search.groups import tree
from glowgrid.search.groups.tree import WORK_OF_GROUPS, WORK_OF_HEX, WORK_OF_RINGS
from glowgrid.search.groups.tree_words import (
    BATCH_SIZE,
    MADE,
    MOST_MOVES,
    REPLIES,
    ROW_BITS,
    ROWS_MADE,
    SPAN,
    WIDTH,
    WON_1,
    WON_2,
)
from glowgrid.search.groups.unions import unite, wins_in_one
from glowgrid.search.verdict import DRAW, NO_ESTIMATE, Verdict
from glowgrid.search.verdict import DRAWN as NOBODY

SIZES = {"hex": (1, 2, 3, 5, 8), "havannah": (2, 3, 4), "y": (2, 4, 7)}
FIELDS = [(name, size) for name in SIZES for size in SIZES[name]]
BATCH = 6


def position_of(name, size, moves=()):
    position = GAMES[name].setup((size,))
    for move in moves:
        assert position.play(parse_point(position.field, move) if isinstance(move, str) else move)
    return position


def random_position(name, size, plies, seed):
    """Return a position that is not over, after a random number of plies within the limit."""
    position, choice = position_of(name, size), random.Random(seed)
    for _ in range(plies):
        position.play(choice.choice([p for p in range(position.points) if not position.cells[p]]))
        if position.is_over():
            position.undo()
            break
    return position


def playout_work(position):
    """Return what a playout costs a search of this position."""
    costs = WORK_OF_HEX if position.field.slant == 1 else WORK_OF_RINGS if position.tables.rings else WORK_OF_GROUPS
    return tree.playout_work(costs, position.points, position.empty)


def searched(position, playouts, every=False):
    """Return the verdict of a search with work for `playouts` playouts."""
    limits = Limits(playouts * playout_work(position) + 7)  # stages get their work in eighths
    return line_games.searched(engine_for(position), position, limits, every, 10**7)


def started(position, work=10_000, seed=1):
    """Return a tree that has begun to search a position."""
    tree, verdict = engine_for(position).stages[-1], Verdict(position.moves)
    verdict.me, verdict.empty = position.to_move, position.empty
    tree.start(position, Limits(work, seed=seed), verdict, False, work)
    return tree


def play_a_batch(tree):
    """Play a batch of playouts from the root; the kernels otherwise do so at a leaf."""
    words, cells = tree.buffers[:2]
    span = words[SPAN]
    cells[:span] = cells[span : 2 * span]
    cells[2 * span :] = bytes(2 * span)
    words[BATCH_SIZE] = BATCH
    words[MADE] = words[WON_1] = words[WON_2] = 0
    if not len(tree.buffers[8]):  # no rings: playouts by groups
        unite(tree.buffers)
    tree.playouts(BATCH, tree.buffers)


@pytest.mark.parametrize("name, size", FIELDS)
def test_playouts_are_games_and_the_right_side_wins(name, size):
    truth = Rules(name, size)
    for seed in range(6):
        position = random_position(name, size, seed * position_of(name, size).points // 8, seed)
        if position.is_over():
            continue
        tree = started(position, seed=seed)
        play_a_batch(tree)
        words, cells = tree.buffers[:2]
        span = words[SPAN]
        for bit in range(BATCH):
            sides = {1: set(), 2: set()}
            for point in range(position.points):
                place = (position.field.columns[point], position.field.rows[point])
                ones = cells[2 * span + tree.place[point]] >> bit & 1
                twos = not ones if name == "hex" else cells[3 * span + tree.place[point]] >> bit & 1
                assert not (ones and twos)
                if position.cells[point]:
                    assert (ones, bool(twos)) == (position.cells[point] == 1, position.cells[point] == 2)
                if ones:
                    sides[1].add(place)
                elif twos:
                    sides[2].add(place)
            assert len(sides[1]) - len(sides[2]) in (0, 1)  # as in any game
            winner = 1 if words[WON_1] >> bit & 1 else 2
            assert (words[WON_2] >> bit & 1) == 2 - winner ^ 1
            won = {side: truth.wins(side, sides[side]) - {"ring"} for side in sides}
            assert not won[3 - winner]
            if not won[winner]:
                assert (
                    name == "havannah" and len(sides[1] | sides[2]) == position.points
                )  # a draw, given to one of them


def owner(position, column, row):
    """Return the side that a place of Hex belongs to; beyond an edge its side, 3 beyond a corner."""
    size, point = position.field.width, position.field.point_at(column, row)
    if point >= 0:
        return position.cells[point]
    return 1 if 0 <= column < size else 2 if 0 <= row < size else 3


@pytest.mark.parametrize("size", [2, 5])
def test_playouts_answer_an_intrusion_into_a_two_bridge(size):
    """Around a point: own stone (or edge), empty, own stone."""
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    replies = 0
    for seed in range(20):
        position = random_position("hex", size, seed % (size * size - 1), seed)
        tree = started(position)
        words, _, _, tables = tree.buffers[:4]
        points, rings = tree.buffers[5], tree.buffers[8]
        for point in range(position.points):
            place = tree.place[point]
            around = [(position.field.columns[point] + x, position.field.rows[point] + y) for x, y in steps]
            owns = [owner(position, *each) for each in around]
            for side in (1, 2):
                saves = {around[i] for i in range(6) if not owns[i] and owns[i - 1] == owns[(i + 1) % 6] == side}
                step = tables[side * REPLIES + rings[place]]
                if step:
                    reply = points[place + step - words[WIDTH] - 1]
                    assert (position.field.columns[reply], position.field.rows[reply]) in saves
                    replies += 1
                else:
                    assert not saves
    assert replies


@pytest.mark.parametrize("name, size", [("hex", 4), ("hex", 5), ("havannah", 3), ("y", 4)])
def test_playouts_favour_no_side(name, size):
    """From the empty field either side to move wins the same share of playouts: by symmetry, within 4 sigma."""
    won = {}
    for side in (1, 2):
        position = position_of(name, size)
        position.to_move = side
        tree = started(position)
        won[side] = 0
        for _ in range(400):
            play_a_batch(tree)
            won[side] += bin(tree.buffers[0][WON_1 + side - 1]).count("1")
    assert abs(won[1] - won[2]) < 4 * (2 * 400 * BATCH / 4) ** 0.5


@pytest.mark.parametrize("name, size", FIELDS)
@pytest.mark.sample(3)
def test_immediate_wins_match_the_rules(name, size):
    seen = 0
    for seed in range(40):
        position = random_position(name, size, 3 * position_of(name, size).points // 4, seed)
        if position.is_over():
            continue
        tree = started(position)
        unite(tree.buffers)
        wins_in_one(tree.buffers)
        for point in range(position.points):
            if not position.cells[point]:
                for side in (1, 2):
                    before, position.to_move = position.to_move, side
                    position.play(point)
                    won = position.winner == side
                    position.undo()
                    position.to_move = before
                    assert (tree.buffers[1][tree.place[point]] & side != 0) == won, (seed, point, side)
                    seen += won
    assert seen


@pytest.mark.parametrize(
    "name, size, moves, best",
    [
        ("hex", 3, ("b1", "a1", "b2", "a2"), "b3"),  # wins at once
        ("hex", 5, ("c1", "a2", "c2", "b2", "c4", "d2", "c5"), "c3"),  # one gap in the line of side 1
        ("havannah", 3, ("a1", "c4", "b1", "d4"), "c1"),
        ("y", 3, ("a1", "a3", "a2", "c3"), "b3"),
    ],
)
def test_an_immediate_win_is_taken_or_stopped(name, size, moves, best):
    """`best` wins for the side to move, or for the other one were it to move."""
    position = position_of(name, size, moves)
    assert searched(position, 60).best == parse_point(position.field, best)


def test_two_immediate_wins_are_a_proven_loss():
    position = position_of("hex", 3, ("b2", "a1", "c1", "c3"))
    position.to_move = 2  # side 1 joins b2 to the bottom by a3 or b3
    verdict = searched(position, 60)
    assert verdict.proven and verdict.score < DRAW


@pytest.mark.parametrize(
    "size, first, over", [(5, "a1", False), (5, "e5", False), (5, "c3", True), (4, "c2", True), (8, "a1", False)]
)
def test_a_strong_first_stone_is_taken_over(size, first, over):
    position = position_of("hex", size, [first])
    position.swap_rule = True
    verdict, swap = searched(position, 1500), position.points
    assert (verdict.best == swap) == over == (verdict.score > DRAW and verdict.best == swap)
    assert verdict.estimates[swap] >= 50 if over else verdict.estimates[swap] <= 50
    position.swap_rule = False
    verdict = searched(position, 400)
    assert verdict.best < swap and verdict.estimates[swap] == NO_ESTIMATE and not verdict.outcomes[swap]


@pytest.mark.parametrize("name, size, first", [("havannah", 2, "a1"), ("hex", 2, "b1"), ("y", 2, "a1")])
def test_the_swap_is_made_if_all_else_loses(name, size, first):
    position = position_of(name, size, [first])
    position.swap_rule = True
    verdict, swap = searched(position, 300), position.points
    assert verdict.best == swap and verdict.proven and verdict.score > DRAW
    assert verdict.outcomes[swap] == position.to_move and verdict.estimates[swap] == 100


@pytest.mark.parametrize(
    "name, size, first, every",
    [
        ("hex", 4, "a1", False),
        pytest.param("havannah", 3, "b1", False, marks=pytest.mark.long),
        ("y", 4, "a1", False),
        ("hex", 4, "a1", True),
        pytest.param("havannah", 3, "b1", True, marks=pytest.mark.long),
        ("y", 4, "a1", True),
    ],
)
def test_the_swap_loses_if_an_answer_to_it_wins(name, size, first, every):
    position = position_of(name, size, [first])
    position.swap_rule = True
    verdict, swap = searched(position, 20_000, every=every), position.points
    assert verdict.best < swap and verdict.proven and verdict.score > DRAW
    assert verdict.outcomes[swap] == 1 and verdict.estimates[swap] == 0


def test_an_unsearched_move_is_not_called_lost():
    position = position_of("hex", 2)
    engine = engine_for(position)
    engine.stages = engine.stages[-1:]  # the tree alone
    engine.start(position, Limits(60 * playout_work(position)), True)
    while not engine.step(1):
        assert {*engine.verdict.outcomes[1:3]} <= {0, 1}  # both win: the middle of the short way


def test_the_rows_are_updated_during_the_search():
    position = position_of("hex", 10, (7,))
    position.swap_rule = True
    engine = engine_for(position)
    engine.start(position, Limits(400_000), True)
    engine.step(150_000)
    verdict = engine.verdict
    assert sum(estimate != NO_ESTIMATE for estimate in verdict.estimates[:100]) > 10
    assert verdict.estimates[100] == 100 - verdict.estimates[verdict.best]


def test_with_the_swap_rule_the_first_move_is_balanced():
    position = position_of("y", 5)  # in Hex 5 it begins with a stone that is known to lose
    plain = searched(position, 600)
    position.swap_rule = True
    fair = searched(position, 600)
    assert plain.estimates[plain.best] > 60
    assert 40 <= fair.estimates[fair.best] <= 60


# Havannah 4 to a full field, drawn.
DRAWN = (
    "f4 e3 d2 g5 g6 f5 e4 d3 c2 c1 g4 g7 b5 f3 f6 b2 a1 e5 b1 d1 e2 a2 b3 b4 d4 c3 a3 c6 c5 d5 c4 a4 e6 d6 e7 d7 f7"
).split()


@pytest.mark.parametrize("left", range(1, 7))
def test_a_drawn_game_is_played_to_its_end(left):
    """Playouts begin at leaves without an empty point."""
    position, known = position_of("havannah", 4, DRAWN[: 37 - left]), {}
    me, value = position.to_move, brute(position, left, known)[0]
    for every in (False, True):
        for nodes in (1, 5, 60, 3000):
            verdict = searched(position, nodes, every=every)
            assert not position.cells[verdict.best]
            for point in [p for p in range(37) if not position.cells[p]]:
                position.play(point)
                after = brute(position, left - 1, known)[0]
                position.undo()
                assert verdict.outcomes[point] in (0, after or NOBODY)
                assert left > 1 or not every or verdict.outcomes[point] == NOBODY
                if nodes == 3000 and point == verdict.best:
                    assert after == value or value == 3 - me


def shape_of(tree):
    """Return how many nodes have a row, and the most moves from the root to one: each move stands once in the tree."""
    moves, records = tree.buffers[4], tree.buffers[6]
    nodes, deepest, waiting, seen = 0, 0, [(1, 0, frozenset())], set()
    while waiting:
        node, depth, taken = waiting.pop()
        block, listed = records[2 * node + 1] & ROW_BITS, set()
        if block > 1:
            nodes, deepest = nodes + 1, max(deepest, depth)
        while block > 1:
            assert block not in seen and (records[2 * block + 1] >> 16 == node or not depth)
            seen.add(block)
            for move in range(block + 1, block + 1 + (moves[block] >> 14 & 255)):
                place = moves[move] & 511
                assert place not in listed and place not in taken
                listed.add(place)
                waiting.append((move, depth + 1, taken | {place}))
            block = records[2 * block + 1] & ROW_BITS
    return nodes, deepest


@pytest.mark.parametrize("name, size, first", [("hex", 6, 3), pytest.param("havannah", 4, 20, marks=pytest.mark.long)])
def test_ten_times_the_work_grows_a_deeper_tree(name, size, first):
    position, shapes = position_of(name, size, [first]), []
    for playouts in (1_200, 12_000):
        tree = started(position, playouts * playout_work(position))
        while not tree.done:
            tree.step(10**7)
        shapes.append(shape_of(tree))
    (few, shallow), (many, deep) = shapes
    assert many > 3 * few and deep > shallow


def test_when_memory_is_full_rows_that_are_not_visited_give_way():
    position = position_of("hex", 6, [3])
    tree = started(position, 6_000 * playout_work(position))
    words = tree.buffers[0]
    words[MOST_MOVES] = 38 + 20 * 8  # room for the root and 20 blocks
    while not tree.done:
        tree.step(10**5)
        assert words[BATCH_SIZE] or shape_of(tree)[0] <= 21
    assert words[ROWS_MADE] > 40 and shape_of(tree)[1] > 1
