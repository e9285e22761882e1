"""SGF as it is written: collections of games, each a tree of nodes, FF[1] to FF[4].

Text before the first game and between games is skipped, as in a mail. Of a property name the capitals count (FF[3] and
before wrote `White[...]`).
"""

import re
from dataclasses import dataclass, field

from .record import NoRecord

_BEGIN = re.compile(r"\(\s*;(?=\s*(?:[;()]|[A-Za-z]+\s*\[|$))")
_PROPERTY = re.compile(r"([A-Za-z]{1,32})\s*((?:\[(?:\\.|[^\]\\])*\]\s*)+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_BLANK = re.compile(r"[\s\ufeff\0]*")
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


@dataclass
class Game:
    """The main line of a game: at each branch the first variation.

    nodes      [(number of the node, {property: [values]}), ...]; numbers count all nodes of the file's game
    variations how many others there are
    open       whether the file ends before the game does
    """

    nodes: list = field(default_factory=list)
    variations: int = 0
    open: bool = False


def has_game(text):
    """Return whether there is a game in SGF in the text."""
    return _BEGIN.search(text) is not None


def games(text):
    """Return the games of a text; NoRecord names the game, the node and the line of what is out of place."""
    found, at = [], 0
    while begin := _BEGIN.search(text, at):
        game, at = _game(text, begin.start(), len(found) + 1)
        found.append(game)
    return found


def _game(text, at, number):
    """Return the game that begins there, and where it ends."""
    game, node, depth = Game(), 0, 0
    branched = []  # by depth: whether a variation has ended there
    skipped = 0  # depth from which on we are beside the main line
    while at < len(text):
        at = _blank_end(text, at)
        sign = text[at : at + 1]
        if sign == "(":
            depth += 1
            if len(branched) >= depth and branched[depth - 1]:
                game.variations += not skipped
                skipped = skipped or depth
            branched[depth - 1 :] = [False]
        elif sign == ")":
            branched[depth - 1] = True
            skipped = 0 if skipped == depth else skipped
            depth -= 1
            if not depth:
                return game, at + 1
        elif sign == ";":
            node += 1
            if not skipped:
                game.nodes.append((node, {}))
        elif sign:
            at = _property(text, at, (number, node), game if not skipped else None)
            continue
        at += 1
    game.open = True
    return game, at


def _blank_end(text, at):
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _property(text, at, place, game):
    """Enter a property into the last node, if it is of the main line; return where it ends."""
    found = _PROPERTY.match(text, at)
    if not found or not place[1]:
        line = text.count("\n", 0, at) + 1
        raise NoRecord(
            f"game {place[0]}, node {place[1]}, line {line}: {text[at]!r} is out of place; "
            "expected a property such as B[a1]"
        )
    name = "".join(filter(str.isupper, found[1])) or found[1].upper()
    if game:
        values = [_ESCAPED.sub(_unescaped, value) for value in _VALUE.findall(found[2])]
        game.nodes[-1][1].setdefault(name, []).extend(values)
    return found.end()


def _unescaped(match):
    return "" if match[1][0] in "\r\n" else match[1]
