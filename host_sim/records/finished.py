"""The finished games that a console keeps, a line about each."""

from glowgrid.console.screens.resume import RECORD, restore
from glowgrid.games import discover
from glowgrid.record import fault as record_fault
from glowgrid.record import unpack

from ..cli_errors import one_line
from ..console.describe import SIDES
from ..field_text import draw_text
from ..installed import TOOLS
from ..user_games.passed import own_games
from .record import NoRecord, ended, of_match
from .sgf import written


def described(found):
    """Yield (number, a line about the game, ending of its file, its text or "") of {number: bytes that were saved}."""
    known = discover()[0]
    known += [game for game, _ in own_games([game.name for game in known])[0].values()]
    for number in sorted(found):
        try:
            record = from_save(_unpacked(found[number]), known)
            game = next(game for game in known if game.name == record.game)
            yield number, _line(record, game), *written(record, game)
        except NoRecord as error:
            yield number, f"cannot be read: {one_line(str(error))}", "", ""


def _unpacked(body):
    try:
        return unpack(body)
    except ValueError as error:
        raise NoRecord(f"it {error}") from None


def _line(record, game):
    position = ended(record, game)
    seats = {side: f"level {seat}" if seat else "person" for side, seat in enumerate(record.seats, 1)}
    who = " - ".join((record.players or seats).values())
    drawn = draw_text(position) if position.is_over() else "not ended"
    result = f"{SIDES[position.winner]} won" if position.winner else drawn
    return f"{game.title(record.size):<24} {who:<20} {len(record.moves):>3} moves, {result}"


def _who(seat):
    """Return who sits there in words."""
    return f"Glowgrid level {seat}" if seat else "person"


def from_save(saved, games):
    """Return the Record of a match as console/match.py saves it; NoRecord if it is none, or of none of these games."""
    fault = record_fault(saved, RECORD)
    if fault:
        raise NoRecord(fault)
    if saved["game"] not in [game.name for game in games]:
        raise NoRecord(f"the game {saved['game']} is not here; put its file into the folder of {TOOLS} games folder")
    try:
        match = restore(saved, games)
    except ValueError as error:
        raise NoRecord(str(error)) from None
    record = of_match(match)
    if match.files:
        sat = zip(match.files, record.seats)
        record.players = {side: name or _who(seat) for side, (name, seat) in enumerate(sat, 1)}
    return record
