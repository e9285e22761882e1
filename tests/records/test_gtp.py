"""The text protocol: what match tools rely on, line by line, and that nothing typed brings it down."""

import io
import json
import random
import re
import subprocess
import sys

import command_lines
import pytest
from compiled import own_games
from deadline import DEADLINE_S
from gtp_talk import refused, said, talk_of
from hypothesis import given, settings
from hypothesis import strategies as st
from own_games_truth import DRAW
from own_games_truth import GAMES as OWN_GAMES

from glowgrid import games
from glowgrid.games import discover
from host_sim.own_games.data.reader import game_from
from host_sim.own_games.find import find_game
from host_sim.records.gtp.dialects import DIALECTS
from host_sim.records.gtp.gtp_command import serve
from host_sim.records.gtp.protocol import Gtp
from host_sim.records.gtp.questions import PERFT_POSITIONS
from tools.paths import ROOT


def session(text, name="tic-tac-toe", size=None):
    """All that is answered to the text."""
    output = io.StringIO()
    serve(name, size, io.StringIO(text), output)
    return output.getvalue()


def run(*arguments, text=""):
    return command_lines.run("host_sim", "gtp", *arguments, typed=text)


def process(text):
    """The command in a process of its own."""
    command = [sys.executable, "-m", "host_sim", "gtp"]
    return subprocess.run(command, input=text, cwd=ROOT, timeout=DEADLINE_S, capture_output=True)


@pytest.mark.parametrize(
    "typed, answered",
    [
        ("protocol_version\n", "= 2\n\n"),
        ("name\n", "= Glowgrid\n\n"),
        ("007 protocol_version\n", "=007 2\n\n"),
        ("3 clear_board\n", "=3 \n\n"),
        ("12 undo\n", "?12 cannot undo\n\n"),
        ("5\n", "?5 unknown command\n\n"),
        ("NAME\n", "? unknown command\n\n"),
        ("help checkmate\n", "? unknown command\n\n"),
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
        ("", ""),
    ],
)
def test_lines_and_responses(typed, answered):
    assert session(typed) == answered


def test_all_named_commands_are_listed():
    named = (
        "protocol_version name version list_commands known_command boardsize clear_board play genmove undo "
        "showboard final_score quit list_games legal perft winner win_type to_move values level nodes "
        "swap swap-pieces w_star w_k m_hat hint think engine_sees goal position set_position loadsgf "
        "help play-game gogui-play_sequence"
    ).split()
    assert {*named} <= {*said(talk_of(), "list_commands").split("\n")}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_help_has_a_line_for_every_command(dialect):
    talk = talk_of("hex", (5,), dialect)
    listed, lines = said(talk, "list_commands").split("\n"), said(talk, "help").split("\n")
    assert listed == sorted(listed) and {said(talk, f"known_command {command}") for command in listed} == {"true"}
    assert [line.split()[0].rstrip(":") for line in lines] == listed
    assert all(len(line.partition(": ")[2]) > 10 for line in lines)
    assert all(said(talk, f"help {command}") == line for command, line in zip(listed, lines))
    assert said(talk, "help play") == "play SIDE POINT: Play a move for a side."


@pytest.mark.parametrize("dialect", DIALECTS)
def test_help_names_the_arguments_that_a_command_takes(dialect):
    talk = talk_of("hex", (5,), dialect)
    for line in said(talk, "help").split("\n"):
        command, *arguments = line.partition(": ")[0].split()
        if "..." in line or command in ("boardsize", "position"):  # they take as many as there are
            continue
        needed = sum(word[0] != "[" for word in arguments)
        for count in range(0 if needed else 1, len(arguments) + 2):
            answer = talk.answer(" ".join([command] + ["x"] * count))
            wrong = not needed <= count <= len(arguments)
            assert (f"syntax error: expected {command}" in answer) == wrong, (line, count)


NUMBER = "expected a whole number from"
SIZES = "expected whole numbers between commas, such as 5,4,4"


