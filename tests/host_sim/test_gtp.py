"""The text protocol: what match tools rely on, line by line, and that nothing typed brings it down."""

import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import command_lines
import pytest
from compiled import own_games
from deadline import DEADLINE_S
from hypothesis import given, settings
from hypothesis import strategies as st
from own_games_truth import DRAW
from own_games_truth import GAMES as OWN_GAMES

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import games
from glowgrid.games import discover
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition
from host_sim.data_games.reader import game_from
from host_sim.gtp.dialects import DIALECTS
from host_sim.gtp.gtp_command import find_game, serve
from host_sim.gtp.protocol import PERFT_POSITIONS, Gtp

REPO = Path(__file__).resolve().parents[2]
ROW_OF_TWO = {"name": "own", "field": ["ooo"], "lines": ["a1 b1"]}


def gtp(name="tic-tac-toe", size=None):
    return Gtp(find_game(name)[0], size, find_game(name)[1])


def session(text, name="tic-tac-toe", size=None):
    """All that is answered to the text."""
    output = io.StringIO()
    serve(name, size, io.StringIO(text), output)
    return output.getvalue()


def said(talk, *lines):
    """The last response of these lines, without its "= "; every line before must succeed."""
    responses = [talk.answer(line) for line in lines]
    assert all(response.startswith("=") for response in responses), responses
    return responses[-1][2:]


def refused(talk, line):
    response = talk.answer(line)
    assert response.startswith("? "), response
    return response[2:]


def run(*arguments, text=""):
    return command_lines.run("host_sim", "gtp", *arguments, typed=text)


def process(text):
    """The command in a process of its own."""
    command = [sys.executable, "-m", "host_sim", "gtp"]
    options = dict(cwd=REPO, timeout=DEADLINE_S, capture_output=True, text=not isinstance(text, bytes))
    return subprocess.run(command, input=text, **options)


# The protocol -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed, answered",
    [
        ("protocol_version\n", "= 2\n\n"),
        ("name\n", "= Glowgrid\n\n"),
        ("7 protocol_version\n", "=7 2\n\n"),
        ("007 protocol_version\n", "=007 2\n\n"),
        ("clear_board\n", "= \n\n"),
        ("3 clear_board\n", "=3 \n\n"),
        ("undo\n", "? cannot undo\n\n"),
        ("12 undo\n", "?12 cannot undo\n\n"),
        ("nonsense\n", "? unknown command\n\n"),
        ("5\n", "?5 unknown command\n\n"),
        ("NAME\n", "? unknown command\n\n"),
        ("\n \n\t\n# a comment\n  # another\n", ""),
        ("name # the rest counts for nothing\n", "= Glowgrid\n\n"),
        ("na#me\n", "? unknown command\n\n"),
        ("name\r\n", "= Glowgrid\n\n"),
        ("na\x00m\x07\x1be\x7f\n", "= Glowgrid\n\n"),
        ("\tname\t\n", "= Glowgrid\n\n"),
        ("play\tb\ta1\nto_move\n", "= \n\n= 2\n\n"),
        ("name", "= Glowgrid\n\n"),  # the last line without its end
        ("known_command play\nknown_command fly\n", "= true\n\n= false\n\n"),
        ("quit\nname\n", "= \n\n"),
        ("1 quit\n", "=1 \n\n"),
        ("", ""),
    ],
)
def test_lines_and_responses(typed, answered):
    assert session(typed) == answered


def test_all_named_commands_are_listed_and_known():
    talk = gtp()
    listed = said(talk, "list_commands").split("\n")
    named = (
        "protocol_version name version list_commands known_command boardsize clear_board play genmove undo "
        "showboard final_score quit list_games legal perft winner win_type to_move values level nodes "
        "swap swap-pieces w_star w_k m_hat hint think engine_sees goal position set_position loadsgf "
        "help play-game gogui-play_sequence"
    ).split()
    assert set(named) <= set(listed) and listed == sorted(listed)
    assert {said(talk, f"known_command {command}") for command in named} == {"true"}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_help_has_a_line_for_every_command(dialect):
    talk = DIALECTS[dialect](find_game("hex")[0], (5,))
    listed, lines = said(talk, "list_commands").split("\n"), said(talk, "help").split("\n")
    assert [line.split()[0].rstrip(":") for line in lines] == listed
    assert all(len(line.partition(": ")[2]) > 10 for line in lines)
    for command, line in zip(listed, lines):
        assert said(talk, f"help {command}") == line
    assert said(talk, "help play") == "play SIDE POINT: Play a move for a side."
    assert refused(talk, "help checkmate") == "unknown command"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_help_names_the_arguments_that_a_command_takes(dialect):
    talk = DIALECTS[dialect](find_game("hex")[0], (5,))
    for line in said(talk, "help").split("\n"):
        command, *arguments = line.partition(": ")[0].split()
        if "..." in line or command in ("boardsize", "position"):  # they take as many as there are
            continue
        needed = sum(word[0] != "[" for word in arguments)
        for count in range(0 if needed else 1, len(arguments) + 2):
            answer = talk.answer(" ".join([command] + ["x"] * count))
            wrong = not needed <= count <= len(arguments)
            assert (f"syntax error: expected {command}" in answer) == wrong, (line, count)


