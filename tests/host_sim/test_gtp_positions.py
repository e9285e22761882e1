"""Positions in GTP: a line of text, stones, files, and sides that move out of turn."""

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.gtp.gtp_command import find_game
from host_sim.gtp.protocol import Gtp


def gtp(name="hex", size=(5,)):
    return Gtp(find_game(name)[0], size)


def said(talk, *lines):
    """The last response to these lines; every one must succeed."""
    responses = [talk.answer(line) for line in lines]
    assert all(response.startswith("= ") for response in responses), responses
    return responses[-1][2:]


def refused(talk, line):
    before = talk.answer("showboard")
    response = talk.answer(line)
    assert response.startswith("? ") and "\n" not in response and talk.answer("showboard") == before
    return response[2:]


def test_a_position_is_a_line():
    talk = gtp()
    line = "hex 5: a4 c1 / b2 d3, 2 to move"
    assert said(talk, f"position {line}", "position") == line
    assert said(talk, "play w a1", "position") == "hex 5: a4 c1 / a1 b2 d3, 1 to move"
    assert said(talk, "undo", "position") == line and refused(talk, "undo") == "cannot undo"
    assert said(talk, "position a1 / b1", "position") == "hex 5: a1 / b1, 1 to move"
    assert said(talk, "position a1", "position") == "hex 5: a1 / -, 2 to move"
    assert said(talk, "position Hex 3: - / b2, 1 to move", "position") == "hex 3: - / b2, 1 to move"
    assert said(talk, "clear_board", "position") == "hex 3: - / -, 1 to move"
    assert said(talk, "swap on", "play b b2", "play w swap-pieces", "position") == "hex 3: - / b2, 1 to move"
    three = gtp("three-player", ())
    assert said(three, "position a1 / b1 / c1 d1, 2 to move", "position") == "three-player: a1 / b1 / c1 d1, 2 to move"
    assert said(gtp("mnk", (4, 4, 3)), "position mnk 4,3,3: a1 a2 /, 1 to move", "play b a3", "winner") == "1"


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
        ("loadsgf", "syntax error: expected loadsgf FILE NUMBER"),
    ],
)
def test_what_is_no_position_changes_nothing(line, why):
    assert refused(gtp(), line) == why


def test_both_sides_may_not_have_won():
    talk = gtp("tic-tac-toe", ())
    assert refused(talk, "position a1 b1 c1 / a2 b2 c2") == "more than one side has won; expected one at most"
    assert said(talk, "position a1 b1 c1 / a2 b2", "winner") == "1" and said(talk, "win_type") == "line"
    assert said(talk, "genmove w") == "resign" and said(talk, "genmove b") == "pass"


def test_stones_as_clients_send_them():
    talk = gtp()
    assert said(talk, "set_position black a4 white b2 black c1", "position") == "hex 5: a4 c1 / b2, 2 to move"
    assert said(talk, "set_position w a1 w b1", "position") == "hex 5: - / a1 b1, 1 to move"
    assert said(talk, "set_position", "position") == "hex 5: - / -, 1 to move"


def test_answers_on_a_position():
    talk = gtp("hex", (3,))
    said(talk, "position a1 a2 / c1, 1 to move")
    assert said(talk, "w_star") == "1" and said(talk, "hint") == "a3 1 1" and said(talk, "w_k 1") == "1"
    assert said(talk, "values").split("\n")[-3] == "a3 1 1"
    said(talk, "position a1 a2 / c1, 2 to move")
    assert said(talk, "w_star") == "2" and "a3" in said(talk, "m_hat").split()
    assert said(talk, "play w b3", "w_star", "hint") == "a3 1 1"


def test_sides_need_not_alternate():
    talk = gtp("hex", (3,))
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
    talk = gtp()
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


HIDDEN = """
from glowgrid.rules.game import Game
from glowgrid.rules.lines import Lines, LinesPosition, rows_of
from glowgrid.rules.geometry import square


class Blind(LinesPosition):
    def view(self, side):
        seen = self.fresh()
        return seen


GAME = Game("blind", "All is hidden.", setup=lambda: Blind(Lines(square(3, 3), 2, rows_of(3, 3, 3))))
"""


def test_a_game_that_hides_things_begins_at_its_start(tmp_path):
    path = tmp_path / "blind.py"
    path.write_text(HIDDEN)
    talk = gtp(str(path), ())
    assert talk.answer("position a1 / b1") == "? blind hides things: its games begin at their start"
    assert talk.answer("play w a1") == "? illegal move: it is the turn of side 1"
    assert talk.answer("position").startswith("? blind hides things")


GRAVITY = """
from glowgrid.rules.game import Game
from glowgrid.rules.lines import Lines, LinesPosition, rows_of
from glowgrid.rules.geometry import square


class Falling(LinesPosition):
    def refusal(self, side, move):
        why = super().refusal(side, move)
        if not why and move + 4 < self.points and not self.cells[move + 4]:
            why = "it would fall"
        return why


GAME = Game("falling", "Three in a row.", setup=lambda: Falling(Lines(square(3, 4), 2, rows_of(3, 4, 3))))
"""


def test_rules_of_ones_own_hold_for_stones_that_are_set_up(tmp_path):
    path = tmp_path / "falling.py"
    path.write_text(GRAVITY)
    talk = gtp(str(path), ())
    assert said(talk, "position a1 a2 / a3, 1 to move", "legal") == "b3 c3 d3"
    assert talk.answer("position a1 / b3") == "? stone a1 of side 1: it would fall"
    assert said(talk, "position a3 b3 / a2, 1 to move", "w_star") == "1" and said(talk, "hint") == "c3 1 1"
    assert said(talk, "play w c3", "play w d3", "w_star", "position") == "falling: a3 b3 / a2 c3 d3, 1 to move"


def test_solved_openings_are_still_known_after_a_side_moved_out_of_turn():
    talk = gtp("three-player", ())
    said(talk, "nodes 300")
    assert said(talk, "play 1 b1", "w_star") == "draw"
    said(talk, "clear_board", "play 1 b1", "play 3 a1", "genmove 2", "undo", "undo", "clear_board")
    assert said(talk, "play 1 b1", "w_star") == "draw"