@pytest.mark.parametrize(
    "line, why",
    [
        ("play b", "syntax error: expected play SIDE POINT"),
        ("play green a1", "syntax error: green is no side; expected 1, 2, 3, black or white"),
        ("play 0 a1", "syntax error: 0 is no side; expected 1, 2, 3, black or white"),
        ("play 3 a1", "illegal move: no side 3; sides are 1 to 2"),
        ("play b d1", "illegal move: no such point"),
        ("play b a0", "illegal move: no such point"),
        ("play b 11", "illegal move: no such point"),
        ("play b pass", "illegal move: nobody may pass"),
        ("genmove 3", "illegal move: no side 3; sides are 1 to 2"),
        ("level 0", f"syntax error: level 0; {NUMBER} 1 to 2"),
        ("level 6", f"syntax error: level 6; {NUMBER} 1 to 2"),
        ("level 1 2", "syntax error: expected level [LEVEL]"),
        ("nodes -1", f"syntax error: nodes -1; {NUMBER} 0 to 1000000000"),
        ("nodes 1e6", f"syntax error: nodes 1e6; {NUMBER} 0 to 1000000000"),
        ("think 0", f"syntax error: think 0; {NUMBER} 1 to 1000000"),
        ("perft \u0663", f"syntax error: perft \u0663; {NUMBER} 0 to 999999999"),
        ("w_k -1", f"syntax error: w_k -1; {NUMBER} 0 to 999"),
        ("swap on", "tic-tac-toe has no swap rule"),
        ("boardsize 4", "unacceptable size: tic-tac-toe: size 4; it has only one, give none"),
        ("boardsize four", f"unacceptable size: size four; {SIZES}"),
    ],
)
def test_what_is_refused_and_why(line, why):
    assert refused(talk_of(), line) == why


@pytest.mark.parametrize("first, second", [("1", "2"), ("b", "w"), ("black", "white"), ("B", "W"), ("Black", "WHITE")])
def test_sides_by_number_letter_or_colour(first, second):
    talk = talk_of()
    assert said(talk, f"play {first} a1", f"play {second} B2", f"play {first} c3", "legal") == "b1 c1 a2 c2 a3 b3"


def test_a_stone_and_the_end_refuse_plays():
    talk = talk_of()
    said(talk, "play b a1")
    assert refused(talk, "play w a1") == "illegal move: a stone is there"
    said(talk, "play w a2", "play b b1", "play w b2", "play b c1")
    assert refused(talk, "play w c2") == "illegal move: the game is over"
    assert said(talk, "winner") == "1" and said(talk, "final_score") == "1+" and said(talk, "legal") == ""
    assert said(talk, "perft 0") == "1" and said(talk, "perft 1") == "0" and said(talk, "values") == ""
    assert said(talk, "genmove w") == "resign" and said(talk, "genmove b") == "pass"
    assert said(talk, "play w pass", "winner") == "1"
    assert said(talk, "undo", "winner") == "0" and said(talk, "final_score") == "0"
    assert said(talk, "clear_board", "legal") == "a1 b1 c1 a2 b2 c2 a3 b3 c3"


def test_showboard_has_coordinates_stones_and_the_state():
    assert said(talk_of("mnk", (2, 12, 2)), "play 1 b2", "showboard") == (
        "\n  a b c d e f g h i j k l\n1 . . . . . . . . . . . .\n2 . 1 . . . . . . . . . .\nmnk 2,12,2: side 2 to move"
    )
    assert said(talk_of("fano"), "play 1 c1", "showboard") == (
        "\n  a b c d e\n1     1\n2   .   .\n3     .\n4 .   .   .\nfano: side 2 to move"
    )
    assert said(talk_of("mnk", (1, 28, 2)), "showboard").split("\n")[1].endswith("  y  z aa ab")


@pytest.mark.parametrize("typed", ["5,4,3", "5 4 3"])
def test_boardsize_sets_up_another_size(typed):
    talk = talk_of("mnk", (4, 4, 4))
    said(talk, "play 1 a1")
    for numbers in ("5", "0,0,0", "99 99 5", "4,4,5", "1 2 3 4", "-1,-1,1", "4;4"):
        assert refused(talk, f"boardsize {numbers}").startswith("unacceptable size: ")
    assert said(talk, f"boardsize {typed}", "legal").split() == [f"{c}{row}" for row in range(1, 6) for c in "abcd"]


