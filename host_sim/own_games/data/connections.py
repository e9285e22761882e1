"""A connection game from a data file: points with neighbours, named borders, and what a group has to join.

reader.py lists the entries. The rules are those of groups.py: this file only reads how a file describes a field.
"""

from array import array

from glowgrid.rules.geometry import Field, square, stacked
from glowgrid.rules.groups import Groups, borders_asked, touching
from glowgrid.rules.hexagonal import Hexagonal, hexagon
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.rules.trial import MOST_GOAL

from . import entries, lines

KEYS = (
    "name about source sides shape holes field neighbours neighbours_of borders corners connect ring swap hidden icon "
    "order perft example"
).split()
_OWN_KEYS = "connect", "ring", "shape", "neighbours", "neighbours_of", "borders"  # of connection games alone
LARGEST = {"rhombus": 15, "square": 15, "triangle": 21, "hexagon": 9}  # at most 250 points
MOST_BORDERS = 16  # that count for a win: a bit each
_SLANTS = {"hexagonal": 1, "hexagonal left": -1}
_LATTICES = '"hexagonal", "hexagonal left", "square", "triangular", or a list such as ["a1 b1", "b1 c1 c2"]'
_EDGES_OF_A_HEXAGON = "southeast", "south", "southwest", "northwest", "north", "northeast"  # as in hexagonal.py
_NUMBERS = "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
_A_WIN = 'expected borders to join such as ["north", "south"], or a text such as "any two corners"'
_IMAGES = (  # (column, row) to (a * column + b * row, c * column + d * row): the same, reflections, half a turn
    (1, 0, 0, 1), (0, -1, -1, 0), (0, 1, 1, 0), (-1, 0, 0, -1), (-1, 0, 0, 1), (1, 0, 0, -1), (1, 1, 0, -1),
    (-1, -1, 0, 1), (1, 0, -1, -1), (-1, 0, 1, 1), (1, -1, 0, -1), (-1, 1, 0, 1), (1, 0, 1, -1), (-1, 0, -1, 1),
)  # fmt: skip


def game_from(data, check_room=None):
    """Return the Game that the data describes; see `game_from` of reader.py."""
    _check_keys(data)
    entries.check_name_and_sides(data)
    sides = data.get("sides", 2)
    field, lattice, borders, corners = _field(data)
    nears, degree = _neighbours(data, lattice, field, sides, check_room)
    _name_borders(data, field, borders, corners)
    wins, words = _wins(data, field, borders, corners, sides)
    ring = _flag(data, "ring")
    if ring and not field.slant:
        raise ValueError('ring: expected neighbours that are "hexagonal"; leave it out for others')
    entries.check_the_rest(data)
    if not ring and not max([len(each) for each in wins]):
        raise ValueError("connect: none; nobody could win")
    field, goals = _with_borders(field, borders, wins, nears, degree)
    swap, hidden = _flag(data, "swap"), _flag(data, "hidden")
    if swap and hidden:
        raise ValueError("swap: a game that hides its stones has none; leave it out")
    entries.check_hidden(data, sides, field.points)
    tables = _tables(field, nears, goals, ring, swap)
    engine = None if hidden else "groups" if tables.fast else "minimax"
    return entries.game_of(data, tables, engine, tuple([_in_words(each, ring) for each in words]), swap)


def _check_keys(data):
    """Raise ValueError if the file has an unknown key; name those of its kind of game."""
    keys = KEYS if [key for key in data if key in _OWN_KEYS] else lines.KEYS + ("connect",)
    for key in data:
        if key not in keys:
            raise ValueError("%s: unknown; expected one of %s" % (_shown(key), ", ".join(keys)))


def _flag(data, key):
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise ValueError("%s: expected true or false" % key)
    return value


# Field and neighbours -----------------------------------------------------------------------------


