"""What a new player meets: a first field that can be won, and a helpful hint in a lost game."""

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.match import Match
from glowgrid.console.screens.coach import LOSES, WINS, Coach
from glowgrid.games import discover
from glowgrid.rules.notation import parse_point
from glowgrid.search import Limits, engine_for
from glowgrid.search.verdict import DRAW


def found(name):
    return next(game for game in discover()[0] if game.name == name)


def test_the_first_m_n_k_field_can_be_won():
    game = found("mnk")
    position = game.setup()
    engine = engine_for(position)
    engine.start(position, Limits(3_000_000))
    while not engine.step(32_000):
        pass
    assert engine.verdict.proven and engine.verdict.outcome(engine.verdict.best) == 1


def hinted(game, size, moves):
    """Return the Coach of a match without the swap rule after these moves, once it has a hint."""
    match = Match(found(game), size, [0, 0], swap=False)
    for name in moves.split():
        assert match.position.play(parse_point(match.position.field, name))
    for _ in match.making_engine():
        pass
    coach = Coach(match)
    coach.ask()
    for _ in range(500):
        coach.work()
    return coach


def test_a_hint_in_a_lost_game_is_the_engines_move():
    coach = hinted("hex", (5,), "c3")
    field = coach.position.field
    assert coach.hint_mark == LOSES
    assert not {field.columns[coach.hint], field.rows[coach.hint]} <= {0, 4}  # no corner


@pytest.mark.parametrize(
    "moves", ["c4 c2 b2 d4", *(pytest.param(moves, marks=pytest.mark.long) for moves in ("c3 d3", "b1 d2 c3 d4"))]
)
def test_a_hint_in_a_won_game_of_hex_is_the_engines_move(moves):
    coach = hinted("hex", (5,), moves)
    position, engine = coach.position, coach.engine
    engine.start(position, Limits(60_000_000))
    while not engine.step(32_000):
        pass
    assert engine.verdict.proven and engine.verdict.score > DRAW
    assert (coach.hint_mark, coach.hint) == (WINS, engine.verdict.best)


def test_a_hint_in_a_won_game_of_y_is_more_than_the_first_point():
    coach = hinted("y", (5,), "a1 b2 a2 c3 a3 b4")
    assert coach.hint_mark == WINS and coach.hint != first_free(coach.position)


def first_free(position):
    return next(point for point in range(position.points) if position.is_legal(point))
