"""Lessons of the page that are files: their documents are current, and each task has right and wrong answers."""

import pytest

from host_sim.lessons.markdown import read
from host_sim.lessons.proving import proven
from tools.docs.lessons import LESSONS, made
from tools.web import front

FILES = sorted(LESSONS.glob("*.md"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_document_is_what_the_engine_proves_of_the_file(path):
    assert path.with_suffix(".html").read_text(encoding="utf-8") == made(path), "python -m tools docs lessons"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_task_has_wrong_answers_too_and_no_author_has_typed_the_right_ones(path):
    tasks = read(path.read_text(encoding="utf-8")).tasks
    assert len(tasks) >= 5 and {task.asked for task in tasks if task.kind not in ("free", "build")} <= {
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


def test_every_lesson_is_in_the_list():
    assert sorted(name for name, _ in front.lessons()) == sorted(path.stem for path in LESSONS.glob("*.html"))
