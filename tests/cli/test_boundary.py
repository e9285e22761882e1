"""Command lines on odd streams and inputs: an exit code, at most one line, never a traceback, always an end."""

import errno
import http.client
import os
import re
import select
import signal
import subprocess
import sys
import threading

import emulator
import pytest
from cases import long
from command_lines import call, every_command, running
from deadline import DEADLINE_S, wait_until

from glowgrid.console.storage import Storage
from host_sim.cli import run as cli_errors
from host_sim.cli.errors import Refused, ToolError
from tools.compile.build import staged_files
from tools.web import serving

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="commands are run in forks")

BOARD = "pico_ws2812_8x8_keys_4x4"
# What a command does here if that is fast; all others print their help.
WORDS = {
    ("host_sim",): ["--text", "--fresh"],
    ("host_sim", "gtp"): [],
    ("host_sim", "formal"): ["tic-tac-toe", "--property", "points"],
    ("host_sim", "puzzles", "make"): ["--game", "tic-tac-toe", "--wins-in", "3", "--count", "2"],
    ("host_sim", "strategy", "make"): ["mnk", "--size", "4,3,4", "--pairing"],
    ("tools", "package"): ["--check"],
    ("tools", "board", "show"): [BOARD],
    ("tools", "board", "check"): [f"boards/{BOARD}.json"],
    ("tools", "game", "check"): ["tests/own_games/hex_map.json", "--games", "1"],
    ("tools", "game", "compile"): ["{made}/corner.json"],
    ("tools", "games"): ["--saves", "{made}", "--to", "{made}/written"],
    ("host_sim", "review"): ["{made}/game.txt", "--engine", "cpython", "--think", "10"],
    ("tools", "build"): ["--out", "{made}/build"],
    ("tools", "crash"): ["{made}/crash.txt"],
    ("tools", "uf2"): ["--board", "pico_ws2812_8x8_keys_4x4", "--image", "{image}", "--out", "{made}/glowgrid.uf2"],
}
OFTEN = ("host_sim",), ("host_sim", "gtp")
TYPED = {("host_sim",): b"w 1\n", ("host_sim", "gtp"): b"list_commands\n\xff\xfe\n"}
UNTIDY = re.compile(r"Traceback|Exception ignored|a bug in Glowgrid|\x1b\[A")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder of inputs for commands."""
    staged_files(BOARD)  # all forks share what it finds out about the source
    folder = tmp_path_factory.mktemp("made")
    (folder / "game.txt").write_text("Glowgrid game\ngame tic-tac-toe\n1. b2 a2\n2. a1 c3\n3. c1 a3\n4. b1\n")
    (folder / "crash.txt").write_text(
        "Crash, 5 s after power-up\nTraceback (most recent call last):\nValueError: on purpose\n"
    )
    (folder / "corner.json").write_text('{"name": "corner", "field": ["oo"], "lines": ["a1 b1"]}')
    (folder / "games").mkdir()
    kept = {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [0, 3, 1, 4, 2]}
    assert Storage(str(folder / "games")).save("1", kept)
    return folder


def asked(command, made):
    words = WORDS.get(command, ["--help"])
    image = emulator.image_or_skip() if "{image}" in words else None
    return [*command, *(word.format(made=made, image=image) for word in words)]


# How a command may end on streams of this kind, and how many lines it prints.
KINDS = {
    "full disk": ({1}, 1),
    "full disk for errors too": ({1}, 0),
    "closed pipe": ({0, 1}, 0),
    "no streams": ({0}, 0),
    "vanished terminal": ({0, 1}, 1),  # 0: a command that only listens takes it for the end of the input
}


def on_streams():
    """Yield every command on streams of every kind; most are long on all but one."""
    for number, command in enumerate(every_command()):
        for at, kind in enumerate(KINDS):
            often = at == number % len(KINDS) or command in OFTEN
            yield pytest.param(
                command, kind, marks=[] if often else pytest.mark.long, id=f"{' '.join(command)}, {kind}"
            )


@pytest.mark.parametrize("command, kind", [*on_streams()])
@pytest.mark.sample(3)
def test_on_any_streams_a_command_ends_and_prints_at_most_one_line(command, kind, made):
    codes, lines = KINDS[kind]
    code, _, said = call(asked(command, made), kind, TYPED.get(command, b""))
    assert code in codes and not UNTIDY.search(said)
    assert len(said.splitlines()) == lines * (code == 1)


@pytest.mark.parametrize("command", WORDS, ids=" ".join)
def test_on_good_streams_it_does_its_work(command, made):
    code, printed, said = call(asked(command, made), typed=TYPED.get(command, b""))
    assert (code, said) == (0, "") and printed


SOME = "nested", "no text", "line\nbreak \x1b[2J"
FILES = {
    "nested": b"[" * 100_000,
    "nested objects": b'{"a":' * 100_000,
    "empty": b"",
    "no text": b"\xff\xfe\x00\x80",
    "a list": b"[1, 2]",
    "a number": b"1e999",
    "not what it is": b'{"name": "x\\ny", "leds": 5}',
    "a folder": None,
    "missing": None,
    "line\nbreak \x1b[2J": b"{",
}
READERS = [
    ("host_sim", "--board"),
    ("host_sim", "--keys"),
    ("tools", "pico", "--image"),
    ("host_sim", "gtp", "--game"),
    ("host_sim", "--game"),
    ("host_sim", "review"),
    ("host_sim", "strategy", "check"),
    ("tools", "board", "check"),
    ("tools", "game", "check"),
]


MORE_READERS = (
    "tools pico --board, tools pico --keys, tools board show, tools board new /dev/null/x.json --like, "
    "tools build --board, tools flash --dry-run --board, tools selftest --simulator --board, "
    "tools selftest --emulator --board, tools.lab soak --board, tools uf2 --board pico_neotrellis_4x4 --image"
)
ON_FILES = [
    *((reader, SOME) for reader in READERS),
    (("tools", "crash"), ("a folder", "missing")),  # it prints any other file
    (("tools", "pico", "--keys"), ("empty",)),
    *(long(reader, FILES) for reader in READERS),
    *(long(tuple(reader.split()), FILES) for reader in MORE_READERS.split(", ")),
]


WITHOUT_END = [
    *(reader for reader in READERS if "--image" not in reader),
    ("tools", "crash"),
    ("host_sim", "prove", "--check"),
    ("host_sim", "puzzles", "check"),
    ("host_sim", "formal"),
    ("tools", "games", "--saves"),  # a folder, with the file as its game 1
]


@pytest.mark.parametrize("reader", WITHOUT_END, ids=" ".join)
def test_a_file_of_gigabytes_is_refused_in_one_line(reader, tmp_path):
    path = tmp_path / "large.json"
    given = path
    if reader[-1] == "--saves":
        given, path = tmp_path, tmp_path / "games" / "1"
        path.parent.mkdir()
    with path.open("wb") as file:
        file.truncate(1 << 33)  # of holes: it takes no room
    code, printed, said = call([*reader, str(given)])
    assert (code, printed) == (2, "") and said.startswith("error: ") and len(said.splitlines()) == 1
    assert "larger than 64 MB; is it the right file?" in said


@pytest.mark.parametrize("reader, names", ON_FILES)
def test_a_wrong_file_is_refused_in_one_line(reader, names, tmp_path):
    for name in names:
        path, content = tmp_path / f"{name}.json", FILES[name]
        if name == "a folder":
            path.mkdir()
        elif content is not None:
            path.write_bytes(content)
        if name == "empty" and reader == ("host_sim", "--keys"):
            continue  # a key log in which nothing is pressed
        code, printed, said = call([*reader, str(path)])
        assert (code, printed) == (2, ""), name
        assert said.startswith("error: ") and len(said.splitlines()) == 1 and not UNTIDY.search(said), (name, said)


@pytest.mark.parametrize("command", [("selftest",), long(("flash",))], ids=["selftest", "flash"])
@pytest.mark.parametrize("port", ["http://x", "loop://", "socket://localhost:1", "/dev/null", "/", "no\nport", " "])
def test_a_wrong_port_is_refused_in_one_line(command, port):
    code, printed, said = call(["tools", *command, "--port", port])
    assert (code, printed) == (2, "")
    assert said.startswith("error: ") and len(said.splitlines()) == 1 and not UNTIDY.search(said)


@pytest.mark.parametrize(
    "raised, code, said",
    [
        (Refused("x: not here; go there"), 2, "error: x: not here; go there\n"),
        (ToolError("two\nlines \x1b[2J"), 2, "error: two lines  [2J\n"),
        (KeyboardInterrupt(), 130, ""),
        (SystemExit(5), 5, ""),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), 1, ""),
        (OSError(errno.ENOSPC, "No space left on device", "/x"), 1, "error: /x: No space left on device; "),
        (OSError(errno.EIO, "Input/output error"), 1, "error: standard input or output: Input/output error; "),
        (RecursionError("too deep"), 1, "error: a bug in Glowgrid: RecursionError: too deep (test_boundary.py, line "),
        (ValueError("a\nb"), 1, "error: a bug in Glowgrid: ValueError: a b (test_boundary.py, line "),
        (ModuleNotFoundError("x", name="rp2040py.sub"), 2, "error: the emulated Pico needs rp2040py: "),
    ],
)
def test_an_exception_becomes_a_code_and_at_most_one_line(raised, code, said, capsys, monkeypatch):
    def load():
        raise raised

    monkeypatch.setattr(signal, "signal", lambda number, handler: None)  # the test runner has its own
    with pytest.raises(SystemExit) as end:
        cli_errors.run(load, "test")
    printed = capsys.readouterr()
    assert end.value.code == code and printed.out == ""
    assert printed.err.startswith(said) and printed.err.count("\n") == bool(said)


@pytest.mark.parametrize(
    "words",
    [["host_sim", "gtp"], long(["host_sim", "--text", "--fresh"]), long(["host_sim", "formal", "hex", "--size", "6"])],
)
def test_ctrl_c_ends_it_with_130_silently(words):
    terminal, inner = os.openpty()
    try:
        with running(*words, stdin=inner, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            os.write(terminal, b"name\n")
            process.stdout.read(1)  # it is at work
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=DEADLINE_S)
            assert process.returncode == 130 and said == b""
    finally:
        os.close(terminal)
        os.close(inner)


def read_soon(terminal, process):
    """Return what a process writes next."""
    wait_until(lambda: select.select([terminal], [], [], 0)[0], "it writes more", process)
    return os.read(terminal, 4096)


def test_formal_shows_a_bar_and_ctrl_c_restores_the_terminal():
    terminal, inner = os.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    try:
        with running(
            *("host_sim", "formal", "havannah", "--size", "3", "--property", "value"),
            **dict.fromkeys(("stdin", "stdout", "stderr"), inner),
            env=environment,
        ) as process:
            seen = b""
            while "━".encode() not in seen:
                seen += read_soon(terminal, process)
            process.send_signal(signal.SIGINT)
            while not seen.endswith(b"\x1b[2K"):  # the line of the bar is cleared
                seen += read_soon(terminal, process)
            assert process.wait(timeout=DEADLINE_S) == 130
        assert seen.rindex(b"\x1b[?25h") > seen.rindex(b"\x1b[?25l") and b"Traceback" not in seen
    finally:
        os.close(terminal)
        os.close(inner)


@pytest.mark.long
def test_a_recording_ends_in_order_when_its_terminal_vanishes(tmp_path):
    log = tmp_path / "live.keys"
    terminal, inner = os.openpty()
    with running(
        "host_sim", "--text", "--record", log, stdin=inner, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        os.close(inner)
        os.write(terminal, b"w\n")
        wait_until(lambda: log.exists() and "press" in log.read_text(), "a press is recorded", process)
        os.close(terminal)
        _, said = process.communicate(timeout=DEADLINE_S)
    assert (process.returncode, said) == (0, b"") and "# ended at" in log.read_text()


def test_the_window_ends_when_its_terminal_vanishes(tmp_path):
    terminal, inner = os.openpty()
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm"}
    with running("host_sim", stdin=inner, stdout=inner, stderr=inner, env=environment) as process:
        os.close(inner)
        os.read(terminal, 1)  # it is drawn
        os.close(terminal)
        assert process.wait(timeout=DEADLINE_S) == cli_errors.VANISHED


@pytest.mark.parametrize("time", range(5))
def test_closing_the_window_of_a_linked_match_saves_the_last_move_and_ends(tmp_path, time):
    import pty  # Windows has none

    process, window = pty.fork()  # a terminal of its own, which sends a signal when it closes
    if not process:
        words = "play", "tic-tac-toe", "--link", "tcp::0", "--saves", str(tmp_path)
        os.execve(sys.executable, [sys.executable, "-m", "host_sim", *words], {**os.environ, "TERM": "xterm"})
    try:
        seen = b""
        while b"a1" not in seen:
            seen += os.read(window, 4096)
        os.write(window, b"1")
        while "●".encode() not in seen:
            seen += os.read(window, 4096)
    finally:
        os.close(window)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    saved = Storage(str(tmp_path)).load("match") or {}
    assert (code, saved.get("moves")) == (cli_errors.VANISHED, [0])


@pytest.mark.parametrize("path", ["/%00", "/a%00b/", "/%1b[2J"])
def test_an_impossible_path_is_not_found_and_nothing_is_printed(path, tmp_path, capfd):
    with serving.serving(tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        link = http.client.HTTPConnection(serving.HOST, server.server_port, timeout=DEADLINE_S)
        link.request("GET", path)
        assert link.getresponse().status == 404
        link.close()
        server.shutdown()
    assert capfd.readouterr() == ("", "")
