"""A proven win takes the shortest way, and a proven loss resists longest and leaves few good replies.

The judge is brute force over the rules for plies, and tests/support/judges/groups.py for who wins.
"""

import json
import math
from random import Random

import pytest
from support.judges.groups import Judge
from three_tiers import on_cpython, on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for

GAMES = {game.name: game for game in discover()[0]}
WORK = 9_600_000  # three seconds of the reference board


class Brute:
    """Who wins a position (0: no side), and in how many plies: soonest win, latest loss."""

    def __init__(self):
        self._known = {}

    def rows(self, position):
        """Return {move: (winner, plies)}."""
        found = {}
        for move in range(position.points):
            if position.play(move):
                winner, plies = (position.winner, 0) if position.is_over() else self._value(position)
                found[move] = winner, plies + 1
                position.undo()
        return found

    def _value(self, position):
        key = bytes(position.cells) + bytes([position.to_move])
        if key not in self._known:
            self._known[key] = best(self.rows(position).values(), position.to_move)
        return self._known[key]


def best(outcomes, side):
    """Return the best of some (winner, plies) for a side."""
    return max(outcomes, key=lambda each: score(each, side))


def score(outcome, side):
    winner, plies = outcome
    return 0 if not winner else 1000 - plies if winner == side else plies - 1000


def random_position(name, size, empty, random):
    while True:
        position = GAMES[name].setup(size)
        while position.empty > empty and not position.is_over():
            position.play(random.randrange(position.points))
        if not position.is_over():
            return position


def move_of(engine, position):
    engine.start(position, Limits(WORK))
    while not engine.step(1_000_000):
        pass
    return engine.verdict.best


def share_that_win(position, move, winner, brute):
    """Return the share of the replies to a move that keep the win."""
    position.play(move)
    outcomes = [row[0] for row in brute.rows(position).values()]
    position.undo()
    return outcomes.count(winner) / len(outcomes)


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
def test_fewest_plies_to_a_win_and_most_to_a_loss(name, size, empty, family):
    random, brute, engine = Random(3), Brute(), None
    won = lost = 0
    for _ in range(40):
        position = random_position(name, size, empty, random)
        rows, me = brute.rows(position), position.to_move
        winner, plies = best(rows.values(), me)
        if winner and len({*rows.values()}) > 1:
            engine = engine or engine_for(position, family=family)
            assert rows[move_of(engine, position)] == (winner, plies), position.cells
            won += winner == me
            lost += winner != me
    assert won > 2 or lost > 2


@pytest.mark.parametrize("name, size", [("hex", (4,)), ("y", (4,)), ("havannah", (3,))])
def test_of_the_longest_losses_one_with_few_good_replies_is_played(name, size):
    """On average, the share of replies that keep the win is at most a fifth of the way from the least to the most."""
    random, brute, engine, found = Random(5), Brute(), None, []
    while len(found) < 20:
        position = random_position(name, size, 7, random)
        rows, me = brute.rows(position), position.to_move
        winner, plies = best(rows.values(), me)
        if winner in (0, me):
            continue
        shares = {m: share_that_win(position, m, winner, brute) for m in rows if rows[m] == (winner, plies)}
        if len({*shares.values()}) > 1:
            engine = engine or engine_for(position)
            found.append((shares[move_of(engine, position)], min(shares.values()), max(shares.values())))
    mine, least, most = (sum(each) / len(found) for each in zip(*found, strict=True))
    assert mine <= least + (most - least) / 5


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


OTHERS = [pytest.param(seed, marks=pytest.mark.long) for seed in range(20) if seed not in (1, 7, 8)]


@pytest.mark.parametrize("seed", [1, 7, 8, *OTHERS])
def test_a_won_game_of_hex_does_not_meander(seed):
    """Each own move shortens the chain, or the plies to the win are known and fall, or no winning move shortens it."""
    random, judge = Random(seed), Judge("hex", 5)
    position, engine = random_position("hex", (5,), 14, random), None
    while True:
        masks = [sum(1 << p for p in range(25) if position.cells[p] == side) for side in (1, 2)]
        me = position.to_move
        if judge.value(masks[me - 1], masks[2 - me], me) > 0:
            break
        position = random_position("hex", (5,), 14, random)
    near, engine, moves = position.field.near, engine_for(position), 0
    plies = 99
    while not position.is_over():
        free = [p for p in range(25) if not position.cells[p]]
        if position.to_move != me:
            position.play(move_of(engine, position))
            continue
        masks = [sum(1 << p for p in range(25) if position.cells[p] == side) for side in (1, 2)]
        after = {}
        for move in free:
            cells = bytearray(position.cells)
            cells[move] = me
            after[move] = needed(cells, me, near)
        before, move = needed(position.cells, me, near), move_of(engine, position)
        assert judge.after(masks[me - 1], masks[2 - me], move, me) > 0
        known = engine.verdict.plies[move]
        if known:
            assert known <= plies - 2
            plies = known
        elif after[move] == before:
            shorter = [p for p in free if after[p] < before]
            assert not [p for p in shorter if judge.after(masks[me - 1], masks[2 - me], p, me) > 0], position.cells
        position.play(move)
        moves += 1
    assert position.winner == me and moves


WON = """
from random import seed, randrange
from glowgrid.games import hex
from glowgrid.search import Limits, engine_for
seed(SIZE)
engine = None
for _ in range(24):
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


@pytest.mark.parametrize("size", [6, 7])
def test_of_the_wins_of_hex_that_are_known_the_shortest_chain_is_played(size):
    near, choices = GAMES["hex"].setup((size,)).field.near, 0
    for line in on_unix_micropython(WON.replace("SIZE", str(size))):
        me, best, cells, outcomes = json.loads(line)
        after = {m: needed(cells[:m] + [me] + cells[m + 1 :], me, near) for m in range(len(cells)) if outcomes[m] == me}
        assert after[best] == min(after.values()), (cells, after)
        choices += len({*after.values()}) > 1
    assert choices > 3


PROGRAM = """
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for
for name, size, moves in (("hex", (5,), (12, 7, 11, 16, 3)), ("hex", (6,), (14, 20, 15, 26, 8, 9, 21)),
                          ("y", (5,), (7, 4, 8, 12)), ("havannah", (3,), (9, 3, 5, 14, 13, 8))):
    position = [game for game in discover()[0] if game.name == name][0].setup(size)
    engine = engine_for(position)
    for move in moves:
        position.play(move)
    while not position.is_over():
        engine.start(position, Limits(1_000_000))
        while not engine.step(20_000):
            pass
        verdict = engine.verdict
        print(name, verdict.best, verdict.score, verdict.proven, verdict.nodes, verdict.work)
        position.play(verdict.best)
"""


def test_unix_micropython_plays_the_same():
    printed = on_unix_micropython(PROGRAM)
    assert printed == on_cpython(PROGRAM) and len(printed) > 10
