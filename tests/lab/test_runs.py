"""Rows on an executor: whatever happens to workers and runs, they are those of a serial run."""

import multiprocessing
import os
import re
import shlex
import signal
import socket
import sqlite3
import sys
import traceback
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, closing, suppress

import command_lines
import pytest
from deadline import DEADLINE_S, wait_until

from host_sim.cli.ctrl_c import ctrl_c_later
from host_sim.cli.errors import ToolError
from host_sim.engine import worker
from tools.lab.arena.arena_command import match_of
from tools.lab.arena.match import games_of, job_of
from tools.lab.runs.job import compute, from_text, job
from tools.lab.runs.run import rows
from tools.lab.runs.store import Store
from tools.lab.runs.workers import Dask, Processes, workers

MATCH = match_of("mnk", "4,4,3", "greedy", "random")
PLAY = "tools.lab", "arena", "play", "mnk", "--size", "4,4,3", "--second", "random", "--rows"


def serial(match, count):
    """Return the first rows of a match, played one after another in this process."""
    sides, games = match.game.sides, [*games_of(match, count * match.game.sides)]
    return [games[sides * number : sides * (number + 1)] for number in range(count)]


def rows_in(file):
    """Return how many rows a file has that may not exist yet."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file, timeout=DEADLINE_S)) as asked:
        if not asked.execute("SELECT 1 FROM sqlite_master WHERE name = 'rows'").fetchone():
            return 0
        return asked.execute("SELECT count(*) FROM rows").fetchone()[0]


def test_a_killed_worker_and_a_restart_change_nothing(tmp_path):
    def kill_one():
        mine = {*multiprocessing.active_children()} - others
        assert len(mine) == 2
        mine.pop().kill()

    job, expected = job_of(MATCH), serial(MATCH, 30)
    others = {*multiprocessing.active_children()}
    with Store(tmp_path / "x.sqlite") as store, closing(rows(job, store, Processes(2), range(30))) as running:
        begun = [next(running) for _ in range(3)]
        kill_one()
        begun += [next(running) for _ in range(9)]
    assert begun == expected[:12] and {*multiprocessing.active_children()} == others
    with Store(tmp_path / "x.sqlite") as store:
        assert {*range(12)} <= store.numbers(job)
        assert [*rows(job, store, Processes(2), range(30))] == expected
        assert store.numbers(job) == {*range(30)}


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no /proc")
def test_the_same_command_goes_on_after_a_kill(tmp_path):
    file = tmp_path / "x.sqlite"
    words = *PLAY, file, "--first", "greedy", "--games", 2000, "--jobs", 2
    with command_lines.running(*words) as process:
        wait_until(lambda: rows_in(file) >= 10, f"{file} has ten rows", process)
        process.kill()
        process.wait()
        wait_until(lambda: not session(process.pid), "its workers end by themselves")
    with Store(file) as store:
        count = len(store.numbers(job_of(MATCH)))
    assert 10 <= count < 1000
    done = command_lines.run(*words[:-4], "--games", 2 * count + 6)
    assert f"{2 * count + 6} games" in done.stdout, done.stderr
    with Store(file) as store:
        job = job_of(MATCH)
        assert [store.row(job, number) for number in range(count + 3)] == serial(MATCH, count + 3)


def session(leader):
    """Return the processes of a session that still run."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as stat:
                state, _, _, its = stat.read().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        found += [name] if int(its) == leader and state != "Z" else []
    return found


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no /proc")
@pytest.mark.parametrize("count", [0, 1], ids=["while workers start", "while they work"])
def test_ctrl_c_ends_in_one_line(tmp_path, count):
    file = tmp_path / "x.sqlite"
    player = "greedy" if worker.unix_micropython() is None else "level:1"
    said = stopped(file, count, *PLAY, file, "--first", player, "--games", 4000, "--jobs", 2)
    assert said == (f"stopped; the games are kept in {file}, and the same command goes on\n", "")


def stopped(file, count, *words):
    """Stop a command when its workers start, or as soon as its file has this many rows; return (output, errors)."""
    with command_lines.running(*words, stdout=-1, stderr=-1, text=True) as process:
        # The command, Python's tracker of resources, a worker.
        wait_until(lambda: len(session(process.pid)) >= 3, "a worker starts", process)
        wait_until(lambda: rows_in(file) >= count, f"{file} has {count} rows", process)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 130
    return said


LONG = "suite measure hex 6", "arena steps mnk --size 5,5,4", "record solve three-player --to x.bin"


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no /proc")
@pytest.mark.parametrize(
    "words",
    [
        pytest.param("book hex 6", marks=pytest.mark.native),
        *(pytest.param(each, marks=pytest.mark.long) for each in LONG),
    ],
)
def test_ctrl_c_says_where_the_rows_are(words, tmp_path):
    file = tmp_path / "x.sqlite"
    words = [str(tmp_path / word) if word.startswith("x.") else word for word in words.split()]
    said = "".join(stopped(file, 1, "tools.lab", *words, "--rows", file, "--jobs", 2))
    assert said == f"stopped; the rows are kept in {file}, and the same command goes on\n"
    assert rows_in(file) and [*tmp_path.iterdir()] == [file]


