"""A user's own game from one data file: points, lines, and where the points lie on the lights.

    {"name": "fano", "about": "Three points of one line of the Fano plane win.", "sides": 2,
     "field": ["..o..", ".o.o.", "..o..", "o.o.o"],
     "lines": ["c1 b2 a4", "c1 d2 e4", ...]}

`field` is the drawing: `.` is no point, any other sign is a point, named by its column letter and row number.
`lines` serve every side; `lines_of` {"1": [...], "2": [...]} serve one. `icon`, `source` and `order` (the place in the
menu) are optional, and so are known facts for the tests: "perft": [7, 42, ...] and "example":
"c3 a4 c1 b2 c4 = 1 line" (see tools/games/).

With `"misere": true` who completes a line loses; two sides only, and no fast engine.
With `"hidden": true` each side sees only its own stones (rules/hidden.py).

Instead of a field, `"rows": {"of": [3, 3, 3], "k": 3}` asks for a field of any dimensions, its layers side by side,
with every row of k as a line. `"triangles": 6` asks for the edges of the complete graph of six corners, with its
triangles as lines. You can add more lines to either. A field beside them has to be the same.

A **connection game** is won by connected stones. It has `connect` or `ring` instead of lines (rules/connections.py):

    {"name": "my-hex", "shape": "rhombus 5", "swap": true,
     "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}}

`shape` is a rhombus, triangle, hexagon or square of a size, with its edges and corners; `holes` ("c3 d3") are left out.
Or draw a `field` and state what is beside what: `neighbours` is "hexagonal" (each row lies half a point to the right of
the one above), "hexagonal left", "square", "triangular" (points are triangles, the first one points up), or a list of
texts: all points of a text are beside each other. `neighbours_of` {"1": [...], "2": [...]} adds some for one side.
`borders` {"north": "a1 b1 c1", ...} names edges, any sets of points; `corners` is "a1 c1 b3". In `connect` any entry of
a side wins: ["north", "south"] joins these borders or points, ["any two of", "a", "b", "c"] some of them;
"any two corners", "any three edges" and "all edges" count those of the field. A list instead of {"1": ...} serves every
side. With "ring": true a loop of stones around at least one point or hole wins too, if neighbours are hexagonal. With
"swap": true side 2 may take the first stone over; it then lies mirrored, so that sides change roles.

A file of your own may have comments (`//`, `#`, `/* */`) and a comma after the last entry, in UTF-8 or UTF-16: the
simulator reads that, and flashing copies plain JSON in UTF-8 (host_sim/json_text.py), with its tables beside it, from
which the Pico plays (tables.py).
"""

from glowgrid.rules import geometry
from glowgrid.rules.game import Game
from glowgrid.rules.lines import Lines
from glowgrid.rules.notation import parse_point
from glowgrid.rules.position import MAX_PLIES, MAX_POINTS

KEYS = (
    "name",
    "about",
    "source",
    "sides",
    "field",
    "rows",
    "triangles",
    "lines",
    "lines_of",
    "misere",
    "hidden",
    "icon",
    "order",
    "perft",
    "example",
)
TIDY_EVERY = 100  # point names read
PLAIN_ICON = 2 * (8 * "." + 2 * ".##..##." + 8 * ".")


def is_name(name):
    return isinstance(name, str) and 0 < len(name) <= 32 and not name.strip("-_0123456789abcdefghijklmnopqrstuvwxyz")


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


def _read_lines(field, texts, where, owners, mask, lines, seen, sections, tidy):
    if not isinstance(texts, list):
        raise ValueError('%s: expected a list of lines such as "a1 b1 c1"' % where)
    sections.append((len(lines), where))
    named = 0
    for number, text in enumerate(texts):
        place = "%s[%d]" % (where, number)
        names = text.split() if isinstance(text, str) else None
        if not names:
            raise ValueError('%s: not a line; expected names of points such as "a1 b1 c1"' % place)
        line = []
        for name in names:
            point = parse_point(field, name)
            if point < 0:
                raise ValueError("%s: no point %s in the drawing of the field" % (place, name))
            if point in line:
                raise ValueError("%s: point %s stands in it twice" % (place, name))
            line.append(point)
        key, line = bytes(sorted(line)), bytes(line)
        key = line if line == key else key  # share one object where possible
        before = seen.get(key, 0)
        if before & mask:
            other = _generators("place_of").place_of(key, mask, lines, owners, sections)
            raise ValueError("%s: the same line as %s" % (place, other))
        seen[key] = before | mask
        lines.append(line)
        owners.append(mask)
        named += len(names)
        if tidy and named >= TIDY_EVERY:
            tidy()
            named = 0


