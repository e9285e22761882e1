"""A data game as the tables that its rules play with. They lie beside the JSON on a Pico, which then need not read it.

    files["/games/own.tables"] = tables_of(files["/games/own.json"])

Tables are data, not a module: MicroPython runs a damaged module, and keeps the names of a whole one for ever.

A file of tables is: the checksum of its JSON and of this Glowgrid (4 bytes), a line of JSON, the tables, and the CRC-32
of the line and the tables (4 bytes). The line is [[what Game takes], [width, height, points], rules]. The tables begin
with the column and the row of each point. Numbers are little-endian.

    lines   rules: count, misere. Tables: the owners of each line, the length of each, the points of all.
    groups  rules: goals, ring, slant, degree, swaps, solid, fast, number of lists of neighbours (1, or one a side).
            Tables: the borders of each point (2 bytes), the lists of neighbours, the mirror image.
"""

import json
from binascii import crc32

from glowgrid import VERSION
from glowgrid.rules.trial import Room

TABLES = ".tables"  # the ending of such a file


def tables_of(text):
    """Return the tables of a data game as bytes; ValueError if it is wrong, or too large for the Pico.

    text: its JSON as bytes, as flashed.
    """
    game = Room().make(json.loads(text), len(text))
    tables = game.setup().tables
    rules, body = _lines(tables) if hasattr(tables, "members") else _groups(tables)
    field = tables.field
    stated = game.name, game.about, game.source, game.sides, game.icon, game.order, game.engine, game.swap
    head = [*stated, game.stated_goals, game.hidden], [field.width, field.height, field.points], rules
    line = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    data = line + b"\n" + field.columns + field.rows + body
    checksum = crc32(text, crc32(VERSION.encode())) & 0x3FFFFFFF  # as console/tried.py makes it
    return checksum.to_bytes(4, "little") + data + crc32(data).to_bytes(4, "little")


def _lines(tables):
    starts = tables.starts
    lengths = [end - start for start, end in zip(starts, starts[1:])]
    return [tables.count, tables.misere], tables.owners + bytes(lengths) + bytes(tables.members)


def _groups(tables):
    field = tables.field
    near = [tables.near[0]] if len({bytes(each) for each in tables.near}) == 1 else tables.near
    rules = [tables.goals, tables.rings, field.slant, field.degree, tables.swaps, tables.solid, tables.fast, len(near)]
    return rules, bytes(field.borders) + b"".join(near) + bytes(tables.mirrored)
