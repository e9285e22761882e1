"""The finished games that a console keeps, a line about each."""

import sys

from glowgrid.console.palette import SIDES
from glowgrid.console.screens.resume import RECORD, restore
from glowgrid.record import fault as record_fault
from glowgrid.record import unpack

from ..text.field_text import draw_text
from .record import NoRecord, ended, of_match
from .sgf import written

if sys.implementation.name == "micropython":  # in the page
    _WITHOUT_GAME = "its file is not on the Pico"
else:
    from ..cli.installed import TOOLS

    _WITHOUT_GAME = f"put its file into the folder of {TOOLS} games folder"


def described(found, known):
    """Yield (number, a line about the game, ending of its file, its text or "") of {number: bytes that were saved}.

    known: all games.
    """
    for number in sorted(found):
        try:
            record, game = read(found[number], known)
            yield (number, line(record, game)) + written(record, game)
        except NoRecord as error:
            yield number, "cannot be read: " + " ".join(str(error).split()), "", ""


def read(body, known):
    """Return (record, game) of the bytes that were saved of a game; NoRecord if it is not one of these."""
    record = from_save(_unpacked(body), known)
    return record, [game for game in known if game.name == record.game][0]


def _unpacked(body):
    try:
        return unpack(body)
    except ValueError as error:
        raise NoRecord(f"it {error}") from None


def line(record, game):
    """Return a line about a game."""
    title, who, moves, result = parts(record, game)
    return f"{title:<24} {who:<20} {moves:>3} moves, {result}"


def parts(record, game):
    """Return what a line says of a game: its title, who played, how many moves, how it ended."""
    position = ended(record, game)
    seats = {side: f"level {seat}" if seat else "person" for side, seat in enumerate(record.seats, 1)}
    players = record.players or seats
    who = " - ".join([players[side] for side in sorted(players)])
    if position.winner:
        result = f"{SIDES[position.winner]} won"
    elif position.is_over():
        result = draw_text(position)
    else:
        result = f"{SIDES[record.winner]} won by {record.by}" if record.winner else "not ended"
    return game.title(record.size), who, len(record.moves), result


def _who(seat):
    """Return who sits there in words."""
    return f"Glowgrid level {seat}" if seat else "person"


def from_save(saved, games):
    """Return the Record of a saved match (console/match.py); NoRecord unless it is the save of one of these games."""
    fault = record_fault(saved, RECORD)
    if fault:
        raise NoRecord(fault)
    if saved["game"] not in [game.name for game in games]:
        raise NoRecord(f"the game {saved['game']} is not here; {_WITHOUT_GAME}")
    try:
        match = restore(saved, games)
    except ValueError as error:
        raise NoRecord(str(error)) from None
    record = of_match(match)
    if saved.get("resigned"):
        record.winner, record.by = match.position.winner or None, "resignation"
    if match.files:
        sat = zip(match.files, record.seats)
        record.players = {side: name or _who(seat) for side, (name, seat) in enumerate(sat, 1)}
    return record
