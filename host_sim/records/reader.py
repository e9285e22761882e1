"""All that is read as games: SGF, our plain records, links and lists of moves, and positions on a line.

A plain record:

    Glowgrid game
    game   mnk 5,4,4
    title  Four in a row 5x4
    seats  0 3
    result 2
    1. b2 c3
    2. a1 b4
"""

from glowgrid.rules.game import parse_size

from .. import placed_text
from ..text_file import record_text
from . import move_text, position_line, sgf_tree
from .record import NoRecord, Record
from .sgf_reader import Reader

PLAIN = "Glowgrid game"
EXPECTED = f"SGF, a record that begins with {PLAIN!r}, a link of HexWorld, moves such as 1.f6 2.e5, or a position"


def read_games(text, name="", games=None):
    """Return the Records of all games in a text; NoRecord, in one line, if there is none.

    text: bytes count as record_text has them. name: of the file; it may say which game it is. games: a function that
    finds a game by its name, for a position on a line.
    """
    if isinstance(text, bytes):
        text = record_text(text)
    bare = text.lstrip("\ufeff \r\n\t")
    if bare.startswith(PLAIN):
        return [_read_plain(bare)]
    if sgf_tree.has_game(text):
        found = sgf_tree.games(text)
        return [Reader(game, number, name).read() for number, game in enumerate(found, 1)]
    if links := text.split():
        if all(map(move_text.is_link, links)):
            return list(map(move_text.of_link, links))
    if games and placed_text.is_line(text):
        return [position_line.record_of(text, games)]
    if move_text.is_list(text):
        return [move_text.of_list(text)]
    raise NoRecord(f"no game in it; expected {EXPECTED}")


def read(text):
    """Return the first game of a text."""
    return read_games(text)[0]


def _read_plain(text):
    record = Record("")
    for number, line in enumerate(text.splitlines()[1:], 2):
        word, *rest = line.split() or [""]
        if word == "game" and rest:
            record.game, record.size = rest[0], _size(",".join(rest[1:]), f"line {number}")
        elif word == "seats" and all(seat.isdecimal() for seat in rest):
            record.seats = [int(seat) for seat in rest]
        elif word.rstrip(".").isdecimal():
            record.moves += rest
            record.places += [f"line {number}"] * len(rest)
        elif word not in ("", "title", "result"):
            raise NoRecord(f"line {number}: {word!r}; expected game, title, seats, result, or moves such as 1. b2 c3")
    if not record.game:
        raise NoRecord("no line says which game it is, such as game hex 5")
    return record


def _size(text, where):
    try:
        return parse_size(text) if text else ()
    except ValueError as error:
        raise NoRecord(f"{where}: {error}") from None