@pytest.mark.parametrize(
    "game, size, numbers",
    [("tic-tac-toe", None, "3"), ("tic-tac-toe", None, "3 3"), ("mnk", (5, 5, 4), "5"), ("three-player", None, "4")],
)
def test_tools_that_know_square_fields_only_may_name_the_size_it_has(game, size, numbers):
    talk = talk_of(game, size)
    before = said(talk, "showboard")
    assert said(talk, "play 1 a1", f"boardsize {numbers}", "showboard") == before


@pytest.mark.parametrize("depths", [7, pytest.param(11, marks=pytest.mark.long)])
def test_perft_counts_move_sequences(depths):
    known = "1 9 72 504 3024 15120 54720 148176 200448 127872 0".split()
    assert [said(talk_of(), f"perft {depth}") for depth in range(depths)] == known[:depths]
    assert said(talk_of(), "perft 10") == "0"


def test_a_perft_that_would_take_too_long_is_refused_at_once():
    talk = talk_of("mnk", (8, 8, 5))
    assert refused(talk, "perft 20") == f"perft 20 might visit more than {PERFT_POSITIONS} positions: take fewer plies"
    assert said(talk, "perft 3") == str(64 * 63 * 62)
    assert said(talk, "perft 65") == "0" and said(talk, "perft 999999999") == "0"


def test_values_of_every_move():
    known = {**dict.fromkeys("b1 c1 a2 b2 c2 a3 b3 c3".split(), "1 6"), "b2": "draw 8"}
    assert said(talk_of(), "play b a1", "values").split("\n") == [f"{name} {value}" for name, value in known.items()]
    assert said(talk_of(), "values").split("\n") == [f"{c}{r} draw 9" for r in "123" for c in "abc"]
    assert said(talk_of("mnk", (2, 2, 2)), "values") == "a1 1 3\nb1 1 3\na2 1 3\nb2 1 3"


def test_values_print_what_they_do_not_know_as_question_marks():
    assert set(said(talk_of("mnk", (8, 8, 5)), "nodes 50", "values").split()[1::3]) == {"?"}


def test_w_star_w_k_m_hat_and_hint():
    talk = talk_of()
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


def leaning_of(hint):
    """The percent that a hint which is not settled leans by."""
    found = re.fullmatch(r"\S+ \? unsolved after \d+ nodes, depth \d+, leaning (\d+)%", hint)
    assert found, hint
    return int(found[1])


def test_what_is_not_settled_is_a_question_mark_and_says_how_far_the_search_came():
    talk = talk_of("mnk", (8, 8, 5))
    said(talk, "nodes 200")
    for line in ("w_star", "w_k 20", "m_hat"):
        assert re.fullmatch(r"\? unsolved after \d+ nodes, depth 8", said(talk, line)), line
    leaning = said(talk_of("hex", (10,)), "nodes 2000", "w_star")
    assert re.fullmatch(r"\? unsolved after \d+ nodes, depth \d, leaning \d+%", leaning)
    point, _, rest = said(talk, "hint").partition(" ")
    assert point in said(talk, "legal").split() and re.fullmatch(r"\? unsolved after \d+ nodes, depth \d+", rest)
    assert said(talk_of("mnk", (4, 3, 3)), "hint").split()[1] == "1"


