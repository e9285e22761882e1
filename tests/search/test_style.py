"""A proven win takes the shortest way, and a proven loss resists longest and leaves few good replies.

The judge is brute force over the rules for plies, and tests/support/judges/groups.py for who wins.
"""

import json
import math
from random import Random

import pytest
from all_games import GAMES
from line_games import position_with, searched
from random_play import after_random_moves
from support.judges.brute import brute
from three_tiers import on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search import Limits, engine_for

WORK = 9_600_000  # three seconds of the reference board


def rows_of(position, known):
    """Return {move: (who wins or 0, in how many plies)}: the soonest wins, the latest losses."""
    found = {}
    for move in range(position.points):
        if position.play(move):
            winner, plies = brute(position, position.points, known)
            found[move] = winner, plies + 1
            position.undo()
    return found


def best(rows, side):
    """Return the best of some rows for a side."""
    return max(rows.values(), key=lambda row: 0 if not row[0] else 1000 - row[1] if row[0] == side else row[1] - 1000)


def random_position(name, size, empty, random):
    plies = GAMES[name].setup(size).points - empty
    return after_random_moves(lambda: GAMES[name].setup(size), plies, random)


def move_of(engine, position):
    return searched(engine, position, Limits(WORK), budget=1_000_000).best


@pytest.mark.parametrize(
    "name, size, empty, family",
    [
        ("tic-tac-toe", (), 6, None),
        ("tic-tac-toe", (), 6, "minimax"),
        ("hex", (3,), 6, None),
        ("hex", (4,), 7, None),
        ("havannah", (2,), 5, None),
        ("havannah", (3,), 7, None),
        ("y", (4,), 7, None),
    ],
    ids=str,
)
@pytest.mark.sample(3)
def test_fewest_plies_to_a_win_and_most_to_a_loss(name, size, empty, family):
    random, known, engine = Random(3), {}, None
    won = lost = 0
    for _ in range(20):
        position = random_position(name, size, empty, random)
        rows, me = rows_of(position, known), position.to_move
        winner, plies = best(rows, me)
        if winner and len({*rows.values()}) > 1:
            engine = engine or engine_for(position, family=family)
            assert rows[move_of(engine, position)] == (winner, plies), position.cells
            won += winner == me
            lost += winner != me
    assert won > 2 or lost > 2


@pytest.mark.parametrize(
    "name, size",
    [
        ("hex", (4,)),
        ("y", (4,)),
        pytest.param("hex", (6,), marks=pytest.mark.long),
        pytest.param("havannah", (3,), marks=pytest.mark.long),
    ],
)
def test_of_the_longest_losses_one_with_few_good_replies_is_played(name, size):
    """On average, the share of replies that keep the win is at most a fifth of the way from the least to the most."""
    random, known, engine, found = Random(5), {}, None, []
    while len(found) < 20:
        position = random_position(name, size, 7, random)
        rows, me = rows_of(position, known), position.to_move
        winner, plies = best(rows, me)
        if winner in (0, me):
            continue
        shares = {}  # of the replies that keep the win
        for move in [move for move in rows if rows[move] == (winner, plies)]:
            position.play(move)
            outcomes = [row[0] for row in rows_of(position, known).values()]
            position.undo()
            shares[move] = outcomes.count(winner) / len(outcomes)
        if len({*shares.values()}) > 1:
            engine = engine or engine_for(position)
            found.append((shares[move_of(engine, position)], min(shares.values()), max(shares.values())))
    mine, least, most = (sum(each) / len(found) for each in zip(*found, strict=True))
    assert mine <= least + (most - least) / 5


@pytest.mark.parametrize(
    "name, size, cells",
    [
        ("hex", 4, "0210000021002011"),
        ("hex", 4, "0000201210000121"),
        ("y", 4, "0100000102"),
        ("y", 4, "0010002010"),
        ("y", 4, "0012010000"),
    ],
)
def test_in_a_loss_a_move_that_any_reply_refutes_is_not_played(name, size, cells):
    position, known = position_with(GAMES[name].setup((size,)).tables, tuple(map(int, cells))), {}
    loss = best(rows_of(position, known), position.to_move)
    move = move_of(engine_for(position), position)
    assert rows_of(position, known)[move] == loss and loss[0] == 3 - position.to_move
    position.play(move)
    assert {row[0] for row in rows_of(position, known).values()} == {1, 2}


def needed(cells, side, near):
    """Return how many stones a side of Hex still needs to join its edges: relax every pair of points often enough."""
    count, size = len(cells), math.isqrt(len(cells))
    first, last = range(size), range(count - size, count)
    if side == 2:
        first, last = range(0, count, size), range(size - 1, count, size)
    open_to = [p for p in range(count) if cells[p] != 3 - side]
    least = {p: int(not cells[p]) for p in first if p in open_to}
    pairs = [(one, other) for one in open_to for other in near[6 * one : 6 * one + 6] if other in open_to]
    for one, other in pairs * count:
        least[other] = min(least.get(other, 99), least.get(one, 99) + (not cells[other]))
    return min([least.get(point, 99) for point in last])


WON = """
from random import seed, randrange
from glowgrid.games import hex
from glowgrid.search import Limits, engine_for
seed(SIZE)
engine = None
for _ in range(COUNT):
    position = hex.setup(SIZE)
    for _ in range(randrange(4, 2 * SIZE)):
        position.play(randrange(position.points))
    engine = engine or engine_for(position)
    engine.start(position, Limits(9_600_000))
    while not engine.step(200_000):
        pass
    verdict = engine.verdict
    if verdict.score > 2048 and not verdict.plies[verdict.best]:
        print([position.to_move, verdict.best, list(position.cells), list(verdict.outcomes)])
"""


@pytest.mark.parametrize("size, count", [(5, 12), *(pytest.param(size, 24, marks=pytest.mark.long) for size in (6, 7))])
def test_of_the_wins_of_hex_that_are_known_the_shortest_chain_is_played(size, count):
    near, choices = GAMES["hex"].setup((size,)).field.near, 0
    for line in on_unix_micropython(WON.replace("SIZE", str(size)).replace("COUNT", str(count))):
        me, best, cells, outcomes = json.loads(line)
        after = {m: needed(cells[:m] + [me] + cells[m + 1 :], me, near) for m in range(len(cells)) if outcomes[m] == me}
        assert after[best] == min(after.values()), (cells, after)
        choices += len({*after.values()}) > 1
    assert choices > 3
