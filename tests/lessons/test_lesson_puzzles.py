"""Puzzles become the tasks of a lesson, and tasks become puzzles for the handheld."""

import pytest
from command_lines import invoke
from source import ROOT

SHIPPED = ROOT / "firmware/glowgrid/games/puzzles"


def lines(text):
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("name", ["tic_tac_toe", pytest.param("hex", marks=pytest.mark.long)])
def test_shipped_puzzles_are_the_same_after_they_were_a_lesson(tmp_path, name):
    puzzles, lesson = SHIPPED / f"{name}.txt", tmp_path / "threats.md"
    assert invoke("lesson", "new", lesson, "--puzzles", puzzles).exit_code == 0
    result = invoke("lesson", "puzzles", lesson)
    assert lines(result.stdout) == lines(puzzles.read_text())


def test_a_task_that_more_than_one_move_solves_is_no_puzzle(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text("# Threats\n\n```task\ntic-tac-toe: a1 / b1, 1 to move\nwins: any\n```\n")
    result = invoke("lesson", "puzzles", lesson)
    assert result.exit_code == 0 and result.stdout == "" and "0 of 1 tasks" in result.stderr


def test_a_file_that_has_no_puzzles_in_it_is_named(tmp_path):
    puzzles, lesson = tmp_path / "puzzles.txt", tmp_path / "threats.md"
    puzzles.write_text("chess: e4; wins in 3\n")
    assert "puzzles.txt, line 1: no game chess" in str(invoke("lesson", "new", lesson, "--puzzles", puzzles).exception)
    assert not lesson.exists()


TWO_GAMES = """# Threats

```task
tic-tac-toe: a1 a2 / b1 b2, 1 to move
wins: any
```

```task
hex 3: b1 a3 / a2 c1, 1 to move
wins: any
```
"""


def test_puzzles_are_added_to_the_games_a_file_for_each_and_once(tmp_path, monkeypatch):
    lesson, folder = tmp_path / "threats.md", tmp_path / "games/puzzles"
    monkeypatch.setenv("GLOWGRID_GAMES", str(folder.parent))
    lesson.write_text(TWO_GAMES)
    printed = lines(invoke("lesson", "puzzles", lesson).stdout)
    folder.mkdir(parents=True)
    (folder / "tic_tac_toe.txt").write_text("# mine")
    for new in (1, 0):
        result = invoke("lesson", "puzzles", lesson, "--add")
        assert result.exit_code == 0, result.exception
        assert f"{folder}/tic_tac_toe.txt: {new} new" in result.stdout
        assert (folder / "tic_tac_toe.txt").read_text() == f"# mine\n{printed[0]}\n"
        assert (folder / "hex.txt").read_text() == f"{printed[1]}\n"
