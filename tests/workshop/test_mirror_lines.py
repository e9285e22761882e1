"""What the page takes from lines of a device, good and odd: mirror_lines.js in Node.js."""

import json
import shutil
import subprocess

import pytest
from deadline import DEADLINE_S

import host_sim
from glowgrid.mirror import VERSION

SOURCE = host_sim.FIRMWARE.parent / "host_sim/web/workshop/mirror_lines.js"
PROGRAM = """
import { Shown } from "./mirror_lines.js";
const shown = new Shown();
const took = JSON.parse(process.argv[2]).map((line) => {
  try {
    return shown.take(line);
  } catch (error) {
    return `Error: ${error.message}`;
  }
});
console.log(JSON.stringify({ took, frame: shown.frame, down: shown.down, match: shown.match, screen: shown.screen }));
"""
FIRST = {"glowgrid": VERSION, "board": "mine", "lights": [2, 2], "keys": [2, 1]}
MATCH = {"game": "hex", "size": [5], "seats": [0, 0], "seed": 1, "moves": [3]}
OPENING = [FIRST, {"palette": "000000ffffff"}, {"frame": "0110"}, {"down": "01"}, {"match": MATCH}, {"screen": "play"}]
LATE = [{"frame": "0110"}, {"down": "01"}, {"move": 3}]  # a reader that has missed the beginning
ODD = [
    "glowgrid: leds: here again",
    'ame":"1111"}',  # the end of a line
    '{"frame":"11glowgrid: leds: here again',
    " " * 63,
    json.dumps({"later": "x" * 10_000}),
    "x" * 10_000,
    json.dumps({"later": 1, "more": [None]}),
    "null",
    "[]",
    "",
]


@pytest.fixture
def read(tmp_path):
    """read(lines): what the page has then, and what it says of each line."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    shutil.copy(SOURCE, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "program.js").write_text(PROGRAM)

    def run(lines):
        lines = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        done = subprocess.run(
            [node, "program.js", json.dumps(lines)], cwd=tmp_path, capture_output=True, text=True, timeout=DEADLINE_S
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_odd_lines_change_nothing(read):
    plain, odd = read(OPENING), read([each for line in OPENING for each in (*ODD, line)])
    assert [what for what in odd.pop("took") if what] == plain.pop("took")
    assert odd == plain and plain["match"] == MATCH and plain["frame"] == "0110"


def test_a_reader_that_comes_late_knows_all_once_all_is_said_again(read):
    late = read([*LATE, *OPENING])
    assert late.pop("took")[: len(LATE)] == [""] * len(LATE)
    twice = read([*OPENING, {"move": 4}, *OPENING])
    assert twice.pop("took").count("board") == 1  # it draws the board once
    plain = read(OPENING)
    plain.pop("took")
    assert late == twice == plain


def test_a_long_match_is_one_line(read):
    moves = list(range(3000))
    assert read([FIRST, {"match": {**MATCH, "moves": moves}}])["match"]["moves"] == moves


def test_a_later_version_is_said_in_one_line(read):
    (said,) = read([{**FIRST, "glowgrid": VERSION + 1}])["took"]
    assert said == (
        f"Error: The mirror of this Pico has version {VERSION + 1}, this page knows {VERSION}: "
        "load the page again, or update the Pico."
    )
