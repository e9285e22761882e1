"""Moves as people and sites write them: links of HexWorld and trmph, numbered lists, and moves alone.

https://hexworld.org/board/#11c1,f6:sc3d4:rb     size, options, moves; :s swap, :p pass, :rb black resigns
11r9c1,f6g7,b9                                   its end alone; a second comma is where HexWorld's cursor stands
https://trmph.com/hex/board#13,f6b4 b            a first stone that is named again is taken over; b or r has won
1.f6 2.swap 3.m16, or 1) f6 b4 2) c3 d3          the size is the smallest usual one that has these points
a5 swap-pieces d4, or h8i9j10                    likewise; of Hex, if nothing else is stated
tic-tac-toe 1.b2 2.a1, or hex 5 a4 b2            the game, and perhaps its size, before the moves
"""

import re

from .asked import DEFAULTS, Asked, field_of, fitted, named
from .record import NoRecord, Record, short
from .sgf_head import ENDS, SWAPS, game_of, none_of_ours, other_of
from .sgf_reader import turned

USUAL = {"hex": (11, 13, 14, 15, 19), "mnk": (15, 19)}
_LINK = re.compile(r"(?:^|#)\s*(\d{1,3})(?:x(\d{1,3}))?(?:[a-z]\w*)?,\s*([^\s#]*)\s*$", re.IGNORECASE)
_BARE = re.compile(r"\d{1,3}(?:[a-z]\w*)?,[a-z:]", re.IGNORECASE)
_OF_LINK = re.compile(r":?(s|p|[rf][bw])(?=:|[a-z]\d|$)|:?([a-z]\d{1,2})", re.IGNORECASE)
_WON = {"b": 1, "r": 2}  # at trmph blue begins
_MOVE = r"([a-z]\d{1,2}|swap(?:-pieces|-sides)?|pass|resign|forfeit)"
_NUMBERED = re.compile(rf"\s*(\d{{1,3}})\s*[.)]\s*(\.\.\s*)?{_MOVE}\b", re.IGNORECASE)
_NEXT = re.compile(rf"\s*(?:(\d{{1,3}})\s*[.)]\s*(\.\.\s*)?)?{_MOVE}(?![\w-])\s*[,;]?", re.IGNORECASE)
_ALONE = re.compile(rf"\s*{_MOVE}(?=[\s,;]|[a-z]\d|swap|pass|resign|forfeit|$)[\s,;]*", re.IGNORECASE)
_NAMED = re.compile(
    r"\s*([a-z][\w. -]*?)((?:[\s,]+\d{1,3}(?![\d.)]))*)[\s:,]+(?=\d{1,3}\s*[.)]|[a-z]\d)", re.IGNORECASE
)
_LIKE_A_MOVE = re.compile(r"\W*(?:[a-z]{1,2}\d|\d+[.)](?!\d))", re.IGNORECASE)
_SAID_SIZE = re.compile(r"\b(\d{1,2})\s*x\s*(\d{1,2})\b|\bsize\s+(\d{1,2})\b", re.IGNORECASE)


def is_link(text):
    """Return whether a text is a link of HexWorld or trmph, or its end: `#11,a1b2`, `11,a1b2`."""
    text = text.strip()
    return len(text.split()) == 1 and _LINK.search(text) is not None and ("#" in text or _BARE.match(text) is not None)


def begins_with_link(text):
    """Return whether the first word of a text is a link."""
    return is_link((text.split(None, 1) or [""])[0])


def is_list(text):
    """Return whether there is a numbered list of moves in a text."""
    found = _NUMBERED.search(text)
    return found is not None and found[1] == "1"


def is_moves(text):
    """Return whether a text is moves alone, one after another."""
    return bool(text.strip()) and not _split(text)[1]


def named_before(text, games):
    """Return (game, size) that a text names before its moves; ("", ()) if it names none.

    games: a function that finds a game by its name. NoRecord if it is a game of others, such as chess.
    """
    found = _NAMED.match(text)
    if not found or is_moves(found[1]):
        return "", ()
    moves, with_colon = text[found.end() :], ":" in text[: found.end()]  # else it is the line of a position
    if not is_list(moves) and (with_colon or not is_moves(moves)):
        return "", ()
    words = found[1].lower().split()
    size = tuple([int(number) for number in re.findall(r"\d+", found[2])])
    game = game_of(words[:1] if words == ["y"] else [word for word in words if word != "y"])
    if game:
        return game, size
    try:
        game = games("-".join(words))
        return game.name, size or game.sizes[0]
    except ValueError:
        other = other_of(found[1].lower())
        if other:
            raise NoRecord(f"{short(found[1])}: {none_of_ours(other)}") from None
        return "", ()


