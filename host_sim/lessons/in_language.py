"""A lesson of the page in another language, for terminal and paper: its texts and what its tasks say in words.

The words are those of its document on the page. Positions and answers stay: the engine proves them as ever.
"""

from functools import partial

from glowgrid.console.palette import SIDES

from ..languages.lesson_words import lesson_words
from . import of_the_page
from .in_words import capital, side_to_move
from .lesson_file import Lesson, Task


def in_language(lesson, name, language):
    """Return a Lesson of the page in a Language; as it is if that lacks a word of it. name: of the lesson."""
    known = lesson_words(of_the_page.document(name), language.table) if language.table else {}
    return translated(lesson, known, language.said) if known else lesson


def translated(lesson, known, said):
    """Return a Lesson in other words. known: {message: its translation}; said(text): a text of the program."""

    def word(message):
        return known.get(message, message)

    made = Lesson(word(lesson.title), partial(lesson.html, word=word), word)
    made.claims, made.links, made.pictures = lesson.claims, lesson.links, lesson.pictures
    made.references = lesson.references
    made.parts = [_task(part, known, said) if isinstance(part, Task) else part for part in lesson.parts]
    return made


def _task(task, known, said):
    named = _asks(task.named, known, said) if task.kind == "free" else task.named
    say, hint, because = _asks(task.say, known, said), _one_line(task.hint, known), _one_line(task.because, known)
    return Task(
        task.line, task.position, task.kind, task.asked, named, task.number, task.at, hint, because, say, task.name
    )


def _one_line(text, known):
    text = " ".join(text.split())
    return known.get(text, text)


def _asks(text, known, said):
    """Return what a task asks. Its document has that in a sentence after whose turn it is."""
    if not text:
        return ""
    asks = capital(" ".join(text.split()))
    asks += "" if asks[-1] in ".?!" else "."
    for before in ("", *map(side_to_move, SIDES[1:])):
        if (found := known.get(before + asks)) is not None:
            return found.removeprefix(said(before.strip()) if before else "").strip()
    return text
