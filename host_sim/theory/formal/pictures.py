"""The pictures of README.md, drawn from the definitions: rerun `python -m host_sim.theory.formal.pictures` to update.

A picture is a row of small fields, each with some of its points marked. They are SVG files of a few KB, the same on
every machine; a test compares the files with the definitions.
"""

from itertools import permutations, product
from pathlib import Path

from . import backward, own, own_connections
from . import positional_games as pg
from . import three_players as tp

FOLDER = Path(__file__).resolve().parent / "pictures"

STEP = 18  # pixels from a point to its neighbour
GAP = 14  # between two fields
EMPTY, STONE, CORNER, EDGE, OTHER = "#f4f1ea", "#26547c", "#ef9b20", "#d9d2c3", "#c8553d"
INK = "#8d8878"
ROOT_3 = 1.7320508


# Where points lie ------------------------------------------------------------------------------------------------


def on_square(point):
    """Row and column (i, j) -> place in steps, right and down."""
    return point[1], point[0]


def on_rhombus(point):
    """(x, y) of Hex: the neighbours (1, 0), (0, 1) and (1, 1) are one step away."""
    x, y = point
    return x - y / 2, y * ROOT_3 / 2


def on_hexagon(point):
    """(x, y, z) of Havannah: all six neighbours are one step away."""
    x, _, z = point
    return x + z / 2, z * ROOT_3 / 2


def on_triangle(point):
    """(row, column) of Y: each row lies half a step to the left of the one above."""
    row, column = point
    return column - row / 2, row * ROOT_3 / 2


# Drawing ---------------------------------------------------------------------------------------------------------


def outline(corners):
    """Return the shape of a point from its corners, in steps from its middle."""
    points = " ".join(f"{x * STEP:.1f},{y * STEP:.1f}" for x, y in corners)
    return f'<defs><polygon id="p" points="{points}" stroke="{INK}"/></defs>'


SQUARE = outline([(0.47, 0.47), (-0.47, 0.47), (-0.47, -0.47), (0.47, -0.47)])
HEXAGON = outline((x, y / ROOT_3) for x, y in ((0, -1), (0.5, -0.5), (0.5, 0.5), (0, 1), (-0.5, 0.5), (-0.5, -0.5)))


def picture(title, fields, place, shape, columns):
    """Return an SVG of fields side by side, `columns` in a row; a field is a dictionary from points to colours."""
    places = [place(point) for point in fields[0]]
    left, top = (min(values) for values in zip(*places))
    right, bottom = (max(values) for values in zip(*places))
    width, height = (right - left + 1.2) * STEP + GAP, (bottom - top + 1.2) * STEP + GAP
    by_colour = {}
    for number, field in enumerate(fields):
        x0 = GAP / 2 + number % columns * width + (0.6 - left) * STEP
        y0 = GAP / 2 + number // columns * height + (0.6 - top) * STEP
        for point in sorted(field):
            x, y = place(point)
            use = f'<use href="#p" x="{x0 + x * STEP:.0f}" y="{y0 + y * STEP:.0f}"/>'
            by_colour.setdefault(field[point], []).append(use)
    columns, rows = min(columns, len(fields)), -(-len(fields) // columns)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * width:.0f}" height="{rows * height:.0f}">',
            f"<title>{title}</title>",
            '<rect width="100%" height="100%" fill="white"/>',
            shape,
            *(f'<g fill="{colour}">{"".join(uses)}</g>' for colour, uses in by_colour.items()),
            "</svg>",
            "",
        ]
    )


def marked(colours, points, colour=STONE):
    """Return the field `colours` with some points in another colour."""
    return {**colours, **dict.fromkeys(points, colour)}


# The pictures ----------------------------------------------------------------------------------------------------


def lines_of_squares(title, size, columns):
    """The lines of size x size fields, one field each."""
    field = dict.fromkeys(product(range(1, size + 1), repeat=2), EMPTY)
    lines = sorted(tp.lines(size), key=sorted)
    return picture(title, [marked(field, line) for line in lines], on_square, SQUARE, columns)


def hex_neighbours():
    """A point of Hex and its neighbours: in the middle, on an edge, in an acute and in an obtuse corner."""
    field = dict.fromkeys(pg.Hex_points(3), EMPTY)
    fields = [marked(marked(field, pg.Hex_near(3)[p], CORNER), [p]) for p in ((1, 1), (1, 0), (0, 0), (2, 0))]
    return picture("neighbours in Hex", fields, on_rhombus, HEXAGON, 4)


def hex_patterns(size, columns):
    """The minimal winning patterns of side 1; its two edges are tinted."""
    field = marked(dict.fromkeys(pg.Hex_points(size), EMPTY), frozenset().union(*pg.Hex_edges(size, 1)), EDGE)
    patterns = sorted(pg.Hex_game(size).wps1, key=sorted)
    title = f"minimal winning patterns of side 1 in Hex of size {size}"
    return picture(title, [marked(field, wp) for wp in patterns], on_rhombus, HEXAGON, columns)