def test_games_are_listed_one_per_line():
    assert said(gtp(), "list_games").split("\n")[:3] == ["tic-tac-toe", "mnk", "three-player"]


@pytest.mark.parametrize(
    "line, why",
    [
        ("play", "syntax error: expected play SIDE POINT"),
        ("play b", "syntax error: expected play SIDE POINT"),
        ("play b a1 a2", "syntax error: expected play SIDE POINT"),
        ("play green a1", "syntax error: green is no side; expected 1, 2, 3, black or white"),
        ("play 0 a1", "syntax error: 0 is no side; expected 1, 2, 3, black or white"),
        ("play 3 a1", "illegal move: no side 3; sides are 1 to 2"),
        ("play b d1", "illegal move: no such point"),
        ("play b a0", "illegal move: no such point"),
        ("play b 11", "illegal move: no such point"),
        ("play b pass", "illegal move: nobody may pass"),
        ("genmove", "syntax error: expected genmove SIDE"),
        ("genmove 3", "illegal move: no side 3; sides are 1 to 2"),
        ("name it", "syntax error: expected name"),
        ("known_command", "syntax error: expected known_command COMMAND"),
        ("level 0", "syntax error: level 0; expected a whole number from 1 to 5"),
        ("level 6", "syntax error: level 6; expected a whole number from 1 to 5"),
        ("level one", "syntax error: level one; expected a whole number from 1 to 5"),
        ("level 1 2", "syntax error: expected level [LEVEL]"),
        ("nodes -1", "syntax error: nodes -1; expected a whole number from 0 to 1000000000"),
        ("nodes 1e6", "syntax error: nodes 1e6; expected a whole number from 0 to 1000000000"),
        ("think 0", "syntax error: think 0; expected a whole number from 1 to 1000000"),
        ("think 1.5", "syntax error: think 1.5; expected a whole number from 1 to 1000000"),
        ("think 1 2", "syntax error: expected think [MS]"),
        ("perft", "syntax error: expected perft DEPTH"),
        ("perft x", "syntax error: perft x; expected a whole number from 0 to 999999999"),
        ("perft \u0663", "syntax error: perft \u0663; expected a whole number from 0 to 999999999"),
        ("boardsize", "syntax error: expected boardsize SIZE"),
        ("boardsize 4", "unacceptable size: tic-tac-toe: size 4; it has only one, give none"),
        ("boardsize four", "unacceptable size: size four; expected whole numbers between commas, such as 5,4,4"),
    ],
)
def test_what_is_refused_and_why(line, why):
    talk = gtp()
    board = said(talk, "showboard")
    assert refused(talk, line) == why
    assert said(talk, "showboard") == board


# Playing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first, second", [("1", "2"), ("b", "w"), ("black", "white"), ("B", "W"), ("Black", "WHITE")])
def test_sides_by_number_letter_or_colour(first, second):
    talk = gtp()
    assert said(talk, f"play {first} a1", f"play {second} B2", f"play {first} c3", "legal") == "b1 c1 a2 c2 a3 b3"


def test_three_sides_take_turns():
    talk = gtp("three-player")
    assert said(talk, "to_move") == "1"
    assert [said(talk, line, "to_move") for line in ("play b a1", "play w b1", "play 3 c1")] == ["2", "3", "1"]
    assert said(talk, "play 3 d4", "to_move") == "1" and said(talk, "undo", "to_move") == "1"
    assert said(talk, "undo", "to_move") == "3"


def test_a_stone_and_the_end_refuse_plays():
    talk = gtp()
    said(talk, "play b a1")
    assert refused(talk, "play w a1") == "illegal move: a stone is there"
    said(talk, "play w a2", "play b b1", "play w b2", "play b c1")
    assert refused(talk, "play w c2") == "illegal move: the game is over"
    assert said(talk, "winner") == "1" and said(talk, "final_score") == "1+" and said(talk, "legal") == ""
    assert said(talk, "perft 0") == "1" and said(talk, "perft 1") == "0" and said(talk, "values") == ""
    assert said(talk, "undo", "winner") == "0" and said(talk, "final_score") == "0"
    assert said(talk, "clear_board", "legal") == "a1 b1 c1 a2 b2 c2 a3 b3 c3"