def _field(data):
    """Return (field, its lattice or None, {border: points}, [corner]): without holes, and without borders of the file.

    The field has a slant if its neighbours are hexagonal.
    """
    if "shape" not in data:
        if "holes" in data:
            raise ValueError("holes: only a shape has holes; draw those of a field as dots")
        return entries.drawn(data.get("field")), None, {}, []
    for key in ("field", "neighbours"):
        if key in data:
            raise ValueError("%s: found beside shape, which has its own; expected one of them" % key)
    words = data["shape"].split() if isinstance(data["shape"], str) else ()
    if len(words) != 2 or words[0] not in LARGEST or not _is_count(words[1]):
        raise ValueError('shape: expected a shape and its size such as "rhombus 5"; shapes are %s' % _listed(LARGEST))
    kind, size = words[0], int(words[1])
    if not 1 <= size <= LARGEST[kind]:
        raise ValueError('shape: found "%s %d"; sizes of it are 1 to %d' % (kind, size, LARGEST[kind]))
    field, lattice, borders, corners = _shape(kind, size)
    holes = _points(field, data.get("holes", ""), "holes")
    if len(holes) == field.points:
        raise ValueError("holes: no points are left; a game has 1 to 250")
    if not holes:
        return field, lattice, borders, corners
    kept = [point for point in range(field.points) if point not in holes]
    number = {point: at for at, point in enumerate(kept)}
    columns, rows = [field.columns[point] for point in kept], [field.rows[point] for point in kept]
    field = Field(field.width, field.height, columns, rows)
    for name in borders:
        borders[name] = [number[point] for point in borders[name] if point in number]
    return field, lattice, borders, [number[point] for point in corners if point in number]


def _shape(kind, size):
    """Return (field, lattice, {edge: points}, [corner]) of a shape."""
    last = size - 1
    if kind == "hexagon":
        field = hexagon(size)
        on = [[p for p in range(field.points) if field.borders[p] >> border & 1] for border in range(12)]
        edges = {name: on[at] for at, name in enumerate(_EDGES_OF_A_HEXAGON)}
        field = Field(field.width, field.height, field.columns, field.rows)
        return field, "hexagonal left", edges, [point for corner in on[6:] for point in corner]
    if kind == "triangle":
        field, lattice = stacked([(0, row + 1) for row in range(size)]), "hexagonal left"
    else:
        field, lattice = square(size, size), "hexagonal" if kind == "rhombus" else "square"
    columns, rows, points = field.columns, field.rows, range(field.points)
    edges = {
        "west": [p for p in points if columns[p] == 0],
        "east": [p for p in points if columns[p] == (rows[p] if kind == "triangle" else last)],
        "south": [p for p in points if rows[p] == last],
    }
    if kind != "triangle":
        edges["north"] = list(range(size))
    corners = [0, field.points - size, field.points - 1] + ([last] if kind != "triangle" else [])
    return field, lattice, edges, sorted(set(corners)) if size > 1 else []


def _neighbours(data, lattice, field, sides, check_room):
    """Return (the flat lists of neighbours, one or one a side; how many entries a point has in them).

    For a hexagonal lattice they are empty, and the field gets its slant: Hexagonal finds them.
    """
    stated = lattice or data.get("neighbours", [])
    own = data.get("neighbours_of", {})
    if not isinstance(own, dict):
        raise ValueError('neighbours_of: expected an object such as {"1": ["a1 b1"], "2": ["a1 a2"]}')
    if not own and "neighbours" not in data and not lattice:
        raise ValueError("neighbours: expected " + _LATTICES)
    for side in sorted(own):
        if side not in ("1", "2", "3")[:sides]:
            raise ValueError("neighbours_of: no side %s; sides are 1 to %d" % (_shown(side), sides))
    lattice = stated if isinstance(stated, str) else None
    if lattice and lattice not in _SLANTS and lattice not in ("square", "triangular"):
        raise ValueError("neighbours: expected " + _LATTICES)
    beside = [] if lattice else _beside(field, stated, "neighbours")
    of_sides = [beside]
    if own:
        each = [(str(side), "neighbours_of.%d" % side) for side in range(1, sides + 1)]
        of_sides = [beside + _beside(field, own.get(side, []), where) for side, where in each]
    if check_room:
        most = max([_most_neighbours(field, texts) for texts in of_sides]) + (6 if lattice else 0)
        check_room(field.points, 0, 0, neighbours=most, sides=len(of_sides))
    if lattice in _SLANTS and not own:
        field.slant = _SLANTS[lattice]
        return [None], 6
    found, degree = [], 1
    for texts in of_sides:
        near = [[] for point in range(field.points)]
        if lattice:
            _join_lattice(field, lattice, near)
        for points in texts:
            _join(points, near)
        degree = max([degree] + [len(each) for each in near])
        found.append([bytes(sorted(each)) for each in near])
    return [_flat(near, degree, field.points) for near in found], degree


