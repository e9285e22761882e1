"""What the engine must not miss, with the work of the Pico in 3 s and 10 s: threats on 8x8, a draw on 5x5.

tests/data/strength_8x8x5.txt has one position on each line: its task, then the names of the points played from
the empty field. win5: the side to move wins within 5 plies, but not at once. stop5: the other side would win within 5
if the side to move passed, and some move stops that. win7 and stop7: the same within 7 plies by fours and open threes,
and not within 5.
"""

import contextlib
import re
from pathlib import Path
from random import Random

import pytest
from cases import needs_unix
from line_games import position_with, searched
from random_play import after_random_moves
from support.judges import masks
from support.judges.lines import Threats

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import mnk
from glowgrid.memory import new_table
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.search import DRAWN, Engine, Limits, engine_for
from glowgrid.search.lines.root import Root
from glowgrid.search.lines.threats import Threats as ThreatSearch
from glowgrid.search.verdict import SURE_WIN, WIN
from host_sim.engine.worker import ENGINE_PROGRAM, Worker, engine_command
from tools.lab.arena.players import asked, player

DATA = Path(__file__).parents[1] / "data" / "strength_8x8x5.txt"
SIZE = (8, 8, 5)
FIELD = mnk.GAME.setup(SIZE).field
SMALL = (5, 5, 4)
LONGEST_NODE = 1600  # work units


def stones(moves):
    """Return (stones of the side to move, of the other side) as masks."""
    both = [0, 0]
    for ply, point in enumerate(moves):
        both[ply % 2] |= 1 << point
    return both[len(moves) % 2], both[1 - len(moves) % 2]


def meets(kind, moves, reply, judge):
    """Return whether a reply solves the task of the position."""
    mine, other = stones(moves)
    mine |= 1 << reply
    if kind == "stop5":
        return not judge.wins_within(other, mine, 5)
    if kind == "stop7":
        return not judge.wins_by_threats_within(other, mine, 7)
    return any(judge.wins_by_threats_after(mine, other, plies) for plies in (4, 6, 8))  # a slower win is a win too


def points(names):
    """Return the points of names without blanks between them."""
    return [parse_point(FIELD, name) for name in re.findall("[a-h][1-8]", names)]


CASES = [(kind, points(names)) for kind, names in map(str.split, DATA.read_text().splitlines())]


@needs_unix
@pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.long)])
def test_threats_of_five_and_seven_plies_are_won_and_met_in_three_seconds(step):
    cases = CASES[::step]
    assert len({kind for kind, _ in cases}) == 4
    judge = Threats(*SIZE)
    answers = asked("think:3000", mnk.GAME, SIZE, ({"moves": moves} for _, moves in cases))
    for (kind, moves), answer in zip(cases, answers, strict=True):
        assert meets(kind, moves, answer["best"], judge), (kind, [point_name(FIELD, point) for point in moves])


def perfect_move(judge, moves, chance):
    """Return a move of the opponent that never gives a value away and sets problems: the fewest replies keep a draw.

    judge: our own engine without a limit of work. It only chooses moves; the rules decide who has won.
    """
    side, other = len(moves) % 2 + 1, 2 - len(moves) % 2
    free = [point for point in range(SMALL[0] * SMALL[1]) if point not in moves]
    rows = judge.ask(moves=moves)["rows"]
    for outcome in (side, DRAWN, other):
        if keeping := [point for point in free if rows[point][0] == outcome]:
            break
    if outcome != DRAWN or len(free) == 1:
        return chance.choice(keeping)
    replies = {p: sum(row[0] == DRAWN for row in judge.ask(moves=[*moves, p])["rows"]) for p in keeping}
    return chance.choice([p for p in keeping if replies[p] == min(replies.values())])


def against_perfect(engine, judge, seat, seed):
    """Play a game on 5x5; return (the winner, the most work for a move of the engine)."""
    position, moves, work, chance = mnk.GAME.setup(SMALL), [], 0, Random(seed)
    while not position.is_over():
        if position.to_move == seat:
            answer = engine.ask(moves=moves)
            point, work = answer["best"], max(work, answer["work"])
        else:
            point = perfect_move(judge, moves, chance)
        position.play(point)
        moves.append(point)
    return position.winner, work