def test_after_a_win_the_loser_resigns_and_the_winner_passes():
    talk = gtp()
    said(talk, "play b a1", "play w a2", "play b b1", "play w b2", "play b c1")
    assert said(talk, "genmove w") == "resign" and said(talk, "genmove b") == "pass"
    assert said(talk, "play w pass", "winner") == "1"


def test_after_a_draw_both_pass_and_the_score_is_0():
    talk = gtp()
    for ply, point in enumerate("a1 b1 c1 b2 a2 c2 b3 a3 c3".split()):
        said(talk, f"play {ply % 2 + 1} {point}")
    assert said(talk, "winner") == "draw" and said(talk, "final_score") == "0"
    assert [said(talk, line) for line in ("genmove w", "play w PASS", "genmove b")] == ["pass", "", "pass"]


def test_genmove_plays_its_move_and_two_engines_draw():
    black, white = gtp(), gtp()
    for ply in range(9):
        mover, other = (black, white) if ply % 2 == 0 else (white, black)
        point = said(mover, f"genmove {'bw'[ply % 2]}")
        assert said(other, f"play {'bw'[ply % 2]} {point}") == ""
        assert said(black, "showboard") == said(white, "showboard")
    assert said(black, "winner") == said(white, "winner") == "draw"


def test_three_engines_play_to_an_end():
    talk = gtp("three-player")
    said(talk, "nodes 300")
    for ply in range(16):
        if said(talk, "winner") != "0":
            break
        assert said(talk, f"genmove {ply % 3 + 1}")
    assert said(talk, "winner") in ("1", "2", "3", "draw")


def test_the_same_commands_give_the_same_answers():
    text = "level 2\ngenmove b\ngenmove w\nnodes 77\ngenmove b\nvalues\nlevel 1\ngenmove w\nshowboard\n"
    assert session(text, "mnk", "4,4,3") == session(text, "mnk", "4,4,3")


def test_showboard_has_coordinates_stones_and_the_state():
    assert said(gtp("mnk", (2, 12, 2)), "play 1 b2", "showboard") == (
        "\n  a b c d e f g h i j k l\n1 . . . . . . . . . . . .\n2 . 1 . . . . . . . . . .\nmnk 2,12,2: side 2 to move"
    )
    assert said(gtp("fano"), "play 1 c1", "showboard") == (
        "\n  a b c d e\n1     1\n2   .   .\n3     .\n4 .   .   .\nfano: side 2 to move"
    )
    assert said(gtp("mnk", (1, 28, 2)), "showboard").split("\n")[1].endswith("  y  z aa ab")


# Sizes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["5,4,3", "5 4 3"])
def test_boardsize_sets_up_another_size(typed):
    talk = gtp("mnk", (4, 4, 4))
    said(talk, "play 1 a1", f"boardsize {typed}")
    assert said(talk, "legal").split() == [f"{column}{row}" for row in range(1, 6) for column in "abcd"]


@pytest.mark.parametrize(
    "game, size, numbers",
    [
        ("tic-tac-toe", None, "3"),
        ("tic-tac-toe", None, "3 3"),
        ("mnk", (5, 5, 4), "5"),
        ("three-player", None, "4"),
    ],
)
def test_tools_that_know_square_fields_only_may_name_the_size_it_has(game, size, numbers):
    talk = gtp(game, size)
    before = said(talk, "showboard")
    assert said(talk, "play 1 a1", f"boardsize {numbers}", "showboard") == before


def test_a_size_that_does_not_fit_changes_nothing():
    talk = gtp("mnk", (4, 4, 4))
    board = said(talk, "play 1 a1", "showboard")
    for numbers in ("5", "0,0,0", "99 99 5", "4,4,5", "1 2 3 4", "-1,-1,1", "4;4"):
        assert refused(talk, f"boardsize {numbers}").startswith("unacceptable size: ")
    assert said(talk, "showboard") == board


# Analysis -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depths", [7, pytest.param(11, marks=pytest.mark.long)])
def test_perft_counts_move_sequences(depths):
    known = [
        "1",
        "9",
        "72",
        "504",
        "3024",
        "15120",
        "54720",
        "148176",
        "200448",
        "127872",
        "0",
    ]
    assert [said(gtp(), f"perft {depth}") for depth in range(depths)] == known[:depths]
    assert said(gtp(), "perft 10") == "0"