@pytest.mark.parametrize(
    "name, size, first, hint",
    [
        ("hex", 3, "b2", ["swap-pieces", "2", "5"]),  # whatever side 2 answers loses
        ("hex", 3, "a1", ["b2", "2", "5"]),
        ("hex", 7, "d4", ["swap-pieces", "2", "?"]),
        ("hex", 8, "d4", ["swap-pieces", "published", "2"]),  # not proven here
        ("hex", 9, "b3", ["swap-pieces", "published", "2"]),
        ("havannah", 2, "a1", ["swap-pieces", "2", "3"]),
        ("havannah", 2, "b2", ["a1", "2", "3"]),
    ],
)
def test_the_hint_takes_the_first_stone_over_where_genmove_does(name, size, first, hint):
    """And so do the other questions, as long as the swap rule is on."""
    talk = talk_of(name, (size,))
    said(talk, f"play 1 {first}", "nodes 500")
    assert said(talk, "hint").split()[: len(hint)] == hint
    if hint[0] == "swap-pieces":
        why = "? published " if "published" in hint else ""
        assert said(talk, "w_star") == f"{why}2" and said(talk, "m_hat") == f"swap-pieces {why and why + '2'}".strip()
        assert said(talk, "swap off", "w_star") == f"{why}1" and "swap-pieces" not in said(talk, "values")
        said(talk, "swap on")
        assert said(talk, "genmove 2") == "swap-pieces"
        assert said(talk, "hint").split()[0] in said(talk, "legal").split()  # one may swap once
    else:
        assert said(talk, "genmove 2") != "swap-pieces"


@pytest.mark.parametrize(
    "name, size, lines, hint",
    [
        ("havannah", 1, (), "a1 draw 1"),
        ("hex", 1, (), "a1 1 1"),  # a stone that wins at once cannot be taken over
        ("hex", 6, (), "d1 2 ?"),  # the book knows every reply, the swap too
        ("hex", 8, (), "h3 published 2"),  # all lose
        ("hex", 8, ("swap off", "play 1 d5"), "a1 published 1"),
        ("hex", 6, ("play 1 c4",), "swap-pieces 2 ?"),  # by the book
        ("hex", 8, ("play 1 d5",), "swap-pieces published 2"),
        ("hex", 2, ("nodes 100", "play 1 b1"), "swap-pieces 2 3"),
    ],
)
def test_hints_on_fields_with_next_to_nothing_to_find_out(name, size, lines, hint):
    assert said(talk_of(name, (size,)), "nodes 1", *lines, "hint") == hint


@pytest.mark.parametrize(
    "lines, values",
    [
        (("swap off",), {"d4": "published 1", "a1": "published 2", "h3": "published 2"}),
        ((), {"d4": "published 2", "a1": "published 2", "h3": "published 2"}),
        (("play 1 d4",), {"a1": "published 1", "h3": "published 1", "swap-pieces": "published 2"}),
        (("play 1 a1",), {"d4": "? ?", "swap-pieces": "published 1"}),
        (("play 1 d4", "swap-pieces"), {"a1": "published 2"}),
        (("position hex 8: d4 / -, 2 to move",), {"a1": "published 1"}),
    ],
)
def test_values_say_what_is_published_in_the_words_of_the_hint(lines, values):
    talk = talk_of("hex", (8,))
    found = dict(line.split(" ", 1) for line in said(talk, "nodes 500", *lines, "values").split("\n"))
    assert {name: found[name][: len(each)] for name, each in values.items()} == values
    name, hint = said(talk, "hint").split(" ", 1)
    assert hint == found[name] or hint.startswith(("? unsolved", "? published")) and "published" not in found[name]


@pytest.mark.parametrize("size", [8, 9])
@pytest.mark.parametrize(
    "swap, first, winner, best",
    [
        ("on", "a1", 2, ""),  # that side 2 wins is known, but not by which move
        ("off", "a1", 2, ""),
        ("on", "e4", 2, "swap-pieces "),
        ("off", "e4", 1, "a1 "),
        ("on", "", 2, "a1 "),
        ("off", "", 1, "e4 "),
    ],
)
def test_who_wins_is_said_as_published_after_any_first_stone(size, swap, first, winner, best):
    talk = talk_of("hex", (size,))
    said(talk, f"swap {swap}", "nodes 1", *([f"play 1 {first}"] if first else []))
    assert said(talk, "w_star") == f"? published {winner}"
    assert said(talk, "m_hat").endswith(f"? published {winner}") and best in said(talk, "m_hat")
    assert said(talk, "hint").endswith(f" {'' if best else '? '}published {winner}")


