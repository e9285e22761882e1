"""Five in a row as Piskvork saves it (.psq), the program of the Gomocup.

Piskvorky 15x15, 11:11, 0     columns x rows; the last number says which of the two players begins
8,8,1500                      column, row, milliseconds; from 1
...
Ann                           the two players
Bob
-1                            how it ended, which is not read
0,Freestyle                   the rule
"""

import re

from glowgrid.rules.notation import column_name

from .record import NoRecord, Record, short
from .sgf_head import note_on_rule

_HEADER = re.compile(r"Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})\b(?:.*,\s*([01])\s*$)?", re.IGNORECASE)
_MOVE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*(?:,\s*\d*\s*)?$")
_LIKE_A_MOVE = re.compile(r"\s*-?\d+\s*,\s*-?\d")
_TAIL = 4  # lines behind the moves; the last of them, the rule, may be like a move


def is_piskvork(text):
    """Return whether a text begins as Piskvork's files do."""
    return _HEADER.match(text.lstrip()) is not None


def of_piskvork(text):
    """Return the Record of a file; NoRecord, in one line, names the line that is wrong."""
    (first, header), *lines = [line for line in enumerate(text.splitlines(), 1) if line[1].strip()]
    head = _HEADER.match(header.lstrip())
    columns, rows = (int(head[1]), int(head[2])) if head else (0, 0)
    moves = []
    while lines and (found := _MOVE.match(lines[0][1])):
        moves.append((lines.pop(0)[0], int(found[1]), int(found[2])))
    for number, (line, said) in enumerate(lines, 1):
        if _MOVE.match(said):
            raise NoRecord(f"line {line}: {short(said)!r}: a move after the players' names; moves come before them")
        if _LIKE_A_MOVE.match(said) and number < max(len(lines), _TAIL):
            raise NoRecord(f"line {line}: {short(said)!r} is none; expected a move such as 8,8,1500")
    record = Record("mnk", (rows, columns, 5))
    least = 0 if any(0 in move[1:] for move in moves) else 1
    if moves and not any(x == columns or y == rows for _, x, y in moves):
        record.notes.append(f"points are {'taken to be ' * least}counted from {least}")
    for line, x, y in moves:
        if x - least >= columns or y - least >= rows:
            last = f"{columns - 1 + least},{rows - 1 + least}"
            raise NoRecord(f"line {line}: {x},{y}: no such point; expected {least},{least} to {last}")
        record.moves.append(f"{column_name(x - least)}{y - least + 1}")
        record.names.append(f"{x},{y}")
        record.places.append(f"line {line}")
    names = [name.strip() for _, name in lines[:2]]
    if len(names) == 2 and not any(re.match(r"-?\d+(,|$)", name) for name in names):
        record.players = {1: names[0], 2: names[1]} if not head or head[3] != "1" else {1: names[1], 2: names[0]}
    record.notes += note_on_rule(lines[-1][1].partition(",")[2] if lines else "")
    return record
