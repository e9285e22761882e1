"""A position as one line of text: `hex 5: a4 c1 / b2 d3, 2 to move`.

The game and its size, the points of each side with slashes between them (`-` for none), and the side to move. Without
that it is the side whose turn it is by the numbers of stones. This module knows the form alone, and no game.
"""

import re

_LINE = re.compile(r"\s*([\w.-]+)((?:\s+|,)[\d,\s]*\d)?\s*:([^:]*)$")
_TURN = re.compile(r"([123])\s+to\s+move\s*$")
EXPECTED = "a line such as hex 5: a4 c1 / b2 d3, 2 to move"


def check_plies(plies):
    """Raise ValueError if no puzzle is won in this number of plies."""
    if plies % 2 == 0:
        raise ValueError(f"wins in {plies}: expected an odd number of plies: the winner's move is the last")


def is_line(text):
    """Return whether a text looks like such a line and no more."""
    return "\n" not in text.strip() and _LINE.match(text) is not None


def parts_of(line):
    """Return (name of the game, its size as numbers, stones and side as text); ValueError if it is no such line."""
    found = _LINE.match(line)
    numbers = re.findall(r"\d+", found[2] or "") if found else []
    if not found or max(map(len, numbers), default=0) > 9:
        raise ValueError(f"{line.strip()[:40]!r} is no position; expected {EXPECTED}")
    return found[1].lower(), tuple(map(int, numbers)), found[3]


def split(text, sides):
    """Return ([names of points of each side], side to move, 0 if it is not said) of what follows the colon."""
    turn = _TURN.search(text)
    to_move = int(turn[1]) if turn else 0
    text = (text[: turn.start()] if turn else text).strip(" ,\t\r\n")
    parts = [part.lower().replace(",", " ").split() for part in text.split("/")]
    if max(len(parts), to_move) > sides:
        raise ValueError(f"{max(len(parts), to_move)} sides; expected at most {sides}")
    named = [[name for name in part if name != "-"] for part in parts]
    return named + [[]] * (sides - len(named)), to_move


def whose_turn(counts):
    """Return the side to move after these numbers of stones of each side; side 1 if they leave it open."""
    for side, count in enumerate(counts):
        if count < counts[side - 1]:
            return side + 1
    return 1
