"""What a new player meets: a first field that can be won, and a hint that is of use in a lost game."""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.match import Match
from glowgrid.console.screens.coach import LOSES, Coach
from glowgrid.games import discover
from glowgrid.rules.notation import parse_point
from glowgrid.search import Limits, engine_for


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


def test_a_hint_in_a_lost_game_shows_what_the_engine_would_play():
    match = Match(found("hex"), (5,), [0, 0], swap=False)
    position = match.position
    assert position.play(parse_point(position.field, "c3"))
    for _ in match.making_engine():
        pass
    coach = Coach(match)
    coach.ask()
    for _ in range(500):
        coach.work()
    assert coach.hint_mark == LOSES
    column, row = position.field.columns[coach.hint], position.field.rows[coach.hint]
    assert not {column, row} <= {0, 4}  # no corner
