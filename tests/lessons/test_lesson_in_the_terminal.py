"""A lesson in the terminal: read, answered, refuted."""

import re

import pytest
from command_lines import invoke, run

from host_sim.lessons import of_the_page

LESSON = """# Threats

One <b>line</b>, [shown](#tic-tac-toe "Look").

```task
{position}
{kind}
hint: Look at the middle.
because: It is so.
```

The end.
"""
THREE = "tic-tac-toe: a1 / b1, 1 to move"
HELD = "tic-tac-toe: a1 c3 / b2, 2 to move"
# (position, kind, what is typed, what is said, in this order, 1 if the first answer was right)
ANSWERS = [
    (THREE, "wins: any", "a2", ["One <b>line</b>, shown.", "Right: a2. It is so."], 1),
    (THREE, "wins: any", "c3 a2", ["No, not c3: it is a draw", "the answer is b2.", "Right: a2."], 0),
    (THREE, "wins: all", "a3 a3 b2 a2", ["Right: a3. 2 more.", "Right: a3. 2", "1 more.", "Right: a3, b2, a2."], 1),
    (THREE, "wins: all", "b2 b3 a3 a2", ["Right: b2. 2 more.", "No, not b3", "b2, a3. 1 more.", "b2, a3, a2."], 0),
    (THREE, "wins: any", "b1 z9 b2", ["b1: not a legal move here", "no such move", "Right: b2."], 1),
    (THREE, "wins: any", "? b2", ["Look at the middle.", "Right: b2."], 1),
    (THREE, "wins: any", "! b2", ["The answer: a2 b2 a3, of 7. It is so.", "Right: b2."], 0),
    ("hex 3: b2 / a1", "wins: any", "c3", ["Right: c3. Quicker is", "it wins in 3 instead of 5."], 1),
    ("hex 3: b2 / a1", "wins: all", "b1 c1 a2 c2 a3 b3 c3", ["c3. Quickest is b1: it wins in 3."], 1),
    (HELD, "keeps: any", "a3 b1", ["No, not a3: orange wins in 4: the answer is c1.", "Right: b1."], 0),
    (HELD, "who:", "blue draw", ["No: it is a draw.", "Right: it is a draw."], 0),
    (HELD, "who:", "green draw", ["green: expected orange, blue or draw", "Right: it is a draw."], 1),
    ("hex 3: b2 / a1", "count:", "many 5 3", ["many: expected a number", "No: it ends after 3.", "Right: 3."], 0),
    (HELD, "play: best", "a3", ["The engine plays c1."], 0),
    (HELD, "play: best", "a3 b1 b1", ["The end: orange wins. With best play it is a draw.", "The engine plays b3."], 0),
    ("tic-tac-toe: a1 a2 / b1 b2, 1 to move", "play: best", "a3", ["The end: orange wins."], 1),
    ("hex 3: -", "free: What is it?", "a-game", ["What is it?", "Noted."], 1),
]


def walked(tmp_path, position, kind, typed):
    lesson = tmp_path / "threats.md"
    lesson.write_text(LESSON.format(position=position, kind=kind))
    result = invoke("lesson", "play", lesson, typed="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.exception
    return result.output


def found_in_order(output, said):
    place = 0
    for words in said:
        place = output.find(words, place)
        assert place >= 0, (words, output)
        place += len(words)


@pytest.mark.parametrize(("position", "kind", "typed", "said", "right"), ANSWERS)
def test_answers_are_judged_by_the_position(tmp_path, position, kind, typed, said, right):
    output = walked(tmp_path, position, kind, typed.split())
    found_in_order(output, said)
    assert f"Threats: {right} of 1 right at the first try" in output
    assert "One <b>line</b>, shown." in output


@pytest.mark.parametrize("field", ["hex 3: -", "dark-hex 4: -"])
def test_stones_are_set_up(tmp_path, field):
    output = walked(tmp_path, field, "build: a1 / b2", ["a1 / b1", "b2", "A1 / B2"])
    found_in_order(output, ["No, that is a1 / b1", "No, that is b2 / -", "Right.", "The end."])


def test_an_empty_line_goes_on_and_the_end_of_the_answers_ends_it(tmp_path):
    assert "The end." in walked(tmp_path, THREE, "wins: any", [""])
    assert "The end." not in walked(tmp_path, THREE, "wins: any", ["?"])


def test_a_task_that_is_not_right_ends_it_with_its_line(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text(LESSON.format(position=THREE, kind="who: 2"))
    assert "line 7: who: 2 is wrong: orange wins" in str(invoke("lesson", "play", lesson).exception)


def test_a_lesson_of_the_page_goes_by_its_name():
    alone = invoke("lesson")
    assert alone.exit_code == 0 and re.search("^double_threats +Double threats$", alone.output, re.MULTILINE)
    begun = invoke("lesson", "double_threats", typed="?\n")
    assert begun.exit_code == 0 and begun.output == invoke("lesson", "play", "double_threats", typed="?\n").output
    assert "Task 1 of" in begun.output


def test_play_may_be_left_out_before_a_file_and_options(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text(LESSON.format(position=THREE, kind="wins: any"))
    assert "Right: a2." in invoke("lesson", lesson, typed="a2\n").output
    assert "Right: a2." in invoke("lesson", "--think", 5, lesson, typed="a2\n").output


@pytest.mark.parametrize("words", [["double_treats"], ["check", "double_treats"], ["print", "double_treats", "--html"]])
def test_a_name_that_is_none_gets_a_suggestion(words):
    said = str(invoke("lesson", *words).exception)
    assert "double_treats: there is no such file; did you mean double_threats?" in said


# (words after `lesson`, what is said, in a line)
MISSPELT = [
    (["chek", "x.md"], "chek: no such command; did you mean check?"),
    (["prnt", "bridges"], "prnt: no such command; did you mean print?"),
    (["pairng"], "pairng: there is no such file; did you mean pairing?"),
    (["print.md"], "print.md: there is no such file;"),
]


@pytest.mark.parametrize(("words", "said"), MISSPELT)
def test_a_misspelt_command_is_not_taken_for_a_lesson(words, said):
    done = run("tools", "lesson", *words)
    assert done.returncode == 2 and done.stderr.startswith(f"error: {said}"), done.stderr


def test_a_lesson_may_be_called_almost_as_a_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chek").write_text("# Threats\n\nOne line.\n")
    assert "One line." in invoke("lesson", "chek").output


@pytest.mark.parametrize("name", of_the_page.files())
def test_no_lesson_of_the_page_is_taken_for_a_misspelt_command(name):
    assert "Task 1 of" in invoke("lesson", name).output
