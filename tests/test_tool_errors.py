"""A place where nothing can be written is one line of `python -m tools`: what, where, what to do; and no work before it."""

import sys

import pytest

from tools import arena, bench, build, plain, solve
from tools.__main__ import main
from tools.bench_entries import ENTRIES
from tools.errors import ToolError, writing

NO_FOLDER = "{0} cannot be written: there is no folder {1}; make it, or name another file"
A_FOLDER = "{0} cannot be written: it is a folder; name a file"
NOT_ALLOWED = "{0} cannot be written: "


def said(monkeypatch, capsys, *words):
    """What a command that is to fail prints."""
    monkeypatch.setattr(sys, "argv", ["tools", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr()
    assert ended.value.code == 1 and printed.out == ""
    return printed.err


@pytest.mark.parametrize("words", [
    ("bench", "--host", "solve_3x3", "--json"),
    ("board", "new", "--like", "pico_ws2812_8x8_keys_4x4"),
    ("solve", "three-player", "--to"),
    ("arena", "tic-tac-toe", "--first", "random", "--second", "random", "--json"),
])
@pytest.mark.parametrize("name, error", [("nope/x.json", NO_FOLDER), ("there.json", A_FOLDER), ("/proc/x.json", NOT_ALLOWED)])
def test_a_file_that_cannot_be_written_is_named_before_any_work(words, name, error, tmp_path, monkeypatch, capsys):
    for module, work in ((bench, "measure"), (solve, "solve_units"), (arena, "run")):
        monkeypatch.delattr(module, work)
    (tmp_path / "there.json").mkdir()
    target = tmp_path / name
    printed = said(monkeypatch, capsys, *words, target)
    assert printed.startswith(f"error: {error.format(target, target.parent)}") and printed.count("\n") == 1


@pytest.mark.parametrize("words, name", [
    (("build", "--out"), "file/out"),
    (("pictures", "--folder"), "file"),
])
def test_what_the_system_does_not_let_be_written_is_named(words, name, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(build, "staged_files", lambda *about, **more: {"/main.py": b""})
    error = said(monkeypatch, capsys, *words, tmp_path / name).splitlines()[-1]
    assert error.startswith(f"error: {tmp_path / name} cannot be written: ") and error.endswith("; name another place")


def test_only_what_the_system_says_is_put_into_a_line():
    with pytest.raises(KeyError), writing("x"):
        raise KeyError
    with pytest.raises(ToolError, match="x cannot be written: Is a directory; name another place"), writing("x"):
        open("/")


def test_the_bench_prints_what_is_wrong_as_it_stands(capsys):
    failed = bench.failed(ENTRIES[0], "cpython", ValueError("[/red] :smile: [bold]x[/bold]"))
    plain.console().print(bench.table([failed], "about"))
    shown = "".join(capsys.readouterr().out.split())
    assert "[/red]" in shown and ":smile:" in shown and "[bold]" in shown
