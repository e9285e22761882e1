"""Positions in GTP: a line of text, stones, files, and sides that move out of turn."""

import pytest
from all_games import OWN_GAMES
from gtp_talk import refused, said, talk_of


def test_a_position_is_a_line():
    talk = talk_of("hex", (5,))
    line = "hex 5: a4 c1 / b2 d3, 2 to move"
    assert said(talk, f"position {line}", "position") == line
    assert said(talk, "play w a1", "position") == "hex 5: a4 c1 / a1 b2 d3, 1 to move"
    assert said(talk, "undo", "position") == line and refused(talk, "undo") == "cannot undo"
    assert said(talk, "position a1 / b1", "position") == "hex 5: a1 / b1, 1 to move"
    assert said(talk, "position a1", "position") == "hex 5: a1 / -, 2 to move"
    assert said(talk, "position Hex 3: - / b2, 1 to move", "position") == "hex 3: - / b2, 1 to move"
    assert said(talk, "clear_board", "position") == "hex 3: - / -, 1 to move"
    assert said(talk, "swap on", "play b b2", "play w swap-pieces", "position") == "hex 3: - / b2, 1 to move"
    three = talk_of("three-player")
    assert said(three, "position a1 / b1 / c1 d1, 2 to move", "position") == "three-player: a1 / b1 / c1 d1, 2 to move"
    assert said(talk_of("mnk", (4, 4, 3)), "position mnk 4,3,3: a1 a2 /, 1 to move", "play b a3", "winner") == "1"


@pytest.mark.parametrize(
    "line, why",
    [
        ("position hex 5: z9 / b1", "stone z9: no such point; expected a1 to e5"),
        ("position a1 / a1", "stone a1: stands there twice; expected each point once"),
        ("position a1 / b1 / c1", "3 sides; expected at most 2"),
        ("position a1, 3 to move", "3 sides; expected at most 2"),
        ("position y 5: a1", "it is of y; expected hex"),
        ("position hex 99: a1", "hex: size 99; expected 1 to 15"),
        (
            "position hex five: a1",
            "'hex five: a1' is no position; expected a line such as hex 5: a4 c1 / b2 d3, 2 to move",
        ),
        ("set_position b", "syntax error: expected set_position SIDE POINT ..."),
        ("set_position b z9", "illegal stone: no such point: z9"),
        ("set_position b a1 w a1", "illegal stone: a stone is there: a1"),
        ("loadsgf nowhere.sgf", "cannot load nowhere.sgf: No such file or directory"),
        ("loadsgf", "syntax error: expected loadsgf FILE [N]"),
    ],
)
def test_what_is_no_position_changes_nothing(line, why):
    assert refused(talk_of("hex", (5,)), line) == why


def test_both_sides_may_not_have_won():
    talk = talk_of("tic-tac-toe")
    assert refused(talk, "position a1 b1 c1 / a2 b2 c2") == "more than one side has won; expected one at most"
    assert said(talk, "position a1 b1 c1 / a2 b2", "winner") == "1" and said(talk, "win_type") == "line"
    assert said(talk, "genmove w") == "resign" and said(talk, "genmove b") == "pass"


def test_stones_as_clients_send_them():
    talk = talk_of("hex", (5,))
    assert said(talk, "set_position black a4 white b2 black c1", "position") == "hex 5: a4 c1 / b2, 2 to move"
    assert said(talk, "set_position w a1 w b1", "position") == "hex 5: - / a1 b1, 1 to move"
    assert said(talk, "set_position", "position") == "hex 5: - / -, 1 to move"


def test_answers_on_a_position():
    talk = talk_of("hex", (3,))
    said(talk, "position a1 a2 / c1, 1 to move")
    assert said(talk, "w_star") == "1" and said(talk, "hint") == "a3 1 1" and said(talk, "w_k 1") == "1"
    assert said(talk, "values").split("\n")[-3] == "a3 1 1"
    said(talk, "position a1 a2 / c1, 2 to move")
    assert said(talk, "w_star") == "2" and "a3" in said(talk, "m_hat").split()
    assert said(talk, "play w b3", "w_star", "hint") == "a3 1 1"


def test_sides_need_not_alternate():
    talk = talk_of("hex", (3,))
    assert said(talk, "play w a1", "play w b1", "to_move") == "1"
    assert said(talk, "genmove w") in ("c1", "c2", "b2", "a2", "a3", "b3", "c3") and said(talk, "to_move") == "1"
    assert said(talk, "undo", "position") == "hex 3: - / a1 b1, 1 to move"
    assert said(talk, "undo", "position") == "hex 3: - / a1, 1 to move"
    assert said(talk, "undo", "position") == "hex 3: - / -, 1 to move" and refused(talk, "undo") == "cannot undo"
    assert said(talk, "play b b2", "legal").endswith("swap-pieces")
    assert refused(talk, "play b b2") == "illegal move: a stone is there" and said(talk, "to_move") == "2"
    assert said(talk, "play b a1", "play b c1", "play b a3", "winner") == "1"


