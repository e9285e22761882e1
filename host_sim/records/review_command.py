"""`glowgrid review`: go through a finished game and see what each move gave away."""

import os
from pathlib import Path
from typing import Annotated

import typer

from glowgrid.search import work_in

from ..cli_errors import Refused, one_line, say
from ..console.describe import SIDES
from ..engine.unix_engine import ENGINES, INSTALL, on_micropython
from ..errors import check_writable, writing
from ..field_text import draw_text, position_text
from ..gtp.gtp_command import elsewhere_for, find_game
from ..large_fields import allowed
from . import move_text
from .reader import read_games
from .record import NoRecord, ended
from .review import Searcher, outlook, review, unsaid
from .sgf import sgf
from .sites import LINK, hexworld, littlegolem

THINK_MS, THINK_MS_HERE = 3000, 300  # on unix MicroPython; on CPython, which is far slower
WORK = f"that of the Pico in so many ms; else {THINK_MS}, or {THINK_MS_HERE} on CPython"
FORMS = {"sgf": sgf, "littlegolem": littlegolem, "hexworld": hexworld}


@allowed()
def command(
    file: Annotated[
        str, typer.Argument(help="A file of SGF, what `games --to` wrote, links, moves, or a position; or a link.")
    ],
    think: Annotated[int | None, typer.Option(help=f"Work for each position: {WORK}.", min=1)] = None,
    engine: Annotated[str, typer.Option(help=f"What searches: {', '.join(ENGINES)}.")] = "auto",
    draw: Annotated[bool, typer.Option("--draw/--no-draw", help="Draw the field after each move.")] = True,
    to: Annotated[Path | None, typer.Option(help="Write the games here, with what is said as comments in SGF.")] = None,
    form: Annotated[
        str | None, typer.Option("--as", help=f"How: {', '.join(FORMS)}; else links for .txt, or SGF.")
    ] = None,
):
    """Print and draw each move of all games in a file, or of a link, with what it gave away."""
    write = _writer(to, form)
    think = think or _think_ms(engine)
    try:
        records = read_games(*_text_of(file), _named)
        for record in records if to else ():
            write(record, find_game(record.game)[0])  # before a long search, say what this form cannot hold
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Refused(f"{file}: {one_line(str(error))}") from None
    reviewed = []
    for number, record in enumerate(records, 1):
        if len(records) > 1:
            say(f"{chr(10) * (number > 1)}Game {number} of {len(records)}")
        try:
            reviewed.append(_reviewed(record, work_in(think), engine, draw, write))
        except ValueError as error:
            raise Refused(f"{file}: {one_line(str(error))}") from None
    if to:
        with writing(to):
            to.write_text("".join(reviewed), encoding="utf-8")


def _text_of(file):
    """Return (text, name) of a file, or of a link that stands in its place."""
    if move_text.is_link(file) and not os.path.exists(file):
        return file, ""
    if file.startswith(("http:", "https:")):
        raise NoRecord(f"no game in this link; expected one such as {LINK}5c1,a1b2")
    path = Path(file)
    return path.read_bytes(), path.stem


def _writer(to, form):
    """Return what writes a game in this form, or in that of the file's name; Refused if it cannot be written."""
    if form and not to:
        raise Refused("--as says how --to writes the games; add --to FILE")
    if form is not None and form not in FORMS:
        raise Refused(f"--as {form}: expected {', '.join(FORMS)}")
    if to:
        check_writable(to)
    return FORMS[form or ("hexworld" if to and to.suffix == ".txt" else "sgf")]


def _think_ms(engine):
    """Return the work for a position where the command line does not say it; Refused if there is no such engine."""
    try:
        if on_micropython(engine):
            return THINK_MS
    except ValueError as error:
        raise Refused(str(error)) from None
    if engine == "auto":
        say(f"CPython searches slowly: --think is {THINK_MS_HERE}, not {THINK_MS}. Faster: {INSTALL}", err=True)
    return THINK_MS_HERE


def _named(name):
    """Return the game of a name; NoRecord if there is none."""
    try:
        return find_game(name)[0]
    except ValueError as error:
        raise NoRecord(str(error)) from None


def _reviewed(record, work, engine, draw, write):
    """Print the review of a game; return the game with it as `write` writes it."""
    game = find_game(record.game)[0]
    elsewhere = elsewhere_for(record.game, engine)
    try:
        return write(record, game, _print(record, game, work, elsewhere, draw))
    finally:
        if elsewhere:
            elsewhere.close()


def _print(record, game, work, elsewhere, draw):
    """Print a game move by move; return what is said of each, as `sgf` takes it."""
    say(game.title(record.size))
    for side, name in sorted(record.last_players().items()):
        say(f"{SIDES[side]}: {one_line(name)}{', after they swapped sides' if record.sides_swapped else ''}")
    why = unsaid(game.setup(record.size))
    for note in record.notes + [why] * bool(why):
        say(f"note: {one_line(note)}")
    if not record.moves:
        _print_outlook(record, game, work, elsewhere, draw)
    given, position, said, made = {}, None, {}, 0
    for move in review(record, game, work, elsewhere):
        if move.said:
            said[made] = [move.said], move.better
        made = move.number
        say(f"\n{move.number:>3}. {SIDES[move.side]} {move.name}" + (move.said and f": {move.said}"))
        if move.given:
            given.setdefault(move.side, []).append(f"{move.given} at move {move.number}")
        position = move.position
        if draw:
            say(position_text(game, record.size, position).rpartition("\n")[0])
    say("")
    for side in range(1, game.sides + 1) if record.moves and not why else ():
        say(f"{SIDES[side]} gave away {', '.join(given.get(side, ['nothing that the search found']))}")
    if made < len(record.moves):
        left = len(record.moves) - made
        say(f"note: {left} {'move' if left == 1 else 'moves'} after the end left out")
    _print_result(record, position or ended(record, game))
    return said


def _print_outlook(record, game, work, elsewhere, draw):
    """Print what is known of a position that no move follows."""
    position = ended(record, game)
    if draw:
        say(position_text(game, record.size, position))
    if not position.is_over():
        said = "" if unsaid(position) else outlook(position, Searcher(game, record.size, work, elsewhere))
        say(f"{SIDES[position.to_move].capitalize()} is to move" + (said and f": {said}"))


def _print_result(record, position):
    """Print how the game ended: by its field, else as its file says."""
    if position.is_over():
        ending = f"{SIDES[position.winner]} has won" if position.winner else draw_text(position)
        say(f"{ending.capitalize()}.")
        if record.winner is not None and record.winner != position.winner:
            say("note: the file has another result")
    elif record.winner is not None:
        how = f", by {record.by}" if record.by else ", as the file says"
        say(f"{SIDES[record.winner].capitalize()} has won{how}." if record.winner else "A draw, as the file says.")
