"""A data game of the tables that the host has made of its file: the same game that data.py or connections.py reads.

host_sim/user_games/tables.py makes them and states their form; console/tried.py checks that they are whole.
"""

from array import array

from glowgrid.rules.game import Game
from glowgrid.rules.geometry import Field
from glowgrid.rules.groups import Groups
from glowgrid.rules.lines import Lines


def game_from(head, body):
    """Return the Game of these tables: `body` has the tables (bytes), `head` all else."""
    (name, about, source, sides, icon, order, engine, swap, goals, hidden), (width, height, points), rules = head
    field = Field(width, height, body[:points], body[points : 2 * points])
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
    field.near = near[0]
    goals = tuple([tuple([tuple(goal) for goal in side]) for side in goals])
    tables = Groups(field, goals, ring, body[end : end + points])
    if different > 1:
        tables.near = tuple(near)
    tables.swaps, tables.solid, tables.fast = swaps, solid, fast
    return tables
