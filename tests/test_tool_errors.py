"""A place where nothing can be written is one line of `python -m tools`: what, where, what to do; and no work before it."""

import sys

import pytest

from tools import bench, build, plain, solve
from tools.__main__ import main
from tools.bench_entries import ENTRIES
from tools.errors import ToolError, writing

NO_FOLDER = "{0} cannot be written: there is no folder {1}; make it, or name another file"


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
])
def test_a_folder_that_is_not_there_is_named_before_any_work(words, tmp_path, monkeypatch, capsys):
    for module, work in ((bench, "measure"), (solve, "solve_units")):
        monkeypatch.delattr(module, work)
    target = tmp_path / "nope" / "x.json"
    assert said(monkeypatch, capsys, *words, target) == f"error: {NO_FOLDER.format(target, target.parent)}\n"


@pytest.mark.parametrize("words, name", [
    (("bench", "--host", "m_hat_3x3", "--json"), "there.json"),
    (("build", "--out"), "file/out"),
])
def test_what_the_system_does_not_let_be_written_is_named(words, name, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    (tmp_path / "there.json").mkdir()
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
