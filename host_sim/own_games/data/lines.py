"""A data game of lines: its field, drawn or generated, and the lines that win. reader.py lists the entries."""

from glowgrid.rules.lines import Lines

from . import entries, generators

KEYS = tuple(
    "name about source sides field rows triangles lines lines_of misere hidden icon order perft example".split()
)


def game_from(data, check_room=None):
    """Return the Game that the data describes; see `game_from` of reader.py."""
    entries.check_name_and_sides(data)
    sides = data.get("sides", 2)
    field, lines, owners = _field_and_lines(data, sides, check_room)
    entries.check_the_rest(data)
    entries.check_hidden(data, sides, field.points)
    tables = Lines(field, sides, lines, owners)
    tables.misere = data.get("misere", False)
    is_fast = not (data.get("hidden") or tables.misere)
    return entries.game_of(data, tables, "lines" if is_fast else None, _goal(data, lines))


def _field_and_lines(data, sides, check_room):
    """Return the field, its lines, and for each line the sides that it serves."""
    if "rows" in data or "triangles" in data:
        field, lines = generators.generated(data, check_room)
    else:
        field, lines = entries.drawn(data.get("field")), []
    if "field" in data and lines:
        other = entries.drawn(data["field"])
        if other.columns != field.columns or other.rows != field.rows:
            raise ValueError("field: found beside rows or triangles, which draw another one; expected one of them")
    everyone = (1 << sides) - 1
    owners = bytearray(bytes((everyone,)) * len(lines))
    sections = []
    own = data.get("lines_of", {})
    if check_room:
        generators.count_listed(field, lines, data.get("lines"), own, check_room)
    # Generated lines are distinct, so the index is needed only if the file lists more.
    seen = {bytes(sorted(line)): everyone for line in lines} if "lines" in data or own else {}
    _read_lines(field, data.get("lines", []), "lines", owners, everyone, lines, seen, sections)
    if not isinstance(own, dict):
        raise ValueError('lines_of: expected an object such as {"1": [...], "2": [...]}')
    for side in sorted(own):
        if side not in ("1", "2", "3")[:sides]:
            named = side if entries.is_name(side) else repr(side)
            raise ValueError("lines_of: no side %s; sides are 1 to %d" % (named, sides))
        _read_lines(field, own[side], "lines_of.%s" % side, owners, 1 << (int(side) - 1), lines, seen, sections)
    if not lines:
        raise ValueError("lines: none; nobody could win")
    return field, lines, owners


def _read_lines(field, texts, where, owners, mask, lines, seen, sections):
    if not isinstance(texts, list):
        raise ValueError('%s: expected a list of lines such as "a1 b1 c1"' % where)
    sections.append((len(lines), where))
    for number, text in enumerate(texts):
        place = "%s[%d]" % (where, number)
        names = text.split() if isinstance(text, str) else None
        if not names:
            raise ValueError('%s: not a line; expected names of points such as "a1 b1 c1"' % place)
        line = entries.points_of(field, names, place, "the drawing of the field")
        key, line = bytes(sorted(line)), bytes(line)
        before = seen.get(key, 0)
        if before & mask:
            other = generators.place_of(key, mask, lines, owners, sections)
            raise ValueError("%s: the same line as %s" % (place, other))
        seen[key] = before | mask
        lines.append(line)
        owners.append(mask)


def _goal(data, lines):
    """Return the goal of every side in a few words: of what lines there are."""
    if "lines" not in data and "lines_of" not in data:
        goal = "a triangle" if "triangles" in data else "%d in a row" % data["rows"]["k"]
    else:
        lengths = set([len(line) for line in lines])
        goal = "a line of %d" % len(lines[0]) if len(lengths) == 1 else "a whole line"
    return goal + " loses" if data.get("misere") else goal
