"""`glowgrid prove`: write down a proof of what a position is worth, or check one."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from glowgrid.rules.game import parse_size, size_name

from ..cli_errors import Refused, one_line, say
from ..game_argument import Named, Size, game_and_more
from ..gtp.gtp_command import find_game
from ..placed_text import parts_of
from ..records.position_line import placed_as
from ..text_file import NoText, plain_text
from .accepted import Bad, accepted
from .certificate import in_words, proof_of, refusal
from .qbf import KINDS, formula_of
from .strategy import MOST, TooMany
from .tables import LinesTables, tables_of

POSITION = "'hex 5: a4 c1 / b2 d3, 2 to move'"
LONG = 4096  # positions: a search that takes seconds, or minutes in a game of groups


def command(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [POSITION]",
            help="A game such as hex, or the path of your own; "
            f"a position such as {POSITION}, or only what follows the colon.",
            show_default=False,
        ),
    ] = None,
    named: Named = None,
    size: Size = None,
    check: Annotated[Path | None, typer.Option(help="Check the proof in this file instead.")] = None,
    qbf: Annotated[
        str, typer.Option(help=f"Print a formula for a QBF solver instead, of the side to move: {' or '.join(KINDS)}.")
    ] = "",
    most: Annotated[int, typer.Option(help="How many positions the search may remember, 0.5 KB each.", min=1)] = MOST,
):
    """Print a proof of what a position is worth; without a position: of the empty field. Swapping is left out.

    The proof is text: for each position that can come up, the move of the side that wins (or, in a draw, of each
    side). --check FILE plays all games that a proof allows, by the rules of the game and by those that the file states.
    """
    game, position = _game_and_position(context, words, named)
    if check:
        if game:
            raise Refused("--check reads the game from the file; leave the game out")
        _check(check)
        return
    if not game:
        raise Refused(f"a game is missing; write one, such as {context.command_path} hex, or --check FILE")
    try:
        title, start = _start(game, size or "", position)
        why = refusal(start)
    except ValueError as error:
        raise Refused(one_line(str(error))) from None
    if why:
        raise Refused(f"{title}: nothing to prove: {why}")
    if qbf:
        print(_formula(start, title, qbf), end="")
        return
    try:
        claims, text = _proven(start, title, most)
    except TooMany:
        raise Refused(f"{title}: more than {most:,} positions; prove a later position, or raise --most") from None
    print(text, end="", flush=True)
    for claim in claims:
        say(f"{title}: {in_words(claim)}", err=True)


def _game_and_position(context, words, named):
    game, more = game_and_more(context, words, named)
    position = more[0] if more else ""
    if len(more) > 1 or position.isalpha():
        raise Refused(f"{more[-1]}: one word too many; expected a game, then a position in quotes: {POSITION}")
    return game, position


def _start(name, size, position):
    """Return (title, position) of what the command line names."""
    found = find_game(name)[0]
    numbers = parse_size(size) if size else ()
    if ":" in position:
        named, stated, position = parts_of(position)
        if named != found.name or (numbers and stated and stated != numbers):
            raise ValueError(f"{name} {size}".rstrip() + f": the position is of {named} {size_name(stated)}".rstrip())
        numbers = numbers or stated
    numbers = numbers or found.sizes[0]
    title = f"{name} {size_name(numbers)}".rstrip()
    return title, placed_as(position, found, numbers) if position.strip() else found.setup(numbers)


def _bars():
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _formula(position, title, kind):
    """Return QDIMACS that is true if the side to move wins."""
    if kind not in KINDS:
        raise Refused(f"--qbf {kind}: expected {' or '.join(KINDS)}")
    tables = tables_of(position)
    if position.sides != 2 or not isinstance(tables, LinesTables):
        raise Refused(f"--qbf: {title} is no game of lines with two sides")
    side = position.to_move
    return formula_of(tables, side, kind).text([f"{title}: true if side {side}, to move, wins; {kind}"])


def _proven(position, title, most):
    """Return (the claims, the text of a proof), checked."""
    with _bars() as bars:
        task = bars.add_task("searching and checking")

        said = []

        def watch(met):
            if met >= LONG and not said and not sys.stderr.isatty():
                said.append(met)  # there is no progress bar
                say(f"{title}: searching, at most {most:,} positions ...", err=True)
            bars.update(task, description=f"searching, {met:,} of at most {most:,} positions")

        return proof_of(position, title, most, watch)


def _check(file):
    """Print what the proof in a file shows; Refused, with the first line that is wrong, if it shows nothing."""
    try:
        text = plain_text(file.read_bytes())
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except NoText as error:
        raise Refused(f"{file}: not a proof: {error}") from None
    lines = text.rstrip().splitlines()
    if not lines or not lines[-1].startswith("end"):
        raise Refused(f"{file}: line {len(lines)}: the last one, and no 'end'; the file was cut off, or is no proof")
    try:
        with _bars() as bars:
            bars.add_task("checking")
            title, position, claims = accepted(text)
    except Bad as bad:
        raise Refused(f"{file}: line {bad.args[0]}: {one_line(bad.args[1])}") from None
    for line in text.splitlines():
        if line.startswith(("stones", "turns")):
            say(line)
    for claim in claims.split(", "):
        say(f"{title}: {in_words(claim)}")
    say(f"accepted by the rules of the game{', and by those in the file' if position.family() else ''}")
