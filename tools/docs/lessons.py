"""`docs lessons`: prove the tasks of the page's lessons, and write the documents that the page shows of them."""

import typer

from host_sim.lessons.claiming import faults_of_text
from host_sim.lessons.document import document
from host_sim.lessons.markdown import read
from host_sim.lessons.proving import proven

from ..paths import ROOT

LESSONS = ROOT / "host_sim/web/learn/lessons"


def write():
    """Rewrite the document of each lesson in host_sim/web/learn/lessons that is a file of Markdown."""
    for path in sorted(LESSONS.glob("*.md")):
        text = made(path)
        target = path.with_suffix(".html")
        old = target.read_text(encoding="utf-8") if target.exists() else ""
        target.write_text(text, encoding="utf-8")
        typer.echo(f"{target.name}: {'unchanged' if text == old else 'changed'}")


def made(path):
    """Return the document of a lesson's file; Fault if an answer or a claim is not proven, or a link opens nothing."""
    lesson = read(path.read_text(encoding="utf-8"))
    for fault in faults_of_text(lesson):
        raise fault
    return document(lesson, path.stem, [proven(task) for task in lesson.tasks])
