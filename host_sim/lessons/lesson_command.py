"""`glowgrid lesson`: begin a lesson, prove the answers of its tasks, go through it."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..cli.counted import counted
from ..cli.errors import Refused
from ..cli.run import one_line, say
from ..cli.suggest import did_you_mean
from ..languages.option import Spoken, language_of
from ..text.text_file import NoText, file_bytes, plain_text
from . import in_words, of_the_page
from .claiming import faults_of_text
from .in_language import in_language
from .lesson_file import Fault
from .markdown import read
from .proving import THINK_S, proven
from .walking import Walk

Lesson = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A lesson such as threats.md, or the name of one of the page."),
]
Think = Annotated[
    float, typer.Option(help="How long to search for each answer, in seconds of a Pico.", min=0.1, max=1000)
]


def check(
    file: Lesson,
    think: Think = THINK_S,
):
    """Prove the answers of all tasks of a lesson, and say them; exit with 1 if something is wrong, in its text too."""
    lesson = lesson_of(file)
    faults = list(faults_of_text(lesson, think))
    for fault in faults:
        say(_placed(file, fault))
    wrong = 0
    for task, found in _watched(lesson.tasks, think):
        if isinstance(found, Fault):
            wrong += 1
            say(_placed(file, found))
        else:
            say(f"{file}: line {task.line}: {in_words.task(task)}: {in_words.answer(found)}")
            if task.asked == "any" and 2 * len(found.right) > len(found.values):
                easy = f"{len(found.right)} of {len(found.values)} moves are right; that is no search"
                say(f"{file}: line {task.line}: {easy}", err=True)
    for line, target in lesson.pictures:
        say(f"{file}: line {line}: the picture {target} stays behind; page, sheet and package show its words", err=True)
    count = len(lesson.tasks)
    say(f"{lesson.title}: {count - wrong} of {count} tasks are right" if count else f"{lesson.title}: no task in it")
    if wrong or faults:
        raise typer.Exit(1)


def play(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Likewise; without it, say which there are.")
    ] = None,
    think: Think = THINK_S,
    language: Spoken = "",
):
    """Go through a lesson here: read, and type your answers. A wrong one is refuted. `play` may be left out."""
    spoken = language_of(language)
    if not file:
        _say_which(spoken)
        return
    lesson, said = lesson_of(file, spoken), spoken.said

    def prove(task):
        try:
            return proven(task, think)
        except Fault as fault:
            raise Refused(_placed(file, fault)) from None

    walk = Walk(lesson, prove, _typed, say, Console(), think, said)
    walk.go()
    if lesson.tasks:
        say(f"{lesson.title}: {said(f'{walk.right} of {len(lesson.tasks)} right at the first try')}")


def all_proven(file, lesson, think):
    """Return what is proven of each task of a lesson; Refused, with the line, if one is wrong."""
    proofs = []
    for _, found in _watched(lesson.tasks, think):
        if isinstance(found, Fault):
            raise Refused(_placed(file, found))
        proofs.append(found)
    return proofs


def _placed(file, fault):
    """Return a Fault with its place, in one line."""
    return f"{file}: line {fault.line}: {one_line(str(fault))}"


def _say_which(language):
    """Say which lessons there are, and how to begin one."""
    there = of_the_page.files()
    for name in there:
        say(f"{name:{max(map(len, there))}}  {lesson_of(Path(name), language).title}")
    say(f"\nBegin one: glowgrid lesson {next(iter(there))}; or write your own: glowgrid lesson new threats.md")


def _typed():
    """Return the next line of standard input, None at its end."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    return sys.stdin.readline() or None


def lesson_of(file, language=None):
    """Return the Lesson in a file, or of the page, by its name; Refused, with the line, if it is none.

    language: a Language; a lesson of the page is in it, if it is translated.
    """
    there = of_the_page.files()
    own = file.is_file() or str(file) not in there
    try:
        lesson = read(plain_text(file_bytes(file if own else there[str(file)])))
        return lesson if own or not language else in_language(lesson, str(file), language)
    except Fault as fault:
        raise Refused(_placed(file, fault)) from None
    except NoText as error:
        raise Refused(f"{file}: {error}") from None
    except FileNotFoundError:
        names = f"{did_you_mean(file, there)} expected one such as threats.md, or {', '.join(there)}"
        raise Refused(f"{file}: there is no such file;{names}") from None
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None


def _watched(tasks, think):
    """Yield (task, what is proven of it or its Fault); show how many are done."""
    with counted(len(tasks)) as show:
        for done, task in enumerate(tasks):
            show(done, f"tasks, line {task.line}")
            try:
                yield task, proven(task, think)
            except Fault as fault:
                yield task, fault