def after_name(text):
    """Return the moves alone of a text that names a game before them."""
    found = _NAMED.match(text)
    return text[found.end() :] if found else text


def links(text):
    """Return [(link, words behind it), ...] of a text that begins with a link."""
    found = []
    for word in text.split():
        if is_link(word):
            found.append((word, []))
        else:
            found[-1][1].append(word)
    return found


def of_link(link, behind=(), asked=None):
    """Return the Record of a link. behind: the words behind it: more moves, the winner's letter, a note."""
    behind, asked = list(behind), asked or Asked()
    found = _LINK.search(link)
    columns, rows, moves = (found[1], found[2] or found[1], found[3]) if found else ("", "", "")
    if rows != columns and not asked.size:
        raise NoRecord(f"link, size {columns}x{rows}: a field of unequal sides; expected one number, or --size")
    while behind and is_moves(behind[0]):
        moves += behind.pop(0)
    moves = moves.replace(",", "", 1)
    made, at, word = _Moves(), 0, 0
    while at < len(moves):
        found = _OF_LINK.match(moves, at)
        word += 1
        if not found:
            raise NoRecord(f"link, move {word}: {moves[at : at + 8]!r} is none; expected a point such as f6, or :s")
        name = (found[1] or found[2]).lower()
        kinds = {"s": "swap-sides" if found[1] == "S" else "swap", "p": "pass"}
        made.add(kinds.get(name, name), f"link, move {word}")
        at = found.end()
    if behind and behind[0].lower() in _WON:
        winner = _WON[behind.pop(0).lower()]
        made.winner, made.by = (winner, made.by if winner == made.winner else "")
    made.end(behind, f"link, move {word + 1}", "a point such as f6, or :s")
    return made.record(*made.settled(asked, "hex", (int(columns),)))


def of_list(text, asked):
    """Return the Record of a numbered list: a number for each move, or for each two. asked: as in asked.py."""
    begin = _NUMBERED.search(text)
    made, at, each = _Moves(), begin.start() if begin else len(text), {1, 2}  # each: moves that a number may stand for
    before, on_line = text[:at], begin is not None and "\n" not in text[: begin.end()]
    while found := _NEXT.match(text, at):
        each = _counted(found, made.count, each)
        made.add(found[3].lower(), f"list, move {made.count + 1}")
        at = found.end()
    made.end(text[at:].split(), f"list, move {made.count + 1}", "a point such as f6, swap or resign")
    if any(map(_LIKE_A_MOVE.match, before.split())) or (on_line and before.strip() and not asked.game):
        made.notes.append(f"before the moves: {short(before)}")
    said = _SAID_SIZE.search(text)
    size = fitted(asked.game or "hex", _sides(said)) if said and not asked.size else ()
    return made.asked(asked, size, "a list of moves names no game")


def _sides(said):
    """Return (rows, columns) of a size in words: 13x13, size 5."""
    return (int(said[3]),) if said[3] else (int(said[2]), int(said[1]))


