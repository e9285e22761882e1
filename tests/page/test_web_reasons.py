"""Why an answer in a lesson is wrong: one sentence that the console's own engine finds, and that the rules bear out."""

import re

import pytest
from all_games import GAMES

from glowgrid.console.match import Match
from glowgrid.rules.notation import parse_move
from glowgrid.search import DRAWN
from host_sim.web.field.field_state import picture_of
from host_sim.web.learn import refutation

# (game, size, moves, the last of which is judged; the sentence)
REASONS = {
    "a line is not stopped": ("tic-tac-toe", "", "a1 b1 b2 a3", "side 1 then wins with c3: the line a1 b2 c3."),
    "a later win": ("tic-tac-toe", "", "a1 c1", "side 1 then wins in 5 moves (all sides'), with a2 first."),
    "an edge is joined": ("hex", "2", "a1 b1 a2", "side 1 wins with it."),
    "a chain": ("hex", "3", "b1 c1", "side 1 then wins in 3 moves (all sides'), with b2 first."),
    "it wins though it should lose": (
        "mnk",
        "4,3,3",
        "b2",
        "side 1 then wins in 6 moves (all sides'), whatever side 2 answers.",
    ),
    "three sides, a draw": ("three-player", "", "b2 a1 c3 b1", "side 2 answers d1, and it is a draw."),
    "three sides, another wins": ("three-player", "", "b2 a1 c3 b3", "side 3 then wins, by best play."),
}


def judged(kind, solution=()):
    """Return the match after the move, and the sentence."""
    name, size, moves, _ = REASONS[kind]
    game, moves = GAMES[name], moves.split()
    match = Match(game, tuple(map(int, size.split(","))) if size else game.sizes[0], [0] * game.sides)
    for move in moves:
        assert match.position.play(parse_move(match.position, move))
    before = bytes(match.position.cells)
    line = refutation.reason(match, len(moves) - 1, picture_of(match, {}), solution)
    assert bytes(match.position.cells) == before
    return match.position, line["says"]


@pytest.mark.parametrize("kind", REASONS)
def test_a_sentence_says_what_the_move_leads_to(kind):
    assert judged(kind)[1] == REASONS[kind][-1]


def test_the_solution_is_not_named():
    kind = "a later win"
    assert judged(kind, ["a2"])[1] == "side 1 then wins in 5 moves (all sides'), with a3 first."
    assert judged(kind, ["a2", "a3", "b2", "c2", "c3", "b3"])[1] == "side 1 then wins in 5 moves (all sides')."
    assert judged(kind, ["b2"])[1] == REASONS[kind][-1]


def test_a_win_that_is_too_slow_is_no_refutation():
    match = Match(GAMES["hex"], (4,), [0, 0], stones="b2 b3 / b1 d1, 1 to move")
    assert match.position.play(parse_move(match.position, "a1"))
    line = refutation.reason(match, 0, picture_of(match, {}), ["c1"])
    assert line["says"] == "That takes 5 moves in all; 3 is possible."
    assert (line["refuted"], line["refutes"]) == (-1, -1)


def test_of_a_game_to_the_end_the_move_that_gave_it_away_is_refuted():
    game = GAMES["tic-tac-toe"]
    match = Match(game, game.sizes[0], [0, 0])
    for move in "a1 b2 b1 c1 a3 c2 a2".split():  # blue's c2 does not stop a1 a2 a3
        assert match.position.play(parse_move(match.position, move))
    line = refutation.reason(match, 1, picture_of(match, {}), (), (2, DRAWN))
    assert line["says"] == "Move 6 was the mistake: side 1 then wins with a2: the line a1 a2 a3."
    assert [each["name"] for each in line["states"][-1]["moves"]] == "a1 b2 b1 c1 a3 c2 a2".split()
    assert refutation.reason(match, 1, picture_of(match, {}), (), (2,)) is None  # it never was to be had


@pytest.mark.parametrize("kind", REASONS)
def test_what_it_claims_holds_by_the_rules(kind):
    position, said = judged(kind)
    who = int(re.match(r"side (\d)", said)[1])
    if "wins with it" in said:
        assert position.winner == who
    elif line := re.search(r"with (\w+): the line (.*)\.", said):
        assert position.play(parse_move(position, line[1])) and position.winner == who
        assert all(position.cells[parse_move(position.fresh(), point)] == who for point in line[2].split())
    elif first := re.search(r"in (\d) moves [^,]*, with (\w+) first", said):
        assert position.play(parse_move(position, first[2]))
        assert wins_within(position, who, int(first[1]) - 1)


def wins_within(position, side, plies):
    """Return whether a side wins within so many plies, whatever the other does."""
    if position.is_over() or not plies:
        return position.winner == side
    after = []
    for move in range(position.moves):
        if position.play(move):
            after.append(wins_within(position, side, plies - 1))
            position.undo()
    return (any if position.to_move == side else all)(after)
