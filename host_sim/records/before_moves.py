"""The game and the size that stand before moves, as people write them.

tic-tac-toe 1.b2 2.a1, hex 5 a4 b2, hex7 a4 b2      a name, and perhaps a size
Hex, size 7: 1. d4 swap; Havannah (base 4): ...     with words that say no more
mnk 5,4,4: ..., or 4,4,4 1.b2 2.c3                  rows, columns and how many in a row
Four in a row, 7x6: ...                             columns x rows
I won this game of Havannah: 1. d4 ...              other words: the game is assumed by one of them
"""

import re

from .asked import DEFAULTS, field_of, fitted
from .record import NoRecord, short
from .sgf_head import game_of, none_of_ours, other_of

_SIDES = re.compile(r"(\d{1,3})\s*(?:x|by)\s*(\d{1,3})(?!\d)", re.IGNORECASE)
_IN_A_ROW = re.compile(r"\b(three|four|five|six|[3-9])[\s-]+in[\s-]+a[\s-]+row\b", re.IGNORECASE)
_NUMBERS = {"three": 3, "four": 4, "five": 5, "six": 6}
_THREE = re.compile(r"\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}(?!\d)")
_WORD = re.compile(r"[a-z][a-z_.-]*|[0-9]+")
_DATE = re.compile(r"\d\s*[./-]\s*\d")
_NUMBER_BEHIND = re.compile(r"\b(hex|havannah|gomoku|gobang|renju)[\s-]*(\d{1,2})(?![\w./:-])")
_SIGNS = " \t\r\n:,;.-"
_SAY_NO_MORE = "size", "board", "field", "grid", "on", "a", "an", "the", "of", "game", "base", "side", "sides", "length"


class Before:
    """What stands before moves.

    game, size   as a Record has them; "" and () where they are not said
    is_all       whether nothing else stands there; else the game is assumed
    """

    def __init__(self, game="", size=(), is_all=False):
        self.game, self.size, self.is_all = game, size, is_all


def before(text, games, asked):
    """Return the Before of a text. games: a function that finds a game by its name. asked: as in asked.py.

    NoRecord for a game of others, such as chess, and for a size that the game has not, unless another is stated.
    """
    text = text.lower()
    sides, in_a_row = _SIDES.search(text), _IN_A_ROW.search(text)
    bare = _IN_A_ROW.sub(lambda found: " ", _SIDES.sub(lambda found: " ", text))
    words = [word.strip("_.-") for word in _WORD.findall(bare)]
    names = [word for word in words if not word[:1].isdigit() and word not in _SAY_NO_MORE]
    size = tuple([int(word) for word in words if word[:1].isdigit()])
    game = _of_names(text, [name for name in names if name], games)
    if not game and not names and (in_a_row or _THREE.search(text)):
        game = "mnk"
    is_size = game or sides or in_a_row or _THREE.search(text) or "size" in text  # a number alone may be that of a move
    if (names and not game) or len(size) > 3 or max(size + (0,)) > 99 or _DATE.search(text) or not is_size:
        return _of_words(text, asked)
    if sides:
        size = _of_sides(game, (int(sides[2]), int(sides[1])), size, games, asked)
    if in_a_row and game == "mnk":
        size = _with_row(in_a_row, size, asked)
    return Before(game, _settled(game, size, games, asked), bool(game or size))


def _of_names(text, names, games):
    """Return the game that has these words as its name; "" for none."""
    name, whole = "-".join(names), text.strip(_SIGNS)
    for each in (name, whole if whole != name and len(whole.split()) == 1 else "", name[:-1] * name.endswith("s")):
        try:
            if each:
                return games(each).name
        except ValueError:
            pass
    return game_of([name])


def _of_words(text, asked):
    """Return the Before of words that say more, one of which may be the name of a game of ours."""
    game = game_of([word for word in re.findall("[a-z]+", text) if word != "y"])
    bare = text.strip(_SIGNS)
    other = "" if game or asked.game or "\n" in bare else other_of(bare.rstrip(" 0123456789"))
    if other:
        raise NoRecord(f"{short(bare)}: {none_of_ours(other)}")
    found = _NUMBER_BEHIND.search(text) if game and not asked.size else None
    return Before(game, field_of(game, int(found[2])) if found and game_of([found[1]]) == game else ())


def _of_sides(game, sides, row, games, asked):
    """Return the size of a field of (rows, columns). row: how many in a row, as a tuple, or ()."""
    if game in DEFAULTS or not game:
        try:
            return fitted(game or "hex", sides)[:2] + row
        except NoRecord:
            if asked.size:
                return sides
            raise
    found = [size for size in games(game).sizes if _sides_of(games(game), size) == sides]
    if not found:
        rows, columns = _sides_of(games(game), games(game).sizes[0])
        raise NoRecord(f"{game} {sides[1]}x{sides[0]}: no such size; expected {columns}x{rows}")
    return found[0]


def _sides_of(game, size):
    field = game.setup(size).field
    return field.height, field.width


def _with_row(found, size, asked):
    """Return the size of a field with that many in a row."""
    row = _NUMBERS.get(found[1]) or int(found[1])
    if len(size) < 2 and row != 5 and not asked.size:
        raise NoRecord(f"{found[0]}: the size of the field is not said; add --size 6,7,{row}, or another")
    return (size * 2)[:2] + (row,) if size else ()


def _settled(game, size, games, asked):
    """Return a size as the game has it: one number for all sides, its only size where none is said."""
    if not game or game == "mnk":
        return size
    if game in DEFAULTS:
        return fitted(game, size) if len(size) == 2 and not asked.size else size
    if len(size) == 1 and size not in games(game).sizes:
        return _of_sides(game, size * 2, (), games, asked)
    return size or games(game).sizes[0]