def _flat(near, degree, points):
    """Return the neighbours of all points, `degree` entries each, filled up with `points`."""
    entries = bytearray(bytes((points,)) * (degree * points))
    for point, each in enumerate(near):
        entries[degree * point : degree * point + len(each)] = each
    return entries


def _beside(field, texts, where):
    """Return the points of each text, which are beside each other."""
    if not isinstance(texts, list):
        raise ValueError("%s: expected %s" % (where, _LATTICES))
    found = []
    for number, text in enumerate(texts):
        place = "%s[%d]" % (where, number)
        points = _points(field, text, place)
        if len(points) < 2:
            raise ValueError('%s: expected two or more points that are beside each other such as "a1 b1"' % place)
        found.append(bytes(points))
    return found


def _most_neighbours(field, texts):
    """Return the most neighbours that a point has; one that is listed twice counts twice."""
    counts = [0] * field.points
    for points in texts:
        for point in points:
            counts[point] += len(points) - 1
    return max(counts)


def _join_lattice(field, lattice, near):
    places = {(field.columns[point], field.rows[point]): point for point in range(field.points)}
    for place in places:
        column, row = place
        steps = [(1, 0), (0, 1)]  # and the ways back
        if lattice in _SLANTS:
            steps.append((-_SLANTS[lattice], 1))
        elif lattice == "triangular" and (column + row) % 2:  # a triangle that points down
            del steps[1]
        for across, down in steps:
            other = places.get((column + across, row + down))
            if other is not None:
                _join((places[place], other), near)


def _join(points, near):
    for one in points:
        for other in points:
            if one != other and other not in near[one]:
                near[one].append(other)


def _points(field, text, where):
    """Return the points that a text names."""
    if not isinstance(text, str):
        raise ValueError('%s: expected names of points such as "a1 b1"' % where)
    return entries.points_of(field, text.split(), where, "the field")


# Borders and wins -----------------------------------------------------------------------------------


def _name_borders(data, field, borders, corners):
    """Enter the borders and corners of the file."""
    own = data.get("borders", {})
    if not isinstance(own, dict):
        raise ValueError('borders: expected an object such as {"north": "a1 b1 c1"}')
    for name in sorted(own):
        if not entries.is_name(name):
            raise ValueError("borders: %r; expected names of small letters, digits, dashes and underscores" % name)
        if parse_point(field, name) >= 0:
            raise ValueError("borders.%s: a point has this name; choose another, such as west" % name)
        borders[name] = _points(field, own[name], "borders." + name)
        if not borders[name]:
            raise ValueError('borders.%s: no points; expected points such as "a1 b1 c1"' % name)
    if "corners" in data:
        corners[:] = _points(field, data["corners"], "corners")


def _wins(data, field, borders, corners, sides):
    """Return (wins, words), each a list for each side.

    A win is (win type, names of borders, how many of them). A corner, or a point that a win names, becomes a border.
    """
    connect, edges = data.get("connect", []), dict(borders)  # a point that a win names is no edge
    if isinstance(connect, list):
        wins, words = _wins_of_a_side(connect, "connect", field, borders, corners, edges)
        return [wins] * sides, [words] * sides
    if not isinstance(connect, dict):
        raise ValueError('connect: expected wins such as {"1": [["north", "south"]], "2": [["west", "east"]]}')
    for side in sorted(connect):
        if side not in ("1", "2", "3")[:sides]:
            raise ValueError("connect: no side %s; sides are 1 to %d" % (_shown(side), sides))
    wins, words = [], []
    for side in range(1, sides + 1):
        found = _wins_of_a_side(connect.get(str(side), []), "connect.%d" % side, field, borders, corners, edges)
        wins.append(found[0])
        words.append(found[1])
    return wins, words