def test_ctrl_c_ends_a_repetition_in_one_line(tmp_path):
    with Store(tmp_path / "x.sqlite") as store:
        store.put(job("doomed_rows:interrupted", {}), 0, 0)
    done = command_lines.run("tools.lab", "rows", "repeat", tmp_path / "x.sqlite")
    assert (done.returncode, done.stdout, done.stderr) == (130, "stopped\n", "")


def test_files_of_two_machines_merge(tmp_path):
    job, expected = job_of(MATCH), serial(MATCH, 6)
    here, there, odd = (tmp_path / f"{name}.sqlite" for name in ("here", "there", "odd"))
    for file, numbers in ((here, (0, 1, 2, 4)), (there, (2, 3, 5)), (odd, (4,))):
        with Store(file) as store:
            for number in numbers:
                store.put(job, number, expected[number] if file != odd else [])
    done = command_lines.run("tools.lab", "rows", "merge", tmp_path / "all.sqlite", here, there)
    assert done.stdout.splitlines() == [f"{here}: 4 new rows", f"{there}: 2 new rows"], done.stderr
    with Store(tmp_path / "all.sqlite") as store:
        assert [*rows(job, store, Processes(2), range(6))] == expected and store.jobs() == [(job, 6)]
        with pytest.raises(ToolError, match=f"row 4 of job {job.key} differs from the one in .*all.sqlite"):
            store.merge(odd)
        assert store.merge(there) == 0
        with pytest.raises(ToolError, match=r"all.sqlite: it would be merged into itself"):
            store.merge(tmp_path / "all.sqlite")
    listed = command_lines.run("tools.lab", "rows", "list", here).stdout
    assert job.key in listed and "greedy" in listed
    repeat = "tools.lab", "rows", "repeat", tmp_path / "all.sqlite"
    assert command_lines.run(*repeat, "--count", 3).stdout == f"{job.key}: 3 of 6 rows repeated, all the same\n"
    assert "has no row 6; it has 6 rows" in command_lines.run(*repeat, "--number", 6).stderr
    again = command_lines.run("tools.lab", "rows", "repeat", odd)
    assert again.returncode == 2 and f"row 4 of job {job.key} comes out differently here" in again.stderr


def test_shares_of_a_match_are_the_match(tmp_path):
    words = "tools.lab", "arena", "play", "mnk", "--size", "4,4,3", "--first", "greedy", "--second", "random"
    files = [tmp_path / f"{number}.sqlite" for number in range(3)]
    for number in (1, 2):
        done = command_lines.run(*words, "--games", 10, "--share", f"{number}/2", "--rows", files[number])
        assert f"greedy against random, {(6, 4)[number - 1]} games" in done.stdout, done.stderr
    command_lines.run("tools.lab", "rows", "merge", *files)
    with Store(files[0]) as store:
        assert [store.row(job_of(MATCH), number) for number in range(5)] == serial(MATCH, 5)
    for share in ("0/2", "3/2", "x", "1/2/3"):
        done = command_lines.run(*words, "--games", 10, "--share", share, "--rows", files[0])
        assert done.stderr == f"error: --share {share}: expected one as in 1/2, the first of two machines\n"
    for options in ((), ("--games", 10, "--bounds", "0,50")):
        done = command_lines.run(*words, *options, "--share", "1/2", "--rows", files[0])
        assert done.returncode == 2 and "--share needs --games, without --bounds" in done.stderr


