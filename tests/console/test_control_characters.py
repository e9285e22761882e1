"""No text of a person's own file commands a terminal: control characters reach neither a sign nor the serial line."""

import json

import pytest
from command_lines import run
from console import DOWN, RIGHT, SELECT, Person

from glowgrid import games
from host_sim.console import describe

ESC = "\x1b[31m"
BARE = "glowgrid strategy 1\ngame tic-tac-toe\nelse a1 b1 c1\nend\n"
ODD = ESC, "\x07", "\r", "\x7f", "\x9b31m"
STRATEGIES = {
    "first line": BARE.replace("glowgrid", "%s"),
    "version": BARE.replace("strategy 1", "strategy %s"),
    "game": BARE.replace("game", "%s"),
    "size": BARE.replace("tac-toe", "tac-toe 3,%s"),
}
FILES = {
    "first.json": '{"name": "%s", "about": "a", "field": ["oo", "o"], "lines": ["a1 b1"]}',
    "entry.json": '{"name": "entry", "%s": 1, "field": ["oo", "o"], "lines": ["a1 b1"]}',
    "line.json": '{"name": "line", "about": "a", "field": ["oo", "o"], "lines": ["a1 %s"]}',
    "raises.py": "raise ValueError('%s')",
    "exits.py": "raise SystemExit('%s')",
    "setup.py": "from glowgrid.rules.game import Game\ndef setup():\n    raise KeyError('%s')\n"
    "GAME = Game('own', 'a', setup=setup)\n",
    "a\x1b[31m.py": "%s",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a person's own games, and their strategies."""
    folder = tmp_path / "games"
    (folder / "strategies").mkdir(parents=True)
    monkeypatch.setattr(games, "own_folder", str(folder))
    return folder


def shown_on_one_line(texts):
    """Return whether no sign of the texts commands a terminal."""
    return all(sign.isprintable() for text in texts for sign in text)


@pytest.mark.parametrize("kind", STRATEGIES)
@pytest.mark.parametrize("odd", ODD)
def test_a_strategy_that_is_left_out(tmp_path, folder, capsys, kind, odd):
    (folder / "strategies" / "odd.txt").write_bytes((STRATEGIES[kind] % odd).encode())
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.wait(200)
    assert not person.app.screen.files
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) <= 1 and shown_on_one_line(printed)


@pytest.mark.parametrize("odd", ODD)
def test_a_strategy_that_fails_in_a_match(tmp_path, folder, capsys, odd):
    (folder / "strategies" / "odd.txt").write_bytes(BARE.replace("else", f"x{odd}x").encode())
    (folder / "strategies" / "name\x1b[31m.txt").write_text(BARE)
    person = Person(tmp_path)
    person.choose("tic-tac-toe")
    person.wait(200)
    assert person.app.screen.files == ["odd.txt"]
    person.tap(DOWN, RIGHT, SELECT)
    person.started()
    person.tap(0, then=800)
    assert person.screen == "sign" and describe.faults(person.app)[0].startswith("odd.txt: line 3: x")
    printed = capsys.readouterr().out.splitlines()
    assert "name [31m.txt: its name has control characters; rename it" in printed
    assert shown_on_one_line(printed + person.app.screen.faults)


@pytest.mark.parametrize("name", FILES)
def test_an_own_game_that_fails(tmp_path, folder, capsys, name):
    text = FILES[name] % (json.dumps(ESC)[1:-1] if name.endswith(".json") else ESC)
    (folder / name).write_text(text)
    person = Person(tmp_path)
    person.wait(3000)
    printed = capsys.readouterr().out.splitlines()
    assert person.screen == "sign" and len(person.app.screen.faults) == 1 and printed
    assert shown_on_one_line(printed + person.app.screen.faults)


def test_words_of_an_own_game_in_the_simulator(tmp_path):
    """They scroll over the lights, which lack such signs; in the simulator they are printed."""
    (tmp_path / "own.py").write_text(
        "from glowgrid.rules.game import Game\nfrom glowgrid.rules.geometry import square\n"
        "from glowgrid.rules.lines import Lines\n"
        "def setup():\n    return Lines(square(2, 2), 2, [range(2)]).position()\n"
        f"GAME = Game('own', 'a{ESC}b', setup=setup)\n"
    )
    out = run("host_sim", "--text", "--game", tmp_path / "own.py", typed="..... ..... .....\n").stdout
    assert "on the lights: Own: a [31mb" in out and "\x1b" not in out