def test_a_perft_that_would_take_too_long_is_refused_at_once():
    talk = gtp("mnk", (8, 8, 5))
    assert refused(talk, "perft 20") == f"perft 20 might visit more than {PERFT_POSITIONS} positions: take fewer plies"
    assert said(talk, "perft 3") == str(64 * 63 * 62)
    assert said(talk, "perft 65") == "0" and said(talk, "perft 999999999") == "0"


def test_values_of_every_move():
    assert said(gtp(), "play b a1", "values").split("\n") == [
        "b1 1 6",
        "c1 1 6",
        "a2 1 6",
        "b2 draw 8",
        "c2 1 6",
        "a3 1 6",
        "b3 1 6",
        "c3 1 6",
    ]
    assert said(gtp(), "values").split("\n") == [f"{c}{r} draw 9" for r in "123" for c in "abc"]
    assert said(gtp("mnk", (2, 2, 2)), "values") == "a1 1 3\nb1 1 3\na2 1 3\nb2 1 3"


def test_values_print_what_they_do_not_know_as_question_marks():
    assert set(said(gtp("mnk", (8, 8, 5)), "nodes 50", "values").split()[1::3]) == {"?"}
    talk = gtp("three-player")
    for ply, point in enumerate("b2 b1 c2 c3 d4 c1 b3".split()):
        said(talk, f"play {ply % 3 + 1} {point}")
    for line in said(talk, "values").split("\n"):
        point, outcome, plies = line.split()
        assert outcome in ("1", "2", "3", "draw", "?")
        assert (plies == "9") == (outcome == "draw")


def test_w_star_w_k_m_hat_and_hint():
    talk = gtp()
    assert said(talk, "w_star") == "draw" and said(talk, "w_k 9") == "0" and said(talk, "hint") == "a1 draw 9"
    assert said(talk, "m_hat") == "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    assert said(talk, "play b b2", "play w a2", "w_star") == "1"
    assert [said(talk, f"w_k {k}") for k in (0, 4, 5, 6)] == ["0", "0", "1", "1"]
    assert said(talk, "m_hat") == "a1 b1 c1 a3 b3 c3"
    assert said(talk, "hint") == "a1 1 5"
    assert said(talk, "play b a1", "hint") == "c3 1 4"  # loses as late as can be
    assert said(talk, "w_k 3") == "0" and said(talk, "w_k 4") == "1"
    said(talk, "play w c3", "play b c1", "play w b1", "play b a3")
    assert (said(talk, "w_star"), said(talk, "m_hat"), said(talk, "w_k 0")) == ("1", "", "1")
    assert refused(talk, "hint") == "the game is over"
    assert refused(talk, "w_k") == "syntax error: expected w_k PLIES"
    assert refused(talk, "w_k -1") == "syntax error: w_k -1; expected a whole number from 0 to 999"


def leaning_of(hint):
    """The percent that a hint which is not settled leans by."""
    found = re.fullmatch(r"\S+ \? unsolved after \d+ nodes, depth \d+, leaning (\d+)%", hint)
    assert found, hint
    return int(found[1])


def test_what_is_not_settled_is_a_question_mark_and_says_how_far_the_search_came():
    talk = gtp("mnk", (8, 8, 5))
    said(talk, "nodes 200")
    for line in ("w_star", "w_k 20", "m_hat"):
        assert re.fullmatch(r"\? unsolved after \d+ nodes, depth 8", said(talk, line)), line
    leaning = said(gtp("hex", (8,)), "nodes 2000", "w_star")
    assert re.fullmatch(r"\? unsolved after \d+ nodes, depth \d, leaning \d+%", leaning)
    point, _, rest = said(talk, "hint").partition(" ")
    assert point in said(talk, "legal").split() and re.fullmatch(r"\? unsolved after \d+ nodes, depth \d+", rest)
    assert said(gtp("mnk", (4, 3, 3)), "hint").split()[1] == "1"


def test_who_wins_by_a_ply():
    talk = gtp("hex", (3,))
    said(talk, "swap off", "play 1 b2")
    assert [said(talk, f"w_k {k}") for k in (0, 3, 4, 9)] == ["0", "0", "1", "1"]


