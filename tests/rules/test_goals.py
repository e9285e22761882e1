"""Each game says in a few words what wins, and that is true of lines and edges by the rules."""

import contextlib

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.screens.words import CHARS
from glowgrid.games import discover
from glowgrid.games.hex import GAME as HEX
from glowgrid.rules.game import Game, size_name
from glowgrid.rules.notation import parse_point
from glowgrid.rules.trial import trying
from host_sim.own_games.data.reader import game_from
from host_sim.records.gtp.protocol import Gtp

SIZES = [(game, size) for game in discover()[0] for size in game.sizes]
OURS = {"tic-tac-toe", "mnk", "three-player", "hex", "havannah", "y", "fano"}  # a game that is added may state none
LONGEST = 24  # signs: what scrolls by in a few seconds
DATA = [
    ({"rows": {"of": [3, 3, 3], "k": 3}}, "3 in a row"),
    ({"triangles": 6}, "a triangle"),
    ({"field": ["oooo"], "lines": ["a1 b1", "b1 d1"]}, "a line of 2"),
    ({"field": ["oooo"], "lines": ["a1 b1"], "lines_of": {"2": ["b1 c1 d1"]}}, "a whole line"),
    ({"rows": {"of": [3, 3], "k": 3}, "lines": ["a1 b1 a2 b2"]}, "a whole line"),
    ({"rows": {"of": [3, 3], "k": 3}, "misere": True}, "3 in a row loses"),
    ({"field": ["oooo"], "lines": ["a1 b1", "b1 d1"], "misere": True}, "a line of 2 loses"),
]


@pytest.mark.parametrize("game, size", SIZES, ids=[f"{game.name} {size_name(size)}" for game, size in SIZES])
def test_each_game_states_a_goal_a_side_that_the_lights_can_show(game, size):
    goals = game.goals(size)
    assert len(goals) == game.sides
    for goal in goals:
        assert (goal or game.name not in OURS) and len(goal) <= LONGEST and not goal.upper().strip(CHARS)
    position = game.setup(size)
    if position.family() == "lines" and goals[0]:
        starts = position.tables.starts
        lengths = {end - start for start, end in zip(starts, starts[1:], strict=False)}
        assert [int(word) for goal in goals for word in goal.split() if word.isdigit()] == [*lengths] * game.sides


def test_the_goals_of_hex_are_those_of_the_rules():
    """Side 1 wins from top to bottom, column a, and side 2 from left to right, row 1."""
    assert HEX.goals((3,)) == ("top to bottom", "left to right")
    for moves, winner in (("a1 b1 a2 b2 a3", 1), ("a2 a1 b2 b1 c3 c1", 2)):
        position = HEX.setup((3,))
        assert all(position.play(parse_point(position.field, name)) for name in moves.split())
        assert position.winner == winner


@pytest.mark.parametrize("data, goal", DATA)
def test_the_goal_of_a_data_game_follows_from_its_lines(data, goal):
    assert game_from({"name": "own", **data}).goals() == (goal, goal)


def test_a_game_may_state_none():
    assert Game("own", "Own rules.").goals() == ("", "")
    assert Game("own", "Own rules.", sides=3, goals="one stone").goals() == ("one stone",) * 3
    assert (
        Game("own", "Own rules.", sizes=((3,), (4,)), goals=lambda size: "%d stones" % size).goals()
        == ("3 stones",) * 2
    )


@pytest.mark.parametrize(
    "goal, fits", [(" ~", True), ("\x1f", False), ("\x7f", False), ("x" * 40, True), ("x" * 41, False)]
)
def test_a_stated_goal_is_a_short_text_of_signs_that_print(goal, fits):
    own = Game("own", "Own rules.", sizes=((3,),), setup=lambda size: HEX.setup((size,)), goals=goal)
    with contextlib.nullcontext() if fits else pytest.raises(ValueError, match="expected a text of at most 40 signs"):
        list(trying(own))


def test_the_text_protocol_says_the_rules_where_no_goal_is_stated():
    own = Game("own", "Own rules.", setup=HEX.setup)
    assert Gtp(own, None, [own]).answer("goal") == "= Own rules."
