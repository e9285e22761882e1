"""Values, w_star, w_k, m_hat, hint and coach agree on a position, with and without the swap rule."""

import random
from functools import cache
from typing import Any

import pytest
from all_games import GAMES
from support.judges.brute import brute

from glowgrid.console.match import PERSON, Match
from glowgrid.console.screens.coach import HOLDS, LOSES, WINS, Coach
from glowgrid.search import NO_MOVE, engine_for
from host_sim.engine.engine_program import set_up
from host_sim.records.gtp.protocol import Gtp

KINDS = [("hex", (4,)), ("hex", (5,)), ("havannah", (3,)), ("y", (4,))]
SOON = ("hex", (4,), False), ("hex", (4,), True), ("havannah", (3,), True), ("y", (4,), False)
WORK = 200_000
ALL_OF_HEX_3 = 1_500_000  # units enough to find all plies there


@cache
def engine_of(name, size):
    return engine_for(set_up(name, size)[0])


class Once:
    """Searches a position once for all questions about it."""

    seconds = 0.0  # of another process, for `cputime`
    has_ended = False

    def __init__(self, name, size):
        self.engine, self.searched = engine_of(name, size), None
        self.work = ALL_OF_HEX_3 if (name, size) == ("hex", (3,)) else WORK

    def search(self, verdict, size, position, limits, every, table=0, watch=None):
        asked = bytes(position.history[: position.plies]), every
        engine = self.engine
        if asked != self.searched:
            limits.work, self.searched = self.work, asked
            engine.start(position, limits, every)
            while not engine.step(100_000):
                pass
        known = engine.verdict
        verdict.clear()
        verdict.best, verdict.depth = known.best, known.depth
        for move in range(position.moves):
            verdict.put(move, known.outcome(move), known.plies_to(move))
            verdict.estimates[move] = known.percent(move)


def talk_of(name, size, swap):
    talk = Gtp(GAMES[name], size, elsewhere=Once(name, size))
    asked(talk, "swap on" if swap else "swap off")
    return talk


def asked(talk, line):
    answer = talk.answer(line)
    assert answer.startswith("="), (line, answer)
    return answer[2:]


def contradictions(talk, truth=None):
    """Return the contradictions between the six answers, or with the truth."""
    position, found, seen = talk.position, [], []
    me = str(position.to_move)
    rows = {}
    for line in asked(talk, "values").split("\n"):
        name, outcome, plies = line.split() if len(line.split()) == 3 else (line.split()[0], "?", "?")
        rows[name] = ("?", "?") if outcome in ("?", "estimate") else (outcome, plies)
    legal = asked(talk, "legal").split()
    if list(rows) != legal:
        found.append(("legal", legal))
    wins = [name for name in legal if rows[name][0] == me]
    draws = [name for name in legal if rows[name][0] == "draw"]
    unknown = [name for name in legal if rows[name][0] == "?"]
    best = wins or ([] if unknown else draws or legal)
    star = me if wins else "?" if unknown else "draw" if draws else str(3 - position.to_move)
    if asked(talk, "w_star").split()[0] != star:
        found.append(("w_star", asked(talk, "w_star"), star))
    if asked(talk, "m_hat").split()[: len(best) or 1] != (best or ["?"]):
        found.append(("m_hat", asked(talk, "m_hat"), best))
    hint = asked(talk, "hint").split()
    if hint[0] not in (best or legal) or best and tuple(hint[1:]) != rows[hint[0]]:
        found.append(("hint", hint, best))
    known = {name: int(plies) for name, (_, plies) in rows.items() if plies != "?"}
    if best and len(known) == len(legal) and star != "draw":
        plies = (min if wins else max)(known[name] for name in best)
        if int(hint[2]) != plies:
            found.append(("hint", hint, plies))
        for k in (plies - 1, plies):
            if asked(talk, f"w_k {k}") != (star if k == plies else "0"):
                found.append((f"w_k {k}", asked(talk, f"w_k {k}"), star, plies))
    if truth is not None:
        for said in rows.values():
            move = next(move for move in range(position.moves) if position.is_legal(move) and move not in seen)
            seen.append(move)
            position.play(move)
            winner, plies = brute(position, position.most_plies - position.plies, truth)
            position.undo()
            if said != (str(winner), str(plies + 1)):
                found.append(("values", legal[len(seen) - 1], said, winner, plies + 1))
    return rows, best, found


