"""`glowgrid lesson new`: begin a lesson with one task, with puzzles, or with problems of other programs."""

import re
from pathlib import Path
from typing import Annotated

import typer

from glowgrid.rules.game import parse_size

from ..cli.counted import counted
from ..cli.errors import Refused
from ..cli.run import one_line, say
from ..cli.writable import check_writable, writing
from ..own.puzzles.puzzle_line import read as read_puzzles
from ..records.sgf_problems import problems
from ..text.text_file import NoText, file_bytes
from .lesson_command import Think
from .problems import Left, block
from .proving import THINK_S
from .puzzles import blocks

NEW = """# {title}

Write here what the lesson is about. Two open lines at once cannot both be stopped.

```task
tic-tac-toe: a1 c3 / b2 a3, 1 to move
wins: any
hint: Look at the corners.
```

`glowgrid lesson check` proves the answers; nobody types them in.
"""


def new(
    file: Annotated[Path, typer.Argument(help="The file to write, such as threats.md.")],
    more: Annotated[list[Path] | None, typer.Argument(help="More files, behind --sgf.", show_default=False)] = None,
    puzzles: Annotated[Path | None, typer.Option(help="A file of puzzles: each becomes a task.")] = None,
    sgf: Annotated[list[Path] | None, typer.Option(help="Files of problems in SGF, likewise.")] = None,
    game: Annotated[str, typer.Option(help="The game of these problems, if the files do not say it.")] = "",
    size: Annotated[str, typer.Option(help="The size of their field, likewise.")] = "",
    think: Think = THINK_S,
):
    """Write a lesson with one task, to go on from; or with those of files of puzzles, or of problems in SGF.

    The engine proves the problems. Those that it does not prove are left out, and each is said; it exits with 1 if a
    file says other than what is proven.
    """
    if file.exists():
        raise Refused(f"{file}: is there already; name another file")
    check_writable(file)
    if more and not sgf:
        raise Refused(f"{more[0]}: one word too many; expected one file to write, or --sgf before files of problems")
    title = re.sub(r"[_-]+", " ", file.stem).strip().capitalize() or "A lesson"
    text, wrong = NEW.format(title=title), 0
    if puzzles:
        text = f"# {title}\n\nIn each position exactly one move wins.\n\n{blocks(_puzzles_in(puzzles))}"
    if sgf:
        found, wrong = _of_problems([*sgf, *(more or ())], game, size, think)
        text = f"# {title}\n\n" + "\n".join(found)
    with writing(file):
        file.write_text(text, encoding="utf-8")
    say(f"{file}: written; next: glowgrid lesson check {file}")
    if wrong:
        raise typer.Exit(1)


def _of_problems(files, game, size, think):
    """Return (the tasks as text, how many problems have another answer than they say); say what is left out."""
    each = [(file, problem) for file in files for problem in _problems_in(file, game, size)]
    texts, wrong, notes = [], 0, {}
    with counted(len(each)) as show:
        for done, (file, problem) in enumerate(each):
            show(done, "problems")
            try:
                text, more = block(problem, think)
            except Left as left:
                wrong += left.is_wrong
                say(f"{file}: {one_line(str(left))}; left out", err=True)
                continue
            texts.append(text)
            notes |= dict.fromkeys(f"{file}: {note}" for note in more)
    for note in notes:
        say(note, err=True)
    say(f"{len(texts)} of {len(each)} problems are tasks", err=True)
    if not texts:
        raise Refused("no problem is proven; see the lines above")
    return texts, wrong


def _problems_in(file, game, size):
    try:
        found = list(problems(file_bytes(file), file.name, game, parse_size(size) if size else ()))
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Refused(f"--size {size}: {error}") from None
    if not found:
        raise Refused(f"{file}: no problems in it; expected SGF, with stones and branches")
    return found


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
