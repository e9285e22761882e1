"""`glowgrid play --link`: two programs play one match by text; one is killed and started again."""

import os
import re
import subprocess
import threading

import pytest
from command_lines import invoke, running
from deadline import DEADLINE_S, wait_until

ENDS = r"(Orange|Blue)(?: \(the other device\))? has won\."


class Player:
    """A program of `glowgrid play --link` that plays by text; `said` is what it has written."""

    def __init__(self, process):
        self.process, self.said = process, ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while part := os.read(self.process.stdout.fileno(), 4096):
            self.said += part.decode(errors="replace")

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def end(self):
        """Type the end of the input; return its exit code."""
        self.process.stdin.close()
        return self.process.wait(DEADLINE_S)

    def says(self, words, after=0):
        """Wait until it has said the words, a regular expression, behind so many characters; return the Match."""
        return wait_until(lambda: re.compile(words).search(self.said, after), words, self.process)


def playing(link, saves, *more):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return running("host_sim", "play", "--text", "--link", link, "--saves", saves, *more, **pipes)


def plays(mover, other, key):
    """One of them plays; wait until both say that the turn has passed."""
    here, there = len(mover.said), len(other.said)
    mover.type(key)
    mover.says(r"\(the other device\) is to move|has won", here)
    other.says(r"(Orange|Blue) is to move|has won", there)


def test_two_programs_play_a_match_and_one_is_killed_in_the_middle(tmp_path):
    with playing("tcp::0", tmp_path / "one", "tic-tac-toe") as first:
        one = Player(first)
        word = one.says(r"glowgrid play --link (tcp:127\.0\.0\.1:\d+)")[1]
        with playing(word, tmp_path / "two") as second:
            two = Player(second)
            two.says("tic-tac-toe, you are blue: join|join: tic-tac-toe, you are blue")
            two.type("w")
            two.says(r"Orange \(the other device\) is to move")
            plays(one, two, "1")
            plays(two, one, "3")
            said = len(one.said)
        one.says("# listening on", said)
        said = len(one.said)
        with playing(word, tmp_path / "two") as second:
            two = Player(second)
            one.says("# linked with", said)
            two.says("resume: ")
            two.type("w")
            two.says(r"Orange \(the other device\) is to move")
            plays(one, two, "q")
            plays(two, one, "e")
            one.type("a")
            assert one.says(ENDS)[1] == two.says(ENDS)[1] == "Orange"


def test_the_legend_names_the_corner_that_blinks_while_nobody_answers(tmp_path):
    with playing("tcp::0", tmp_path, "tic-tac-toe") as process:
        one = Player(process)
        one.says(r"    a corner that blinks, red \(!\) where there are colours: the other device does not answer\n")
        one.says(r"a\.\.a\.\.a!\n")
        one.says(r"on the lights: no answer, is it connected\?\n")  # not the wire, which a network has not


@pytest.mark.parametrize(
    "words, said",
    [
        (["--link", "tcp:7000"], "tcp::PORT listens for this PC alone"),
        (["--link", ""], "a serial port is missing"),
        (["--link", "tcp::0", "--keys", "nowhere.keys"], "a key log does not hold what the other one plays"),
        (["--link", "tcp::0", "--position", "hex 5: a1"], "begins on an empty field"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words, said):
    done = invoke("play", "--fresh", *words)
    assert said in str(done.exception) and "\n" not in str(done.exception)
