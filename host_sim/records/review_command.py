"""`glowgrid review`: go through a finished game and see what each move gave away."""

import functools
import os
from pathlib import Path
from typing import Annotated

import typer

from glowgrid.console.palette import SIDES
from glowgrid.rules.game import parse_size
from glowgrid.search import work_in

from ..cli.errors import Refused
from ..cli.run import one_line, say
from ..cli.writable import check_writable, writing
from ..engine.large_fields import allowed
from ..engine.unix_engine import ENGINES, INSTALL, elsewhere_for, on_micropython
from ..own_games.find import find_game
from ..text.field_text import draw_text, position_text
from ..text.text_file import file_bytes
from . import links, move_text
from .asked import DEFAULTS, Asked
from .reader import read_each
from .record import NoRecord, Record, contradiction, ended, set_up_changes
from .review import Searcher, outlook, review, unsaid
from .sgf import sgf
from .sites import hexworld, littlegolem

THINK_MS, THINK_MS_HERE = 3000, 300  # on unix MicroPython; on CPython, which is far slower
WORK = f"that of the Pico in this many ms; else {THINK_MS}, or {THINK_MS_HERE} on CPython"
FORMS = {"sgf": sgf, "littlegolem": littlegolem, "hexworld": hexworld}


@allowed()
def command(
    file: Annotated[str, typer.Argument(help="A file, or a link.")],
    game: Annotated[str | None, typer.Option(help="Its game, whatever it says; else as it says, else Hex.")] = None,
    size: Annotated[str | None, typer.Option(help="Its size likewise: 11, or 6,7,4; else the next usual one.")] = None,
    think: Annotated[int | None, typer.Option(help=f"Work for each position: {WORK}.", min=1)] = None,
    engine: Annotated[str, typer.Option(help=f"What searches: {', '.join(ENGINES)}.")] = "auto",
    draw: Annotated[bool, typer.Option("--draw/--no-draw", help="Draw the field after each move.")] = True,
    to: Annotated[Path | None, typer.Option(help="Write the games here, with what is said as comments in SGF.")] = None,
    form: Annotated[
        str | None, typer.Option("--as", help=f"How: {', '.join(FORMS)}; else links for .txt, or SGF.")
    ] = None,
):
    """Print and draw each move of all games in a file, or of a link, with what it gave away.

    What is read:

    - SGF of Hex, Havannah, Y and five in a row; of GoGui with --game; what `games --to` wrote

    - links of HexWorld and trmph, or their end: 11,a2:sf6g7; links of gomocalc

    - moves: 1.f6 2.e5, or 1) f6 e5 2) d4 c3, or f6e5d4; after a name: hex 11 1.f6 2.e5

    - files of Piskvork (.psq), RenLib (.lib: the main line), PlayOK; JSON of AbstractPlay and PlayHex

    - diagrams of HexWiki (hexboard), and positions: hex 5: a4 c1 / b2 d3

    The first line says which game is assumed, and why, where the file names none; notes say what is left out.

    Of many games in a file, one that cannot be read is left out and named.
    """
    write = _writer(to, form)
    asked = _asked(game, size)
    try:
        found = [_checked(each) for each in read_each(*_text_of(file), _named, asked)]
        records = [each for each in found if isinstance(each, Record)]
        faults = [each for each in found if isinstance(each, NoRecord)]
        if not records:
            raise NoRecord(f"{faults[0]}{f'; {len(faults)} games, each left out' if len(faults) > 1 else ''}")
        for record in records if to else ():
            write(record, _named(record.game))  # before a long search, say what this form cannot hold
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Refused(f"{file}: {one_line(str(error))}") from None
    think = _think_ms(engine, think)
    reviewed = []
    for number, record in enumerate(found, 1):
        if len(found) > 1:
            say(f"{chr(10) * (number > 1)}Game {number} of {len(found)}")
        if isinstance(record, NoRecord):
            say(f"left out: {one_line(str(record))}")
        else:
            reviewed.append(_reviewed(record, work_in(think), engine, draw, write))
    if to:
        with writing(to):
            to.write_text("".join(reviewed), encoding="utf-8")
    if faults:
        say(f"{file}: {len(faults)} of {len(found)} games left out", err=True)


def _asked(game, size):
    """Return the game and size named on the command line; Refused if there is no such game or size."""
    try:
        asked = Asked(game or "", parse_size(size) if size else ())
        usual = _named(asked.game).sizes[0] if game else ()
    except ValueError as error:
        raise Refused(f"{'--game' if isinstance(error, NoRecord) else '--size'}: {error}") from None
    return asked if asked.size or asked.game in ("", *DEFAULTS) else Asked(asked.game, usual)


