"""`python -m host_sim formal GAME`: properties of a game by the definitions."""

import sys
import textwrap
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ...cli.game_argument import Named, Size, Words, needed_game
from ...own_games import games_folder
from ...text.placed_text import parts_of, split
from .report import OF_A_POSITION, PROPERTIES, OutOfReach, Unfit, answer, argument, properties, require, subject_of

WIDTH = 100  # columns of an argument


def command(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    only: Annotated[
        str | None, typer.Option("--property", help=f"Only one of: {', '.join((*PROPERTIES, *OF_A_POSITION))}.")
    ] = None,
    moves: Annotated[str, typer.Option(help="Such as 'b2 a1': ask for w0, w_k, w_star, m_hat after them.")] = "",
    position: Annotated[
        str, typer.Option(help="Such as 'hex 3: a1 b2 / c1, 2 to move': the same of any stones, and any side to move.")
    ] = "",
    k: Annotated[
        int | None, typer.Option("-k", help="Ask for w_k; default: the least k at which a side wins.", min=0)
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(
            help="How many positions a search may remember: 1,000,000 of 1.6 KB; with three sides 3,000,000 of 0.3 KB.",
            min=1,
        ),
    ] = None,
):
    """Print properties of a game by the definitions: sizes of its sets, drawless, value, super strategies, ...

    If a computation would take too long or too much memory, print an estimate instead.
    """
    game = needed_game(context, words, named)
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bars = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    try:
        size, stones = _of_line(position, game, size or "")
        _check_own(game)
        subject = subject_of(game, size, games_folder.files(), _played)
        subject.k, subject.most = k, most or subject.most
        _place(subject, stones)
        subject.play(moves)
        names = [only] if only else properties(subject)
        require(subject, names)
        with bars:
            subject.watch = _bar_for_each(bars)
            print(subject.title)
            reasons, answered = {}, {}
            for name in names:
                task = bars.add_task(name, total=None)
                subject.begins = _said_once(bars.console, f"{name}: searching, at most {subject.most:,} positions ...")
                text = answered[name] = _text(subject, name, reasons)
                bars.remove_task(task)
                print(f"  {name:15}{text}", flush=True)
        _print_arguments(subject, [name for name in names if not only or answered[name].endswith("by proof")])
    except Unfit as error:
        print(f"error: {error}", file=sys.stderr)
        raise typer.Exit(2) from None


def _print_arguments(subject, names):
    """Print why the properties hold that hold at every size."""
    found = [(name, why) for name in names if (why := argument(subject, name))]
    if found:
        print("\nBy proof, without counting:")
    for name, why in found:
        print(textwrap.fill(f"  {name}: {why}", WIDTH, subsequent_indent="    "))


def _check_own(name):
    """Raise Unfit, as `game check` says it, if this is the path of a data file with a fault."""
    if name.endswith(".json"):
        from ...own_games import load  # loads the firmware

        try:
            load.data_game(name)
        except ValueError as error:
            raise Unfit(str(error)) from None


def _played(path, size):
    """Return the subject of a game in Python, which is played with the rules of the firmware."""
    from ...own_games import at_start  # loads the firmware
    from .played import Played, PlayedByTwo

    try:
        title, names, position = at_start.at_start(path, size)
    except ValueError as error:
        raise Unfit(str(error)) from None
    return (PlayedByTwo if position.sides == 2 else Played)(title, names, position)


def _of_line(line, game, size):
    """Return (size, stones and side as text) of a position; Unfit if it is of another game or size."""
    if ":" not in line:
        return size, line
    try:
        name, numbers, stones = parts_of(line)
    except ValueError as error:
        raise Unfit(f"--position: {error}") from None
    stated = ",".join(map(str, numbers))
    if name != game or (size and stated and stated != size):
        raise Unfit(f"--position: it is of {name} {stated}".rstrip() + f"; expected {game} {size}".rstrip())
    return size or stated, stones


def _place(subject, stones):
    if stones:
        try:
            named, to_move = split(stones, subject.sides)
        except ValueError as error:
            raise Unfit(f"--position: {error}") from None
        subject.place(named, to_move)


def _text(subject, name, reasons):
    """Return the answer, or why there is none; a reason given before is not repeated."""
    try:
        return answer(subject, name)
    except OutOfReach as why:
        before = reasons.setdefault(str(why), name)
        return f"out of reach: {why}" if before == name else f"out of reach, like {before}"


def _said_once(console, line):
    """Return a function that prints the line when first called: without a terminal there is no progress bar."""
    said = []

    def say():
        if not said:
            said.append(line)
            console.print(line, highlight=False)

    return say


def _bar_for_each(bars):
    """Return a function that iterates over parts, given their number, and shows how many are done."""

    def watch(parts, description, total):
        task = bars.add_task(description, total=total)
        for part in parts:
            bars.advance(task)
            yield part
        bars.remove_task(task)

    return watch