class Bounded:
    """An engine limited to the work per position used here."""

    def __init__(self, engine, work):
        self.verdict, self.step, self.stop = engine.verdict, engine.step, engine.stop
        self.tick_work = engine.tick_work
        self._engine, self._work = engine, work

    def start(self, position, limits, every=False):
        limits.work = min(limits.work, self._work)
        self._engine.start(position, limits, every)


def coach_contradictions(name, size, talk, rows, best):
    """Return the contradictions between the coach and `values`."""
    match, position, found = Match(GAMES[name], size, [PERSON, PERSON]), talk.position, []
    engine: Any = Bounded(engine_of(name, size), talk.elsewhere.work)
    match.engine, match.coach = engine, True
    match.position.become(position)
    match.position.swap_rule = position.swap_rule
    talk.elsewhere.searched = None
    coach = Coach(match)
    while not coach.complete:
        coach.work()
    coach.ask()
    while coach.asked:
        coach.work()
    words = {str(position.to_move): WINS, "draw": HOLDS, str(3 - position.to_move): LOSES}
    moves = [move for move in range(position.moves) if position.is_legal(move)]
    for move, (row, (outcome, _)) in zip(moves, rows.items(), strict=True):
        if words.get(outcome, 0) != (coach.marks[move] if coach.marks[move] < 4 else 0):
            found.append(("coach", row, outcome, coach.marks[move]))
    if coach.hint == NO_MOVE or best and list(rows)[moves.index(coach.hint)] not in best:
        found.append(("coach's hint", coach.hint, best))
    return found


def faults(talk, name, size, moves, truth=None, coach=True):
    """Return the contradictions about the position after these moves; `truth`: brute-force results, filled in here."""
    asked(talk, "clear_board")
    for move in moves:
        if not talk.position.play(move):
            return [("illegal", move)]
    rows, best, found = contradictions(talk, truth)
    return found + coach_contradictions(name, size, talk, rows, best) if coach else found


def every_position(name, size, swap):
    """Yield the moves to every position that is not over."""
    position, seen = GAMES[name].setup(size), {}
    position.swap_rule = swap

    def visit():
        key = bytes(position.cells), position.to_move, min(position.plies, 2)
        if position.is_over() or key in seen:
            return
        seen[key] = list(position.history[: position.plies])
        for move in range(position.moves):
            if position.play(move):
                visit()
                position.undo()

    visit()
    return list(seen.values())


def random_positions(name, size, swap, number, seed):
    chance = random.Random(seed)
    for _ in range(number):
        position = GAMES[name].setup(size)
        position.swap_rule = swap
        for _ in range(chance.choice((0, 1, 1, 2, chance.randrange(position.points)))):
            move = chance.choice([move for move in range(position.moves) if position.is_legal(move)])
            position.play(move)
            if position.is_over():
                position.undo()
                break
        yield list(position.history[: position.plies])


def check(name, size, swap, positions, truth=None, coach_every=1):
    """`positions`: lists of moves."""
    talk = talk_of(name, size, swap)
    for number, moves in enumerate(positions):
        found = faults(talk, name, size, moves, truth, number % coach_every == 0)
        assert not found, (name, size, swap, moves, found[:3])


@pytest.mark.parametrize("step, coach_every", [(200, 1), pytest.param(1, 20, marks=pytest.mark.long)])
@pytest.mark.parametrize("swap", [False, True])
def test_all_agree_on_positions_of_hex_3_and_with_brute_force(swap, step, coach_every):
    positions = every_position("hex", (3,), swap)
    assert len(positions) > 4000
    check("hex", (3,), swap, positions[:14] + positions[14::step], {}, coach_every)


@pytest.mark.parametrize(
    "name, size, swap, number",
    [
        *((*each, 4) for each in SOON),
        *(pytest.param(*kind, swap, 40, marks=pytest.mark.long) for kind in KINDS for swap in (False, True)),
    ],
    ids=str,
)
@pytest.mark.sample(2)
def test_all_agree_on_random_positions(name, size, swap, number, night_seed):
    positions = random_positions(name, size, swap, number, night_seed)
    check(name, size, swap, positions, coach_every=max(1, number // 10))