def _checked(found):
    """Return a Record whose moves are all legal, or the NoRecord that says what is wrong with it."""
    try:
        if isinstance(found, Record):
            ended(found, _named(found.game))
    except NoRecord as error:
        return error
    return found


def _text_of(file):
    """Return (text, name) of a file, or of a link that stands in its place."""
    if (move_text.is_link(file) or links.links(file)) and not os.path.exists(file):
        return file, ""
    path = Path(file)
    return file_bytes(path), path.name


def _writer(to, form):
    """Return what writes a game in this form, or in that of the file's name; Refused if it cannot be written."""
    if form and not to:
        raise Refused("--as says how --to writes the games; add --to FILE")
    if form is not None and form not in FORMS:
        raise Refused(f"--as {form}: expected {', '.join(FORMS)}")
    if to:
        check_writable(to)
    return FORMS[form or ("hexworld" if to and to.suffix == ".txt" else "sgf")]


def _think_ms(engine, think):
    """Return the work for a position: `think`, or the usual one for None; Refused if there is no such engine."""
    try:
        if on_micropython(engine) or think:
            return think or THINK_MS
    except ValueError as error:
        raise Refused(str(error)) from None
    if engine == "auto":
        say(f"CPython searches slowly: --think is {THINK_MS_HERE}, not {THINK_MS}. Faster: {INSTALL}", err=True)
    return THINK_MS_HERE


@functools.cache
def _named(name):
    """Return the game of a name; NoRecord if there is none."""
    try:
        return find_game(name)[0]
    except ValueError as error:
        raise NoRecord(str(error)) from None


def _reviewed(record, work, engine, draw, write):
    """Print the review of a game; return the game with it as `write` writes it."""
    game = _named(record.game)
    elsewhere = elsewhere_for(record.game, engine)
    try:
        return write(record, game, _print(record, game, work, elsewhere, draw))
    finally:
        if elsewhere:
            elsewhere.close()


def _print(record, game, work, elsewhere, draw):
    """Print a game move by move; return what is said of each, as `sgf` takes it."""
    title = game.title(record.size)
    named = title.rpartition(" ")[0] or title  # without its size
    say(title + (record.assumed and f" (note: {named} is assumed, as {record.assumed}; for another add --game)"))
    for side, name in sorted(record.last_players().items()):
        say(f"{SIDES[side]}: {one_line(name)}{', after they swapped sides' if record.sides_swapped else ''}")
    why = unsaid(game.setup(record.size))
    for note in record.notes + [why] * bool(why):
        say(f"note: {one_line(note)}")
    changed = set_up_changes(record, game)
    if not record.moves:
        _print_outlook(record, game, work, elsewhere, draw)
    else:
        _print_changes(changed.get(0, {}))
    given, position, said, made = {}, None, {}, 0
    for move in review(record, game, work, elsewhere):
        if move.said:
            said[made] = [move.said], move.better
        made = move.number
        say(f"\n{move.number:>3}. {SIDES[move.side]} {move.name}" + (move.said and f": {move.said}"))
        if move.given:
            given.setdefault(move.side, []).append(f"{move.given} at move {move.number}")
        position = move.position
        _print_changes(changed.get(made, {}))
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


def _print_changes(changes):
    """Print which stones are set or taken: {point name: side, or 0}."""
    for side in range(1, 4):
        stones = [name for name, owner in changes.items() if owner == side]
        if stones:
            say(f"     set: {SIDES[side]} {' '.join(stones)}")
    taken = [name for name, owner in changes.items() if not owner]
    if taken:
        say(f"     taken away: {' '.join(taken)}")


def _print_outlook(record, game, work, elsewhere, draw):
    """Print the last position, the side to move, and who wins from there."""
    position = ended(record, game)
    if draw:
        say(position_text(game, record.size, position))
    if not position.is_over():
        said = "" if unsaid(position) else outlook(position, Searcher(game, record.size, work, elsewhere))
        say(f"{SIDES[position.to_move].capitalize()} is to move" + (said and f": {said}"))


def _print_result(record, position):
    """Print how the game ended: by its field, else as its file says; both where they differ."""
    differs = contradiction(record, position)
    if differs:
        say(f"{differs[0].upper()}{differs[1:]}.")
    elif position.is_over():
        ending = f"{SIDES[position.winner]} has won" if position.winner else draw_text(position)
        say(f"{ending.capitalize()}.")
    elif record.winner is not None:
        say(f"{SIDES[record.winner].capitalize()} has won, by {record.by}.")
