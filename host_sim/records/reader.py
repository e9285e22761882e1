"""All that is read as games: SGF, our plain records, links, lists of moves, Piskvork's files, and positions on a line.

A plain record:

    Glowgrid game
    game   mnk 5,4,4
    title  Four in a row 5x4
    seats  0 3
    result 2
    1. b2 c3
    2. a1 b4
"""

import re

from glowgrid.rules.game import parse_size, size_name

from ..text import placed_text
from . import move_text, piskvork, sgf_tree
from .record import NoRecord, Record, record_of
from .sgf_head import DEFAULTS, Asked
from .sgf_reader import Reader

PLAIN = "Glowgrid game"
EXPECTED = (
    f"SGF, a record that begins with {PLAIN!r}, a link of HexWorld, moves such as 1.f6 2.e5 or f6e5, Piskvork's .psq, "
    "or a position"
)


def read_each(text, name="", games=None, asked=None, most=None):
    """Yield for each game of a text its Record, or the NoRecord that says what is wrong with it, in one line.

    Raises NoRecord if there is no game in it. text: bytes count as record_text has them. name: of the file; it may say
    which game it is. games: a function that finds a game by its name. asked: an Asked; it counts where the text leaves
    the game or its size open. most: of how many games of SGF; None for all.
    """
    asked = asked or Asked()
    if isinstance(text, bytes):
        from ..text.text_file import record_text  # not on the page, which is given text

        text = record_text(text)
    for found in _each(text, name, games, asked, most):
        try:
            yield _as_asked(found(), asked)
        except ValueError as error:
            yield error if isinstance(error, NoRecord) else NoRecord(str(error))


def read(text, name=""):
    """Return the first game of a text; NoRecord if it is broken."""
    first = next(read_each(text, name))
    if isinstance(first, NoRecord):
        raise first
    return first


def _each(text, name, games, asked, most):
    """Return a list of functions that read a game each."""

    def later(read, *about):
        return lambda: read(*about)

    bare = text.lstrip("\ufeff \r\n\t")
    if bare.startswith(PLAIN):
        return [later(_read_plain, bare)]
    if sgf_tree.has_game(text):
        return [later(_read_sgf, game, at, name, asked) for at, game in enumerate(sgf_tree.games(text, most), 1)]
    if piskvork.is_piskvork(bare):
        return [later(piskvork.of_piskvork, text)]
    if move_text.begins_with_link(text):
        return [later(move_text.of_link, *link) for link in move_text.links(text)]
    if games and placed_text.is_line(text):
        return [later(record_of, text, games)]
    if not asked.game and "gomoku" in re.findall("[a-z]+", name.lower()):
        asked = Asked("mnk", asked.size)
    if move_text.is_list(text):
        return [later(move_text.of_list, text, asked)]
    if move_text.is_moves(text) or (asked.game and text.strip()):
        return [later(move_text.of_moves, text, asked)]
    raise NoRecord(f"no game in it; expected {EXPECTED}")


def _read_sgf(game, number, name, asked):
    if isinstance(game, NoRecord):
        raise game
    return Reader(game, number, name, asked).read()


def _as_asked(record, asked):
    """Return the record; NoRecord if it says another game or size than was asked for."""
    if asked.game and asked.game != record.game:
        raise NoRecord(f"--game {asked.game}: this is a game of {record.game}")
    if asked.size and asked.size != record.size:
        raise NoRecord(f"--size {size_name(asked.size)}: this is {record.game} {size_name(record.size)}")
    return record


def _read_plain(text):
    record, expected = Record(""), 1
    for number, line in enumerate(text.splitlines()[1:], 2):
        word, *rest = line.split() or [""]
        if word == "game" and rest:
            record.game, record.size = rest[0], _size(",".join(rest[1:]), f"line {number}")
        elif word == "seats" and all(seat.isdigit() for seat in rest):
            record.seats = [int(seat) for seat in rest]
        elif word.rstrip(".").isdigit():
            if int(word.rstrip(".")) != expected:
                raise NoRecord(f"line {number}: {word[:10]!r}; expected {expected}.")
            expected += 1
            record.moves += rest
            record.places += [f"line {number}"] * len(rest)
        elif word not in ("", "title", "result"):
            raise NoRecord(f"line {number}: {word!r}; expected game, title, seats, result, or moves such as 1. b2 c3")
    if not record.game:
        raise NoRecord("no line says which game it is, such as game hex 5")
    if not record.size and record.game in DEFAULTS:
        raise NoRecord(f"no line says the size, such as game {record.game} 5")
    return record


def _size(text, where):
    try:
        return parse_size(text) if text else ()
    except ValueError as error:
        raise NoRecord(f"{where}: {error}") from None
