"""Pictures of the names of points on hexagonal fields: SVG, drawn from the game's own field."""

from xml.sax.saxutils import escape

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.notation import point_name

FIELDS = {"names_hex.svg": ("hex", (5,)), "names_havannah.svg": ("havannah", (3,))}
STEP = 44  # pixels from a point to its neighbour
ROOT_3 = 1.7320508
FREE, INK, LINE = "#f4f1ea", "#26303c", "#8d8878"
SIDES = ("", "#f0b080", "#a9c6ee")  # edges that belong to one side
CORNER = "#d8d8d8"


def svg(name):
    """Return the picture with this name in FIELDS."""
    game_name, size = FIELDS[name]
    tables = tables_of(game_name, size)
    field = tables.field
    places = places_of(field, STEP)
    left, top = min(x for x, _ in places) - 0.6 * STEP, -0.7 * STEP
    width, height = max(x for x, _ in places) - left + 0.6 * STEP, places[-1][1] - top + 0.7 * STEP
    lines = head(f"names of the points of {game_name} {size[0]}", width, height, STEP)
    for point, (x, y) in enumerate(places):
        x, y = x - left, y - top
        lines.append(
            f'<use href="#p" x="{x:.0f}" y="{y:.0f}" fill="{colour(tables, point)}"/>'
            f'<text x="{x:.0f}" y="{y + 5:.0f}" fill="{INK}">{point_name(field, point)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def tables_of(name, size):
    """Return the tables of a game of Glowgrid."""
    return next(game for game in discover()[0] if game.name == name).setup(size).tables


def places_of(field, step):
    """Return (x, y) of each point, in pixels."""
    return [
        ((2 * field.columns[p] + field.slant * field.rows[p]) / 2 * step, field.rows[p] * step * ROOT_3 / 2)
        for p in range(field.points)
    ]


def head(title, width, height, step):
    """Return the first lines of a picture; "#p" is a point there."""
    hexagon = " ".join(
        f"{x * step:.1f},{y * step / ROOT_3:.1f}"
        for x, y in ((0, -1), (0.5, -0.5), (0.5, 0.5), (0, 1), (-0.5, 0.5), (-0.5, -0.5))
    )
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="sans-serif" font-size="14" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<defs><polygon id="p" points="{hexagon}" stroke="{LINE}"/></defs>',
    ]


def colour(tables, point):
    """Return the colour of the side whose edge the point is on; grey for a corner that counts for a bridge."""
    borders = tables.field.borders[point]
    counting = [side for side, goals in enumerate(tables.goals, 1) if any(goal[1] & borders for goal in goals)]
    if len(counting) == 1:
        return SIDES[counting[0]]
    bridges = [goal[1] for goal in tables.goals[0] if goal[0] == "bridge"]
    if any(mask & borders for mask in bridges):
        return CORNER
    return SIDES[1] if borders and len(counting) == 2 and not bridges else FREE
