"""`python -m host_sim gtp`: find the game and what searches it, then answer line by line (protocol.py)."""

import random
import sys
from typing import Annotated, Any

import typer

from glowgrid.rules.game import parse_size

from ...boards.files import load_board
from ...cli.errors import Refused
from ...cli.game_argument import Named, Size, Words, game_of
from ...engine.large_fields import allowed
from ...engine.unix_engine import ENGINES, elsewhere_for
from ...own_games.find import find_game
from ...own_games.load import last_words
from .dialects import DIALECTS

SEEDS = 100_000


@allowed()
def serve(game_name, size_text, input, output, engine="cpython", dialect="plain", speed=1.0, seed=1):
    """Answer the lines of `input` on `output` until `quit` or the end.

    game_name: as find_game takes it. size_text: such as "5,4,4", or None for the game's first size. engine: one of
    ENGINES. dialect: one of DIALECTS. speed: of the board whose milliseconds count, as in its file. seed: as for Gtp.
    Raises ValueError, in one line and before anything is read, where they do not fit.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"--dialect {dialect}: expected {', '.join(DIALECTS)}")
    game, games = find_game(game_name)
    elsewhere = elsewhere_for(game_name, engine)
    try:
        size = None if size_text is None else parse_size(size_text)
        gtp = DIALECTS[dialect](game, size, games, elsewhere, speed, seed)
        if gtp.peeks():
            print(f"{game.name} hides things, but the engine sees all", file=sys.stderr, flush=True)
        _talk(gtp, input, output)
    finally:
        if elsewhere:
            elsewhere.close()


def _talk(gtp, input, output):
    for line in input:
        try:
            response = gtp.answer(line)
        except Exception as error:  # a bug must not end a match: say so and go on
            response = f"? internal error: {last_words(error)}"
        if response is not None:
            output.write(response + "\n\n")
            output.flush()
        if gtp.finished:
            return


def command(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    engine: Annotated[str, typer.Option(help=f"What searches: {', '.join(ENGINES)}.")] = "auto",
    dialect: Annotated[str, typer.Option(help="What the tool expects: plain, gogui, hexgui.")] = "plain",
    board: Annotated[str | None, typer.Option(help="The milliseconds of its chip count; else those of a Pico.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=1, max=SEEDS, help="Repeat the games of this number; else others each time.")
    ] = None,
):
    """Speak GTP version 2 on standard input and output; `list_commands` names what it knows."""
    game = game_of(context, words, named) or ("hex" if dialect == "hexgui" else "tic-tac-toe")
    asked: Any = sys.stdin
    answers: Any = sys.stdout
    asked.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    answers.reconfigure(encoding="utf-8", errors="replace")
    try:
        speed = load_board(board).get("speed", 1.0) if board else 1.0
        serve(game, size, asked, answers, engine, dialect, speed, seed or random.randint(1, SEEDS))
    except ValueError as error:
        raise Refused(str(error)) from None
    except BrokenPipeError:  # the reader has gone: an end like any other
        pass
