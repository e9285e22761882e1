"""Lines of Hex that the handheld's solver makes on unix MicroPython, against the search in this process."""

import os
import random
import signal
import subprocess

import pytest
from cases import needs_unix
from command_lines import invoke, running
from deadline import DEADLINE_S
from proofs import start_of

from host_sim.theory.proofs import carried, check_hex, hex_process
from host_sim.theory.proofs.accepted import accepted
from host_sim.theory.proofs.hex_process import HexProcess
from host_sim.theory.proofs.searched import Searched
from host_sim.theory.proofs.strategy import OutOfTime, TooMany
from host_sim.theory.proofs.tables import tables_of

pytestmark = needs_unix
MOST = 1_000_000


def quiet(far):
    """Watch nothing."""


@pytest.fixture
def both():
    """Return what makes (a HexProcess, the search in this process) for a side of Hex of some size."""
    made = []

    def make(size, side):
        tables = tables_of(start_of("hex", (size,))[1])
        process = HexProcess(tables, side, None, quiet)
        made.append(process)
        return process, Searched(tables, side, True, lambda mask: mask, MOST, quiet)

    yield make
    for process in made:
        process.close()


@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize(("size", "count"), [(3, 150), (4, 150), (5, 100)])
def test_they_agree_on_who_wins_and_each_proves_what_the_other_needs(both, size, count, side):
    native, here = both(size, side)
    chance, won = random.Random(f"{size} {side}"), 0
    for _ in range(count):
        drawn = chance.choices("sf.", (2, 7, 2), k=size * size)
        stones, free = (sum(1 << p for p, kind in enumerate(drawn) if kind == one) for one in "sf")
        carriers = native.wins(stones, free), here.wins(stones, free)
        assert (carriers[0] is None) == (carriers[1] is None), (stones, free)
        if carriers[0] is not None and carriers[1] is not None:
            won += 1
            assert not (carriers[0] | carriers[1]) & ~free
            assert here.wins(stones, carriers[0]) is not None and native.wins(stones, carriers[1]) is not None
    assert count / 5 < won < count * 4 / 5


def test_a_line_of_either_side_is_as_few_stones_and_points_as_are_enough(both):
    for side in (1, 2):
        native, here = both(4, side)
        stones, free = 1 << 6, 0xFFFF & ~(1 << 6)  # c2
        number, turned = native.line(stones, free)
        stones, free = native.lines.masks(number, turned)
        assert here.wins(stones, free) is not None
        assert all(here.wins(stones, free & ~(1 << p)) is None for p in range(16) if free >> p & 1)


@pytest.mark.long
def test_hex_6_is_proven_in_some_seconds():
    title, position = start_of("hex", (6,))
    told = []
    claims, text = carried.proof_of(position, title, 1, told.append) or ([], "")
    assert claims == check_hex.check(iter(text.splitlines())) == ["1 wins"]
    assert len(text) < 150_000 and text.count("\n") < 4_000
    assert told[-1].endswith("points") and "lines; the last one has an answer on " in told[-1]


def test_the_search_in_this_process_makes_a_proof_as_well():
    title, position = start_of("hex", (4,))
    for native in (True, False):
        claims, text = carried.proof_of(position, title, MOST, quiet, native=native) or ([], "")
        assert (claims, accepted(text)[2]) == (["1 wins"], "1 wins")


@pytest.mark.parametrize("error", [OutOfTime, TooMany])
@pytest.mark.parametrize("native", [True, False])
def test_when_the_time_or_the_memory_is_over_the_first_moves_that_are_settled_are_claimed(native, error):
    title, position = start_of("hex", (4,))
    met, ended = 0, []

    def watch(far):
        nonlocal met
        met += 1
        if met > (40 if native else 3):
            raise error

    found = carried.proof_of(position, title, MOST, watch, openings=True, native=native, ended=ended.append)
    claims, text = found or ([], "")
    assert 0 < len(claims) < 16 and accepted(text)[2] == ", ".join(claims)
    assert [*map(type, ended)] == [error]


def test_first_moves_of_which_none_is_settled_in_time_are_no_games_without_lines():
    said = str(invoke("prove", "hex", "--size", "6", "--openings", "--think", "0.001").exception)
    assert "does not settle a first move: not in 0.001 seconds" in said and said.endswith("or raise --think")
    said = str(invoke("prove", "hex", "--size", "4", "--openings", "--most", "1").exception)
    assert "does not settle a first move: more than 1 positions" in said and said.endswith("or raise --most")


def test_first_moves_that_did_not_fit_the_memory_are_named():
    result = invoke("prove", "hex", "--size", "4", "--openings", "--most", "600")
    claims = result.stdout.splitlines()[-1].count("wins")
    *_, left = [line for line in result.stderr.splitlines() if "not settled" in line]
    assert left.startswith("hex 4: not settled: ") and left.endswith("; more than 600 positions")
    assert 0 < claims == 16 - len(left.partition(";")[0].split()) + 4


@pytest.mark.parametrize(
    ("program", "said"),
    [("raise ValueError('no luck')", "ValueError: no luck"), ("raise SystemExit(3)", "exit status 3")],
)
def test_what_ends_the_process_is_said_with_what_to_do(tmp_path, monkeypatch, program, said):
    file = tmp_path / "program.py"
    file.write_text(program)
    monkeypatch.setattr(hex_process, "PROGRAM", file)
    said = f"the search of Hex on unix MicroPython, with 200 MB of memory, has ended: {said}; --most 2000000 searches"
    assert str(invoke("prove", "hex", "--size", "3").exception).startswith(said)
    monkeypatch.setattr(hex_process, "unix_micropython", lambda: [str(tmp_path / "none")])
    said = "200 MB of memory, cannot be started: No such file or directory; --most 2000000 searches"
    assert said in str(invoke("prove", "hex", "--size", "3").exception)


def test_a_small_field_takes_little_memory_and_a_large_one_says_what_it_lacks():
    resource = pytest.importorskip("resource")
    most = 700 << 20
    limited = dict(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
    pipes = dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for size in 3, 7:
        with running("host_sim", "prove", "hex", "--size", str(size), **pipes, **limited) as process:
            out, said = process.communicate(timeout=DEADLINE_S)
            assert size == 7 or out.endswith("end 1 wins\n"), said
    assert "with 800 MB of memory, has ended: " in said and "Traceback" not in said


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")
@pytest.mark.long
@pytest.mark.parametrize("whole_group", [True, False])
def test_ctrl_c_leaves_no_text_and_no_process(whole_group):
    """A terminal sends it to all processes of the command; kill sends it to one."""
    pipes = dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with running("host_sim", "prove", "hex", "--size", "7", **pipes) as process:
        assert "49 empty points" in process.stderr.readline()
        assert "searching" in process.stderr.readline()  # ten seconds later
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        said = process.communicate(timeout=DEADLINE_S)
        assert said[0] == "" and "Traceback" not in said[1] and process.returncode == 130
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)


def test_what_is_too_large_is_said_before_a_search():
    assert "64 empty points, and about 49 are the most" in str(invoke("prove", "hex", "--size", "8").exception)


def test_a_time_that_is_too_short_is_said_in_one_line():
    with running(
        "host_sim",
        "prove",
        "hex",
        "--size",
        "7",
        "--think",
        "1",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        out, said = process.communicate(timeout=DEADLINE_S)
    assert out == "" and process.returncode == 2
    assert "does not settle the empty field: not in 1 seconds" in said and "or raise --think" in said
