"""Positions on a line (placed_text.py), as positions of a game."""

from glowgrid.rules.game import size_name
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.rules.placed import place, standing

from ..records.record import NoRecord, Record, span, whose_turn_after
from .placed_text import parts_of, split


def position_line(game, size, position):
    """Return the line of a position."""
    sides = [[] for _ in range(position.sides)]
    stones, field = standing(position), position.field
    for point in sorted(stones, key=lambda point: (field.columns[point], field.rows[point])):
        sides[stones[point] - 1].append(point_name(field, point))
    said = " / ".join(" ".join(points) or "-" for points in sides)
    named = f"{game.name} {size_name(size)}".rstrip()
    return f"{named}: {said}, {position.to_move} to move"


def stones_of(text, position):
    """Return ({point: side}, side to move) of what follows the colon, on the field of a position."""
    stones = {}
    named, to_move = split(text, position.sides)
    for side, names in enumerate(named, 1):
        for name in names:
            point = parse_point(position.field, name)
            if point < 0:
                raise NoRecord(f"stone {name}: no such point; expected {span(position)}")
            if point in stones:
                raise NoRecord(f"stone {name}: stands there twice; expected each point once")
            stones[point] = side
    return stones, to_move or whose_turn_after(stones, position.sides)


def placed_as(text, game, size):
    """Return the position that stones and side, as text, make of a game; NoRecord if they cannot."""
    try:
        position = game.setup(size or None)
        return place(position, *stones_of(text, position))
    except NoRecord:
        raise
    except ValueError as error:
        raise NoRecord(str(error)) from None


def record_of(line, games):
    """Return the Record without moves that such a line is. games: a function that finds a game by its name."""
    name, size, text = parts_of(line)
    game = games(name)
    position = game.setup(size or None)
    stones, to_move = stones_of(text, position)
    named = {point_name(position.field, point): side for point, side in stones.items()}
    record = Record(name, size or game.sizes[0])
    record.setups[0] = named, to_move
    return record
