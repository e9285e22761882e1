"""Wrong moves in the lessons of the page: the line that refutes each on the field shows what is claimed."""

import json
import random
import re

import pytest
from all_games import own_game
from lesson_steps import NAMES, steps_of
from three_tiers import on_cpython, on_webassembly

from glowgrid.console.match import Match
from glowgrid.rules.notation import parse_move
from glowgrid.search import DRAWN
from host_sim.library import glowgrid
from host_sim.web.field.field_state import picture_of
from host_sim.web.learn import refutation

SMALL = "double_threats", "minimax", "three_players"  # lessons of small fields, which the library solves at once
# (lesson, how many of its wrong moves, what finds the lines: the page does it on WebAssembly)
CASES = [(name, 2, on_cpython) for name in SMALL]
CASES += [pytest.param(name, 20, on_webassembly, marks=pytest.mark.long) for name in NAMES]
MILLISECONDS = 20_000  # of a Pico
PROGRAM = """
import json
from glowgrid.console.match import Match
from glowgrid.games import discover
from glowgrid.rules.notation import parse_move
from host_sim.web.field.field_state import picture_of
from host_sim.web.learn import refutation
games = {game.name: game for game in discover()[0]}
for name, size, sides, swap, stones, moves, solution in %r:
    match = Match(games[name], size, [0] * sides, swap=swap, stones=stones)
    for move in moves:
        assert match.position.play(parse_move(match.position, move))
    print(json.dumps(refutation.reason(match, len(moves) - 1, picture_of(match, {}), solution)))
"""
DRAW = "and it is a draw"
SLOW = re.compile(r"That takes (\d+) moves in all; (\d+) is possible\.")
WINS = re.compile(r"side (\d) (?:then )?wins(?: in (\d+) moves)?")


def wrong_moves(name, count):
    """Return [(step, wrong move), ...] of a lesson: random ones, each of them once where there are too few."""
    steps = [step for step in steps_of(name) if step.kind in ("find", "all")]
    wrong = [(step, move) for step in steps for move in step.position().legal_moves() if move not in step.right]
    return random.Random(name).sample(wrong, min(count, len(wrong)))


def refuted(run, wrong):
    """Return the lines that the page shows. run: where they are found; wrong: [(step, wrong move), ...]."""
    return [json.loads(line) for line in run(PROGRAM % [asked(*each) for each in wrong])]


def asked(step, move):
    start = step.start
    stones = start.text().partition(": ")[2] if start.stones else ""
    game = start.game
    return game.name, tuple(game.size), start.sides, game.swap, stones, [*step.moves, move], step.right


def solved(position):
    return glowgrid.solve(position, milliseconds=MILLISECONDS)


@pytest.mark.parametrize("name, count, run", CASES)
def test_a_wrong_move_is_refuted_by_a_line_that_shows_what_is_claimed(name, count, run):
    wrong = wrong_moves(name, count)
    for (step, move), line in zip(wrong, refuted(run, wrong), strict=True):
        position = step.start.copy()
        assert line, (name, step.moves, move)
        played = [each["name"] for each in line["states"][-1]["moves"]]
        before = len(step.moves) + 1
        assert played[:before] == [*step.moves, move]
        if slow := SLOW.match(line["says"]):
            won = step.position()
            assert solved(won).plies == int(slow[2])
            won.play(move)
            assert solved(won).plies + 1 == int(slow[1]) and line["refuted"] == line["refutes"] == -1
            continue
        for each in played[:before]:
            position.play(each)
        claim = WINS.match(line["says"])
        outcome = glowgrid.DRAW if DRAW in line["says"] else int(claim[1])
        if claim and claim[2]:
            known = solved(position)  # in Hex it may be proven how soon a move wins, and not that no other is quicker
            plies = known.plies or known.values[played[before]].plies
            assert plies == int(claim[2]), (line["says"], position.text())
        for number, each in enumerate(played[before:], before + 1):
            position.play(each)
            assert stones_shown(line["states"][number]) == position.stones
            assert (position.winner if position.is_over() else solved(position).winner) == outcome, line["says"]
        assert position.is_over() or len(played) == before + refutation.MOST_AFTER


def stones_shown(state):
    return {point["name"]: point["side"] for point in state["points"] if "side" in point}


@pytest.mark.parametrize("name", ["misere", "three_misere"])
def test_in_a_game_with_rules_of_its_own_each_move_of_the_line_keeps_what_is_claimed(name):
    generator, shown = random.Random(name), 0
    for _ in range(10):
        game = own_game(name)
        match = Match(game, game.sizes[0], [0] * game.sides)
        position = match.position
        while not position.is_over() and position.empty > 5:
            position.play(generator.choice(legal(position)))
        if position.is_over():
            continue
        plies = position.plies
        position.play(generator.choice(legal(position)))
        line, at = refutation.reason(match, plies, picture_of(match, {})), position.fresh()
        if not line:
            assert position.is_over() and not position.winner
            continue
        shown += 1
        claim = WINS.match(line["says"])
        outcome = DRAWN if DRAW in line["says"] else int(claim[1])
        for number, each in enumerate(line["states"][-1]["moves"]):
            assert number <= plies or outcome_of(at) == outcome, (line["says"], number)
            assert at.play(parse_move(at, each["name"]))
        assert outcome_of(at) == outcome
    assert shown >= 5


def legal(position):
    return [move for move in range(position.moves) if position.is_legal(move)]


def outcome_of(position):
    """Return who wins by best play, as all that may follow is tried: that of the lowest move among the best."""
    if position.is_over():
        return position.winner or DRAWN
    side, found = position.to_move, []
    for move in legal(position):
        position.play(move)
        found.append(outcome_of(position))
        position.undo()
    return max(found, key=lambda outcome: 2 if outcome == side else outcome == DRAWN)
