"""Whole games as key logs give the same frames, text for text, on CPython, unix MicroPython and WebAssembly."""

import subprocess
import sys
from pathlib import Path

import pytest
from three_tiers import on_webassembly

from glowgrid.games import discover
from host_sim.boards.files import FOLDER as BOARDS
from host_sim.console import golden, keylog
from host_sim.console.session import Session
from tools.paths import ROOT

LOGS = golden.logs()
GAMES = 9
# Attract mode and the menu show every game; the first one begins once all games are found.
WITH_ALL_GAMES = "attract", "first_game"
ALIKE = "attract", "chord", "goals", "held", "three_player", "tic_tac_toe_coach", "words"  # each screen is in another
SOON = ("tic_tac_toe",)  # the shortest


def skip_if_it_depends_on_all_games(path):
    """Skip if a game was added, which changes such frames. A log of any other match stays valid."""
    if path.stem in WITH_ALL_GAMES and len(discover()[0]) != GAMES:
        pytest.skip("it depends on all games, and there are others than in its golden file")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_cpython(path):
    skip_if_it_depends_on_all_games(path)
    assert golden.frames(path) == golden.recorded(path)


def written_out(path):
    """Return a log as key changes alone, and the end of its playthrough in ms."""
    changes, until_ms = golden.changes(path)
    return "".join(keylog.format_change(*change) + "\n" for change in changes), until_ms


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=pytest.mark.long if path.stem in ALIKE else ()) for path in LOGS],
)
@pytest.mark.sample(3)
def test_unix_micropython(path, tmp_path):
    skip_if_it_depends_on_all_games(path)
    text, until_ms = written_out(path)
    log = tmp_path / path.name
    log.write_text(text)
    board = BOARDS / f"{golden.BOARD}.json"
    first = ["first"] if golden.is_first(path) else []
    micropython = Path(sys.executable).with_name("micropython")
    run = subprocess.run(
        [micropython, "tests/unix_console.py", board, log, str(until_ms), tmp_path / "saves", *first],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert golden.kept(path, golden.from_text(run.stdout)) == golden.recorded(path)


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=() if path.stem in SOON else pytest.mark.long) for path in LOGS]
)
def test_webassembly(path):
    skip_if_it_depends_on_all_games(path)
    log, until_ms = written_out(path)
    sources = [
        ROOT / "tests/unix_console.py",
        *(ROOT / "host_sim/console" / name for name in ("session.py", "keylog.py")),
    ]
    more = {source.name: source.read_bytes() for source in sources}
    more |= {"board.json": (BOARDS / f"{golden.BOARD}.json").read_bytes(), "log.keys": log.encode()}
    given = ["", "/firmware/board.json", "/firmware/log.keys", str(until_ms), "/saves"]
    given += ["first"] if golden.is_first(path) else []
    shown = "\n".join(on_webassembly(f"import sys\nsys.argv[:] = {given!r}\nimport unix_console\n", more))
    assert golden.kept(path, golden.from_text(shown)) == golden.recorded(path)


@pytest.mark.parametrize("power", [30])
def test_the_frames_are_the_same_wherever_the_clock_begins(power, monkeypatch):
    """A match of three sides: the clock passes the power of two during play."""
    (path,) = [path for path in LOGS if path.stem == "three_player"]
    _, until_ms = golden.changes(path)
    monkeypatch.setattr(Session, "clock_ms", (1 << power) - until_ms // 2)
    assert golden.frames(path) == golden.recorded(path)
