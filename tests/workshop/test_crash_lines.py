"""`tools crash` finds the lines that a traceback of the Pico lacks: where it names one, it is right."""

import re
import traceback
from typing import Any

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import record
from glowgrid.console import finished, storage
from glowgrid.console.app import App
from glowgrid.console.match import Match
from glowgrid.console.screens.resume import restore
from glowgrid.games import discover
from tools.compile.sources import sources
from tools.paths import FIRMWARE
from tools.workshop.talk.crash import with_lines

GAME = next(game for game in discover()[0] if game.name == "tic-tac-toe")
SAVED = {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4, 4]}
NONE: Any = None
CRASHES = [
    lambda: Match(GAME, (), [0]),
    lambda: restore(SAVED, [GAME]),
    lambda: restore(dict(SAVED, seats=[0, 9]), [GAME]),
    lambda: record.unpack(record.pack([1])[:-1]),
    lambda: App.match_under_way(NONE),
    lambda: Match.can_undo(NONE),
    lambda: storage.Storage(NONE).load("x"),
    lambda: list(finished.keeping(storage.Storage(NONE), {"number": 1})),
]


def on_the_pico(error):
    """Return the Pico's traceback, and the lines that it lacks."""
    rows, lines = ["Traceback (most recent call last):"], []
    for frame in traceback.extract_tb(error.__traceback__):
        path = frame.filename.removeprefix(f"{FIRMWARE}/")
        if path != frame.filename:
            module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            rows.append(f'  File "{module}", line 1, in {frame.name}')
            lines.append(frame.lineno)
    return "\n".join([*rows, f"{type(error).__name__}: {error}"]) + "\n", lines


@pytest.mark.parametrize("crash", CRASHES)
def test_the_line_is_among_the_named_ones(crash):
    with pytest.raises(Exception) as raised:
        crash()
    said, lines = on_the_pico(raised.value)
    assert lines and said.count("line 1, in") == len(lines)
    named = re.findall(r"line (.*), in", with_lines(said, sources(FIRMWARE)))
    assert len(named) == len(lines)
    for words, line in zip(named, lines):
        places = [list(map(int, place.split(" to "))) for place in re.split(", | or ", words)]
        assert any(place[0] <= line <= place[-1] for place in places), (words, line)


def test_foreign_code_stays_unchanged():
    said = 'Traceback (most recent call last):\n  File "own", line 1, in play\n  File "main.py", line 7\nOSError: 5\n'
    assert with_lines(said, sources(FIRMWARE)) == said
