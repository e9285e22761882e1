"""Lessons of the page that are files: their documents are current, and each task has right and wrong answers."""

import re

import pytest

from host_sim.lessons.markdown import read
from host_sim.lessons.proving import proven
from tools.docs.lessons import LESSONS, made
from tools.web import front

FILES = sorted(LESSONS.glob("*.md"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_document_is_what_the_engine_proves_of_the_file(path):
    assert path.with_suffix(".html").read_text(encoding="utf-8") == made(path), "python -m tools docs lessons"


@pytest.mark.sample(5)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_task_has_wrong_answers_too_and_no_author_has_typed_the_right_ones(path):
    tasks = read(path.read_text(encoding="utf-8")).tasks
    assert len(tasks) >= 4 and {task.asked for task in tasks if task.kind not in ("free", "build")} <= {
        "any",
        "all",
        "in",
        "",
        "best",
        "level",
    }
    for task in tasks:
        found = proven(task)
        if task.kind in ("wins", "keeps", "loses"):
            assert 0 < len(found.right) < len(found.values), task.line


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_lesson_ends_with_two_tasks_that_no_text_gives_away(path):
    *_, (heading, last) = re.findall(r"^## (.*)\n([^#]*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    tasks = read(f"# End\n{last}").tasks
    assert (heading, len(tasks)) == ("Find it yourself", 2) and not any(task.hint or task.because for task in tasks)


def test_every_lesson_is_a_file_and_in_the_list_and_the_page_begins_with_the_first():
    names = [name for name, _ in front.lessons()]
    assert sorted(names) == sorted(path.stem for path in LESSONS.glob("*.html")) == [path.stem for path in FILES]
    page = (front.SOURCES / "index.html").read_text(encoding="utf-8")
    assert {*re.findall('href="lessons/(.*?).html"', page)} == {names[0]}


def test_the_choice_and_the_front_door_have_the_rows_of_lessons():
    rows = front.rows_of_lessons()
    assert [*rows] == ["Playing", "Minds of machines", "Proofs"] and all(rows.values())
    for listed, heading, one in (
        (front.lesson_choice(), '<optgroup label="{}">', '<option value="{}">'),
        (front.front(), "<h3>{}</h3>", '<a href="lessons/{}.html">'),
    ):
        places = [
            listed.index(each)
            for title, lessons in rows.items()
            for each in (heading.format(title), *(one.format(name) for name, _ in lessons))
        ]
        assert places == sorted(places)
