"""Wrong moves in the lessons of the page: the line that refutes each on the field is legal, and shows what is claimed."""

import random
import re

import pytest
from all_games import GAMES
from lesson_steps import NAMES, steps_of

from glowgrid.console.match import Match
from glowgrid.rules.notation import parse_move
from host_sim.library import glowgrid
from host_sim.web.field.field_state import picture_of
from host_sim.web.learn import refutation

COUNTS = 2, pytest.param(20, marks=pytest.mark.long)  # wrong moves of each lesson
MILLISECONDS = 20_000  # of a Pico
DRAW = "and it is a draw"
WINS = re.compile(r"side (\d) (?:then )?wins(?: in (\d+) moves)?")


def wrong_moves(name, count):
    """Return [(step, wrong move), ...] of a lesson: random ones, each of them once where there are too few."""
    steps = [step for step in steps_of(name) if step.kind in ("find", "all")]
    wrong = [(step, move) for step in steps for move in step.position().legal_moves() if move not in step.right]
    return random.Random(name).sample(wrong, min(count, len(wrong)))


def refuted(step, move):
    """Return the line that the page shows."""
    start = step.start
    stones = start.text().partition(": ")[2] if start.stones else ""
    seats, swap = [0] * start.sides, start.game.swap
    match = Match(GAMES[start.game.name], tuple(start.game.size), seats, swap=swap, stones=stones)
    for each in [*step.moves, move]:
        assert match.position.play(parse_move(match.position, each))
    return refutation.reason(match, len(step.moves), picture_of(match, {}), step.right)


def solved(position):
    return glowgrid.solve(position, milliseconds=MILLISECONDS)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_move_is_refuted_by_a_line_that_shows_what_is_claimed(name, count):
    for step, move in wrong_moves(name, count):
        line, position = refuted(step, move), step.start.copy()
        assert line, (name, step.moves, move)
        played = [each["name"] for each in line["states"][-1]["moves"]]
        before = len(step.moves) + 1
        assert played[:before] == [*step.moves, move]
        for each in played[:before]:
            position.play(each)
        claim = WINS.match(line["says"])
        outcome = glowgrid.DRAW if DRAW in line["says"] else int(claim[1])
        if claim and claim[2]:
            assert solved(position).plies == int(claim[2]), (line["says"], position.text())
        for number, each in enumerate(played[before:], before + 1):
            position.play(each)
            assert stones_shown(line["states"][number]) == position.stones
            assert (position.winner if position.is_over() else solved(position).winner) == outcome, line["says"]
        assert position.is_over() or len(played) == before + refutation.MOST_AFTER


def stones_shown(state):
    return {point["name"]: point["side"] for point in state["points"] if "side" in point}