def _counted(found, count, each):
    """Return how many moves a number covers (of `each`) after `count` moves; NoRecord if it is out of order."""
    if not found[1]:
        left = {number for number in each if number == 2 and count % 2}
    else:
        fits = {1: count + 1, 2: count // 2 + 1}
        left = {
            number for number in each if int(found[1]) == fits[number] and (number == 1 or count % 2 == bool(found[2]))
        }
    if not left:
        expected = f"move {count + 1}" if 1 in each else f"number {count // 2 + 1}"
        what = f"move {found[1]}, {found[3]}: out of order" if found[1] else f"move {count + 1}, {found[3]}: no number"
        raise NoRecord(f"list, {what}; expected {expected}")
    return left


def of_moves(text, asked):
    """Return the Record of moves alone. asked: as in asked.py; of a game of another kind, moves are words."""
    names, rest = _split(text)
    if asked.game and asked.game not in DEFAULTS:
        names = text.lower().split() if rest else names
        return Record(asked.game, asked.size, names)
    return _made(names, rest).asked(asked)


def of_moves_on(text, asked, game, size):
    """Return the Record of moves alone of a game and a size that are known. asked: comes first."""
    made = _made(*_split(text))
    return made.record(*made.settled(asked, game, size))


def _made(names, rest):
    """Return the _Moves with these names; NoRecord if there is a rest that is no move."""
    if rest:
        raise NoRecord(f"move {len(names) + 1}: {short(rest)!r} is none; expected a point such as f6, swap or resign")
    made = _Moves()
    for name in names:
        made.add(name, f"move {made.count + 1}")
    return made


def _split(text):
    """Return (names of the moves that a text begins with, the rest)."""
    names, at = [], 0
    while found := _ALONE.match(text, at):
        names.append(found[1].lower())
        at = found.end()
    return names, text[at:].strip()


class _Moves:
    """What was named so far. turn: the side that is named next; count: how many moves, passes and the like."""

    def __init__(self):
        self.names, self.movers, self.places, self.notes = [], [], [], []
        self.turn, self.winner, self.by, self.sides_swapped = 1, None, "", False
        self.count = 0

    def add(self, name, where):
        self.count += 1
        if self.by:
            raise NoRecord(f"{where}, {name}: the game is over; expected no more moves")
        if name in SWAPS or self.names == [name]:
            name = self._swapped(name, where)
        if name == "swap-sides":
            self.sides_swapped = True
            return self.notes.append("the players swap sides; the stone stays")
        if name == "pass":
            self.notes.append(f"{where}: side {self.turn} passes")
            self.turn = 3 - self.turn
            return None
        if name in ENDS or (name[0] in "rf" and name[1:] in ("b", "w")):
            loser = {"b": 1, "w": 2}.get(name[1:], self.turn)
            self.winner, self.by = 3 - loser, ENDS.get(name, "resignation" if name[0] == "r" else "forfeit")
            return None
        self.names.append(name)
        self.movers.append(self.turn)
        self.places += [where.partition(",")[0]] * ("," in where)  # moves alone have no other place
        self.turn = 3 - self.turn
        return None

    def end(self, words, where, expected):
        """Take the words behind the moves as a note; NoRecord if one of them is like a move, for the game goes on."""
        if any(map(_LIKE_A_MOVE.match, words)):
            raise NoRecord(f"{where}: {' '.join(words[:2])[:20]!r} is none; expected {expected}")
        if words:
            self.notes.append(f"behind the moves: {short(' '.join(words))}")

    def _swapped(self, name, where):
        """Return which swap it is."""
        if len(self.names) != 1 or self.turn != 2 or self.sides_swapped:
            raise NoRecord(f"{where}, {name}: no first stone to take over; expected a point")
        return "swap-sides" if name == "swap-sides" else "swap"

    def settled(self, asked, game, size):
        """Return (game, size), as stated or as the text says, and note where these differ."""
        game, size, notes = asked.settled(game, size)
        self.notes += notes
        return game, size

    def asked(self, asked, said=(), why="moves alone name no game"):
        """Return the Record of the game and the size that were stated. said: the size that the text states, or ().

        What is stated nowhere is assumed, and noted. why: no game is named.
        """
        game, size = self.settled(asked, asked.game or "hex", said)
        if not size and game in DEFAULTS:
            size = field_of(game, self.usual(game))
            also = "" if asked.game else " or --game"
            self.notes.append(f"no size: taken to be {named(game, size)}; for another add --size{also}")
        record = self.record(game, size)
        record.assumed = "" if asked.game else why
        return record

    def usual(self, game):
        """Return the smallest usual size of a game that has all points."""
        least = max([max(ord(name[0]) - 96, int(name[1:])) for name in self.names if name[1:].isdigit()] or [1])
        return next((size for size in USUAL.get(game, (int(DEFAULTS[game]),)) if size >= least), least)

    def record(self, game, size):
        record = Record(game, size, list(self.names), names=self.names, places=self.places, notes=self.notes)
        record.winner, record.by, record.sides_swapped = self.winner, self.by, self.sides_swapped
        if record.moves[1:2] == ["swap"] and game == "hex":
            record.first = record.moves[0]
            record.moves[0] = turned(record.first, size[0])
        expected = self.movers[-1] % 2 + 1 if self.movers else 1
        if self.turn != expected:
            record.setups[len(self.names)] = {}, self.turn
        if self.movers != [1 + number % 2 for number in range(len(self.movers))]:
            record.movers = self.movers
        return record
