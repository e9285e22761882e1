"""SGF as it is written: collections of games, each a tree of nodes, FF[1] to FF[4].

Text before the first game and between games is skipped, as in a mail, unless there is a node in it. Of a property name
the capitals count (FF[3] and before wrote `White[...]`). A value ends at the first bracket after which SGF goes on, as
some sites write names with brackets as they are. In Shift_JIS, GBK and Big5 the second byte of a sign may be that of a
backslash; where the encoding is not said, such a one before a bracket hides it only if SGF does not go on behind it.
A broken game ends where the next one begins.
"""

import re

from .record import NoGame, short

COLOURS = "B", "W", "R"  # R: side 3 of ours
_SPACE = r"[\s\ufeff\0]*"
_NAMED = rf"[A-Za-z]{{1,32}}{_SPACE}\["
_BEGIN = re.compile(rf"\(\s*;(?=\s*(?:[;()]|{_NAMED}|$))")
_ROOT = r"(?:FF|GM|SZ|CA|AP|GG"  # only a first node has these
_NEXT_ROOT = re.compile(rf"\(\s*;\s*{_ROOT})\s*\[")
_NEXT_GAME = re.compile(rf"\(\s*;\s*{_ROOT}|EV|GN|PB|PW|SO)\s*\[")  # others may be in a variation too, but hardly
_NODE = re.compile(rf";{_SPACE}{_NAMED}|\b[BW]\[")
_NAME = re.compile(rf"([A-Za-z]{{1,32}}){_SPACE}(?=\[)")
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_MORE = re.compile(r"((?:\\.|[^\[\]\\])*)\]", re.DOTALL)  # of a value that a bracket did not end
_GOES_ON = re.compile(rf"{_SPACE}(?:$|[)\[]|\(\s*;|{_NAMED}|;{_SPACE}(?:$|[;()A-Z]|{_NAMED}))")
_SECOND_BYTE = re.compile(rf"[^\0-\x7f]\\\](?={_SPACE}(?:;{_SPACE})?{_NAMED}|{_SPACE}\){_SPACE}(?:$|\())")
_RAN_ON = re.compile(rf"(?:;\s*[BW]|\(\s*;\s*{_ROOT}))\s*\[[^\[\]]*$")  # where a bracket is missing, or hidden: PB[a\]
_BLANK = re.compile(_SPACE)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


class Node:
    """number: of all nodes of the game; properties: {name: [values]}; moves: [(colour, value), ...] in their order."""

    def __init__(self, number):
        self.number, self.properties, self.moves = number, {}, []


class Game:
    """The main line of a game: at each branch the first variation.

    nodes      a list of Nodes
    variations how many others branch off it
    begin      where it begins in the text
    open       whether the file ends before the game does
    """

    def __init__(self, begin=0):
        self.nodes = []
        self.variations = 0
        self.begin = begin
        self.open = False


def has_game(text):
    """Return whether there is a game in SGF in the text."""
    return _BEGIN.search(text) is not None


class _Broken(Exception):
    """A game that is broken: (where in the text, what is wrong)."""


def games(text, most=None):
    """Return the games of a text; in the place of one that is broken, a NoGame that names game, node and line.

    most: how many of them; None for all.
    """
    found, at = [], 0
    while begin := _BEGIN.search(text, at):
        _check_between(text, at, begin.start(), found)
        if len(found) == most:
            return found
        try:
            game, at = _game(text, begin.start(), len(found) + 1)
        except _Broken as broken:
            game, at = NoGame(broken.args[1]), _start(_NEXT_GAME, text, broken.args[0])
        found.append(game)
    _check_between(text, at, len(text), found)
    return found


