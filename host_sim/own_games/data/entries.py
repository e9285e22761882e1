"""What every data game states: its name, its sides, its place in the menu. reader.py lists the entries."""

from glowgrid.rules import geometry
from glowgrid.rules.game import Game
from glowgrid.rules.notation import parse_point
from glowgrid.rules.position import MAX_PLIES, MAX_POINTS

PLAIN_ICON = 2 * (8 * "." + 2 * ".##..##." + 8 * ".")


def is_name(name):
    return isinstance(name, str) and 0 < len(name) <= 32 and not name.strip("-_0123456789abcdefghijklmnopqrstuvwxyz")


def check_name_and_sides(data):
    if not is_name(data.get("name")):
        raise ValueError("name: expected 1 to 32 small letters, digits, dashes and underscores")
    sides = data.get("sides", 2)
    if not _is_number(sides) or sides not in (2, 3):
        raise ValueError("sides: expected 2 or 3")


def check_the_rest(data):
    """Check the optional entries."""
    for key in ("about", "source", "example"):
        if not isinstance(data.get(key, ""), str):
            raise ValueError("%s: expected a text" % key)
        if not _is_whole(data.get(key, "")):
            raise ValueError("%s: it holds half of a sign (\\ud800 to \\udfff)" % key)
    icon = data.get("icon", [])
    if not isinstance(icon, list) or len(icon) not in (0, 8) or [row for row in icon if not _is_row_of_icon(row)]:
        raise ValueError("icon: expected eight texts of eight signs")
    perft = data.get("perft", [])
    if not isinstance(perft, list) or [number for number in perft if not _is_number(number)]:
        raise ValueError("perft: expected a list of whole numbers")
    for key in ("hidden", "misere"):
        if not isinstance(data.get(key, False), bool):
            raise ValueError("%s: expected true or false" % key)
    if data.get("misere") and data.get("sides") == 3:
        raise ValueError("misere: one of three sides would lose and two win; expected 2 sides")
    if not _is_number(data.get("order", 80)):
        raise ValueError("order: expected a whole number (place in the menu)")


def check_hidden(data, sides, points):
    """Raise ValueError if a game that hides its stones has too many points."""
    if data.get("hidden", False) and sides * points > MAX_PLIES:
        raise ValueError("hidden: %d points; expected at most %d" % (points, MAX_PLIES // sides))


def drawn(picture):
    if not _is_drawing(picture):
        raise ValueError('field: expected the drawing as a list of texts such as "o.o"')
    if max([len(row) for row in picture]) > MAX_POINTS or len(picture) > MAX_POINTS:
        raise ValueError("field: more than %d columns or rows" % MAX_POINTS)
    field = geometry.drawn(picture)
    if not field.points:
        raise ValueError("field: no points are drawn; a game has 1 to %d" % MAX_POINTS)
    return field


def _is_drawing(rows):
    if not isinstance(rows, list) or not rows:
        return False
    for row in rows:
        if not isinstance(row, str):
            return False
    return True


def _is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_row_of_icon(row):
    return isinstance(row, str) and len(row) == 8


def points_of(field, names, where, within):
    """Return the points with these names. where: the entry that names them. within: what has the points, in words."""
    points = []
    for name in names:
        point = parse_point(field, name)
        if point < 0:
            raise ValueError("%s: no point %s in %s" % (where, name[:40], within))
        if point in points:
            raise ValueError("%s: point %s stands in it twice" % (where, name))
        points.append(point)
    return points


def game_of(data, tables, engine, goals, swap=False):
    """Return the Game of these tables, with the name, about and goals that the data states."""
    return Game(
        data["name"],
        data.get("about", ""),
        data.get("source", ""),
        data.get("sides", 2),
        ((),),
        data.get("icon") or PLAIN_ICON,
        tables.position,
        tables.field.sketch,
        order=data.get("order", 80),
        engine=engine,
        swap=swap,
        goals=goals,
        hidden=data.get("hidden", False),
    )


def _is_whole(text):
    """Return whether a text can be written to a file; JSON can state half of a sign."""
    try:
        text.encode()
    except UnicodeError:
        return False
    return True
