"""`glowgrid values`: every position of a small game with its value, or a random sample of a larger one."""

import importlib.util
import os
import sys
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from glowgrid import game as library_game  # pyright: ignore[reportAttributeAccessIssue] - of the library
from glowgrid.rules.game import parse_size
from glowgrid.solving import MOST_MS  # pyright: ignore[reportMissingImports] - of the library

from ..cli.errors import Refused
from ..cli.game_argument import Named, Size, Words, needed_game
from ..cli.installed import to_install
from ..cli.run import say
from ..cli.writable import check_writable
from .asked import Asked, about, in_words, table_of
from .columns import SUFFIXES
from .parts import Parts
from .progress import shown
from .workers import made


def command(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write FILE.parquet or FILE.jsonl instead of standard output.")
    ] = None,
    sample: Annotated[int | None, typer.Option(metavar="N", min=1, help="N random positions instead of all.")] = None,
    seed: Annotated[int | None, typer.Option(help="Of the sample; 1 if absent.", show_default=False)] = None,
    milliseconds: Annotated[
        int | None, typer.Option(min=1, max=MOST_MS, help="How long a Pico would search each position of a sample.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes of this machine.")] = os.cpu_count() or 1,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Use the workers of this Dask scheduler instead.")
    ] = None,
):
    """Print every position of a small game with its value, a JSON line each; or write them as Parquet.

    Reached by legal play from the start, games stopped when decided, the swap rule left out. Of positions that a turn
    or a reflection makes equal, one has a row; which turns: said on standard error, and in the file's metadata. A run
    with --to that was cut goes on where it was: run the same command again.

    Columns: position, the stones of each side (a1 c2 / b3); ply, moves made; to_move, the side whose turn it is;
    winner, with perfect play, 0 for a draw, null if not known; plies to the end, null in a draw or if not known; best,
    the moves that keep the winner (in a sample: that are proven to); optimal, those of them that keep the plies, too;
    count, positions that the row stands for. With three sides the winner is that of max^n.
    """
    game = needed_game(context, words, named)
    if not sample and (seed is not None or milliseconds):
        raise Refused(f"{'--seed' if seed is not None else '--milliseconds'} is of a sample; add --sample 1000")
    try:
        asked = Asked(game, parse_size(size) if size else (), sample or 0, 1 if seed is None else seed, milliseconds)
        asked = asked._replace(size=library_game(game, *asked.size).size)
        work = table_of(asked).work()
    except ValueError as error:
        raise Refused(str(error)) from None
    if to:
        _check(to)
    say(f"{asked.title}: {in_words(asked)}", err=True)
    if to:
        _write(asked, work, to, workers, scheduler)
    else:
        _print(asked, work, workers, scheduler)


def _check(to):
    """Refused if the file cannot be made."""
    if to.suffix not in SUFFIXES:
        raise Refused(f"--to {to}: expected a name that ends in {' or '.join(SUFFIXES)}")
    if to.suffix == ".parquet" and not importlib.util.find_spec("pyarrow"):
        raise Refused(f"--to {to}: Parquet needs pyarrow: {to_install('pyarrow')}; or name a .jsonl file")
    check_writable(to)


def _write(asked, work, to, workers, scheduler):
    began, parts = monotonic(), Parts(to, about(asked))
    kept = parts.kept()
    if kept:
        say(f"{asked.title}: {len(kept):,} of {len(work):,} parts are there from an earlier run", err=True)
    left = [number for number in range(len(work)) if number not in kept]
    try:
        with shown(asked.title, work, kept) as done, closing(made(asked, left, to.suffix, workers, scheduler)) as found:
            for number, data in found:
                parts.keep(number, data)
                done(number)
    except KeyboardInterrupt:
        say(f"{to}: stopped; the same command goes on from here", err=True)
        raise
    rows = parts.join(len(work))
    size = to.stat().st_size / 1_000_000
    say(f"{to}: {rows:,} rows, {size:.1f} MB, in {monotonic() - began:.0f} s", err=True)


def _print(asked, work, workers, scheduler):
    numbers = range(len(work))
    with shown(asked.title, work, ()) as done, closing(made(asked, numbers, ".jsonl", workers, scheduler)) as found:
        for number, data in found:
            sys.stdout.write(data.decode())
            sys.stdout.flush()
            done(number)
