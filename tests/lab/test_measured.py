"""The table of measurements: table and data agree, and every row says how to repeat it."""

import contextlib
import datetime
import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import VERSION
from host_sim.cli.errors import ToolError
from tools.lab import measured
from tools.lab.bench import bench_command as bench
from tools.lab.bench.entries import NAMES
from tools.lab.commands import application
from tools.paths import ROOT

ROWS = measured.load()


def test_the_table_matches_the_data():
    assert measured.TABLE.read_text() == measured.rendered(ROWS)


EACH = {"name", "part", "what", "figure", "command", "date", "version"}


def is_whole(row):
    """Return whether a row has all its texts, each of one line, and its dates."""
    dates = [row.get("date", ""), *filter(None, [row.get("cached_date")])]
    return (
        set(row) - {"bar", "cached", "cached_date"} == EACH
        and all(text and "|" not in text and "\n" not in text for text in row.values())
        and ("cached" in row) == ("cached_date" in row)
        and all(map(is_date, dates))
    )


def is_date(text):
    with contextlib.suppress(ValueError):
        return bool(datetime.date.fromisoformat(text))
    return False


def test_a_row_says_what_how_and_when():
    assert ROWS and [row.get("name", row) for row in ROWS if not is_whole(row)] == []


SLACK_DAYS = 7  # that the firmware may be newer than what is said of it


def test_what_is_said_of_the_console_is_as_new_as_the_firmware():
    """A figure that misses its bar, or only just holds it, says nothing once the code has changed."""
    git = ["git", "-C", str(ROOT), "log", "-1", "--format=%cs", "--", "firmware"]
    found = shutil.which("git") and subprocess.run(git, capture_output=True, text=True).stdout.strip()
    if not found:
        pytest.skip("no history: this is not a clone")
    days = {row["name"]: (to_date(found) - to_date(row["date"])).days for row in ROWS if is_of_the_console(row)}
    assert days and {name: late for name, late in days.items() if late > SLACK_DAYS} == {}


def is_of_the_console(row):
    return row["part"] == "The console on the Pico" and "bar" in row


to_date = datetime.date.fromisoformat


def why_not(command, lab):
    """Return what is wrong with the command of a row; "" if nothing is."""
    python, dash_m, program, *words = shlex.split(command)
    if (python, dash_m) != ("python", "-m") or program not in ("pytest", "tools.lab"):
        return "not python -m pytest or tools.lab"
    if program == "pytest":
        return "" if Path(ROOT / words[0]).is_file() else "no such file"
    group, name = lab, program
    while hasattr(group, "commands"):
        name, words = words[0], words[1:]
        if name not in group.commands:
            return f"no command {name}"
        group = group.commands[name]
    given = [*words]
    try:
        group.make_context(name, words)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if name != "entries" or set(given) <= {*NAMES, "--host"} else "no such entry"


def test_the_command_of_a_row_is_valid():
    lab = get_command(application())
    wrong = {command: why_not(command, lab) for command in sorted({row["command"] for row in ROWS})}
    assert {command: why for command, why in wrong.items() if why} == {}


def test_matches_stand_in_one_table_a_game_a_row():
    row = {"part": "P", "command": "c", "date": "2026-01-01"}
    rows = [
        {**row, "what": "level 2 against level 1 on y 4, 9 games", "figure": "+1 Elo (+0 to +2)", "bar": "9 Elo"},
        {**row, "what": "level 1 against a child, who sees on hex 5, 9 games", "figure": "80%", "bar": "75%"},
        {**row, "what": "level 1 against a child, who sees on y 4, 9 games", "figure": "70%", "bar": "60%"},
    ]
    assert measured.rendered(rows).endswith(
        "| game | 1 against a child | 2 against 1 |\n| --- | --- | --- |\n"
        "| hex 5 | 80% |  |\n| y 4 | 70%, bar: 60% | +1 (+0..+2) |\n| bar | 75% | 9 Elo |\n"
    )


def test_an_entered_figure_is_in_both_files(tmp_path, monkeypatch):
    row = {"name": "x", "part": "P", "what": "w", "figure": "1 s", "command": "python -m tools.lab bench work"}
    rows = [{**row, "date": "2026-01-01", "version": "0.0.1"}]
    data, table = tmp_path / "measured.json", tmp_path / "MEASURED.md"
    data.write_text(json.dumps(rows))
    monkeypatch.setattr(measured, "DATA", data)
    monkeypatch.setattr(measured, "TABLE", table)
    monkeypatch.setattr(measured, "today", lambda: "2026-02-02")
    measured.record({"x": "2 s"})
    now = {**rows[0], "figure": "2 s", "date": "2026-02-02", "version": VERSION}
    assert measured.load() == [now]
    assert (
        "2026-02-02.\n\n| what | figure | command |\n| --- | --- | --- |\n| w | 2 s | `bench work` |"
        in table.read_text()
    )
    measured.record({"x": "3 s"}, cache=True)
    both = {**now, "cached": "3 s", "cached_date": "2026-02-02"}
    assert measured.load() == [both]
    assert "| w | 2 s | 3 s | `bench work` |" in table.read_text()
    monkeypatch.setattr(measured, "today", lambda: "2026-03-03")
    measured.record({"x": "4 s"})
    assert measured.load() == [{**both, "figure": "4 s", "date": "2026-03-03"}]
    assert "| w | 4 s | 3 s | `bench work` |" in table.read_text()
    with pytest.raises(ToolError, match="no row 'y' in measured.json"):
        measured.record({"y": "1"})


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
