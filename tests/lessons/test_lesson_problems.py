"""Collections of problems in SGF become lessons, as far as the engine proves them, and lessons such collections."""

import pytest
from command_lines import invoke

from host_sim.lessons.markdown import read
from host_sim.records.sgf_problems import problems

HEAD = "(;FF[4]GG[tic-tac-toe]SZ[3]"
THREE = f"{HEAD}AB[a1]AW[b1]PL[B]"  # a2 b2 a3 win
HELD = f"{HEAD}AB[a1][c3]AW[b2]PL[W]"  # b1 a2 c2 b3 hold the draw
HEX = "(;FF[4]GM[11]SZ[3]AB[b2]AW[a1]PL[B]"


def made(tmp_path, *collections, words=()):
    """Return (the Result of `lesson new` with files of problems, the text of the lesson or "")."""
    files = [tmp_path / f"{number}.sgf" for number in range(len(collections))]
    for file, text in zip(files, collections, strict=True):
        file.write_text(text)
    lesson = tmp_path / "problems.md"
    result = invoke("lesson", "new", lesson, "--sgf", *files, *words)
    return result, lesson.read_text() if lesson.exists() else ""


# (a problem, what the task asks)
RIGHT = [
    (f"{THREE}(;B[a2]TE[1])(;B[b2]TE[1])(;B[a3]TE[1])(;B[c3]BM[1]))", "wins: a2 b2 a3"),
    (f"{THREE};B[b2];W[c3];B[a2]C[RIGHT])", "wins: any"),  # more than one wins
    (f"{THREE})", "wins: any"),
    (f"{HELD}(;W[b1]TE[1])(;W[a3]BM[1]))", "keeps: any"),
    (f"{HEX};B[c3];W[c2];B[b3])", "wins: any"),
]


@pytest.mark.parametrize(("problem", "asks"), RIGHT)
def test_a_problem_that_is_right_becomes_a_task(tmp_path, problem, asks):
    result, text = made(tmp_path, problem)
    assert result.exit_code == 0, result.exception
    assert asks in text.splitlines() and "1 of 1 problems are tasks" in result.stderr
    assert invoke("lesson", "check", tmp_path / "problems.md").exit_code == 0


# (a problem, what is said of it, exit code besides that of the others)
LEFT_OUT = [
    (f"{THREE}(;B[c3]TE[1]))", "problem 2: c3 is said to be right, but it is a draw: the answer is b2; left out", 1),
    (f"{THREE}(;B[a2]TE[1])(;B[b2]BM[1]))", "problem 2: b2 is said to be wrong, but orange wins in 5; left out", 1),
    (f"{THREE}(;B[b1]TE[1]))", "problem 2: b1 is said to be right, but it is no legal move; left out", 1),
    (f"{HEAD}AB[a1][c2]AW[b2][a3][c3]PL[B];B[b3])", "problem 2: each move loses: blue wins in 2", 1),
    (f"{HEAD}AB[a1][a2][a3]AW[b1][b2])", "problem 2: this game is over", 0),
    ("(;FF[4]GM[11]SZ[11]AB[f6]PL[W])", "moves are proven, not", 0),
    ("(;GM[1]SZ[9]AB[aa])", "problem 2: game 2: GM[1]: SGF of another game", 0),
]


@pytest.mark.parametrize(("problem", "said", "code"), LEFT_OUT)
def test_what_is_not_proven_is_left_out_and_said(tmp_path, problem, said, code):
    result, text = made(tmp_path, f"{THREE};B[b2])\n{problem}\n", words=["--think", "0.5"])
    assert (result.exit_code, len(read(text).tasks)) == (code, 1), result.exception
    assert f"{tmp_path}/0.sgf: " in result.stderr and said in result.stderr
    assert "1 of 2 problems are tasks" in result.stderr


def test_files_are_joined_and_their_words_are_text(tmp_path):
    one, other = f"{THREE}C[Two *stars*, and ```task];B[b2])", "(;SZ[3]AB[b2]AW[a1]PL[B]N[];B[c3])"
    result, text = made(tmp_path, one, other, words=["--game", "hex"])
    assert result.exit_code == 0, result.exception
    assert "Two \\*stars\\*, and \\`\\`\\`task\n" in text
    assert [task.position for task in read(text).tasks][1] == "hex 3: b2 / a1, 1 to move"


REFUSED = [
    (["--sgf", "none.sgf"], "none.sgf: cannot be read"),
    (["more.sgf"], "one word too many"),
    (["--sgf", "there.md"], "no problems in it"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_bad_input_leaves_no_lesson(tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.md").write_text("# No SGF\n")
    assert said in str(invoke("lesson", "new", "new.md", *words).exception)
    assert not (tmp_path / "new.md").exists()


LESSON = """# Threats

```task
tic-tac-toe: a1 / b1, 1 to move
wins: all
```

```task
hex 3: -
wins: c1 a2 b2 c2 a3
say: Where do you begin [and why]?
```

```task
tic-tac-toe: a1 c3 / b2
who: draw
```

```task
mnk 4,4,3: b2 / c3, 1 to move
wins: in 5
```
"""


def test_a_lesson_is_a_collection_that_says_what_is_right_and_refutes_what_is_wrong(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text(LESSON)
    result = invoke("lesson", "sgf", lesson)
    assert result.exit_code == 0 and "3 of 4 tasks are problems" in result.stderr
    assert "(;B[c1]BM[1];W[b2]C[Wrong: it is a draw])" in result.stdout
    found = [*problems(result.stdout_bytes)]
    assert [" ".join(each.right) for each in found] == ["a2 b2 a3", "c1 a2 b2 c2 a3", "c1 c2 a3 b3"]
    assert [len(each.wrong) for each in found] == [3, 3, 3]
    assert found[1].words == "Where do you begin [and why]?"


def test_a_collection_that_was_a_lesson_is_the_same_after_it(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text(LESSON)
    _, text = made(tmp_path, invoke("lesson", "sgf", lesson).stdout)
    positions = ["tic-tac-toe: a1 / b1, 1 to move", "hex 3: - / -, 1 to move", "mnk 4,4,3: b2 / c3, 1 to move"]
    assert [task.position for task in read(text).tasks] == positions
    assert [task.named for task in read(text).tasks] == ["a2 b2 a3", "c1 a2 b2 c2 a3", "c1 c2 a3 b3"]