def _wins_of_a_side(texts, where, field, borders, corners, edges):
    if not isinstance(texts, list):
        raise ValueError('%s: expected a list of wins such as [["north", "south"]] or ["any two corners"]' % where)
    wins, words, seen = [], [], []
    for number, win in enumerate(texts):
        place = "%s[%d]" % (where, number)
        if isinstance(win, str):
            found = _counted(win, place, field, borders, corners, edges)
        elif isinstance(win, list) and win:
            found = _named(win, place, field, borders)
        else:
            raise ValueError("%s: %s" % (place, _A_WIN))
        kind, names, least, said = found
        same = sorted(names), least
        if same in seen:
            raise ValueError("%s: the same as %s[%d]" % (place, where, seen.index(same)))
        seen.append(same)
        wins.append((kind, names, least))
        words.append(said)
    return wins, words


def _counted(text, place, field, borders, corners, edges):
    """Return the win of a text such as "any two corners" or "all edges", and its words."""
    words = text.split()
    what = words[-1] if words else ""
    if what not in ("corners", "edges", "corner", "edge") or words[0] not in ("any", "all") or len(words) > 3:
        raise ValueError("%s: %s" % (place, _A_WIN))
    if what.startswith("corner"):
        names = [point_name(field, corner) for corner in corners]
        for name, corner in zip(names, corners):
            borders.setdefault(name, [corner])
    else:
        names = sorted(edges)  # those without points too: a hexagon of size 2 has no fork
    if not names:
        key = "corners" if what.startswith("corner") else "borders"
        raise ValueError("%s: the field has none; state %s, or leave it out" % (place, key))
    least = _least(words[:-1], len(names), place)
    said = "all %d %s" if least == len(names) else "%d %s"
    return _kind(least, len(names), what.startswith("corner")), names, least, said % (least, what)


def _named(win, place, field, borders):
    """Return the win of a list such as ["north", "south"] or ["any two of", "a1", "c1", "e1"], and its words."""
    names, counting = list(win), None
    if isinstance(names[0], str) and names[0].split()[:1] == ["any"]:
        counting = names.pop(0).split()
        if counting[-1:] == ["of"]:
            counting.pop()
    for number, name in enumerate(names):
        if isinstance(name, str) and name not in borders and parse_point(field, name) >= 0:
            point = parse_point(field, name)
            names[number] = point_name(field, point)
            borders.setdefault(names[number], [point])
        elif not isinstance(name, str) or not borders.get(name):
            known = [each for each in borders if borders[each]]
            raise ValueError("%s: no border %s; borders are %s" % (place, _shown(name), _listed(known) or "not stated"))
        if names[number] in names[:number]:
            raise ValueError("%s: border %s stands in it twice" % (place, names[number]))
    if not names:
        raise ValueError("%s: %s" % (place, _A_WIN))
    if counting:
        least = _least(counting, len(names), place)
        return _kind(least, len(names), False), names, least, "%d of %s" % (least, ", ".join(names))
    said = " to ".join(names) if len(names) < 3 else "all of " + ", ".join(names)
    return "edges", names, len(names), said


def _least(words, most, place):
    """Return how many are meant by ["all"] or ["any", "two"]."""
    if words == ["all"]:
        return most
    number = words[1] if len(words) == 2 and words[0] == "any" else ""
    least = _NUMBERS.index(number) + 1 if number in _NUMBERS else int(number) if _is_count(number) else 0
    if not 1 <= least <= most:
        raise ValueError("%s: found %s; expected a number from 1 to %d" % (place, " ".join(words)[:40], most))
    return least


def _kind(least, most, corners):
    """Return the win type; the console knows these three."""
    return "bridge" if corners else "fork" if 2 < least < most else "edges"


def _in_words(words, ring):
    """Return the goal of a side in a few words."""
    words = words + ["a ring"] * ring
    said = " or ".join(words)
    return said if len(said) <= MOST_GOAL else "one of %d ways to join" % len(words) if words[1:] else "a whole group"


