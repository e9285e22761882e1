"""`play --position`: the simulator begins from stones, or with a puzzle; what is wrong is said in one line."""

import pytest
from all_games import GAMES
from command_lines import run

from glowgrid.rules.placed import read
from host_sim.cli.installed import TOOLS
from host_sim.text.position_line import stones_of


@pytest.mark.parametrize(
    "line, said",
    [
        ("hex 5: a4 c1 / b2 d3, 2 to move", "Blue is to move."),
        ("tic-tac-toe: a1 / b2", "Orange is to move."),
        ("three-player: a1 / b2 / c3 c4, 3 to move", "Green is to move."),
        ("tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3; grade 2", "Orange is to move."),
    ],
)
def test_the_match_begins_there(line, said):
    done = run("host_sim", "--text", "--position", line)
    assert done.returncode == 0 and done.stderr == "" and said in done.stdout


LARGER = f"this board shows fields up to 8x8; {TOOLS} gtp plays larger ones\n"
PUZZLE = "tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3; grade 2"


@pytest.mark.parametrize(
    "typed, said",
    [
        ("", "Puzzle: win in 2.   To win: 3 in a row.   Orange is to move."),
        ("...\ns\n.", "That does not win in 2: try again.   Orange is to move."),  # b3
        ("...\ns\n....\n", "That does not win in 2: try again.   puzzle: left, right: choose   select: try again"),
        ("...\ne\n..\n3 w\n", "Solved.   Orange has won.   any key: next puzzle or menu"),  # c2, then c1 or b2
    ],
)
def test_a_puzzle_says_how_it_stands(typed, said):
    assert said in run("host_sim", "--text", "--position", PUZZLE, typed=typed).stdout


@pytest.mark.parametrize(
    "line, said",
    [
        ("hex", "'hex' is no position; expected a line such as hex 5: a4 c1 / b2 d3, 2 to move"),
        ("hex 30: a1", f"hex: size 30; expected 1 to 15; {LARGER}"),
        ("hex 9: a1", f"a 9x9 field does not fit 8x8 LEDs; {LARGER}"),
        ("hex 0: a1", "hex: size 0; expected 1 to 15\n"),
        ("hex 5: a1 / b1 / c1", "2 sides play; expected no more, with slashes between their stones"),
        ("hex 5: a1, 3 to move", "2 sides play; expected no more"),
        ("hex 5: a1, 12 to move", "'12 to move' is no side to move; expected ', 2 to move' after the stones\n"),
        ("hex 5: A4 / B2, white to move", "'white to move' is no side to move; expected ', 2 to move' after the"),
        ("hex 3: ; wins in 2; grade 2", "wins in 2: expected an odd number of plies: the winner's move is the last\n"),
        ("hex 3: a1; wins by 3", "hex 3: a1; wins by 3: expected '; wins in 5' after the stones"),
        ("tic-tac-toe: a1 b1 c1 / a2 b2", "the game is over there; expected one that goes on"),
    ],
)
def test_a_bad_line_is_refused_in_one_line(line, said):
    done = run("host_sim", "--text", "--position", line)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.startswith(f"error: --position: {said}")
    assert done.stderr.count("\n") == 1


def test_a_hint_that_wins_at_once_wins_in_1_ply():
    done = run("host_sim", "--text", "--position", "tic-tac-toe: a1 b1 / a2 b2, 1 to move", typed="...\nhint\n.\n")
    assert "hint c1: wins in 1 move\n" in done.stdout


def test_a_recording_of_it_is_refused(tmp_path):
    done = run("host_sim", "--text", "--position", "hex 5: a1", "--record", tmp_path / "x.keys")
    assert done.returncode == 2 and done.stderr.startswith("error: --position with --record: ")


@pytest.mark.parametrize(
    "text", ["a1 b2 / c3, 2 to move", "- / a1", "", "a1 / b1", "a1,b1 / c1,c2", "A1 / B2, 1 to move"]
)
def test_the_firmware_reads_stones_as_the_host_does(text):
    position = GAMES["hex"].setup((4,))
    assert read(text, position) == stones_of(text, position)
