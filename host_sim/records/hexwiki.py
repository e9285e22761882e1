"""Diagrams of HexWiki, as positions: red is side 1 and joins top and bottom, blue is side 2.

<hexboard size="5x5" contents="R c3 B b2 R 3:d2 E *:e1"/>     rows x columns; what is before a colon is a label
{{hexboard|size=5x5|contents=R c3 B b2}}                      likewise, or {{hexboard|5x5|R c3 B b2}}
<hex>R5 C5 Q1 Vc3 Hb2 R3d2 Sa1</hex>                          the old form: rows, columns, stones with a digit, marks
"""

import re

from .record import NoRecord, Record, short

_TAG = re.compile(r"<hexboard\b((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{\s*hexboard\s*\|([^}]*)\}\}", re.IGNORECASE)
_OLD = re.compile(r"<hex\s*>([^<]*)</hex\s*>", re.IGNORECASE)
_ANY = re.compile(r"<hexboard\b|\{\{\s*hexboard\s*\||<hex\s*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([a-z]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>/]+)", re.IGNORECASE)
_SIZE = re.compile(r"\s*(\d{1,2})\s*(?:x\s*(\d{1,2})\s*)?$", re.IGNORECASE)
_CELL = re.compile(r"[a-z]{1,2}\d{1,2}$")
_OLD_WORD = re.compile(r"([a-z*+])(\d?)([a-z]{1,2}\d{1,2})$", re.IGNORECASE)
_OLD_NUMBER = re.compile(r"([rcq])(\d{1,2})$", re.IGNORECASE)
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
    raise NoRecord(
        f"diagram {number}: it does not end; expected <hexboard .../>, {{{{hexboard|...}}}} or <hex>...</hex>"
    )


def _of_tag(given, where, asked):
    named, at = {}, 0
    while found := _ATTRIBUTE.search(given, at):
        named[found[1].lower()] = found[2].strip("\"'")
        at = found.end()
    return _read(named.get("size", ""), named.get("contents", ""), where, asked)


def _of_template(given, where, asked):
    named, placed = {}, []
    for part in given.split("|"):
        name, equals, value = part.partition("=")
        if equals:
            named[name.strip().lower()] = value.strip().strip("\"'")
        else:
            placed.append(part.strip().strip("\"'"))
    size = named.get("size") or (placed and _SIZE.match(placed[0]) and placed.pop(0)) or ""
    return _read(size, named.get("contents") or " ".join(placed), where, asked)


def _read(size, contents, where, asked):
    found = _SIZE.match(size)
    if not found:
        raise NoRecord(f"{where}, size {short(size) or 'not said'}: expected rows x columns, such as 5x5")
    stones, labels, now = {}, [], ""
    for word in contents.replace(",", " ").split():
        if word.upper() in ("R", "B", "E", "S"):
            now = word.upper()
            continue
        label, _, cell = word.rpartition(":")
        cell = cell.lower()
        if not _CELL.match(cell) or not now:
            if now == "S":
                continue  # shades: S red:area(a1,b2)
            raise NoRecord(f"{where}, {short(word)!r}: is no cell; expected R, B or E, then cells such as c3 or 1:c3")
        if label and now != "S":
            labels.append(word)
        _put(stones, cell, now)
    return _record(int(found[1]), int(found[2] or found[1]), stones, labels, where, asked)


def _put(stones, cell, sign):
    if sign in _SIDES:
        stones[cell] = _SIDES[sign]
    elif sign == "E":
        stones.pop(cell, None)


def _of_old(given, where, asked):
    sides, stones, labels, turn = {"R": 11, "C": 11, "Q": 0}, {}, [], 0
    for word in given.replace(",", " ").split():
        number, found = _OLD_NUMBER.match(word), _OLD_WORD.match(word)
        if number:
            sides[number[1].upper()] = int(number[2])
        elif found:
            sign, cell = found[1].upper(), found[3].lower()
            if sign == "M":  # a sequence of moves, of which red has the first
                stones[cell], turn = 1 + turn % 2, turn + 1
            _put(stones, cell, sign)
            if found[2]:
                labels.append(word)
        else:
            raise NoRecord(f"{where}, {short(word)!r}: expected R5 C5, or a stone such as Vc3")
    return _record(sides["R"], sides["C"], stones, labels, where, asked)


def _record(rows, columns, stones, labels, where, asked):
    if rows != columns and not asked.size:
        raise NoRecord(f"{where}, size {rows}x{columns}: a field of unequal sides; expected equal ones, or --size")
    record = Record("hex", (rows,))
    record.setups[0] = stones, 0
    if labels:
        record.notes.append(f"labels of the diagram left out: {short(' '.join(labels))}")
    return record