@pytest.mark.parametrize("name, size", [("hex", 11), ("y", 5)])
def test_the_hint_for_a_first_stone_is_what_genmove_plays_hard_to_choose_by(name, size):
    talk = talk_of(name, (size,))
    said(talk, "nodes 500")
    hint = said(talk, "hint")
    assert 0 <= leaning_of(hint) <= 50
    assert said(talk, "genmove 1") == hint.split()[0]


def test_every_first_stone_of_a_solved_game_loses_if_it_may_be_taken_over():
    talk = talk_of("hex", (3,))
    assert said(talk, "swap") == "on" and said(talk, "w_star") == "2"
    point, outcome, plies = said(talk, "hint").split()
    assert outcome == "2" and int(plies) == max(int(line.split()[2]) for line in said(talk, "values").split("\n"))
    assert said(talk, "w_k 1") == "0" and said(talk, "w_k 10") == "2"
    assert said(talk, "swap off", "swap") == "off" and said(talk, "w_star") == "1" and said(talk, "hint") == "b2 1 5"
    assert said(talk, "boardsize 4", "clear_board", "play 1 b2", "legal").endswith("d4")
    assert said(talk, "perft 1") == "15" and said(talk, "swap on", "perft 1") == "16"
    assert said(talk, "legal").endswith("d4 swap-pieces")
    assert talk.answer("swap maybe") == "? syntax error: swap maybe; expected on or off"


def test_three_sides_by_max_n():
    talk = talk_of("three-player")
    for ply, point in enumerate("c2 b1 c4 a2 c3 a3 b4".split()):
        said(talk, f"play {ply % 3 + 1} {point}")
    values = dict(line.split()[:2] for line in said(talk, "values").split("\n"))
    assert set(values.values()) == {"1", "2", "draw"}
    assert said(talk, "w_star") == "2" and said(talk, "m_hat") == "b2" and said(talk, "hint") == "b2 2 ?"
    # Cut short: whoever has won by then; at the end it is what w_star says.
    cut = [said(talk, f"w_k {k}") for k in range(10)]
    assert cut[0] == "0" and cut[9] == "2" and set(cut) == {"0", "2"} and cut == sorted(cut)
    assert said(talk_of("three-player"), "w_k 2") == "0"
    assert said(talk_of("three-player"), "nodes 9", "w_k 12").startswith("? unsolved")


@pytest.mark.long
def test_a_hint_with_three_sides_tells_how_many_playouts_its_move_wins():
    talk = Gtp(game_from({"name": "large", "sides": 3, "rows": {"of": [5, 5], "k": 4}}))
    assert 25 <= leaning_of(said(talk, "nodes 30000", "hint")) <= 60
    assert "leaning" not in said(talk, "nodes 1000", "hint")  # too few to tell


def test_levels_and_nodes():
    talk = talk_of("hex", (5,))
    assert said(talk, "level") == "level 5 of 1 to 5"
    strongest = said(talk, "nodes")
    assert said(talk, "level 1", "level") == "level 1 of 1 to 5" and said(talk, "nodes") != strongest
    assert said(talk, "nodes 123", "level 1", "clear_board", "nodes") == "123"
    assert said(talk, "level 5", "nodes 0", "nodes") == strongest


@pytest.mark.parametrize("game, size, levels", [("tic-tac-toe", (), 2), ("mnk", (4, 4, 4), 1), ("hex", (5,), 5)])
def test_a_level_that_a_game_lacks_is_refused(game, size, levels):
    talk = talk_of(game, size)
    assert said(talk, "level") == f"level {levels} of 1 to {levels}"
    assert refused(talk, f"level {levels + 1}") == f"syntax error: level {levels + 1}; {NUMBER} 1 to {levels}"
    assert said(talk, f"level {levels}", "level") == f"level {levels} of 1 to {levels}"