def lines(text, game):
    """Yield each line of play of a game of this text as a list of Nodes, the main line first; they share Nodes."""
    line, number, at = [], 0, game.begin
    before = []  # by depth: how many nodes stand before a variation
    grown = False  # whether the line has a node behind the last bracket
    while at < len(text):
        at = _blank_end(text, at)
        sign = text[at : at + 1]
        if sign == "(":
            if before and _NEXT_ROOT.match(text, at):
                break
            before.append(len(line))
        elif sign == ")":
            if grown:
                yield list(line)
            grown = False
            del line[before.pop() :]
            if not before:
                return
        elif sign == ";":
            number, grown = number + 1, True
            line.append(Node(number))
        elif sign:
            at = _property(text, at, (0, number), line)
            continue
        at += 1
    if grown:
        yield line


def _start(pattern, text, at):
    """Return where a pattern begins, from a place on, or the end of the text."""
    found = pattern.search(text, at)
    return found.start() if found else len(text)


def _check_between(text, at, end, found):
    """If a node stands between games, count the game before it, or a game of its own, as broken."""
    node = _NODE.search(text, at, end)
    if not node:
        return
    line, what = text.count("\n", 0, node.start()) + 1, short(text[node.start() : end])
    where = f"game {max(1, len(found))}, line {line}: {what!r} is outside of a game"
    if not found:
        found.append(NoGame(f"{where}; expected (; before its first node"))
    elif isinstance(found[-1], Game):
        found[-1] = NoGame(f"{where}; expected it before the bracket that ends the game")


def _game(text, at, number):
    """Return the game that begins there, and where it ends."""
    game, node, depth = Game(at), 0, 0
    branched = []  # by depth: whether a variation has ended there
    skipped = 0  # depth from which on we are beside the main line
    while at < len(text):
        at = _blank_end(text, at)
        sign = text[at : at + 1]
        if sign == "(":
            if depth and _NEXT_ROOT.match(text, at):
                break
            depth += 1
            if len(branched) >= depth and branched[depth - 1]:
                if not skipped:
                    game.variations += 1
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
                game.nodes.append(Node(node))
        elif sign:
            at = _property(text, at, (number, node), game.nodes if not skipped else None)
            continue
        at += 1
    game.open = True
    return game, at


def _blank_end(text, at):
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _property(text, at, place, nodes):
    """Enter a property into the last one of nodes, if there are any; return where it ends."""
    found = _NAME.match(text, at)
    if not found or not place[1]:
        raise _broken(text, at, place)
    name = "".join(filter(str.isupper, found[1])) or found[1].upper()
    values, end = [], found.end()
    while text[end : end + 1] == "[":
        value, end = _value(text, end, place)
        if _RAN_ON.search(value):
            raise _broken(text, at, place, f"{name}[{short(value)}]: its bracket is missing or escaped")
        values.append(_ESCAPED.sub(_unescaped, value))
    if nodes:
        last = nodes[-1]
        last.properties.setdefault(name, []).extend(values)
        if name in COLOURS:
            last.moves += [(name, value) for value in values]
    return end


def _value(text, at, place):
    """Return a value as it is written, and where what follows begins."""
    found = _VALUE.match(text, at)
    ends = found.end() if found else len(text)
    second_byte = _SECOND_BYTE.search(text, at, ends) if text.find("\\]", at, ends) >= 0 else None
    if second_byte:
        return text[at + 1 : second_byte.end() - 1], _blank_end(text, second_byte.end())
    if not found:
        raise _broken(text, at, place, "a bracket is missing after this")
    value, end = found[1], found.end()
    while not _GOES_ON.match(text, end):
        found = _MORE.match(text, end)
        if not found:
            raise _broken(text, _blank_end(text, end), place)
        value, end = f"{value}]{found[1]}", found.end()
    return value, _blank_end(text, end)


def _broken(text, at, place, what=""):
    """Return the exception for what stands there."""
    line = text.count("\n", 0, at) + 1
    what = what or f"{text[at : at + 1]!r} is out of place"
    return _Broken(at, f"game {place[0]}, node {place[1]}, line {line}: {what}; expected a property such as B[a1]")


def _unescaped(match):
    return "" if match[1][0] in "\r\n" else match[1]
