"""All that is read as games: SGF, our plain records, files and links of sites, lists of moves, positions on a line.

A plain record:

    Glowgrid game
    game   mnk 5,4,4
    title  Four in a row 5x4
    seats  0 3
    result 2
    1. b2 c3
    2. a1 b4

After a resignation the result is `2 by resignation`.
"""

import re

from glowgrid.rules.game import parse_size

from ..text import placed_text
from . import hexwiki, links, move_text, piskvork, renlib, sgf_tree, site_json, tagged
from .asked import DEFAULTS, Asked
from .before_moves import Before, before
from .record import NoRecord, Record, record_of
from .sgf_reader import Reader

PLAIN = "Glowgrid game"
EXPECTED = f"SGF, a record that begins with {PLAIN!r}, a file or link of a site, moves such as 1.f6 2.e5, or a position"

# Names of Latin-1 that look like signs of two bytes: one is followed by a sign that is no letter, or all stand in pairs
_TWO_BYTES = re.compile(r"[^\0-\x7f][@\[\\\]^_`{|}~]")
_RUN = re.compile(r"[^\0-\x7f]")
_ODD_RUN = re.compile(r"(?:^|[\0-\x7f])(?:[^\0-\x7f][^\0-\x7f])*[^\0-\x7f](?:$|[\0-\x7f])")


def read_each(text, name="", games=None, asked=None, most=None):
    """Yield for each game of a text its Record, or the NoRecord that says what is wrong with it, in one line.

    Raises NoRecord if there is no game in it. text: bytes count as record_text has them. name: of the file; it may say
    which game it is. games: a function that finds a game by its name. asked: an Asked; what it states is the last word.
    most: of how many games of SGF; None for all.
    """
    asked, guessed = asked or Asked(), False
    if isinstance(text, bytes):
        from ..text.text_file import is_guessed, record_text  # not on the page, which is given text

        guessed = is_guessed(text)
        text = text.decode("latin-1") if renlib.is_renlib(text[:8].decode("latin-1")) else record_text(text)
    for found in _each(text, name, games, asked, most):
        try:
            record = found()
            _note_garbled(record, guessed)
            yield record
        except ValueError as error:
            yield error if isinstance(error, NoRecord) else NoRecord(str(error))


def _note_garbled(record, guessed):
    """Note names that may be garbled. guessed: whether they are taken for Latin-1, as nothing says how to read them."""
    names = " ".join(record.players.values())
    pairs = _TWO_BYTES.search(names) or (_RUN.search(names) and not _ODD_RUN.search(names))
    if (guessed and pairs) or any(0x80 <= ord(sign) < 0xA0 or sign == "\ufffd" for sign in names):
        record.notes.append("the file does not say how its text is written: names may be garbled")


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
        return [later(_settled, asked, _read_plain, bare)]
    if renlib.is_renlib(text):
        return [later(_settled, asked, renlib.of_renlib, text)]
    if site_json.is_json(bare) and not sgf_tree.has_game(text):
        return [later(reader, data, asked) for reader, data in site_json.readers(bare)]
    if sgf_tree.has_game(text):
        return [later(_read_sgf, game, at, name, asked) for at, game in enumerate(sgf_tree.games(text, most), 1)]
    if hexwiki.has_diagram(text):
        return [later(_given, each) for each in hexwiki.of_diagrams(text, asked)]
    if piskvork.is_piskvork(bare):
        return [later(_settled, asked, piskvork.of_piskvork, text)]
    if tagged.is_tagged(bare):
        return [later(tagged.of_tagged, tags, moves, asked) for tags, moves in tagged.games(bare)]
    if move_text.begins_with_link(text):
        return [later(move_text.of_link, *link, asked) for link in move_text.links(text)]
    if links.links(text):
        return [later(links.of_link, *link, asked) for link in links.links(text)]
    return [_of_moves(text, name, games, asked, later)]


def _of_moves(text, name, games, asked, later):
    """Return the function that reads moves, or a position on a line."""
    size = ()
    if games:
        is_position = placed_text.is_line(text) and not move_text.is_list(text) and "swap" not in text.lower()
        if is_position and _names_game(text, games):
            return later(_settled, asked, record_of, text, games)
        words, moves = move_text.halves(text)
        said = before(words, games, asked) if words.strip() else Before()
        if said.game and (said.is_all or move_text.is_list(text)):
            return later(_of_named, moves if said.is_all else text, asked, said)
        if is_position and not said.is_all:
            return later(_settled, asked, record_of, text, games)  # which says that there is no such game
        text, size = (moves, said.size) if said.is_all else (text, ())
    by_name = "gomoku" in re.findall("[a-z]+", name.lower())
    asked = asked.or_game("mnk") if by_name else asked
    if move_text.is_list(text):
        return later(move_text.of_list, text, asked, size)
    if move_text.is_moves(text) or (asked.game and text.strip()):
        return later(move_text.of_moves, text, asked, size)
    raise NoRecord(f"no game in it; expected {EXPECTED}")


def _names_game(line, games):
    """Return whether there is a game of the name that the line of a position has."""
    try:
        return games(placed_text.parts_of(line)[0]) is not None
    except ValueError:
        return False


def _of_named(text, asked, said):
    """Return the Record of moves before which their game is named. said: a Before."""
    game, size, notes = asked.settled(said.game, said.size)
    read = move_text.of_list if move_text.is_list(text) else move_text.of_moves
    record = read(text, Asked(game, size))
    record.notes += notes
    record.assumed = "" if said.is_all or asked.game else "the words before the moves name it"
    return record


def _given(record):
    if isinstance(record, NoRecord):
        raise record
    return record


def _settled(asked, read, *about):
    """Return the Record that is read so, of the game and the size that were stated."""
    record = read(*about)
    record.game, record.size, notes = asked.settled(record.game, record.size)
    record.notes += notes
    return record


def _read_sgf(game, number, name, asked):
    if isinstance(game, NoRecord):
        raise game
    return Reader(game, number, name, asked).read()


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
        elif word == "result" and rest[:1] in (["1"], ["2"]) and rest[1:2] == ["by"]:
            record.winner, record.by = int(rest[0]), " ".join(rest[2:])
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
