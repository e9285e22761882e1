"""A position as one line of text: `hex 5: a4 c1 / b2 d3, 2 to move`.

The game and its size, the points of each side with slashes between them (`-` for none), and the side to move. Without
that it is the side whose turn it is by the numbers of stones.
"""

import re

from glowgrid.rules.game import parse_size, size_name
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.rules.placed import place, standing

from .record import NoRecord, Record, span, whose_turn

_LINE = re.compile(r"\s*([\w.-]+)((?:\s+|,)[\d,\s]*\d)?\s*:([^:]*)$")
_TURN = re.compile(r"([123])\s+to\s+move\s*$")
EXPECTED = "a line such as hex 5: a4 c1 / b2 d3, 2 to move"


def is_line(text):
    """Return whether a text looks like such a line and no more."""
    return "\n" not in text.strip() and _LINE.match(text) is not None


def position_line(game, size, position):
    """Return the line of a position."""
    sides = [[] for _ in range(position.sides)]
    stones, field = standing(position), position.field
    for point in sorted(stones, key=lambda point: (field.columns[point], field.rows[point])):
        sides[stones[point] - 1].append(point_name(field, point))
    said = " / ".join(" ".join(points) or "-" for points in sides)
    return f"{f'{game.name} {size_name(size)}'.rstrip()}: {said}, {position.to_move} to move"


def parts_of(line):
    """Return (name of the game, size, stones and side as text); NoRecord if it is no such line."""
    found = _LINE.match(line)
    if not found:
        raise NoRecord(f"{line.strip()[:40]!r} is no position; expected {EXPECTED}")
    try:
        size = parse_size(re.sub(r"[\s,]+", ",", found[2].strip(" ,\t"))) if found[2] else ()
    except ValueError as error:
        raise NoRecord(str(error)) from None
    return found[1].lower(), size, found[3]


def stones_of(text, position):
    """Return ({point: side}, side to move) of what follows the colon, on the field of a position."""
    turn = _TURN.search(text)
    to_move = int(turn[1]) if turn else 0
    text = (text[: turn.start()] if turn else text).strip(" ,\t\r\n")
    sides, stones = text.split("/"), {}
    if len(sides) > position.sides or to_move > position.sides:
        raise NoRecord(f"{max(len(sides), to_move)} sides; expected at most {position.sides}")
    for side, names in enumerate(sides, 1):
        for name in names.replace(",", " ").split():
            point = parse_point(position.field, name)
            if name == "-":
                continue
            if point < 0:
                raise NoRecord(f"stone {name}: no such point; expected {span(position)}")
            if point in stones:
                raise NoRecord(f"stone {name}: stands there twice; expected each point once")
            stones[point] = side
    return stones, to_move or whose_turn(stones, position.sides)


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
    return Record(name, size or game.sizes[0], setups={0: (named, to_move)})
