"""The finished games that a console keeps, a line about each."""

from glowgrid.games import discover
from glowgrid.record import unpack

from ..cli_errors import one_line
from ..console.describe import SIDES
from ..field_text import draw_text
from ..user_games import games_folder
from .record import NoRecord, ended, from_save
from .sgf import written


def told(found):
    """Yield (number, a line about the game, ending of its file, its text or "") of {number: bytes that were saved}."""
    known = discover()[0]
    known += [game for game, _ in games_folder.found([game.name for game in known])[0].values()]
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
