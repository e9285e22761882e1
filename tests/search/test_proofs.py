"""Only true claims are called proven, at every budget and depth of small games, by brute force.

The rows are true too, a score beyond the sure bounds is never wrong, and a proven move keeps what it proves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest
from all_games import OWN_GAMES
from line_games import alpha_beta_of, as_oracle, random_game, searched, tables_of
from own_games_truth import GAMES as OWN
from support.judges.lines import DRAW, Oracle, mnk

from glowgrid import games
from glowgrid.games import discover
from glowgrid.search import Limits, Memory, engine_for
from glowgrid.search.minimax import NODE_WORK
from glowgrid.search.verdict import SURE_LOSS, SURE_WIN

games.__path__.append(str(OWN_GAMES))  # modules of games are imported as glowgrid.games.NAME
FOUND = {game.name: game for game in discover(str(OWN_GAMES))[0] + discover()[0]}


@dataclass(eq=False)
class Exhausted:
    """The truth about the positions of one game, reached by playing moves: brute force over states."""

    start: Any
    moves: Callable
    after: Callable
    outcome: Callable
    turn: Callable
    sides: int

    def __post_init__(self):
        self.each_for_itself = cache(self._each_for_itself)
        self.forced = cache(self._forced)

    def _following(self, state):
        return [self.after(state, move) for move in self.moves(state)]

    def _each_for_itself(self, state):
        """Return who wins, or DRAW; among moves that a side likes equally, the first counts."""
        over = self.outcome(state)
        if over is not None:
            return over
        found, side = [self.each_for_itself(after) for after in self._following(state)], self.turn(state)
        return side if side in found else DRAW if DRAW in found else found[0]

    def _forced(self, state, me):
        """Return what `me` forces against all others: 1 its win, 0 a draw, -1 nothing."""
        over = self.outcome(state)
        if over is not None:
            return 0 if over == DRAW else 1 if over == me else -1
        found = [self.forced(after, me) for after in self._following(state)]
        return max(found) if self.turn(state) == me else min(found)


def of_own(name):
    """Return a game of own_games/ and its truth."""
    (size, truth), game = OWN[name], FOUND[name]
    about = truth.start(), truth.moves, truth.after, truth.outcome, lambda state: state[1], game.sides
    return game.setup(size), Exhausted(*about)


def of_lines(position, game):
    """Return a position of a lines game, and the truth of the same game (points, sides, patterns)."""
    oracle = Oracle(game)

    def outcome(cells):
        return oracle.winner(cells) or (None if 0 in cells else DRAW)

    return position, Exhausted(oracle.empty(), oracle.moves, oracle.after, outcome, oracle.to_move, game[1])


def of_mnk(m, n, k):
    return of_lines(FOUND["mnk"].setup((m, n, k)), mnk(m, n, k))


def of_random_lines(seed, sides):
    random = Random(seed)
    while True:
        game = random_game(random, 8)
        if game[1] == sides and game[0] > 4:
            return of_lines(tables_of(game).position(), game)


def played(position, exhausted, moves):
    """Make the moves; return the state of brute force."""
    state = exhausted.start
    for move in moves:
        assert position.play(move)
        state = exhausted.after(state, move)
    return state


def at_random(position, exhausted, random, plies):
    """Go to a random position of a game that goes on, about `plies` plies in; return brute force's state."""
    while True:
        while position.undo() >= 0:
            pass
        state = exhausted.start
        for _ in range(plies):
            move = random.choice(exhausted.moves(state))
            assert position.play(move)
            state = exhausted.after(state, move)
            if position.is_over():
                break
        if not position.is_over():
            return state


def faults(verdict, exhausted, state, every):
    """Return the false claims of a verdict."""
    me, after = exhausted.turn(state), exhausted.after
    for move, outcome in enumerate(verdict.outcomes):
        if outcome and every and as_oracle(outcome) != exhausted.each_for_itself(after(state, move)):
            yield f"row {move}: {outcome}"
    if exhausted.sides > 2 and every:
        if verdict.proven:
            says = me if verdict.score > SURE_WIN else DRAW if verdict.score >= SURE_LOSS else None
            truth = exhausted.each_for_itself(state)
            if says != truth and (says or truth in (me, DRAW)):
                yield f"proven {says}, it is {truth}"
        return
    says = (verdict.score > SURE_WIN) - (verdict.score < SURE_LOSS)
    truth = exhausted.forced(state, me)
    if (says or verdict.proven) and says != truth:
        yield f"score {verdict.score}{' proven' * verdict.proven}, it is {truth}"
    if verdict.proven and exhausted.forced(after(state, verdict.best), me) != truth:
        yield f"best {verdict.best} does not keep {truth}"