def test_think_holds_until_a_level_or_nodes_and_counts_for_every_question():
    talk = talk_of("hex", (5,))
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
    three = talk_of("three-player")
    assert said(three, "w_k 2") == "0" and said(three, "think 1", "w_k 9")[0] == "?"


def test_the_milliseconds_of_a_faster_board_are_worth_more(tmp_path):
    about = json.loads((ROOT / "boards" / "pico_ws2812_8x8_keys_4x4.json").read_text())
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
            talk = talk_of("mnk", (5, 5, 4))
            nodes = said(talk, "think 100", "nodes")
            said(talk, f"level {level}", "think 100" if budget == "think" else f"nodes {nodes}")
            played[level, budget] = [said(talk, f"genmove {ply % 2 + 1}") for ply in range(6)]
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
    assert said(talk_of(), *full, "play 1 a2", "play 1 pass", "showboard").endswith("tic-tac-toe: a draw")


def test_the_command_ends_with_0_at_quit_and_at_the_end_of_input():
    done = process(b"1 name\n\xff\xfe name\n\x80\nname\n")  # bytes that are no text are answered
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"=1 Glowgrid\n\n? unknown command\n\n? unknown command\n\n= Glowgrid\n\n"
    done = run("--game", "mnk", "--size", "5,4,4", text="boardsize 4 4 3\nquit\nname\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "= \n\n= \n\n", "")


def test_each_session_and_each_game_of_it_is_another_unless_the_seed_is_given():
    game = "clear_board\n" + "genmove b\ngenmove w\n" * 3

    def answers(*seed):
        asked = "level 1\nnodes 20\nlevel 1\n" + 2 * game
        done = run("mnk", "--size", "6,6,4", "--engine", "cpython", *seed, text=asked)
        assert done.returncode == 0, done.stderr
        return done.stdout.split("\n\n")

    known = answers("--seed", "7")
    assert answers("--seed", "7") == known != answers("--seed", "9")
    assert known[4:10] != known[11:17]
    assert len({str(answers()) for _ in range(3)}) > 1
    assert "--seed" in run("--seed", "0").stderr


@pytest.mark.parametrize(
    "lines", ["clear_board", "boardsize 8", "play-game", "position hex 8:", "play-game d4\nclear_board", "set_position"]
)
def test_whatever_begins_a_game_takes_the_next_seed(lines):
    """Level 5 begins Hex 8 with another stone for each seed."""
    begun = [session(f"boardsize 8\n{f'{lines}{chr(10)}genmove 1{chr(10)}' * 6}", "hex") for _ in range(2)]
    stones = [answer for answer in begun[0].replace("=", "").split() if answer]
    assert begun[0] == begun[1] and len(stones) == 6 and len({*stones}) > 2


def test_a_game_that_is_refused_takes_no_seed():
    known = session("boardsize 8\ngenmove 1\n", "hex")
    for line in ("boardsize 99", "play-game d4 d4", "position hex 8: d4 d4", "set_position 1 z9", "loadsgf none.sgf"):
        answers = session(f"boardsize 8\n{line}\ngenmove 1\n", "hex").split("\n\n")
        assert answers[1].startswith("?") and answers[2] == known.split("\n\n")[1], line


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["--game", "chess"], "no game chess; expected tic-tac-toe, mnk, three-player"),
        (["--game", "mnk", "--size", "9"], "mnk: size 9; expected one like 4,3,3"),
        (["--game", "mnk", "--size", "x"], f"size x; {SIZES}"),
        (["--game", "mnk", "--size", "3,3,9"], "mnk: 9 in a row does not fit a 3x3 field"),
        (["--size", "3"], "tic-tac-toe: size 3; it has only one, give none"),
        (["--game", "missing.py"], "missing.py: cannot be read"),
        (["--game", "tests/console.py"], "tests/console.py: no GAME"),
    ],
)
def test_a_game_or_size_that_does_not_fit_is_one_line_and_exit_code_2(arguments, why):
    done = run(*arguments, text="name\n")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert why in done.stderr


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


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(GAMES)), st.lists(LINES, max_size=12))
def test_nothing_typed_brings_it_down(name, lines):
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
