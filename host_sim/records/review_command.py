"""`glowgrid review`: go through a finished game and see what each move gave away."""

from pathlib import Path
from typing import Annotated

import typer

from glowgrid.search import work_in

from ..cli_errors import Refused, say
from ..console.describe import SIDES
from ..engine.unix_engine import ENGINES
from ..field_text import draw_text, position_text
from ..gtp.gtp_command import elsewhere_for, find_game
from .review import review
from .sgf import NoRecord, read


def command(
    file: Annotated[Path, typer.Argument(help="A game that `games --to` wrote, or SGF of Hex from elsewhere.")],
    think: Annotated[int, typer.Option(help="Work for each position: that of the Pico in so many ms.", min=1)] = 3000,
    engine: Annotated[str, typer.Option(help=f"What searches: {', '.join(ENGINES)}.")] = "auto",
    draw: Annotated[bool, typer.Option("--draw/--no-draw", help="Draw the field after each move.")] = True,
):
    """Print and draw each move of a game with what it gave away."""
    try:
        record = read(file.read_text(encoding="utf-8"))
        game = find_game(record.game)[0]
        elsewhere = elsewhere_for(record.game, engine)
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Refused(f"{file}: {error}") from None
    try:
        _print(record, game, work_in(think), elsewhere, draw)
    except NoRecord as error:
        raise Refused(f"{file}: {error}") from None
    finally:
        if elsewhere:
            elsewhere.close()


def _print(record, game, work, elsewhere, draw):
    say(game.title(record.size))
    given, position = {}, None
    for move in review(record, game, work, elsewhere):
        say(f"\n{move.number:>3}. {SIDES[move.side]} {move.name}: {move.said}")
        if move.given:
            given.setdefault(move.side, []).append(f"{move.given} at move {move.number}")
        position = move.position
        if draw:
            say(position_text(game, record.size, position).rpartition("\n")[0])
    say("")
    for side in range(1, game.sides + 1):
        say(f"{SIDES[side]} gave away {', '.join(given.get(side, ['nothing that is known']))}")
    if position and position.is_over():
        ending = f"{SIDES[position.winner]} has won" if position.winner else draw_text(position)
        say(f"{ending.capitalize()}.")