def _generators(name, module="generators"):
    """Return the generators module, or another; it is loaded only for the few games that need it."""
    return __import__("glowgrid.rules." + module, None, None, (name,))


def drawn(picture):
    if not _is_drawing(picture):
        raise ValueError('field: expected the drawing as a list of texts such as "o.o"')
    if max([len(row) for row in picture]) > MAX_POINTS or len(picture) > MAX_POINTS:
        raise ValueError("field: more than %d columns or rows" % MAX_POINTS)
    field = geometry.drawn(picture)
    if not field.points:
        raise ValueError("field: no points are drawn; a game has 1 to %d" % MAX_POINTS)
    return field


def check_name_and_sides(data):
    if not is_name(data.get("name")):
        raise ValueError("name: expected 1 to 32 small letters, digits, dashes and underscores")
    sides = data.get("sides", 2)
    if not _is_number(sides) or sides not in (2, 3):
        raise ValueError("sides: expected 2 or 3")


def _field_and_lines(data, sides, check_room, tidy):
    """Return the field, its lines, and for each line the sides that it serves."""
    if "rows" in data or "triangles" in data:
        field, lines = _generators("generated").generated(data, check_room, tidy)
    else:
        field, lines = drawn(data.get("field")), []
    if "field" in data and lines:
        other = drawn(data["field"])
        if other.columns != field.columns or other.rows != field.rows:
            raise ValueError("field: found beside rows or triangles, which draw another one; expected one of them")
    everyone = (1 << sides) - 1
    owners = bytearray(bytes((everyone,)) * len(lines))
    sections = []
    own = data.get("lines_of", {})
    if check_room:
        _generators("count_listed").count_listed(field, lines, data.get("lines"), own, check_room)
    # Generated lines are distinct, so the index is needed only if the file lists more.
    seen = {bytes(sorted(line)): everyone for line in lines} if "lines" in data or own else {}
    _read_lines(field, data.get("lines", []), "lines", owners, everyone, lines, seen, sections, tidy)
    if not isinstance(own, dict):
        raise ValueError('lines_of: expected an object such as {"1": [...], "2": [...]}')
    for side in sorted(own):
        if side not in ("1", "2", "3")[:sides]:
            named = side if is_name(side) else repr(side)
            raise ValueError("lines_of: no side %s; sides are 1 to %d" % (named, sides))
        _read_lines(field, own[side], "lines_of.%s" % side, owners, 1 << (int(side) - 1), lines, seen, sections, tidy)
    if not lines:
        raise ValueError("lines: none; nobody could win")
    return field, lines, owners


def check_the_rest(data):
    """Check the optional entries."""
    for key in ("about", "source", "example"):
        if not isinstance(data.get(key, ""), str):
            raise ValueError("%s: expected a text" % key)
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


def _goal(data, lines):
    """Return the goal of every side in a few words: of what lines there are."""
    if "lines" not in data and "lines_of" not in data:
        goal = "a triangle" if "triangles" in data else "%d in a row" % data["rows"]["k"]
    else:
        lengths = set([len(line) for line in lines])
        goal = "a line of %d" % len(lines[0]) if len(lengths) == 1 else "a whole line"
    return goal + " loses" if data.get("misere") else goal


def check_hidden(data, sides, points):
    """Raise ValueError if a game that hides its stones has too many points."""
    if data.get("hidden", False) and sides * points > MAX_PLIES:
        raise ValueError("hidden: %d points; expected at most %d" % (points, MAX_PLIES // sides))


def game_from(data, check_room=None, tidy=None):
    """Return the Game that the data (a parsed JSON object) describes; ValueError says what is wrong, and where.

    check_room(points, lines, members, listed) raises ValueError before anything is made if the Pico has no room for it
    (trial.py). tidy is called now and then to collect garbage, so that what stays is not scattered.
    """
    if not isinstance(data, dict):
        raise ValueError("expected an object with name, sides, field and lines")
    if [key for key in data if key not in KEYS]:  # a connection game, or a key that is unknown
        return _generators("game_from", "connections").game_from(data, check_room, tidy)
    check_name_and_sides(data)
    sides = data.get("sides", 2)
    field, lines, owners = _field_and_lines(data, sides, check_room, tidy)
    check_the_rest(data)
    hidden, misere = data.get("hidden", False), data.get("misere", False)
    check_hidden(data, sides, field.points)
    if tidy:
        tidy()
    tables = Lines(field, sides, lines, owners)
    tables.misere = misere
    return Game(
        data["name"],
        data.get("about", ""),
        data.get("source", ""),
        sides,
        ((),),
        data.get("icon") or PLAIN_ICON,
        tables.position,
        field.sketch,
        order=data.get("order", 80),
        engine=None if hidden or misere else "lines",
        goals=_goal(data, lines),
        hidden=hidden,
    )
