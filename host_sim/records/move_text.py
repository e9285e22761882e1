"""Moves as people and sites write them: links of HexWorld and trmph, and numbered lists. All are of Hex.

https://hexworld.org/board/#11c1,f6:sc3d4:rb     size, options, moves; :s swap, :p pass, :rb black resigns
https://trmph.com/hex/board#13,f6b4              a first stone that is named again is taken over
1.f6 2.swap 3.m16                                the size is the smallest usual one that has these points
"""

import re

from .record import NoRecord, Record
from .sgf_reader import ENDS, SWAPS, turned

USUAL = 11, 13, 14, 15, 19
_LINK = re.compile(r"(?:^|#)\s*(\d{1,3})((?:[a-z]\w*)?),\s*([^\s#]*)\s*$", re.IGNORECASE)
_OF_LINK = re.compile(r":?(s|p|[rf][bw])(?=:|[a-z]\d|$)|:?([a-z]\d{1,2})", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\s*(\d{1,3})\s*\.\s*(?:\.\.\s*)?([a-z]\d{1,2}|swap(?:-pieces|-sides)?|pass|resign|forfeit)\b", re.I
)
_SAID_SIZE = re.compile(r"\b(\d{1,2})\s*x\s*\1\b|\bsize\s+(\d{1,2})\b", re.IGNORECASE)


def is_link(text):
    """Return whether a text is a link of HexWorld or trmph, or its end: `#11,a1b2`."""
    text = text.strip()
    return len(text.split()) == 1 and "#" in text and _LINK.search(text) is not None


def is_list(text):
    """Return whether there is a numbered list of moves in a text."""
    found = _NUMBERED.search(text)
    return found is not None and found[1] == "1"


def of_link(text):
    """Return the Record of a link."""
    link = _LINK.search(text.strip())
    size, moves = (link[1], link[3]) if link else ("", "")
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
    return made.record(int(size))


def of_list(text):
    """Return the Record of a numbered list."""
    begin = _NUMBERED.search(text)
    made, at, expected = _Moves(), begin.start() if begin else len(text), 1
    said = _SAID_SIZE.search(text)
    while found := _NUMBERED.match(text, at):
        if int(found[1]) != expected:
            raise NoRecord(f"list, move {found[1]}, {found[2]}: out of order; expected move {expected}")
        made.add(found[2].lower(), f"list, move {expected}")
        at, expected = found.end(), expected + 1
    rest = text[at:].split()
    if rest and re.match(r"\d+\.", rest[0]):
        what = " ".join(rest[:2])[:20]
        raise NoRecord(f"list, move {expected}: {what!r} is none; expected a point such as f6, swap or resign")
    least = max([max(ord(name[0]) - 96, int(name[1:])) for name in made.names if name[1:].isdecimal()] or [1])
    size = int(said[1] or said[2]) if said else next((size for size in USUAL if size >= least), least)
    if not said:
        made.notes.append(f"no size: it is taken to be {size}")
    return made.record(size)


class _Moves:
    """What was named so far. turn: the side that is named next."""

    def __init__(self):
        self.names, self.movers, self.places, self.notes = [], [], [], []
        self.turn, self.winner, self.by, self.sides_swapped = 1, None, "", False

    def add(self, name, where):
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
        self.places.append(where.partition(",")[0])
        self.turn = 3 - self.turn
        return None

    def _swapped(self, name, where):
        """Return which swap it is."""
        if len(self.names) != 1 or self.turn != 2:
            raise NoRecord(f"{where}, {name}: no first stone to take over; expected a point")
        return "swap-sides" if name == "swap-sides" else "swap"

    def record(self, size):
        record = Record("hex", (size,), list(self.names), names=self.names, places=self.places, notes=self.notes)
        record.winner, record.by, record.sides_swapped = self.winner, self.by, self.sides_swapped
        if record.moves[1:2] == ["swap"]:
            record.first = record.moves[0]
            record.moves[0] = turned(record.first, size)
        expected = self.movers[-1] % 2 + 1 if self.movers else 1
        if self.turn != expected:
            record.setups[len(self.names)] = {}, self.turn
        if self.movers != [1 + number % 2 for number in range(len(self.movers))]:
            record.movers = self.movers
        return record
