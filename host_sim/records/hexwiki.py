"""Diagrams of HexWiki: red is side 1 and joins top and bottom, blue is side 2.

A diagram is a position; if all stones are numbered, from 1 and in turn, it is the moves.

<hexboard size="5x5" contents="R c3 B b2 R 3:d2 E *:e1"/>     rows x columns; what is before a colon is a label
<hexboard size="5x5" contents="R 1:c3 B 2:b2 R 3:d2"/>        three moves
{{hexboard|size=5x5|contents=R c3 B b2}}                      likewise, or {{hexboard|5x5|R c3 B b2}}
<hex>R5 C5 Q1 Vc3 Hb2 R3d2 Sa1</hex>                          the old form: rows, columns, stones with a digit, marks
"""

import re

from .record import NoGame, NoRecord, Record, short

_TAG = re.compile(r"<hexboard\b((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{\s*hexboard\s*\|([^}]*)\}\}", re.IGNORECASE)
_OLD = re.compile(r"<hex\s*>([^<]*)</hex\s*>", re.IGNORECASE)
_ANY = re.compile(r"<hexboard\b|\{\{\s*hexboard\s*\||<hex\s*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([a-z]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>/]+)", re.IGNORECASE)
_SIZE = re.compile(r"\s*(\d{1,2})\s*(?:x\s*(\d{1,2})\s*)?$", re.IGNORECASE)
_CELL = re.compile(r"[a-z]{1,2}\d{1,2}$")
_OLD_WORD = re.compile(r"([a-z*+])(\d?)([a-z]{1,2}\d{1,2})$", re.IGNORECASE)
_OLD_NUMBER = re.compile(r"([rcq])(\d{1,2})$", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}$")
_SIDES = {"R": 1, "V": 1, "B": 2, "H": 2}


def has_diagram(text):
    """Return whether there is a diagram in a text."""
    return _ANY.search(text) is not None


def of_diagrams(text, asked):
    """Return for each diagram of a text its Record, or the NoRecord that says what is wrong. asked: as in asked.py."""
    found, at = [], 0
    while begin := _ANY.search(text, at):
        number, at = len(found) + 1, begin.end()
        try:
            read, given, at = _next(text, begin.start(), number)
            found.append(read(given, f"diagram {number}", asked))
        except NoRecord as error:
            found.append(error)
    return found


def _next(text, at, number):
    """Return (the reader of a diagram, what is in it, where it ends)."""
    for pattern, read in ((_TAG, _of_tag), (_TEMPLATE, _of_template), (_OLD, _of_old)):
        found = pattern.match(text, at)
        if found:
            return read, found[1], found.end()
    raise NoGame(f"diagram {number}: it does not end; expected <hexboard .../>, {{{{hexboard|...}}}} or <hex>...</hex>")


class _Drawn:
    """What a diagram has: the stones, {cell: side}; labels, [(label, cell), ...]; what else, and is left out."""

    def __init__(self, where):
        self._where, self.stones, self.labels, self.left = where, {}, [], []

    def put(self, cell, sign, label):
        """Take a cell. sign: R or V, B or H for a stone, E for none, else it is a mark."""
        if sign in _SIDES:
            if cell in self.stones:
                raise NoGame(f"{self._where}, {cell}: a second stone; expected one")
            self.stones[cell] = _SIDES[sign]
        elif sign == "E":
            self.stones.pop(cell, None)
        else:
            return self.leave("marks")
        if label:
            self.labels.append((label, cell))
        return None

    def leave(self, what):
        if what not in self.left:
            self.left.append(what)

    def moves(self):
        """Return the cells of the stones in the order of their numbers; [] if that is not how they were played."""
        numbered = [(int(label), cell) for label, cell in self.labels if _NUMBER.match(label) and cell in self.stones]
        cells = [cell for _, cell in sorted(numbered)]
        in_turn = all(self.stones[cell] != self.stones[after] for cell, after in zip(cells, cells[1:]))
        numbers = sorted([number for number, _ in numbered])
        return cells if in_turn and numbers == list(range(1, len(self.stones) + 1)) else []

    def record(self, rows, columns, asked):
        """Return the Record; NoRecord for unequal sides, if no size is stated. asked: as in asked.py."""
        if rows != columns and not asked.size:
            size = f"{rows}x{columns}"
            raise NoRecord(f"{self._where}, size {size}: a field of unequal sides; expected equal ones, or --size")
        sides = (rows,) if rows == columns else (rows, columns)
        game, size, notes = asked.settled("hex", sides, f"the diagram says {rows}x{columns}")
        moves = self.moves()
        record = Record(game, size, moves, notes=notes)
        if not moves:
            record.setups[0] = self.stones, 0
        elif self.stones[moves[0]] == 2:
            record.movers = [self.stones[cell] for cell in moves]
        labels = [f"{label} at {cell}" for label, cell in self.labels if not (moves and cell in self.stones)]
        if labels:
            record.notes.append(f"labels left out: {short(', '.join(labels))}; the stones are kept")
        if self.left:
            record.notes.append(f"the diagram's {' and '.join(self.left)} left out")
        return record


def _of_tag(given, where, asked):
    named, at = {}, 0
    while found := _ATTRIBUTE.search(given, at):
        named[found[1].lower()] = found[2].strip("\"'")
        at = found.end()
    return _read(named, named.get("size", ""), named.get("contents", ""), where, asked)


def _of_template(given, where, asked):
    named, placed = {}, []
    for part in given.split("|"):
        name, equals, value = part.partition("=")
        if equals:
            named[name.strip().lower()] = value.strip().strip("\"'")
        else:
            placed.append(part.strip().strip("\"'"))
    size = named.get("size") or (placed and _SIZE.match(placed[0]) and placed.pop(0)) or ""
    return _read(named, size, named.get("contents") or " ".join(placed), where, asked)


def _read(named, size, contents, where, asked):
    found = _SIZE.match(size)
    if not found:
        raise NoGame(f"{where}, size {short(size) or 'not said'}: expected rows x columns, such as 5x5")
    drawn, now = _Drawn(where), ""
    for word in contents.replace(",", " ").split():
        if word.upper() in ("R", "B", "E", "S"):
            now = word.upper()
        elif now == "S":  # S red:c3, S red:area(a1,b2)
            drawn.leave("shades")
        else:
            label, _, cell = word.rpartition(":")
            if not _CELL.match(cell.lower()) or not now:
                raise NoGame(f"{where}, {short(word)!r}: is no cell; expected R, B or E, then cells such as c3 or 1:c3")
            drawn.put(cell.lower(), now, label)
    if "hidden" in named or "visible" in named:
        drawn.leave("hidden cells")
    return drawn.record(int(found[1]), int(found[2] or found[1]), asked)


def _of_old(given, where, asked):
    sides, drawn, turn = {"R": 11, "C": 11, "Q": 0}, _Drawn(where), 0
    for word in given.replace(",", " ").split():
        number, found = _OLD_NUMBER.match(word), _OLD_WORD.match(word)
        if number:
            sides[number[1].upper()] = int(number[2])
        elif found and found[1].upper() == "M":  # a sequence of moves, of which red has the first
            turn += 1
            drawn.put(found[3].lower(), "HV"[turn % 2], found[2] or str(turn))
        elif found:
            drawn.put(found[3].lower(), found[1].upper(), found[2])
        else:
            raise NoGame(f"{where}, {short(word)!r}: expected R5 C5, or a stone such as Vc3")
    return drawn.record(sides["R"], sides["C"], asked)