@pytest.mark.parametrize(
    "name, size, first, hint",
    [
        ("hex", 3, "b2", ["swap-pieces", "2", "5"]),  # whatever side 2 answers loses
        ("hex", 3, "a1", ["b2", "2", "5"]),
        ("hex", 7, "d4", ["swap-pieces", "2", "?"]),
        ("hex", 8, "e4", ["swap-pieces", "?", "unsolved"]),
        ("havannah", 2, "a1", ["swap-pieces", "2", "3"]),
        ("havannah", 2, "b2", ["a1", "2", "3"]),
    ],
)
def test_the_hint_takes_the_first_stone_over_where_genmove_does(name, size, first, hint):
    """And so do the other questions, as long as the swap rule is on."""
    talk = gtp(name, (size,))
    said(talk, f"play 1 {first}", "nodes 500")
    assert said(talk, "hint").split()[: len(hint)] == hint
    if hint[0] == "swap-pieces":
        if "unsolved" in hint:
            assert 50 <= leaning_of(said(talk, "hint")) <= 100
        else:
            assert said(talk, "w_star") == "2" and said(talk, "m_hat") == "swap-pieces"
            assert said(talk, "swap off", "w_star") == "1" and "swap-pieces" not in said(talk, "values")
            said(talk, "swap on")
        assert said(talk, "genmove 2") == "swap-pieces"
        assert said(talk, "hint").split()[0] in said(talk, "legal").split()  # one may swap once
    else:
        assert said(talk, "genmove 2") != "swap-pieces"


@pytest.mark.parametrize("name, size", [("hex", 8), ("y", 5)])
def test_the_hint_for_a_first_stone_is_what_genmove_plays_hard_to_choose_by(name, size):
    talk = gtp(name, (size,))
    said(talk, "nodes 500")
    hint = said(talk, "hint")
    assert 0 <= leaning_of(hint) <= 50
    assert said(talk, "genmove 1") == hint.split()[0]


def test_every_first_stone_of_a_solved_game_loses_if_it_may_be_taken_over():
    talk = gtp("hex", (3,))
    assert said(talk, "swap") == "on" and said(talk, "w_star") == "2"
    point, outcome, plies = said(talk, "hint").split()
    assert outcome == "2" and int(plies) == max(int(line.split()[2]) for line in said(talk, "values").split("\n"))
    assert said(talk, "w_k 1") == "0" and said(talk, "w_k 10") == "2"
    assert said(talk, "swap off", "swap") == "off" and said(talk, "w_star") == "1" and said(talk, "hint") == "b2 1 5"
    assert said(talk, "boardsize 4", "clear_board", "play 1 b2", "legal").endswith("d4")
    assert said(talk, "perft 1") == "15" and said(talk, "swap on", "perft 1") == "16"
    assert said(talk, "legal").endswith("d4 swap-pieces")
    assert gtp().answer("swap on") == "? tic-tac-toe has no swap rule" and said(gtp(), "swap") == "off"
    assert talk.answer("swap maybe") == "? syntax error: swap maybe; expected on or off"


def test_three_sides_by_max_n():
    talk = gtp("three-player")
    for ply, point in enumerate("c2 b1 c4 a2 c3 a3 b4".split()):
        said(talk, f"play {ply % 3 + 1} {point}")
    values = dict(line.split()[:2] for line in said(talk, "values").split("\n"))
    assert set(values.values()) == {"1", "2", "draw"}
    assert said(talk, "w_star") == "2" and said(talk, "m_hat") == "b2" and said(talk, "hint") == "b2 2 ?"
    # Cut short: whoever has won by then; at the end it is what w_star says.
    cut = [said(talk, f"w_k {k}") for k in range(10)]
    assert cut[0] == "0" and cut[9] == "2" and set(cut) == {"0", "2"} and cut == sorted(cut)
    assert said(gtp("three-player"), "w_k 2") == "0"
    assert said(gtp("three-player"), "nodes 9", "w_k 12").startswith("? unsolved")


def test_a_hint_with_three_sides_tells_how_many_playouts_its_move_wins():
    talk = Gtp(game_from({"name": "large", "sides": 3, "rows": {"of": [5, 5], "k": 4}}))
    assert 25 <= leaning_of(said(talk, "nodes 30000", "hint")) <= 60
    assert "leaning" not in said(talk, "nodes 1000", "hint")  # too few to tell


def test_levels_and_nodes():
    talk = gtp()
    assert said(talk, "level") == "level 5 of 1 to 5"
    assert said(talk, "level 2", "level") == "level 2 of 1 to 5" and said(talk, "level 5") == ""
    strongest = said(talk, "nodes")
    assert said(talk, "level 1", "nodes") != strongest
    assert said(talk, "nodes 123", "level 2", "nodes") == "123"
    assert said(talk, "clear_board", "nodes") == "123"
    assert said(talk, "level 5", "nodes 0", "nodes") == strongest


