"""`glowgrid lesson`: begin a lesson, prove the answers of its tasks, go through it."""

import re
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..cli.errors import Refused
from ..cli.now_and_then import NowAndThen
from ..cli.run import one_line, say
from ..cli.writable import writing
from ..text.text_file import NoText, file_bytes, plain_text
from . import in_words
from .lesson_file import Fault, read
from .proving import THINK_S, proven
from .walking import Walk

NEW = """# {title}

Write here what the lesson is about. Two open lines at once cannot both be stopped.

```task
tic-tac-toe: a1 c3 / b2 a3, 1 to move
wins: any
hint: Look at the corners.
```

`glowgrid lesson check` proves the answers; nobody types them in.
"""

Think = Annotated[
    float, typer.Option(help="How long to search for each answer, in seconds of a Pico.", min=0.1, max=1000)
]
app = typer.Typer(no_args_is_help=True, help="Lessons as files: begin one, prove its answers, go through it.")


@app.command()
def new(file: Annotated[Path, typer.Argument(help="The file to write, such as threats.md.")]):
    """Write a lesson with one task, to go on from."""
    title = re.sub(r"[_-]+", " ", file.stem).strip().capitalize() or "A lesson"
    with writing(file):
        try:
            with file.open("x", encoding="utf-8") as there:
                there.write(NEW.format(title=title))
        except FileExistsError:
            raise Refused(f"{file}: is there already; name another file") from None
    say(f"{file}: written; next: glowgrid lesson check {file}")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A lesson, such as threats.md.")],
    think: Think = THINK_S,
):
    """Prove the answers of all tasks of a lesson, and say them; exit with 1 if something is wrong."""
    lesson = lesson_of(file)
    wrong = 0
    for task, found in _watched(lesson.tasks, think):
        place = f"{file}: line {task.line}"
        if isinstance(found, Fault):
            wrong += 1
            say(f"{file}: line {found.line}: {one_line(str(found))}")
        else:
            say(f"{place}: {in_words.task(task)}: {in_words.answer(found)}")
    count = len(lesson.tasks)
    say(f"{lesson.title}: {count - wrong} of {count} tasks are right")
    if wrong:
        raise typer.Exit(1)


@app.command()
def play(
    file: Annotated[Path, typer.Argument(help="A lesson, such as threats.md.")],
    think: Think = THINK_S,
):
    """Go through a lesson here: read, and type your answers. A wrong one is refuted."""
    lesson = lesson_of(file)

    def prove(task):
        try:
            return proven(task, think)
        except Fault as fault:
            raise Refused(f"{file}: line {fault.line}: {one_line(str(fault))}") from None

    walk = Walk(lesson, prove, _typed, say, Console())
    walk.go()
    if lesson.tasks:
        say(f"{lesson.title}: {walk.right} of {len(lesson.tasks)} answered rightly at once")


def _typed():
    """Return the next line of standard input, None at its end."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    return sys.stdin.readline() or None


def lesson_of(file):
    """Return the Lesson in a file; Refused, with the line, if it is none."""
    try:
        return read(plain_text(file_bytes(file)))
    except Fault as fault:
        raise Refused(f"{file}: line {fault.line}: {one_line(str(fault))}") from None
    except NoText as error:
        raise Refused(f"{file}: {error}") from None
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None


def _watched(tasks, think):
    """Yield (task, what is proven of it or its Fault); show how many are done."""
    in_a_pipe = NowAndThen()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("tasks", total=len(tasks))
        for done, task in enumerate(tasks):
            progress.update(bar, completed=done, description=f"line {task.line}")
            if progress.disable:
                in_a_pipe.say(f"{done} of {len(tasks)} tasks")
            try:
                yield task, proven(task, think)
            except Fault as fault:
                yield task, fault
