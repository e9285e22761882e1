"""A data game that the host has compiled: the same game that its JSON describes.

host_sim/own_games/data/tables.py makes these tables and states their form.
"""

from array import array

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import Field
from glowgrid.rules.groups import Groups
from glowgrid.rules.lines import Lines

HEAD = b"glowgrid tables 1\n"  # a higher number whenever an older Glowgrid could not play the file
_COPY = "copy the .tables file that `glowgrid game compile` or the page makes"
_WHOLE = 0x2144DF1C  # the CRC-32 of any bytes that end with their own CRC-32


def game_in(file, crc32, loads):
    """Return the Game in an open file of tables; ValueError, in one line, says what to do if it holds none.

    crc32, loads: of binascii and json.
    """
    if file.read(len(HEAD)) != HEAD:  # JSON itself, perhaps
        raise ValueError("not compiled for this version of Glowgrid; " + _COPY)
    data = file.read()
    try:
        if crc32(data) != _WHOLE:
            raise ValueError
        end = data.find(b"\n")
        return _game(loads(data[:end]), data[end + 1 : -4])
    except MemoryError:
        raise
    except Exception:
        raise ValueError("damaged; " + _COPY)


def _game(head, body):
    (name, about, source, sides, icon, order, engine, swap, goals, hidden), (width, height, points), rules = head
    field = Field(width, height, body[:points], body[points : 2 * points])
    if not points or max(field.columns) >= width or max(field.rows) >= height:
        raise ValueError
    tables = (_lines if len(rules) == 2 else _groups)(field, sides, body, rules)
    return Game(
        name,
        about,
        source,
        sides,
        ((),),
        icon,
        tables.position,
        field.sketch,
        order=order,
        engine=engine,
        swap=swap,
        goals=goals if isinstance(goals, str) else tuple(goals),
        hidden=hidden,
    )


def _lines(field, sides, body, rules):
    count, misere = rules
    at = 2 * field.points
    owners, sizes = body[at : at + count], body[at + count : at + 2 * count]
    at += 2 * count
    lines = []
    for size in sizes:
        lines.append(body[at : at + size])
        at += size
    members = body[len(body) - sum(sizes) :]
    if at != len(body) or not count or max(members) >= field.points or not min(sizes):
        raise ValueError
    tables = Lines(field, sides, lines, owners)
    tables.misere = misere
    return tables


def _groups(field, sides, body, rules):
    goals, ring, field.slant, field.degree, swaps, solid, fast, different = rules
    points = field.points
    end = 4 * points
    field.borders = array("H", body[2 * points : end])
    near = []
    for _ in range(different):
        at, end = end, end + field.degree * points
        near.append(bytearray(body[at:end]))
    mirrored = body[end:]
    highest = max([max(each) for each in near])
    if len(mirrored) != points or max(mirrored) >= points or highest > points or field.slant and field.degree != 6:
        raise ValueError
    field.near = near[0]
    goals = tuple([tuple([tuple(goal) for goal in side]) for side in goals])
    tables = Groups(field, goals, ring, mirrored)
    if different > 1:
        tables.near = tuple(near)
    tables.swaps, tables.solid, tables.fast = swaps, solid, tables.fast and fast
    return tables
