"""`glowgrid lesson`: begin a lesson, prove the answers of its tasks, go through it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from glowgrid.rules.game import parse_size

from ..cli.chromium import ARGUMENTS, find
from ..cli.errors import Refused, ToolError
from ..cli.game_argument import Named, Size, Words, needed_game
from ..cli.now_and_then import NowAndThen
from ..cli.run import one_line, say
from ..cli.writable import check_writable, writing
from ..languages.language import ENGLISH, codes, spoken
from ..own.puzzles.puzzle_line import read as read_puzzles
from ..text.text_file import NoText, file_bytes, plain_text
from . import in_words
from .lesson_file import Fault, read
from .proving import THINK_S, proven
from .puzzles import blocks, puzzle_of
from .sheet import PAPERS, sheet
from .sheet import board as empty_board
from .walking import Walk

if TYPE_CHECKING:
    from ..library import glowgrid
else:
    import glowgrid

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
To = Annotated[Path | None, typer.Option(help="The file to write, .html or .pdf; else HTML goes to standard output.")]
Paper = Annotated[str, typer.Option(help="a4 or letter.")]
Spoken = Annotated[
    str,
    typer.Option("--language", help="The language of what is said, such as de; else that of the system, or English."),
]


def new(
    file: Annotated[Path, typer.Argument(help="The file to write, such as threats.md.")],
    puzzles: Annotated[Path | None, typer.Option(help="A file of puzzles: each becomes a task.")] = None,
):
    """Write a lesson with one task, to go on from; or with those of a file that `puzzles make` wrote."""
    title = re.sub(r"[_-]+", " ", file.stem).strip().capitalize() or "A lesson"
    text = NEW.format(title=title)
    if puzzles:
        text = f"# {title}\n\nIn each position exactly one move wins.\n\n{blocks(_puzzles_in(puzzles))}"
    with writing(file):
        try:
            with file.open("x", encoding="utf-8") as there:
                there.write(text)
        except FileExistsError:
            raise Refused(f"{file}: is there already; name another file") from None
    say(f"{file}: written; next: glowgrid lesson check {file}")


def check(
    file: Annotated[Path, typer.Argument(help="A lesson, such as threats.md.")],
    think: Think = THINK_S,
):
    """Prove the answers of all tasks of a lesson, and say them; exit with 1 if something is wrong."""
    lesson = lesson_of(file)
    wrong = 0
    for task, found in _watched(lesson.tasks, think):
        if isinstance(found, Fault):
            wrong += 1
            say(_placed(file, found))
        else:
            say(f"{file}: line {task.line}: {in_words.task(task)}: {in_words.answer(found)}")
    count = len(lesson.tasks)
    say(f"{lesson.title}: {count - wrong} of {count} tasks are right" if count else f"{lesson.title}: no task in it")
    if wrong:
        raise typer.Exit(1)


def play(
    file: Annotated[Path, typer.Argument(help="A lesson, such as threats.md.")],
    think: Think = THINK_S,
    language: Spoken = "",
):
    """Go through a lesson here: read, and type your answers. A wrong one is refuted."""
    lesson = lesson_of(file)

    def prove(task):
        try:
            return proven(task, think)
        except Fault as fault:
            raise Refused(_placed(file, fault)) from None

    said = _language(language).said
    walk = Walk(lesson, prove, _typed, lambda words: say(said(words)), Console())
    walk.go()
    if lesson.tasks:
        say(f"{lesson.title}: {said(f'{walk.right} of {len(lesson.tasks)} right at the first try')}")


def print_(
    file: Annotated[Path, typer.Argument(help="A lesson, such as threats.md.")],
    to: To = None,
    paper: Paper = "a4",
    think: Think = THINK_S,
    language: Spoken = "",
):
    """Print a lesson on paper: text, fields to draw in, and on the last page the answers.

    Standard output gets a file of HTML that each browser prints; --to sheet.pdf wants a Chromium or Chrome.
    """
    _check_target(to, paper)
    lesson = lesson_of(file)
    spoken_here = _language(language)
    _write(sheet(lesson, all_proven(file, lesson, think), paper, spoken_here), to)


def board(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    to: To = None,
    paper: Paper = "a4",
    language: Spoken = "",
):
    """Print an empty field, to play on paper."""
    _check_target(to, paper)
    name = needed_game(context, words, named)
    try:
        position = glowgrid.game(name, *(parse_size(size) if size else ())).start()
    except ValueError as error:
        raise Refused(one_line(str(error))) from None
    _write(empty_board(position, paper, _language(language)), to)


def _language(code):
    """Return the Language that is asked for, or that of the system; Refused where it is not here."""
    if code and code not in (known := [ENGLISH, *codes()]):
        raise Refused(f"--language {code}: expected {' or '.join(known)}")
    return spoken(code or None)


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


def _check_target(to, paper):
    """Refused, before long work, if a sheet cannot be written."""
    if paper not in PAPERS:
        raise Refused(f"--paper {paper}: expected {' or '.join(PAPERS)}")
    if to and to.suffix.lower() not in (".html", ".pdf"):
        raise Refused(f"--to {to}: expected a name that ends in .html or .pdf")
    if to:
        check_writable(to)
        if to.suffix.lower() == ".pdf":
            _chromium(to)


def _chromium(to):
    try:
        return find()
    except ToolError as error:
        raise Refused(f"--to {to}: {error}; write {to.with_suffix('.html')}, and print that from a browser") from None


def _write(text, to):
    """Write a sheet to a file, or to standard output."""
    if not to:
        print(text, end="")
        return
    with writing(to):
        if to.suffix.lower() == ".html":
            to.write_text(text, encoding="utf-8")
        else:
            _write_pdf(text, to)
    say(f"{to}: written", err=True)


def _write_pdf(text, to):
    with TemporaryDirectory() as folder:
        page, made = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        page.write_text(text, encoding="utf-8")
        words = [_chromium(to), *ARGUMENTS, "--headless", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer"]
        done = subprocess.run([*words, f"--print-to-pdf={made}", page.as_uri()], capture_output=True, text=True)
        if not made.is_file():
            raise Refused(f"--to {to}: {words[0]} wrote no PDF: {one_line(done.stderr.strip()[-200:])}")
        shutil.move(made, to)


def _typed():
    """Return the next line of standard input, None at its end."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    return sys.stdin.readline() or None


def puzzles_(
    file: Annotated[Path, typer.Argument(help="A lesson, such as threats.md.")],
    think: Think = THINK_S,
):
    """Print those tasks that are puzzles for the handheld, a line each: exactly one move wins.

    In the file puzzles/NAME.txt of your games, where NAME is that of the game, the menu offers them.
    """
    lesson = lesson_of(file)
    count = 0
    for found in all_proven(file, lesson, think):
        puzzle = puzzle_of(found)
        count += puzzle is not None
        if puzzle:
            print(puzzle.line(), flush=True)
    say(f"{count} of {len(lesson.tasks)} tasks are puzzles", err=True)


def _puzzles_in(file):
    try:
        found = read_puzzles(file)
    except NoText as error:
        raise Refused(f"{file}: {error}") from None
    except ValueError as error:
        raise Refused(one_line(str(error))) from None
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    if not found:
        raise Refused(f"{file}: no puzzles in it")
    return found


def lesson_of(file):
    """Return the Lesson in a file; Refused, with the line, if it is none."""
    try:
        return read(plain_text(file_bytes(file)))
    except Fault as fault:
        raise Refused(_placed(file, fault)) from None
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
