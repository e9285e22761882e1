"""`python -m host_sim formal GAME`: what holds in a game by the definitions."""

import sys
from typing import Annotated, Optional

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from host_sim.formal.report import GAMES, PROPERTIES, OutOfReach, Unfit, answer, properties, require, subject_of


def command(
    game: Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.")],
    size: Annotated[str, typer.Option(help="Such as 3; rows, columns, in a row for mnk: 4,3,3.")] = "",
    only: Annotated[Optional[str], typer.Option("--property", help=f"Only one of: {', '.join(PROPERTIES)}.")] = None,
):
    """Say what holds in a game by the definitions: sizes of its sets, drawless, value, super strategies, ...

    What would take too long or too much memory is not begun; an estimate is printed instead.
    """
    bars = Progress(
        SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(),
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty(),
    )
    try:
        subject = subject_of(game, size)
        names = [only] if only else properties(subject)
        require(subject, names)
        with bars:
            subject.watch = _bar_for_each(bars)
            print(subject.title)
            reasons = {}
            for name in names:
                task = bars.add_task(name, total=None)
                text = _text(subject, name, reasons)
                bars.remove_task(task)
                print(f"  {name:15}{text}", flush=True)
    except Unfit as error:
        print(f"error: {error}", file=sys.stderr)
        raise typer.Exit(2) from None


def _text(subject, name, reasons):
    """The answer, or why there is none; a reason that was given before is not given again."""
    try:
        return answer(subject, name)
    except OutOfReach as why:
        before = reasons.setdefault(str(why), name)
        return f"out of reach: {why}" if before == name else f"out of reach, like {before}"


def _bar_for_each(bars):
    """A function that goes through an iterable of so many parts and shows how many are done."""

    def watch(parts, description, total):
        task = bars.add_task(description, total=total)
        for part in parts:
            bars.advance(task)
            yield part
        bars.remove_task(task)

    return watch