def check(engine, position, exhausted, state, works, depths=(250,), everys=(False, True)):
    wrong = []
    for every in everys:
        for depth in depths:
            for work in works:
                verdict = searched(engine, position, Limits(work, depth), every)
                found = list(faults(verdict, exhausted, state, every))
                if found:
                    wrong.append((list(position.history[: position.plies]), every, depth, work, found))
    assert wrong == []


NODES = [*range(1, 130), *range(130, 420, 3)]


@pytest.mark.parametrize(
    "name, plies",
    [
        ("misere", (3, 5, 6)),
        ("gravity", (9, 11, 12)),
        ("passing", (0, 2, 4)),
        ("three-misere", (1, 3)),
        ("fenced", (2, 4)),
        ("apart", (1, 2)),
        ("three-apart", (2, 4)),
    ],
)
@pytest.mark.sample(3)
def test_minimax_at_every_number_of_nodes(name, plies, night_seed):
    random, (position, exhausted) = Random(f"{name} {night_seed}"), of_own(name)
    engine = engine_for(position)
    for count in plies:
        state = at_random(position, exhausted, random, count)
        check(engine, position, exhausted, state, [NODE_WORK * nodes for nodes in NODES])
        check(engine, position, exhausted, state, [NODE_WORK * nodes for nodes in NODES[::9]], (1, 2, 3))


def test_minimax_prefers_the_unfinished_move_to_a_known_loss():
    position, exhausted = of_own("misere")
    state = played(position, exhausted, [0, 8, 5, 3, 4, 6])
    engine = engine_for(position)
    for nodes in NODES:
        verdict = searched(engine, position, Limits(NODE_WORK * nodes))
        assert list(faults(verdict, exhausted, state, False)) == [], nodes
        if nodes >= 65:  # by now move 1 is known to lose
            assert exhausted.forced(exhausted.after(state, verdict.best), position.to_move) == 0, nodes


LINES = {
    "3x3": (of_mnk(3, 3, 3), (0, 1, 2, 3, 4, 5, 6), 1),
    "4x3x3": (of_mnk(4, 3, 3), (4, 5, 6, 7), 4),
    "4x4x3": (of_mnk(4, 4, 3), (8, 9, 10), 1),
    "4x4x4": (of_mnk(4, 4, 4), (8, 9, 10), 4),
    "3x3, more": (of_mnk(3, 3, 3), (0, 1, 2, 3, 4, 5, 6), 4),
    "4x4x3, more": (of_mnk(4, 4, 3), (8, 9, 10), 4),
    "1x7x3": (of_mnk(1, 7, 3), (0, 1, 2), 2),
    **{f"random {seed}": (of_random_lines(seed, 2), (0, 1, 2, 3), 2) for seed in range(8)},
    **{f"random {seed}, three sides": (of_random_lines(seed, 3), (0, 1, 2, 3), 2) for seed in range(8)},
}
SOON = "3x3", "4x4x3", "1x7x3", "random 0", "random 1", "random 2, three sides", "random 5, three sides"


@pytest.mark.parametrize(
    "game, plies, number",
    [pytest.param(*case, id=name, marks=() if name in SOON else pytest.mark.long) for name, case in LINES.items()],
)
@pytest.mark.sample(3)
def test_lines_engines_at_small_budgets_and_depths(game, plies, number):
    random, (position, exhausted) = Random(7), game
    engine, alone = engine_for(position, Memory()), alpha_beta_of(position.tables)
    for count in plies:
        for _ in range(number):
            state = at_random(position, exhausted, random, count)
            check(engine, position, exhausted, state, range(100, 1500, 100), (1, 2, 3, 250))
            check(engine, position, exhausted, state, range(2_000, 20_000, 2_000))
            check(alone, position, exhausted, state, (200, 800, 6_000), (2, 5, 250), (False,))