def test_think_holds_until_a_level_or_nodes_and_counts_for_every_question():
    talk = gtp("hex", (5,))
    assert said(talk, "think") == "0"
    level = said(talk, "level 3", "nodes")
    nodes = int(said(talk, "think 100", "nodes"))
    assert said(talk, "boardsize 6", "boardsize 5", "clear_board", "think") == "100"
    assert said(talk, "think 200", "nodes") == str(2 * nodes)
    assert said(talk, "nodes 7", "think") == "0" and said(talk, "nodes") == "7"
    assert said(talk, "think 100", "nodes 0", "think") == "0" and said(talk, "nodes") == level
    assert said(talk, "think 100", "level 3", "think") == "0" and said(talk, "nodes") == level
    said(talk, "play 1 c2")
    few = said(talk, "think 20", "nodes")
    for question in ("values", "hint", "w_star", "m_hat", "w_k 5"):
        assert said(talk, "think 20", question) == said(talk, f"nodes {few}", question)
    three = gtp("three-player")
    assert said(three, "w_k 2") == "0" and said(three, "think 1", "w_k 9")[0] == "?"


def test_the_milliseconds_of_a_faster_board_are_worth_more(tmp_path):
    about = json.loads((REPO / "boards" / "pico_ws2812_8x8_keys_4x4.json").read_text())
    quick = tmp_path / "quick.json"
    quick.write_text(json.dumps({**about, "name": "quick", "speed": 2}))
    asked = "think 100\nnodes\nlevel 3\nnodes\n"
    nodes = []
    for more in [], ["--board", str(quick)]:
        done = run("--game", "hex", "--engine", "cpython", *more, text=asked)
        assert done.returncode == 0, done.stderr
        nodes.append([int(answer.split()[1]) for answer in done.stdout.split("\n\n")[1:4:2]])
    assert nodes[1] == [2 * each for each in nodes[0]]


def test_think_overlooks_nothing_whatever_the_level():
    played = {}
    for level in (1, 5):
        for budget in ("think", "nodes"):
            talk = gtp("mnk", (5, 5, 4))
            nodes = said(talk, "think 100", "nodes")
            said(talk, f"level {level}", "think 100" if budget == "think" else f"nodes {nodes}")
            played[level, budget] = [said(talk, f"genmove {ply % 2 + 1}") for ply in range(8)]
    assert played[1, "think"] == played[5, "think"] == played[5, "nodes"] != played[1, "nodes"]


OWN = own_games()


