"""`python -m host_sim gtp`: find the game and what searches it, then answer line by line (gtp.py)."""

import os
import random
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from glowgrid.games import discover
from glowgrid.rules.game import parse_size

from ...boards.files import load_board
from ...cli.errors import Refused
from ...cli.game_argument import Named, Size, Words, game_of
from ...cli.suggest import did_you_mean
from ...engine.large_fields import allowed
from ...engine.unix_engine import ENGINES, UnixEngine, on_micropython
from ...own_games.load import last_words, with_place
from ...own_games.passed import game_to_play, own_games
from .dialects import DIALECTS


def find_game(name):
    """(the game, all listed games) for a name that is listed or the path of a user's file, .json or .py.

    Listed are the games that everybody has and those in the folder of own games. Raises ValueError, in one line, for
    anything else. What is wrong with other files goes to standard error.
    """
    games, errors = discover()
    own, wrong = own_games([game.name for game in games])
    for error in [*map(with_place, errors), *wrong]:
        print(error, file=sys.stderr)
    games += [game for game, _ in own.values()]
    for game in games:
        if game.name == name:
            return game, games
    if name.endswith((".py", ".json")) or os.sep in name:
        return game_to_play(name), games
    names = [game.name for game in games]
    raise ValueError(
        f"no game {name};{did_you_mean(name, names)} expected {', '.join(names)}, or the path of a game (.json or .py)"
    )


def elsewhere_for(name, engine):
    """The UnixEngine for what find_game finds by this name; None where the engine runs in this process."""
    if not on_micropython(engine):
        return None
    known = [game.name for game in discover()[0]]
    own, _ = own_games(known)
    path = own[name][1] if name in own else Path(name)
    return UnixEngine(name if name in known else path)


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