# The tables -----------------------------------------------------------------------------------------


def _with_borders(field, borders, wins, nears, degree):
    """Return (the field with the borders that count, the goals of the sides).

    Borders are numbered in the order of the wins, within one by their points, so that Hex is seen to be Hex.
    """
    numbers, listed = {}, []
    for side in wins:
        for _, names, _ in side:
            for points, name in sorted([(sorted(borders[name]), name) for name in names if borders[name]]):
                if name not in numbers:
                    numbers[name] = len(listed)
                    listed.append(points)
    if len(listed) > MOST_BORDERS:
        raise ValueError("connect: %d borders and corners count; at most %d can" % (len(listed), MOST_BORDERS))
    goals = []
    for side in wins:
        made = [
            touching([numbers[name] for name in names if name in numbers], least, kind) for kind, names, least in side
        ]
        goals.append(tuple(made))
    if field.slant:
        return Hexagonal(field, field.slant, listed), tuple(goals)
    field.near, field.degree, field.borders = nears[0], degree, array("H", bytes(2 * field.points))
    for border, points in enumerate(listed):
        for point in points:
            field.borders[point] |= 1 << border
    return field, tuple(goals)


def _tables(field, nears, goals, ring, swap):
    near = tuple(nears) if len(nears) > 1 else (field.near,) * len(goals)
    tables = Groups(field, goals, ring, _mirrored(field, near, goals) if swap else None)
    tables.near, tables.swaps = near, swap
    tables.solid = not ring or _is_solid(field)
    tables.fast = tables.fast and _are_outside(field)
    return tables


def _mirrored(field, nears, goals):
    """Return where each point lies in an image of the field in which two sides change roles."""
    columns, rows, points = field.columns, field.rows, field.points
    if len(goals) != 2:
        raise ValueError("swap: found three sides; only two can swap")
    places = {(columns[point], rows[point]): point for point in range(points)}
    for a, b, c, d in _IMAGES:
        across = [a * columns[point] + b * rows[point] for point in range(points)]
        down = [c * columns[point] + d * rows[point] for point in range(points)]
        right, below = min(columns) - min(across), min(rows) - min(down)
        image = [places.get((x + right, y + below), -1) for x, y in zip(across, down)]
        if min(image) >= 0 and _changes_roles(field, nears, goals, image):
            return bytes(image)
    raise ValueError("swap: no mirror image of the field lets the sides change roles; leave it out")


def _changes_roles(field, nears, goals, image):
    degree, points = field.degree, field.points
    for one, other in ((0, 1), (1, 0)):
        for point in range(points):
            there = image[point]
            around = [image[p] for p in nears[one][degree * point : degree * point + degree] if p < points]
            if sorted(around) != [
                p for p in sorted(nears[other][degree * there : degree * there + degree]) if p < points
            ]:
                return False
        if borders_asked(field, goals[one], image) != borders_asked(field, goals[other], range(points)):
            return False
    return True


def _are_outside(field):
    """Return whether no point on a border has six neighbours: the engines expect that."""
    for point in range(field.points):
        if field.borders[point] and max(field.near[6 * point : 6 * point + 6]) < field.points:
            return False
    return True


def _is_solid(field):
    """Return whether no hole lies within a hexagonal field: the cells off it reach around it."""
    width, height = field.width + 2, field.height + 2
    off = bytearray(b"\1" * (width * height))
    for point in range(field.points):
        off[(field.rows[point] + 1) * width + field.columns[point] + 1] = 0
    off[0] = 0
    queue = [0]
    for at in queue:
        for step in (1, -1, width, -width, field.slant - width, width - field.slant):
            near = at + step
            if 0 <= near < len(off) and abs(near % width - at % width) <= 1 and off[near]:
                off[near] = 0
                queue.append(near)
    return not max(off)


def _is_count(word):
    return 0 < len(word) < 4 and not word.strip("0123456789")


def _listed(names):
    return ", ".join(sorted(names))


def _shown(value):
    """Return a value of the file as a short word."""
    return value if entries.is_name(value) else repr(value)[:40]
