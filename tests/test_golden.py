"""Whole games as key logs give the same frames, text for text, on CPython and unix MicroPython.

That the emulated Pico gives them too is tested in test_on_the_pico.py.

The first and the last frame of each are written here by hand from the design: the splash's first row; and the end of
the game, where the winning points shine or blink and all other stones are dim.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from host_sim import golden
from host_sim.boards import FOLDER as BOARDS

ROOT = Path(__file__).resolve().parent.parent
FIRST = """\
..1111..
........
........
........
........
........
........
........"""
LAST = {
    # Side 2 (diagonal stones) has won with a2 b2 c2; the blink is at its brighter half.
    "tic_tac_toe": """\
aa.aa...
aa.aa...
........
B..B..B.
.B..B..B
........
aa......
aa......""",
    # Side 1 (full blocks) has won with a2 b2 c2; side 2 is diagonal, side 3 a corner.
    "three_player": """\
....b...
.....b..
AAAAAA..
AAAAAA..
c...c...
cc..cc..
b.......
.b......""",
    # Side 2 has answered b2 with an edge, side 1 has taken a corner: whatever side 2 does now loses (one light each).
    "tic_tac_toe_coach": """\
b..b..AA
.!..!.AA
........
2..11.b.
.2.11..!
........
b..b..b.
.!..!..!""",
    # Hex 5: side 1's edges are solid, side 2's broken; side 2 to move, the cursor on b3 beside the stone taken over.
    "hex": """\
.xxxxx..
.bbbbb..
ybbAbby.
.b#2bb..
ybbbbby.
.bbbbb..
.xxxxx..
........""",
    # Side 2 to move: b2 wins, as the hint says (its own light is out while it blinks); two lights hold, one loses.
    "three_player_coach": """\
b?2.b.b?
?..2.!?.
11.+11b?
11++11?.
3.b?2.b.
33?..2.!
b?AA3.b?
?.AA33?.""",
}
LOGS = golden.logs()


def test_all_games_are_there():
    assert {path.stem for path in LOGS} >= set(LAST)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_first_and_last_frame_are_as_designed(path):
    shown = golden.recorded(path)
    assert shown[0] == (0, FIRST)
    assert shown[-1][1] == LAST[path.stem]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_cpython(path):
    assert golden.frames(path) == golden.recorded(path)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_unix_micropython(path, tmp_path):
    _, until_ms = golden.changes(path)
    board = BOARDS / f"{golden.BOARD}.json"
    run = subprocess.run(
        [Path(sys.executable).with_name("micropython"), "tests/unix_console.py", board, path, str(until_ms), tmp_path],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )
    assert golden.from_text(run.stdout) == golden.recorded(path)
