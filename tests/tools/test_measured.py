"""The table of measurements: table and data are in step, and every row says how to measure it again."""

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

from tools.commands import application
from tools.errors import ToolError
from tools.lab import measured
from tools.lab.bench import command as bench
from tools.lab.bench.entries import NAMES
from tools.paths import ROOT

ROWS = measured.load()


def test_the_table_is_made_from_the_data():
    assert measured.TABLE.read_text() == measured.rendered(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_a_row_says_what_how_and_when(row):
    assert set(row) - {"bar", "cached", "cached_commit"} == {"name", "part", "what", "figure", "command", "commit"}
    assert all(text and "|" not in text and "\n" not in text for text in row.values())
    assert ("cached" in row) == ("cached_commit" in row)
    for commit in (row["commit"], row.get("cached_commit", row["commit"])):
        assert commit == measured.BEFORE or re.fullmatch("[0-9a-f]{7}[+]?", commit)


COMMANDS = application()


@pytest.mark.parametrize("command", sorted({row["command"] for row in ROWS}))
def test_the_command_of_a_row_can_be_given(command):
    python, dash_m, program, *words = shlex.split(command)
    assert (python, dash_m) == ("python", "-m")
    if program == "pytest":
        assert Path(ROOT / words[0]).is_file()
        return
    group, name = get_command(COMMANDS), "tools"
    while hasattr(group, "commands"):
        name, words = words[0], words[1:]
        group = group.commands[name]
    group.make_context(name, words)
    if name == "bench":
        assert set(words) <= {*NAMES, "--host"}


def test_names_are_there_once():
    assert len({row["name"] for row in ROWS}) == len(ROWS)


def test_a_figure_that_is_entered_stands_in_both_files(tmp_path, monkeypatch):
    row = {"name": "x", "part": "P", "what": "w", "figure": "1 s", "command": "python -m tools values"}
    rows = [{**row, "commit": "a" * 7}]
    data, table = tmp_path / "measured.json", tmp_path / "MEASURED.md"
    data.write_text(json.dumps(rows))
    monkeypatch.setattr(measured, "DATA", data)
    monkeypatch.setattr(measured, "TABLE", table)
    monkeypatch.setattr(measured, "commit", lambda: "b" * 7)
    measured.record({"x": "2 s"})
    assert measured.load() == [{**rows[0], "figure": "2 s", "commit": "b" * 7}]
    assert "| w | 2 s |  | `python -m tools values` | bbbbbbb |" in table.read_text()
    measured.record({"x": "3 s"}, cache=True)
    both = {**rows[0], "figure": "2 s", "commit": "b" * 7, "cached": "3 s", "cached_commit": "b" * 7}
    assert measured.load() == [both]
    assert "| w | 2 s; with cache misses 3 s |  |" in table.read_text()
    monkeypatch.setattr(measured, "commit", lambda: "c" * 7)
    measured.record({"x": "4 s"})
    assert measured.load() == [{**both, "figure": "4 s", "commit": "c" * 7}]
    assert "| w | 4 s; with cache misses 3 s (bbbbbbb) |  | `python -m tools values` | ccccccc |" in table.read_text()
    with pytest.raises(ToolError, match="no row 'y' in measured.json"):
        measured.record({"y": "1"})


def test_a_commit_that_the_history_has_lost_is_named_by_the_one_that_holds_it():
    known = subprocess.run(["git", "rev-parse", "--short=7", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    old = subprocess.run(["git", "show", f"{measured.JOINED}:tools/lab/measured.json"], cwd=ROOT, capture_output=True)
    if old.returncode:
        pytest.skip("not a clone with all of the history")
    rows = [
        {"name": name, "commit": commit} for name, commit in (("a", known.strip()), ("b", "aacf81b"), ("c", "f" * 7))
    ]
    assert measured.mark_lost(rows) == ["c"]
    assert [row["commit"] for row in rows] == [known.strip(), "before a4c957e", "f" * 7]
    assert measured.mark_lost(measured.load()) == []  # else measure these again


@pytest.mark.parametrize(
    "about, words",
    [
        ({"us": 2285, "nodes": 83}, "2.29 ms, 83 positions"),
        ({"us": 918_000}, "918 ms"),
        ({"us": 5734, "worst_us": 11615, "nodes": 7}, "mean 5.73 ms, worst 11.6 ms"),
        ({"bytes": 113056, "bytes_are": "heap free", "us": 0}, "113,056 bytes"),
        ({"us": 5, "nodes": 5, "bar": "6,000 a second", "note": "6,473 a second"}, "6,473 a second"),
    ],
)
def test_the_bench_says_its_figures_in_words(about, words):
    result = {"nodes": None, "bytes": None, "bytes_are": "heap of the engine", "bar": "", "note": "", **about}
    assert bench.figure(result) == words
