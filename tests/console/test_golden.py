"""Whole games as key logs give the same frames, text for text, on CPython, unix MicroPython and WebAssembly.

test_on_the_pico.py tests the emulated Pico.

The first and last frame of each are written here by hand from the design: the splash's first row, and the end of the
game, where the winning points shine or blink and all other stones are dim.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from three_tiers import on_webassembly

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from host_sim.boards import FOLDER as BOARDS
from host_sim.console import golden, keylog
from host_sim.console.session import Session
from host_sim.data_games.reader import game_from

ROOT = Path(__file__).resolve().parents[2]
FIRST = """\
..1111..
........
........
........
........
........
........
........"""
LAST = {
    # Orange (full blocks) has found the diagonal stone in the corner, and sees nothing else of blue.
    "phantom": """\
2..a..a.
.2......
........
a..AA.a.
...AA...
........
a..a..a.
........""",
    # Side 2 (diagonal stones) has won with a2 b2 c2; the wave for an engine's win has nearly passed.
    "tic_tac_toe": """\
aabaa...
aabaa...
..b.....
B.bB..B.
.Bb.B..B
..b.....
aab.....
aabbbbbb""",
    # Side 1 (full blocks) has won with b2 b3 b4; side 2 is diagonal, side 3 a corner. A person's second wave passes.
    "three_player": """\
1111b11.
.....b1.
..AAc.1.
..AAcc1.
..AAb.1.
..AA.b1.
c.AA..1.
ccAA..1.""",
    # Side 1 to move in the second puzzle of tic-tac-toe: a2 c3 are its stones, a1 a3 those of side 2.
    "puzzles": """\
2..a..a.
.2......
........
11.a..a.
11......
........
2..a..11
.2....11""",
    # By two presses: two stones are placed, another block is picked, one light for each point of it.
    "two_presses": """\
.xxxxx..
.:::::..
b:::::..
.::1:o..
b::::ob.
.::::B..
.x.xxx..
........""",
    # The person has won the first game with the diagonal; blue has neither won nor blocked.
    "first_game": """\
..1b..AA
..1.b.AA
..1.....
..1AA...
..1AA111
........
AA.b....
AA..b...""",
    # Any key has ended the words; the pause shows the score, and offers once more, menu, undo.
    "words": """\
1.......
1.......
........
........
........
........
........
(dots)""",
    # The lesson is left: the menu shows its entry.
    "minimax": """\
...11...
...11...
..2..2..
.22..22.
.2....2.
1.1..1.1
1.1..1.1
(dots)""",
    # The walk is left: the match of Hex 3 is as it was, side 1 to move.
    "no_draw": """\
B..x....
.B......
........
...11.b.
...11...
........
x..x..x.
........""",
    # The match goes on where it was, with the coach: a1 and b1, three of orange's moves win (three lights each).
    "prove_it": """\
11.B..a?
11..B.?.
........
a+.a+.a?
++.++.?.
........
a+.a?.a?
++.?..?.""",
    # The key that ended attract mode has brought back the menu, where the next press pages on.
    "attract": """\
........
.1...2..
..1.22..
...1.2..
..2.1...
.2...1..
......1.
(dots)""",
    # Side 2 has answered b2 with an edge, side 1 has taken a corner: every move of side 2 now loses (one light each).
    "tic_tac_toe_coach": """\
b..b..AA
.!..!.AA
........
2..11.b.
.2.11..!
........
b..b..b.
.!..!..!""",
    # Hex 5: side 1's edges are solid, side 2's broken, and gaps run along; side 2 to move, so its edges are the bright
    # ones; the cursor on b3 beside the stone taken over.
    "hex": """\
..aaa...
.:::::..
y::A::y.
.:#2::..
y:::::y.
.:::::..
.aaa.a..
........""",
    # Select was held after it had placed the stone: the pause offers to go on.
    "held": """\
..+.....
..++....
..+++...
..++++..
..+++...
..++....
..+.....
(dots)""",
    # Side 2 has taken the first stone over: it is c3 now, as Hex 3 is mirrored, and a gap runs along side 1's edges.
    "goals": """\
x..x....
........
........
...:..b.
........
........
x..x..B.
.......B""",
    # Both corners together opened the pause and left no stone; the corner alone, afterwards, has placed one.
    "chord": """\
a.a.a.B.
.......B
a.a.a.a.
........
a.11a.a.
..11....
a.a.a.a.
........""",
    # The menu again, still at the statistics, between the games and the settings.
    "statistics": """\
.??????.
?.????.?
?.????.?
.?.??.?.
...??...
...??...
..????..
(dots)""",
    # The device is held turned: the picture of the brightness is on its side, a step darker again.
    "settings": """\
........
?.......
??......
???.....
????....
-----...
------..
-------.""",
    # Side 2 to move: b2 wins, as the hint says (its own light is out while it blinks); two lights hold, one loses.
    "three_player_coach": """\
b?2.b.b?
?..2.!?.
11.+11b?
11++11?.
3.b?2.b.
33?..2.!
b?AA3.b?
?.AA33?.""",
}
LOGS = golden.logs()
GAMES = 9
# Attract mode and the menu show every game; the first one begins once all games are found.
WITH_ALL_GAMES = "attract", "first_game"
WITH_PUZZLES = "puzzles"  # only the games that Glowgrid finds itself have some
SOON = "settings", "tic_tac_toe"  # the shortest


def test_all_games_exist():
    assert {path.stem for path in LOGS} >= set(LAST)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_first_and_last_frame_are_as_designed(path):
    shown = golden.recorded(path)
    assert shown[0] == (0, FIRST)
    assert shown[-1][1] == LAST[path.stem]


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


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
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
    "path",
    [pytest.param(path, id=path.stem, marks=() if path.stem in SOON else pytest.mark.long) for path in LOGS],
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


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path.stem in SOON else pytest.mark.long)
        for path in LOGS
        if path.stem not in (*WITH_ALL_GAMES, WITH_PUZZLES)
    ],
)
def test_more_games_change_no_golden_file(path):
    games, errors = discover()
    for order in (0, 15, 99):  # before, between and after the existing games
        game = game_from({"name": f"new-{order}", "field": ["ooo"], "lines": ["a1 b1"]})
        game.order = order
        games.append(game)
    games.sort(key=lambda game: (game.order, game.name))
    if any(kind == "menu" for _, kind in keylog.by_name(path.read_text())):  # there are more pages
        assert golden.changes(path, (games, errors)) != golden.changes(path)
    assert golden.frames(path, (games, errors)) == golden.recorded(path)


@pytest.mark.parametrize("power", [29, 30, 31, 32])
def test_the_frames_are_the_same_wherever_the_clock_begins(power, monkeypatch):
    """A match of three sides: the clock passes the power of two during play."""
    (path,) = [path for path in LOGS if path.stem == "three_player"]
    _, until_ms = golden.changes(path)
    monkeypatch.setattr(Session, "clock_ms", (1 << power) - until_ms // 2)
    assert golden.frames(path) == golden.recorded(path)
