"""Points as LittleGolem writes them.

Hex: two letters, column and row: cb is c2. Havannah: a line, A first, and which of its points: on size 4 E2 is c5, the
second point of row 5, which begins with column b.
"""

import re

_LINE_POINT = re.compile(r"([a-z])(\d{1,2})$")


def read_havannah(said, size):
    """Return our name of a point of Havannah; "" if the line has no such point. What names none stays: "swap"."""
    found = _LINE_POINT.match(said.lower())
    if not found:
        return said
    line, number = ord(found[1]) - ord("a") + 1, int(found[2])
    if not (line < 2 * size and 1 <= number <= _length(line, size)):
        return ""
    return f"{chr(ord('a') + number - 1 + max(0, line - size))}{line}"


def line_of(said, size):
    """Return in words how many points the line of a point has."""
    line = ord(said[0].lower()) - ord("a") + 1
    return f"line {said[0].upper()} has {max(0, _length(line, size))} points" if line < 2 * size else "no such line"


def write(name, game, size):
    """Return what LittleGolem calls a point of a game. What names none, and other games, stay."""
    found = re.fullmatch(r"([a-z])(\d+)", name)
    if not found or game not in ("hex", "havannah"):
        return name
    column, row = ord(found[1]) - ord("a") + 1, int(found[2])
    letter = chr(ord("a") + row - 1)
    return found[1] + letter if game == "hex" else f"{letter.upper()}{column - max(0, row - size)}"


def _length(line, size):
    return 2 * size - 1 - abs(line - size)