@needs_unix
@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.long)])
def test_a_draw_on_5x5_is_held_against_a_perfect_opponent_from_either_seat(games):
    about = {"game": "mnk", "size": SMALL, "table": 18, "every": True, "work": 10**9}
    with (
        contextlib.closing(player("think:10000", mnk.GAME, SMALL)) as engine,
        contextlib.closing(Worker(engine_command(ENGINE_PROGRAM, heap="256m"), about)) as judge,
    ):
        for number in range(games):
            seat = 1 + number % 2
            winner, work = against_perfect(engine, judge, seat, number)
            assert winner in (0, seat) and work <= 10_000_000 + LONGEST_NODE


@pytest.mark.parametrize("size, plies", [((6, 6, 4), 8), ((6, 6, 5), 14), ((7, 7, 4), 6)])
def test_claims_of_the_threat_search_are_true(size, plies):
    """Its wins are wins in the stated plies; the moves that it calls lost lose; the move that it keeps holds longer."""
    random, judge = Random(size[0] * plies), Threats(*size)
    tables = mnk.GAME.setup(size).tables
    engine = Engine(tables.points, [ThreatSearch(Root(tables, new_table()))])
    verdict = engine.verdict
    wins = losses = stops = 0
    for _ in range(20):
        position = after_random_moves(lambda: mnk.GAME.setup(size), plies, random)
        mine, other = masks(position)
        searched(engine, position, Limits(60_000), budget=200)
        if verdict.proven and not judge.completing(mine, other):
            assert verdict.score > SURE_WIN
            wins += 1
            within = WIN - verdict.score
            assert judge.wins_by_threats_after(mine | 1 << verdict.best, other, within - 1)
            assert within <= 3 or not judge.wins_by_threats_within(mine, other, within - 2)
        losing = [point for point in range(position.points) if verdict.outcomes[point] == 3 - position.to_move]
        for point in random.sample(losing, min(3, len(losing))):
            losses += 1
            assert judge.wins_by_threats_within(other, mine | 1 << point, 11)
        if losing and verdict.best not in losing:
            within = next(plies for plies in range(1, 12, 2) if judge.wins_by_threats_within(other, mine, plies))
            assert not judge.wins_by_threats_within(other, mine | 1 << verdict.best, within)
            stops += 1
    assert wins and losses and stops


@pytest.mark.parametrize(
    "size, first, second, wins",
    [
        ((13, 13, 5), (84, 99, 125), (108, 109, 135), False),
        ((10, 10, 5), (45, 46, 64, 77), (35, 36, 54, 56), True),
    ],
    ids=["a reply", "a move of the attacker"],
)
def test_the_threat_search_overlooks_no_point(size, first, second, wins):
    """A ply's ranks follow those of the plies before: here the decisive move is the 256th of all."""
    cells = [1 if point in first else 2 if point in second else 0 for point in range(size[0] * size[1])]
    position, judge = position_with(mnk.GAME.setup(size).tables, cells), Threats(*size)
    mine, other = masks(position)
    assert judge.wins_by_threats_within(mine, other, 7) == wins
    engine = Engine(position.points, [ThreatSearch(Root(position.tables, new_table()))])
    assert (searched(engine, position, Limits(400_000)).score >= WIN - 7) == wins


@pytest.mark.parametrize(
    "size, moves",
    [
        ((6, 6, 4), "a1b3a2b4a3b5"),
        ((8, 8, 5), "a1h3a2h4a3h5a4h6"),
        ((7, 7, 4), "d3e3d4e4d5e5"),
    ],
    ids=str,
)
def test_an_immediate_win_comes_before_stopping_a_threat(size, moves):
    """Even if stopping the threat would win too."""
    position = mnk.GAME.setup(size)
    for point in re.findall("[a-h][1-8]", moves):
        assert position.play(parse_point(position.field, point))
    engine = engine_for(position)
    for work in (100, 5_000, 200_000):
        verdict = searched(engine, position, Limits(work))
        assert verdict.proven and verdict.score == WIN - 1
        assert position.play(verdict.best) and position.winner
        position.undo()