def test_a_file_is_loaded_up_to_a_move(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[11]SZ[4];B[b3];W[swap-pieces];B[a1];B[a2](;W[d4])(;W[d3]))")
    talk = talk_of("hex", (5,))
    assert said(talk, f"loadsgf {path}", "position") == "hex 4: a1 a2 / c2 d4, 1 to move"
    assert said(talk, f"loadsgf {path} 1", "position") == "hex 4: - / -, 1 to move"
    assert said(talk, f"loadsgf {path} 2", "position") == "hex 4: b3 / -, 2 to move"
    assert said(talk, f"loadsgf {path} 3", "position") == "hex 4: - / c2, 1 to move"
    assert said(talk, "undo", "undo", "position") == "hex 4: - / -, 1 to move"
    path.write_text("(;GM[4]SZ[5];B[aa])")
    assert refused(talk, f"loadsgf {path}") == f"cannot load {path}: it is of mnk; expected hex"
    path.write_text("(;GM[11]SZ[4];B[b3];W[b3])")
    why = "game 1, node 3, move 2, b3: a stone is there; expected an empty point, a1 to d4"
    assert refused(talk, f"loadsgf {path}") == f"cannot load {path}: {why}"


def test_the_solved_file_answers_again_once_sides_move_in_turn():
    """Without it, a thousand nodes settle nothing after one stone."""
    three = talk_of("three-player")
    assert said(three, "nodes 1000", "play 1 a1", "w_star") == "draw"
    assert said(three, "play 1 b1", "w_star").startswith("? unsolved")
    assert said(three, "undo", "w_star") == "draw"
    said(three, "play 1 b1", "genmove 3")
    assert said(three, "clear_board", "play 1 a1", "w_star") == "draw"


@pytest.mark.parametrize("name", ["veiled", "blind"])
def test_a_game_that_hides_things_begins_at_its_start(name):
    talk, why = talk_of(str(OWN_GAMES / f"{name}.py")), f"{name} hides things: its games begin at their start"
    assert refused(talk, "position a1 / b1") == why and refused(talk, "position").startswith(why.partition(":")[0])
    assert refused(talk, "play w a1") == "illegal move: it is the turn of side 1"


def test_rules_of_ones_own_hold_for_stones_that_are_set_up():
    talk = talk_of(str(OWN_GAMES / "gravity.py"))
    assert said(talk, "position a4 a3 / a2, 1 to move", "legal") == "a1 b4 c4 d4"
    assert refused(talk, "position a1 / b4") == "stone a1 of side 1: the point below is empty"
    assert said(talk, "position a4 b4 / a3, 1 to move", "w_star") == "1" and said(talk, "hint") == "c4 1 1"
    assert said(talk, "play w c4", "play w d4", "w_star", "position") == "gravity: a4 b4 / a3 c4 d4, 1 to move"


def test_after_sides_were_swapped_in_a_file_nobody_swaps_again(tmp_path):
    path, talk = tmp_path / "game.sgf", talk_of("hex", (5,))
    path.write_text("(;GM[11]SZ[3];B[b2];W[swap-sides];W[a1])")
    assert "swap-pieces" not in said(talk, f"loadsgf {path} 2", "legal") and said(talk, "to_move") == "2"
    assert said(talk, f"loadsgf {path}", "position") == "hex 3: b2 / a1, 1 to move"
    path.write_text("(;GM[11]SZ[3];B[b2];W[a1])")
    assert said(talk, f"loadsgf {path} 2", "legal").endswith("swap-pieces")


def test_a_game_is_played_in_one_line():
    talk = talk_of("hex", (5,))
    assert said(talk, "play b e5", "play-game a1 b2 C3", "position") == "hex 5: a1 c3 / b2, 2 to move"
    assert said(talk, "undo", "undo", "undo", "position") == "hex 5: - / -, 1 to move"
    assert said(talk, "play-game", "position") == "hex 5: - / -, 1 to move"
    said(talk, "play-game a2 swap-pieces d4")
    position = said(talk, "position")
    assert said(talk, "clear_board", "play b a2", "play w swap-pieces", "play b d4", "position") == position
    three = talk_of("three-player")
    assert said(three, "play-game a1 b1 c1 d1", "position") == "three-player: a1 d1 / b1 / c1, 2 to move"
    assert said(talk_of("tic-tac-toe"), "play-game a1 a2 b1 b2 c1", "winner") == "1"


def test_a_sequence_goes_on_from_the_position_at_hand():
    talk = talk_of("hex", (5,))
    assert (
        said(talk, "play b a1", "gogui-play_sequence W B2 B c3 b d4", "position") == "hex 5: a1 c3 d4 / b2, 2 to move"
    )
    assert said(talk, "undo", "position") == "hex 5: a1 c3 / b2, 2 to move"
    assert said(talk, "clear_board", "gogui-play_sequence", "position") == "hex 5: - / -, 1 to move"


@pytest.mark.parametrize("before", [[], ["play b a2"], ["play b a2", "play b b2"], ["position a2 / b1, 1 to move"]])
@pytest.mark.parametrize(
    "line, why",
    [
        ("play-game c1 c2 c1", "move 3, c1: illegal move: a stone is there"),
        ("play-game c1 swap-pieces e9", "move 3, e9: illegal move: no such point"),
        ("gogui-play_sequence b c1 b c2 w c3 w c3", "move 4, c3: illegal move: a stone is there"),
        ("gogui-play_sequence w swap-pieces b e5 b e5", None),
        (
            "gogui-play_sequence w c1 green c2",
            "move 2, c2: syntax error: green is no side; expected 1, 2, 3, black or ",
        ),
        ("gogui-play_sequence b", "syntax error: expected gogui-play_sequence SIDE POINT ..."),
    ],
)
def test_moves_of_which_one_is_refused_change_nothing(before, line, why):
    talk = talk_of("hex", (5,))
    said(talk, "position", *before)
    position = said(talk, "position")
    assert refused(talk, line).startswith(why or "move ") and said(talk, "position") == position
    for _ in range(len(before) if "/" not in "".join(before) else 0):
        said(talk, "undo")
    assert refused(talk, "undo") == "cannot undo"
