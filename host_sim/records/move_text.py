"""Moves as people and sites write them: links of HexWorld and trmph, numbered lists, and moves alone.

https://hexworld.org/board/#11c1,f6:sc3d4:rb     size, options, moves; :s swap, :p pass, :rb black resigns
11r9c1,f6g7,b9                                   its end alone; a second comma is where HexWorld's cursor stands
https://trmph.com/hex/board#13,f6b4 b            a first stone that is named again is taken over; b or r has won
1.f6 2.swap 3.m16, or 1) f6 b4 2) c3 d3          the size is the smallest usual one that has these points
a5 swap-pieces d4, or h8i9j10                    likewise; of Hex, if nothing else is stated
"""

import re

from .asked import DEFAULTS, Asked, field_of, fitted, named, usual
from .record import NoRecord, Record, passed, short
from .sgf_head import ENDS, SWAPS
from .sgf_reader import turned

_LINK = re.compile(r"(?:^|#)\s*(\d{1,3})(?:x(\d{1,3}))?(?:[a-z]\w*)?,\s*([^\s#]*)\s*$", re.IGNORECASE)
_BARE = re.compile(r"\d{1,3}(?:[a-z]\w*)?,[a-z:]", re.IGNORECASE)
_OF_LINK = re.compile(r":?(s|p|[rf][bw])(?=:|[a-z]\d|$)|:?([a-z]\d{1,2})", re.IGNORECASE)
_SWAPPED = "hex", "havannah", "y"  # where a first stone that is named again is taken over
_WON = {"b": 1, "r": 2}  # at trmph blue begins
_MOVE = r"([a-z]\d{1,2}|swap(?:-pieces|-sides)?|pass|resign|forfeit)"
_NUMBERED = re.compile(rf"\s*(\d{{1,3}})\s*[.)]\s*(\.\.\s*)?{_MOVE}\b", re.IGNORECASE)
_NEXT = re.compile(rf"\s*(?:(\d{{1,3}})\s*[.)]\s*(\.\.\s*)?)?{_MOVE}(?![\w-])\s*[,;]?", re.IGNORECASE)
_ALONE = re.compile(rf"\s*{_MOVE}(?=[\s,;]|[a-z]\d|swap|pass|resign|forfeit|$)[\s,;]*", re.IGNORECASE)
_FIRST = re.compile(r"[\s,:;]+(?=[a-z]\d)", re.IGNORECASE)  # before the first point, behind other words
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


def halves(text):
    """Return (what stands before the moves of a text, the moves); ("", the text) for all else."""
    numbered = _NUMBERED.search(text)
    if numbered and numbered[1] == "1":
        return text[: numbered.start()], text[numbered.start() :]
    found = None if is_moves(text) else _FIRST.search(text)
    if not found or not is_moves(text[found.end() :]):
        return "", text
    return text[: found.end()], text[found.end() :]


def links(text):
    """Return [(link, words behind it), ...] of a text that begins with a link."""
    return with_words_behind(text, is_link)


def with_words_behind(text, is_link):
    """Likewise for links of any kind."""
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
    size = (int(columns),) if rows == columns else (int(rows), int(columns))
    says = f"the link says {f'{columns}x{rows}' if rows != columns else named('hex', size)}"
    return made.record(*made.settled(asked, "hex", size, says))


def of_list(text, asked, size=()):
    """Return the Record of a numbered list: a number for each move, or for each two.

    asked: as in asked.py. size: that the words before the list say, or ().
    """
    begin = _NUMBERED.search(text)
    made, at, each = _Moves(), begin.start() if begin else len(text), {1, 2}  # each: moves that a number may stand for
    before, on_line = text[:at], begin is not None and "\n" not in text[: begin.end()]
    while found := _NEXT.match(text, at):
        each = _counted(found, made.count, each)
        made.add(found[3].lower(), f"list, move {made.count + 1}")
        at = found.end()
    made.end(text[at:].split(), f"list, move {made.count + 1}", "a point such as f6, swap or resign")
    if any(map(_LIKE_A_MOVE.match, before.split())) or (on_line and before.strip()):
        made.notes.append(f"before the moves: {short(before)}")
    said = _SAID_SIZE.search(text)
    if said and not asked.size and not size:
        size = fitted(asked.game or "hex", _sides(said))
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


def of_moves(text, asked, size=(), behind=()):
    """Return the Record of moves alone. Of a game of another kind, moves are words.

    asked: as in asked.py. size: that the words before the moves say, or (). behind: words that are a note.
    """
    names, rest = _split(text)
    if asked.game and asked.game not in DEFAULTS:
        names = text.lower().split() if rest else names
        return Record(asked.game, asked.size, names)
    made = _made(names, rest)
    made.end(behind, f"move {made.count + 1}", "a point such as f6, swap or resign")
    return made.asked(asked, size)


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
        if name in SWAPS:
            name = self._swapped(name, where)
        if name == "swap-sides":
            self.sides_swapped = True
            return self.notes.append("the players swap sides; the stone stays")
        if name == "pass":
            self.notes.append(passed(where, f"side {self.turn}", self.names))
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

    def settled(self, asked, game, size, says=""):
        """Return (game, size), as stated or as the text says, and note where these differ. says: as in asked.py."""
        game, size, notes = asked.settled(game, size, says)
        self.notes += notes
        return game, size

    def asked(self, asked, said=(), why="moves alone name no game"):
        """Return the Record of the game and the size that were stated. said: the size that the text states, or ().

        What is stated nowhere is assumed, and noted. why: no game is named.
        """
        game, size = self.settled(asked, asked.game or "hex", said)
        if not size and game in DEFAULTS:
            size = field_of(game, usual(game, self.names))
            also = "" if asked.game else " or --game"
            self.notes.append(f"no size: taken to be {named(game, size)}; for another add --size{also}")
        record = self.record(game, size)
        record.assumed = "" if asked.game else why
        return record

    def record(self, game, size):
        again = self.names[1:2] == self.names[:1] and self.movers[1:2] == [2]
        if again and game in _SWAPPED and not self.sides_swapped:
            self.names[1] = "swap"
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