@pytest.mark.parametrize("command", ["rows list", "rows repeat", "rows merge all.sqlite here.sqlite"])
@pytest.mark.parametrize(
    "name, why",
    [
        ("folder", " is a folder; name a file of rows"),
        ("none.sqlite", ": no such file; name a file of rows"),
        ("text", ": not a file of rows; choose another file or remove it"),
        ("other", ": not a file of rows; choose another file or remove it"),
    ],
)
def test_what_is_no_file_of_rows_is_one_line_and_nothing_is_made(command, name, why, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("hello\n" * 1000)
    Store(tmp_path / "here.sqlite").commit()
    with closing(sqlite3.connect(tmp_path / "other")) as made:
        made.execute("CREATE TABLE mine (x)")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
    words = [tmp_path / word if ".sqlite" in word else word for word in command.split()]
    done = command_lines.run("tools.lab", *words, tmp_path / name)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: {tmp_path / name}{why}\n")
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_job_has_one_key_everywhere_and_depends_on_its_code(tmp_path):
    job = job_of(MATCH)
    assert from_text(job.text()) == job and from_text(job.text()).key == job.key
    assert job_of(MATCH._replace(seed=2)).key != job.key != job._replace(code="0").key
    with pytest.raises(ToolError, match=f"needs code 0, .* has {job.code}: check out the same commit"):
        compute(job._replace(code="0"), 0)
    with Store(tmp_path / "x.sqlite") as store, pytest.raises(ToolError, match="check out the same commit"):
        next(rows(job._replace(code="0"), store, Processes(1), range(1)))


def test_what_ends_every_worker_ends_the_run(tmp_path):
    with Store(tmp_path / "x.sqlite") as store, pytest.raises(ToolError, match="workers ended 4 times without a resul"):
        next(rows(job("doomed_rows:row", {}), store, Processes(2), range(9)))


@pytest.mark.parametrize("ends_after_s, takes_s", [(0.3, 0.02), (0, 0.1)], ids=["a slow one", "a fast one"])
def test_a_row_that_ends_its_worker_is_named(tmp_path, ends_after_s, takes_s):
    """Others go on meanwhile, and none of those that were lost with it is blamed."""
    parameters = {"doomed": 3, "ends_after_s": ends_after_s, "takes_s": takes_s}
    doomed, found = job("doomed_rows:one_ends_its_worker", parameters), []
    with Store(tmp_path / "x.sqlite") as store:
        with pytest.raises(ToolError, match=f"row 3 of job {doomed.key}: workers ended 4 times without a result: "):
            for row in rows(doomed, store, Processes(2), range(100_000)):
                found.append(row)
    assert found == [0, 1, 2]


class AtOnce(Executor):
    """Computes a unit as soon as it is handed out, so that all that are handed out together are done together."""

    lost = Dask.lost

    def start(self):
        return self

    def slots(self):
        return 8

    def stop(self):
        pass

    def submit(self, function, /, *arguments):
        future = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def test_an_error_loses_no_row_that_is_done(tmp_path):
    failing = job("doomed_rows:some_fail", {"failing": [0, 2, 5]})
    with Store(tmp_path / "x.sqlite") as store:
        with pytest.raises(ToolError, match="row 0 fails"):
            next(rows(failing, store, AtOnce(), range(9)))
    with Store(tmp_path / "x.sqlite") as store:
        assert store.numbers(failing) == {1, 3, 4, 6, 7}


@pytest.mark.parametrize("executor", [AtOnce, lambda: Processes(1)], ids=["lost as of Dask", "processes"])
@pytest.mark.parametrize("error", [OSError, TimeoutError, BrokenExecutor])
def test_an_error_of_a_row_is_no_lost_worker(tmp_path, error, executor):
    with Store(tmp_path / "x.sqlite") as store, pytest.raises(error, match="its own") as raised:
        list(rows(job("doomed_rows:raised", {"error": error.__name__}), store, executor(), range(2)))
    assert re.search(r"doomed_rows.py., line \d+, in raised", "".join(traceback.format_exception(raised.value)))


def test_ctrl_c_is_heard_although_something_fails():
    with pytest.raises(KeyboardInterrupt), ctrl_c_later():
        signal.raise_signal(signal.SIGINT)
        raise BrokenExecutor
    with pytest.raises(BrokenExecutor), ctrl_c_later():
        raise BrokenExecutor


def test_an_error_of_a_player_reaches_the_command(tmp_path):
    program = "gtp:" + shlex.join([sys.executable, "-c", "pass"])
    done = command_lines.run(*PLAY, tmp_path / "x.sqlite", "--first", program, "--jobs", 2)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: player ") and "the program has ended" in done.stderr


@pytest.mark.lab
@pytest.mark.long
def test_a_lost_worker_of_dask_and_a_restart_of_its_scheduler_change_nothing(tmp_path):
    address, scheduler, worker = words_of_dask()
    log = tmp_path.joinpath("log").open("wb")
    job, expected = job_of(MATCH), serial(MATCH, 400)
    with Store(tmp_path / "x.sqlite") as store, ExitStack() as workers, log:

        def start(words):
            return workers.enter_context(command_lines.running(*words, stdout=log, stderr=log))

        with command_lines.running(*scheduler, stdout=log, stderr=log) as started:
            first, _ = start(worker), start(worker)
            running = rows(job, store, wait_for_dask(address, started), range(400))
            found = [next(running) for _ in range(3)]
            os.killpg(first.pid, signal.SIGKILL)
            found += [next(running) for _ in range(20)]
        assert len(store.numbers(job)) < 400
        with command_lines.running(*scheduler, stdout=log, stderr=log):
            start(worker)
            found += running
    assert found == expected


def words_of_dask():
    """Return (an address, the words that start a scheduler there, those that start a worker)."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = "dask", "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"
    return address, scheduler, ("dask", "worker", address, "--nthreads", 1, "--no-dashboard")


def wait_for_dask(address, scheduler):
    """Return the workers of a scheduler, a process that is just starting."""

    def found():
        dask = Dask(address)
        with suppress(ToolError):
            dask.start()
            dask.stop()
            return dask

    return wait_until(found, f"a scheduler answers at {address}", scheduler)


@pytest.mark.lab
def test_no_scheduler_is_one_line(tmp_path):
    for address in ("127.0.0.1:9", "smile", "ftp://x:1"):
        done = command_lines.run(*PLAY, tmp_path / "x.sqlite", "--first", "random", "--scheduler", address)
        assert done.returncode == 2, done.stderr
        assert done.stderr == f"error: no Dask scheduler answers at {address}: start one with `dask scheduler`\n"


def test_without_dask_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ToolError, match=r"Dask is not installed: pip install 'glowgrid\[lab\]'"):
        workers(2, "tcp://127.0.0.1:8786")
