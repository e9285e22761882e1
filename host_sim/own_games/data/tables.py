"""A data game compiled: the tables that its rules play with, so that a Pico need not read JSON.

    files["/games/own.tables"] = compiled(game)      # of own.json

Tables are data, not a module: MicroPython runs a damaged module, and keeps the names of a whole one for ever.

A file of tables is: the line "glowgrid tables 1" (HEAD of firmware/glowgrid/rules/tables.py, which reads it), a line of
JSON, the tables, and the CRC-32 of that line and the tables (4 bytes). The line of JSON is [[what Game takes], [width,
height, points], rules]. The tables begin with the column and the row of each point. Numbers are little-endian.

    lines   rules: count, misere. Tables: the owners of each line, the length of each, the points of all.
    groups  rules: goals, ring, slant, degree, swaps, solid, fast, number of lists of neighbours (1, or one a side).
            Tables: the borders of each point (2 bytes), the lists of neighbours, the mirror image.
"""

import json
import sys
from binascii import crc32

from glowgrid.rules.tables import HEAD

TABLES = ".tables"  # the ending of such a file


def compiled(game):
    """Return the tables of a game that a data file describes, as bytes."""
    tables = game.setup().tables
    rules, body = _lines(tables) if hasattr(tables, "members") else _groups(tables)
    field = tables.field
    stated = [game.name, game.about, game.source, game.sides, game.icon, game.order, game.engine, game.swap]
    described = stated + [game.stated_goals, game.hidden], [field.width, field.height, field.points], rules
    data = _line(described).encode() + b"\n" + field.columns + field.rows + body
    return HEAD + data + crc32(data).to_bytes(4, "little")


def _line(described):
    """Return JSON with every sign as it is: MicroPython reads no pair of escapes as one sign, and writes none."""
    if sys.implementation.name == "micropython":
        return json.dumps(described)
    return json.dumps(described, ensure_ascii=False)


def _lines(tables):
    starts = tables.starts
    lengths = [starts[line + 1] - starts[line] for line in range(tables.count)]
    return [tables.count, tables.misere], tables.owners + bytes(lengths) + bytes(tables.members)


def _groups(tables):
    field = tables.field
    lists = [bytes(each) for each in tables.near]
    near = lists[:1] if len(set(lists)) == 1 else lists
    rules = [tables.goals, tables.rings, field.slant, field.degree, tables.swaps, tables.solid, tables.fast, len(near)]
    return rules, bytes(field.borders) + b"".join(near) + bytes(tables.mirrored)