def havannah_field(size):
    """The field with its corners and edge points tinted."""
    field = dict.fromkeys(pg.Havannah_points(size), EMPTY)
    return marked(marked(field, pg.Havannah_side_points(size), EDGE), pg.Havannah_corner_points(size), CORNER)


KINDS = {
    "bridge": {(3, -3, 0), (2, -2, 0), (1, -1, 0), (1, 0, -1), (1, 1, -2), (1, 2, -3), (0, 3, -3)},
    "fork": {
        (-2, -1, 3),
        (-1, -1, 2),
        (0, -1, 1),
        (0, 0, 0),
        (1, -1, 0),
        (2, -2, 0),
        (2, -3, 1),
        (-1, 1, 0),
        (-2, 2, 0),
        (-3, 2, 1),
    },
    "ring": {(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 2, -1), (-2, 2, 0), (-2, 1, 1), (-1, 0, 1), (0, -1, 1)},
}
"""A group of each kind on size 4."""

NO_RINGS = [{(0, 0, 0), (1, -1, 0), (1, 0, -1)}, {(0, 0, 0), (1, -1, 0), (1, 0, -1), (2, -1, -1)}]
"""Two loops around nothing."""


def havannah_kinds():
    """A bridge, a fork and a ring; two loops that are not rings."""
    field = havannah_field(4)
    fields = [marked(field, group) for group in KINDS.values()] + [marked(field, loop, OTHER) for loop in NO_RINGS]
    return picture("a bridge, a fork, a ring; two loops that are no rings", fields, on_hexagon, HEXAGON, 5)


def havannah_images(group):
    """Return the group rotated and reflected in all twelve ways."""
    return [
        frozenset(tuple(sign * p[axis] for axis in order) for p in group)
        for order in permutations(range(3))
        for sign in (1, -1)
    ]


def up_to_symmetry(groups):
    """Return one group for each class under rotations and reflections of the field, the small ones first."""
    firsts = {min(havannah_images(group), key=sorted) for group in groups}
    return sorted(firsts, key=lambda group: (len(group), sorted(group)))


def havannah_patterns(kind, columns):
    """Return the minimal winning patterns of size 3 of one kind (0 bridges, 1 forks, 2 rings), up to symmetry."""
    groups = pg.Havannah_game(3).wps1 & pg.Havannah_candidates(3)[kind]
    title = f"minimal {('bridges', 'forks', 'rings')[kind]} of Havannah of size 3, up to symmetry"
    fields = [marked(havannah_field(3), group) for group in up_to_symmetry(groups)]
    return picture(title, fields, on_hexagon, HEXAGON, columns)


def havannah_edges():
    """The six edges of size 4, in two colours in turn, between the corners."""
    field = dict.fromkeys(pg.Havannah_points(4), EMPTY)
    edges = sorted(pg.Havannah_edges(4), key=sorted)
    fields = [marked(marked(field, pg.Havannah_corner_points(4), CORNER), edge) for edge in edges]
    return picture("corners and edges of Havannah of size 4", fields, on_hexagon, HEXAGON, 6)


def triangle_with_holes():
    """A full field of Y with two holes on which no side joins all three edges, the first in order."""
    data = {"shape": "triangle 6", "holes": "b4 c5", "connect": ["all edges"]}
    points, connections = own_connections.read(data, own.name_of)
    wps = connections.patterns(1)
    one, _ = next(iter(backward.drawn_fields(pg.StrongPositionalGame(frozenset(points), wps, wps))))
    field = marked(dict.fromkeys(sorted(points), OTHER), one)
    return picture("a full field with two holes without a winner", [field], on_triangle, HEXAGON, 1)


def all_pictures():
    """Return the text of every picture by its file name."""
    return {
        "tic_tac_toe.svg": lines_of_squares("the lines of tic-tac-toe", 3, 8),
        "three_player_lines.svg": lines_of_squares("the 24 lines of three-player tic-tac-toe on 4x4", 4, 8),
        "hex_neighbours.svg": hex_neighbours(),
        "hex_2.svg": hex_patterns(2, 3),
        "hex_3.svg": hex_patterns(3, 6),
        "havannah_edges.svg": havannah_edges(),
        "havannah_kinds.svg": havannah_kinds(),
        "havannah_bridges.svg": havannah_patterns(0, 7),
        "havannah_forks.svg": havannah_patterns(1, 7),
        "havannah_rings.svg": havannah_patterns(2, 7),
        "triangle_with_holes.svg": triangle_with_holes(),
    }


def main():
    """Write every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in all_pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{FOLDER.name}/{name}: {len(text):,} bytes")


if __name__ == "__main__":
    main()
