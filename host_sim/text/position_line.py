"""Positions on a line (placed_text.py), as positions of a game."""

from glowgrid.rules.game import size_name
from glowgrid.rules.notation import move_name, parse_point, point_name
from glowgrid.rules.placed import place, standing

from .placed_text import split, whose_turn


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
    """Return ({point: side}, side to move) of what follows the colon, on the field of a position.

    ValueError, in one line, if it names no such stones.
    """
    stones = {}
    named, to_move = split(text, position.sides)
    for side, names in enumerate(named, 1):
        for name in names:
            point = parse_point(position.field, name)
            if point < 0:
                raise ValueError(f"stone {name}: no such point; expected {span(position)}")
            if point in stones:
                raise ValueError(f"stone {name}: stands there twice; expected each point once")
            stones[point] = side
    return stones, to_move or whose_turn_after(stones, position.sides)


def placed_as(text, game, size):
    """Return the position that stones and side, as text, make of a game; ValueError, in one line, if they cannot."""
    position = game.setup(size or None)
    return place(position, *stones_of(text, position))


def whose_turn_after(stones, sides):
    """Return the side to move after these stones ({point: side}); side 1 if their numbers leave it open."""
    return whose_turn([list(stones.values()).count(side) for side in range(1, sides + 1)])


def span(position):
    """Return the first and the last point in words."""
    return f"{move_name(position, 0)} to {move_name(position, position.points - 1)}"
