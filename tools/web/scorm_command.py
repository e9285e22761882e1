"""`glowgrid lesson scorm`: a lesson as a package for a learning system."""

import re
from pathlib import Path
from typing import Annotated

import typer

from host_sim.cli.errors import Refused
from host_sim.cli.run import say
from host_sim.cli.writable import check_writable, writing
from host_sim.lessons.document import document
from host_sim.lessons.lesson_command import Think, all_proven, lesson_of
from host_sim.lessons.proving import THINK_S

from . import scorm
from .page_command import FOLDER, make, place

OF_THE_PAGE = "new", "own"  # what the page itself calls the lesson that is written there: lesson.js, lesson_text.js


def command(
    file: Annotated[Path, typer.Argument(help="A lesson, such as threats.md.")],
    to: Annotated[Path | None, typer.Option(help="The file to write (default: that of the lesson, with .zip).")] = None,
    think: Think = THINK_S,
):
    """Pack a lesson for a learning system such as Moodle: SCORM 1.2, one zip file.

    It tells the system each answer, the score, and whether the lesson was passed; who stops goes on there.
    """
    to = to or file.with_suffix(".zip")
    check_writable(to)
    lesson = lesson_of(file)
    if not lesson.tasks:
        raise Refused(f"{file}: no task in it, so there is nothing to report; add one")
    name = _name(file.stem)
    text = document(lesson, name, all_proven(file, lesson, think))
    page = place()
    if page == FOLDER:
        make(FOLDER, None)
    with writing(to):
        scorm.write(to, page, name, lesson.title, text)
    say(f"{to}: written, {to.stat().st_size:,} bytes; give it to the learning system as a SCORM 1.2 package")


def _name(stem):
    """Return what the page calls a lesson whose file has this name without .md."""
    name = re.sub(r"[^a-z0-9]+", "_", stem.lower()).strip("_") or "lesson"
    return f"lesson_{name}" if name in OF_THE_PAGE else name