@pytest.mark.parametrize(
    "name, plies", [("misere", 1), ("avoid", 1), ("gravity", 5), ("passing", 0), ("fenced", 2), ("apart", 1)]
)
def test_a_game_that_no_fast_engine_knows_is_played_and_asked_about_like_any_other(name, plies, monkeypatch):
    """Its values are those of brute force; what they leave open is a question mark."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(OWN)])
    game = next(game for game in discover(str(OWN))[0] if game.name == name)
    size, truth = OWN_GAMES[name]
    talk, state, chance, told = Gtp(game, size), truth.start(), random.Random(2), 0
    said(talk, "nodes 150000")  # so that some stays open
    for _ in range(plies):
        said(talk, f"play {talk.position.to_move} {chance.choice(said(talk, 'legal').split())}")
        state = truth.after(state, talk.position.history[talk.position.plies - 1])
    while truth.outcome(state) is None:
        lines = said(talk, "values").split("\n")
        for move, line in zip(truth.moves(state), lines, strict=True):
            winner, plies = truth.solved(truth.after(state, move))
            _, outcome, within = line.split()
            assert outcome in ("?", DRAW if winner == DRAW else str(winner)) and within in ("?", str(plies + 1)), (
                state,
                line,
            )
            told += outcome != "?"
        winner, plies = truth.solved(state)
        assert said(talk, "w_star").split()[0] in ("?", str(winner))
        for k in (1, 3, plies):
            assert said(talk, f"w_k {k}").split()[0] in ("?", "0" if winner == DRAW or plies > k else str(winner))
        name = said(talk, f"genmove {talk.position.to_move}")
        state = truth.after(state, talk.position.history[talk.position.plies - 1])
        assert name and said(talk, "to_move") == str(state[1])
    assert said(talk, "winner") == str(truth.outcome(state)) and told > 2


@pytest.mark.parametrize("line", ["play 1 a2", "play 2 a2", "play 2 a1"])
def test_where_no_move_is_legal_the_game_is_over_and_the_board_says_why(line):
    talk = Gtp(find_game(str(OWN / "fenced.py"))[0])
    said(talk, "play 1 a1", "play 2 b1", "play 1 c1")
    assert said(talk, "legal") == "" and refused(talk, line) == "illegal move: the game is over"
    assert said(talk, "showboard").endswith("fenced: no legal move: a draw") and said(talk, "winner") == "draw"
    full = "play 1 a1", "play 2 b1", "play 1 b2", "play 2 c3", "play 1 c1", "play 2 a3", "play 1 b3", "play 2 c2"
    assert said(gtp(), *full, "play 1 a2", "play 1 pass", "showboard").endswith("tic-tac-toe: a draw")


class Kept(LinesPosition):
    """Side 2 may play on a1 and b1 only."""

    def refusal(self, side, move):
        return super().refusal(side, move) or (side == 2 and move > 1 and "not for you") or None


def test_a_side_without_a_legal_move_has_drawn_whatever_is_asked():
    lines = Lines(square(2, 3), 2, [(0, 2, 5)])
    talk = Gtp(Game("kept", "x", setup=lambda: Kept(lines)))
    assert said(talk, "values") == "\n".join(f"{point} draw ?" for point in ("a1", "b1", "c1", "a2", "b2", "c2"))
    assert said(talk, "w_star") == "draw" and said(talk, "m_hat") == "a1 b1 c1 a2 b2 c2" and said(talk, "w_k 6") == "0"
    assert said(talk, "hint").split()[1] == "draw"
    assert [said(talk, f"perft {depth}") for depth in (4, 5, 6)] == ["24", "48", "0"]
    assert said(talk, "play 1 c1", "play 2 a1", "play 1 b1", "legal") == ""
    assert [said(talk, question) for question in ("values", "m_hat", "perft 1", "w_star", "w_k 0", "w_k 3")] == [
        *("", "", "0"),
        *("draw", "0", "0"),
    ]
    assert said(talk, "winner") == "draw" and said(talk, "final_score") == "0"
    assert refused(talk, "hint") == "the game is over" and said(talk, "genmove 2") == "pass"
    assert said(talk, "play 2 pass") == "" and refused(talk, "play 2 c2") == "illegal move: the game is over"


def test_w_k_0_says_who_has_won_now_without_a_search():
    no_engine: Any = object()
    game, games = find_game("hex")
    assert said(Gtp(game, (8,), games, no_engine), "w_k 0") == "0"


STAR = {
    "name": "star",
    "sides": 3,
    "field": ["...o...", "o.o.o.o", ".o.o.o.", "o.o.o.o", "...o..."],
    "lines": "d1 c2 b3/d1 e2 f3/a2 c2 e2/c2 e2 g2/a2 b3 c4/g2 f3 e4/b3 d3 f3/c2 d3 e4/e2 d3 c4/c2 b3 a4/e2 f3 g4".split(
        "/"
    )
    + ["b3 c4 d5", "f3 e4 d5", "a4 c4 e4", "c4 e4 g4"],
}


@pytest.mark.long
def test_small_games_of_ones_own_are_solved_from_the_empty_field(tmp_path):
    star, gravity = tmp_path / "star.json", OWN / "gravity.py"
    star.write_text(json.dumps(STAR))
    assert said(Gtp(find_game(str(star))[0]), "w_star") == "draw"
    talk = Gtp(find_game(str(gravity))[0])
    assert said(talk, "w_star") == "1" and said(talk, "hint") == "b4 1 9"
    assert said(talk, "m_hat").startswith("b4 c4 ? unsolved after 200000 nodes")


# The command --------------------------------------------------------------------------------------------------------


def test_the_command_ends_with_0_at_quit_and_at_the_end_of_input():
    done = process("1 name\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "=1 Glowgrid\n\n", "")
    done = run("--game", "mnk", "--size", "5,4,4", text="boardsize 4 4 3\nquit\nname\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "= \n\n= \n\n", "")


def test_bytes_that_are_no_text_are_answered():
    done = process(b"\xff\xfe name\n\x80\nname\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"? unknown command\n\n? unknown command\n\n= Glowgrid\n\n"


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["--game", "Hexx"], "no game Hexx; did you mean hex? expected tic-tac-toe, mnk, three-player"),
        (["--game", "chess"], "no game chess; expected tic-tac-toe, mnk, three-player"),
        (["--game", "mnk", "--size", "9"], "mnk: size 9; expected one like 4,3,3"),
        (["--game", "mnk", "--size", "x"], "size x; expected whole numbers between commas, such as 5,4,4"),
        (["--game", "mnk", "--size", "3,3,9"], "mnk: 9 in a row does not fit a 3x3 field"),
        (["--size", "3"], "tic-tac-toe: size 3; it has only one, give none"),
        (["--game", "missing.json"], "missing.json: cannot be read: No such file or directory"),
        (["--game", "missing.py"], "missing.py: cannot be read"),
        (["--game", "tests/console.py"], "tests/console.py: no GAME"),
    ],
)
def test_a_game_or_size_that_does_not_fit_is_one_line_and_exit_code_2(arguments, why):
    done = run(*arguments, text="name\n")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert why in done.stderr


def test_a_users_own_game(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(ROW_OF_TWO))
    done = run("--game", str(path), text="list_games\nplay 1 a1\nplay 2 c1\nplay 1 b1\nfinal_score\n")
    assert done.returncode == 0
    assert done.stdout.startswith("= tic-tac-toe\n") and "\nown\n" in done.stdout and done.stdout.endswith("= 1+\n\n")
    path.write_text("{}")
    done = run("--game", str(path))
    assert done.returncode == 2
    why = "name: expected 1 to 32 small letters, digits, dashes and underscores (line 1, column 1, found nothing)"
    assert done.stderr == f"error: {path}: {why}\n"
    path.write_text('{"name": "own", "lines": ["a1 b1"], "lines": ["b1 c1"], "field": ["ooo"]}')
    assert run("--game", str(path)).stderr == f"error: {path}: lines: written twice (line 1, column 37)\n"


def test_a_game_in_python_that_fails_is_named_with_its_line(tmp_path):
    head = "from glowgrid.rules.game import Game\nfrom glowgrid.games.tic_tac_toe import GAME as KNOWN\n"
    path = tmp_path / "late.py"
    path.write_text(head + "def setup():\n    return nothing\nGAME = Game('late', 'x', setup=setup)\n")
    with pytest.raises(ValueError) as error:
        find_game(str(path))
    assert str(error.value) == f"{path}: setup(): NameError: name 'nothing' is not defined (late.py, line 4)"
    fails = (  # later than when it is tried
        "def setup():\n    p = KNOWN.setup()\n    play = p.play\n"
        "    p.play = lambda move: 1 // 0 if move == 8 else play(move)\n    return p\n"
    )
    path.write_text(head + fails + "GAME = Game('late', 'x', setup=setup)\n")
    output = io.StringIO()
    serve(str(path), None, io.StringIO("play 1 c3\nname\n"), output)
    zero = "? internal error: ZeroDivisionError: integer division or modulo by zero (late.py, line 6)"
    assert output.getvalue() == f"{zero}\n\n= Glowgrid\n\n"


def test_a_users_own_game_in_python():
    path = "tests/own_games/gravity.py"
    done = run("--game", path, text="list_games\nplay 1 a1\nplay 1 a4\nlegal\n")
    assert (done.returncode, done.stderr) == (0, "")
    listed, refused, played, legal = done.stdout.rstrip().split("\n\n")
    assert listed.endswith("\ngravity") and refused == "? illegal move: the point below is empty"
    assert legal == "= a3 b4 c4 d4"


def test_a_reader_that_goes_away_is_no_error():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with command_lines.running("host_sim", "gtp", **pipes) as process:
        process.stdout.close()
        try:
            process.stdin.write(b"list_commands\n" * 2000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(timeout=DEADLINE_S) == 0


# Whatever is typed --------------------------------------------------------------------------------------------------

WORDS = st.one_of(
    st.sampled_from(
        "play genmove undo boardsize clear_board level nodes perft values legal winner to_move final_score showboard "
        "quit list_games list_commands known_command name version protocol_version 1 2 3 b w black white a1 b2 c3 pass "
        "resign 0 -1 3,3,3 4,4,3 2,2,2 1,1,1 16,16,5 99999999999999999999 # \u0663 \u00b2".split()
    ),
    st.text(max_size=6),
)
LINES = st.one_of(st.lists(WORDS, max_size=5).map(" ".join), st.text(max_size=30))
GAMES = {name: find_game(name)[0] for name in ("mnk", "three-player", "fano")}


TYPED = given(st.sampled_from(sorted(GAMES)), st.lists(LINES, max_size=12))


@settings(deadline=None, max_examples=60)
@TYPED
def test_nothing_typed_brings_it_down(name, lines):
    type_all(name, lines)


@pytest.mark.long
@settings(deadline=None, max_examples=300)
@TYPED
def test_nothing_more_that_is_typed_brings_it_down(name, lines):
    type_all(name, lines)


def type_all(name, lines):
    talk = Gtp(GAMES[name], (3, 3, 3) if name == "mnk" else None)
    talk.nodes = 20
    for line in lines:
        position = talk.position
        before = bytes(position.cells), position.plies, position.to_move, position.winner
        response = talk.answer(line)
        if response is None:
            continue
        assert response[0] in "=?" and "\n\n" not in response and "\r" not in response
        if response[0] == "?":
            assert talk.position is position and "\n" not in response
            assert (bytes(position.cells), position.plies, position.to_move, position.winner) == before
        talk.nodes = min(talk.nodes or 20, 20)
