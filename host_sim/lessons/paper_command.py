"""`glowgrid lesson print`, `lesson board`: a lesson or an empty field on paper, as PDF or HTML."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from glowgrid.rules.game import parse_size

from ..cli.chromium import ARGUMENTS, find
from ..cli.errors import Refused, ToolError
from ..cli.game_argument import Named, Size, Words, needed_game
from ..cli.run import one_line, say
from ..cli.writable import check_writable, writing
from ..languages.option import Spoken, language_of
from .lesson_command import Lesson, Think, all_proven, lesson_of
from .proving import THINK_S
from .sheet import PAPERS, sheet
from .sheet import board as empty_board

if TYPE_CHECKING:
    from ..library import glowgrid
else:
    import glowgrid

To = Annotated[Path | None, typer.Option(help="The file to write, .html or .pdf; else standard output gets it.")]
Html = Annotated[bool, typer.Option("--html", help="HTML, which each browser prints, instead of PDF.")]
Paper = Annotated[str, typer.Option(help="a4 or letter.")]


def print_(
    file: Lesson,
    to: To = None,
    html: Html = False,
    paper: Paper = "a4",
    without_answers: Annotated[bool, typer.Option("--without-answers", help="Leave out the page of answers.")] = False,
    think: Think = THINK_S,
    language: Spoken = "",
):
    """Print a lesson on paper: text, fields to draw in, and on the last page the answers.

    PDF, for which a Chromium or Chrome has to be installed: > sheet.pdf, or --to sheet.pdf.
    """
    _check(to, html, paper)
    spoken = language_of(language)
    lesson = lesson_of(file, spoken)
    proofs = all_proven(file, lesson, think)
    _write(sheet(lesson, proofs, paper, not without_answers, spoken.said, spoken.code), to, html)


def board(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    to: To = None,
    html: Html = False,
    paper: Paper = "a4",
    language: Spoken = "",
):
    """Print an empty field, to play on paper: PDF, or HTML."""
    _check(to, html, paper)
    name = needed_game(context, words, named)
    try:
        position = glowgrid.game(name, *(parse_size(size) if size else ())).start()
    except ValueError as error:
        raise Refused(one_line(str(error))) from None
    spoken = language_of(language)
    _write(empty_board(position, paper, spoken.said, spoken.code), to, html)


def _check(to, html, paper):
    """Refused, before long work, if a sheet cannot be written."""
    if paper not in PAPERS:
        raise Refused(f"--paper {paper}: expected {' or '.join(PAPERS)}")
    if to and to.suffix.lower() not in (".html", ".pdf"):
        raise Refused(f"--to {to}: expected a name that ends in .html or .pdf")
    if to:
        check_writable(to)
    if not _is_html(to, html):
        _chromium()
        if not to and sys.stdout.isatty():
            raise Refused("a PDF is nothing to read here; add > sheet.pdf, or --html")


def _is_html(to, html):
    """Return whether HTML is asked for: the name of a file says it, too."""
    return to.suffix.lower() == ".html" if to else html


def _chromium():
    try:
        return find()
    except ToolError as error:
        raise Refused(f"{error}; a PDF needs one. Add --html > sheet.html, and print that from a browser") from None


def _write(text, to, html):
    """Write a sheet to a file, or to standard output."""
    data = text.encode() if _is_html(to, html) else _pdf(text)
    if to:
        with writing(to):
            to.write_bytes(data)
        say(f"{to}: written", err=True)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def _pdf(text):
    """Return the bytes of the PDF that a browser makes of HTML."""
    with TemporaryDirectory() as folder:
        page, made = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        page.write_text(text, encoding="utf-8")
        words = [_chromium(), *ARGUMENTS, "--headless", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer"]
        done = subprocess.run([*words, f"--print-to-pdf={made}", page.as_uri()], capture_output=True, text=True)
        if not made.is_file():
            raise Refused(f"{words[0]} wrote no PDF: {one_line(done.stderr.strip()[-200:])}")
        return made.read_bytes()
